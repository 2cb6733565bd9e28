"""Prints how many times as fast ibpkt does each of its works as ``tshark -n``, and as what people would pick instead.

    python tests/benchmarks/speed_table.py [DIRECTORY] [--runs N] [--scale S] [--only WORD] [--markdown FILE]

All times are those of the processor, user and system, of whole processes that run in turn.  A work is done on two
captures of one kind, of which one is four times as large: the slope between them is the cost of a packet without the
start of the program, and the ratio is that of the slopes.  `small`, `large` (4 KiB) and `native` are those of
`make.py`, `mads` the different fabrics of `mads.py`, without any copies.  Each row has nanoseconds a packet, the ratio
of their medians with its least and most over the runs (each pair of runs by itself; a slope that is not positive, as
a busy machine makes them where captures are small, gives none), the ratio that is wanted, and peak memory in MiB.

Peers written in Python read fewer packets; one that is not installed is left out, and named at the end.  At the bottom
are works that have no peer, with what is wanted of them.  Nothing here fails: it measures.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.benchmarks import mads, make
from tests.benchmarks.against_tshark import DLT, IBPKT, OPCODE, machine, table_options

#: by kind of capture: how `make.py` writes it, and how many packets it has
KINDS = {
    "small": ("roce", make.SMALL, 1_000_000, (1,)),
    "large": ("roce", make.LARGE, 200_000, (1,)),
    "native": ("native", make.NATIVE, 300_000, (247, 147)),
}
#: datagrams of management, of which there are no more
MADS = 200_000
#: how many times as many packets the larger capture of two has
TIMES = 4
#: the share of the packets that peers written in Python read
SLOW = 0.05
#: fields of a table
FIELDS = (
    "frame.number", "frame.time_epoch", "frame.len", "eth.src", "eth.dst", "ip.src", "ip.dst", "ip.ttl",
    "ip.dsfield.dscp", "ip.dsfield.ecn", "udp.srcport", "udp.dstport", "infiniband.bth.opcode", "infiniband.bth.se",
    "infiniband.bth.p_key", "infiniband.bth.destqp", "infiniband.bth.a", "infiniband.bth.psn",
    "infiniband.aeth.syndrome", "infiniband.aeth.msn",
)  # fmt: skip

Command = Callable[[Path], list[str]]


class Work(NamedTuple):
    """What is compared.

    Attributes:
        name: what is done.
        kind: the kind of capture.
        ours, theirs: the commands that do it with a capture.
        wanted: how many times as fast ibpkt should be, 0 where nothing is said.
        share: of the packets of that kind, for the peer.
        needs: the program or the module of the peer.
    """

    name: str
    kind: str
    ours: Command
    theirs: Command
    wanted: float
    share: float = 1.0
    needs: str = "tshark"


class Result(NamedTuple):
    """What was measured: nanoseconds a packet, ratios of the runs, MiB; of ibpkt, then of the peer."""

    work: Work
    nanoseconds: tuple[float, float]
    ratios: list[float]
    memory: tuple[float, float]

    def cells(self) -> list[str]:
        """The cells of its row."""
        work, (ours, theirs), ratios, (memory, other) = self
        ratio = f"{theirs / ours:.1f}" if ours > 0 < theirs else "?"
        runs = f"{min(ratios):.1f} .. {max(ratios):.1f}" if ratios else "?"
        wanted = f"{work.wanted:g}" if work.wanted else ""
        return [
            work.name, work.kind, f"{ours:,.0f}", f"{theirs:,.0f}", ratio, runs, wanted, f"{memory:.0f}", f"{other:.0f}"
        ]  # fmt: skip


HEADINGS = ["work", "capture", "ibpkt ns", "peer ns", "ratio", "of the runs", "wanted", "ibpkt MiB", "peer MiB"]

# -- peers written in Python: a line a packet, as far as they decode it -----------------------------------------------

SCAPY = """
import sys
from scapy.utils import PcapReader
from scapy.layers.l2 import Ether
from scapy.contrib import roce
for packet in PcapReader(sys.argv[1]):
    print(packet.summary())
"""
#: dpkt knows no BTH: its words are read by hand
DPKT = """
import dpkt, struct, sys
for time, raw in dpkt.pcap.Reader(open(sys.argv[1], "rb")):
    ip = dpkt.ethernet.Ethernet(raw).data
    opcode, flags, pkey, qp, psn = struct.unpack_from(">BBHII", ip.data.data)
    print(time, dpkt.utils.inet_to_str(ip.src), dpkt.utils.inet_to_str(ip.dst), opcode, qp & 0xFFFFFF, psn & 0xFFFFFF)
