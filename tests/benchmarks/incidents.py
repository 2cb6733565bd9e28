"""Times what incidents cost beside the findings that they are made of, as `ibpkt expert` makes both.

    python tests/benchmarks/incidents.py [DIRECTORY] [--runs N] [--packets N] [--only WORD]

Both are timed in the same runs, batch by batch, in processor time: whatever else the machine does slows both alike, and
two runs of which only one makes incidents differ by more than these cost.  The captures are those of the traffic
generator: the scenes of `expert.py`, and `many` (lossy flows of a few packets each).  Wanted is less than 10 % for
each.  Nothing here fails: it measures.
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


def seconds(path: Path) -> tuple[float, float]:
    """Seconds of processor time that the findings of a capture take, and its incidents."""
    gc.collect()
    gc.set_threshold(200_000, 20, 20)  # as `analysis_batches` does
    began, apart = time.thread_time(), 0.0
    expert, groups, wanted = Expert(), FindingGroups(), FindingFilter()
    incidents = Incidents(expert)
    with ibpkt.open(path) as capture:
        for batch in capture.batches(max_packets=BATCH_PACKETS, max_bytes=BATCH_BYTES):
            found = expert.add(batch)
            since = time.thread_time()
            incidents.add(found, batch)
            apart += time.thread_time() - since
            groups.add_result(wanted.select(found, batch), batch)
            del batch, found  # the buffer is used again for the next
    last = list(expert.finish())
    for finding in last:
        groups.add(finding)
    since = time.thread_time()
    incidents.add_last(last)
    incidents.finish()
    apart += time.thread_time() - since
    return time.thread_time() - began - apart, apart


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
        print(f"{'scene':8} {'findings s':>10} {'incidents s':>11} {'share':>6} {'of':>12}", flush=True)
        for name, faults in {**SCENES, "many": many}.items():
            if options.only not in name:
                continue
            path = directory / f"{name}-{options.packets}.pcap"
            craft(path, options.packets, faults)
            seconds(path)  # the next find the file in memory, and all modules loaded
            runs = [seconds(path) for _ in range(options.runs)]
            findings, incidents = (statistics.median(run[which] for run in runs) for which in (0, 1))
            shares = sorted(run[1] / run[0] for run in runs)
            print(
                f"{name:8} {findings:10.2f} {incidents:11.3f} {statistics.median(shares):6.1%}"
                f" {shares[0]:5.1%}..{shares[-1]:.1%}",
                flush=True,
            )
    finally:
        if options.directory is None:
            shutil.rmtree(directory)


if __name__ == "__main__":
    main()
