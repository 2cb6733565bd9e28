"""Times ``ibpkt edit`` against editcap copying the same file, whole processes, in turn, and prints ratios.

    python tests/benchmarks/editing.py [DIRECTORY] [--runs N] [--scale S] [--only WORD]

The captures are made by `make.py` in DIRECTORY (default: one that is deleted afterwards).  editcap only copies: it
knows neither fields nor CRCs.  Both write a pcap file beside the one that they read.  Nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks.against_tshark import IBPKT, run
from tests.benchmarks.make import make

WORK: dict[str, list[str]] = {
    "copied": [],
    "PSN + 1, every CRC redone": ["--set", "infiniband.bth.psn+=1", "--wrap"],
    "PSN + 1, CRCs kept": ["--set", "infiniband.bth.psn+=1", "--wrap", "--crc", "keep"],
    "payload cut": ["--cut-payload"],
    "anonymised, payload as zeros": ["--anonymise", "all", "--zero-payload", "--key", "k"],
    "to another carrier": ["--to", "rocev1"],
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--scale", type=float, default=1.0, help="packets, as a share of the full number")
    parser.add_argument("--only", default="", help="only rows that contain this word")
    options = parser.parse_args()
    editcap = shutil.which("editcap")
    directory = options.directory or Path(tempfile.mkdtemp())
    try:
        make(directory, options.scale)
        print(f"{'work':30} {'file':7} {'ibpkt s':>8} {'editcap s':>9} {'times':>6} {'ibpkt MiB':>10}", flush=True)
        for name in ("small", "large", "native"):
            source, target = directory / f"{name}.pcap", directory / "edited.pcap"
            for what, arguments in WORK.items():
                if options.only not in f"{what} {name}":
                    continue
                ours = [*IBPKT, "edit", str(source), *arguments, "-w", str(target)]
                peers_source = directory / "native147.pcap" if name == "native" else source  # it does not know 247
                theirs = [editcap, "-F", "pcap", str(peers_source), str(target)] if editcap else None
                run(ours)  # both read the file from memory
                pairs = [(run(ours), run(theirs) if theirs else None) for _ in range(options.runs)]
                seconds = statistics.median(pair[0][0] for pair in pairs)
                peers = [pair[1][0] for pair in pairs if pair[1]]
                peer = statistics.median(peers) if peers else float("nan")
                memory = max(pair[0][1] for pair in pairs)
                print(f"{what:30} {name:7} {seconds:8.2f} {peer:9.2f} {seconds / peer:6.1f} {memory:10.0f}", flush=True)
    finally:
        if options.directory is None:
            shutil.rmtree(directory, ignore_errors=True)
        else:
            (directory / "edited.pcap").unlink(missing_ok=True)


if __name__ == "__main__":
    main()
