"""PSNs, and what was sent and acknowledged before each packet, set against a count packet by packet."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.analysis.runs.half_table import NO_REQUEST
from tests.analysis.runs.sequences import PMTU, sequences
from tests.support.exchanges import READ_ONLY, ask, read, tell

SPACE = 1 << 24
HALVES = 3
NAK = 0x60


class Half:
    """One half, packet by packet, in numbers that do not start over."""

    def __init__(self):
        self.sent = self.psn = self.end = self.sent_again = None
        self.acked = None
        self.acked_time = 0

    def ask(self, psn, span):
        """What is known before the request, and of it."""
        again = self.sent is not None and psn < self.sent
        sent = psn if self.sent is None else self.sent
        told = {"psn": psn, "end": psn + span, "sent": sent, "acked": self.acked, "again": again, "believed": False}
        self.psn, self.end = psn, psn + span
        self.sent = max(sent, psn + span)
        if again:
            self.sent_again = psn + span if self.sent_again is None else max(self.sent_again, psn + span)
        return told

    def tell(self, psn, negative, time):
        end = psn + (not negative)
        believed = end <= self.sent
        told = {"psn": psn, "end": end, "sent": self.sent, "acked": self.acked, "again": False, "believed": believed,
                "negative": negative}  # fmt: skip
        if believed and (self.acked is None or end > self.acked):
            self.acked, self.acked_time = end, time
        return told


def story(seed):
    """Packets of halves, the half of each, times, and what is to be known of each packet."""
    source = random.Random(seed)
    halves, made, of, times, expected = [Half() for _ in range(HALVES)], [], [], [], []
    begin = [source.choice((0, 7, SPACE - 4, SPACE // 2 - 3)) for _ in range(HALVES)]
    for at in range(source.randint(10, 70)):
        half = source.randrange(HALVES)
        one, time = halves[half], (at + 1) * 1000
        before = {"sent_again": one.sent_again, "acked_time": one.acked_time}
        what = source.choice(("ask", "ask", "read", "again", "gap", "ack", "response", "nak", "unsent"))
        if one.sent is None:
            what = source.choice(("ask", "read"))
        span = source.choice((1, 2, 5)) if what == "read" else 1
        if what in ("ask", "read", "again", "gap"):
            psn = begin[half] if one.sent is None else one.sent
            if what == "gap":
                psn += source.randint(1, 3)
            if what == "again":
                psn = max(begin[half] - 2, psn - source.randint(1, 6))
            made.append(read(psn, span * PMTU) if what == "read" else ask(psn))
            told = one.ask(psn, span)
        else:
            psn = max(begin[half] - 2, one.sent - source.randint(1, 5)) if what != "unsent" else one.sent + 3
            options = {"nak": {"syndrome": NAK}, "response": {"opcode": READ_ONLY, "size": 8}}.get(what, {})
            made.append(tell(psn, 1, **options))
            told = one.tell(psn, what == "nak", 10**18 + time)
        of.append(half)
        times.append(time)
        told |= before
        expected.append({"request": what in ("ask", "read", "again", "gap"), **told})
    return made, of, times, expected, halves, begin


@pytest.mark.parametrize("size", [None, 1, 4])
@pytest.mark.parametrize("seed", range(10))
def test_as_a_count_packet_by_packet(seed, size):
    made, of, times, expected, halves, begin = story(seed)
    found, tables = {}, []
    for sequence, kept in sequences(made, size, of, times):
        tables.append(kept)
        frames = sequence.columns.frame[sequence.rows].tolist()
        sent_again = sequence.sent_again.tolist()
        acked_time = sequence.acked_time(np.arange(len(sequence))).tolist()
        for place, frame in enumerate(frames):
            found[frame] = {
                name: int(getattr(sequence, name)[place])
                for name in ("psn", "end", "sent", "acked", "again", "believed", "is_request", "negative", "moves")
            } | {"sent_again": sent_again[place], "acked_time": acked_time[place], "half": int(sequence.half[place])}
    table = tables[-1]
    first = {}  # of each half: what its PSNs are more than those here
    acked = dict.fromkeys(range(HALVES))
    for at, (half, told) in enumerate(zip(of, expected, strict=True)):
        one = found[at + 1]
        base = first.setdefault(half, one["psn"] - told["psn"])
        assert base % SPACE == 0
        assert one["half"] == half
        assert one["is_request"] == told["request"]
        assert one["negative"] == told.get("negative", False)
        for name in ("psn", "end", "sent"):
            assert one[name] - base == told[name], name
        assert (one["acked"] - base if one["acked"] else None) == told["acked"]
        assert (one["sent_again"] - base if one["sent_again"] else None) == told["sent_again"]
        assert one["acked_time"] == told["acked_time"]
        assert one["again"] == told["again"]
        assert one["believed"] == told["believed"]
        assert one["moves"] == (told["believed"] and (acked[half] is None or told["end"] > acked[half]))
        if one["moves"]:
            acked[half] = told["end"]
    for half, one in enumerate(halves):
        if one.sent is None:
            assert table["first"][half] == NO_REQUEST
            continue
        base = first[half]
        for name in ("sent", "psn", "end"):
            assert table[name][half] - base == getattr(one, name), name
        assert table["first"][half] - base == begin[half]
        assert (table["acked"][half] - base if table["acked"][half] else None) == one.acked
        assert (table["sent_again"][half] - base if table["sent_again"][half] else None) == one.sent_again
        assert table["begun"][half]
        assert table["asked"][half]
