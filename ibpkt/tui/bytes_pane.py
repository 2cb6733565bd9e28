"""The bytes of the chosen packet; the pointer over a byte selects its field."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.message import Message

from ibpkt.tui.line_view import LineView, Pieces

if TYPE_CHECKING:
    from ibpkt.packet import Packet
    from ibpkt.tui.byte_rows import ByteRow

#: colours of parts, in turn
_ROLES = ("text", "a", "b", "c", "d")


class BytesPane(LineView):
    """The bytes of a packet, header by header; those of the chosen field stand in brackets."""

    class Pointed(Message):
        """A byte was pointed at.

        Attributes:
            byte: its place in the packet.
        """

        def __init__(self, byte: int) -> None:
            super().__init__()
            self.byte: int = byte

    def __init__(self) -> None:
        super().__init__(id="bytes")
        self._packet: Packet | None = None
        self._rows: list[ByteRow] = []
        self._across = 16
        self._marked = (0, 0)

    def show(self, packet: Packet | None) -> None:
        """Show another packet."""
        self._packet = packet
        self._marked = (0, 0)
        self.top = self.cursor = 0
        self._lay_out()

    def mark(self, start: int, end: int) -> None:
        """Mark the bytes of a field, and bring them onto the screen.

        Args:
            start: the first.
            end: the one after the last.
        """
        self._marked = (start, end)
        place = next((at for at, row in enumerate(self._rows) if row.start <= start < row.start + len(row.data)), None)
        if place is not None and end > start:
            self.cursor = place
            if not self.top <= place < self.top + self.room:
                self.top = max(0, place - self.room // 2)
        self.refresh()

    def on_resize(self) -> None:
        """Put as many bytes into a row as there is room for."""
        self._lay_out()

    def _lay_out(self) -> None:
        if self._packet is not None:
            from ibpkt.tui.byte_rows import byte_rows, bytes_across  # late: the first screen is drawn before

            self._across = bytes_across(self.size.width - 1)
            self._rows = byte_rows(self._packet, self._across)
        else:
            self._rows = []
        self.mark(*self._marked)

    def count(self) -> int:
        """Rows of bytes."""
        return len(self._rows)

    def heading(self, width: int) -> Pieces:
        """The name of the pane."""
        return self.rule("Bytes", "3", width)

    def line(self, place: int, width: int) -> Pieces:
        """A row of bytes: where they are, in hexadecimal, as text, and whose they are."""
        row, (first, last) = self._rows[place], self._marked
        role = _ROLES[row.part % len(_ROLES)]
        pieces: Pieces = [(f"{row.start:04x} ", "dim")]
        for at, byte in enumerate(row.data, row.start):
            inside = first <= at < last
            before = "[" if at == first < last else "]" if at == last > first and at > row.start else " "
            pieces.append((before, "text"))
            pieces.append((f"{byte:02x}", "mark" if inside else role))
        pieces.append(("]" if first < last == row.start + len(row.data) else " ", "text"))
        pieces.append((" " * (3 * (self._across - len(row.data))), "text"))
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row.data)
        pieces.append((f"{text:<{self._across}}", role))
        pieces.append((f" {row.name}", "dim"))
        return pieces

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Select the field of the byte below the pointer."""
        self._point(event.x, event.y)

    def on_click(self, event: events.Click) -> None:
        """Likewise."""
        self._point(event.x, event.y)

    def _point(self, x: int, y: int) -> None:
        place = self.top + y - 1
        if y > 0 and place < len(self._rows):
            byte = self._rows[place].at_column(x - 1, self._across)
            if byte is not None and not self._marked[0] <= byte < self._marked[1]:
                self.post_message(self.Pointed(byte))

    def action_move(self, by: int) -> None:
        """Select the field of the first byte of the row above or below."""
        place = max(0, min(self.cursor + by, len(self._rows) - 1))
        if self._rows:
            self.choose(place)
            self.post_message(self.Pointed(self._rows[place].start))
