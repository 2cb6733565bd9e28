"""One page that says what a capture shows: verdict, incidents, pictures, tables; it can be mailed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.report.whole_capture import report as report

_MODULES = {"report": "whole_capture"}

if not TYPE_CHECKING:  # a misspelt name is an error
    __all__ = list(_MODULES)
    __getattr__ = exports(__name__, _MODULES)
