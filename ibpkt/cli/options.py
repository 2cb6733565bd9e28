"""Options that several commands share."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from ibpkt.cli.files import Files
from ibpkt.cli.help_text import examples as examples
from ibpkt.cli.light_options import Command, filter_option as filter_option, port_option, trust_option as trust_option
from ibpkt.cli.option_types import QUEUE_PAIR, Choice
from ibpkt.cli.selection import Selection
from ibpkt.cli.stopping import stopped_by_signals
from ibpkt.cli.terminal import table_width, use_color
from ibpkt.errors import CallerError, CaptureError, sentence
from ibpkt.output.names import NameTable
from ibpkt.output.table_fit import TableFit
from ibpkt.protocols import ROCE_PORT

if TYPE_CHECKING:
    from ibpkt.filter import Filter


#: a capture; one that may not be read is reported as any other that cannot be: click would call it wrong usage
CAPTURE = click.Path(allow_dash=True, readable=False)
#: rows of a result that `--limit` keeps unless it says otherwise
ROWS = 1000


roce_port_option = port_option(ROCE_PORT)

join_option = click.option(
    "--join",
    is_flag=True,
    help="Read all FILEs as one capture, in the order of their packets' times: rotated pieces, a file a host or port.",
)


follow_option = click.option(
    "-f", "--follow", "grows", is_flag=True, help="Follow FILE as it grows, or a pipe, until Ctrl-C."
)

names_option = click.option(
    "--names",
    "name_files",
    multiple=True,
    metavar="FILE",
    type=click.Path(readable=False),
    help="Names for addresses, GIDs, GUIDs, LIDs and queue pairs, as in /etc/hosts and node name maps; repeatable.",
)


def name_table(paths: Sequence[str]) -> NameTable:
    """The names of some files.

    Raises:
        CaptureError: a file cannot be read.
    """
    names = NameTable()
    for path in paths:
        try:
            names.read(path)
        except OSError as error:
            raise CaptureError(path, sentence(error)) from error
    return names


def _selecting(command: Command) -> Command:
    """``--host``, ``--between``, ``--qp`` and ``--names``."""
    options = (
        click.option("--host", "hosts", multiple=True, metavar="A", help="Only packets from or to an address or name."),
        click.option(
            "--between", "pairs", multiple=True, nargs=2, metavar="A B", help="Only packets between these addresses."
        ),
        click.option("--qp", "queue_pairs", multiple=True, type=QUEUE_PAIR, metavar="N", help="Only this queue pair."),
        names_option,
    )
    for option in reversed(options):
        command = option(command)
    return command


def selection_option(command: Command) -> Command:
    """The same, for a command that gets them as ``selection``."""

    @functools.wraps(command)
    def with_selection(
        hosts: tuple[str, ...],
        pairs: tuple[tuple[str, str], ...],
        queue_pairs: tuple[int, ...],
        name_files: tuple[str, ...],
        **options: Any,
    ) -> Any:
        return command(selection=Selection(hosts, pairs, queue_pairs, name_table(name_files)), **options)

    return _selecting(with_selection)  # type: ignore[return-value]


def capture_options(
    *,
    filtered: bool = True,
    selecting: bool = True,
    required: bool = True,
    joined: bool = False,
    by_flow: bool = False,
    followed: bool = False,
) -> Callable[[Command], Command]:
    """``FILE…``, ``--read``, ``--roce-port``, ``--filter``, ``--host``…: the command gets its `Files` as ``inputs``.

    Args:
        filtered: without it there is no ``--filter``.
        selecting: without it there is no ``--host``, ``--between``, ``--qp``, ``--names``.
        required: at least one file must be named.
        joined: there is ``--join``.
        by_flow: the command selects flows by ``--qp`` itself, with `Files.selection`.
        followed: there is ``--follow``.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_files(
            files: tuple[str, ...],
            more: tuple[str, ...],
            roce_port: int,
            chosen: str | None = None,
            join: bool = False,
            hosts: tuple[str, ...] = (),
            pairs: tuple[tuple[str, str], ...] = (),
            queue_pairs: tuple[int, ...] = (),
            name_files: tuple[str, ...] = (),
            grows: bool = False,
            **options: Any,
        ) -> Any:
            names = name_table(name_files)
            selection = Selection(hosts, pairs, queue_pairs, names, by_flow=by_flow)
            if filtered and chosen is None and (text := _filter_behind(more, files)):
                chosen, files = text, ()
            inputs = Files((*more, *files), roce_port, display_filter(chosen), join=join, selection=selection)
            inputs.name_table = names
            if required:
                inputs.require()
            if grows:
                with stopped_by_signals() as stop:
                    inputs.follow_growth(stop)
                    return command(inputs=inputs, **options)
            return command(inputs=inputs, **options)

        wrapped: Any = _selecting(with_files) if selecting else with_files
        wrapped = filter_option(wrapped) if filtered else wrapped
        wrapped = join_option(wrapped) if joined else wrapped
        wrapped = follow_option(wrapped) if followed else wrapped
        wrapped = click.argument("files", nargs=-1, metavar="FILE…", type=CAPTURE)(wrapped)
        wrapped = click.option(
            "-r", "--read", "more", multiple=True, metavar="FILE", type=CAPTURE, help="Another FILE."
        )(wrapped)
        return roce_port_option(wrapped)  # type: ignore[no-any-return]

    return decorate


