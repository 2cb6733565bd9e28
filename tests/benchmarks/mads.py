"""How fast a file of management datagrams alone is decoded, beside tshark: whole processes, one after the other.

    python tests/benchmarks/mads.py [DIRECTORY] [--runs N] [--packets N]

The file has what was recorded of simulated fabrics, each of them once and none twice, as long as they last (those of
``../shared/captures/recorded/fabrics``, or else ``captures/ib_small_erf.pcap``): ERF records, which tshark opens.  Each
row gives medians in seconds, the median of the pairs' ratios, and the ratio that is wanted.  Nothing here fails: it
measures.
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
from tests.benchmarks.erf_records import erf_packets

ROOT = Path(__file__).parents[2]
RECORDED = ROOT.parent / "shared" / "captures" / "recorded"
SMALL = ROOT / "captures" / "ib_small_erf.pcap"
#: pieces of others
LEFT_OUT = ("part_", "merge_")
#: 2023-11-14 22:13:20 UTC: of a capture from 1970 records are found more slowly, and nobody has one
START = 1_700_000_000_000_000_000
#: nanoseconds from packet to packet
STEP = 1000


def sources() -> list[Path]:
    """The captures, without those that are made of others."""
    fabrics = sorted((RECORDED / "fabrics").glob("*.pcap*"))
    whole = [path for path in fabrics if not path.name.startswith(LEFT_OUT) and "_erf." not in path.name]
    return whole or [SMALL]


def make(path: Path, packets: int) -> None:
    """Write as many datagrams, or as many as there are."""
    with ibpkt.create(path, link="erf") as capture:
        for number, data in enumerate(itertools.islice(recorded(), packets)):
            capture.write(data, time=START + number * STEP)


def recorded() -> Iterator[bytes]:
    """All packets, each with an ERF header."""
    for source in sources():
        for data, _time in erf_packets(source):
            yield data


def rows(path: str) -> Iterator[Row]:
    """Every row of the table."""
    decode, tshark = [*IBPKT, "decode", path], ["tshark", "-n", "-r", path]
    yield Row("default lines, every CRC verified", "mads", decode, tshark, 1)
    yield Row("default lines, --no-crc", "mads", [*decode, "--no-crc"], tshark, 1)
    yield Row("-V", "mads", [*decode, "-V"], [*tshark, "-V"], 1)
    yield Row("-V, --jobs 2", "mads", [*decode, "-V", "--jobs", "2"], [*tshark, "-V"], 1)
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