"""
PYSHARK = """
import pyshark, sys
for packet in pyshark.FileCapture(sys.argv[1], keep_packets=False):
    print(packet.number, packet.highest_layer, packet.length)
"""
COLUMNS = """
import ibpkt, sys
with ibpkt.open(sys.argv[1]) as capture:
    capture.columns(sys.argv[2:])
"""


def _in_python(text: str) -> Command:
    return lambda path: [sys.executable, "-c", text, str(path)]


def _decode(*options: str) -> Command:
    return lambda path: [*IBPKT, "decode", *options, str(path)]


def _tshark(*options: str) -> Command:
    def command(path: Path) -> list[str]:
        if path.name.startswith("native"):
            return ["tshark", "-n", *DLT, "-r", str(path.with_name(path.name.replace(".pcap", "147.pcap"))), *options]
        return ["tshark", "-n", "-r", str(path), *options]

    return command


def works() -> Iterator[Work]:
    """Every row that has a peer."""
    fields = [f"-e{name}" for name in FIELDS]
    chosen, opcode = (f"-Y{OPCODE} == 4", "-Tfields", "-eframe.number"), ("-Tfields", f"-e{OPCODE}")
    for place, kind in enumerate(KINDS):
        lines = "lines, every CRC verified"
        yield Work(lines, kind, _decode(), _tshark(), (11, 5.5, 4)[place])
        yield Work("check, every CRC", kind, lambda path: [*IBPKT, "check", str(path)], _tshark(), (20, 8.5, 7)[place])
        yield Work("-V", kind, _decode("-V"), _tshark("-V"), (10, 12, 6)[place])
        yield Work("-x", kind, _decode("-x"), _tshark("-x"), 1)
        yield Work("filter", kind, _decode(*chosen), _tshark(*chosen), (0, 30, 0)[place])
        yield Work(
            "count", kind, lambda path: [*IBPKT, "stats", "opcodes", str(path)], _tshark(*opcode), (0, 30, 0)[place]
        )  # fmt: skip
        if kind != "native":
            yield Work(
                "Parquet of 20 fields against -T fields", kind,
                _decode("-T", "parquet", *fields, "-w", "/dev/null"), _tshark("-Tfields", *fields), (15, 0)[place],
            )  # fmt: skip
            tcpdump: Command = lambda path: ["tcpdump", "-nn", "-r", str(path)]  # noqa: E731
            yield Work(f"{lines}, against tcpdump -nn", kind, _decode(), tcpdump, 0, needs="tcpdump")
            for name, text in (("dpkt", DPKT), ("scapy", SCAPY), ("pyshark", PYSHARK)):
                share = SLOW / 10 if name == "pyshark" else SLOW
                yield Work(f"{lines}, against {name}", kind, _decode(), _in_python(text), 0, share, name)
    yield Work("lines, every CRC verified", "mads", _decode(), _tshark(), 3)
    yield Work("-V", "mads", _decode("-V"), _tshark("-V"), 2)


# -- measuring ---------------------------------------------------------------------------------------------------------


#: starts a command and says what it took: a process begins with the peak memory of the one that it was forked from,
#: which for this program is that of NumPy
LAUNCHER = """
import os, sys
quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
_, status, usage = os.wait4(os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=quiet), 0)
print(os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""


def spend(command: list[str]) -> tuple[float, float]:
    """Seconds of processor time and peak memory in MiB of one run, its output thrown away."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    launched = [sys.executable, "-I", "-S", "-c", LAUNCHER, *command]
    told = subprocess.run(launched, stdout=subprocess.PIPE, text=True, env=environment, check=True).stdout
    code, seconds, memory = told.split()
    if int(code):
        raise SystemExit(f"{' '.join(command)} ended with {code}")
    return float(seconds), int(memory) / 1024


def capture(directory: Path, kind: str, packets: int) -> Path:
    """A capture with so many packets, made once."""
    path = directory / f"{kind}-{packets}.pcap"
    if not path.exists():
        if kind == "mads":
            mads.make(path, packets)
        else:
            carrier, table, _, links = KINDS[kind]
            make.write(path.with_suffix(""), carrier, table, packets, links)
    return path


def slope(commands: list[list[str]], packets: list[int]) -> tuple[float, float]:
    """Nanoseconds a packet and peak memory in MiB.

    Args:
        commands: for a smaller and for a larger capture.
        packets: of these two.
    """
    (less, _), (more, memory) = (spend(command) for command in commands)
    return (more - less) * 1e9 / (packets[1] - packets[0]), memory


def measure(work: Work, directory: Path, scale: float, runs: int) -> Result:
    """Runs of both commands, in turn."""
    most = MADS if work.kind == "mads" else KINDS[work.kind][2]
    sides: list[tuple[list[list[str]], list[int]]] = []
    for side, share in ((work.ours, 1.0), (work.theirs, work.share)):
        packets = [max(1, round(most * scale * share / times)) for times in (TIMES, 1)]
        sides.append(([side(capture(directory, work.kind, count)) for count in packets], packets))
    for commands, _ in sides:
        spend(commands[0])  # all programs, and bytecode, are in memory
    found = [[slope(*side) for side in sides] for _ in range(runs)]
    nanoseconds, memory = (
        (statistics.median(run[0][what] for run in found), statistics.median(run[1][what] for run in found))
        for what in (0, 1)
    )
    return Result(work, nanoseconds, [theirs / ours for (ours, _), (theirs, _) in found if ours > 0 < theirs], memory)


def alone(directory: Path, scale: float, runs: int) -> Iterator[tuple[str, str, str]]:
    """Works that have no peer: what, how much, and what is wanted."""
    packets = [round(KINDS["small"][2] * scale / times) for times in (TIMES, 1)]
    smalls = [capture(directory, "small", count) for count in packets]
    columns = [[sys.executable, "-c", COLUMNS, str(path), *FIELDS[:16]] for path in smalls]
    spend(columns[0])
    each = statistics.median(slope(columns, packets)[0] for _ in range(runs))
    yield "16 columns of 1M packets through the library", f"{each / 1000:.2f} s", "0.3 s"
    counts = [round(200_000 * scale / times) for times in (TIMES, 1)]
    craft = [*IBPKT, "craft", "traffic", "--size", "1..256", "-w", str(directory / "made.pcap"), "--packets"]
    traffic = [[*craft, str(count)] for count in counts]
    each = statistics.median(slope(traffic, counts)[0] for _ in range(runs))
    yield "craft traffic, a packet", f"{each / 1000:.2f} µs", "1 µs"
    first = [_decode("-c1")(smalls[0]), _tshark("-c1")(smalls[0])]
    spend(first[0])
    ours, theirs = (statistics.median(spend(command)[0] for _ in range(2 * runs)) for command in first)
    yield "start to the first line", f"{ours:.3f} s (tshark {theirs:.3f} s)", "0.133 s"


def has(name: str) -> bool:
    """Whether a program or a module is there."""
    return shutil.which(name) is not None or importlib.util.find_spec(name) is not None


def main() -> None:
    options = table_options(__doc__)
    directory = options.directory or Path(tempfile.mkdtemp())
    directory.mkdir(parents=True, exist_ok=True)
    lacking: list[str] = []
    rows = []
    try:
        print(f"{HEADINGS[0]:42} {HEADINGS[1]:7} {' '.join(f'{heading:>14}' for heading in HEADINGS[2:])}", flush=True)
        for work in works():
            if options.only not in f"{work.name} {work.kind}":
                continue
            if not has(work.needs):
                lacking.append(work.needs)
                continue
            cells = measure(work, directory, options.scale, options.runs).cells()
            rows.append(cells)
            print(f"{cells[0]:42} {cells[1]:7} {' '.join(f'{cell:>14}' for cell in cells[2:])}", flush=True)
        if lacking:
            print(f"not installed, and left out: {', '.join(dict.fromkeys(lacking))}")
        others = []
        for what, how_much, wanted in alone(directory, options.scale, options.runs) if not options.only else ():
            others.append((what, how_much, wanted))
            print(f"{what:50} {how_much:>30} {'wanted':>8} {wanted}", flush=True)
        if options.markdown:
            table = [f"{machine()} Medians of {options.runs} runs.", "", _row(HEADINGS), _row(["---"] * len(HEADINGS))]
            table += [*map(_row, rows), "", _row(["work", "ibpkt", "wanted"]), _row(["---"] * 3), *map(_row, others)]
            options.markdown.write_text("\n".join(table) + "\n", encoding="utf-8")
    finally:
        if options.directory is None:
            shutil.rmtree(directory)


def _row(cells: list[str] | tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
