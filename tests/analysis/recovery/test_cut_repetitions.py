"""What is said of a repetition does not depend on where its run is cut."""

from __future__ import annotations

import random

import pytest

from tests.analysis.recovery.responder_rows import Row, exchange

#: a NAK asks for a packet in the middle of what is sent again next, which then comes once more
ASKED_IN_THE_MIDDLE: list[Row] = [
    ("requests", 0, 5), ("nak", 4), ("requests", 3, 5), ("requests", 4, 5), ("ack", 4), ("requests", 5, 6), ("ack", 5),
]  # fmt: skip


def drawn(seed: int) -> list[Row]:
    """Requests, answers of all kinds, and repetitions; all is acknowledged in the end."""
    draw, rows, sent, acked = random.Random(seed), list[Row](), 0, 0
    for _ in range(draw.randrange(3, 9)):
        what = draw.choice(["new", "new", "ack", "nak", "repeat"])
        if what == "new" or sent == acked:
            rows.append(("requests", sent, sent + draw.randrange(1, 6)))
            sent = rows[-1][2]
        elif what == "repeat":
            rows += [("repeat", acked - 1)] * bool(acked)
        else:
            psn = draw.randrange(acked, sent)
            rows.append((what, psn))
            acked = psn + (what == "ack")
        if draw.random() < 0.4:
            first = draw.randrange(max(0, acked - 2), sent)
            rows.append(("requests", first, draw.randrange(first + 1, sent + 1)))
    return [*rows, ("ack", sent - 1), ("requests", sent, sent + 1), ("ack", sent)]


def cut(rows: list[Row], draw: random.Random) -> list[Row]:
    """The same with each run in two pieces."""
    pieces = list[Row]()
    for what, *values in rows:
        if what == "requests" and values[1] - values[0] > 1:
            at = draw.randrange(values[0] + 1, values[1])
            pieces += [(what, values[0], at), (what, at, values[1], {"continues": True})]
        else:
            pieces.append((what, *values))
    return pieces


def test_a_packet_that_a_nak_asked_for_in_the_middle_of_a_repetition() -> None:
    assert exchange(*cut(ASKED_IN_THE_MIDDLE, random.Random(1))) == exchange(*ASKED_IN_THE_MIDDLE)


@pytest.mark.parametrize("seed", range(20))
def test_wherever_runs_are_cut(seed: int) -> None:
    for each in range(100 * seed, 100 * seed + 100):
        rows = drawn(each)
        assert exchange(*cut(rows, random.Random(each))) == exchange(*rows), rows