def _filter_behind(read: Sequence[str], words: Sequence[str]) -> str:
    """The filter that words behind ``-r FILE`` are, as with tshark; empty where they name files, or are no filter."""
    if not read or not words or any(word == "-" or os.path.lexists(word) for word in words):
        return ""
    text = " ".join(words)
    try:
        display_filter(text)
    except CallerError:
        return ""
    return text


def display_filter(text: str | None) -> Filter | None:
    """The filter that ``-Y`` gives, None without it.

    Raises:
        FilterError: it cannot be read.
    """
    if text is None:
        return None
    from ibpkt import filter  # late: the grammar takes a while

    return filter.compile(text)


jobs_option = click.option(
    "-j",
    "--jobs",
    type=click.IntRange(0),
    default=1,
    show_default=True,
    metavar="N",
    help="Worker processes; 0 for one per core. The output is the same.",
)

tree_option = click.option("-V", "--tree", is_flag=True, help="Show every header field by field.")
hex_option = click.option("-x", "--hex", "hexdump", is_flag=True, help="Show the bytes too, header by header.")
color_option = click.option("--color", type=Choice(["auto", "always", "never"]), default="auto", help="Use colours.")


def format_option(forms: Sequence[str], text: str, *, letter: str = "-T") -> Callable[[Command], Command]:
    """``--format``: the first of ``forms`` by default; and ``--color``, which `report_color` knows.

    Args:
        forms: the formats.
        text: help.
        letter: tshark's letter for it; "" where the command answers for a program in which it means something else.
    """

    def decorate(command: Command) -> Command:
        wrapped = click.option(
            "--color",
            type=Choice(["auto", "always", "never"]),
            default="auto",
            expose_value=False,
            callback=lambda ctx, _, choice: ctx.meta.update({_COLOR: choice}),
            help="Use colours in text.",
        )(command)
        names = (*filter(None, [letter]), "--format", "form")
        return click.option(*names, type=Choice(list(forms)), default=forms[0], help=text)(wrapped)

    return decorate


_COLOR = "ibpkt.color"


def report_color() -> bool:
    """Whether the text that the current command reports is coloured."""
    return use_color(click.get_current_context().meta.get(_COLOR, "auto"))


def table_options(command: Command) -> Command:
    """``--wide`` and ``--columns``: the command gets them as ``fit``."""

    @functools.wraps(command)
    def with_fit(wide: bool, columns: str | None, **options: Any) -> Any:
        names = tuple(name for name in map(str.strip, (columns or "").split(",")) if name)
        if columns is not None and not names:
            raise click.UsageError("--columns names no column")
        return command(fit=TableFit(table_width(), names, wide), **options)

    wrapped: Any = click.option("--columns", metavar="NAME,…", help="These columns of a table, in this order.")(
        with_fit
    )
    return click.option(  # type: ignore[no-any-return]
        "--wide", is_flag=True, help="All columns of a table, also those that do not fit the terminal."
    )(wrapped)


def limit_option(text: str, default: int = ROWS) -> Callable[[Command], Command]:
    """``--limit``: how many results to print."""
    return click.option(
        "--limit", default=default, type=click.IntRange(0), show_default=bool(default), metavar="N", help=text
    )
