"""How fast two captures are compared: against reading and verifying both (`ibpkt check`).

    python tests/benchmarks/compare.py [PACKETS]

B is A a while later: one packet in a hundred is lost, one in a thousand is marked or damaged, its clock is 0.3 s ahead
and gains 20 µs a second, every TTL is one less.  A million packets each, unless told otherwise.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.compare.comparison import Comparison
from ibpkt.batch import Batch
from ibpkt.protocols import IPv4
from ibpkt.stats.check import IntegrityReport


def other(batches: Iterator[Batch], random: np.random.Generator) -> Iterator[Batch]:
    """The packets as the other tap sees them."""
    for batch in batches:
        frames = batch.frames
        kept = random.random(len(batch)) >= 0.01
        frames.time = frames.time + 300_000_000 + (frames.time - frames.first_time) // 50_000
        frames.time = frames.time + np.sort(random.integers(1_000, 20_000, len(batch)))
        for shape in batch.shapes:
            at = shape.position(shape.headers.index(IPv4))
            for leaf, value in ((IPv4.leaf("ttl"), 63), (IPv4.leaf("ecn"), 3)):
                rows = at if value == 63 else at[random.random(len(at)) < 0.001]
                frames.write(rows, leaf.bit, leaf.width, np.full(len(rows), value))
            frames.data[(shape.payload[0] - 1)[random.random(len(shape)) < 0.001]] ^= 1
        yield batch.select(kept)


def write(path: Path, batches: Iterator[Batch], link: str) -> None:
    with ibpkt.create(path, link=link) as sink:
        for batch in batches:
            sink.write_batch(batch)


def main() -> None:
    packets = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with tempfile.TemporaryDirectory() as directory:
        a, b = (Path(directory) / name for name in ("a.pcap", "b.pcap"))
        scene = traffic.Traffic(packets=packets, conversations=20, sizes=(1, 256), both_ways=True, truth=None)
        write(a, scene.batches(), scene.link)
        with ibpkt.open(a) as capture:
            write(b, other(capture.batches(), np.random.default_rng(1)), scene.link)
        begin = time.process_time()
        report = IntegrityReport()
        for path in (a, b):
            with ibpkt.open(path) as capture:
                for batch in capture.batches(max_packets=65_536):
                    list(report.add(batch))
                    del batch
        check = time.process_time() - begin
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        begin = time.process_time()
        with ibpkt.open(a) as first, ibpkt.open(b) as second:
            comparison = Comparison(first.batches(max_packets=65_536), second.batches(max_packets=65_536))
            count = sum(1 for _ in comparison)
        compare = time.process_time() - begin
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        print(comparison.summary())
        print(
            f"{count} differences; check {check:.2f} s of processor time, compare {compare:.2f}: {compare / check:.2f}"
        )
        print(
            f"{compare / packets * 1e6:.2f} µs a pair of packets; peak {before >> 10} MiB before, {after >> 10} after"
        )


if __name__ == "__main__":
    main()
