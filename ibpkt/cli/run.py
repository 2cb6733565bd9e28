"""How what is told of captures gets out: a stream for all of them or a file for each."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

import click

from ibpkt.batch import Batch
from ibpkt.cli.batch_jobs import Begin, Done, Job
from ibpkt.cli.common import Files, output
from ibpkt.errors import escape_text
from ibpkt.io.export import Directory
from ibpkt.io.workers import Delivery
from ibpkt.output.document import Document, Pages, Renderer

if TYPE_CHECKING:
    from ibpkt.filter import Filter

#: fields that are named in a hint
SHOWN = 8


class Told(NamedTuple):
    """What is told of some packets.

    Attributes:
        packets: how many they are.
        unseen: fields that the user asked for and none of them has.
        pages: the text.
    """

    packets: int
    unseen: tuple[str, ...]
    pages: Pages


class Teller:
    """Makes text of captures.

    Args:
        make: makes a renderer.
        wanted: which packets, None for all.
        count: how many of a file, None for all.
        jobs: how many processes, 0 for as many as there are cores.
    """

    def __init__(self, make: Callable[[], Renderer], wanted: Filter | None, count: int | None, jobs: int) -> None:
        self._make = make
        self.renderer = renderer = make()
        self._job = Job(
            self._tell, wanted, 1 if renderer.sequential else jobs, _packed,
            max_packets=renderer.at_a_time, max_bytes=renderer.bytes_at_a_time, limit=count,
        )  # fmt: skip

    def into_stream(self, inputs: Files, out: BinaryIO, titled: bool) -> int:
        """Write what is told of all files, one behind the other, and give their number.

        Args:
            inputs: the files.
            out: where to.
            titled: put the names of several files above them.
        """
        unseen = Unseen(self.renderer)
        read = 0
        document = Document(self.renderer, out)
        job = self._job._replace(delivery=lambda: _written_by(document))
        for each in job.results(inputs, to_file=out is not output()):
            if isinstance(each, Begin):
                read += 1
                if titled and len(inputs.names) > 1:
                    out.write(f"==> {escape_text(each.name)} <==\n".encode())
                    out.flush()  # other processes may write now
            elif isinstance(each, Done):
                if each.result is not None:
                    unseen.look(each.result)
                    document.write(each.result.pages)
                if inputs.live or each.begins:
                    out.flush()
            else:
                out.flush()
        document.end()
        unseen.hint()
        return read

    def into_directory(self, inputs: Files, directory: Directory) -> int:
        """Write what is told of each file into a file of its own, and give their number."""
        made = 0
        with contextlib.ExitStack() as stack:
            for each in self._job._replace(before=directory.begin).results(inputs, to_file=True):
                if isinstance(each, Begin):
                    name = each.name
                    self.renderer = self._make()
                    unseen = Unseen(self.renderer)
                    document = Document(self.renderer, stack.enter_context(directory.writing(name)))
                elif not isinstance(each, Done):
                    document.end()
                    stack.close()  # the file takes its name
                    made += 1
                    unseen.hint(name)
                    if each.capture.damage is None:
                        directory.done(name)
                elif each.result is not None:
                    unseen.look(each.result)
                    document.write(each.result.pages)
        return made

    def _tell(self, batch: Batch) -> Told:
        return Told(len(batch), _unseen(self.renderer, batch), self.renderer.render(batch))


def _written_by(document: Document) -> Delivery[Told] | None:
    """How the process that made text writes it, where the document's stream can be shared."""
    if not document.share():
        return None

    def prepare(told: Told) -> Told:
        return told._replace(pages=list(told.pages))  # each has memory of its own as long as somebody holds it

    def write(told: Told) -> Told:
        document.write(told.pages)
        document.share()
        return told._replace(pages=())

    return Delivery(prepare, write)


def _packed(told: Told) -> Told:
    return told._replace(pages=[bytes(page) for page in told.pages])


def _unseen(renderer: Renderer, batch: Batch) -> tuple[str, ...]:
    return tuple(field.name for field in renderer.asked if not any(field.is_in(shape) for shape in batch.shapes))


class Unseen:
    """Which of the fields that were asked for by name no packet had.

    Args:
        renderer: that which was asked.
    """

    def __init__(self, renderer: Renderer) -> None:
        self.left = [field.name for field in renderer.asked]
        self.packets = 0

    def look(self, told: Told) -> None:
        """Look at what is told of some packets."""
        self.packets += told.packets
        self.left = [name for name in self.left if name in told.unseen]

    def hint(self, name: str = "") -> None:
        """Say so, where there were packets at all."""
        if self.left and self.packets:
            where = f" of {escape_text(name)}" if name else ""
            names = ", ".join(self.left[:SHOWN])
            more = f" and {len(self.left) - SHOWN} more" if len(self.left) > SHOWN else ""
            click.echo(f"ibpkt: no packet{where} has {names}{more}", err=True)
