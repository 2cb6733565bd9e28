"""Change operators and constants of the package, one at a time, and see which test notices.

    python -m tests.mutation.run [--part crc] [--sample 40] [--seed 1] [--survivors] [--write] [--report]
    python -m tests.mutation.run --part analysis --file analysis/runs/lateness.py [--file ...]
    python -m tests.mutation.run --part crc --sample 100000 --new     # all that no run has tried yet

Each part of the package has near tests, which are those of its rooms, and wide ones, which see it from farther away
(`PARTS`).  A sample of its mutants is drawn by a seed; each runs in a process of its own with the near tests that reach
its line, the fastest first (`reach`), for so many seconds of the processor (--seconds), and if none notices, with the
wide ones (--wide-seconds): what was not noticed by then has survived.  That process is a copy of one that has collected
the tests, and gets the code of the mutant in place (`in_place`); where that is not enough it imports the mutant.
--write keeps the results in `results.tsv`; --new leaves out those that are kept there; --survivors tries those again
that survived (with --file those of a module); --file tries all mutants of a module, whose survivors show what the
tests of that module leave open; --report prints the sums, as they stand in docs/reliability.md.
`equivalent.tsv` has mutants that no test can notice, each with the reason.

The core of the analysis has faults by hand as well: `tests.analysis.mutation`.
"""

from __future__ import annotations

import argparse
import collections
import functools
import math
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from tests.mutation import reach
from tests.mutation.in_place import outcomes
from tests.mutation.mutants import PACKAGE, Mutant, mutants
from tests.mutation.reach import Reached, Record
from tests.mutation.trials import MAX_SECONDS, Trial, in_processes
from tests.support.shared import REPOSITORY

RESULTS = Path(__file__).with_name("results.tsv")
EQUIVALENT = Path(__file__).with_name("equivalent.tsv")
SURVIVED = "SURVIVED"


class Part(NamedTuple):
    """A part of the package, and what must notice its mutants.

    Attributes:
        files: patterns of modules, in `ibpkt`.
        near: files and folders of tests: those of the part.
        wide: others that need it, for what the near ones let live.
    """

    files: tuple[str, ...]
    near: tuple[str, ...]
    wide: tuple[str, ...]


