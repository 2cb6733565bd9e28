"""Where recorded captures are."""

from pathlib import Path

import pytest


@pytest.fixture
def captures():
    """The captures of ibpkt's repository; put your own here."""
    return Path(__file__).resolve().parents[3] / "captures"
