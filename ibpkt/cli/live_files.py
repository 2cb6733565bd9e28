"""A network interface in the place of a command's files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from ibpkt.capture.live import LiveReader
from ibpkt.cli.files import Files
from ibpkt.io.source import Capture

if TYPE_CHECKING:
    from ibpkt.filter import Filter


class LiveFiles(Files):
    """The packets of an interface that was opened.

    Args:
        capture: what was opened.
        wanted: the display filter; None for all packets.

    Attributes:
        reader: what reads them.
    """

    def __init__(self, capture: Capture, wanted: Filter | None) -> None:
        super().__init__((capture.name,), capture.roce_port, wanted)
        assert isinstance(capture.reader, LiveReader)
        self.reader: LiveReader = capture.reader
        self.tells_absence = False  # the total says what came
        self._capture = capture

    @property
    def once(self) -> bool:
        """They cannot be read again."""
        return True

    def every_tick(self, action: Callable[[], object]) -> None:
        """Have something done again and again while no packets come, besides what is done already."""
        before = self.reader.tick

        def both() -> None:
            before()
            action()

        self.reader.tick = both

    def _one_by_one(self) -> Iterator[Capture]:
        yield self._capture
