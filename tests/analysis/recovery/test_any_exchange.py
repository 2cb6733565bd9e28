"""The responder's model takes any rows, also such as no queue pair would send, and numbers that were estimated."""

from __future__ import annotations

from random import Random

import hypothesis.strategies as st
from hypothesis import given

from tests.analysis.recovery.responder_rows import Row, exchange

REQUESTS = ("requests", "requests", "requests", "late", "copies", "read", "atomics")
ANSWERS = ("nak", "nak", "rnr", "refusal", "ack", "passing", "repeat", "responses", "unsent")
#: exchanges of an example: one in six hundred found a mistake that there was
EXCHANGES = 100


def any_rows(random: Random) -> list[Row]:
    """Rows in any order; the packets of a run may be far apart in the capture."""
    rows: list[Row] = []
    top = frame = 0
    for _ in range(random.randint(2, 14)):
        what = random.choice(REQUESTS + ANSWERS)
        first = random.randint(0, top)
        if what in ANSWERS:
            more = {"repeat": (random.randint(1, 3),), "responses": (first + random.randint(1, 4),)}.get(what, ())
            rows.append((what, first, *more))
            frame += 1
            continue
        end = first + random.randint(1, 8)
        if what == "copies":
            end = min(end, top)
        if end > first:
            far = random.random() < 0.4 and what in ("requests", "late")
            rows.append((what, first, end, *([{"last_frame": frame + random.randint(end - first, 40)}] if far else [])))
            frame += end - first
            top = max(top, end)
    return rows


@given(st.randoms(use_true_random=True))
def test_nothing_is_raised(random):
    for _ in range(EXCHANGES):
        exchange(*any_rows(random))
