"""What tests of filters share."""

from __future__ import annotations

import time

import pytest


@pytest.fixture
def local_time_is_utc(monkeypatch):
    """Dates in filters are local time where they say nothing else."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
