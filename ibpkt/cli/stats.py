"""``ibpkt stats``: how much of what?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import click

from ibpkt.batch import Batch
from ibpkt.cli.common import Files, capture_arguments, examples, named_files, output, with_progress
from ibpkt.errors import escape_text
from ibpkt.output.table import FORMATS, comma_separated, json_object, table
from ibpkt.stats.endpoints import KINDS
from ibpkt.stats.tally import Mask


class Statistic(Protocol):
    """What every kind of statistic offers."""

    KEY: str

    def add(self, batch: Batch, rows: Mask | None = None) -> None:
        """Count a batch."""

    def rows(self) -> list[dict[str, Any]]:
        """The result."""


@click.group(
    epilog=examples(
        "ibpkt stats opcodes captures/mix_all_ops.pcap",
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
        "--format", "form", type=click.Choice(FORMATS), default="text", help="A table, CSV, or an object a file."
    )(function)
    function = click.option("-Y", "display_filter", default="", metavar="FILTER", help="Only packets that match.")(
        function
    )
    return capture_arguments(function)


def _by(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--by", type=click.Choice(list(KINDS)), default="address", show_default=True, help="Which addresses."
    )(function)


def _run(
    make: Callable[[], Statistic],
    files: tuple[str, ...],
    more: tuple[str, ...],
    roce_port: int,
    display_filter: str,
    form: str,
) -> int:
    make()  # what is wrong with the options is said before a file is opened
    matches = _matches(display_filter) if display_filter else None
    inputs = Files(named_files(files, more), roce_port)
    out = output()
    for name, capture in inputs:
        statistic = make()
        for batch in with_progress(capture.batches(), capture):
            statistic.add(batch, None if matches is None else matches(batch))
        rows = statistic.rows()
        if form == "text":
            if len(inputs.names) > 1:
                out.write(f"==> {escape_text(name)} <==\n".encode())
            out.write(table(rows).encode())
        elif form == "csv":
            out.write(comma_separated(rows).encode())
        else:
            out.write(json_object(name, statistic.KEY, rows).encode())
        out.flush()
    return inputs.code


def _matches(text: str) -> Callable[[Batch], Mask]:
    from ibpkt.filter import compile  # late: the grammar takes a while to load

    return compile(text).rows


@command.command()
@_shared
def opcodes(**options: Any) -> int:
    """Packets and bytes by operation code."""
    from ibpkt.stats.opcodes import Opcodes

    return _run(Opcodes, **options)


@command.command()
@_shared
def protocols(**options: Any) -> int:
    """The hierarchy of headers, with packets and bytes."""
    from ibpkt.stats.protocols import Protocols

    return _run(Protocols, **options)


@command.command()
@_by
@_shared
def endpoints(by: str, **options: Any) -> int:
    """Packets and bytes by address, sent and received."""
    from ibpkt.stats.endpoints import Endpoints

    return _run(lambda: Endpoints(by), **options)


@command.command()
@_by
@_shared
def conversations(by: str, **options: Any) -> int:
    """Packets and bytes by pair of addresses, in each direction."""
    from ibpkt.stats.endpoints import Conversations

    return _run(lambda: Conversations(by), **options)


@command.command()
@click.option("--interval", default=1.0, show_default=True, metavar="SECONDS", help="Length of an interval.")
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="MEASURE",
    help="packets, bytes, or count, sum, min, max or avg of a field: 'sum(infiniband.reth.dmalen)'.",
)
@click.option(
    "--filter", "filters", multiple=True, metavar="FILTER", help="Columns for packets that match; repeatable."
)
@_shared
def io(interval: float, measures: tuple[str, ...], filters: tuple[str, ...], **options: Any) -> int:
    """Packets, bytes and fields by intervals of time."""
    from ibpkt.stats.intervals import Intervals

    compiled = [(text, _matches(text)) for text in filters]
    return _run(lambda: Intervals(interval, ("packets", "bytes", *measures), compiled), **options)
