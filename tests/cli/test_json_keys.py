"""JSON outputs keep their keys and the types of their values: programs read them."""

from __future__ import annotations

import json

import pytest

from tests.cli.json_keys import LINES, PINNED, keys

KEPT = json.loads(PINNED.read_text(encoding="utf-8"))


@pytest.mark.parametrize("line", LINES)
def test_keys_and_types_are_those_that_were_promised(line):
    """A new one is a line of CHANGELOG.md and `python -m tests.cli.json_keys`; one that goes breaks programs."""
    assert keys(line) == KEPT[line]


def test_every_line_is_kept():
    assert set(KEPT) == set(LINES)
    assert sum(map(len, KEPT.values())) > 450
