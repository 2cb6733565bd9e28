"""The hand-made scenes beside the repository."""

from __future__ import annotations

import json

from tests.analysis.truth.judgement import Figure
from tests.analysis.truth.scene import Scene, figures, scene_of
from tests.analysis.truth.told import Told
from tests.support.shared import CAPTURES

FOLDER = CAPTURES / "scenes"


def scenes() -> list[Scene]:
    """All of them."""
    if not FOLDER.exists():
        return []
    entries = json.loads((FOLDER / "scenes.json").read_text(encoding="utf-8"))
    by_name = {f"scenes/{entry['file'].removesuffix('.pcap')}": entry for entry in entries}
    return [scene_of(by_name[name]) for name in by_name]


def judged(scene: Scene) -> list[Figure]:
    """The figures of one of them."""
    return figures(scene, Told(FOLDER / f"{scene.name}.pcap"))
