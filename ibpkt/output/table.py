"""Flat rows as a table for people, as CSV or as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from ibpkt.errors import escape_text

FORMATS = ("text", "csv", "json")


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return escape_text(str(value))


def table(rows: Sequence[dict[str, Any]]) -> str:
    """Columns side by side under their names, numbers to the right; nothing is cut to the width of a terminal."""
    if not rows:
        return ""
    names = list(rows[0])
    cells = [[_text(row[name]) for name in names] for row in rows]
    titles = [escape_text(name) for name in names]
    widths = [max(len(title), *(len(line[at]) for line in cells)) for at, title in enumerate(titles)]
    right = [all(row[name] is None or isinstance(row[name], int | float) for row in rows) for name in names]
    lines = [
        "  ".join(
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in [titles, *cells]
    ]
    return "\n".join(lines) + "\n"


def comma_separated(names: Sequence[str], rows: Iterable[dict[str, Any]], header: bool = True) -> str:
    """CSV as RFC 4180 has it; what does not print in a text is escaped, as it is for people.

    Args:
        names: the columns.
        rows: their values by name.
        header: whether the first line holds the names.
    """
    stream = io.StringIO()
    writer = csv.writer(stream)
    if header:
        writer.writerow(map(escape_text, names))
    writer.writerows([_plain(row[name]) for name in names] for row in rows)
    return stream.getvalue()


def _plain(value: Any) -> Any:
    return escape_text(value) if isinstance(value, str) else value


def json_text(value: Any) -> str:
    """JSON in ASCII: no control or direction mark stands in it, and a file name that is no UTF-8 can be written."""
    return json.dumps(value)


def json_object(file: str, key: str, rows: Sequence[dict[str, Any]], **more: Any) -> str:
    """One object a file: its name, the rows under their key, and what else is to be said."""
    return json_text({"file": file, key: rows, **more}) + "\n"
