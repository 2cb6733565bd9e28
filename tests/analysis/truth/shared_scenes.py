"""The hand-made scenes beside the repository."""

from __future__ import annotations

import json

from tests.analysis.truth.first_sight import chosen
from tests.analysis.truth.judgement import Figure
from tests.analysis.truth.scene import Scene, figures, scene_of
from tests.analysis.truth.told import Told
from tests.support.shared import CAPTURES

FOLDER = CAPTURES / "scenes"


def scenes(first_sight: bool = False) -> list[Scene]:
    """Those that were put aside, or the others."""
    if not FOLDER.exists():
        return []
    entries = json.loads((FOLDER / "scenes.json").read_text(encoding="utf-8"))
    by_name = {f"scenes/{entry['file'].removesuffix('.pcap')}": entry for entry in entries}
    return [scene_of(by_name[name]) for name in chosen(list(by_name), first_sight)]


def judged(scene: Scene) -> list[Figure]:
    """The figures of one of them."""
    return figures(scene, Told(FOLDER / f"{scene.name}.pcap"))
