"""What the tools of infiniband-diags printed in a recorded session, and the fabric as a capture tells it at that time.

The truth file of a session has the times at which commands were started, and then what each printed.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import NamedTuple

import ibpkt
from ibpkt.fabric import read_fabric
from ibpkt.fabric.model import FabricSubnet
from tests.fabric.batches import batches_of
from tests.support.shared import CAPTURES

FOLDER = CAPTURES / "recorded"


class Said(NamedTuple):
    """What one command printed.

    Attributes:
        command: with its arguments.
        lines: what it printed.
        until: when the next command was started, nanoseconds since the epoch.
    """

    command: str
    lines: list[str]
    until: int


def outputs(session: str) -> list[Said]:
    """What the commands of a session printed, without those that failed; none where the session is not here."""
    path = FOLDER / f"{session}.truth.txt"
    if not path.exists():
        return []
    text = path.read_text(encoding="utf-8")
    phases = [
        (int(seconds) * 10**9 + int(part), what)
        for seconds, part, what in re.findall(r"^(\d{10})\.(\d{9})\t(.*)$", text.partition("\n\n")[0], re.M)
    ]
    starts = iter(phases)
    found = []
    for host, command, body, code in re.findall(r"^### \[(\w+)\] (.*)\n((?:(?!###).*\n)*)### rc=(\d+)", text, re.M):
        start = next(time for time, what in starts if what == f"{host}: {command}")
        if code == "0":
            found.append(Said(command, body.splitlines(), min(time for time, _what in phases if time > start)))
    return found


@functools.cache
def _packets(session: str) -> list[tuple[int, bytes]]:
    with ibpkt.open(FOLDER / f"{session}.pcap") as capture:
        return [(packet.time or 0, packet.data) for packet in capture]


@functools.lru_cache(maxsize=1)
def subnet_until(session: str, until: int) -> FabricSubnet:
    """The only subnet of a session's capture, from its beginning to a time."""
    packets = [(time, data) for time, data in _packets(session) if time < until]
    times = [time for time, _data in packets]
    (subnet,) = read_fabric(batches_of((data for _time, data in packets), times=times)).subnets
    return subnet


def records(lines: list[str]) -> Iterator[dict[str, str]]:
    """The records that saquery printed: values by name, and those without a name under that before them."""
    record: dict[str, str] = {}
    name = ""
    for line in lines:
        if line.endswith((" dump:", " group dump:")) and not line.startswith("\t"):
            if record:
                yield record
            record = {}
        elif match := re.fullmatch(r"\s*([\w .]*?\w):?\.+(.*)", line):
            name = match[1]
            record[name] = match[2]
        elif line.startswith("\t") and line.endswith(" dump:"):
            continue  # the attribute within a record
        elif name or line.strip():
            record[name] = f"{record.get(name, '')}\n{line.strip()}"
    if record:
        yield record
