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
    widths = [max(len(name), *(len(line[at]) for line in cells)) for at, name in enumerate(names)]
    right = [all(row[name] is None or isinstance(row[name], int | float) for row in rows) for name in names]
    lines = [
        "  ".join(
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in [names, *cells]
    ]
    return "\n".join(lines) + "\n"


def comma_separated(names: Sequence[str], rows: Iterable[dict[str, Any]], header: bool = True) -> str:
    """CSV as RFC 4180 has it.

    Args:
        names: the columns.
        rows: their values by name.
        header: whether the first line holds the names.
    """
    stream = io.StringIO()
    writer = csv.DictWriter(stream, names)
    if header:
        writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()


def json_object(file: str, key: str, rows: Sequence[dict[str, Any]]) -> str:
    """One object a file: its name, and the rows under their key."""
    return json.dumps({"file": file, key: rows}, ensure_ascii=False) + "\n"
