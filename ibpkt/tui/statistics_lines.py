"""The statistics of a capture as lines: the capture itself, its flows, its operations."""

from __future__ import annotations

from typing import NamedTuple

from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.output.quantities import count_text, size_text, span_text
from ibpkt.tui.session import CaptureSession

#: flows that are listed
MOST_FLOWS = 50


class StatisticsLine(NamedTuple):
    """A line of the statistics.

    Attributes:
        role: its colour, by name.
        text: what it says.
        flow: the number of the flow that it is about; 0 for none.
    """

    role: str
    text: str
    flow: int = 0


def statistics_lines(session: CaptureSession) -> list[StatisticsLine]:
    """All lines, as far as they are known."""
    index, analysis = session.index, session.analysis
    span = max(0, index.last_time - index.first_time)
    of = f"{index.format or 'not recognised'}{f', {session.copied}' if session.copied else ''}"
    lines = [
        StatisticsLine("title", "Capture"),
        StatisticsLine("text", f"  {of}; {count_text(index.count, 'packet')} in {size_text(index.position)}"),
        StatisticsLine("text", f"  {span_text(span)} from the first packet to the last"),
        StatisticsLine("text", ""),
    ]
    if not analysis.is_complete:
        done = f"{analysis.packets:,} of {count_text(index.count, 'packet')} analysed"
        lines.append(StatisticsLine("waiting", f"  {done}: flows are listed when they have ended"))
    flows = analysis.flows
    lines.append(StatisticsLine("title", f"Flows: {analysis.flow_count:,}; Enter shows one, l its ladder"))
    if flows:
        lines.append(StatisticsLine("dim", _row("flow", "", "packets", "bytes", "again", "NAKs", "lasts", "ends")))
    lines += [_flow(flow) for flow in flows[:MOST_FLOWS]]
    if analysis.flow_count > MOST_FLOWS and flows:
        more = analysis.flow_count - min(len(flows), MOST_FLOWS)
        lines.append(StatisticsLine("dim", f"  and {more:,} more with fewer packets: ibpkt flows lists them"))
    rows = analysis.opcodes
    lines += [StatisticsLine("text", ""), StatisticsLine("title", "Operations")]
    for row in sorted(rows, key=lambda row: -row["packets"]):
        text = f"  {row['name'] or row['opcode']!s:<38} {row['packets']:>12,} {size_text(row['bytes']):>10}"
        lines.append(StatisticsLine("text", text))
    if not rows:
        lines.append(StatisticsLine("dim", "  no packet with a transport header"))
    return lines


def _flow(flow: Flow) -> StatisticsLine:
    a, b = flow.sides
    again, naks = a.retransmitted + b.retransmitted, sum(a.naks.values()) + sum(b.naks.values())
    text = _row(
        str(flow.number), flow.service, f"{flow.packets:,}", size_text(flow.bytes), f"{again:,}" if again else "·",
        f"{naks:,}" if naks else "·", span_text(flow.last - flow.first), f"{_end(a)} ⇄ {_end(b)}",
    )  # fmt: skip
    return StatisticsLine("again" if again or naks else "text", text, flow.number)


def _row(number: str, service: str, packets: str, size: str, again: str, naks: str, lasts: str, ends: str) -> str:
    return f"{number:>6} {service:<3}{packets:>11}{size:>9}{again:>7}{naks:>5}{lasts:>9}  {ends}"


def _end(side: Side) -> str:
    qp = "" if side.qpn is None else f" {side.qpn:#x}"
    return f"{side.address or '?'}{qp}"
