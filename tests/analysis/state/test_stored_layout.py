"""A state file has the layout that is stored for its version."""

from __future__ import annotations

from tests.analysis.state.stored_layout import STORED, layout


def test_a_version_has_one_layout():
    """What changes it raises the version, or older states would be called damaged."""
    assert layout() == STORED.read_text(encoding="utf-8"), (
        "raise VERSION, then python -m tests.analysis.state.stored_layout"
    )
