"""What is told of packets, from its beginning to its end: the frame around what a renderer makes of batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, Protocol

from ibpkt.batch import Batch

Pages = Iterable[bytes | memoryview]


class Renderer(Protocol):
    """What every module of `ibpkt.output` offers.

    Some have a ``footer`` too, which comes last; some a ``separator``, which stands before every packet and is left out
    before the first; and some are ``sequential``: they keep something from batch to batch.
    """

    @property
    def at_a_time(self) -> int | None:
        """Packets that it should be given at once, None for as many as the reader likes: memory against time."""

    @property
    def bytes_at_a_time(self) -> int | None:
        """Bytes of the capture likewise."""

    def header(self) -> bytes:
        """What comes first."""

    def render(self, batch: Batch) -> Iterator[bytes | memoryview]:
        """The text of a batch.  A page is good until the next is asked for: its memory is used again."""


class Document:
    """Writes a renderer's output.

    Args:
        renderer: what it looks like.
        out: where it goes.
    """

    def __init__(self, renderer: Renderer, out: BinaryIO) -> None:
        self._renderer = renderer
        self._out = out
        self._skip = len(getattr(renderer, "separator", b""))
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
        if hasattr(self._renderer, "footer"):
            self._out.write(self._renderer.footer())
