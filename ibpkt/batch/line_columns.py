"""The columns of a packet's line as fields, under tshark's names for them; `ibpkt.output` makes their texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from ibpkt.arrays import objects
from ibpkt.batch.shape import Shape, Values


class LineColumn(NamedTuple):
    """A column.

    Attributes:
        key: what `Shape.line_column` calls it.
        label: its title.
        names: its names after ``_ws.col.``: that of old versions of tshark, and that of new ones.
    """

    key: str
    label: str
    names: tuple[str, ...]

    @property
    def fields(self) -> list[str]:
        """Its names as fields."""
        return [f"_ws.col.{name}" for name in self.names]

    @property
    def compute(self) -> Callable[[Shape], Values]:
        """Gives its texts in a shape."""
        return lambda shape: Values(objects(shape.line_column(self.key)), None)


LINE_COLUMNS = (
    LineColumn("number", "No.", ("No.", "number")),
    LineColumn("time", "Time", ("Time", "cls_time")),
    LineColumn("source", "Source", ("Source", "def_src")),
    LineColumn("destination", "Destination", ("Destination", "def_dst")),
    LineColumn("protocol", "Protocol", ("Protocol", "protocol")),
    LineColumn("length", "Length", ("Length", "packet_length")),
    LineColumn("info", "Info", ("Info", "info")),
)
