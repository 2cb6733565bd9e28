"""Tables that fit a terminal: the least important columns are left out, and a line below names them."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Sequence
from typing import NamedTuple

from ibpkt.errors import CallerError, escape_text
from ibpkt.output.table import Row, table

#: what stands for the rest of a text that was cut
_MORE = "…"
#: texts are cut to no less than this
_LEAST = 8
#: blanks before a line that goes on
_FEW = 4


class TableFit(NamedTuple):
    """How wide a table may be, and which of its columns are wanted.

    Attributes:
        width: columns of the terminal; None for any width.
        columns: the names of the columns that are wanted, in their order; none for those that fit.
        wide: all columns, however wide that is, also those that say nothing new.
    """

    width: int | None = None
    columns: tuple[str, ...] = ()
    wide: bool = False

    @property
    def limit(self) -> int | None:
        """The most columns that a line may have; None where there is no limit."""
        return None if self.wide or self.columns else self.width

    def check(self, known: Sequence[str]) -> None:
        """See that there are the columns that are wanted.

        Raises:
            CallerError: one of them is not among those that are known.
        """
        for name in self.columns:
            if name not in known:
                raise CallerError(f"there is no column {name!r}", name=name, known=known)

    def table(
        self, rows: Sequence[Row], *, first_to_go: Sequence[str] | None = None, quiet: Collection[str] = ()
    ) -> str:
        """A table.

        Args:
            rows: all with the same names.
            first_to_go: names of columns in the order in which they are left out where the table is too wide; None for
                all but the first, from the right.
            quiet: columns that are shown only where they are asked for.

        Raises:
            CallerError: a column is wanted that there is not.
        """
        if not rows:
            return ""
        names = list(rows[0])
        self.check(names)
        if self.columns:
            return table([{name: row[name] for name in self.columns} for row in rows])
        shown = names if self.wide else [name for name in names if name not in quiet]
        text = _table_of(rows, shown)
        order = list(reversed(names[1:])) if first_to_go is None else first_to_go
        left_out: list[str] = []
        for name in order:
            if self.limit is None or _width(text) <= self.limit:
                break
            if name in shown:
                shown.remove(name)
                left_out.append(name)
                text = _table_of(rows, shown)
        for name in reversed(left_out[:-1]):  # a narrow one may fit after a wide one has gone
            wider = [other for other in names if other in shown or other == name]
            if self.limit is not None and _width(wider_text := _table_of(rows, wider)) <= self.limit:
                shown, text = wider, wider_text
                left_out.remove(name)
        if self.limit is not None and _width(text) > self.limit:
            text = _table_of([_shortened(row, shown, rows, self.limit) for row in rows], shown)
        return text + self.remark([name for name in names if name in left_out])

    def remark(self, left_out: Sequence[str]) -> str:
        """The line below a table that names the columns which it lacks."""
        if not left_out:
            return ""
        text = f"not shown: {', '.join(map(escape_text, left_out))} (--wide shows all)"
        return wrapped(text, self.limit)


def wrapped(text: str, width: int | None, indent: int = 2) -> str:
    """A sentence as lines, each of which ends in a line feed.

    Args:
        text: the sentence.
        width: columns of the terminal; None for one line.
        indent: blanks before all lines but the first; a few where they would leave less than half of the width.
    """
    if width is None or len(text) <= width:
        return f"{text}\n"
    before = " " * (indent if 2 * indent <= width else _FEW)
    lines = textwrap.wrap(text, width, subsequent_indent=before, break_on_hyphens=False)
    return "".join(f"{line}\n" for line in lines)


def wrapped_table(rows: Sequence[Row], width: int | None) -> str:
    """A table whose last column has sentences, which go on below where they are too long."""
    heading, *lines = table(rows).splitlines() or [""]
    last = heading.rfind(list(rows[0])[-1]) if rows else 0
    return "".join(wrapped(line, width, last) for line in (heading, *lines))


def cut(text: str, width: int | None) -> str:
    """A line that is cut where it is wider than the terminal; None for any width."""
    return text if width is None or len(text) <= width else text[: width - 1] + _MORE


def _table_of(rows: Sequence[Row], names: Sequence[str]) -> str:
    return table([{name: row[name] for name in names} for row in rows])


def _width(text: str) -> int:
    return max(map(len, text.splitlines()), default=0)


def _shortened(row: Row, names: Sequence[str], rows: Sequence[Row], limit: int) -> Row:
    """A row whose longest texts are cut, so that the table fits."""
    texts = {name: max(len(str(other[name])) for other in rows if other[name] is not None) for name in names if any(
        isinstance(other[name], str) for other in rows)}  # fmt: skip
    excess = _width(_table_of(rows, names)) - limit
    cut = dict(row)
    for name in sorted(texts, key=lambda name: -texts[name]):
        room = max(_LEAST, texts[name] - excess)
        if isinstance(row[name], str) and len(row[name]) > room:
            cut[name] = row[name][: room - 1] + _MORE
        excess -= texts[name] - room
        if excess <= 0:
            break
    return cut
