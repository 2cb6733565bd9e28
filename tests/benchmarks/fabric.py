"""How fast `ibpkt fabric` is, and how much memory it takes: ``python -m tests.benchmarks.fabric [--large]``.

Recorded fabrics and generated sweeps, each by a process of its own; beside them tshark merely prints the same packets.
``--large`` adds sweeps of 9,728 and 48,896 nodes, which take 2 GB of disk for a while.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from tests.benchmarks.erf_records import write_erf
from tests.benchmarks.large_sweep import PodTree, write_sweep
from tests.support.shared import CAPTURES

RECORDED = {
    "ib_fattree, 8,643 packets": CAPTURES / "recorded" / "ib_fattree.pcap",
    "ft3_k6_324nodes, 36,938 packets": CAPTURES / "recorded" / "fabrics" / "ft3_k6_324nodes.pcap.gz",
}


class Cost(NamedTuple):
    """What a process took: seconds, seconds of processor time, MiB at most."""

    wall: float
    processor: float
    memory: int


def cost(*command: str) -> Cost:
    """Run a command without looking at what it prints."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    return Cost(time.perf_counter() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss >> 10)


def least(*command: str, runs: int) -> Cost:
    """Of several runs that with the least processor time."""
    return min((cost(*command) for _ in range(runs)), key=lambda each: each.processor)


def show(title: str, capture: Path, for_tshark: Path | None, runs: int = 3) -> None:
    """Print a row: what ibpkt takes for a capture, and tshark for the same packets with ERF headers."""
    own = least(sys.executable, "-m", "ibpkt", "fabric", str(capture), runs=runs)
    row = f"{title:<32} {own.wall:7.2f} s {own.processor:7.2f} s {own.memory:6,} MiB"
    if for_tshark is not None and shutil.which("tshark") is not None:
        other = least("tshark", "-n", "-r", str(for_tshark), runs=runs)
        row += f"   tshark {other.wall:7.2f} s {other.processor:7.2f} s {other.memory:6,} MiB"
    print(row, flush=True)


def main(large: bool) -> None:
    """Print a table: time on the clock, processor time, memory."""
    with tempfile.TemporaryDirectory() as folder:
        plain, erf = Path(folder) / "sweep.pcap", Path(folder) / "sweep_erf.pcap"
        for name, source in RECORDED.items():
            if source.exists():
                write_erf(source, erf)
                show(name, source, erf)
        small = PodTree(12, 12)
        count = write_sweep(small, plain)
        write_sweep(small, erf, erf=True)
        show(f"{small.nodes:,} nodes, {count:,} packets", plain, erf)
        for tree in (PodTree(8), PodTree(44)) if large else ():
            count = write_sweep(tree, plain)
            show(f"{tree.nodes:,} nodes, {count:,} packets", plain, None, runs=1)


if __name__ == "__main__":
    main("--large" in sys.argv)
