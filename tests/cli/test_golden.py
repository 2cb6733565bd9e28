"""Commands print what is stored in ``golden/``; ``python -m tests.cli.regenerate`` stores it anew."""

from __future__ import annotations

import pytest

from tests.cli.cases import CASES, GOLDEN


@pytest.mark.parametrize("name", CASES)
def test_prints_what_is_stored(name):
    path = GOLDEN / f"{name}.txt"
    assert path.exists(), "run python -m tests.cli.regenerate, and read what it writes"
    with path.open(encoding="utf-8", newline="") as file:
        assert CASES[name].text() == file.read()


def test_nothing_else_is_stored():
    assert {path.stem for path in GOLDEN.iterdir()} == set(CASES)
