"""Material beside the repository that tests read there and never copy."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"
CAPTURES = SHARED / "captures"


def captures(*folders: str) -> list[Path]:
    """The capture files of some folders; none where they are not there."""
    found = (path for folder in folders for path in (CAPTURES / folder).glob("*"))
    return sorted(path for path in found if path.suffix in (".pcap", ".pcapng", ".erf", ".gz"))


def needs(path: Path) -> pytest.MarkDecorator:
    """Skips a test where something is not there, and says so."""
    return pytest.mark.skipif(not path.exists(), reason=f"{path.name} is not beside this repository")
