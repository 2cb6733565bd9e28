"""What ``ibpkt flows`` prints for people: a table of flows, or all about each of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibpkt.analysis.columns.path_facts import PATH_FACTS, PATH_NAMES
from ibpkt.analysis.results.flow import JOIN_METHODS, Flow
from ibpkt.analysis.results.tables import ENDS, FLOWS, both, row
from ibpkt.errors import escape_text
from ibpkt.output.names import NameTable
from ibpkt.output.table_fit import TableFit
from ibpkt.protocols import MESSAGE_KINDS

#: the keys of names, which only the command has
NAMES = tuple(f"{end}_name" for end in ENDS)

#: the columns of the table in the order in which they are left out where it is too wide
FIRST_TO_GO = (
    *("a_gid", "b_gid", "carries", "a_psn", "b_psn", "joined", "seconds", "messages"),
    *(fact.name for fact in reversed(PATH_FACTS)),
    *("mtu", "cnp", "ce", "ended", "bytes", "rnr", "nak", "packets", "resent", "Mbit/s"),
)
#: columns that are shown only where a packet has another value than the usual one
_USUAL = {fact.name: fact.usual for fact in PATH_FACTS}


#: columns from which on numbers of queue pairs have all their digits
_ROOMY = 120


class FlowsShown:
    """Writes flows as rows and as text.

    Args:
        names: of addresses and queue pairs.
        fit: how wide tables may be.
    """

    def __init__(self, names: NameTable, fit: TableFit) -> None:
        self._names = names
        self._fit = fit
        self._short = fit.limit is not None and fit.limit < _ROOMY

    @property
    def columns(self) -> list[str]:
        """The keys of `record`."""
        return [*(column.name for column in FLOWS), *NAMES]

    def record(self, flow: Flow) -> dict[str, Any]:
        """A flow for programs."""
        names = (self._names.of_queue_pair(side.address, side.qpn) for side in flow.sides)
        return row(FLOWS, flow) | dict(zip(NAMES, names, strict=True))

    def table(self, flows: Sequence[Flow]) -> str:
        """A line for each flow; columns in which no flow has a value are left out."""
        rows = [self._row(flow) for flow in flows]
        empty = {name for name in (rows[0] if rows else ()) if all(row[name] is None for row in rows)}
        empty -= {*self._fit.columns}
        rows = [{name: value for name, value in row.items() if name not in empty} for row in rows]
        return self._fit.table(rows, first_to_go=FIRST_TO_GO, quiet=self._usual(flows))

    def details(self, flows: Sequence[Flow]) -> str:
        """All that is known of each flow."""
        return "\n".join(map(self._details, flows))

    def _usual(self, flows: Sequence[Flow]) -> set[str]:
        """The columns of path facts that say nothing: all packets of all flows have the usual value."""
        seen: dict[str, set[Any]] = {}
        for flow in flows:
            for side in flow.sides:
                for name, values in side.path.items():
                    seen.setdefault(name, set()).update(values)
        quiet = {name for name, values in seen.items() if _USUAL[name] is not None and values <= {_USUAL[name]}}
        return quiet | {"udp_srcport", "a_gid", "b_gid"}

    def _row(self, flow: Flow) -> dict[str, Any]:
        facts = [side.path for side in flow.sides]
        return {
            "flow": flow.number,
            "service": flow.service,
            "a": self._end(flow, 0, short=self._short),
            "a_psn": flow.sides[0].first_psn,
            "b": self._end(flow, 1, short=self._short),
            "b_psn": flow.sides[1].first_psn,
            "joined": _joined(flow),
            "carries": flow.carries or None,
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
            **{name: _path_text(name, *(end.get(name, []) for end in facts)) for name in PATH_NAMES if name != "gid"},
            "a_gid": _path_text("gid", facts[0].get("gid", [])),
            "b_gid": _path_text("gid", facts[1].get("gid", [])),
            "ended": flow.ended or None,
        }

    def _end(self, flow: Flow, side: int, *, short: bool = False) -> str:
        """An end as text: its name or its address, and its queue pair."""
        end = flow.sides[side]
        qp = "QP ?" if end.qpn is None else f"QP {end.qpn:#x}" if short else f"QP 0x{end.qpn:06x}"
        return f"{self._names.of_queue_pair(end.address, end.qpn) or end.address or '?'} {qp}"

    def _details(self, flow: Flow) -> str:
        """One flow: what both ends share, and a column for each end."""
        values = row(FLOWS, flow)
        lines = [f"Flow {flow.number}: {self._end(flow, 0)}, {self._end(flow, 1)}"]
        how = JOIN_METHODS[flow.how]
        lines.append(f"    joined: {f'{flow.sure:.7g} sure: ' if flow.how else 'no: '}{how}{_also(flow)}")
        ends = tuple(column.name for column in FLOWS if column.name.split("_")[0] in ENDS)
        for name in (name for name in values if name not in (*ends, *_SAID_OTHERWISE)):
            if values[name]:
                lines.append(f"    {name.replace('_', ' ')}: {escape_text(str(values[name]))}")
        lines.append(f"    retransmitted: {flow.retransmitted:.3%}")
        names = [column.name.removeprefix(f"{ENDS[0]}_") for column in FLOWS if column.name.startswith(f"{ENDS[0]}_")]
        names = [name for name in names[1:] if name not in PATH_NAMES]
        said = {name: [_path_text(name, side.path.get(name, [])) or "" for side in flow.sides] for name in PATH_NAMES}
        cells = [
            ("", *(f"{end}: {self._end(flow, side)}" for side, end in enumerate(ENDS))),
            *((name.replace("_", " "), *(_cell(name, values[f"{end}_{name}"]) for end in ENDS)) for name in names),
            *((name.replace("_", " "), *texts) for name, texts in said.items()),
        ]
        cells = [cell for cell in cells if set(cell[1:]) - {"", "0"}]
        widths = [max(len(cell[at]) for cell in cells) for at in range(3)]
        lines += [f"    {a.ljust(widths[0])}  {b.rjust(widths[1])}  {c.rjust(widths[2])}".rstrip() for a, b, c in cells]
        return "\n".join(lines) + "\n"


def _path_text(name: str, *ends: list[Any]) -> str | None:
    """The values of a path fact: of both ends if they differ."""
    texts = [",".join(f"{value:#06x}" if name == "p_key" else str(value) for value in values) for values in ends]
    known = list(dict.fromkeys(texts))
    if known in ([""], []):
        return None
    return known[0] if len(known) == 1 else "/".join(text or "-" for text in texts)


def _joined(flow: Flow) -> str:
    if not flow.how:
        return "no"
    how = flow.how if flow.sure >= 0.9995 else f"{flow.how} {flow.sure:.1%}"
    return how + _also(flow)


def _also(flow: Flow) -> str:
    """The other number of a flow whose directions are joined only at its end: messages before that have either."""
    return f", also {flow.also}" if flow.how == "addresses" else ""


def _messages(flow: Flow) -> str:
    counts = {kind: both(flow, lambda side, kind=kind: side.messages.get(kind, 0)) for kind in MESSAGE_KINDS}  # type: ignore[misc]
    return " ".join(f"{count} {kind}" for kind, count in counts.items() if count)


#: values that stand in the title of a flow, or that other words say
_SAID_OTHERWISE = ("flow", "also", "how", "sure", "retransmitted")


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if name != "goodput":
        return str(value)
    return f"{value / 1e6:.6g} Mbit/s" if value else f"{value:.6g}"
