"""Which tests reach which line of the package, and how long each takes: what a mutant of a line is tried with.

It is measured once for each part and tier, by a trace of every call, and kept in `.reached/`, which is not part of the
repository.  Tests that were added or changed since are measured again; so is a whole part after one of its modules has
changed.
"""

from __future__ import annotations

import hashlib
import json
import sys
import threading
import time
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import pytest

from tests.mutation.mutants import PACKAGE, Mutant, line
from tests.support.shared import REPOSITORY

KEPT = Path(__file__).with_name(".reached")
#: tests that reach a line or a module, below which others are tried as well
FEW = 20


class Reached(NamedTuple):
    """What a test reaches.

    Attributes:
        seconds: of the processor, with the trace.
        lines: for each module, in `ibpkt`, the numbers of its lines.
    """

    seconds: float
    lines: Mapping[str, Collection[int]]


class Record(NamedTuple):
    """What the tests of a part reach.

    Attributes:
        modules: digests of the modules of the part.
        files: digests of the files of tests.
        tests: what each test reaches, by its identifier.
    """

    modules: Mapping[str, str]
    files: Mapping[str, str]
    tests: Mapping[str, Reached]

    def order(self, mutant: Mutant) -> list[str]:
        """The tests to try: those that reach its line, first those of its module's own file, the fastest first.

        Where they are few, since a line is reached by imports or what it computes is kept, those that reach its module
        follow; where these are few as well, since all of the module is, all others.
        """
        number = line(mutant)
        near = [test for test, reached in self.tests.items() if mutant.file in reached.lines]
        there = [test for test in near if number in self.tests[test].lines[mutant.file]]
        tests = next((some for some in (there, near) if len(some) >= FEW), list(self.tests))
        of_module, of_line = set(near), set(there)
        own = f"test_{Path(mutant.file).name}::"
        return sorted(
            tests,
            key=lambda test: (test not in of_line, test not in of_module, own not in test, self.tests[test].seconds),
        )


def test_files(names: Iterable[str]) -> list[Path]:
    """The files of tests in files and folders of the repository."""
    paths = [REPOSITORY / name for name in names]
    return [file for path in paths for file in (sorted(path.rglob("test_*.py")) if path.is_dir() else [path])]


def digests(files: Iterable[Path], below: Path) -> dict[str, str]:
    """Of the text of each file; by its name, as it is called below a folder."""
    return {file.relative_to(below).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def load(name: str) -> Record | None:
    """What was kept by a name; None if nothing was."""
    path = KEPT / f"{name}.json"
    if not path.exists():
        return None
    modules, files, tests = json.loads(path.read_text(encoding="utf-8"))
    return Record(modules, files, {test: Reached(seconds, lines) for test, (seconds, lines) in tests.items()})


def save(name: str, record: Record) -> None:
    """Keep it by a name."""
    KEPT.mkdir(exist_ok=True)
    (KEPT / f"{name}.json").write_text(json.dumps(record), encoding="utf-8")


class Trace:
    """A plug-in of pytest that records what each test reaches.

    Attributes:
        tests: what it has recorded.
    """

    def __init__(self, modules: Iterable[str]) -> None:
        self.tests: dict[str, Reached] = {}
        self._modules = {str(PACKAGE / module): module for module in modules}
        self._begin()
        threading.settrace(self._call)
        sys.settrace(self._call)

    def _begin(self) -> None:
        self._lines: dict[str, set[int]] = {path: set() for path in self._modules}
        # one function for each module: what it adds to need not be looked up for each line
        self._add = {path: self._adding(lines) for path, lines in self._lines.items()}
        self._start = time.process_time()

    @staticmethod
    def _adding(lines: set[int]) -> Callable[[FrameType, str, object], Any]:
        def add(frame: FrameType, event: str, argument: object) -> Any:
            lines.add(frame.f_lineno)
            return add

        return add

    def _call(self, frame: FrameType, event: str, argument: object) -> Any:
        return self._add.get(frame.f_code.co_filename)

    def _end(self, test: str) -> None:
        lines = {self._modules[path]: sorted(numbers) for path, numbers in self._lines.items() if numbers}
        self.tests[test] = Reached(round(time.process_time() - self._start, 4), lines)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._begin()
        sys.settrace(self._call)  # a test may have taken it away
        done = yield
        self._end(item.nodeid)
        return done


class Order:
    """A plug-in of pytest that runs some tests in an order."""

    def __init__(self, tests: Collection[str]) -> None:
        self._places = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = sorted(
            (item for item in items if item.nodeid in self._places), key=lambda item: self._places[item.nodeid]
        )
