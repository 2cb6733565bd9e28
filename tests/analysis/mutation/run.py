"""Put faults into the core, one after the other, and see which test of the core finds each.

    python -m tests.analysis.mutation.run [--jobs N] [--known] [--every N] [--write] [NAME ...]

A NAME is a part of a fault's name or of its file; without one, all faults are tried.  A fault is tried with the test
that found it the last time (`found_by.tsv`, which --write brings up to date); if that one does not, with those that
name its module, and then with those of the whole core and all of its room.  The program exits with 1 if any fault
survives.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.analysis.mutation.faults import FAULTS, Fault
from tests.support.fork_server import preloaded
from tests.support.shared import REPOSITORY

#: the tests of the core alone: each room's, and those of all of it
ROOMS, WHOLE = ("runs", "recovery", "reassembly", "streams"), "test_exchanges.py"
#: a test that takes more is caught in a loop; the slowest takes a fifth of it.  Seconds of the process, not of a clock:
#: a machine that is busy finds no more faults
MAX_SECONDS = 20.0
#: compares with recorded captures
NOT_OF_THE_CORE = "tests/analysis/reassembly/test_recorded.py"
FOUND_BY = Path(__file__).with_name("found_by.tsv")


class Trial(NamedTuple):
    """Tests with a fault.

    Attributes:
        fault: None for the core as it is.
        paths: files and folders of tests.
        only: identifiers of those that are run; None for all.
        seconds: how long each may take.
    """

    fault: Fault | None
    paths: Sequence[str]
    only: Collection[str] | None = None
    seconds: float = MAX_SECONDS

    @classmethod
    def of(cls, fault: Fault | None, tests: Collection[str], seconds: float = MAX_SECONDS) -> Trial:
        """With some tests alone; those that are gone find nothing."""
        files = sorted({test.partition("::")[0] for test in tests})
        return cls(fault, [file for file in files if (REPOSITORY / file).exists()], tests, seconds)

    def first_failure(self) -> str | None:
        """The first test that fails; None if none does.  It is for a process of its own."""
        import ibpkt  # only here: it is read when a process begins, and the one that starts them needs none of it
        from tests.analysis.mutation.faulty_import import FaultyImport
        from tests.analysis.mutation.first_failure import FirstFailure

        if not Path(ibpkt.__file__).is_relative_to(REPOSITORY):
            raise RuntimeError(f"not the package of this repository: {ibpkt.__file__}")
        if not self.paths:
            return None
        faulty = [] if self.fault is None else [FaultyImport(self.fault)]
        failure = FirstFailure(self.only, self.seconds)
        failure.run([*self.paths, f"--ignore={NOT_OF_THE_CORE}"], faulty)
        for imported in faulty:
            imported.check()
        return failure.test


def where_to_look(fault: Fault) -> list[str]:
    """The tests of the whole core, and of the room that has a fault; a driver is in none: all rooms need it."""
    own = [room for room in ROOMS if fault.file.startswith(f"{room}/")] or ROOMS
    return [f"tests/analysis/{name}" for name in (WHOLE, *own)]


def near(fault: Fault) -> list[str]:
    """The tests of its room that name the module of a fault, those that are called after it first."""
    room, _, module = fault.file.removesuffix(".py").rpartition("/")
    files = sorted((REPOSITORY / "tests/analysis" / room).glob("test_*.py")) if room else []
    own = [file for file in files if file.stem == f"test_{module}"]
    named = [file for file in files if re.search(rf"\b{module}\b", file.read_text(encoding="utf-8"))]
    named = list(dict.fromkeys([*own, *named]))
    paths = [file.relative_to(REPOSITORY).as_posix() for file in named]
    return [path for path in paths if path != NOT_OF_THE_CORE]


def found_by() -> dict[str, str]:
    """By the name of a fault the test that found it the last time."""
    lines = FOUND_BY.read_text(encoding="utf-8").splitlines() if FOUND_BY.exists() else []
    return dict(line.split("\t") for line in lines)


class Trials:
    """Runs trials, each in a process of its own."""

    def __init__(self, jobs: int = 1) -> None:
        self._pool = preloaded("tests.analysis.mutation.preloaded").Pool(jobs, maxtasksperchild=1)

    def __enter__(self) -> Trials:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.terminate()

    def run(self, trials: Sequence[Trial]) -> Iterator[str | None]:
        """The first test that fails in each, in their order."""
        return self._pool.imap(Trial.first_failure, trials, chunksize=1)


def try_faults(faults: Sequence[Fault], jobs: int = 1) -> dict[Fault, str | None]:
    """For each fault a test that finds it, None if none does; printed as they come.

    Raises:
        RuntimeError: a test fails without any fault.
    """
    known = found_by()
    found: dict[Fault, str | None] = dict.fromkeys(faults)
    steps: tuple[Callable[[Fault], Trial], ...] = (
        lambda fault: Trial.of(fault, {known[fault.name]} if fault.name in known else ()),
        lambda fault: Trial(fault, near(fault)),
        lambda fault: Trial(fault, where_to_look(fault)),
    )
    with Trials(jobs) as trials:
        for step in steps:
            chosen = [trial for trial in map(step, (fault for fault in faults if found[fault] is None)) if trial.paths]
            for trial, test in zip(chosen, trials.run(chosen), strict=True):
                if trial.fault is not None and test is not None:
                    found[trial.fault] = test
                    print(f"{trial.fault.file}: {trial.fault.name}: {test}", flush=True)
            finders = {test for test in found.values() if test is not None}
            for fails in trials.run([Trial.of(None, finders)] if chosen else []):
                if fails is not None:
                    raise RuntimeError(f"without any fault {fails} fails")
    for fault in (fault for fault, test in found.items() if test is None):
        print(f"{fault.file}: {fault.name}: SURVIVED")
    return found


def write(found: dict[Fault, str | None]) -> None:
    """Keep which test found which fault, for faults that there are."""
    known = found_by() | {fault.name: test for fault, test in found.items() if test is not None}
    rows = [f"{fault.name}\t{known[fault.name]}\n" for fault in FAULTS if fault.name in known]
    FOUND_BY.write_text("".join(rows), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a part of a fault's name or file")
    parser.add_argument("--jobs", type=int, default=1, help="how many run at once (default: 1)")
    parser.add_argument("--write", action="store_true", help="bring found_by.tsv up to date")
    parser.add_argument(
        "--known", action="store_true", help="of these only those that found_by.tsv has: few tests each"
    )
    parser.add_argument("--every", type=int, default=1, metavar="N", help="of these only every N-th")
    options = parser.parse_args()
    chosen = [
        fault
        for fault in FAULTS
        if not options.names or any(name in fault.name or name in fault.file for name in options.names)
    ]
    if options.known:
        known = found_by()
        chosen = [fault for fault in chosen if fault.name in known]
    found = try_faults(chosen[:: options.every], options.jobs)
    if options.write:
        write(found)
    survived = sum(test is None for test in found.values())
    print(f"{len(found)} faults, {len(found) - survived} found, {survived} survived")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
