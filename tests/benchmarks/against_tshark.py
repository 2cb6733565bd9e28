"""Times ibpkt against ``tshark -n`` on the same files, whole processes, in turn, and prints ratios.

    python tests/benchmarks/against_tshark.py [DIRECTORY] [--runs N] [--scale S] [--only WORD] [--markdown FILE]

The captures are made by `make.py` in DIRECTORY (default: one that is deleted afterwards; 1.1 GB).  tshark reads the
native one as link type 147, told by a preference that this is InfiniBand.  Each row gives the medians, the ratio of
each pair's times (median), the ratio that is wanted, and ibpkt's peak memory.  Nothing here fails: it measures.
`--markdown` writes the table into a file, with the machine, for `docs/speed.md`.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import importlib.metadata
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

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

OPCODE = "infiniband.bth.opcode"
VERIFIED = "every CRC verified"


class Row(NamedTuple):
    """What is compared.

    Attributes:
        work: what is done.
        file: the name of the capture.
        ours: ibpkt's command.
        theirs: the peer's.
        wanted: how many times as fast ibpkt should be, 0 where nothing is said.
    """

    work: str
    file: str
    ours: list[str]
    theirs: list[str]
    wanted: float


def rows(directory: Path) -> Iterator[Row]:
    """Every row of the table."""
    small = str(directory / "small.pcap")
    yield Row("the first packet", "small", [*IBPKT, "decode", "-c1", small], ["tshark", "-n", "-c1", "-r", small], 0)
    for place, name in enumerate(("small", "large", "native")):
        ours = str(directory / f"{name}.pcap")
        tshark = ["tshark", "-n", "-r", ours]
        if name == "native":
            tshark = ["tshark", "-n", *DLT, "-r", str(directory / "native147.pcap")]
        chosen = [f"-Y{OPCODE} == 4", "-Tfields", "-eframe.number"]
        opcode = [*tshark, "-Tfields", f"-e{OPCODE}"]
        decode = [*IBPKT, "decode", ours]
        works = (
            ("filter, matching frame numbers", [*decode, *chosen], [*tshark, *chosen], (30, 15, 30)),
            ("packets by opcode", [*IBPKT, "stats", "opcodes", ours], opcode, (30, 15, 30)),
            (f"packets by opcode, {VERIFIED}", [*IBPKT, "stats", "opcodes", "--verify", ours], opcode, (12, 6, 10)),
            ("-T fields, six fields", [*decode, "-Tfields", *FIELDS], [*tshark, "-Tfields", *FIELDS], (15, 8, 15)),
            (f"default lines, {VERIFIED}", decode, tshark, (6, 3, 6)),
            ("-V", [*decode, "-V"], [*tshark, "-V"], (6, 5, 6)),
            ("-T json", [*decode, "-Tjson"], [*tshark, "-Tjson"], (25, 20, 25)),
            ("-T jsonl against -T ek", [*decode, "-Tjsonl"], [*tshark, "-Tek"], (15, 10, 15)),
            ("-T ek", [*decode, "-Tek"], [*tshark, "-Tek"], (15, 10, 15)),
        )
        for work, command, peer, wanted in works:
            yield Row(work, name, command, peer, wanted[place])
        if name == "small" and shutil.which("tcpdump"):
            peer = ["tcpdump", "-nn", "-r", ours]
            yield Row(f"default lines, {VERIFIED}, against tcpdump -nn", name, decode, peer, 1)


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


class Result(NamedTuple):
    """What was measured: medians in seconds, the median of the pairs' ratios, peak memory in MiB."""

    row: Row
    seconds: float
    peer: float
    ratio: float
    memory: float


def measure(row: Row, runs: int) -> Result:
    """Run both commands in turn."""
    run(row.ours)  # both read the file from memory
    pairs = [(run(row.ours), run(row.theirs)) for _ in range(runs)]
    return Result(
        row,
        statistics.median(pair[0][0] for pair in pairs),
        statistics.median(pair[1][0] for pair in pairs),
        statistics.median(pair[1][0] / pair[0][0] for pair in pairs),
        max(pair[0][1] for pair in pairs),
    )


def machine() -> str:
    """The machine and the versions, in one sentence."""
    cpu = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        names = re.findall(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
        cpu = names[0] if names else cpu
    versions = [f"Python {platform.python_version()}", f"NumPy {np.__version__}"]
    for name in ("isal", "anycrc"):
        with contextlib.suppress(importlib.metadata.PackageNotFoundError):
            versions.append(f"{name} {importlib.metadata.version(name)}")
    tshark = subprocess.run(["tshark", "-v"], capture_output=True, text=True, check=True).stdout
    versions.append(f"tshark {tshark.split()[2].rstrip('.')}")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{cpu}, {cores} cores, {', '.join(versions)}; {datetime.date.today().isoformat()}."


def markdown(results: list[Result], runs: int) -> str:
    """The table as a page shows it."""
    lines = [
        f"{machine()} Medians of {runs} pairs.",
        "",
        "| work | capture | ibpkt s | peer s | times as fast | wanted | ibpkt MiB |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    lines += [
        f"| {row.work} | {row.file} | {seconds:.2f} |"
        f" {peer:.2f} | {ratio:.1f} | {f'{row.wanted:g}' if row.wanted else ''} | {memory:.0f} |"
        for row, seconds, peer, ratio, memory in results
    ]
    return "\n".join(lines) + "\n"


def table_options(description: str) -> argparse.Namespace:
    """The options of a benchmark that prints a table: directory, runs, share of the packets, rows, output file."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="packets, as a share of the full number")
    parser.add_argument("--only", default="", help="only rows that contain this word")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the table there, too")
    return parser.parse_args()


def main() -> None:
    options = table_options(__doc__.splitlines()[0])
    if not shutil.which("tshark"):
        raise SystemExit("tshark is not installed: there is nothing to compare with")
    directory = options.directory or Path(tempfile.mkdtemp())
    results = []
    try:
        make(directory, options.scale)
        print(
            f"{'work':52} {'file':7} {'ibpkt s':>8} {'peer s':>8} {'ratio':>6} {'wanted':>6} {'ibpkt MiB':>10}",
            flush=True,
        )
        for row in rows(directory):
            if options.only and options.only not in f"{row.work} {row.file}":
                continue
            result = measure(row, options.runs)
            results.append(result)
            print(
                f"{row.work:52} {row.file:7} {result.seconds:8.2f} {result.peer:8.2f} {result.ratio:6.1f}"
                f" {f'{row.wanted:g}' if row.wanted else '':>6} {result.memory:10.0f}",
                flush=True,
            )
        if options.markdown:
            options.markdown.write_text(markdown(results, options.runs), encoding="utf-8")
    finally:
        if options.directory is None:
            shutil.rmtree(directory, ignore_errors=True)


if __name__ == "__main__":
    main()
