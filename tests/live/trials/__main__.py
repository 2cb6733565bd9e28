"""Trials of the analysis: two Linux kernels talk over a faulty cable, and what is said of the captures is compared.

    python -m tests.live.trials run --trials 100 --seed 1 -o DIR      # with the guests of tests/live/lab/build.sh
    python -m tests.live.trials judge DIR                             # again, of the captures alone

A seed draws the same trials each time; what the kernels do in them depends on the moment.
"""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

from tests.live.trials.judge import judged
from tests.live.trials.plans import KINDS, draw
from tests.live.trials.table import table


def main() -> int:
    """Run trials, or judge those of a directory; 1 if something false was said."""
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
    options = parser.parse_args()
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


def _judge(directory: Path, names: list[str]) -> int:
    results = []
    for path in sorted(directory.glob("*.json")):
        if not names or path.stem in names:
            for result in judged(path):
                results.append(result)
                for untrue in result.untrue:
                    print(f"false: {result.capture}: {untrue}", flush=True)
    print(table(results), end="")
    return int(any(result.untrue for result in results))


if __name__ == "__main__":
    sys.exit(main())
