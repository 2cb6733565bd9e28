"""All own scenes."""

from __future__ import annotations

import tests.analysis.truth.scenes.agreements
import tests.analysis.truth.scenes.both_directions
import tests.analysis.truth.scenes.both_sides
import tests.analysis.truth.scenes.changed_repetitions
import tests.analysis.truth.scenes.connections
import tests.analysis.truth.scenes.credits
import tests.analysis.truth.scenes.cut_headers
import tests.analysis.truth.scenes.duplicates
import tests.analysis.truth.scenes.endings
import tests.analysis.truth.scenes.flushes
import tests.analysis.truth.scenes.migration
import tests.analysis.truth.scenes.no_bytes
import tests.analysis.truth.scenes.not_captured
import tests.analysis.truth.scenes.reads
import tests.analysis.truth.scenes.recoveries
import tests.analysis.truth.scenes.refusals
import tests.analysis.truth.scenes.reordering
import tests.analysis.truth.scenes.several_tries
import tests.analysis.truth.scenes.sizes
import tests.analysis.truth.scenes.slow_answers
import tests.analysis.truth.scenes.unproven  # noqa: F401  (each declares its own)
from tests.analysis.truth.scenes.registry import SCENES, WITH_IDENTIFICATION, OwnScene


def own_scenes() -> list[OwnScene]:
    """In the order of the points."""
    return sorted(SCENES, key=lambda scene: scene.point)


def with_and_without_identification() -> list[OwnScene]:
    """Each once with the numbers that tell in which order packets were sent, and once without where it has both.

    That all carriers of a scene tell its story, the verdicts of all show; for anything else two are enough.
    """
    chosen: dict[tuple[object, bool], OwnScene] = {}
    for scene in own_scenes():
        chosen.setdefault((scene.play, scene.carrier == WITH_IDENTIFICATION), scene)
    return list(chosen.values())
