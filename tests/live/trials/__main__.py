"""Trials of the analysis: two Linux kernels talk over a faulty cable, and what is said of the captures is compared.

    python -m tests.live.trials run --trials 100 --seed 1 -o DIR      # with the guests of tests/live/lab/build.sh
    python -m tests.live.trials judge DIR [NAME...]                   # again, of the captures alone
    python -m tests.live.trials show DIR NAME requester               # packet by packet, with what happened to each
    python -m tests.live.trials compare DIR                           # each two taps, by what passed them

A seed draws the same trials each time; what the kernels do in them depends on the moment.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from tests.analysis.truth.told import Told
from tests.live.trials.cable import TAPS
from tests.live.trials.judge import judged
from tests.live.trials.plans import KINDS, draw
from tests.live.trials.story import story
from tests.live.trials.table import table
from tests.live.trials.truth import Truth
from tests.live.trials.two_taps_counted import each_two_taps


def main() -> int:
    """Run trials, judge those of a directory, or show one; 1 if something false was said, but for chats."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="run trials, and judge them")
    run.add_argument("--trials", type=int, default=len(KINDS), help="how many, of each kind in turn")
    run.add_argument("--seed", type=int, default=1)
    run.add_argument("--suite", default="bookworm", help="the guest: bookworm (default) or trixie")
    run.add_argument("--kind", action="append", choices=KINDS, help="only this kind, or these")
    run.add_argument("-o", "--output", type=Path, required=True, metavar="DIR")
    judge = commands.add_parser("judge", help="judge the trials of a directory")
    judge.add_argument("directory", type=Path, metavar="DIR")
    judge.add_argument("names", nargs="*", metavar="NAME", help="only these trials")
    show = commands.add_parser("show", help="show what happened in a trial, as one tap could have seen it")
    show.add_argument("directory", type=Path, metavar="DIR")
    show.add_argument("name", metavar="NAME")
    show.add_argument("tap", choices=TAPS)
    compare = commands.add_parser("compare", help="compare each two taps of trials, by what passed them")
    compare.add_argument("directory", type=Path, metavar="DIR")
    options = parser.parse_args()
    if options.command == "compare":
        return _compare(options.directory)
    if options.command == "show":
        return _show(options.directory, options.name, options.tap)
    if options.command == "run":
        _run(options)
        return _judge(options.output, [])
    return _judge(options.directory, options.names)


def _run(options: argparse.Namespace) -> None:
    from tests.live.trials.guests import two_guests
    from tests.live.trials.trial import Trial

    kinds = options.kind or list(KINDS)
    options.output.mkdir(parents=True, exist_ok=True)
    with two_guests(options.suite) as (node2, node1):
        for number in range(options.trials):
            kind = kinds[number % len(kinds)]
            lot = random.Random(f"{options.seed}/{number}/{kind}")
            name = f"{options.seed}-{number:04}-{kind}"
            truth = Trial(draw(kind, lot), name, node2, node1, lot).run(options.output)
            print(f"{name}: {len(truth.frames)} frames, {len(truth.ledger)} faults", flush=True)


def _show(directory: Path, name: str, tap: str) -> int:
    told = Told(directory / f"{name}-{tap}.pcap", together=True)
    for line in story(told, Truth.read(directory / f"{name}.json"), tap):
        print(line)
    return 0


def _compare(directory: Path) -> int:
    every = [each for path in sorted(directory.glob("*.json")) for each in each_two_taps(path)]
    wrong = [each for each in every if each[1] != each[2]]
    for name, carried, counted in wrong:
        print(f"false: {name}: {counted}, should be {carried}")
    print(f"{len(every)} comparisons, {len(wrong)} false")
    return int(bool(wrong))


def _judge(directory: Path, names: list[str]) -> int:
    results = []
    for path in sorted(directory.glob("*.json")):
        if not names or path.stem in names:
            for result in judged(path):
                results.append(result)
                for untrue in result.untrue:
                    print(f"false: {result.capture}: {untrue}", flush=True)
    print(table(results), end="")
    return int(any(not each.is_chat for result in results for each in result.untrue))


if __name__ == "__main__":
    sys.exit(main())
