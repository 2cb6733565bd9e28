"""What the renderers share that lay out text, and those of them that show chosen fields."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator, Sequence

from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.batch import Batch, Shape
from ibpkt.batch.fields import DisplayField, field_named
from ibpkt.output.document import Renderer
from ibpkt.output.text_layout import PageLayout, Piece


class PageRenderer(Renderer):
    """A renderer of text that `PageLayout` lays out."""

    def __init__(self) -> None:
        self._layout = PageLayout()

    @checked
    def render(self, batch: Batch) -> Iterator[bytes | memoryview]:
        """The text of a batch."""
        return self._layout.pages(len(batch), self._rows(batch))

    @checked
    def texts(self, batch: Batch) -> list[bytes]:
        """The text of each packet of a batch by itself."""
        return self._layout.texts(len(batch), self._rows(batch))

    @abc.abstractmethod
    def _rows(self, batch: Batch) -> Iterable[tuple[Ints, Iterable[Piece]]]:
        """The numbers of some rows and the pieces that make up these rows, as `PageLayout.pages` takes them."""


class FieldRenderer(PageRenderer):
    """A renderer of packets' fields.

    Args:
        names: show only these fields; none for all.
        crc: verify the CRCs.

    Raises:
        CallerError: there is no such field.
    """

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        super().__init__()
        self.fields: list[DisplayField] = [field_named(name) for name in names]
        self.crc = crc

    def _rows(self, batch: Batch) -> Iterable[tuple[Ints, Iterable[Piece]]]:
        return ((shape.rows, self._pieces(shape)) for shape in batch.shapes)

    @abc.abstractmethod
    def _pieces(self, shape: Shape) -> Iterable[Piece]:
        """The text of the packets of a shape."""
