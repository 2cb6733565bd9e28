"""MSNs against the messages completed: one row is an answer, (MSN, messages that end up to its PSN)."""

from typing import Any

import pytest

from ibpkt.analysis.recovery.msn_check import MSNCheck
from ibpkt.analysis.recovery.run import Run, RunKind
from ibpkt.analysis.recovery.verdict import Verdict

Row = tuple[Any, ...]

#: MSNs and messages from the beginning of a connection: the MSNs that are wrong (IBA 1, 9.7.7.1)
CASES: list[tuple[str, list[Row], list[int]]] = [
    ("each message counts one", [(1, 1), (2, 2), (3, 3)], []),
    ("one ACK for several", [(1, 1), (5, 5)], []),
    ("one jumps ahead", [(1, 1), (2, 2), (3, 3), (9, 4), (5, 5), (6, 6)], [9]),
    ("one is too low", [(1, 1), (2, 2), (1, 3), (4, 4)], [1]),
    ("two are wrong, each otherwise", [(1, 1), (7, 2), (9, 3), (4, 4)], [7, 9]),
    ("it drifts: the first that differs, and the new distance holds", [(1, 1), (2, 2), (4, 3), (5, 4), (6, 5)], [4]),
    ("it drifts twice", [(1, 1), (3, 2), (4, 3), (6, 4), (7, 5)], [3, 6]),
    ("the last one is wrong", [(1, 1), (2, 2), (9, 3)], [9]),
    ("a READ is counted before its response", [(1, 1), (2, 2, RunKind.RESPONSES), (3, 3)], []),
    ("or behind it", [(1, 1), (1, 2, RunKind.RESPONSES), (3, 3)], []),
    ("but not two behind", [(2, 2), (1, 3, RunKind.RESPONSES), (4, 4)], [1]),
    ("the MSN starts over at 2^24", [(0xFFFFFF, 0xFFFFFF), (0, 0x1000000), (1, 0x1000001)], []),
    ("answers without an AETH", [(1, 1), (-1, 2, RunKind.RESPONSES), (3, 3)], []),
]


def _answer(msn: int, kind: RunKind = RunKind.ADVANCING_ACK) -> Run:
    return Run(kind, 7, 8, 1, 5, 5, 0, 0, 10, 7, msn=msn)


def _told(check: MSNCheck, rows: list[Row], **options: bool) -> list[Verdict]:
    return [verdict for msn, ended, *kind in rows for verdict in check.feed(_answer(msn, *kind), ended, **options)]


def _msns(verdicts: list[Verdict]) -> list[int]:
    return [verdict.run.msn for verdict in verdicts]


@pytest.mark.parametrize(("rows", "wrong"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_msn(rows: list[Row], wrong: list[int]) -> None:
    check = MSNCheck()
    assert _msns([*_told(check, rows), *check.finish()]) == wrong


def test_facts() -> None:
    check = MSNCheck()
    (verdict,) = _told(check, [(1, 1), (9, 2), (3, 3)])
    assert verdict.kind.sentence(verdict.facts) == "The message sequence number (MSN) is 9, not 2"


def test_capture_that_begins_in_the_middle() -> None:
    check = MSNCheck(None)
    assert _msns([*_told(check, [(700, 1), (1, 2), (702, 3), (703, 4)]), *check.finish()]) == [1]


def test_missing_requests_decide_nothing() -> None:
    check = MSNCheck()
    told = [*_told(check, [(1, 1), (9, 2)]), *_told(check, [(8, 3)], gapless=False), *_told(check, [(9, 4)])]
    assert [*told, *check.finish()] == []


@pytest.mark.parametrize("cut", range(6))
def test_goes_on_from_its_state(cut: int) -> None:
    rows: list[Row] = [(1, 1), (2, 2), (3, 3), (9, 4), (5, 5), (6, 6)]
    before, after = MSNCheck(), MSNCheck(None)
    told = _told(before, rows[:cut])
    after.restore(before.state())
    assert _msns([*told, *_told(after, rows[cut:]), *after.finish()]) == [9]


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("start", [0, 1, 700, 0xFFFFFC, 0xFFFFFF])
@pytest.mark.parametrize("wrong", [0, 1, 5, 0xFFFFFF])
def test_any_wrong_msn_wherever_it_starts_over(start: int, wrong: int, known: bool) -> None:
    """MSNs count modulo 2^24 (IBA 1, 9.7.7.1); 0 is one as others are."""
    offset = 0 if known else start
    rows: list[Row] = [((start + at) & 0xFFFFFF, start + at - offset) for at in range(1, 7)]
    check = MSNCheck(0 if known else None)
    assert _msns([*_told(check, rows), *check.finish()]) == []
    check = MSNCheck(0 if known else None)
    right, ended = rows[3]
    rows[3] = (wrong, ended)
    told = [*_told(check, rows), *check.finish()]
    assert _msns(told) == ([] if wrong == right else [wrong])
    assert [verdict.facts["expected"] for verdict in told] == ([] if wrong == right else [right])


def test_a_wrong_msn_is_told_with_the_answer_behind_it() -> None:
    check = MSNCheck()
    assert check.is_settled
    assert _told(check, [(1, 1), (9, 2)]) == []
    assert not check.is_settled
    assert _msns(_told(check, [(3, 3)])) == [9]
    assert check.is_settled
    assert check.finish() == []
    assert (check.offset, MSNCheck(None).offset, MSNCheck(3).offset) == (0, None, 3)
