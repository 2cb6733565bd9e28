"""Our own exchanges, for every point that was wrong, are told as the transport's rules demand."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.analysis.truth.scenes.all_scenes import own_scenes
from tests.analysis.truth.scenes.cut_headers import CUT
from tests.analysis.truth.told import Told

SCENES = own_scenes()
#: what was wrong before
POINTS = 30


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_scene_is_told_as_the_rules_demand(scene):
    wrong = [str(figure) for figure in scene.judged() if not figure.right]
    assert not wrong, f"{scene.verdict.story} [{scene.verdict.rule}]"


def test_every_point_has_three_scenes():
    plays = {(scene.point, scene.play.__name__) for scene in SCENES}
    assert min(Counter(point for point, _ in plays).values()) >= 3
    assert len({point for point, _ in plays}) == POINTS


def test_names_are_given_once():
    assert len({scene.name for scene in SCENES}) == len(SCENES)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_all_packets_are_whole(scene):
    """But for those whose ICRC is wrong on purpose, and those that the capture has cut behind the BTH."""
    told = Told(scene.pcap())
    with told.open() as capture:
        packets = list(capture)
    assert all("BTH" in packet for packet in packets)
    assert all(packet.stop is None or len(packet.data) < packet.wirelen for packet in packets)
    assert scene.point == CUT or all(len(packet.data) == packet.wirelen for packet in packets)
    bad = sum(packet.icrc.status.value == "bad" for packet in packets)
    assert bad == sum("FETH" in packet for packet in packets) + scene.verdict.expect.get("icrc-bad", 0)
