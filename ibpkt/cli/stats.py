"""``ibpkt stats``: how much of what?"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, cast

import click

from ibpkt.cli.by_file import by_file
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.cli.option_types import Choice, Seconds
from ibpkt.cli.options import capture_options, examples, format_option, limit_option, report_color, table_options
from ibpkt.cli.terminal import output, remark
from ibpkt.cli.watching import Rates, TableWatch
from ibpkt.errors import CallerError
from ibpkt.io.source import Capture
from ibpkt.output.names import NameTable
from ibpkt.output.report import Layout, make_report
from ibpkt.output.table import FORMATS, Row
from ibpkt.output.table_fit import TableFit
from ibpkt.stats import Conversations, Endpoints, Intervals, Opcodes, Protocols, Statistic, SummedStatistic
from ibpkt.stats.endpoints import KINDS, ORDERS
from ibpkt.stats.intervals import PLAIN, SUMMARIES


class StatisticsGroup(ExamplesHelp, click.Group):
    """The kinds of statistics."""

    command_class = HabitCommand

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their whole sentences, which click cuts."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, each.get_short_help_str(1000)) for name, each in sorted(self.commands.items())])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, with a suggestion, or with all that there are."""
        if args and args[0] not in self.commands and not args[0].startswith("-"):
            ctx.fail(
                str(CallerError(f"there are no statistics {args[0]!r}", name=args[0], known=sorted(self.commands)))
            )
        return super().resolve_command(ctx, args)


@click.group(
    cls=StatisticsGroup,
    epilog=examples(
        "ibpkt stats opcodes --verify captures/mix_all_ops.pcap",
        "ibpkt stats conversations --by qp captures/rc_write.pcap",
        "ibpkt stats io --interval 0.1 --measure 'sum(infiniband.reth.dmalen)' captures/rc_write.pcap",
    ),
)
def command() -> None:
    """How much of what is in a capture?

    Each file is read once, in memory that does not grow with it. With -f, rows that have changed are printed every
    second, on a terminal all of them in their place.
    """


def _shared(function: Callable[..., Any]) -> Callable[..., Any]:
    function = format_option(FORMATS, "A table, CSV, or a JSON object per file.")(function)
    return capture_options(joined=True, followed=True)(by_file(in_parallel=True)(table_options(function)))


def _talkers(function: Callable[..., Any]) -> Callable[..., Any]:
    function = limit_option("Print the first N, and the sum of all others in one more row; 0 for all.")(function)
    function = click.option(
        "--sort", "order", type=Choice(ORDERS), default="bytes", show_default=True, help="Sort by this, highest first."
    )(function)
    return click.option(
        "--by", type=Choice(list(KINDS)), default="address", show_default=True, help="Which addresses."
    )(function)


def _run(make: Callable[[], Statistic], inputs: Files, form: str, fit: TableFit, jobs: int = 1) -> int:
    sample = make()  # wrong options are reported before a file is opened
    inputs.follow(sample.fields)
    fitted = partial(fit.table, first_to_go=sample.first_to_go)
    layout: Layout[Row] = Layout(sample.KEY, dict, columns=sample.columns, table=fitted)
    report = make_report(form, output(), layout, several=inputs.several, color=report_color())
    for capture in inputs:
        statistic = make()
        watch = None
        if inputs.growing is not None and form == "text":
            rates = Rates(capture.name)
            watch = TableWatch(partial(_shown, statistic, fit, inputs.name_table), dict.items, fitted, rates.line)
            inputs.tick = watch.look
        counted = None if jobs == 1 else _in_parallel(make, inputs, capture, jobs)
        if counted is not None:
            statistic = counted
        else:
            for batch in inputs.batches(capture):
                statistic.add(batch)
                if watch is not None:
                    rates.add(len(batch), int(batch.frames.wirelen.sum()))
                    watch.look()
                del batch  # its buffer is used again for the next
        if watch is not None:
            watch.end()
        report.begin(capture.name, capture.files)
        shown = cache(partial(_shown, statistic, fit, inputs.name_table))
        report.add_table(statistic.rows, shown)
        report.end()
        if form == "text" and not shown():
            remark(capture.name, f"no packet has what `ibpkt stats {click.get_current_context().info_name}` counts")
        for sentence in getattr(statistic, "remarks", ()):  # what bounded memory has cost
            remark(capture.name, sentence)
    return inputs.code


