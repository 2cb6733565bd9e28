"""``ibpkt flows``: who talks to whom, and how well?"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from typing import Any

import click

from ibpkt.analysis.flow.analyser import Analyser
from ibpkt.analysis.results.flow import JOIN_METHODS, Flow
from ibpkt.analysis.results.tables import ENDS, FLOWS, KINDS, both, row
from ibpkt.cli.common import (
    Files,
    asked_by,
    capture_arguments,
    display_filter,
    examples,
    filter_option,
    matching,
    named_files,
    output,
    remark,
    remark_given_up,
    trusting_option,
    with_progress,
)
from ibpkt.cli.parameters import Choice
from ibpkt.errors import escape_text
from ibpkt.output.table import FORMATS, comma_separated, json_object, table

#: flows in a result, unless told otherwise
ROWS = 1000

#: by what the result can be sorted: the most first, but for `first`
ORDERS: dict[str, Callable[[Flow], float]] = {
    "bytes": lambda flow: flow.bytes,
    "packets": lambda flow: flow.packets,
    "messages": lambda flow: both(flow, lambda side: sum(side.messages.values())),
    "goodput": lambda flow: sum(flow.goodput),
    "retransmitted": lambda flow: flow.retransmitted,
    "naks": lambda flow: both(flow, lambda side: sum(side.naks.values())),
    "rnrs": lambda flow: both(flow, lambda side: side.rnrs),
    "marked": lambda flow: both(flow, lambda side: side.marked),
    "duration": lambda flow: flow.last - flow.first,
    "first": lambda flow: -flow.number,
}


@click.command(
    epilog=examples(
        "ibpkt flows captures/nvmeof.pcap",
        "ibpkt flows -V --sort retransmitted --limit 1 captures/loss_write_3pct.pcap.gz",
        "ibpkt flows --format json captures/rping_ipv4.pcap",
    )
)
@click.option("-V", "--details", is_flag=True, help="All that is known of each flow, in lines.")
@click.option(
    "--sort",
    "order",
    type=Choice(list(ORDERS)),
    default="first",
    show_default=True,
    help="The most of these first; `first`: in the order of their first packets.",
)
@click.option(
    "--limit",
    default=ROWS,
    type=click.IntRange(0),
    show_default=True,
    metavar="N",
    help="Only the first N, and how many there are besides; 0 for all.",
)
@trusting_option
@click.option("--format", "form", type=Choice(FORMATS), default="text", help="A table, CSV, or a JSON object a file.")
@filter_option
@capture_arguments
def command(
    files: tuple[str, ...],
    more: tuple[str, ...],
    roce_port: int,
    chosen: str | None,
    form: str,
    details: bool,
    order: str,
    limit: int,
    no_crc: bool,
) -> int:
    """Who talks to whom: queue pairs, both directions, and how well it goes.

    A flow is two queue pairs and what went between them. -Y leaves out packets before anything is concluded: choose
    whole flows by it, or packets will seem to be lost.
    """
    if details and form != "text":
        raise click.UsageError("-V is for text; CSV and JSON have everything")
    wanted = display_filter(chosen)
    inputs = Files(named_files(files, more), roce_port, asked_by(wanted))
    several = len(inputs.names) > 1
    header = True
    out = output()
    for name, capture in inputs:
        analyser = Analyser(messages=False, verify=not no_crc)
        best = Best(ORDERS[order], limit)
        for batch in matching(with_progress(capture.batches(), capture), wanted, inputs):
            best.add(analyser.add(batch).flows)
            del batch  # its buffer is used again for the next
        best.add(analyser.finish().flows)
        if form == "text":
            if several:
                out.write(f"==> {escape_text(name)} <==\n".encode())
            chosen_flows = list(best)
            text = "\n".join(map(_described, chosen_flows)) if details else table(_shown(chosen_flows))
            text += f"{best.left_out} more flows\n" if best.left_out else ""
        elif form == "csv":
            names = [column.name for column in FLOWS]
            rows = (({"file": name} if several else {}) | row(FLOWS, flow) for flow in best)
            text = comma_separated(["file", *names] if several else names, rows, header)
            header = False
        else:
            text = json_object(name, "flows", [row(FLOWS, flow) for flow in best], more=best.left_out)
        out.write(text.encode())
        out.flush()
        if best.left_out and form != "text":
            remark(name, f"{best.left_out} more flows; --limit 0 gives all")
        remark_given_up(name, analyser.given_up)
    return inputs.code


class Best:
    """The flows that come first in an order; of the others only their number is kept.

    Args:
        key: what there must be much of.
        limit: how many, 0 for all.
    """

    def __init__(self, key: Callable[[Flow], float], limit: int) -> None:
        self.left_out = 0
        self._key = key
        self._limit = limit
        self._heap: list[tuple[float, int, Flow]] = []

    def add(self, flows: list[Flow]) -> None:
        """Take flows that have ended."""
        for flow in flows:
            entry = (self._key(flow), -flow.number, flow)  # numbers differ, so that flows are never compared
            if not self._limit or len(self._heap) < self._limit:
                heapq.heappush(self._heap, entry)
            else:
                heapq.heappushpop(self._heap, entry)
                self.left_out += 1

    def __iter__(self) -> Iterator[Flow]:
        for _, _, flow in sorted(self._heap, key=lambda entry: entry[:2], reverse=True):
            yield flow


def _end(flow: Flow, side: int) -> str:
    """An end as text: its address and queue pair."""
    end = flow.sides[side]
    qp = "QP ?" if end.qpn is None else f"QP 0x{end.qpn:06x}"
    return f"{end.address or '?'} {qp}"


def _shown(flows: list[Flow]) -> list[dict[str, Any]]:
    """What of each flow fits into a line; columns of which no flow has anything are left out."""
    rows = [
        {
            "flow": flow.number,
            "service": flow.service,
            "a": _end(flow, 0),
            "a_psn": flow.sides[0].first_psn,
            "b": _end(flow, 1),
            "b_psn": flow.sides[1].first_psn,
            "joined": _joined(flow),
            "mtu": flow.pmtu,
            "packets": flow.packets,
            "bytes": flow.bytes,
            "messages": _messages(flow),
            "Mbit/s": round(sum(flow.goodput) / 1e6, 3) or None,
            "resent": f"{flow.retransmitted:.2%}" if flow.retransmitted else None,
            "nak": both(flow, lambda side: sum(side.naks.values())) or None,
            "rnr": both(flow, lambda side: side.rnrs) or None,
            "ce": both(flow, lambda side: side.marked) or None,
            "cnp": both(flow, lambda side: side.cnps) or None,
            "seconds": round((flow.last - flow.first) / 1e9, 6),
            "ended": flow.ended or None,
        }
        for flow in flows
    ]
    empty = {name for name in (rows[0] if rows else ()) if all(row[name] is None for row in rows)}
    return [{name: value for name, value in row.items() if name not in empty} for row in rows]


def _joined(flow: Flow) -> str:
    """How the ends were joined, in short."""
    if not flow.how:
        return "no"
    return flow.how if flow.sure >= 0.9995 else f"{flow.how} {flow.sure:.1%}"


def _messages(flow: Flow) -> str:
    """Messages by kind, of both ends."""
    counts = {kind: both(flow, lambda side, kind=kind: side.messages.get(kind, 0)) for kind in KINDS}  # type: ignore[misc]
    return " ".join(f"{count} {kind}" for kind, count in counts.items() if count)


#: what of a flow stands in its title, or is told in other words
_TOLD_OTHERWISE = ("flow", "also", "how", "sure", "retransmitted")


def _described(flow: Flow) -> str:
    """All of a flow: what both ends share, and a column an end."""
    values = row(FLOWS, flow)
    lines = [f"Flow {flow.number}: {_end(flow, 0)}, {_end(flow, 1)}"]
    how = JOIN_METHODS[flow.how]
    lines.append(f"    joined: {f'{flow.sure:.7g} sure: ' if flow.how else 'no: '}{how}")
    ends = tuple(column.name for column in FLOWS if column.name.split("_")[0] in ENDS)
    for name in (name for name in values if name not in (*ends, *_TOLD_OTHERWISE)):
        if values[name]:
            lines.append(f"    {name.replace('_', ' ')}: {escape_text(str(values[name]))}")
    lines.append(f"    retransmitted: {flow.retransmitted:.3%}")
    names = [column.name.removeprefix(f"{ENDS[0]}_") for column in FLOWS if column.name.startswith(f"{ENDS[0]}_")]
    cells = [
        ("", *(f"{end}: {_end(flow, side)}" for side, end in enumerate(ENDS))),
        *((name.replace("_", " "), *(_cell(name, values[f"{end}_{name}"]) for end in ENDS)) for name in names[1:]),
    ]
    cells = [cell for cell in cells if set(cell[1:]) - {"", "0"}]
    widths = [max(len(cell[at]) for cell in cells) for at in range(3)]
    lines += [f"    {a.ljust(widths[0])}  {b.rjust(widths[1])}  {c.rjust(widths[2])}".rstrip() for a, b, c in cells]
    return "\n".join(lines) + "\n"


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    return (
        f"{value / 1e6:.6g} Mbit/s"
        if name == "goodput" and value
        else f"{value:.6g}"
        if name == "goodput"
        else str(value)
    )
