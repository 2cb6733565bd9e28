"""What is missing of datagrams, and what comes late."""

from __future__ import annotations

import pytest

from ibpkt.analysis.streams import datagram_holes
from ibpkt.analysis.streams.datagram_holes import LATEST, DatagramHoles, UnexpectedDatagram


def _datagram(psn, frame, now=None, number=None, qpn=7, flow=1, side=0):
    now = frame if now is None else now
    return UnexpectedDatagram(1, qpn, frame if number is None else number, psn, frame, now, now, flow, side)


def _said(holes, now=None):
    findings, missing = holes.take(now)
    return [(each.kind.name, each.frame, each.facts) for each in findings], missing


def test_what_never_comes_is_told_when_it_is_too_late():
    holes = DatagramHoles()
    holes.open(_datagram(9, 2), 3)
    assert _said(holes, 2 + LATEST) == ([], {})
    assert _said(holes, 3 + LATEST) == ([("datagram-gap", 2, {"count": 3, "psn": 9})], {2: 3})
    assert _said(holes) == ([], {})


@pytest.mark.parametrize("wait", [LATEST, LATEST + 1])
def test_what_comes_too_late_fills_nothing(wait):
    """Whether or not somebody has asked in between."""
    holes = DatagramHoles()
    holes.open(_datagram(9, 2, 0), 1)
    assert holes.fill(_datagram(8, 3, wait)) == (wait == LATEST)
    assert [name for name, *_ in _said(holes)[0]] == ["out-of-order" if wait == LATEST else "datagram-gap"]


def test_a_hole_is_filled_in_parts():
    """PSNs that follow each other are one finding, and its PSN is the one behind them."""
    holes = DatagramHoles()
    holes.open(_datagram(2, 2), 6)  # 0xFFFFFC to 1
    for frame, psn in enumerate([0xFFFFFE, 1], 3):
        assert holes.fill(_datagram(psn, frame))
    assert not holes.fill(_datagram(1, 5))
    assert not holes.fill(_datagram(2, 6))
    assert not holes.fill(_datagram(0xFFFFFB, 7))
    told, missing = _said(holes)
    assert told == [
        ("out-of-order", 3, {"count": 1, "psn": 0xFFFFFE, "last": 0xFFFFFE}),
        ("out-of-order", 4, {"count": 1, "psn": 1, "last": 1}),
        ("datagram-gap", 2, {"count": 2, "psn": 0xFFFFFE}),
        ("datagram-gap", 2, {"count": 2, "psn": 1}),
    ]
    assert missing == {2: 4}


@pytest.mark.parametrize(
    ("other", "together"),
    [({}, True), ({"number": 9}, False), ({"psn": 8}, False), ({"flow": 2}, False), ({"side": 1}, False)],
)
def test_late_datagrams_that_follow_each_other_are_one_finding(other, together):
    holes = DatagramHoles()
    holes.open(_datagram(10, 2), 5)
    holes.fill(_datagram(6, 3))
    holes.fill(_datagram(**{"psn": 7, "frame": 4, **other}))
    late = [each for each in holes.take(None)[0] if each.kind.name == "out-of-order"]
    assert [each.packets for each in late] == ([2] if together else [1, 1])
    assert [each.because for each in late] == ([(2, 3)] if together else [(2, 3), (2, 4)])
    assert [each.subject.until for each in late] == ([4] if together else [3, 4])


def test_late_datagrams_may_go_on_as_long_as_others_may_come():
    holes = DatagramHoles()
    holes.open(_datagram(10, 2), 5)
    holes.fill(_datagram(6, 3))
    assert _said(holes, 3 + LATEST)[0] == [
        ("datagram-gap", 2, {"count": 1, "psn": 6}),
        ("datagram-gap", 2, {"count": 3, "psn": 10}),
    ]
    assert _said(holes, 3 + LATEST)[0] == []
    assert [facts["count"] for _, _, facts in _said(holes, 4 + LATEST)[0]] == [1]


def test_late_datagrams_that_are_asked_for_in_between_are_one_finding():
    holes = DatagramHoles()
    holes.open(_datagram(10, 2), 5)
    holes.fill(_datagram(6, 3))
    assert _said(holes, 3) == ([], {})
    holes.fill(_datagram(7, 4))
    assert [each.packets for each in holes.take(None)[0] if each.kind.name == "out-of-order"] == [2]


def test_late_datagrams_name_all_that_overtook_them():
    holes = DatagramHoles()
    holes.open(_datagram(6, 2), 1)
    holes.open(_datagram(8, 3), 1)
    holes.fill(_datagram(5, 4))
    holes.open(_datagram(10, 5, qpn=8), 1)
    holes.fill(_datagram(6, 5))  # a copy of what has overtaken it: no hole
    holes.fill(_datagram(7, 6))
    assert [each.because for each in holes.take(None)[0] if each.kind.name == "out-of-order"] == [(2, 4), (3, 6)]


def test_each_queue_pair_by_itself():
    holes = DatagramHoles()
    holes.open(_datagram(9, 2), 1)
    assert not holes.fill(_datagram(8, 3, qpn=8))
    assert [name for name, *_ in _said(holes)[0]] == ["datagram-gap"]


@pytest.mark.parametrize(("name", "qpns"), [("MOST_OF_ONE", [7] * 5), ("MOST", range(5))])
def test_of_too_many_holes_some_are_told_as_they_are(name, qpns, monkeypatch):
    monkeypatch.setattr(datagram_holes, name, 4)
    holes = DatagramHoles()
    for frame, qpn in enumerate(qpns, 1):
        holes.open(_datagram(2 * frame, frame, 0, qpn=qpn), 1)
        assert holes.given_up == (frame > 4)
    assert [frame for _, frame, _ in _said(holes, 0)[0]] == [1 if name == "MOST_OF_ONE" else 5]
    assert len(_said(holes)[0]) == 4
    for frame, qpn in enumerate(qpns, 6):  # there is room again
        holes.open(_datagram(2 * frame, frame, 0, qpn=qpn), 1)
        assert holes.given_up == 1 + (frame > 9)
