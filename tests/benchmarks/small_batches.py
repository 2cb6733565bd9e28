"""What a batch costs however few packets it has: microseconds of `Analyser.add` for batches of 1, 3, 7 and 50 packets.

    python tests/benchmarks/small_batches.py [--batches N] [--runs N]

A live pipe, the pieces of a rotated capture and many tests hand over few packets at a time.  The least of the runs
counts: processor seconds of one process.  Nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.batch import Batch
from tests.support.analysis_runs import OPERATIONS, cut

SIZES = (1, 3, 7, 50)
FAULTY = {"loss": 0.01, "duplicate": 0.01, "reorder": 0.01, "rnr": 0.01}


def captures(packets: int) -> dict[str, list[Batch]]:
    """Traffic of two conversations, by its name."""
    shape = {"packets": packets, "conversations": 2, "both_ways": True, "truth": None}
    connected = {"operations": OPERATIONS, "sizes": (0, 5000), "pmtu": 1024, **shape}
    scenes = {
        "RC, clean": traffic.Traffic(5, **connected),
        "RC, faults": traffic.Traffic(5, faults=traffic.Faults(**FAULTY), **connected),
        "UD": traffic.Traffic(5, service="UD", operations="SEND", sizes=(0, 256), pmtu=256, **shape),
    }
    return {name: list(scene.batches()) for name, scene in scenes.items()}


def seconds(batches: list[Batch], size: int) -> tuple[float, int]:
    """Processor seconds to add a capture in batches of so many packets, and how many batches that are."""
    pieces = list(cut(batches, size))
    analyser = Analyser()
    begin = time.process_time()
    for piece in pieces:
        analyser.add(piece)
    return time.process_time() - begin, len(pieces)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--batches", type=int, default=200)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print(f"{'microseconds a batch of':24}", *(f"{size:>7}" for size in SIZES))
    by_size = {size: captures(options.batches * size) for size in SIZES}
    for name in by_size[SIZES[0]]:
        least = (min(seconds(by_size[size][name], size) for _ in range(options.runs)) for size in SIZES)
        print(f"{name:24}", *(f"{spent / count * 1e6:7.0f}" for spent, count in least), flush=True)


if __name__ == "__main__":
    main()
