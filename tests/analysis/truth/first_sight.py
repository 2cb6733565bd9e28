"""The captures that were put aside by lot before the analysis was written: nothing reads them until it is done."""

from __future__ import annotations

from pathlib import Path

LIST = Path(__file__).parent.parent / "first_sight.txt"


def put_aside() -> frozenset[str]:
    """Their names, as ``scenes/NAME`` and ``recorded/NAME``."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return frozenset(line.strip() for line in lines if line.strip() and not line.startswith("#"))


def chosen(names: list[str], first_sight: bool) -> list[str]:
    """Of some captures those that were put aside, or the others."""
    aside = put_aside()
    return [name for name in names if (name in aside) == first_sight]
