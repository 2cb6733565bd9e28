"""Change operators and constants of the package, one at a time, and see which test notices.

    python -m tests.mutation.run [--part crc] [--sample 40] [--seed 1] [--survivors] [--write] [--report]

Each part of the package has the tests that must notice (`PARTS`).  A sample of its mutants is drawn by a seed; each
runs in a process of its own with the tests that name its module, then with the others of its part, for so many seconds
of the processor (--seconds): what was not noticed by then has survived.  --write keeps the
results in `results.tsv`; --survivors tries those again that survived there; --report prints its sums, as they stand in
docs/reliability.md.  `equivalent.tsv` has mutants that no test can notice, each with the reason.

The core of the analysis has faults by hand as well: `tests.analysis.mutation`.
"""

from __future__ import annotations

import argparse
import collections
import multiprocessing
import random
import re
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.mutation.mutants import PACKAGE, Mutant, mutants
from tests.support.shared import REPOSITORY

RESULTS = Path(__file__).with_name("results.tsv")
EQUIVALENT = Path(__file__).with_name("equivalent.tsv")
SURVIVED = "SURVIVED"
#: seconds of the processor after which a test of a mutant is endless
MAX_SECONDS = 60.0


class Part(NamedTuple):
    """A part of the package, and what must notice its mutants.

    Attributes:
        files: patterns of modules, in `ibpkt`.
        tests: files and folders of tests.
    """

    files: tuple[str, ...]
    tests: tuple[str, ...]


PARTS = {
    "codec": Part(("packet/*.py", "schema/*.py"), ("tests/packet", "tests/schema")),
    "crc": Part(
        ("packet/crc.py", "packet/verify.py", "batch/crc*.py", "batch/verify.py"),
        ("tests/packet", "tests/batch"),
    ),
    "readers": Part(("capture/*.py",), ("tests/capture",)),
    "commands": Part(("commands/*.py",), ("tests/commands",)),
    "fabric": Part(("fabric/*.py",), ("tests/fabric",)),
    "analysis": Part(
        ("analysis/runs/*.py", "analysis/recovery/*.py", "analysis/reassembly/*.py", "analysis/streams/*.py"),
        ("tests/analysis/runs", "tests/analysis/recovery", "tests/analysis/reassembly", "tests/analysis/streams",
         "tests/analysis/test_exchanges.py"),
    ),
}  # fmt: skip


class Result(NamedTuple):
    """What became of a mutant.

    Attributes:
        part: the name of its part.
        mutant: the mutant.
        noticed_by: the first test that failed; `SURVIVED` where none did.
    """

    part: str
    mutant: Mutant
    noticed_by: str


def sample(part: str, count: int, seed: int) -> list[Mutant]:
    """Some mutants of a part: of each module as many as it has a share of all of them."""
    files = sorted({path.relative_to(PACKAGE).as_posix() for name in PARTS[part].files for path in PACKAGE.glob(name)})
    every = [mutant for file in files for mutant in mutants(file)]
    return random.Random(f"{part} {seed}").sample(every, min(count, len(every)))


def near(part: str, mutant: Mutant) -> list[str]:
    """The files of tests of a part that name the module of a mutant, those that are called after it first."""
    stem = Path(mutant.file).stem
    files = [
        file
        for name in PARTS[part].tests
        for file in ([REPOSITORY / name] if name.endswith(".py") else sorted((REPOSITORY / name).rglob("test_*.py")))
    ]
    named = [file for file in files if re.search(rf"\b{stem}\b", file.read_text(encoding="utf-8"))]
    named.sort(key=lambda file: file.stem != f"test_{stem}")
    return [file.relative_to(REPOSITORY).as_posix() for file in named]


