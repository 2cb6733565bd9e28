"""Times ``ibpkt decode -Y`` against ``tshark -n -Y`` on the same files, whole processes, in turn, and prints ratios.

    python tests/benchmarks/filters.py [DIRECTORY] [--runs N] [--scale S] [--only WORD]

Files and manners are those of `against_tshark.py`.  The last lines tell where the time goes in ibpkt: what it takes to
start, what a filter takes to be read, and what reading the file, the walk and the filter take.  Nothing here fails: it
measures.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.against_tshark import DLT, IBPKT, run
from tests.benchmarks.make import make

#: by file; the first of each is the one to look at
FILTERS = {
    "small": (
        "infiniband.bth.opcode == 4",
        "infiniband.bth.opcode == 17 and ip.src == 10.0.0.1 and udp.srcport in {49152 .. 65535}",
        "infiniband.bth.psn & 1",
        'frame contains "\\x00\\x01\\x02\\x03\\x04\\x05"',
        "infiniband.reth.dmalen > 4096 or infiniband.aeth.syndrome > 0x60",
        "infiniband.bth",
    ),
    "large": ("infiniband.bth.opcode == 17", "frame[100:4] == 00:00:00:00", "eth.src == eth.dst"),
    "native": ("infiniband.bth.opcode == 17", "infiniband.lrh.slid != 1"),
}
STEPS = """
import time; begin = time.perf_counter()
import ibpkt.cli.decode
started = time.perf_counter()
from ibpkt import filter
found = filter.compile({expression!r})
read = time.perf_counter()
again = filter.compile({expression!r} + " ")
second = time.perf_counter()
print(f"start {{started - begin:.3f}} s, first filter {{read - started:.3f}} s, ", end="")
print(f"another {{second - read:.4f}} s", end="")
rows = walk = 0.0
begin = time.perf_counter()
with ibpkt.open({path!r}) as capture:
    for batch in capture.batches(32768):
        at = time.perf_counter()
        batch.shapes
        walked = time.perf_counter()
        found.rows(batch)
        rows += time.perf_counter() - walked
        walk += walked - at
        del batch
reading = time.perf_counter() - begin - walk - rows
print(f"; read {{reading:.3f}} s, walk {{walk:.3f}} s, filter {{rows:.3f}} s")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="packets, as a share of the full number")
    parser.add_argument("--only", default="", help="only rows that contain this word")
    options = parser.parse_args()
    if not shutil.which("tshark"):
        raise SystemExit("tshark is not installed: there is nothing to compare with")
    directory = options.directory or Path(tempfile.mkdtemp())
    try:
        make(directory, options.scale)
        print(f"{'file':7} {'ibpkt s':>8} {'tshark s':>9} {'ratio':>6} {'ibpkt MiB':>10}  filter", flush=True)
        for name, expressions in FILTERS.items():
            ours = str(directory / f"{name}.pcap")
            theirs = ["tshark", "-n", "-r", ours]
            if name == "native":
                theirs = ["tshark", "-n", *DLT, "-r", str(directory / "native147.pcap")]
            for expression in expressions:
                if options.only not in f"{name} {expression}":
                    continue
                tail = ["-Y", expression, "-T", "fields", "-e", "frame.number"]
                command = [*IBPKT, "decode", *tail, ours]
                run(command)  # both read the file from memory
                pairs = [(run(command), run([*theirs, *tail])) for _ in range(options.runs)]
                seconds = statistics.median(pair[0][0] for pair in pairs)
                peer = statistics.median(pair[1][0] for pair in pairs)
                ratio = statistics.median(pair[1][0] / pair[0][0] for pair in pairs)
                memory = max(pair[0][1] for pair in pairs)
                row = f"{name:7} {seconds:8.2f} {peer:9.2f} {ratio:6.1f} {memory:10.0f}  {expression}"
                print(row, flush=True)
        for name, (expression, *_) in FILTERS.items():
            path = str(directory / f"{name}.pcap")
            code = STEPS.format(expression=expression, path=path)
            print(f"{name}: ", end="", flush=True)
            subprocess.run([sys.executable, "-c", code], check=True)
    finally:
        if options.directory is None:
            shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    main()