def _in_parallel(make: Callable[[], Statistic], inputs: Files, capture: Capture, jobs: int) -> Statistic | None:
    """The statistic of a capture, counted by several processes; None where one must do it."""
    if not isinstance(make(), SummedStatistic) or inputs.chooses:
        return None
    from ibpkt.stats.in_parallel import count_in_parallel  # late: one process does without

    summed = cast(Callable[[], SummedStatistic], make)
    counts = count_in_parallel(summed, capture, jobs)
    return counts.statistic if counts is not None and (counts.rdma or not inputs.tells_absence) else None


#: the columns of all statistics that have addresses
_ADDRESSES = ("address", "a", "b", "active", "passive")


def _shown(statistic: Statistic, fit: TableFit, names: NameTable) -> list[Row]:
    """The rows of a table for people, with names for addresses.

    Columns that are asked for are there even where they are empty.
    """
    empty = dict.fromkeys(name for name in fit.columns if name in statistic.columns)
    rows = [{**empty, **row} for row in statistic.shown()]
    if names:
        for row in rows:
            row |= {column: names.in_text(row[column]) for column in _ADDRESSES if isinstance(row.get(column), str)}
    return rows


@command.command(epilog=examples("ibpkt stats protocols captures/ib_small.pcap"))
@_shared
def protocols(**options: Any) -> int:
    """Hierarchy of headers, with packets and bytes."""
    return _run(Protocols, **options)


@command.command(epilog=examples("ibpkt stats opcodes --verify captures/corrupt_write.pcap"))
@click.option("--verify", is_flag=True, help="Verify every ICRC and VCRC, and count the verdicts.")
@_shared
def opcodes(verify: bool, **options: Any) -> int:
    """Packets and bytes by opcode."""
    return _run(lambda: Opcodes(verify), **options)


@command.command(epilog=examples("ibpkt stats endpoints --by lid --limit 5 captures/ib_small.pcap"))
@_talkers
@_shared
def endpoints(by: str, order: str, limit: int, **options: Any) -> int:
    """Packets and bytes by address, sent and received."""
    return _run(lambda: Endpoints(by, order, limit or None), **options)


@command.command(epilog=examples("ibpkt stats conversations --by udp captures/rc_write.pcap"))
@_talkers
@_shared
def conversations(by: str, order: str, limit: int, **options: Any) -> int:
    """Packets and bytes by pair of addresses, in each direction."""
    return _run(lambda: Conversations(by, order, limit or None), **options)


@command.command(epilog=examples("ibpkt stats connections captures/cm_reject.pcap"))
@_shared
def connections(**options: Any) -> int:
    """Who connected to what: queue pairs, starting PSNs, service, outcome."""
    from ibpkt.stats.connections import ConnectionCounts  # late: the other kinds do without

    return _run(ConnectionCounts, **options)


@command.command(epilog=examples("ibpkt stats mad captures/ib_small.pcap"))
@_shared
def mad(**options: Any) -> int:
    """Management datagrams: operations, answers, response times, failures."""
    from ibpkt.stats.mad import MadCounts  # late: the other kinds do without

    return _run(MadCounts, **options)


@command.command(
    epilog=examples(
        "ibpkt stats io --interval 0.5 --column udp --column 'infiniband.bth.opcode == 17' captures/rc_write.pcap"
    )
)
@click.option(
    "--interval",
    default=1.0,
    type=Seconds(),
    show_default=True,
    metavar="SECONDS",
    help="Length of an interval; 0 for the whole capture.",
)
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help=f"Besides {' and '.join(PLAIN)}: {', '.join(SUMMARIES)} of a field, as 'sum(udp.length)'; repeatable.",
)
@click.option(
    "--column", "filters", multiple=True, metavar="FILTER", help="Separate columns for packets that match; repeatable."
)
@_shared
def io(interval: int, measures: tuple[str, ...], filters: tuple[str, ...], **options: Any) -> int:
    """Packets, bytes and fields by time interval."""
    return _run(lambda: Intervals(interval / 1e9, (*PLAIN, *measures), filters), **options)
