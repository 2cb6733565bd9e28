"""Flat rows as a table for people, as CSV or as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from typing import Any

from ibpkt.errors import escape_text

FORMATS = ("text", "csv", "json")

Row = dict[str, Any]


def _text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.6g}"
    return escape_text(str(value))


def table(rows: Sequence[Row]) -> str:
    """Columns side by side under their names, numbers right-aligned; nothing is cut to the width of a terminal."""
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


def comma_separated(names: Sequence[str], rows: Iterable[Row], header: bool = True) -> str:
    """CSV as in RFC 4180.  Unprintable characters are escaped, as in text for people; lists become their items.

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
    if isinstance(value, list):
        value = " ".join(map(str, value))
    return escape_text(value) if isinstance(value, str) else value


def json_text(value: Any) -> str:
    """JSON in ASCII: free of control characters and direction marks, whatever bytes a file name has."""
    return json.dumps(value)
