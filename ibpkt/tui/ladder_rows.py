"""The ladder of a flow: its packets as arrows between two hosts, with the silences between them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.output.quantities import span_text
from ibpkt.tui.packet_index import PacketIndex
from ibpkt.tui.packet_lines import PacketLine

#: a silence is shown from so many nanoseconds on, if it is so many times as long as usual
SILENCE, TIMES_USUAL = 1_000_000, 10
#: packets whose silences are looked for; the ladder of a longer flow has none
MOST_PACKETS = 5_000_000
#: columns before the ladder (time and number), and the narrowest ladder
BEFORE, NARROWEST = 20, 12


class LadderItem(NamedTuple):
    """A packet of the ladder, or a silence before one.

    Attributes:
        row: the packet, from 0.
        silence: nanoseconds before it; 0 for the packet itself.
    """

    row: int
    silence: int = 0


class LadderRows:
    """The packets of a flow and the silences between them, by their place in the ladder.

    Args:
        rows: the packets, ascending, from 0.
        index: of the capture.
    """

    def __init__(self, rows: Ints, index: PacketIndex) -> None:
        self.rows: Ints = rows
        self._spans: Ints = np.zeros(0, np.int64)
        self._before: Ints = np.zeros(0, np.int64)  # the packets, by their place in `rows`, before which it is silent
        if 1 < len(rows) <= MOST_PACKETS:
            spans = np.diff(index.times(rows))
            least = max(SILENCE, TIMES_USUAL * int(np.median(spans)))
            found = np.flatnonzero(spans >= least)
            self._spans, self._before = spans[found], found + 1
        self._places: Ints = self._before + np.arange(len(self._before))

    def __len__(self) -> int:
        return len(self.rows) + len(self._before)

    def __getitem__(self, place: int) -> LadderItem:
        earlier = int(np.searchsorted(self._places, place, "right"))
        if earlier and self._places[earlier - 1] == place:
            return LadderItem(int(self.rows[self._before[earlier - 1]]), int(self._spans[earlier - 1]))
        return LadderItem(int(self.rows[place - earlier]))

    def place_of(self, row: int) -> int:
        """The place of a packet, or of the next one after it in the flow; the last place where there is none."""
        at = min(int(np.searchsorted(self.rows, row)), max(0, len(self.rows) - 1))
        return at + int(np.searchsorted(self._before, at, "right"))


class ArrowKind(NamedTuple):
    """How a packet is drawn.

    Attributes:
        role: its colour, by name.
        stroke: what its arrow is made of.
    """

    role: str
    stroke: str


def arrow_kind(line: PacketLine, *, again: bool, from_a: bool) -> ArrowKind:
    """How a packet is drawn: what is sent again is a double line, what has data a thick one."""
    if again:
        return ArrowKind("again", "═")
    if line.is_refusal:
        return ArrowKind("refused", "─")
    return ArrowKind("a" if from_a else "b", "━" if line.payload else "─")


def label(line: PacketLine, *, again: bool) -> str:
    """What a packet does, as it stands over its arrow: its line without what all packets of the flow have."""
    words = [line.short_info]
    if again:
        words.append("again")
    if line.wrong:
        words.append(line.wrong)
    return "  ".join(filter(None, words))


def silence_text(span: int) -> str:
    """A silence in words."""
    return f"{span_text(span)} silence"


def arrow(text: str, width: int, stroke: str, *, to_right: bool) -> str:
    """An arrow with its label in it, as wide as the space between the two hosts.

    Args:
        text: the label; it is cut where it is too long.
        width: columns, at least `NARROWEST`.
        stroke: what the arrow is made of.
        to_right: where it points.
    """
    room = width - 5
    shown = text if len(text) <= room else f"{text[: room - 1]}…"
    rest = stroke * (width - len(shown) - 4)
    if to_right:
        return f"{stroke} {shown} {rest}▶"
    return f"◀{rest} {shown} {stroke}"
