"""What is kept of halves that are not clean, and of what was said of them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

import numpy as np

from ibpkt.analysis.recovery.half_recovery import HalfRecovery
from ibpkt.analysis.recovery.msn_check import MSNCheck
from ibpkt.analysis.recovery.open_finding import OpenFinding
from ibpkt.analysis.recovery.recoveries import SideRuns
from ibpkt.analysis.recovery.run import RUN_FIELDS, Run, RunKind
from ibpkt.analysis.recovery.run_state import State, run_from_ints, run_to_ints
from ibpkt.analysis.recovery.verdict_findings import GLUED, _Members
from ibpkt.analysis.results.finding import Finding, FindingType, Subject
from ibpkt.analysis.runs.copy_findings import OpenCopies
from ibpkt.analysis.state.forms import (
    MOST,
    ByKey,
    Fixed,
    Flag,
    Form,
    KeptPart,
    Many,
    Number,
    Optional,
    Scalar,
    Text,
    check_bounds,
    expect,
)
from ibpkt.analysis.state.state_file import Contradiction, StateArrays

#: what `state` and `restore` of a part raise for numbers that it could not have kept
_WRONG = (ValueError, IndexError, KeyError, TypeError, AssertionError, OverflowError)
_RUN = len(RUN_FIELDS)


class Numbers:
    """The numbers of many states, one behind the other: a table is its number of rows, and each row its length.

    The names are not kept: they are those of a state of the same class, in alphabetical order.
    """

    def __init__(self, values: list[int]) -> None:
        self.values = values
        self._at = 0

    def put(self, state: State) -> None:
        """Append a state."""
        for _, value in sorted(state.items()):
            if isinstance(value, list):
                self.values.append(len(value))
                for row in value:
                    self.values += [len(row), *map(int, row)]
            else:
                self.values.append(int(value))

    def take(self, like: State) -> State:
        """The next state; it has the names of another."""
        return {name: self._rows() if isinstance(value, list) else self.next() for name, value in sorted(like.items())}

    def next(self) -> int:
        """The next number."""
        self._at += 1
        return self.values[self._at - 1]

    def row(self) -> tuple[int, ...]:
        """The next row of a table."""
        length = self.next()
        expect(0 <= length <= len(self.values) - self._at, "a table of numbers")
        self._at += length
        return tuple(self.values[self._at - length : self._at])

    @property
    def is_over(self) -> bool:
        """All of them were taken."""
        return self._at == len(self.values)

    def _rows(self) -> list[tuple[int, ...]]:
        count = self.next()
        expect(0 <= count <= len(self.values) - self._at, "a table of numbers")
        return [self.row() for _ in range(count)]


def _save_numbers(numbers: Numbers, place: str, arrays: StateArrays) -> None:
    if numbers.values and not -MOST <= min(numbers.values) <= max(numbers.values) <= MOST:
        raise OverflowError(place)
    arrays.put(place, np.array(numbers.values, np.int64))


def _load_numbers(place: str, arrays: StateArrays) -> Numbers:
    values = arrays.take(place, np.int64)
    check_bounds(values, -MOST, MOST, place)
    return Numbers(values.tolist())


def _states_of(recovery: HalfRecovery) -> Iterator[State]:
    """All that a half keeps, in the order in which it is read."""
    yield recovery.timers.state()
    yield from (state for _, state in sorted(recovery.queue.state().items()))
    if recovery.responder is not None:
        yield recovery.responder.state()


def _restored(numbers: Numbers, reliable: bool) -> HalfRecovery:
    recovery = HalfRecovery(0, reliable=reliable)
    recovery.timers.restore(numbers.take(recovery.timers.state()))
    queue = {name: numbers.take(state) for name, state in sorted(recovery.queue.state().items())}
    recovery.queue.restore(queue)
    expect(recovery.queue.reliable == reliable, "recoveries")
    if recovery.responder is not None:
        recovery.responder.restore(numbers.take(recovery.responder.state()))
    return recovery


class Halves(Form):
    """Halves that are not clean, by number."""

    def _save(self, value: dict[int, HalfRecovery], place: str, arrays: StateArrays) -> Any:
        numbers = Numbers([])
        for half, recovery in value.items():
            numbers.values += [half, int(recovery.responder is not None)]
            for state in _states_of(recovery):
                numbers.put(state)
        _save_numbers(numbers, place, arrays)
        return len(value)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> dict[int, HalfRecovery]:
        numbers = _load_numbers(place, arrays)
        count = Number(0, len(numbers.values)).load(data, place, arrays)
        halves: dict[int, HalfRecovery] = {}
        try:
            for _ in range(count):
                half, reliable = numbers.next(), bool(numbers.next())
                halves[half] = _restored(numbers, reliable)
        except _WRONG as error:
            raise Contradiction(f"{place} is wrong") from error
        expect(numbers.is_over and len(halves) == count, place)
        return halves


class MSNChecks(Form):
    """Halves whose MSNs are looked at one by one."""

    def _save(self, value: dict[int, MSNCheck], place: str, arrays: StateArrays) -> Any:
        numbers = Numbers([])
        for half, check in value.items():
            numbers.values.append(half)
            numbers.put(check.state())
        _save_numbers(numbers, place, arrays)
        return len(value)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> dict[int, MSNCheck]:
        numbers = _load_numbers(place, arrays)
        count = Number(0, len(numbers.values)).load(data, place, arrays)
        checks: dict[int, MSNCheck] = {}
        try:
            for _ in range(count):
                check = checks[numbers.next()] = MSNCheck()
                check.restore(numbers.take(check.state()))
        except _WRONG as error:
            raise Contradiction(f"{place} is wrong") from error
        expect(numbers.is_over and len(checks) == count, place)
        return checks


# -- what was said -------------------------------------------------------------------------------------------------


class Kind(Form):
    """A type of finding, by its name."""

    def _save(self, value: FindingType, place: str, arrays: StateArrays) -> Any:
        return value.name

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> FindingType:
        from ibpkt.analysis.checks.expert import KINDS  # late: only states with findings under way need them

        return KINDS[Text(KINDS).load(data, place, arrays)]


class Runs(Form):
    """A run, as its numbers."""

    def _save(self, value: Run, place: str, arrays: StateArrays) -> Any:
        return list(run_to_ints(value))

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Run:
        values = Many(Number()).load(data, place, arrays)
        expect(len(values) == _RUN and values[0] in set(RunKind), place)
        run = run_from_ints(values)
        assert run is not None
        return run


_FACTS = ByKey(Text(), Scalar())
_BECAUSE = Many(Number(0), tuple)


class _Subjects(Form):
    """Which packets a finding is about."""

    _form = Fixed(Number(0, 1), Flag(), Number(), Flag())

    def _save(self, value: Subject, place: str, arrays: StateArrays) -> Any:
        return self._form.save(value, place, arrays)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Subject:
        return Subject(*self._form.load(data, place, arrays))


class Findings(Form):
    """A finding."""

    _form = Fixed(Kind(), Number(0), Number(), Number(0), _FACTS, Number(0), _BECAUSE, Optional(_Subjects()))

    def _save(self, value: Finding, place: str, arrays: StateArrays) -> Any:
        return self._form.save(value, place, arrays)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Finding:
        finding = Finding(*self._form.load(data, place, arrays))
        check_sentence(finding.kind, finding.facts, place)
        return finding


def check_sentence(kind: FindingType, facts: dict[str, Any], place: str) -> None:
    """See that a finding has the facts of its sentence.

    Raises:
        Contradiction: it has not.
    """
    try:
        kind.sentence(facts)
    except _WRONG as error:
        raise Contradiction(f"{place} lacks facts of {kind.name}") from error
    if kind in GLUED:
        expect({"count", "last"} <= facts.keys(), place)


class _Pieces(Form):
    """Findings that may go on."""

    _form = Many(Fixed(Fixed(Number(0), Kind()), Fixed(Findings(), Number(), Number())))

    def _save(self, value: dict[Any, OpenFinding], place: str, arrays: StateArrays) -> Any:
        rows = [
            ((half, piece.kind), (piece.finding, piece.end, piece.last_frame)) for (half, _), piece in value.items()
        ]
        return self._form.save(rows, place, arrays)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> dict[Any, OpenFinding]:
        rows = self._form.load(data, place, arrays)
        return {(half, kind.name): OpenFinding.of(*piece) for (half, kind), piece in rows}


class _MembersOfRuns(Form):
    """The packets of runs, batch by batch."""

    def _save(self, value: deque[_Members], place: str, arrays: StateArrays) -> Any:
        none = np.zeros(0, np.int64)
        for name in _Members._fields[1:]:
            columns = [np.asarray(getattr(each, name), np.int64) for each in value]
            arrays.put(f"{place}/{name}", np.concatenate([none, *columns]))
        return [[each.base, len(each.frames)] for each in value]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> deque[_Members]:
        heads = Many(Fixed(Number(0), Number(0))).load(data, place, arrays)
        columns = [arrays.take(f"{place}/{name}", np.int64) for name in _Members._fields[1:]]
        ends = np.cumsum([0, *(length for _, length in heads)]).tolist()
        for column in columns:
            expect(len(column) == ends[-1], place)
            check_bounds(column, -MOST, MOST, place)
        return deque(
            _Members(base, *(column[low:high] for column in columns))
            for (base, _), low, high in zip(heads, ends[:-1], ends[1:], strict=True)
        )


#: of the findings of verdicts
VERDICTS = KeptPart(
    {
        "_pieces": _Pieces(),
        "_shown": ByKey(Fixed(Kind(), Number(0)), Number(0), lambda pairs: Counter(dict(pairs))),
        "_members": _MembersOfRuns(),
        "base": Number(0),
        "_last_request": ByKey(Number(0), Number(0)),
    },
    ("_messages", "_counted", "_facts", "_unfollowed", "_wanted"),
)
_BY_FLOW = Number(0)
#: of the findings of copies
COPY_FINDINGS = KeptPart(
    {
        "_open": ByKey(
            Number(0),
            Fixed(Findings(), Number(), Flag()),
            lambda pairs: {role: OpenCopies(*values) for role, values in pairs},
        ),
        "_held": ByKey(_BY_FLOW, Many(Findings())),
        "_single": Many(_BY_FLOW, set),
        "_twice": ByKey(_BY_FLOW, Findings()),
        "_ended": Many(Findings()),
    },
    ("_due",),  # empty when a batch is over
)


class PacketsBeside(Form):
    """Packets of halves that are in no run."""

    _form = Many(Fixed(Number(0), Many(Runs()), Many(Runs())))

    def _save(self, value: dict[int, SideRuns], place: str, arrays: StateArrays) -> Any:
        rows = [(half, list(runs.damaged), list(runs.copied)) for half, runs in value.items()]
        return self._form.save(rows, place, arrays)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> dict[int, SideRuns]:
        found = {}
        for half, damaged, copied in self._form.load(data, place, arrays):
            found[half] = SideRuns()
            found[half].damaged.extend(damaged)
            found[half].copied.extend(copied)
        return found


#: of the recoveries of an analyser
RECOVERIES = KeptPart(
    {"_halves": Halves(), "_beside": PacketsBeside(), "_fed": ByKey(Number(0), Number(0))}, ("_findings",)
)
