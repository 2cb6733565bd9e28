"""Scenes of our own: for every point that was wrong at least three exchanges."""

from __future__ import annotations


def own_scenes() -> list:
    """All of them."""
    return []
