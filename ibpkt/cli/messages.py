"""``ibpkt messages``: the verbs behind the packets."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cache, partial
from typing import Any

import click

from ibpkt.analysis.analyser import Analyser, AnalysisResult
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import OUTCOMES, Message
from ibpkt.analysis.results.tables import MESSAGES, row
from ibpkt.analysis.verbs.message_filter import MessageFilter
from ibpkt.analysis.verbs.payload_files import PayloadFiles
from ibpkt.arrays import distinct
from ibpkt.cli.analysis_batches import analysis_batches
from ibpkt.cli.by_file import by_file
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.kept_state import KeptState, state_options
from ibpkt.cli.messages_summaries import MemorySummary, MessageSummary, make_summary
from ibpkt.cli.messages_text import MessageLines
from ibpkt.cli.option_types import FLOW, Choice, Seconds
from ibpkt.cli.options import capture_options, examples, format_option, report_color, table_options, trust_option
from ibpkt.cli.selection import nothing_matches, typed_options
from ibpkt.cli.table_files import TABLE_FORMATS, TableOutput, table_option
from ibpkt.cli.terminal import output, remark, remark_given_up
from ibpkt.output.report import Layout, Report
from ibpkt.output.table_fit import TableFit
from ibpkt.protocols import MESSAGE_KINDS, on_registration


def _kinds() -> list[str]:
    """The kinds of messages as options name them."""
    return [kind.lower().replace(" ", "-") for kind in MESSAGE_KINDS]


def _renew_kinds() -> None:
    KIND.choices = (*_kinds(),)


KIND = Choice(_kinds(), case_sensitive=False)
on_registration(_renew_kinds)


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt messages captures/mix_all_ops.pcap",
        "ibpkt messages --latency --kind write captures/rc_write.pcap",
        "ibpkt messages --memory --format json captures/rping_ipv4.pcap",
    ),
)
@capture_options(joined=True, by_flow=True)
@by_file()
@state_options
@click.option("--latency", is_flag=True, help="Instead of messages: percentiles and histograms of their latency.")
@click.option("--depth", is_flag=True, help="Instead of messages: how many were outstanding, interval by interval.")
@click.option("--memory", is_flag=True, help="Instead of messages: which remote memory they accessed, by which key.")
@click.option(
    "--payload",
    metavar="DIR",
    type=click.Path(),
    help="Write the payload of each message to a file in DIR, which must be new or empty; with --memory, memory images "
    "instead.",
)
@click.option("--flow", "flows", multiple=True, type=FLOW, metavar="N", help="Only messages of flow N; repeatable.")
@click.option("--kind", "kinds", multiple=True, type=KIND, help="Only messages of this kind; repeatable.")
@click.option(
    "--outcome",
    "outcomes",
    multiple=True,
    type=Choice([outcome.replace(" ", "-") for outcome in OUTCOMES]),
    metavar="NAME",
    help=f"Only messages with this outcome: {', '.join(name.replace(' ', '-') for name in OUTCOMES)}; repeatable.",
)
@click.option(
    "--interval",
    type=Seconds(1e-9),
    metavar="SECONDS",
    help="Length of the intervals of --depth; by default one that fills a page.",
)
@table_options
@trust_option
@table_option
@format_option(["text", "csv", "json", "jsonl", *TABLE_FORMATS], "Lines, CSV, JSON, or a file in the tables of DIR.")
def command(
    inputs: Files,
    form: str,
    interval: int | None,
    outcomes: tuple[str, ...],
    kinds: tuple[str, ...],
    flows: tuple[int, ...],
    payload: str | None,
    no_crc: bool,
    state: str | None,
    final: bool,
    fit: TableFit,
    directory: str | None,
    **summaries: bool,
) -> int:
    """What programs asked their queue pairs to do: a line for each SEND, WRITE, READ, ATOMIC, FLUSH.

    Lines are printed as messages end. -Y removes packets before the analysis: select whole flows with it, or packets
    will appear to be lost.
    """
    kind = _summary_kind(summaries, interval, payload)
    tables = TableOutput(form, directory, ["messages"])
    tables.refuse({f"--{kind}": kind})
    if payload is not None and state is not None:
        raise click.UsageError("--payload needs the whole capture, and --state has pieces of it")
    kept = KeptState(state, final, inputs)
    if payload is not None and inputs.several:
        raise click.UsageError("--payload takes one FILE")
    if payload is not None and no_crc:
        raise click.UsageError("--payload needs verified packets, and --no-crc verifies none")
    wanted = MessageFilter(
        flows, [name.upper().replace("-", " ") for name in kinds], [name.replace("-", " ") for name in outcomes]
    )
    lines = MessageLines(fit if kind == "" else TableFit(), inputs.name_table)
    layout: Layout[Any] = Layout(
        "messages", partial(row, MESSAGES), lines, [column.name for column in MESSAGES], lines.heading
    )
    if (summary := make_summary(kind, interval)) is not None:
        fitted = partial(fit.table, first_to_go=summary.first_to_go)
        layout = Layout(summary.key, dict, columns=summary.columns, table=fitted)
    report = tables.report(output(), layout, several=inputs.several, color=report_color())
    asked = typed_options(inputs.selection, inputs.filter, {"--flow": flows, "--kind": kinds, "--outcome": outcomes})
    for capture in inputs:
        analyser = Analyser(payload=payload is not None, verify=not no_crc)
        kept.load(analyser, capture)
        summary = make_summary(kind, interval)
        with contextlib.ExitStack() as stack:
            files = None
            if payload is not None:
                memory = summary.memory if isinstance(summary, MemorySummary) else None
                files = stack.enter_context(PayloadFiles(payload, capture.name, memory))
            report.begin(capture.name, capture.files)
            hand_on = partial(_hand_on, analyser, wanted, summary or report, files, inputs, lines)
            now = found = 0
            for batch in inputs.select(kept.count(analysis_batches(inputs, capture), capture)):
                lines.first_time = batch.frames.first_time
                now = max(now, int(batch.frames.time.max(initial=0)))
                if files is not None:
                    files.take(batch)
                found += hand_on(analyser.add(batch), now)
                if files is not None:
                    files.put_away()
                del batch  # its buffer is used again for the next
                if inputs.live:
                    output().flush()
            if not kept.save(analyser):
                found += hand_on(analyser.finish(), now)
            if files is not None:
                files.finish()
        if summary is None:
            report.end(text=lines.remark)
        else:
            summary.first_time = lines.first_time
            shown = cache(summary.shown)
            report.add_table(summary.rows, shown)
            report.end(after=summary.members(), text=summary.below)
            if form in ("csv", "jsonl"):  # there is no place for them among the rows
                for sentence in summary.remarks():
                    remark(capture.name, sentence)
        nothing = nothing_matches(inputs.selection, asked, analyser.totals.messages.total(), "message")
        if not found and nothing:
            remark(capture.name, nothing)
        elif summary is not None and form == "text" and not shown():
            remark(capture.name, summary.absence)
        remark_given_up(capture.name, analyser.given_up)
    return inputs.code


def _summary_kind(summaries: dict[str, bool], interval: int | None, payload: str | None) -> str:
    """The summary that was asked for, empty for none."""
    chosen = [name for name, wanted in summaries.items() if wanted]
    if len(chosen) > 1:
        raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} are mutually exclusive")
    kind = chosen[0] if chosen else ""
    if interval is not None and kind != "depth":
        raise click.UsageError("--interval goes with --depth")
    if payload is not None and kind not in ("", "memory"):
        raise click.UsageError(f"--payload goes with the messages or with --memory, not with --{kind}")
    return kind


def _hand_on(
    analyser: Analyser,
    wanted: MessageFilter,
    target: Report[Message] | MessageSummary,
    files: PayloadFiles | None,
    inputs: Files,
    lines: MessageLines,
    found: AnalysisResult,
    now: int,
) -> int:
    """Hand the wanted messages among those that have ended to the target, and to the payload files if there are any.

    Returns:
        How many they are.
    """
    table = wanted.select(found.message_table)
    messages: Sequence[Message] = table
    ended = {flow.number: flow for flow in found.flows}
    if inputs.selection.queue_pairs:
        messages = [
            message
            for message in messages
            if inputs.selection.wants(analyser.flow(message.flow) or ended.get(message.flow))
        ]
    if inputs.name_table:
        for number in distinct(table.column("flow")).tolist():
            lines.know(analyser.flow(number) or ended.get(number))
    if isinstance(target, Report):
        target.add(messages)
        if files is None:
            return len(messages)
    flows: dict[int, Flow | None] = {}
    for message in messages:
        if message.flow not in flows:
            flows[message.flow] = analyser.flow(message.flow) or ended.get(message.flow)
        flow = flows[message.flow]
        if isinstance(target, MessageSummary):
            target.add(message, flow, now)
        if files is not None:
            files.keep(message, flow)
    return len(messages)
