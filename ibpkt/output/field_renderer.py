"""What the renderers that show packets field by field share: JSON, ek and PDML."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Iterator, Sequence

from ibpkt.batch import Batch, Shape
from ibpkt.batch.fields import field_named
from ibpkt.output.document import Renderer
from ibpkt.output.text_layout import PageLayout, Piece


class FieldRenderer(Renderer):
    """A renderer of packets' fields.

    Args:
        names: show only these fields; none for all.
        crc: verify the CRCs.

    Raises:
        CallerError: there is no such field.
    """

    def __init__(self, names: Sequence[str] = (), *, crc: bool = True) -> None:
        self.fields = [field_named(name) for name in names]
        self.crc = crc
        self._layout = PageLayout()

    def render(self, batch: Batch) -> Iterator[bytes | memoryview]:
        """The text of a batch."""
        return self._layout.pages(len(batch), ((shape.rows, self._pieces(shape)) for shape in batch.shapes))

    @abc.abstractmethod
    def _pieces(self, shape: Shape) -> Iterable[Piece]:
        """The text of the packets of a shape."""
