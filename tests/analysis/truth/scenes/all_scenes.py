"""All own scenes."""

from __future__ import annotations

import tests.analysis.truth.scenes.connections
import tests.analysis.truth.scenes.duplicates
import tests.analysis.truth.scenes.endings
import tests.analysis.truth.scenes.flushes
import tests.analysis.truth.scenes.reordering
import tests.analysis.truth.scenes.sizes  # noqa: F401  (each declares its own)
from tests.analysis.truth.scenes.registry import SCENES, OwnScene


def own_scenes() -> list[OwnScene]:
    """In the order of the points."""
    return sorted(SCENES, key=lambda scene: scene.point)
