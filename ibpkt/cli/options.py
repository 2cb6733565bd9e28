"""Options that several commands share."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ibpkt.cli.files import Files
from ibpkt.cli.option_types import PORT, Choice
from ibpkt.cli.terminal import use_color
from ibpkt.protocols import ROCE_PORT

if TYPE_CHECKING:
    from ibpkt.filter import Filter

Command = TypeVar("Command", bound=Callable[..., Any])

#: rows of a result that `--limit` keeps unless it says otherwise
ROWS = 1000


def examples(*lines: str) -> str:
    """An epilogue of a help text that shows examples, one a line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


roce_port_option = click.option(
    "--roce-port",
    type=PORT,
    default=ROCE_PORT,
    show_default=True,
    metavar="PORT",
    help="UDP destination port of RoCEv2.",
)

filter_option = click.option(
    "-Y", "--filter", "chosen", metavar="FILTER", help="Only packets that match, in Wireshark's language."
)


join_option = click.option(
    "--join",
    is_flag=True,
    help="Read all FILEs as one capture, in the order of their packets' times: rotated pieces, a file a host or port.",
)


def capture_options(
    *, filtered: bool = True, required: bool = True, joined: bool = False
) -> Callable[[Command], Command]:
    """``FILE…``, ``--read``, ``--roce-port`` and ``--filter``: the command gets its `Files` as ``inputs``.

    Args:
        filtered: without it there is no ``--filter``.
        required: at least one file must be named.
        joined: there is ``--join``.
    """

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def with_files(
            files: tuple[str, ...],
            more: tuple[str, ...],
            roce_port: int,
            chosen: str | None = None,
            join: bool = False,
            **options: Any,
        ) -> Any:
            inputs = Files((*more, *files), roce_port, display_filter(chosen), join=join)
            if required:
                inputs.require()
            return command(inputs=inputs, **options)

        # a file that may not be read is reported as any other that cannot be: click would call it wrong usage
        path = click.Path(allow_dash=True, readable=False)
        wrapped: Any = filter_option(with_files) if filtered else with_files
        wrapped = join_option(wrapped) if joined else wrapped
        wrapped = click.argument("files", nargs=-1, metavar="FILE…", type=path)(wrapped)
        wrapped = click.option("-r", "--read", "more", multiple=True, metavar="FILE", type=path, help="Another FILE.")(
            wrapped
        )
        return roce_port_option(wrapped)  # type: ignore[no-any-return]

    return decorate


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

trust_option = click.option(
    "--no-crc",
    is_flag=True,
    help="Verify the ICRC of suspicious packets only: faster, but other damaged packets are trusted.",
)

tree_option = click.option("-V", "--tree", is_flag=True, help="Show every header field by field.")
hex_option = click.option("-x", "--hex", "hexdump", is_flag=True, help="Show the bytes too, header by header.")
color_option = click.option("--color", type=Choice(["auto", "always", "never"]), default="auto", help="Use colours.")


def format_option(forms: Sequence[str], text: str) -> Callable[[Command], Command]:
    """``--format``: the first of ``forms`` unless told otherwise; and ``--color``, which `report_color` knows."""

    def decorate(command: Command) -> Command:
        wrapped = click.option(
            "--color",
            type=Choice(["auto", "always", "never"]),
            default="auto",
            expose_value=False,
            callback=lambda ctx, _, choice: ctx.meta.update({_COLOR: choice}),
            help="Use colours in text.",
        )(command)
        return click.option("--format", "form", type=Choice(list(forms)), default=forms[0], help=text)(wrapped)

    return decorate


_COLOR = "ibpkt.color"


def report_color() -> bool:
    """Whether the text that the current command reports is coloured."""
    return use_color(click.get_current_context().meta.get(_COLOR, "auto"))


def limit_option(text: str, default: int = ROWS) -> Callable[[Command], Command]:
    """``--limit``: how many results to print."""
    return click.option(
        "--limit", default=default, type=click.IntRange(0), show_default=bool(default), metavar="N", help=text
    )
