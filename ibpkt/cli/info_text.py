"""What ``ibpkt info`` prints: one screen, and the notes and next commands that JSON has too."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from typing import Any

from ibpkt.analysis.incidents.clean_sentence import counted
from ibpkt.capture import Interface
from ibpkt.cli.info_analysis import InfoAnalysis
from ibpkt.cli.typed_line import shell_line
from ibpkt.errors import escape_text
from ibpkt.io.source import Capture
from ibpkt.output.names import NameTable
from ibpkt.output.quantities import count_text, labelled, size_text, span_text
from ibpkt.output.table_fit import wrapped
from ibpkt.protocols import LINKS, MESSAGE_KINDS, ROCE_PORT
from ibpkt.schema.value_types import seconds
from ibpkt.stats.capture_info import CaptureInfo, Host, Service
from ibpkt.stats.capture_notes import capture_notes, icrc_sentence
from ibpkt.stats.other_traffic import percent

#: hosts that the screen lists; JSON has all
HOSTS = 8
_LINK_TITLES = {
    "null": "loopback", "loop": "loopback", "ethernet": "Ethernet", "raw": "raw IP", "ipv4": "raw IPv4",
    "ipv6": "raw IPv6", "sll": "Linux cooked (SLL)", "sll2": "Linux cooked (SLL2)", "erf": "ERF", "ipoib": "IPoIB",
    "infiniband": "InfiniBand",
}  # fmt: skip
_RESOLUTIONS = {10**6: "microseconds", 10**9: "nanoseconds", 1 << 32: "fractions of a nanosecond"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class InfoScreen:
    """The screen of one capture, or of many that are read as one.

    Args:
        info: what its packets are.
        capture: it, after it was read.
        names: of addresses, for the screen.
        analysis: of its packets; None where nobody has analysed them.
    """

    def __init__(
        self, info: CaptureInfo, capture: Capture, names: NameTable, analysis: InfoAnalysis | None = None
    ) -> None:
        self._info = info
        self._analysis = analysis if analysis is not None and analysis.is_whole else None
        self._commands = [] if self._analysis is None else self._analysis.commands
        self._names = names
        self._capture = capture
        self._interfaces: list[Interface] = list(capture.reader.interfaces)
        self._hosts = info.hosts
        self._services: list[Service] = info.services_above()

    def members(self) -> dict[str, Any]:
        """The same for programs."""
        info = self._info
        return {
            "format": self._capture.reader.format,
            "compression": self._capture.reader.compression,
            "link_types": self.link_types,
            "packets": info.packets,
            "bytes": info.bytes,
            "start": None if info.start is None else seconds(info.start),
            "end": None if info.end is None else seconds(info.end),
            "carriers": info.carriers,
            "hosts": [host._asdict() for host in self._hosts],
            "queue_pairs": [pair._asdict() for pair in info.queue_pairs],
            "protocols": info.protocols,
            "services": [service._asdict() for service in self._services],
            "icrc": info.icrc,
            "cut": info.cut,
            "dropped": self._capture.reader.dropped,
            "out_of_order": info.out_of_order,
            "rdma_packets": info.rdma_packets,
            "notes": self.notes(),
            "next": [shell_line(words) for words, _ in self.next()],
        }

    @property
    def link_types(self) -> list[str]:
        """The link types of its interfaces by name, each once."""
        names = {number: name for name, number in LINKS.items()}
        numbers = dict.fromkeys(interface.link for interface in self._interfaces)
        return [names.get(number, f"link type {number}") for number in numbers]

    def text(self, width: int) -> str:
        """The screen."""
        info = self._info
        sections: list[tuple[str, Sequence[str]]] = [("capture", [self._about_file()])]
        if info.start is not None:
            sections.append(("time", [self._about_time()]))
        if info.rdma_packets:
            sections.append(("RDMA", [self._about_rdma()]))
            sections.append(("hosts", _host_lines(self._hosts, self._names)))
        sections.append(("above", self._above()))
        others = [count_text(count, f"{name} packet") for name, count in list(info.others.names.items())[:6]]
        sections.append(("besides" if info.rdma_packets else "packets", [", ".join(others)] if others else []))
        sections.append(("missing", self.notes()[0 if info.rdma_packets else 1 :]))
        screen = "".join(labelled(label, lines, width) for label, lines in sections if lines)
        title = wrapped(f"{escape_text(self._capture.name)}: {self._title()}", width)
        return f"{title}\n{screen}{self._next_text(width)}"

    def notes(self) -> list[str]:
        """What is not in the capture, or peculiar about it: sentences without a full stop."""
        return capture_notes(self._info, self._capture)

    def next(self) -> list[tuple[list[str], str]]:
        """The commands to go on with, as words, and why."""
        info, files = self._info, [*(self._capture.files or (self._capture.name,))]
        port = ["--roce-port", str(self._capture.roce_port)] if self._capture.roce_port != ROCE_PORT else []
        end = [*port, *(["--join"] if len(files) > 1 else []), *files]
        lines: list[tuple[list[str], str]] = []
        if not info.rdma_packets:
            for other in info.others.roce_ports[:1]:
                lines.append((["ibpkt", "info", "--roce-port", str(other), *files], "RoCE on another port"))
            if info.packets:
                lines.append((["ibpkt", "stats", "protocols", *files], "what there is"))
            return lines
        if wrong := info.icrc["bad"] + info.icrc["zero"]:
            lines.append((["ibpkt", "check", *port, *files], count_text(wrong, "wrong ICRC")))
        analysis = self._analysis
        lines.append((["ibpkt", "expert", *end], "what went wrong" if analysis is None else analysis.incidents))
        if self._commands:
            counts = (f"{each.title}, {count_text(each.commands, 'command')}" for each in self._commands)
            lines.append((["ibpkt", "commands", *end], "; ".join(counts)))
        if any(name in info.services for name in ("RC", "UC", "UD", "XRC", "RD")):
            pairs = count_text(len(info.queue_pairs), "queue pair")
            lines.append((["ibpkt", "flows", *end], pairs if analysis is None else count_text(analysis.flows, "flow")))
            lines.append((["ibpkt", "messages", *end], _plurals(info.requests)))
        if info.connections is not None:
            lines.append((["ibpkt", "stats", "connections", *end], "connections"))
        if any(name.startswith("Subn") for name in info.services):
            lines.append((["ibpkt", "fabric", *end], "nodes, links, routes, subnet managers"))
        if any(name.startswith(("Subn", "Perf")) for name in info.services):
            lines.append((["ibpkt", "stats", "mad", *end], "management: operations and answers"))
        return lines

    def _title(self) -> str:
        info = self._info
        if not info.rdma_packets:
            return info.others.absence
        carriers = list(dict.fromkeys(name.partition(" on ")[0] for name in info.carriers))
        services = list(dict.fromkeys(service.name for service in self._services))[:2]
        count = len(self._hosts)
        hosts = f"{_NUMBERS[count] if count < len(_NUMBERS) else f'{count:,}'} host{'' if count == 1 else 's'}"
        return f"{', '.join([' and '.join(carriers), *services])} {'between' if count > 1 else 'of'} {hosts}"

    def _about_file(self) -> str:
        info, reader = self._info, self._capture.reader
        resolutions = dict.fromkeys(interface.resolution for interface in self._interfaces)
        form = f"{reader.format} ({reader.compression})" if reader.compression else str(reader.format)
        if self._capture.files:
            form = count_text(len(self._capture.files), "file")
        words = [
            form,
            *(_RESOLUTIONS.get(number, f"{number:,} ticks a second") for number in resolutions),
            *(_LINK_TITLES.get(name, name) for name in self.link_types),
        ]
        snaplens = {interface.snaplen for interface in self._interfaces} if info.cut else set()
        limit = f" (snap length {snaplens.pop():,})" if len(snaplens) == 1 and 0 not in snaplens else ""
        cut = f"{info.cut:,} cut{limit}" if info.cut else "none cut"
        return f"{', '.join(words)}; {count_text(info.packets, 'packet')}, {size_text(info.bytes)}, {cut}"

    def _about_time(self) -> str:
        info = self._info
        assert info.start is not None
        assert info.end is not None
        early = count_text(info.out_of_order, "packet")
        order = f"{early} earlier than the one before" if info.out_of_order else "in order"
        return f"{_date(info.start)}, {span_text(info.end - info.start)}, {order}"

    def _about_rdma(self) -> str:
        info = self._info
        share = percent(info.rdma_packets, info.packets)
        carriers = ", ".join(
            name if len(info.carriers) == 1 else f"{count:,} {name}" for name, count in info.carriers.items()
        )
        text = f"{count_text(info.rdma_packets, 'packet')} ({share}): {carriers}"
        return f"{text}; {icrc_sentence(info.icrc)}" if any(info.icrc.values()) else text

    def _next_text(self, limit: int) -> str:
        """The lines to go on with, which stay whole; why, where there is room for it."""
        lines = [(shell_line(words), why) for words, why in self.next()]
        width = max((len(line) for line, _ in lines), default=0)
        rows = [f"  {line:<{width}}  {why}" for line, why in lines]
        rows = [row if len(row) <= limit else f"  {line}" for row, (line, _) in zip(rows, lines, strict=True)]
        return "\nNext:\n" + "".join(f"{row}\n" for row in rows) if lines else ""

    def _above(self) -> list[str]:
        """The services above, and what is known of their commands."""
        found = [_service_sentence(service, self._names) for service in self._services[:4]]
        for each in self._commands:
            initiators = " and ".join(map(self._names.in_text, each.initiators[:2]))
            is_one = len(each.initiators) == 1
            found.append(
                f"{each.title}: {initiators} {'is the initiator' if is_one else 'and others are initiators'}"
                f" of {count_text(each.commands, 'command')} on {count_text(each.queues, 'queue')}"
            )
        return found


def _plurals(requests: Mapping[str, int]) -> str:
    """What messages there are, such as ``SENDs, READs``."""
    return ", ".join(counted(2, kind).partition(" ")[2] for kind in MESSAGE_KINDS if requests.get(kind))


def _service_sentence(service: Service, names: NameTable) -> str:
    """A service in words: what, on which port, who asks whom."""
    port = service.service.partition(" (")[0].removeprefix("TCP ")
    title = f"{service.name}, {port}" if service.name != service.service else service.service
    count = count_text(service.connections, "connection")
    refused = f", {service.refused:,} refused" if service.refused else ""
    active, passive = names.in_text(service.active), names.in_text(service.passive)
    return f"{title}: {active} connects to {passive}; {count}{refused}"


def _host_lines(hosts: Sequence[Host], names: NameTable) -> list[str]:
    """A line for each of the first hosts, in columns."""
    shown = hosts[:HOSTS]
    most = max((host.sent_bytes for host in shown), default=0)
    cells = [
        (
            names.in_text(host.address),
            count_text(host.queue_pairs, "queue pair"),
            f"{size_text(host.sent_bytes, most)} sent",
        )
        for host in shown
    ]
    widths = [max((len(row[at]) for row in cells), default=0) for at in range(3)]
    lines = [f"{a:<{widths[0]}}   {pairs:>{widths[1]}}   {sent:>{widths[2]}}" for a, pairs, sent in cells]
    return [*lines, f"and {len(hosts) - HOSTS:,} more"] if len(hosts) > HOSTS else lines


def _date(time: int) -> str:
    """A time as a date with microseconds, or nanoseconds where it has some."""
    whole, rest = divmod(time, 10**9)
    try:
        date = f"{datetime.datetime.fromtimestamp(whole, datetime.UTC):%Y-%m-%d %H:%M:%S}"
    except (ValueError, OverflowError, OSError):  # beyond the year 9999
        return f"{seconds(time)} s after 1970"
    return f"{date}.{rest // 1000:06d} UTC" if rest % 1000 == 0 else f"{date}.{rest:09d} UTC"
