"""The list of packets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.output.quantities import moment_text
from ibpkt.tui.line_view import MARKS, LineView, Pieces

if TYPE_CHECKING:
    from ibpkt.tui.packet_lines import PacketLine
    from ibpkt.tui.session import CaptureSession

#: columns of a screen from which on there are destinations, flows and lengths
WIDE = 100
#: columns of an address, where there is room and where there is not
ADDRESS, NARROW_ADDRESS = 15, 12


class PacketList(LineView):
    """The packets that are shown, a line each.

    Attributes:
        session: the capture; None until it is open.
        stays_last: the last packet is chosen, also when more come.
    """

    def __init__(self) -> None:
        super().__init__(id="packets")
        self.session: CaptureSession | None = None
        self.stays_last: bool = False
        self._lines: dict[int, PacketLine] = {}  # by their place on the screen

    @property
    def row(self) -> int | None:
        """The chosen packet, from 0; None where there is none."""
        if self.session is None:
            return None
        rows = self.session.rows(self.cursor, self.cursor + 1)
        return rows[0] if rows else None

    def choose(self, place: int, *, centered: bool = False) -> None:
        """Choose a packet."""
        self.stays_last = False
        super().choose(place, centered=centered)

    def action_last(self) -> None:
        """Choose the last packet, and the next ones as they come."""
        super().action_last()
        self.stays_last = True

    def count(self) -> int:
        """How many are shown."""
        return 0 if self.session is None else self.session.count

    def heading(self, width: int) -> Pieces:
        """The names of the columns."""
        number, address = self._widths(width)
        names = f" {'No':>{number}} {'Time':>10} {'Source':<{address}}"
        if width >= WIDE:
            names += f" {'Destination':<{address}} {'Length':>6}"
        role = "title" if self.has_focus else "dim"
        return [(f"{names} Info ", role), *self.rule("Packets", "1", width - len(names) - 6)]

    def before_lines(self, first: int, last: int) -> None:
        """Decode those that are on the screen."""
        assert self.session is not None
        rows = self.session.rows(first, last)
        self._lines = dict(zip(range(first, last), self.session.lines.of(rows), strict=False))

    def line(self, place: int, width: int) -> Pieces:
        """A packet."""
        line = self._lines.get(place)
        if line is None or self.session is None:
            return []
        fact = self.session.fact(line.row)
        number, address = self._widths(width)
        pieces: Pieces = [
            (f"{line.row + 1:>{number}} ", "dim"),
            (f"{moment_text(line.time):>10} ", "text"),
            (f"{_cut(line.source, address):<{address}} ", "text"),
        ]
        used = number + address + 13
        if width >= WIDE:
            pieces.append((f"{_cut(line.destination, address):<{address}} ", "text"))
            pieces.append((f"{line.length:>6} ", "dim"))
            used += address + 8
        flow = f"flow {fact.flow}" if width >= WIDE and fact.flow and not self.session.followed else ""
        found = self.session.analysis.incidents_of(fact.flow, line.row + 1) if fact.severity or fact.again else []
        marks = " ".join(
            filter(None, ["again" if fact.again else "", MARKS.get(fact.severity, ""), f"◀{found[0]}" if found else ""])
        )
        room = max(0, width - used - (len(marks) + 2 if marks else 0) - (len(flow) + 2 if flow else 0))
        wrong = _cut(line.wrong, max(0, room // 2)) if line.wrong else ""
        text = line.short_info if width < WIDE or self.session.followed else line.info
        info = _cut(text, room - (len(wrong) + 1 if wrong else 0))
        role = "again" if fact.again else "refused" if line.is_refusal else "text"
        pieces.append((info, role))
        if wrong:
            pieces.append((f" {wrong}", "error"))
        blank = room - len(info) - (len(wrong) + 1 if wrong else 0)
        pieces.append((" " * max(0, blank), "text"))
        if flow:
            pieces.append((f"  {flow}", "dim"))
        if marks:
            pieces.append((f"  {marks}", "again"))
        return pieces

    def _widths(self, width: int) -> tuple[int, int]:
        """Columns of the number and of an address."""
        count = 0 if self.session is None else self.session.index.count
        return max(5, len(str(count))), ADDRESS if width >= WIDE else NARROW_ADDRESS


def _cut(text: str, room: int) -> str:
    return text if len(text) <= room else f"{text[: max(0, room - 1)]}…" if room > 0 else ""
