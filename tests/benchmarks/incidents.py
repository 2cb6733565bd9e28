"""Times what incidents cost beside the findings that they are made of, as `ibpkt expert` makes both.

    python tests/benchmarks/incidents.py [DIRECTORY] [--runs N] [--packets N] [--only WORD]

`share` times both in the same run, batch by batch, in processor time: whatever else the machine does slows both alike,
so its spread is small, and the last column says whether it is below 10 % in all runs.  `pairs` compares that run with
one beside it that makes no incidents, in the same process and with garbage collected in the same way: it has all costs,
also those that incidents cause elsewhere, but two runs differ by more than incidents cost where the machine is busy.
Each has its median, least and most.  The captures are those of the traffic generator: the scenes of `expert.py`, and
`many` (lossy flows of a few packets each).  Nothing here fails: it measures.
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
from typing import NamedTuple

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
#: the share of incidents that is wanted
WANTED = 0.1


class Pair(NamedTuple):
    """Two runs over a capture, one after the other; all in seconds of processor time.

    Attributes:
        alone: of the run that makes findings only.
        findings, incidents: of the parts of the run that makes both.
    """

    alone: float
    findings: float
    incidents: float

    @property
    def share(self) -> float:
        """What incidents cost over the findings of the same run."""
        return self.incidents / self.findings

    @property
    def more(self) -> float:
        """What the run with incidents costs over the run without."""
        return (self.findings + self.incidents) / self.alone - 1


def seconds(path: Path, with_incidents: bool) -> tuple[float, float]:
    """Seconds of processor time that the findings of a capture take, and its incidents."""
    gc.collect()
    gc.set_threshold(200_000, 20, 20)  # as `analysis_batches` does
    began, apart = time.thread_time(), 0.0
    expert, groups, wanted = Expert(), FindingGroups(), FindingFilter()
    incidents = Incidents(expert) if with_incidents else None
    with ibpkt.open(path) as capture:
        for batch in capture.batches(max_packets=BATCH_PACKETS, max_bytes=BATCH_BYTES):
            found = expert.add(batch)
            if incidents is not None:
                since = time.thread_time()
                incidents.add(found, batch)
                apart += time.thread_time() - since
            groups.add_result(wanted.select(found, batch), batch)
            del batch, found  # the buffer is used again for the next
    last = list(expert.finish())
    for finding in last:
        groups.add(finding)
    if incidents is not None:
        since = time.thread_time()
        incidents.add_last(last)
        incidents.finish()
        apart += time.thread_time() - since
    return time.thread_time() - began - apart, apart


def measured(path: Path, number: int) -> Pair:
    """One pair of runs; which comes first alternates."""
    if number % 2:
        both = seconds(path, True)
        return Pair(sum(seconds(path, False)), *both)
    alone = sum(seconds(path, False))
    return Pair(alone, *seconds(path, True))


def spread(values: list[float]) -> str:
    """The median, the least and the most."""
    return f"{statistics.median(values):6.1%} {min(values):6.1%} ..{max(values):6.1%}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--packets", type=int, default=200_000)
    parser.add_argument("--only", default="", help="only scenes whose names contain this word")
    options = parser.parse_args()
    directory = options.directory or Path(tempfile.mkdtemp())
    directory.mkdir(parents=True, exist_ok=True)
    many = ("--loss", "0.05", "--conversations", str(options.packets // EACH))
    try:
        print(f"{'scene':8} {'findings s':>10} {'incidents s':>11} {'share':>6} {'':16} {'pairs':>6}", flush=True)
        for name, faults in {**SCENES, "many": many}.items():
            if options.only not in name:
                continue
            path = directory / f"{name}-{options.packets}.pcap"
            craft(path, options.packets, faults)
            seconds(path, True)  # the next find the file in memory, and all modules loaded
            runs = [measured(path, number) for number in range(options.runs)]
            findings, incidents = (
                statistics.median(getattr(run, part) for run in runs) for part in ("findings", "incidents")
            )
            shares = [run.share for run in runs]
            print(
                f"{name:8} {findings:10.2f} {incidents:11.3f} {spread(shares)}  {spread([run.more for run in runs])}"
                f"  {'yes' if max(shares) < WANTED else 'no' if min(shares) > WANTED else 'unclear'}",
                flush=True,
            )
    finally:
        if options.directory is None:
            shutil.rmtree(directory)


if __name__ == "__main__":
    main()
