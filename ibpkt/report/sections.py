"""The parts of a page about one capture, put together."""

from __future__ import annotations

from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.incidents.clean_sentence import clean_sentence
from ibpkt.analysis.results.finding import Severity, duration
from ibpkt.io.source import Capture
from ibpkt.output.quantities import count_text, size_text, span_text
from ibpkt.report.collector import MOST_FLOWS, ReportCollector
from ibpkt.report.figures import latencies, matrix_markup, queue_depths, sequence_graphs, timeline, topology_image
from ibpkt.report.page_tables import FLOW_COLUMNS, check_list, flow_row, incident_view
from ibpkt.report.page_text import capital, clock_text, date_text, sentence, short
from ibpkt.report.place_picture import place_svg
from ibpkt.report.views import AnswerView, FileView, PairView

#: incidents that a page tells, and pairs of addresses
MOST_TOLD, MOST_PAIRS = 20, 20


def file_view(collector: ReportCollector, capture: Capture, prefix: str) -> FileView:
    """What the page says of a capture.

    Args:
        collector: what was collected, to the end.
        capture: it, after it was read.
        prefix: of ids, unique in the page.
    """
    options, incidents = collector.options, collector.incidents
    trouble = [each for each in incidents if each.severity >= Severity.WARNING]
    totals, packets = collector.expert.analyser.totals, collector.info.packets
    clean = clean_sentence(packets, collector.expert.analyser.without, totals)
    verdict = trouble[0].verdict if trouble else clean
    matrix = collector.matrix.picture()
    most = max((cell.value for cell in matrix.cells), default=1)
    pairs = sorted(matrix.cells, key=lambda cell: -cell.value)[:MOST_PAIRS]
    topology, topology_words = topology_image(collector)
    rdma, found = bool(collector.info.rdma_packets), count_text(collector.findings, "finding")
    listed, queues = list(collector.flows), collector.queues
    told = incidents[:MOST_TOLD]
    left = collector.flow_count - len(listed)
    return FileView(
        id=prefix,
        name=short(options.name),
        facts=_facts(collector),
        state=count_text(len(trouble), "incident") if trouble else "clean" if rdma else "no RDMA",
        verdict=sentence(verdict),
        fine=not trouble and rdma,
        rank=(-max((each.cost for each in trouble), default=-1.0), -len(trouble)),
        answers=_answers(collector, trouble),
        timeline=timeline(collector, prefix),
        incidents=tuple(incident_view(number, each, told, collector) for number, each in enumerate(told, 1)),
        more_incidents=len(incidents) - len(told),
        incident_words=f"{found} in {count_text(packets, 'packet')}, by what they cost.",
        sequence=sequence_graphs(collector, trouble, prefix),
        latency=latencies(collector, prefix),
        depth=queue_depths(collector, prefix),
        flow_columns=FLOW_COLUMNS,
        flows=tuple(flow_row(flow, options, queues.get(flow.number, "")) for flow in listed),
        flow_words=f"The {MOST_FLOWS} with the most packets, and {left:,} more." if left > 0 else "",
        flow_command=options.command("flows"),
        pairs=tuple(
            PairView(
                short(matrix.names[cell.source]), short(matrix.names[cell.target]), size_text(cell.value),
                round(100 * cell.value / most, 1),
            )
            for cell in pairs
        ),
        pair_words=matrix.description,
        pair_command=matrix.command,
        matrix=matrix_markup(matrix) if len(matrix.names) > 2 else "",
        topology=topology,
        topology_words=topology_words,
        topology_command=options.command("fabric"),
        checks=check_list(collector, capture),
        check_command=options.command("check"),
        info_command=options.command("info"),
    )  # fmt: skip


def _facts(collector: ReportCollector) -> str:
    info, clock = collector.info, collector.clock
    parts = [count_text(info.packets, "packet"), size_text(info.bytes)]
    if info.start is not None and info.end is not None:
        parts.append(f"{span_text(clock.last - clock.start)} from {date_text(info.start)}")
    if collector.options.files and len(collector.options.files) > 1:
        parts.append(f"{len(collector.options.files)} files read as one")
    return " · ".join(parts)


def _answers(collector: ReportCollector, trouble: list[Incident]) -> tuple[AnswerView, ...]:
    if not trouble:
        return ()
    first, span = trouble[0], max(1, collector.clock.last - collector.clock.start)
    stood = f"{duration(first.cost)} of standing still"
    bad = stood if first.cost else f"{count_text(first.packets, 'packet')} concerned"
    more = [] if not first.cost else [f"{min(1.0, first.cost / span):.0%} of the capture, all its flows together"]
    if first.resent:
        more.append(f"{size_text(first.resent)} {first.again}, {first.share:.0%} of the payload")
    others = len(trouble) - 1
    digits = 3 if span >= 10**9 else 6
    since, until = (f"{(time - collector.clock.start) / 1e9:.{digits}f} s" for time in (first.start, first.end))
    return (
        AnswerView(
            "What is wrong", _cause(first.cause),
            (capital(first.title), *([count_text(others, "smaller incident")] if others else [])),
            bad=True,
        ),
        AnswerView("Where", capital(first.where), picture=place_svg(first.place)),
        AnswerView(
            "Since when", f"{since}, packet {first.first_frame:,}",
            (clock_text(first.start, digits), f"until {until}, packet {first.last_frame:,}"),
        ),
        AnswerView("How bad", bad, tuple(more), bad=True),
    )  # fmt: skip


def _cause(name: str) -> str:
    return {"loss": "Packet loss", "capture-loss": "Packets missing in the capture"}.get(
        name, name.replace("-", " ").capitalize()
    )
