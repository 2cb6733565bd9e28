"""The tables and lists of a page."""

from __future__ import annotations

from collections.abc import Sequence

from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.results.finding import duration
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.io.source import Capture
from ibpkt.output.quantities import count_text, moment_text, size_text
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.report.collector import ReportCollector
from ibpkt.report.page_text import capital, rate_text, sentence, short
from ibpkt.report.views import CellView, IncidentView
from ibpkt.stats.capture_notes import capture_notes, icrc_sentence


def incident_view(
    number: int, incident: Incident, told: Sequence[Incident], collector: ReportCollector
) -> IncidentView:
    """An incident, by its number from 1."""
    span, most = collector.clock.start, max((each.cost for each in told), default=0)
    when = f"{moment_text(incident.start - span)} s to {moment_text(incident.end - span)} s"
    facts = [("When", f"{when}, packets {incident.first_frame:,} to {incident.last_frame:,}")]
    if incident.flows:
        names = ", ".join(incident.names) + (" …" if len(incident.flows) > len(incident.names) else "")
        facts.append(("Flows", f"{len(incident.flows):,} of {incident.all_flows:,}: {names}"))
    if incident.waits:
        facts.append(("Cost", "; ".join(incident.costs)))
    if incident.resent:
        facts.append((capital(incident.again), f"{size_text(incident.resent)}, {incident.share:.1%} of the payload"))
    shown = ", ".join(f"{packets:,} {kind}" for kind, packets in incident.evidence.items())
    facts.append(("Shown by", shown))
    return IncidentView(
        number, capital(incident.title), str(incident.severity),
        duration(incident.cost) if incident.cost else "", round(100 * incident.cost / most) if most else 0,
        "" if incident.where == "?" else f"{capital(incident.where)} · ",
        tuple(map(capital, incident.story)), tuple(facts), incident.advice,
        collector.options.command(f"expert --incident {number}"),
    )  # fmt: skip


#: the columns of the table of flows
FLOW_COLUMNS = (
    "Flow", "Service", "From", "To", "Carries", "Packets", "Bytes", "Sent again", "NAKs", "Marked", "Messages",
    "Goodput", "Seconds",
)  # fmt: skip


def flow_row(flow: Flow, options: PlotOptions, queue: str = "") -> tuple[CellView, ...]:
    """A row of the table of flows.

    Args:
        flow: the flow.
        options: how addresses are named.
        queue: the queue of commands that it is; "" for what connection management said.
    """
    first, second = flow.sides
    again = flow.retransmitted
    naks = sum(sum(side.naks.values()) + side.rnrs for side in flow.sides)
    marked = first.marked + second.marked
    messages = sum(sum(side.messages.values()) for side in flow.sides)
    goodput, seconds = sum(flow.goodput), (flow.last - flow.first) / 1e9
    return (
        CellView(str(flow.number), str(flow.number)),
        CellView(flow.service),
        CellView(_end(first, options)),
        CellView(_end(second, options)),
        CellView(queue or flow.carries),
        CellView(f"{flow.packets:,}", str(flow.packets)),
        CellView(size_text(flow.bytes), str(flow.bytes)),
        CellView(f"{again:.1%}" if again else "0", f"{again:.9f}", again > 0),
        CellView(f"{naks:,}", str(naks), naks > 0),
        CellView(f"{marked:,}", str(marked)),
        CellView(f"{messages:,}", str(messages)),
        CellView(rate_text(goodput), f"{goodput:.3f}"),
        CellView(f"{seconds:.3g}", f"{seconds:.9f}"),
    )  # fmt: skip


def _end(side: Side, options: PlotOptions) -> str:
    qp = "" if side.qpn is None else f" QP {side.qpn:#x}"
    return short(f"{options.named(side.address) or '?'}{qp}")


def check_list(collector: ReportCollector, capture: Capture) -> tuple[tuple[str, str], ...]:
    """What is intact, with a ✓, and what is not in the capture, with a dash."""
    info = collector.info
    good, every = info.icrc["good"], sum(info.icrc.values())
    found = []
    if every and good == every:
        found.append(("✓", f"All {every:,} ICRCs are right."))
    elif every:
        mark = "–" if good + info.icrc["cut"] + info.rxe_flushes == every else "✕"
        found.append((mark, sentence(icrc_sentence(info.icrc))))
    if info.packets:
        found.append(("✓", "No packet is cut.") if not info.cut else ("–", f"{count_text(info.cut, 'packet')} cut."))
        back = info.out_of_order
        found.append(("✓", "Times never go back.") if not back else ("✕", f"Times go back {count_text(back, 'time')}."))
    found += [("–", sentence(note)) for note in capture_notes(info, capture)]
    found += [("–", sentence(f"comment in the capture: {each}")) for each in _comments(capture)]
    return tuple(found)


def _comments(capture: Capture) -> list[str]:
    comments = getattr(capture.reader, "comments", ()) or ()
    return [short(str(each)) for each in comments][:5]
