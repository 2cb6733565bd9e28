"""The columns of tables are promised: each version stands for the ones listed here."""

from __future__ import annotations

import json

import pytest

from ibpkt.analysis.arrow_tables import arrow_schema
from ibpkt.cli.program import cli
from ibpkt.tables import TABLES
from tests.support.shared import REPOSITORY

PINNED = REPOSITORY / "tests" / "tables" / "schemas.json"


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_a_version_has_the_columns_that_it_always_had(table):
    """After a change of columns: a new version in `result_tables.py`, and its columns in `schemas.json`."""
    pinned = json.loads(PINNED.read_text(encoding="utf-8"))[f"{table.name} {table.version}"]
    assert [f"{field.name} {field.type}" for field in arrow_schema(table.columns)] == pinned


def test_no_pinned_version_was_forgotten():
    pinned = json.loads(PINNED.read_text(encoding="utf-8"))
    for name, table in TABLES.items():
        assert {f"{name} {version}" for version in range(1, table.version + 1)} <= set(pinned)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_declarations_fit_together(table):
    names = [column.name for column in table.columns]
    assert len(set(names)) == len(names)
    assert not {"file", "date"} & set(names)  # these are of the path
    assert table.command in cli.list_commands(None)
    if table.time:
        assert next(column.kind for column in table.columns if column.name == table.time) == "time"
