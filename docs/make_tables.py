"""Writes the columns of `tables.md` out of their declarations: ``python docs/make_tables.py``."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ibpkt.analysis.arrow_tables import arrow_schema
from ibpkt.tables import TABLES

PAGE = Path(__file__).with_name("tables.md")
BEGIN, END = "<!-- Written by `python docs/make_tables.py` up to the next mark; do not edit. -->\n", "<!-- end -->\n"


def page() -> str:
    """The page."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "".join(_tables()) + END + after


def _tables() -> Iterator[str]:
    for table in TABLES.values():
        day = f"A row is under the day of its `{table.time}`." if table.time else "Rows have no day."
        yield f"\n### `{table.name}`, schema {table.version}\n\n"
        yield f"Written by `ibpkt {table.command}`; a row is {table.rows}. {day}\n\n"
        yield "| column | type | meaning |\n|---|---|---|\n"
        types = arrow_schema(table.columns)
        for column in table.columns:
            kind = f"`{types.field(column.name).type}`" + (", JSON" if column.kind == "object" else "")
            yield f"| `{column.name}` | {kind} | {column.meaning} |\n"
    yield "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
