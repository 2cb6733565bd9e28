"""Times commands of two checkouts on the same files, whole processes, in turn, and prints the ratios of the pairs.

    python tests/benchmarks/before_after.py OLD_CHECKOUT [DIRECTORY] [--runs N] [--only WORD]

OLD_CHECKOUT is another checkout of this repository (``git worktree add ../old REVISION``); this one is the new.  The
captures are made in DIRECTORY (default: one that is deleted afterwards; 1.3 GB).  A ratio of 1.05 means that the new
one takes 5 % longer.  The medians of the pairs count: the two runs of a pair meet the same machine.
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

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.benchmarks.expert import SCENES, craft
from tests.benchmarks.make import make

NEW = Path(__file__).resolve().parents[2]

ROWS = {
    "start: --help": ("--help",),
    "start: the first packet": ("decode", "-c", "1", "{small}"),
    "lines": ("decode", "{small}"),
    "lines, native": ("decode", "{native}"),
    "filter": ("decode", "-T", "fields", "-e", "frame.number", "-Y", "infiniband.bth.opcode == 129", "{small}"),
    "six fields": (
        *("decode", "-T", "fields", "-e", "frame.number", "-e", "frame.time_epoch", "-e", "frame.len"),
        *("-e", "infiniband.bth.opcode", "-e", "infiniband.bth.destqp", "-e", "infiniband.bth.psn", "{small}"),
    ),
    "-V": ("decode", "-V", "-c", "200000", "{small}"),
    "json": ("decode", "-T", "json", "-c", "200000", "{small}"),
    "pdml": ("decode", "-T", "pdml", "-c", "100000", "{small}"),
    "check": ("check", "{small}"),
    "check, large": ("check", "{large}"),
    "check, native": ("check", "{native}"),
    "opcodes": ("stats", "opcodes", "{small}"),
    "conversations": ("stats", "conversations", "{small}"),
    "expert, clean": ("expert", "--summary", "{clean}"),
    "expert, 0.1 % lost": ("expert", "--summary", "{lossy}"),
    "expert, 1 % lost": ("expert", "--summary", "{worse}"),
    "flows": ("flows", "{lossy}"),
    "messages": ("messages", "{lossy}"),
    "craft traffic": ("craft", "traffic", "--packets", "100000", "-w", "{out}"),
    "edit: native to RoCE": ("edit", "--to", "rocev2", "-w", "{out}", "{native}"),
    "edit: set": ("edit", "--set", "infiniband.bth.psn+=1", "--wrap", "-w", "{out}", "{small}"),
}


def timed(checkout: Path, arguments: list[str]) -> float:
    """Seconds of one command."""
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    begin = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "ibpkt", *arguments],
        env=environment,
        cwd=checkout,
        stdout=subprocess.DEVNULL,
        check=False,
    )
    if done.returncode not in (0, 1):
        raise SystemExit(f"{checkout}: ibpkt {' '.join(arguments)} ends with {done.returncode}")
    return time.perf_counter() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    old = options.old.resolve()
    directory = options.directory or Path(tempfile.mkdtemp())
    directory.mkdir(parents=True, exist_ok=True)
    try:
        make(directory)
        files = {name: str(directory / f"{name}.pcap") for name in ("small", "large", "native", "out")}
        for name in ("clean", "lossy", "worse"):
            files[name] = str(directory / f"{name}-500000.pcap")
            craft(Path(files[name]), 500_000, SCENES[name])
        print(f"{'work':26} {'old s':>7} {'new s':>7} {'new/old':>8}")
        for work, arguments in ROWS.items():
            if options.only not in work:
                continue
            given = [argument.format(**files) for argument in arguments]
            runs = options.runs * (4 if work.startswith("start") else 1)
            for checkout in (old, NEW):  # once for the caches
                timed(checkout, given)
            pairs = [(timed(old, given), timed(NEW, given)) for _ in range(runs)]
            before, after = (statistics.median(pair[at] for pair in pairs) for at in (0, 1))
            ratio = statistics.median(new / other for other, new in pairs)
            print(f"{work:26} {before:7.3f} {after:7.3f} {ratio:8.2f}", flush=True)
    finally:
        if not options.directory:
            shutil.rmtree(directory)


if __name__ == "__main__":
    main()
