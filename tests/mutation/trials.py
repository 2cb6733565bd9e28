"""Tests with a mutant, each trial in a process of its own that imports the mutant in the place of its module."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

import pytest

from tests.analysis.mutation.first_failure import FirstFailure
from tests.mutation.mutants import Mutant, MutantImport
from tests.mutation.reach import Order
from tests.support.fork_server import preloaded

#: seconds of the processor after which a test of a mutant is endless
MAX_SECONDS = 20.0
Given = TypeVar("Given")
Got = TypeVar("Got")


class Trial(NamedTuple):
    """Tests with a mutant.

    Attributes:
        part: of the mutant.
        mutant: None for the package as it is.
        tests: the identifiers of the tests, in their order.
        seconds: of the processor that all tests may take together.
    """

    part: str
    mutant: Mutant | None
    tests: Sequence[str]
    seconds: float

    @property
    def files(self) -> list[str]:
        """The files of its tests."""
        return list(dict.fromkeys(test.partition("::")[0] for test in self.tests))

    def noticed_by(self) -> str | None:
        """The first test that fails; None if none does.  For a process of its own."""
        if not self.tests:
            return None
        imports = [] if self.mutant is None else [MutantImport(self.mutant)]
        failure = FirstFailure(None, MAX_SECONDS)
        failure.run(self.files, [*imports, Order(self.tests), _Deadline(self.seconds)])
        for each in imports:
            each.check()
        return failure.test


class _Deadline:
    """A plug-in of pytest that begins no further test once the process has had its time."""

    def __init__(self, seconds: float) -> None:
        self._end = time.process_time() + seconds

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> None:
        self._session = session

    def pytest_runtest_logfinish(self) -> None:
        if time.process_time() > self._end:
            self._session.shouldstop = "the time is over"


def in_processes(function: Callable[[Given], Got], given: Sequence[Given], jobs: int) -> Iterator[Got]:
    """A function of each of those that are given, in their order, each in a process of its own."""
    if not given:
        return
    with preloaded("tests.mutation.preloaded").Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap(function, given, chunksize=1)
