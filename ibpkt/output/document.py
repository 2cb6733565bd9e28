"""What is told of packets, from its beginning to its end: the frame around what a renderer makes of batches."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from ibpkt.batch import Batch
from ibpkt.batch.fields import DisplayField
from ibpkt.errors import escape_text

Pages = Iterable[bytes | memoryview]


class Renderer(abc.ABC):
    """What makes text, or other bytes, of packets; each format of `ibpkt.output` is one.

    Attributes:
        at_a_time: packets that it should be given at once, None for as many as the reader likes: memory against time.
        bytes_at_a_time: bytes of the capture likewise.
        separator: what stands before every packet, and is left out before the first.
        sequential: it keeps something from batch to batch.
        fields: the fields that it tells, where it is told which.
    """

    at_a_time: int | None = 32768
    bytes_at_a_time: int | None = 8 << 20  # the text is many times as long
    separator: bytes = b""
    sequential: bool = False
    fields: Sequence[DisplayField] = ()

    @property
    def asked(self) -> Sequence[DisplayField]:
        """The fields that were asked for by their names: a hint says that no packet has one."""
        return self.fields

    def header(self) -> bytes:
        """What comes first."""
        return b""

    @abc.abstractmethod
    def render(self, batch: Batch) -> Iterator[bytes | memoryview]:
        """The text of a batch.  A page is good until the next is asked for: its memory is used again."""

    def footer(self) -> bytes:
        """What comes last."""
        return b""


class Document:
    """Writes a renderer's output.

    Args:
        renderer: what it looks like.
        out: where it goes.
    """

    def __init__(self, renderer: Renderer, out: BinaryIO) -> None:
        self._renderer = renderer
        self._out = out
        self._skip = len(renderer.separator)
        out.write(renderer.header())

    def write(self, pages: Pages) -> None:
        """Write what was made of a batch."""
        pages = iter(pages)
        while self._skip:
            page = next(pages, None)
            if page is None:
                return
            self._out.write(page[self._skip :])
            self._skip = 0 if len(page) else self._skip
            del page  # nobody may hold a page whose memory is to be used again
        self._out.writelines(pages)

    def share(self) -> bool:
        """Hand on all that was written, so that a forked process may go on; whether it may."""
        try:
            self._out.fileno()
        except OSError:  # in memory
            return False
        self._out.flush()
        return not self._skip

    def end(self) -> None:
        """Write what comes last."""
        self._out.write(self._renderer.footer())


def file_title(name: str) -> str:
    """The line above what is written about a file, where there are several."""
    return f"==> {escape_text(name)} <==\n"
