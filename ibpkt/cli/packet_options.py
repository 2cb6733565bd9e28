"""How packets are printed: the options of ``ibpkt decode`` and ``ibpkt capture``, and what they make."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import click

from ibpkt.cli.completion import complete_field
from ibpkt.cli.files import Files
from ibpkt.cli.light_options import Command
from ibpkt.cli.option_types import Choice
from ibpkt.cli.options import color_option, hex_option, tree_option
from ibpkt.cli.rendering import Rendering
from ibpkt.output.formats import FORMATS, TABLES, make_renderer
from ibpkt.output.summary import TIMES

_OPTIONS = (
    tree_option,
    hex_option,
    click.option(
        "-T",
        "--format",
        "form",
        type=Choice(list(FORMATS)),
        default="text",
        help="Another format: selected fields, JSON like tshark's, a flat typed object per line, Elasticsearch's bulk "
        "format, XML, or tables with typed columns.",
    ),
    click.option(
        "-e",
        "--field",
        "names",
        multiple=True,
        metavar="FIELD",
        shell_complete=complete_field,
        help="A field for -T; see `ibpkt fields`.",
    ),
    click.option(
        "-E",
        "options",
        multiple=True,
        metavar="KEY=VALUE",
        help="For -T fields: header=y, separator=, quote=d, occurrence=f.",
    ),
    click.option("-t", "--time", type=Choice(list(TIMES)), default="r", help="Time: " + ", ".join(TIMES) + "."),
    click.option("--no-crc", is_flag=True, help="Do not verify ICRC, VCRC and LPCRC."),
    color_option,
    click.option(
        "-A",
        "--analysis",
        is_flag=True,
        help="Follow queue pairs: retransmissions, gaps, what answers what; commands of protocols above.",
    ),
)


def packet_options(command: Command) -> Command:
    """``-V``, ``-x``, ``-T``, ``-e``, ``-E``, ``-t``, ``--no-crc``, ``--color``, ``-A``."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def make_rendering(
    inputs: Files, form: str, names: Sequence[str], count: int | None, jobs: int, **style: Any
) -> Rendering:
    """What renders the packets as the options say.

    Raises:
        click.UsageError: they contradict each other.
    """
    if form != "text" and (style["tree"] or style["hexdump"]):
        raise click.UsageError(f"-{'V' if style['tree'] else 'x'} does not go with -T {form}")
    if form == "fields" and not names:
        raise click.UsageError("-T fields needs -e FIELD; `ibpkt fields` lists them")
    if form == "text" and names:
        raise click.UsageError(f"-e FIELD goes with -T {', '.join(form for form in FORMATS if form != 'text')}")
    return Rendering(inputs, functools.partial(make_renderer, form, names, **style), count, jobs)


def follow_fields(
    inputs: Files,
    rendering: Rendering,
    form: str,
    names: Sequence[str],
    analysis: bool,
    twice: bool = False,
    **style: Any,
) -> list[str]:
    """Have packets annotated with what the fields that are shown need, and return the names of these."""
    everything = style["tree"] or (form not in ("text", "fields", *TABLES) and not names)
    fields = [field.name for field in rendering.renderer.fields]
    if everything and not analysis:
        from ibpkt.commands.annotators import USUAL  # late: lines of text have none

        inputs.follow(USUAL, twice)
    else:
        inputs.follow(None if analysis else fields, twice)
    return fields
