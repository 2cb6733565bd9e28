"""Tests with a mutant, each trial in a copy of one process that has collected the tests already.

The functions that the mutant changes get its code in that copy.  This is the same as to import the mutant where nothing
has called them before the tests begin.  A mutant that changes what runs while its module is imported (a constant, a
default, the body of a class), or what something has called by then, is not tried here: `tests.mutation.trials`.
"""

from __future__ import annotations

import collections
import gc
import inspect
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from types import CodeType, FrameType, FunctionType
from typing import NamedTuple

import pytest

from tests.analysis.mutation.first_failure import EndlessTest, FirstFailure
from tests.mutation.mutants import PACKAGE, Mutant
from tests.mutation.trials import MAX_SECONDS, Trial
from tests.support.fork_server import preloaded

#: what notices a mutant that ends the process, as by too deep a recursion of a library
CRASH = "the process, which crashes"


class Outcome(NamedTuple):
    """What became of a trial.

    Attributes:
        in_place: False where the mutant has to be imported, and has not been tried.
        noticed_by: the first test that failed; None if none did.
    """

    in_place: bool
    noticed_by: str | None


def outcomes(trials: Sequence[Trial], jobs: int) -> Iterator[Outcome]:
    """What becomes of each trial, in their order.

    Raises:
        RuntimeError: the tests cannot be collected.
    """
    if not any(trial.tests for trial in trials):
        yield from (Outcome(True, None) for _ in trials)
        return
    context = preloaded("tests.mutation.preloaded")
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_collect, args=(trials, jobs, sender))
    process.start()
    sender.close()
    try:
        for _ in trials:
            yield receiver.recv()
    except EOFError:
        raise RuntimeError("the tests cannot be collected") from None
    finally:
        process.terminate()
        process.join()


def _collect(trials: Sequence[Trial], jobs: int, sender: Connection) -> None:
    failure = FirstFailure(None, MAX_SECONDS)
    files = list(dict.fromkeys(file for trial in trials for file in trial.files))
    failure.run(files, [_Collector(trials, jobs, sender, failure)])


def changed_functions(before: CodeType, after: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """The outermost functions of a module that differ in two versions of it.

    None if anything else differs: what runs while the module is imported.
    """
    if before == after:
        return []
    if before.co_flags & inspect.CO_OPTIMIZED:  # neither a module nor the body of a class
        return [(before, after)]
    if _without_inner(before) != _without_inner(after):
        return None
    changed = [changed_functions(*pair) for pair in zip(_inner(before), _inner(after), strict=True)]
    return None if None in changed else [pair for pairs in changed if pairs is not None for pair in pairs]


def _inner(code: CodeType) -> list[CodeType]:
    return [constant for constant in code.co_consts if isinstance(constant, CodeType)]


def _without_inner(code: CodeType) -> CodeType:
    constants = tuple(None if isinstance(constant, CodeType) else constant for constant in code.co_consts)
    return code.replace(co_consts=constants)


class Functions:
    """The functions of the package that live in this process.

    Args:
        called: codes that have been called, by their `id`: to replace them comes too late.
        unseen: modules that were imported before anything noted what is called.
    """

    def __init__(self, called: Mapping[int, CodeType], unseen: Collection[str]) -> None:
        self._called, self._unseen = called, unseen
        self._of: dict[tuple[str, str, int], list[FunctionType]] = {}
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(f"{PACKAGE}{os.sep}"):
                self._of.setdefault(self._place(each.__code__), []).append(each)

    @staticmethod
    def _place(code: CodeType) -> tuple[str, str, int]:
        return code.co_filename, code.co_qualname, code.co_firstlineno

    def replace(self, mutant: Mutant) -> bool:
        """Give the code of a mutant to the functions that it changes; False, and nothing done, if that is not all."""
        if mutant.module in self._unseen:
            return False
        path = PACKAGE / mutant.file
        text = path.read_text(encoding="utf-8")
        changed = changed_functions(compile(text, str(path), "exec"), mutant.code(text, str(path)))
        found = [(self._living(before), after) for before, after in changed or ()]
        if not found or not all(functions for functions, _ in found):
            return False
        if any(id(each.__code__) in self._called for functions, _ in found for each in functions):
            return False
        for functions, after in found:
            for each in functions:
                each.__code__ = after
        return True

    def _living(self, code: CodeType) -> list[FunctionType]:
        """Those that have this code; its columns distinguish two lambdas of one line."""
        columns = list(code.co_positions())
        there = self._of.get(self._place(code), ())
        return [each for each in there if each.__code__ == code and list(each.__code__.co_positions()) == columns]


class _Collector:
    """A plug-in of pytest that collects tests, and runs those of each trial in a copy of its process."""

    def __init__(self, trials: Sequence[Trial], jobs: int, sender: Connection, failure: FirstFailure) -> None:
        self._trials, self._jobs, self._sender, self._failure = trials, jobs, sender, failure
        self._called: dict[int, CodeType] = {}
        self._unseen = frozenset(sys.modules)
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(f"{PACKAGE}{os.sep}"):
            self._called[id(code)] = code

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        sys.setprofile(None)
        threading.setprofile(None)
        if self._failure.test is not None:
            return None  # a file that cannot be collected, which pytest reports
        signal.setitimer(signal.ITIMER_PROF, 0)  # each test has a time of its own
        self._items = {item.nodeid: item for item in session.items}
        gc.unfreeze()
        gc.collect()
        self._functions = Functions(self._called, self._unseen)
        gc.freeze()
        copies: collections.deque[tuple[BaseProcess, Connection]] = collections.deque()
        for trial in self._trials:
            copies.append(self._copy(trial))
            if len(copies) == self._jobs:
                self._sender.send(_outcome(*copies.popleft()))
        for copy in copies:
            self._sender.send(_outcome(*copy))
        return True

    def _copy(self, trial: Trial) -> tuple[BaseProcess, Connection]:
        context = get_context("fork")
        receiver, sender = context.Pipe(duplex=False)
        process = context.Process(target=self._try, args=(trial, sender))
        process.start()
        sender.close()
        return process, receiver

    def _try(self, trial: Trial, sender: Connection) -> None:
        if trial.mutant is not None and not self._functions.replace(trial.mutant):
            sender.send(Outcome(False, None))
            return
        with tempfile.TemporaryDirectory() as room:
            os.environ["PYTEST_DEBUG_TEMPROOT"] = room  # pytest would keep what its tests write
            sender.send(Outcome(True, self._first_failure(trial)))

    def _first_failure(self, trial: Trial) -> str | None:
        end = time.process_time() + trial.seconds
        items = [self._items[test] for test in trial.tests if test in self._items]
        for item, following in zip(items, [*items[1:], None], strict=True):
            try:
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            except EndlessTest:
                return item.nodeid
            if self._failure.test is not None or time.process_time() > end:
                return self._failure.test
        return None


def _outcome(process: BaseProcess, receiver: Connection) -> Outcome:
    """What a copy says; of one that ends with an error of its own nothing is known."""
    try:
        return receiver.recv()  # type: ignore[no-any-return]
    except EOFError:
        process.join()
        return Outcome(True, CRASH) if (process.exitcode or 0) < 0 else Outcome(False, None)
    finally:
        process.join()
