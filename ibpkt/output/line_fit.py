"""Lines of a table that are printed as they come, before others can be measured; they fit a terminal all the same."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ibpkt.output.table_fit import TableFit, cut

_GAP = 2


class FittedColumn(NamedTuple):
    """A column of such lines.

    Attributes:
        title: its name.
        width: columns of the terminal that its cells have.
        right: they are aligned to the right.
        least: what they have where the terminal is narrow, and usually need.
    """

    title: str
    width: int
    right: bool
    least: int


class Cells(NamedTuple):
    """The cells of a column of many lines.

    Attributes:
        texts: those that occur, or a cell a line.
        which: the place among them of the cell of each line; None where there is one a line.
    """

    texts: Sequence[str]
    which: Sequence[int] | None = None

    @property
    def of_lines(self) -> Sequence[str]:
        """A cell a line."""
        return self.texts if self.which is None else [self.texts[place] for place in self.which]


class LineFit:
    """Lays out lines.  A cell that is longer than its column moves the next ones only as far as there is no room left.

    Args:
        columns: in their order.
        fit: how long lines may be, and which columns are wanted.
        first_to_go: titles of columns in the order in which they are left out where lines are too long.

    Attributes:
        heading: the titles.
        left_out: the titles of the columns for which there is no room.

    Raises:
        CallerError: a column is wanted that there is not.
    """

    def __init__(self, columns: Sequence[FittedColumn], fit: TableFit, first_to_go: Sequence[str]) -> None:
        titles = [column.title for column in columns]
        fit.check(titles)
        self._fit = fit
        shown = [titles.index(name) for name in fit.columns or titles]
        self.left_out: list[str] = []
        widths = [column.width for column in columns]
        if fit.limit is not None and _length(widths[at] for at in shown) > fit.limit:
            widths = [column.least for column in columns]
        for name in first_to_go:
            if fit.limit is None or _length(widths[at] for at in shown) <= fit.limit:
                break
            shown.remove(titles.index(name))
            self.left_out.append(name)
        self._shown = [(at, widths[at], columns[at].right) for at in shown]
        *before, last = self._shown
        gap = " " * _GAP
        #: a line whose cells fit their columns, up to the last cell, and how long that is
        self._before = "".join(f"%{'' if right else '-'}{width}s{gap}" for _, width, right in before)
        self._length = sum(width + _GAP for _, width, _ in before)
        self._last, least, is_right = last
        self._least = least if is_right else 0
        self.heading: str = self.line(titles)

    def line(self, cells: Sequence[object]) -> str:
        """A line: a cell for each of all columns."""
        text = self._before % tuple([cells[at] for at, _, _ in self._shown[:-1]])
        text = text + str(cells[self._last]).rjust(self._least) if len(text) == self._length else self._pushed(cells)
        return cut(text.rstrip(), self._fit.limit) + "\n"

    def lines(self, columns: Sequence[Cells]) -> str:
        """Many lines: the cells of all columns.  Each text is aligned once, where all fit their columns."""
        *before, last = (columns[at] for at, _, _ in self._shown)
        widths = [max(map(len, cells.texts), default=0) for cells in before]
        longest = self._length + max(self._least, max(map(len, last.texts), default=0))
        if (
            any(width > room for width, (_, room, _) in zip(widths, self._shown, strict=False))
            or (self._fit.limit is not None and longest > self._fit.limit)
            or "" in last.texts  # no line ends with spaces
            or any(map(operator.ne, map(str.rstrip, last.texts), last.texts))
        ):
            return "".join(map(self.line, zip(*(cells.of_lines for cells in columns), strict=True)))
        aligned: list[Sequence[str]] = []
        gap = " " * _GAP
        for cells, (_, room, right) in zip(before, self._shown, strict=False):
            if right:
                texts = [text.rjust(room) + gap for text in cells.texts]
            else:
                texts = [text.ljust(room + _GAP) for text in cells.texts]
            aligned.append(Cells(texts, cells.which).of_lines)
        aligned.append(Cells([text.rjust(self._least) + "\n" for text in last.texts], last.which).of_lines)
        return "".join(map("".join, zip(*aligned, strict=True)))

    def _pushed(self, cells: Sequence[object]) -> str:
        """A line of which some cells are longer than their columns."""
        text, place = "", 0
        for at, width, right in self._shown:
            if text:
                place += _GAP
                text += " " * _GAP
            cell = str(cells[at])
            if right:
                text += cell.rjust(place + width - len(text))
            else:
                text = text.ljust(place) + cell
            place += width
        return text

    def remark(self) -> str:
        """The line below that names the columns that are left out."""
        return self._fit.remark(self.left_out)


def _length(widths: Iterable[int]) -> int:
    return sum(width + _GAP for width in widths) - _GAP
