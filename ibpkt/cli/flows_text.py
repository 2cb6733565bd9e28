"""What ``ibpkt flows`` prints for people: a table of flows, or all about each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibpkt.analysis.results.flow import JOIN_METHODS, Flow
from ibpkt.analysis.results.tables import ENDS, FLOWS, both, row
from ibpkt.errors import escape_text
from ibpkt.output.table import table
from ibpkt.protocols import MESSAGE_KINDS


def flow_table(flows: Sequence[Flow]) -> str:
    """A line for each flow; columns in which no flow has a value are left out."""
    rows = list(map(_row, flows))
    empty = {name for name in (rows[0] if rows else ()) if all(row[name] is None for row in rows)}
    return table([{name: value for name, value in row.items() if name not in empty} for row in rows])


def flow_details(flows: Sequence[Flow]) -> str:
    """All that is known of each flow."""
    return "\n".join(map(_details, flows))


def _row(flow: Flow) -> dict[str, Any]:
    return {
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


def _end(flow: Flow, side: int) -> str:
    """An end as text: its address and queue pair."""
    end = flow.sides[side]
    qp = "QP ?" if end.qpn is None else f"QP 0x{end.qpn:06x}"
    return f"{end.address or '?'} {qp}"


def _joined(flow: Flow) -> str:
    if not flow.how:
        return "no"
    return flow.how if flow.sure >= 0.9995 else f"{flow.how} {flow.sure:.1%}"


def _messages(flow: Flow) -> str:
    counts = {kind: both(flow, lambda side, kind=kind: side.messages.get(kind, 0)) for kind in MESSAGE_KINDS}  # type: ignore[misc]
    return " ".join(f"{count} {kind}" for kind, count in counts.items() if count)


#: values that stand in the title of a flow, or that other words say
_SAID_OTHERWISE = ("flow", "also", "how", "sure", "retransmitted")


def _details(flow: Flow) -> str:
    """One flow: what both ends share, and a column for each end."""
    values = row(FLOWS, flow)
    lines = [f"Flow {flow.number}: {_end(flow, 0)}, {_end(flow, 1)}"]
    how = JOIN_METHODS[flow.how]
    lines.append(f"    joined: {f'{flow.sure:.7g} sure: ' if flow.how else 'no: '}{how}")
    ends = tuple(column.name for column in FLOWS if column.name.split("_")[0] in ENDS)
    for name in (name for name in values if name not in (*ends, *_SAID_OTHERWISE)):
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
    if name != "goodput":
        return str(value)
    return f"{value / 1e6:.6g} Mbit/s" if value else f"{value:.6g}"
