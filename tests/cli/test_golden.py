"""Commands print what is stored in ``golden/``; ``python -m tests.cli.regenerate`` stores it anew."""

from __future__ import annotations

import pytest

from tests.analysis.truth.first_sight import waits
from tests.cli.cases import CASES, GOLDEN

#: commands that analyse what they read
ANALYSES = ("expert", "flows", "messages")


def _waits(name):
    """Whether a command analyses a recording that was put aside."""
    command, *words = CASES[name].command.split()
    return command in ANALYSES and any(waits(word.rpartition("/")[2]) for word in words)


@pytest.mark.parametrize("name", [name for name in CASES if not _waits(name)])
def test_prints_what_is_stored(name):
    path = GOLDEN / f"{name}.txt"
    assert path.exists(), "run python -m tests.cli.regenerate, and read what it writes"
    with path.open(encoding="utf-8", newline="") as file:
        assert CASES[name].text() == file.read()


def test_nothing_else_is_stored():
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)
