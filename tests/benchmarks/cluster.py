"""What analyses by shards cost, in CPU time a packet: ``python -m tests.benchmarks.cluster FILE [--shards 1 2 4 8]``.

FILE should have packets of many pairs of hosts.  CPU time, not time: other work on the machine slows both down alike.
"""

from __future__ import annotations

import argparse
import functools
import gc
import tempfile
import time
from collections.abc import Callable

import numpy as np

import ibpkt
from ibpkt.batch.endpoint_pairs import pair_hashes, shard_numbers
from ibpkt.cluster import PairAnalysis, PairPartial, merge
from ibpkt.io.shards import ShardWriter


def seconds(work: Callable[[], object]) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def read(path: str) -> None:
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            del batch


def find(path: str) -> None:
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            shard_numbers(batch, 8)
            del batch


def write(path: str) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        ibpkt.open(path) as capture,
        ShardWriter(folder, 8, "x.pcapng") as writer,
    ):
        for batch in capture.batches():
            writer.add(batch, capture.reader.interfaces)
            del batch


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path")
    parser.add_argument("--shards", type=int, nargs="+", default=[1, 2, 4, 8])
    given = parser.parse_args()
    gc.set_threshold(200_000, 20, 20)
    pairs: set[int] = set()
    packets = 0
    with ibpkt.open(given.path) as capture:
        for batch in capture.batches():
            pairs |= set(np.unique(pair_hashes(batch)).tolist())
            packets += len(batch)
            del batch
    print(f"{packets:,} packets of {len(pairs)} pairs")
    for name, work in {"read": read, "read, find pairs": find, "read, find pairs, write shards": write}.items():
        print(f"{name:32} {seconds(lambda work=work: work(given.path)) / packets * 1e9:6.0f} ns a packet")
    for shards in given.shards:
        measure(PairAnalysis([given.path], shards), packets)


def measure(analysis: PairAnalysis, packets: int) -> None:
    """Print what all tasks of an analysis take, the longest of them, and the merge."""
    partials: list[PairPartial] = []
    times = [
        seconds(functools.partial(lambda shard: partials.append(analysis(shard)), shard))
        for shard in range(analysis.shards)
    ]
    merging = seconds(lambda: merge(partials))
    print(
        f"analysis, {analysis.shards} shards: {sum(times) / packets * 1e9:6.0f} ns a packet in all, {max(times):.2f} s "
        f"the longest task, {merging:.2f} s the merge"
    )


if __name__ == "__main__":
    main()
