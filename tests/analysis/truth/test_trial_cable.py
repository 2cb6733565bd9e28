"""The cable of `tests.live.trials`: which tap sees a frame, and what the ledger has of it."""

from __future__ import annotations

import time

import pytest

from tests.live.faulty_wire import NONE, Faults
from tests.live.lab.live import LabTimeout
from tests.live.trials.cable import STRETCHES, TAPS, Cable
from tests.support.capture_files import pcap

FRAMES = [bytes([number]) * 60 for number in range(20)]
SECONDS = 10


class End:
    """A guest that has frames to send, and keeps what it is sent."""

    def __init__(self, frames=()):
        self.frames, self.got = list(frames), []

    def recv(self, timeout):
        """The next frame."""
        if self.frames:
            return self.frames.pop(0)
        time.sleep(timeout)
        raise LabTimeout("no more")

    def send(self, frame):
        """Keep it."""
        self.got.append(frame)


def ways(node, stretch, faults):
    """Something happens to the frames of a node in one stretch."""
    faulty = [NONE] * STRETCHES
    faulty[stretch] = faults
    return {node: faulty, 3 - node: [NONE] * STRETCHES}


def carried(cable, node):
    """What comes of the frames of a node, when all have passed."""
    ends = {node: End(FRAMES), 3 - node: End()}
    with cable.between(ends[2], ends[1]):
        end = time.monotonic() + SECONDS
        while ends[node].frames and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(0.05)  # what is held back goes on
    return ends[3 - node].got


@pytest.mark.parametrize("stretch", range(STRETCHES))
@pytest.mark.parametrize("node", [1, 2])
def test_a_tap_sees_what_was_not_lost_before_it(node, stretch):
    cable = Cable(ways(node, stretch, Faults(lost=1)))
    assert carried(cable, node) == []
    seeing = TAPS[:stretch] if node == 2 else TAPS[stretch:]
    assert {name: len(seen) for name, seen in cable.taps.items()} == {
        name: len(FRAMES) if name in seeing else 0 for name in TAPS
    }
    assert cable.ledger == [(number, stretch, "lost") for number in range(len(FRAMES))]
    assert cable.received == {1: [], 2: []}


def test_copies_are_seen_behind_the_place_where_they_were_made():
    cable = Cable(ways(2, 2, Faults(copied=1)))
    assert carried(cable, 2) == [frame for frame in FRAMES for _ in range(2)]
    assert [len(cable.taps[name]) for name in TAPS] == [20, 20, 40]
    assert [each.number for each in cable.received[1]] == [number for number in range(20) for _ in range(2)]
    assert {entry.fault for entry in cable.ledger} == {"copied"}


def test_a_frame_that_is_overtaken():
    cable = Cable(ways(1, 1, Faults(overtaken=0.3)), seed=3)
    got = carried(cable, 1)
    assert sorted(got) == FRAMES
    late = [entry.number for entry in cable.ledger]
    assert late
    numbers = [each.number for each in cable.taps["requester"]]
    assert [each.number for each in cable.taps["middle"]] == sorted(numbers)
    newest = [max(numbers[: place + 1]) for place in range(len(numbers))]
    assert sorted(late) == sorted(number for number, most in zip(numbers, newest, strict=True) if number < most)


def test_the_capture_of_a_tap():
    cable = Cable()
    carried(cable, 2)
    seen = cable.taps["middle"]
    assert [each.time for each in seen] == sorted(each.time for each in seen)
    records = [(*divmod(each.time, 10**9), FRAMES[each.number]) for each in seen]
    assert cable.capture("middle") == pcap(records, magic=0xA1B23C4D)
    assert len(records) == len(FRAMES)
