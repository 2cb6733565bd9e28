"""Comparison of two taps: which packets are the same, and what happened to them in between."""

from __future__ import annotations

from ibpkt.analysis.compare.comparison import Comparison, Summary
from ibpkt.analysis.compare.differences import Difference

__all__ = ["Comparison", "Difference", "Summary"]
