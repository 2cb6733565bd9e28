"""``ibpkt craft``: packets, into a capture or onto the screen.  Each way to describe packets is a subcommand."""

from __future__ import annotations

from collections.abc import Iterable

import click

import ibpkt
from ibpkt.batch import Batch
from ibpkt.capture.writer import FORMATS
from ibpkt.cli.lazy_group import LazyGroup
from ibpkt.cli.light_options import Command
from ibpkt.cli.option_types import Choice
from ibpkt.cli.options import color_option, examples
from ibpkt.cli.terminal import output, refuse_binary, use_color
from ibpkt.output.document import Document
from ibpkt.output.formats import make_renderer

#: subcommands and what `ibpkt craft --help` says of them; each is the module ``craft_`` and its name
WAYS = {
    "hex": "Packets from hex dumps: tcpdump -x, xxd, od, Wireshark, C arrays.",
    "python": "Packets from a Python expression, with scapy's / or the builder.",
    "traffic": "A conversation as two adapters would have it.",
    "vectors": "Golden packets in JSON for the tests of others.",
    "yaml": "Packets from a recipe in YAML.",
}


class Ways(LazyGroup):
    """The subcommands."""

    known = WAYS
    before = "craft "
    modules = "ibpkt.cli.craft_"


@click.command(
    cls=Ways,
    epilog=examples(
        "ibpkt craft yaml docs/recipe.yaml",
        "ibpkt craft yaml -V docs/recipe.yaml",
        "ibpkt craft python 'LRH()/BTH(destqp=0x11)/Raw(b\"hello\")'",
    ),
)
def command() -> None:
    """Write packets to a capture, or show them.

    What you leave open is computed: codes that announce the next header, lengths, pad, checksums and CRCs. What you
    give is kept, however wrong it is.
    """


def output_options(command: Command) -> Command:
    """Where crafted packets go, and how they are shown where they are not written."""
    for option in (
        click.option("-w", "--write", "out", metavar="OUT", help="Write this capture; - is standard output."),
        click.option("--format", "form", type=Choice(list(FORMATS)), help="Format of OUT, if not that of its suffix."),
        click.option("-V", "--tree", is_flag=True, help="Without -w: show every header field by field."),
        click.option("-x", "--hex", "hexdump", is_flag=True, help="Without -w: show the bytes too."),
        color_option,
    ):
        command = option(command)
    return command


def check_output(out: str | None, form: str | None) -> None:
    """See that the options of `output_options` go together.

    Raises:
        click.UsageError: they do not.
    """
    if out is None and form is not None:
        raise click.UsageError("--format goes with -w OUT")
    if out is not None:
        refuse_binary(out, "name a file")


def write_or_show(
    batches: Iterable[Batch],
    *,
    out: str | None,
    form: str | None,
    link: str | None = None,
    tree: bool,
    hexdump: bool,
    color: str,
) -> int:
    """Write packets to a capture, or print them as ``ibpkt decode`` does.

    Args:
        batches: the packets, with their times.
        out: the capture, or None to print them.
        form: its format, None for that of its suffix.
        link: its link type, None for that of the first packet.
        tree: print every header field by field.
        hexdump: print the bytes too.
        color: as `use_color` takes it.

    Returns:
        The exit code.

    Raises:
        CaptureError: the capture cannot be written.
        CallerError: no such format, or it cannot hold packets of different link types.
    """
    check_output(out, form)
    if out is not None:
        with ibpkt.create(out, format=form, link=link) as sink:
            for batch in batches:
                sink.write_batch(batch)
        return 0
    renderer = make_renderer(tree=tree, hexdump=hexdump, color=use_color(color))
    document = Document(renderer, output())
    for batch in batches:
        document.write(renderer.render(batch))
    document.end()
    return 0
