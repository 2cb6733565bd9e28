"""Times ``ibpkt commands`` against ``tshark -n -Y nvme``, and what recognition costs traffic without upper layers.

    python tests/benchmarks/commands.py [DIRECTORY] [--packets N] [--runs N] [--protocol nvme|nfs]

A capture of N packets is made in DIRECTORY (default: one that is deleted afterwards; 0.6 GB a million): connection
management, then a workload of NVMe over Fabrics or NFS, so that tshark decodes its commands, too.  Prints the CPU
seconds of both in turn, the ratios of the pairs (of lines also by slope, without the start of the programs: between a
capture of N packets and one of a tenth), the peak memory of ibpkt for the whole and a tenth of the capture, the
CPU seconds of `expert` and `decode` with and without recognition on traffic of plain verbs, and what recognition takes
there within one run: once for what it imports, and for each packet.  Nothing here fails: it measures.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import ibpkt
from ibpkt import traffic
from ibpkt.cli.analysis_batches import BATCH_BYTES, BATCH_PACKETS
from ibpkt.commands.command_checks import CommandChecks
from ibpkt.management import ConnectionEnd
from ibpkt.management.cm import connect
from ibpkt.protocols.upper.nvme_fabrics import NVMeAccept, NVMeRequest

IBPKT = [sys.executable, "-m", "ibpkt"]
PORTS = {"nvme": 4420, "nfs": 20049}
FILTERS = {"nvme": "nvme", "nfs": "rpc"}
START = 1_700_000_000_000_000_000
DEPTH = 32


def private_data(queue: int, protocol: str) -> tuple[bytes | None, bytes | None]:
    """What REQ and REP of a queue carry."""
    if protocol != "nvme":
        return None, None
    asked = {"recfmt": 0, "qid": queue, "hrqsize": DEPTH, "hsqsize": DEPTH - 1}
    given = {"recfmt": 0, "crqsize": DEPTH}
    return tuple(  # type: ignore[return-value]
        header.write({field.name: values.get(field.name, field.default) for field in header.wire})
        for header, values in ((NVMeRequest, asked), (NVMeAccept, given))
    )


def make(path: Path, packets: int, protocol: str, **options: Any) -> None:
    """Write a capture: connections are established, and carry commands."""
    given = {"conversations": 4, "sizes": (4096, 32768), "queue_depth": 16, "pmtu": 1024, "command_errors": 0.001}
    # the ends of conversations follow from the seed, so a short scene has those of the long one
    first = traffic.Traffic(workload=protocol, packets=1, **{**given, **options})
    for _ in first.batches():
        pass
    scene = traffic.Traffic(workload=protocol, packets=packets, start=START, truth=None, **{**given, **options})
    with ibpkt.create(path, link=scene.link) as out:
        time = START - 1_000_000_000
        for each in first.truth.conversations:
            ends = [(each[side]["addresses"]["ipv4"], each[side]["qpn"], each[side]["first_psn"]) for side in "ab"]
            asked, accepted = private_data(each["conversation"] + 1, protocol)
            # the starting PSN that an end names is that of the packets which it expects
            active = ConnectionEnd(ends[0][0], ip=ends[0][0], comm_id=each["conversation"] + 1, qpn=ends[0][1],
                                   psn=ends[1][2], private=asked)  # fmt: skip
            passive = ConnectionEnd(ends[1][0], ip=ends[1][0], comm_id=each["conversation"] + 101, qpn=ends[1][1],
                                    psn=ends[0][2], private=accepted)  # fmt: skip
            for packet in connect(active=active, passive=passive, port=PORTS[protocol], path_mtu=given["pmtu"]):
                out.write(packet, time=time)
                time += 1_000_000
        for batch in scene.batches():
            out.write_batch(batch)


def cpu_seconds(command: list[str]) -> float:
    """CPU seconds of a process and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def peak_memory(command: list[str]) -> float:
    """MiB at the peak of a process."""
    code = "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=-3); "
    code += "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    result = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, check=True, env=environment)
    return int(result.stdout) / 1024


def in_turn(name: str, first: list[str], second: list[str], runs: int) -> None:
    """Run both in turn, and print the median of each and of the ratios of pairs."""
    pairs = [(cpu_seconds(first), cpu_seconds(second)) for _ in range(runs)]
    ours, theirs = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(two / one for one, two in pairs)
    print(f"{name:44} {ours:7.2f} s {theirs:7.2f} s  ratio {ratio:.3f}", flush=True)


