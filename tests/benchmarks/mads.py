"""How fast a file of management datagrams alone is decoded, beside tshark: whole processes, one after the other.

    python tests/benchmarks/mads.py [DIRECTORY] [--runs N] [--packets N]

The file repeats what was recorded of simulated fabrics (``captures/ib_small_erf.pcap``, and the larger one where
``../shared/captures/recorded`` is): ERF records, which tshark opens.  Each row gives medians in seconds, the median of
the pairs' ratios, and the ratio that is wanted.  Nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import itertools
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import ibpkt
from tests.benchmarks.against_tshark import IBPKT, Row, measure

ROOT = Path(__file__).parents[2]
RECORDED = ROOT.parent / "shared" / "captures" / "recorded"
SOURCES = (RECORDED / "ib_fattree_erf.pcap", ROOT / "captures" / "ib_small_erf.pcap")
#: nanoseconds from packet to packet
STEP = 1000


def make(path: Path, packets: int) -> None:
    """Write as many datagrams."""
    found: list[bytes] = []
    for source in SOURCES:
        if source.exists():
            with ibpkt.open(source) as capture:
                found += [packet.data for packet in capture]
    with ibpkt.create(path, link="erf") as capture:
        for number, data in enumerate(itertools.islice(itertools.cycle(found), packets)):
            capture.write(data, time=number * STEP)


def rows(path: str) -> Iterator[Row]:
    """Every row of the table."""
    decode, tshark = [*IBPKT, "decode", path], ["tshark", "-n", "-r", path]
    yield Row("default lines, every CRC verified", "mads", decode, tshark, 8)
    yield Row("default lines, --no-crc", "mads", [*decode, "--no-crc"], tshark, 8)
    yield Row("-V", "mads", [*decode, "-V"], [*tshark, "-V"], 3)
    yield Row("-V, --jobs 2", "mads", [*decode, "-V", "--jobs", "2"], [*tshark, "-V"], 3)
    chosen = ["-Yinfiniband.mad.method == 1", "-Tfields", "-eframe.number"]
    yield Row("filter, matching frame numbers", "mads", [*decode, *chosen], [*tshark, *chosen], 0)
    names = ["-Tfields", *(f"-einfiniband.mad.{name}" for name in ("mgmtclass", "method", "attributeid", "status"))]
    yield Row("-T fields, four fields", "mads", [*decode, *names], [*tshark, *names], 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--packets", type=int, default=200_000)
    options = parser.parse_args()
    if not shutil.which("tshark"):
        raise SystemExit("tshark is not installed: there is nothing to compare with")
    with tempfile.TemporaryDirectory() as temporary:
        path = (options.directory or Path(temporary)) / "mads.pcap"
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            make(path, options.packets)
        print(f"{'work':36} {'ibpkt s':>8} {'peer s':>8} {'ratio':>6} {'wanted':>6} {'ibpkt MiB':>10}", flush=True)
        for row in rows(str(path)):
            result = measure(row, options.runs)
            wanted = f"{row.wanted:g}" if row.wanted else ""
            print(
                f"{row.work:36} {result.seconds:8.2f} {result.peer:8.2f} {result.ratio:6.1f} {wanted:>6}"
                f" {result.memory:10.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
