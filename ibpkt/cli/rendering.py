"""Renders the packets of captures and writes the text: all into one stream, or a file for each capture."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO, NamedTuple

from ibpkt.batch import Batch
from ibpkt.cli.files import Files
from ibpkt.cli.run import BatchResult, FileEnd, FileStart, run
from ibpkt.cli.terminal import say
from ibpkt.errors import escape_text
from ibpkt.io.export import ExportDirectory
from ibpkt.io.workers import Delivery
from ibpkt.output.document import Document, Pages, Renderer, file_title

#: fields that are named in a hint
SHOWN = 8


class Rendered(NamedTuple):
    """The text of some packets.

    Attributes:
        packets: how many they are.
        missing: fields that were asked for by name and that none of them has.
        pages: the text.
    """

    packets: int
    missing: tuple[str, ...]
    pages: Pages


class Rendering:
    """Renders captures.

    Args:
        inputs: the captures.
        make: makes a renderer.
        count: packets of a capture, at most; None for all.
        jobs: processes, 0 for one per core.
    """

    def __init__(self, inputs: Files, make: Callable[[], Renderer], count: int | None, jobs: int) -> None:
        self._inputs = inputs
        self._make = make
        self._count = inputs.limit = count
        self.renderer: Renderer = make()
        self._jobs = 1 if self.renderer.sequential else jobs

    def into_stream(self, out: BinaryIO, titled: bool) -> int:
        """Write the text of all captures to one stream, and return how many could be opened.

        Args:
            out: the stream.
            titled: where there are several captures, write their names above their text.
        """
        missing = MissingFields(self.renderer)
        document = Document(self.renderer, out)
        opened = 0
        for item in self._results(delivery=lambda: _shared(document)):
            if isinstance(item, FileStart):
                opened += 1
                if titled and self._inputs.several:
                    out.write(file_title(item.name).encode())
                    out.flush()  # other processes may write now
            elif isinstance(item, FileEnd):
                out.flush()
            else:
                if item.value is not None:
                    missing.look(item.value)
                    document.write(item.value.pages)
                if self._inputs.live or item.first:
                    out.flush()
        document.end()
        missing.hint()
        return opened

    def into_directory(self, exports: ExportDirectory) -> int:
        """Write the text of each capture to a file of its own, and return how many were written."""
        written = 0
        with contextlib.ExitStack() as stack:
            for item in self._results():
                if isinstance(item, FileStart):
                    name = item.name
                    self.renderer = self._make()
                    missing = MissingFields(self.renderer)
                    document = Document(self.renderer, stack.enter_context(exports.writing(name)))
                elif isinstance(item, FileEnd):
                    document.end()
                    stack.close()  # the file takes its name
                    written += 1
                    missing.hint(name)
                    if item.capture.damage is None:
                        exports.done(name)
                elif item.value is not None:
                    missing.look(item.value)
                    document.write(item.value.pages)
        return written

    def _results(self, **options: Any) -> Iterator[FileStart | BatchResult[Rendered] | FileEnd]:
        renderer = self.renderer
        limits = {"max_packets": renderer.at_a_time, "max_bytes": renderer.bytes_at_a_time, "limit": self._count}
        return run(self._inputs, self._render, self._jobs, limits=limits, pack=_packed, **options)

    def _render(self, batch: Batch) -> Rendered:
        renderer = self.renderer
        missing = tuple(f.name for f in renderer.asked if not any(f.is_in(shape) for shape in batch.shapes))
        return Rendered(len(batch), missing, renderer.render(batch))


def _packed(rendered: Rendered) -> Rendered:
    return rendered._replace(pages=[bytes(page) for page in rendered.pages])


def _shared(document: Document) -> Delivery[Rendered] | None:
    """How the process that rendered a text writes it, where the document's stream can be shared."""
    if not document.share():
        return None

    def prepare(rendered: Rendered) -> Rendered:
        return rendered._replace(pages=list(rendered.pages))  # a page that is held keeps its memory to itself

    def write(rendered: Rendered) -> Rendered:
        document.write(rendered.pages)
        document.share()
        return rendered._replace(pages=())

    return Delivery(prepare, write)


class MissingFields:
    """The fields that were asked for by name and that no packet had.

    Args:
        renderer: what was asked for them.
    """

    def __init__(self, renderer: Renderer) -> None:
        self._names = [field.name for field in renderer.asked]
        self._packets = 0

    def look(self, rendered: Rendered) -> None:
        """Look at the packets of a text."""
        self._packets += rendered.packets
        self._names = [name for name in self._names if name in rendered.missing]

    def hint(self, name: str = "") -> None:
        """Name them on standard error, unless there were no packets at all."""
        if self._names and self._packets:
            where = f" of {escape_text(name)}" if name else ""
            names = ", ".join(self._names[:SHOWN])
            more = f" and {len(self._names) - SHOWN} more" if len(self._names) > SHOWN else ""
            say(f"no packet{where} has {names}{more}")
