"""``ibpkt craft``: packets, into a capture or onto the screen.  A way to say which packets is a subcommand."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import click
import numpy as np

import ibpkt
from ibpkt.batch import Batch
from ibpkt.capture.writer import FORMATS
from ibpkt.cli.common import examples, output, use_color
from ibpkt.cli.lazy_group import LazyGroup
from ibpkt.cli.parameters import Choice
from ibpkt.errors import CallerError
from ibpkt.packet import Packet

Command = TypeVar("Command", bound=Callable[..., Any])

#: subcommands and what `ibpkt craft --help` says of them; each stands in the module ``craft_`` and its name
WAYS = {
    "python": "Packets out of a Python expression, with scapy's / or the builder.",
    "traffic": "A conversation as two adapters would have it.",
    "yaml": "Packets out of a recipe in YAML.",
}

#: packets that are shown at once
AT_A_TIME = 512


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
    """Packets, into a capture or onto the screen.

    What is left open is computed: the codes that announce the next header, lengths, pad, checksums and CRCs. What is
    given stays, however wrong it is.
    """


def output_options(command: Command) -> Command:
    """Where crafted packets go, and how they are shown where they go nowhere."""
    for option in (
        click.option("-w", "--write", "out", metavar="OUT", help="Write this capture; - is standard output."),
        click.option("--format", "form", type=Choice(list(FORMATS)), help="Of OUT, if not what its suffix says."),
        click.option("-V", "--tree", is_flag=True, help="Without -w: show every header field by field."),
        click.option("-x", "--hex", "hexdump", is_flag=True, help="Without -w: show the bytes too."),
        click.option("--color", type=Choice(["auto", "always", "never"]), default="auto", help="Colour."),
    ):
        command = option(command)
    return command


def give_out(packets: Iterable[Packet], *, out: str | None, form: str | None, **shown: Any) -> int:
    """Write packets into a capture, or show them.

    Args:
        packets: each with its time.
        out: the capture, or None to show them.
        form: its format, None to go by its suffix.
        **shown: as `show` takes it.

    Returns:
        The exit code.
    """
    if out is None:
        if form is not None:
            raise click.UsageError("--format goes with -w OUT")
        show(batches(packets), **shown)
    else:
        write(packets, out, form)
    return 0


def write(packets: Iterable[Packet], out: str, form: str | None) -> None:
    """Write packets into a capture, one after the other; comments only where its format has a place for them.

    Raises:
        CaptureError: it cannot be written.
        CallerError: no such format, or packets of link types that it cannot hold side by side.
    """
    with ibpkt.create(out, format=form) as sink:
        for batch in batches(packets):
            sink.write_batch(batch)


def show(batches: Iterable[Batch], *, tree: bool, hexdump: bool, color: str) -> None:
    """Print packets as ``ibpkt decode`` does."""
    from ibpkt.output.document import Document, Renderer
    from ibpkt.output.summary import SummaryLines
    from ibpkt.output.tree import TreeLines

    lines = TreeLines() if tree else SummaryLines()
    renderer: Renderer = lines
    if hexdump:
        from ibpkt.output.hexdump import HexLines

        renderer = HexLines(lines, color=use_color(color))
    document = Document(renderer, output())
    for batch in batches:
        document.write(renderer.render(batch))
    document.end()


def batches(packets: Iterable[Packet]) -> Iterator[Batch]:
    """Packets in batches, those that follow each other and have one link type together."""
    first = previous = None
    number = 1
    for (link, roce_port), run in itertools.groupby(packets, key=lambda packet: (packet.link, packet.roce_port)):
        if not isinstance(link, int):
            raise CallerError(f"a packet that begins with {link.name} has no link type; say link=")
        while some := list(itertools.islice(run, AT_A_TIME)):
            batch = Batch.of([packet.data for packet in some], link, roce_port=roce_port)
            frames = batch.frames
            frames.first = number
            frames.wirelen = np.array([packet.wirelen for packet in some], np.int64)
            frames.time = np.array([packet.time or 0 for packet in some], np.int64)
            frames.comments = {row: packet.comments for row, packet in enumerate(some) if packet.comments}
            first = int(frames.time[0]) if first is None else first
            frames.first_time, frames.previous_time = first, first if previous is None else previous
            previous = int(frames.time[-1])
            number += len(some)
            yield batch
