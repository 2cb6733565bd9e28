"""Hand-made exchanges are told as the transport's rules demand."""

from __future__ import annotations

import pytest

from tests.analysis.truth.shared_scenes import FOLDER, judged, scenes
from tests.support.shared import needs


@needs(FOLDER)
@pytest.mark.parametrize("scene", scenes(), ids=lambda scene: scene.name)
def test_a_scene_is_told_as_the_rules_demand(scene):
    wrong = [str(figure) for figure in judged(scene) if not figure.right]
    assert not wrong, f"{scene.story} [{scene.rule}]"
