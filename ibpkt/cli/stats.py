"""``ibpkt stats``: how much of what?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

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
    with_progress,
)
from ibpkt.cli.parameters import Choice, Seconds
from ibpkt.errors import escape_text
from ibpkt.output.table import FORMATS, comma_separated, json_object, table
from ibpkt.stats import Conversations, Endpoints, Intervals, Opcodes, Protocols, Statistic
from ibpkt.stats.endpoints import KINDS, ORDERS
from ibpkt.stats.intervals import PLAIN, SUMMARIES

#: addresses in a result, unless told otherwise
ROWS = 1000


@click.group(
    epilog=examples(
        "ibpkt stats opcodes --verify captures/mix_all_ops.pcap",
        "ibpkt stats conversations --by qp captures/rc_write.pcap",
        "ibpkt stats io --interval 0.1 --measure 'sum(infiniband.reth.dmalen)' captures/rc_write.pcap",
    )
)
def command() -> None:
    """How much of what is in a capture?

    Each file is read once, in memory that does not grow with it.
    """


def _shared(function: Callable[..., Any]) -> Callable[..., Any]:
    function = click.option(
        "--format", "form", type=Choice(FORMATS), default="text", help="A table, CSV, or a JSON object a file."
    )(function)
    return capture_arguments(filter_option(function))


def _talkers(function: Callable[..., Any]) -> Callable[..., Any]:
    function = click.option(
        "--limit",
        default=ROWS,
        type=click.IntRange(0),
        show_default=True,
        metavar="N",
        help="Only the first N, and all others added up in one more; 0 for all.",
    )(function)
    function = click.option(
        "--sort", "order", type=Choice(ORDERS), default="bytes", show_default=True, help="The most of these first."
    )(function)
    return click.option(
        "--by", type=Choice(list(KINDS)), default="address", show_default=True, help="Which addresses."
    )(function)


def _run(
    make: Callable[[], Statistic],
    files: tuple[str, ...],
    more: tuple[str, ...],
    roce_port: int,
    chosen: str | None,
    form: str,
) -> int:
    make()  # what is wrong with the options is said before a file is opened
    wanted = display_filter(chosen)
    inputs = Files(named_files(files, more), roce_port, asked_by(wanted))
    several = len(inputs.names) > 1
    header = True
    out = output()
    for name, capture in inputs:
        statistic = make()
        for batch in matching(with_progress(capture.batches(), capture), wanted, inputs):
            statistic.add(batch)
            del batch  # its buffer is used again for the next
        if form == "text":
            title = f"==> {escape_text(name)} <==\n" if several else ""
            text = title + table(statistic.shown())
        elif form == "csv":
            names = ("file", *statistic.columns) if several else statistic.columns
            text = comma_separated(
                names, ({"file": name, **row} if several else row for row in statistic.rows()), header
            )
            header = False
        else:
            text = json_object(name, statistic.KEY, statistic.rows())
        out.write(text.encode())
        out.flush()
        for each in getattr(statistic, "remarks", ()):  # kinds whose memory is bounded say what that has cost
            remark(name, each)
    return inputs.code


@command.command(epilog=examples("ibpkt stats protocols captures/ib_small.pcap"))
@_shared
def protocols(**options: Any) -> int:
    """The hierarchy of headers, with packets and bytes."""
    return _run(Protocols, **options)


@command.command(epilog=examples("ibpkt stats opcodes --verify captures/corrupt_write.pcap"))
@click.option("--verify", is_flag=True, help="Verify every ICRC and VCRC, and count the verdicts.")
@_shared
def opcodes(verify: bool, **options: Any) -> int:
    """Packets and bytes by operation code."""
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
    help=f"Beside {' and '.join(PLAIN)}: {', '.join(SUMMARIES)} of a field, as 'sum(udp.length)'; repeatable.",
)
@click.option(
    "--column",
    "filters",
    multiple=True,
    metavar="FILTER",
    help="Columns of their own for packets that match; repeatable.",
)
@_shared
def io(interval: int, measures: tuple[str, ...], filters: tuple[str, ...], **options: Any) -> int:
    """Packets, bytes and fields by intervals of time."""
    return _run(lambda: Intervals(interval / 1e9, (*PLAIN, *measures), filters), **options)
