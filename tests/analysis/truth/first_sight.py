"""The captures that were put aside by lot before the analysis was written: nothing reads them until it is done."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

LIST = Path(__file__).parent.parent / "first_sight.txt"


def put_aside() -> frozenset[str]:
    """Their names, as ``scenes/NAME`` and ``recorded/NAME``."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def waits(name: str) -> bool:
    """Whether a recording, by the name of its file, was put aside."""
    stem = name.partition(".")[0]
    return any(each.startswith("recorded/") and each.rpartition("/")[2] == stem for each in put_aside())


def seen(paths: Iterable[Path]) -> list[Path]:
    """The files that were not put aside."""
    return [path for path in paths if not waits(path.name)]


def unless_put_aside(name: str) -> pytest.MarkDecorator:
    """Skips a test of a recording that was put aside."""
    return pytest.mark.skipif(waits(name), reason=f"{name} is put aside until the analysis is done")


def chosen(names: list[str], first_sight: bool) -> list[str]:
    """Of some captures those that were put aside, or the others."""
    aside = put_aside()
    return [name for name in names if (name in aside) == first_sight]
