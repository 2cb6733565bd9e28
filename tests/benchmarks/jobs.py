"""How much sooner several processes are done: seconds of whole commands by one process and by N, in turn.

    python tests/benchmarks/jobs.py [DIRECTORY] [--jobs N] [--runs R]

The captures are those of `make.py` in DIRECTORY.  The ratio is the median over pairs.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.against_tshark import IBPKT, run
from tests.benchmarks.make import make

WORKS = {"-V": ["decode", "-V"], "-T json": ["decode", "-T", "json"], "check": ["check"]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        directory = given.directory or Path(temporary)
        make(directory)
        print(f"{'work':10}{'capture':10}{'one':>8}{given.jobs:>8}{'ratio':>8}")
        for work, command in WORKS.items():
            for name in ("small", "large", "native"):
                one = [*IBPKT, *command, str(directory / f"{name}.pcap")]
                pairs = [(run(one)[0], run([*one, "--jobs", given.jobs])[0]) for _ in range(given.runs)]
                seconds = [statistics.median(times) for times in zip(*pairs, strict=True)]
                ratio = statistics.median(alone / spread for alone, spread in pairs)
                print(f"{work:10}{name:10}{seconds[0]:8.2f}{seconds[1]:8.2f}{ratio:8.2f}")


if __name__ == "__main__":
    main()
