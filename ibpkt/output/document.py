"""Renderers, and the document that one writes: header, batches, footer."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from ibpkt.batch import Batch
from ibpkt.batch.fields import DisplayField
from ibpkt.errors import escape_text

Pages = Iterable[bytes | memoryview]


class Renderer(abc.ABC):
    """Turns packets into text or other bytes; each format of `ibpkt.output` is one.

    Attributes:
        at_a_time: packets in a batch, at most; None for as many as the reader likes.
        bytes_at_a_time: bytes of the capture in a batch, likewise.
        separator: what begins every packet's text; it is left out before the first packet.
        sequential: whether it keeps state from batch to batch.
        fields: the fields that it shows, if it shows only some.
    """

    at_a_time: int | None = 32768
    bytes_at_a_time: int | None = 8 << 20  # the text is many times as long
    separator: bytes = b""
    sequential: bool = False
    fields: Sequence[DisplayField] = ()

    @property
    def asked(self) -> Sequence[DisplayField]:
        """The fields that were asked for by name: the user gets a hint if no packet has one."""
        return self.fields

    def header(self) -> bytes:
        """What comes before the first packet."""
        return b""

    @abc.abstractmethod
    def render(self, batch: Batch) -> Iterator[bytes | memoryview]:
        """The text of a batch.  A page is valid until the next one is asked for: its memory is reused."""

    def footer(self) -> bytes:
        """What comes after the last packet."""
        return b""


class Document:
    """Writes a renderer's output.

    Args:
        renderer: the renderer.
        out: the file to write to.
    """

    def __init__(self, renderer: Renderer, out: BinaryIO) -> None:
        self._renderer = renderer
        self._out = out
        self._skip = len(renderer.separator)
        out.write(renderer.header())

    def write(self, pages: Pages) -> None:
        """Write the text of a batch."""
        pages = iter(pages)
        while self._skip:
            page = next(pages, None)
            if page is None:
                return
            self._out.write(page[self._skip :])
            self._skip = 0 if len(page) else self._skip
            del page  # no reference may be left, so that the memory of the page is reused
        self._out.writelines(pages)

    def share(self) -> bool:
        """Flush, so that a forked process may write on; gives whether it may."""
        try:
            self._out.fileno()
        except OSError:  # in memory
            return False
        self._out.flush()
        return not self._skip

    def end(self) -> None:
        """Write the footer."""
        self._out.write(self._renderer.footer())


def file_title(name: str) -> str:
    """The line above what is written about a file, where there are several."""
    return f"==> {escape_text(name)} <==\n"
