"""Times copying captures with ``ibpkt.create`` against reading alone, ``editcap`` and ``cp``, and prints ratios.

    python tests/benchmarks/writing.py [DIRECTORY] [--runs N] [--scale S]

The captures are made by `make.py` in DIRECTORY (default: one that is deleted afterwards; 2.2 GB).  Whole processes, in
turn; medians.  ``beyond reading`` is the copy's time less that of reading the batches alone, ``to nowhere`` the same
with ``/dev/null`` as the target: what is left when the system's own time for the file is taken away.  Nothing here
fails: it measures.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.against_tshark import run
from tests.benchmarks.make import make

COPY = """
import sys, ibpkt
source, target, form, single = sys.argv[1:]
with ibpkt.open(source) as capture:
    if not target:
        for batch in capture.batches():
            del batch
    else:
        with ibpkt.create(target, format=form, interfaces=capture.reader.interfaces) as out:
            if single:
                for packet in capture.batches():
                    frames = packet.frames
                    view = frames.view
                    for start, length in zip(frames.start.tolist(), frames.captured.tolist()):
                        out.write(view[start:start + length], link=1)
                    del view, frames, packet
            else:
                for batch in capture.batches():
                    out.write_batch(batch)
                    del batch
"""
EDITCAP = {"pcap": "pcap", "pcap-ns": "nsecpcap", "pcapng": "pcapng", "erf": None}  # it makes no ERF headers


def ours(source: Path, target: str = "", form: str = "pcap", single: str = "") -> list[str]:
    return [sys.executable, "-c", COPY, str(source), target, form, single]


def median(command: list[str], runs: int) -> tuple[float, float]:
    """Seconds and MiB; the first run is thrown away."""
    done = [run(command) for _ in range(runs + 1)][1:]
    return statistics.median(seconds for seconds, _ in done), max(memory for _, memory in done)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="packets, as a share of the full number")
    options = parser.parse_args()
    directory = options.directory or Path(tempfile.mkdtemp())
    peer = shutil.which("editcap")
    try:
        make(directory, options.scale)
        print(
            f"{'file':7} {'format':8} {'copy s':>7} {'beyond reading':>15} {'to nowhere':>11} {'GB/s':>6}"
            f" {'editcap s':>10} {'ratio':>6} {'cp s':>6} {'MiB':>5}"
        )
        for name in ("small", "large"):
            source, target = directory / f"{name}.pcap", directory / "written"
            reading, _ = median(ours(source), options.runs)
            plain, _ = median(["cp", str(source), str(target)], options.runs)
            for form in EDITCAP:
                copy, memory = median(ours(source, str(target), form), options.runs)
                nowhere = median(ours(source, "/dev/null", form), options.runs)[0] - reading
                rate = source.stat().st_size / max(nowhere, 1e-9) / 1e9
                there, ratio = "-", "-"
                theirs = EDITCAP[form]
                if peer and theirs:
                    seconds, _ = median([peer, "-F", theirs, str(source), str(target)], options.runs)
                    there, ratio = f"{seconds:.2f}", f"{seconds / copy:.1f}"
                print(
                    f"{name:7} {form:8} {copy:7.2f} {copy - reading:15.2f} {nowhere:11.2f} {rate:6.1f}"
                    f" {there:>10} {ratio:>6} {plain:6.2f} {memory:5.0f}",
                    flush=True,
                )
            single = median(ours(source, "/dev/null", "pcap", "single"), 1)[0] - reading
            print(f"{name:7} one packet a call, beyond reading: {single:.2f} s")
            target.unlink()
    finally:
        if options.directory is None:
            shutil.rmtree(directory)


if __name__ == "__main__":
    main()
