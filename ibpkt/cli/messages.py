"""``ibpkt messages``: the verbs behind the packets."""

from __future__ import annotations

import contextlib

import click

from ibpkt.analysis.flow.analyser import Analyser, AnalysisResult
from ibpkt.analysis.results.message import OUTCOMES, Message
from ibpkt.analysis.results.tables import KINDS
from ibpkt.analysis.verbs.latency import Latencies
from ibpkt.analysis.verbs.memory_regions import MemoryRegions
from ibpkt.analysis.verbs.queue_depth import ROOM, QueueDepth
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
    remark_given_up,
    trusting_option,
    with_progress,
)
from ibpkt.cli.messages_payload import PayloadFiles
from ibpkt.cli.messages_rows import FORMATS, MessageRows, rows_of
from ibpkt.cli.messages_sums import depth_report, latency_report, memory_report, written
from ibpkt.cli.parameters import FLOW, Choice, Seconds


@click.command(
    epilog=examples(
        "ibpkt messages captures/mix_all_ops.pcap",
        "ibpkt messages --latency --kind write captures/rc_write.pcap",
        "ibpkt messages --memory --format json captures/rping_ipv4.pcap",
    )
)
@click.option("--latency", is_flag=True, help="Instead of messages: percentiles and histograms of how long they took.")
@click.option("--depth", is_flag=True, help="Instead of messages: how many were outstanding, interval by interval.")
@click.option("--memory", is_flag=True, help="Instead of messages: which remote memory they touched, by which key.")
@click.option(
    "--payload",
    metavar="DIR",
    type=click.Path(),
    help="Write what each message carried into a file in DIR, which is new or empty; with --memory, images of the "
    "memory instead.",
)
@click.option("--flow", "flows", multiple=True, type=FLOW, metavar="N", help="Only of that flow; repeatable.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=Choice([kind.lower().replace(" ", "-") for kind in KINDS], case_sensitive=False),
    help="Only of that kind; repeatable.",
)
@click.option(
    "--outcome",
    "outcomes",
    multiple=True,
    type=Choice([outcome.replace(" ", "-") for outcome in OUTCOMES]),
    help="Only those that ended so; repeatable.",
)
@click.option(
    "--interval",
    type=Seconds(1e-9),
    metavar="SECONDS",
    help="Length of the intervals of --depth, instead of one that makes a page.",
)
@trusting_option
@click.option("--format", "form", type=Choice(FORMATS), default="text", help="Lines, CSV, or JSON.")
@filter_option
@capture_arguments
def command(
    files: tuple[str, ...],
    more: tuple[str, ...],
    roce_port: int,
    chosen: str | None,
    form: str,
    interval: int | None,
    outcomes: tuple[str, ...],
    kinds: tuple[str, ...],
    flows: tuple[int, ...],
    payload: str | None,
    no_crc: bool,
    **reports: bool,
) -> int:
    """What programs asked their queue pairs to do: a line for each SEND, WRITE, READ, ATOMIC, FLUSH.

    Lines come as messages end. -Y leaves out packets before anything is concluded: choose whole flows by it, or
    packets will seem to be lost.
    """
    asked = [name for name, wanted in reports.items() if wanted]
    if len(asked) > 1:
        raise click.UsageError(f"--{asked[0]} or --{asked[1]}: one at a time")
    report = asked[0] if asked else ""
    if interval is not None and report != "depth":
        raise click.UsageError("--interval is for --depth")
    if payload is not None and report not in ("", "memory"):
        raise click.UsageError(f"--payload goes with the messages or with --memory, not with --{report}")
    names = named_files(files, more)
    if payload is not None and len(names) > 1:
        raise click.UsageError("--payload is for one FILE")
    if payload is not None and no_crc:
        raise click.UsageError("--payload takes bytes of verified packets only, and --no-crc verifies none")
    choice = Chosen(flows, kinds, outcomes)
    wanted = display_filter(chosen)
    inputs = Files(names, roce_port, asked_by(wanted))
    out = output()
    rows = rows_of(form, out, len(names) > 1)
    for name, capture in inputs:
        analyser = Analyser(payload=payload is not None, verify=not no_crc)
        collected = _collector(report, interval)
        with contextlib.ExitStack() as stack:
            keeper = None if payload is None else stack.enter_context(PayloadFiles(payload, name, report == "memory"))
            if not report:
                rows.begin(name)
            now = 0
            for batch in matching(with_progress(capture.batches(), capture), wanted, inputs):
                if keeper is not None:
                    keeper.take(batch)
                found = analyser.add(batch)
                now = max(now, int(batch.frames.time.max(initial=0)))
                rows.first_time = batch.frames.first_time
                _take(found, analyser, choice, collected, keeper, rows, now)
                if keeper is not None:
                    keeper.put_away()
                del batch  # its buffer is used again for the next
                if inputs.live:
                    out.flush()
            _take(analyser.finish(), analyser, choice, collected, keeper, rows, now)
            if keeper is not None:
                keeper.finish()
        if not report:
            rows.end()
        elif isinstance(collected, Latencies):
            written(out, form, name, len(names) > 1, latency_report(collected), rows)
        elif isinstance(collected, QueueDepth):
            written(out, form, name, len(names) > 1, depth_report(collected, rows.first_time), rows)
        elif isinstance(collected, MemoryRegions):
            written(out, form, name, len(names) > 1, memory_report(collected), rows)
        out.flush()
        remark_given_up(name, analyser.given_up)
    return inputs.code


Collected = Latencies | QueueDepth | MemoryRegions | None


def _collector(report: str, interval: int | None) -> Collected:
    if report == "latency":
        return Latencies()
    if report == "depth":
        return QueueDepth() if interval is None else QueueDepth(interval, ROOM)
    return MemoryRegions() if report == "memory" else None


class Chosen:
    """Which messages are wanted: of some flows, kinds and outcomes; of all where none are named."""

    def __init__(self, flows: tuple[int, ...], kinds: tuple[str, ...], outcomes: tuple[str, ...]) -> None:
        self.flows = set(flows)
        self.kinds = {kind.upper().replace("-", " ") for kind in kinds}
        self.outcomes = {outcome.replace("-", " ") for outcome in outcomes}

    def __contains__(self, message: Message) -> bool:
        return (
            (not self.flows or message.flow in self.flows)
            and (not self.kinds or message.kind in self.kinds)
            and (not self.outcomes or message.outcome in self.outcomes)
        )


def _take(
    found: AnalysisResult,
    analyser: Analyser,
    choice: Chosen,
    collected: Collected,
    keeper: PayloadFiles | None,
    rows: MessageRows,
    now: int,
) -> None:
    """Messages have ended."""
    ended = {flow.number: flow for flow in found.flows}
    messages = [message for message in found.messages if message in choice]
    for message in messages:
        flow = None
        if keeper is not None or isinstance(collected, MemoryRegions):
            flow = analyser.flow(message.flow) or ended.get(message.flow)
        owner = "" if flow is None else flow.sides[1 - message.side].address
        if isinstance(collected, Latencies):
            collected.add(message)
        elif isinstance(collected, QueueDepth):
            collected.add(message, now)
        elif isinstance(collected, MemoryRegions):
            collected.add(message, owner)
        if keeper is not None:
            keeper.keep(message, owner, None if flow is None else flow.pmtu)
    if collected is None:
        rows.add(messages)
    if keeper is not None and isinstance(collected, MemoryRegions):
        keeper.memory = collected
