"""Walking from many places at once finds what walking from record to record finds, in damaged files too."""

from __future__ import annotations

import functools
import io
import random

import pytest

from ibpkt.capture import erf, lockstep, open_capture, pcap, pcapng
from ibpkt.kernel import loops
from tests.support import capture_files as files


@pytest.fixture(scope="module", autouse=True)
def in_python():
    """A compiled kernel needs none of this."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loops, "COMPILED", False)
        yield


FORMATS = {"pcap": (files.pcap, pcap), "pcapng": (files.pcapng, pcapng), "erf": (files.erf, erf)}


def found(raw, **limits):
    """Offset, start and captured length of every record, and what was wrong with the file."""
    out = []
    with open_capture(io.BytesIO(raw)) as reader:
        for chunk in reader.records(**limits):
            out += zip(chunk.offset.tolist(), chunk.caplen.tolist(), chunk.time.tolist(), strict=True)
    return out, str(reader.damage)


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("seed", range(6))
def test_damaged_files(name, seed, monkeypatch):
    make, module = FORMATS[name]
    random.seed(seed)
    packets = []
    for n in range(15_000):
        data = random.randbytes(random.randrange(70))
        if n % 50 == 0:
            data = make([(1_700_000_000, n, data)] * 3)  # records in a record
        packets.append((1_700_000_000 + n // 100, n, data))
    raw = bytearray(make(packets))
    for _ in range(seed):
        raw[random.randrange(len(raw) // 3, len(raw))] = random.choice((0, 1, 5, 255))

    used = []
    walk = lockstep.walk
    monkeypatch.setattr(module, "walk", lambda *arguments: used.append(1) or walk(*arguments))
    fast = found(bytes(raw), max_records=9000)
    assert used
    used.clear()
    monkeypatch.setattr(module, "MIN_RECORDS", 1 << 60)
    assert fast == found(bytes(raw))
    assert not used


@pytest.mark.parametrize(
    ("name", "order"), [("pcap", "<"), ("pcap", ">"), ("pcapng", "<"), ("pcapng", ">"), ("erf", "")]
)
def test_records_of_a_whole_file_are_found_in_lanes(name, order, monkeypatch):
    """The plain walk, which is slow, is left with the end of a buffer and a few bad guesses."""
    make, module = FORMATS[name]
    if order:
        make = functools.partial(make, order=order)
    random.seed(1)
    raw = make(
        [(1_699_940_000 + 4 * n, n, random.randbytes(random.randrange(1, 70))) for n in range(15_000)]
    )  # 17 hours
    walk, lanes_of, all_found, plainly_found = lockstep.walk, [], [], []

    def counted(lanes, stop, steps, limit, advance, plain):
        def counted_plain(*where):
            places, end = plain(*where)
            plainly_found.append(len(places))
            return places, end

        positions, end = walk(lanes, stop, steps, limit, advance, counted_plain)
        lanes_of.append(len(lanes))
        all_found.append(len(positions))
        return positions, end

    monkeypatch.setattr(module, "walk", counted)
    assert len(found(raw)[0]) == 15_000
    assert sum(all_found) > 10_000
    assert sum(plainly_found) < 0.02 * sum(all_found)
    for lanes, records in zip(lanes_of, all_found, strict=True):
        assert 0.8 * lockstep.lane_count(records) < lanes < 1.25 * lockstep.lane_count(records)


def test_a_lane_that_jumps_over_the_next_one():
    """Records of 10 and of 30: false lanes in between, and a lane that begins behind the last record."""
    after = {0: 10, 10: 40, 40: 50, 50: 80, 80: 80, 15: 25, 25: 35, 35: 45, 45: 45, 20: 20}

    def advance(at):
        return lockstep.np.array([after[place] for place in at.tolist()])

    def plain(place, until, limit):
        places = []
        while place not in until and after[place] != place and len(places) < limit:
            places.append(place)
            place = after[place]
        return places, place

    for lanes in ([0], [0, 10], [0, 15], [0, 15, 40], [0, 15, 50], [0, 10, 20, 40, 45, 50], [0, 80]):
        for steps in (0, 1, 9):
            positions, end = lockstep.walk(lanes, 80, steps, 100, advance, plain)
            assert (positions.tolist(), end) == ([0, 10, 40, 50], 80)
            positions, end = lockstep.walk(lanes, 80, steps, 3, advance, plain)
            assert (positions.tolist(), end) == ([0, 10, 40], 50)