def by_slope(name: str, works: Sequence[list[str]], files: Sequence[Path], runs: int) -> None:
    """Run two works on a large and a small file, and print the ratio of what they take more for the large one."""
    ratios = []
    for _ in range(runs):
        ours, theirs = ([cpu_seconds([*work, str(path)]) for path in files] for work in works)
        ratios.append((theirs[0] - theirs[1]) / (ours[0] - ours[1]))
    text = f"ratio {statistics.median(ratios):.3f} ({min(ratios):.2f} to {max(ratios):.2f})"
    print(f"{name + ', by slope':44} {text:>31}", flush=True)


@contextlib.contextmanager
def directory(name: str | None) -> Iterator[Path]:
    """The one that was named, or one that is deleted afterwards."""
    if name is not None:
        Path(name).mkdir(parents=True, exist_ok=True)
        yield Path(name)
    else:
        with tempfile.TemporaryDirectory() as made:
            yield Path(made)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("directory", nargs="?")
    parser.add_argument("--packets", type=int, default=1_000_000)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--protocol", choices=sorted(PORTS), default="nvme")
    given = parser.parse_args()
    with directory(given.directory) as folder:
        whole, tenth = folder / f"{given.protocol}.pcap", folder / f"{given.protocol}-tenth.pcap"
        for path, packets in ((whole, given.packets), (tenth, given.packets // 10)):
            if not path.exists():
                make(path, packets, given.protocol)
        theirs = ["tshark", "-n", "-Y", FILTERS[given.protocol], "-r", str(whole)]
        print(f"{given.packets:,} packets of {given.protocol}: CPU seconds")
        in_turn("ibpkt commands, tshark", [*IBPKT, "commands", str(whole)], theirs, given.runs)
        works = [*IBPKT, "commands"], theirs[:-1]
        by_slope("ibpkt commands, tshark", works, (whole, tenth), given.runs)
        in_turn("ibpkt commands --latency, tshark", [*IBPKT, "commands", "--latency", str(whole)], theirs, given.runs)
        for path in (tenth, whole):
            print(f"peak memory of {path.name}: {peak_memory([*IBPKT, 'commands', str(path)]):.0f} MiB")
        plain = folder / "verbs.pcap"
        if not plain.exists():
            operations = {"WRITE": 4, "READ": 2, "SEND": 1}
            scene = traffic.Traffic(7, packets=given.packets, conversations=8, operations=operations, truth=None)
            with ibpkt.create(plain, link=scene.link) as out:
                for batch in scene.batches():
                    out.write_batch(batch)
        for name, arguments in (("expert", []), ("decode", ["-A"])):
            both = ([sys.executable, __file__, how, name, *arguments, str(plain)] for how in ("--without", "--with"))
            in_turn(f"{name}: without recognition, with", *both, given.runs)
        tell_recognition(plain, given.runs)


def tell_recognition(path: Path, runs: int) -> None:
    """Print what recognition takes beside the findings of the same run in processor time, and what its imports take."""
    code = "import ibpkt.cli.expert, ibpkt.commands.command_checks, time; since = time.thread_time(); "
    code += "import ibpkt.commands.known; print(time.thread_time() - since)"
    imported = statistics.median(  # each in a new process: here they are imported
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(max(runs, 5))
    )
    pairs = []
    for _ in range(runs):
        checks, apart, began = CommandChecks(), 0.0, time.thread_time()
        with ibpkt.open(path) as capture:
            for batch in capture.batches(max_packets=BATCH_PACKETS, max_bytes=BATCH_BYTES):
                found = checks.expert.add(batch)
                since = time.thread_time()
                checks.add(batch, found)
                apart += time.thread_time() - since
                del batch, found  # the buffer is used again for the next
        pairs.append((apart, time.thread_time() - began - apart))
    own, others = (statistics.median(column) for column in zip(*pairs, strict=True))
    shares = [one / two for one, two in pairs]
    print(
        f"recognition beside findings: {own:.3f} s of {others:.2f} s, {statistics.median(shares):.1%} "
        f"({min(shares):.1%} to {max(shares):.1%}); its imports take {imported:.3f} s, once",
        flush=True,
    )


def run_command(words: list[str], *, recognises: bool) -> None:
    """Run a command of ibpkt, with the same imports whether it recognises upper protocols or not."""
    from ibpkt.cli import main as command
    from ibpkt.commands import annotators, command_checks

    class Nothing(command_checks.CommandChecks):
        def __init__(self, *, every_message: bool = False, followed: bool = True) -> None:
            super().__init__(every_message=every_message, followed=False)

    if not recognises:
        command_checks.CommandChecks = Nothing  # type: ignore[misc]
        annotators.ANNOTATORS = tuple(each for each in annotators.ANNOTATORS if each is not annotators.CommandAnnotator)
    sys.argv = ["ibpkt", *words]
    sys.exit(command())


if __name__ == "__main__":
    if sys.argv[1:2] in (["--without"], ["--with"]):
        run_command(sys.argv[2:], recognises=sys.argv[1] == "--with")
    else:
        main()
