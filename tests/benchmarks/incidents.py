"""Times the analysis with incidents against the same without them, in turn, and prints what they add.

    python tests/benchmarks/incidents.py [DIRECTORY] [--runs N] [--packets N] [--only WORD]

Both go in this process: the findings and their groups, as `ibpkt expert` makes them; one of the two puts them together
to incidents besides.  The captures are those of the traffic generator: the scenes of `expert.py`, and `many` (lossy
flows of a few packets each).  Wanted is less than 10 % for each.  Nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import gc
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import ibpkt
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.checks.finding_filter import FindingFilter
from ibpkt.analysis.checks.finding_groups import FindingGroups
from ibpkt.analysis.incidents import Incidents
from ibpkt.cli.analysis_batches import BATCH_BYTES, BATCH_PACKETS
from tests.benchmarks.expert import SCENES, craft

#: packets of each flow in `many`
EACH = 25


def seconds(path: Path, put_together: bool) -> float:
    """Seconds of processor time that the analysis of a capture takes."""
    gc.collect()
    gc.set_threshold(50_000, 20, 20)  # as `analysis_batches` does
    began = time.process_time()
    expert, groups, wanted = Expert(), FindingGroups(), FindingFilter()
    incidents = Incidents(expert) if put_together else None
    with ibpkt.open(path) as capture:
        for batch in capture.batches(max_packets=BATCH_PACKETS, max_bytes=BATCH_BYTES):
            found = expert.add(batch)
            if incidents is not None:
                incidents.add(found, batch)
            groups.add_result(wanted.select(found, batch), batch)
            del batch, found  # the buffer is used again for the next
    last = list(expert.finish())
    for finding in last:
        groups.add(finding)
    if incidents is not None:
        incidents.add_last(last)
        incidents.finish()
    return time.process_time() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--packets", type=int, default=200_000)
    parser.add_argument("--only", default="", help="only scenes whose names contain this word")
    options = parser.parse_args()
    directory = options.directory or Path(tempfile.mkdtemp())
    directory.mkdir(parents=True, exist_ok=True)
    many = ("--loss", "0.05", "--conversations", str(options.packets // EACH))
    try:
        print(f"{'scene':8} {'without s':>9} {'with s':>7} {'more':>6} {'of':>12}", flush=True)
        for name, faults in {**SCENES, "many": many}.items():
            if options.only not in name:
                continue
            path = directory / f"{name}-{options.packets}.pcap"
            craft(path, options.packets, faults)
            seconds(path, put_together=True)  # both find the file in memory, and all modules loaded
            pairs = [(seconds(path, False), seconds(path, True)) for _ in range(options.runs)]
            without, with_them = (statistics.median(pair[which] for pair in pairs) for which in (0, 1))
            shares = sorted(pair[1] / pair[0] - 1 for pair in pairs)
            more = statistics.median(shares)
            print(
                f"{name:8} {without:9.2f} {with_them:7.2f} {more:6.1%} {shares[0]:5.1%}..{shares[-1]:.1%}", flush=True
            )
    finally:
        if options.directory is None:
            shutil.rmtree(directory)


if __name__ == "__main__":
    main()