PARTS = {
    "codec": Part(
        ("packet/*.py", "schema/*.py"),
        ("tests/packet", "tests/schema", "tests/protocols", "tests/batch", "tests/constructs"),
        ("tests/cli/test_golden.py", "tests/tshark", "tests/craft", "tests/edit", "tests/filter", "tests/output"),
    ),
    "crc": Part(
        ("packet/crc.py", "packet/verify.py", "batch/crc*.py", "batch/verify.py"),
        ("tests/packet", "tests/batch"),
        ("tests/cli/test_golden.py", "tests/craft", "tests/edit", "tests/filter", "tests/stats"),
    ),
    "readers": Part(
        ("capture/*.py",),
        ("tests/capture",),
        ("tests/cli/test_golden.py", "tests/edit", "tests/stats", "tests/filter"),
    ),
    "commands": Part(
        ("commands/*.py",),
        ("tests/commands",),
        ("tests/cli/test_golden.py", "tests/report", "tests/tables", "tests/analysis/incidents"),
    ),
    "fabric": Part(
        ("fabric/*.py",),
        ("tests/fabric",),
        ("tests/cli/test_golden.py", "tests/cli/test_fabric.py", "tests/cli/test_fabric_export.py",
         "tests/output/test_fabric_names.py", "tests/plot/test_pictures.py", "tests/report/test_page.py",
         "tests/analysis/incidents/test_recorded.py"),
    ),
    "analysis": Part(
        ("analysis/runs/*.py", "analysis/recovery/*.py", "analysis/reassembly/*.py", "analysis/streams/*.py"),
        ("tests/analysis/runs", "tests/analysis/recovery", "tests/analysis/reassembly", "tests/analysis/streams",
         "tests/analysis/test_exchanges.py"),
        ("tests/analysis/truth", "tests/analysis/precision", "tests/analysis/incidents", "tests/analysis/state",
         "tests/analysis/checks", "tests/analysis/results", "tests/analysis/verbs", "tests/analysis/compare",
         "tests/analysis/test_analyser.py", "tests/analysis/test_by_pair.py", "tests/analysis/test_damage.py",
         "tests/analysis/test_later_facts.py", "tests/analysis/test_many_flows.py",
         "tests/analysis/test_messages_of_analyser.py", "tests/analysis/test_metamorphic.py",
         "tests/analysis/test_precision_by_kind.py", "tests/analysis/test_whole_capture.py",
         "tests/cli/test_golden.py"),
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

    @property
    def tier(self) -> str:
        """``wide`` where a test noticed it that is none of the near ones, ``near`` for all others."""
        file = Path(self.noticed_by.partition("::")[0])
        return "wide" if any(file.is_relative_to(name) for name in PARTS[self.part].wide) else "near"


def sample(part: str, count: int, seed: int) -> list[Mutant]:
    """Some mutants of a part: of each module as many as it has a share of all of them."""
    every = _mutants_of(part)
    return random.Random(f"{part} {seed}").sample(every, min(count, len(every)))


@functools.cache
def _mutants_of(part: str) -> tuple[Mutant, ...]:
    return tuple(mutant for file in modules(part) for mutant in mutants(file.relative_to(PACKAGE).as_posix()))


@functools.cache
def _mutants_in(file: str) -> frozenset[Mutant]:
    """All mutants of a module; none of one that is gone."""
    return frozenset(mutants(file) if (PACKAGE / file).exists() else ())


def modules(part: str) -> list[Path]:
    """The modules of a part."""
    return sorted({path for name in PARTS[part].files for path in PACKAGE.glob(name)})


def of_parts(files: Sequence[str], parts: Sequence[str]) -> list[tuple[str, str]]:
    """Modules, each with the first of the parts that it is in.

    Raises:
        LookupError: a module is in none of them.
    """
    there = [(part, path.relative_to(PACKAGE).as_posix()) for part in parts for path in modules(part)]
    found = {file: next((part for part, each in there if each == file), None) for file in files}
    missing = [file for file, part in found.items() if part is None]
    if missing:
        raise LookupError(f"in none of the parts: {', '.join(missing)}")
    return [(part, file) for file, part in found.items() if part is not None]


def measure(part: str, tier: str = "near") -> Record:
    """What each test of a part reaches, of one tier; what was kept of that is not measured again.

    Raises:
        RuntimeError: a test fails.
    """
    files = reach.test_files(getattr(PARTS[part], tier))
    of_modules, of_files = reach.digests(modules(part), PACKAGE), reach.digests(files, REPOSITORY)
    kept = reach.load(f"{part}-{tier}")
    if kept is None or kept.modules != of_modules:
        kept = Record(of_modules, {}, {})
    changed = [name for name, digest in of_files.items() if kept.files.get(name) != digest]
    same = of_files.keys() - set(changed)
    tests = {test: each for test, each in kept.tests.items() if test.partition("::")[0] in same}
    if changed:
        tests |= next(in_processes(trace, [(list(of_modules), changed)], 1))
    record = Record(of_modules, of_files, tests)
    reach.save(f"{part}-{tier}", record)
    return record


def trace(given: tuple[Sequence[str], Sequence[str]]) -> dict[str, Reached]:
    """What the tests of files reach of modules; for a process of its own."""
    from tests.analysis.mutation.first_failure import FirstFailure

    of_modules, files = given
    recorder, failure = reach.Trace(of_modules), FirstFailure(None, 10 * MAX_SECONDS)
    failure.run(files, [recorder])
    if failure.test is not None:
        raise RuntimeError(f"it fails without a mutant: {failure.test}")
    return recorder.tests


def tried(trials: Sequence[Trial], jobs: int) -> Iterator[tuple[Trial, str | None]]:
    """What notices each mutant, as it is found: first those that can be tried in place, then those to be imported."""
    imported = []
    for trial, (in_place, by) in zip(trials, outcomes(trials, jobs), strict=True):
        if in_place:
            yield trial, by
        else:
            imported.append(trial)
    yield from zip(imported, in_processes(Trial.noticed_by, imported, jobs), strict=True)


def read() -> list[Result]:
    """The results that were kept."""
    if not RESULTS.exists():
        return []
    rows = [line.split("\t") for line in RESULTS.read_text(encoding="utf-8").splitlines()]
    return [Result(part, Mutant(file, place, change, int(n)), by) for part, file, place, change, n, by in rows]


def write(results: Sequence[Result]) -> None:
    """Keep results, in the place of older ones of the same mutants and of those whose line has changed since."""
    kept = {(each.part, each.mutant): each for each in [*read(), *results]}
    kept = {key: each for key, each in kept.items() if each.mutant in _mutants_in(each.mutant.file)}
    rows = ["\t".join(map(str, (each.part, *each.mutant, each.noticed_by))) + "\n" for each in sorted(kept.values())]
    RESULTS.write_text("".join(rows), encoding="utf-8")


def equivalent() -> dict[Mutant, str]:
    """Mutants that no test can notice, and why."""
    rows = [line.split("\t") for line in EQUIVALENT.read_text(encoding="utf-8").splitlines()]
    return {Mutant(file, place, change, int(number)): reason for file, place, change, number, reason in rows}


def try_all(chosen: Sequence[tuple[str, Mutant]], seconds: Mapping[str, float], jobs: int) -> Iterator[Result]:
    """What becomes of mutants, as it is found: first those that near tests notice, then those that wide ones do.

    Args:
        chosen: the mutants, each with its part.
        seconds: of the processor that each may take, by tier; 0 where its tests are not tried.
        jobs: processes at a time.

    Raises:
        RuntimeError: a test that has noticed some fails without them as well.
    """
    tiers = [tier for tier in ("near", "wide") if seconds[tier]]
    for tier in tiers:
        records = {part: measure(part, tier) for part in dict.fromkeys(part for part, _ in chosen)}
        trials = [Trial(part, each, records[part].order(each), seconds[tier]) for part, each in chosen]
        finders: dict[str, None] = {}
        left = []
        for trial, by in tried(trials, jobs):
            assert trial.mutant is not None
            if by is not None:
                finders[by] = None
                yield Result(trial.part, trial.mutant, by)
            elif tier == tiers[-1]:
                yield Result(trial.part, trial.mutant, SURVIVED)
            else:
                left.append((trial.part, trial.mutant))
        known = [test for test in finders if any(test in record.tests for record in records.values())]
        for _, fails in tried([Trial("", None, known, math.inf)], 1):
            if fails is not None:
                raise RuntimeError(f"it fails without a mutant: {fails}")
        chosen = left


def report(results: Sequence[Result]) -> list[str]:
    """A line for each part: how many were tried, noticed by near tests and by wide ones, are equivalent, survived."""
    same = equivalent()
    counts: dict[str, collections.Counter[str]] = {part: collections.Counter() for part in PARTS}
    for each in results:
        survived = "equivalent" if each.mutant in same else "survived"
        counts[each.part][survived if each.noticed_by == SURVIVED else each.tier] += 1
    lines = []
    for part, count in counts.items():
        noticed = count["near"] + count["wide"]
        if real := noticed + count["survived"]:
            columns = (part, count.total(), *(count[what] for what in ("near", "wide", "equivalent", "survived")))
            lines.append(f"| {' | '.join(map(str, columns))} | {100 * noticed / real:.0f} % |")
    return lines


def main() -> int:
    """Try mutants, and print what became of them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--part", action="append", choices=PARTS)
    parser.add_argument("--sample", type=int, default=40, help="mutants of each part (default: 40)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=120.0, help="of the processor for each mutant (default: 120)")
    parser.add_argument("--wide-seconds", type=float, default=240.0, help="more for what survived; 0: no wide tests")
    parser.add_argument("--new", action="store_true", help="none of those whose results were kept")
    parser.add_argument("--survivors", action="store_true", help="those that survived the last time")
    parser.add_argument("--file", action="append", metavar="MODULE", help="all mutants of a module, named in `ibpkt`")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="keep the results")
    parser.add_argument("--report", action="store_true", help="only print the sums of what was kept")
    given = parser.parse_args()
    if given.report:
        print("\n".join(report(read())))
        return 0
    parts = given.part or list(PARTS)
    if given.survivors:
        same = equivalent()
        chosen = [(part, each) for part, each, by in read() if by == SURVIVED and part in parts and each not in same]
        chosen = [(part, each) for part, each in chosen if not given.file or each.file in given.file]
        chosen = [(part, each) for part, each in chosen if each in _mutants_in(each.file)]  # the others are gone
    elif given.file:
        chosen = [(part, each) for part, file in of_parts(given.file, parts) for each in mutants(file)]
    else:
        chosen = [(part, each) for part in parts for each in sample(part, given.sample, given.seed)]
    if given.new:
        before = {(part, each) for part, each, _ in read()}
        chosen = [each for each in chosen if each not in before]
    counts: collections.Counter[str] = collections.Counter()
    for each in try_all(chosen, {"near": given.seconds, "wide": given.wide_seconds}, given.jobs):
        what = SURVIVED if each.noticed_by == SURVIVED else each.tier
        counts[what] += 1
        print(each.part, *each.mutant, what, each.noticed_by, sep="\t", flush=True)
        if given.write:
            write([each])
    print(f"{len(chosen)} mutants: near tests noticed {counts['near']}, wide ones {counts['wide']} more")
    return int(counts[SURVIVED] > 0)


if __name__ == "__main__":
    sys.exit(main())
