"""Runs as plain integers, to keep the state of an analysis in a file."""

from __future__ import annotations

from collections.abc import Sequence

from ibpkt.analysis.recovery.run import Run, RunKind, values_of

#: what the parts of a half keep: numbers, and tables of numbers
State = dict[str, int | list[tuple[int, ...]]]


def run_to_ints(run: Run | None) -> tuple[int, ...]:
    """A run as integers; none for no run."""
    return () if run is None else tuple(map(int, values_of(run)))


def run_from_ints(values: Sequence[int]) -> Run | None:
    """The run of these integers."""
    if not values:
        return None
    run = Run(*values)  # type: ignore[arg-type]  # the kind and the flag are numbers, too
    run.kind, run.reads = RunKind(run.kind), bool(run.reads)
    return run


def table(state: State, name: str) -> list[tuple[int, ...]]:
    """A table of a state.

    Raises:
        ValueError: it is not there, or is a number.
    """
    rows = state.get(name)
    if not isinstance(rows, list):
        raise ValueError(f"the state has no table {name!r}")
    return rows


def number(state: State, name: str) -> int:
    """A number of a state.

    Raises:
        ValueError: it is not there, or is a table.
    """
    value = state.get(name)
    if not isinstance(value, int):
        raise ValueError(f"the state has no number {name!r}")
    return value
