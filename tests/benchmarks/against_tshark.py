"""Times ibpkt against ``tshark -n`` on the same files, whole processes, in turn, and prints ratios.

    python tests/benchmarks/against_tshark.py [DIRECTORY] [--runs N] [--scale S] [--only WORD]

The captures are made by `make.py` in DIRECTORY (default: one that is deleted afterwards; 1.1 GB).  tshark reads the
native one as link type 147, told by a preference that this is InfiniBand.  Each row gives the medians, the ratio of
each pair's times (median), and ibpkt's peak memory.  Nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.make import make

DLT = ["-o", 'uat:user_dlts:"User 0 (DLT=147)","infiniband","0","","0",""']
FIELDS = [
    f"-e{name}"
    for name in (
        "frame.number",
        "frame.time_epoch",
        "frame.len",
        "infiniband.bth.opcode",
        "infiniband.bth.destqp",
        "infiniband.bth.psn",
    )
]
IBPKT = [sys.executable, "-m", "ibpkt"]
COUNT = [sys.executable, str(Path(__file__).with_name("count_opcodes.py"))]


def rows(directory: Path) -> list[tuple[str, str, list[str], list[str]]]:
    """What is compared: the work, the file, ibpkt's command, tshark's command."""
    small = str(directory / "small.pcap")
    result = [("the first packet", "small", [*IBPKT, "decode", "-c1", small], ["tshark", "-n", "-c1", "-r", small])]
    for name in ("small", "large", "native"):
        ours = str(directory / f"{name}.pcap")
        tshark = ["tshark", "-n", "-r", ours]
        if name == "native":
            tshark = ["tshark", "-n", *DLT, "-r", str(directory / "native147.pcap")]
        opcode = [*tshark, "-Tfields", "-einfiniband.bth.opcode"]
        result += [
            ("default lines, every CRC verified", name, [*IBPKT, "decode", ours], tshark),
            ("-V", name, [*IBPKT, "decode", "-V", ours], [*tshark, "-V"]),
            (
                "-T fields, six fields",
                name,
                [*IBPKT, "decode", "-Tfields", *FIELDS, ours],
                [*tshark, "-Tfields", *FIELDS],
            ),
            ("-T json", name, [*IBPKT, "decode", "-Tjson", ours], [*tshark, "-Tjson"]),
            ("packets by opcode", name, [*COUNT, ours], opcode),
            ("packets by opcode, every ICRC verified", name, [*COUNT, ours, "verify"], opcode),
        ]
    return result


def run(command: list[str]) -> tuple[float, float]:
    """Wall time in seconds and peak memory in MiB of one run, its output thrown away."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


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
        print(f"{'work':40} {'file':7} {'ibpkt s':>8} {'tshark s':>9} {'ratio':>6} {'ibpkt MiB':>10}", flush=True)
        for what, name, ours, theirs in rows(directory):
            if options.only and options.only not in f"{what} {name}":
                continue
            run(ours)  # both read the file from memory
            pairs = [(run(ours), run(theirs)) for _ in range(options.runs)]
            seconds = statistics.median(pair[0][0] for pair in pairs)
            peer = statistics.median(pair[1][0] for pair in pairs)
            ratio = statistics.median(pair[1][0] / pair[0][0] for pair in pairs)
            memory = max(pair[0][1] for pair in pairs)
            print(f"{what:40} {name:7} {seconds:8.2f} {peer:9.2f} {ratio:6.1f} {memory:10.0f}", flush=True)
    finally:
        if options.directory is None:
            shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    main()