class Trial(NamedTuple):
    """Tests with a mutant; for a process of its own.

    Attributes:
        part: of the mutant.
        mutant: None for the package as it is.
        seconds: of the processor that all tests may take together.
    """

    part: str
    mutant: Mutant | None
    seconds: float

    def noticed_by(self) -> str | None:
        """The first test that fails; None if none does."""
        from tests.analysis.mutation.first_failure import FirstFailure
        from tests.mutation.mutants import MutantImport

        # one search for all of it: those that name the module come first, and pytest takes a file once
        first = [] if self.mutant is None else near(self.part, self.mutant)
        imports = [] if self.mutant is None else [MutantImport(self.mutant)]
        failure = FirstFailure(None, MAX_SECONDS)
        failure.run([*first, *PARTS[self.part].tests], [*imports, _Deadline(self.seconds)])
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


def tried(trials: Sequence[Trial], jobs: int) -> Iterator[str | None]:
    """What notices each mutant, in their order."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.mutation.preloaded"])
    with context.Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap(Trial.noticed_by, trials, chunksize=1)


def read() -> list[Result]:
    """The results that were kept."""
    if not RESULTS.exists():
        return []
    rows = [line.split("\t") for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    return [Result(part, Mutant(file, place, change, int(n)), by) for part, file, place, change, n, by in rows]


def write(results: Sequence[Result]) -> None:
    """Keep results, in the place of older ones of the same mutants."""
    kept = {(each.part, each.mutant): each for each in [*read(), *results]}
    rows = ["\t".join(map(str, (each.part, *each.mutant, each.noticed_by))) + "\n" for each in sorted(kept.values())]
    RESULTS.write_text("".join(rows), encoding="utf-8")


def equivalent() -> dict[Mutant, str]:
    """Mutants that no test can notice, and why."""
    rows = [line.split("\t") for line in EQUIVALENT.read_text(encoding="utf-8").splitlines()]
    return {Mutant(file, place, change, int(number)): reason for file, place, change, number, reason in rows}


def report(results: Sequence[Result]) -> list[str]:
    """A line for each part: how many were tried, noticed, are equivalent, and survived."""
    same = equivalent()
    counts: dict[str, collections.Counter[str]] = {part: collections.Counter() for part in PARTS}
    for part, mutant, by in results:
        counts[part]["tried"] += 1
        counts[part]["survived" if by == SURVIVED and mutant not in same else "done"] += 1
        counts[part]["equivalent"] += by == SURVIVED and mutant in same
    lines = []
    for part, count in counts.items():
        if real := count["tried"] - count["equivalent"]:
            noticed = real - count["survived"]
            share = f"{100 * noticed / real:.0f} %"
            lines.append(
                f"| {part} | {count['tried']} | {noticed} | {count['equivalent']} | {count['survived']} | {share} |"
            )
    return lines


def main() -> int:
    """Try mutants, and print what became of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", action="append", choices=PARTS)
    parser.add_argument("--sample", type=int, default=40, help="mutants of each part (default: 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120.0, help="for each mutant, of the processor (default: 120)")
    parser.add_argument("--survivors", action="store_true", help="those that survived the last time")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the results")
    parser.add_argument("--report", action="store_true", help="only print the sums of what was kept")
    given = parser.parse_args()
    if given.report:
        print("\n".join(report(read())))
        return 0
    parts = given.part or list(PARTS)
    if given.survivors:
        trials = [Trial(part, mutant, given.seconds) for part, mutant, by in read() if by == SURVIVED and part in parts]
        trials = [trial for trial in trials if trial.mutant not in equivalent()]
    else:
        trials = [
            Trial(part, mutant, given.seconds) for part in parts for mutant in sample(part, given.sample, given.seed)
        ]
    survived = 0
    for trial, by in zip(trials, tried(trials, given.jobs), strict=True):
        assert trial.mutant is not None
        survived += by is None
        print(trial.part, *trial.mutant, by or SURVIVED, sep="\t", flush=True)
        if given.write:
            write([Result(trial.part, trial.mutant, by or SURVIVED)])
    print(f"{len(trials)} mutants, {len(trials) - survived} noticed, {survived} survived")
    return int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
