"""How fast `ibpkt fabric` is, and how much memory it takes: ``python -m tests.benchmarks.fabric [--large]``.

Recorded fabrics and generated sweeps, each by a process of its own; beside them tshark merely prints the same packets.
``--large`` adds 48,896 nodes, whose sweep takes 2 GB of disk for a while.
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

from tests.benchmarks.large_sweep import PodTree, write_sweep
from tests.support.shared import CAPTURES

RECORDED = CAPTURES / "recorded"


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


def show(title: str, capture: Path, for_tshark: Path | None) -> None:
    """Print a row: what ibpkt takes for a capture, and tshark for the same packets with ERF headers."""
    own = min(
        (cost(sys.executable, "-m", "ibpkt", "fabric", str(capture)) for _ in range(3)), key=lambda each: each.wall
    )
    row = f"{title:<28} {own.wall:7.2f} s {own.processor:7.2f} s {own.memory:6,} MiB"
    if for_tshark is not None and shutil.which("tshark") is not None:
        other = cost("tshark", "-n", "-r", str(for_tshark))
        row += f"   tshark {other.wall:7.2f} s {other.memory:6,} MiB"
    print(row, flush=True)


def main(large: bool) -> None:
    """Print a table."""
    if RECORDED.exists():
        show("ib_fattree, 8,643 packets", RECORDED / "ib_fattree.pcap", RECORDED / "ib_fattree_erf.pcap")
        show("ft3_k6_324nodes, 36,938", RECORDED / "fabrics" / "ft3_k6_324nodes.pcap.gz", None)
    with tempfile.TemporaryDirectory() as folder:
        plain, erf = Path(folder) / "sweep.pcap", Path(folder) / "sweep_erf.pcap"
        for tree in (PodTree(12, 12), PodTree(44)) if large else (PodTree(12, 12),):
            count = write_sweep(tree, plain)
            small = tree.width == 12
            if small:
                write_sweep(tree, erf, erf=True)
            show(f"{tree.nodes:,} nodes, {count:,} packets", plain, erf if small else None)


if __name__ == "__main__":
    main("--large" in sys.argv)
