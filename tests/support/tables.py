"""The specification's table, as far as tests compare with them (copies in `tests/protocols/data`)."""

from __future__ import annotations

import csv
from pathlib import Path

DATA = Path(__file__).resolve().parents[1] / "protocols" / "data"


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table, by column."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))
