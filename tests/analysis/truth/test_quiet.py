"""Nothing is told of what went without trouble."""

from __future__ import annotations

import pytest

from tests.analysis.truth.counters import RECORDED
from tests.analysis.truth.quiet import figures, quiet_recordings
from tests.support.shared import needs

NAMES = quiet_recordings()


@needs(RECORDED)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_told_where_nothing_went_wrong(name):
    assert [str(figure) for figure in figures(name) if not figure.right] == []


@needs(RECORDED)
def test_most_recordings_are_quiet():
    assert len(NAMES) >= 60
