"""Captures that tests read: those of this repository, and more beside it where a developer has them."""

from __future__ import annotations

from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
OWN = REPOSITORY / "captures"
SHARED = REPOSITORY.parent / "shared"
CAPTURES = SHARED / "captures"
_FOLDERS = (OWN, CAPTURES / "recorded", CAPTURES / "third_party")


def captures() -> list[Path]:
    """Every capture file, each name once."""
    found: dict[str, Path] = {}
    for folder in _FOLDERS:
        for path in sorted(folder.glob("*")):
            if path.suffix in (".pcap", ".pcapng", ".erf", ".gz"):
                found.setdefault(path.name, path)
    return list(found.values())


def capture(name: str) -> Path:
    """A capture by its name; the test is skipped where it is not there."""
    for folder in _FOLDERS:
        if (folder / name).exists():
            return folder / name
    pytest.skip(f"{name} is not in this repository, and not beside it")


def needs(path: Path) -> pytest.MarkDecorator:
    """Skips a test where something is not there, and says so."""
    return pytest.mark.skipif(not path.exists(), reason=f"{path.name} is not beside this repository")
