"""Times ``ibpkt commands`` against ``tshark -n -Y nvme``, and what recognition costs traffic without upper layers.

    python tests/benchmarks/commands.py [DIRECTORY] [--packets N] [--runs N] [--protocol nvme|nfs]

A capture of N packets is made in DIRECTORY (default: one that is deleted afterwards; 0.6 GB a million): connection
management, then a workload of NVMe over Fabrics or NFS, so that tshark decodes its commands, too.  Prints the CPU
seconds of both in turn, the ratios of the pairs, the peak memory of ibpkt for the whole and a tenth of the capture, and
the CPU seconds of `expert` and `decode` with and without recognition on traffic of plain verbs.  Nothing here fails: it
measures.
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
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

import ibpkt
from ibpkt import traffic
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
        ours = [*IBPKT, "commands", "--latency", str(whole)]
        theirs = ["tshark", "-n", "-Y", FILTERS[given.protocol], "-r", str(whole)]
        print(f"{given.packets:,} packets of {given.protocol}: CPU seconds")
        in_turn("ibpkt commands, tshark", ours, theirs, given.runs)
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
            without = [sys.executable, __file__, "--without", name, *arguments, str(plain)]
            in_turn(f"{name}: without recognition, with", without, [*IBPKT, name, *arguments, str(plain)], given.runs)


def without_recognition(words: list[str]) -> None:
    """Run a command of ibpkt that recognises nothing."""
    from ibpkt.cli import main as command
    from ibpkt.commands import annotators, command_checks

    class Nothing(command_checks.CommandChecks):
        def __init__(self, *, every_message: bool = False, followed: bool = True) -> None:
            super().__init__(every_message=every_message, followed=False)

    command_checks.CommandChecks = Nothing  # type: ignore[misc]
    annotators.ANNOTATORS = tuple(each for each in annotators.ANNOTATORS if each is not annotators.CommandAnnotator)
    sys.argv = ["ibpkt", *words]
    sys.exit(command())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--without"]:
        without_recognition(sys.argv[2:])
    else:
        main()
