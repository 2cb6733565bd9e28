"""Derived values as tables, for programs that cannot run the Python function that computes them."""

from __future__ import annotations

import itertools
from typing import Any

from ibpkt.schema import Derived, Header

#: the input bits up to which a table is written: 256 rows
BITS = 8


def derived_table(header: Header, derived: Derived) -> dict[tuple[int, ...], Any] | None:
    """The values of a derived leaf by those of its inputs, where all inputs are in its header and few; else None.

    Inputs for which there is no value are left out.
    """
    inputs = [header.by_name.get(name) for name in derived.inputs]
    widths = [leaf.width for leaf in inputs if leaf is not None and leaf.width and not leaf.wide and leaf.count == 1]
    if len(widths) < len(inputs) or sum(widths) > BITS:
        return None
    rows = itertools.product(*(range(1 << width) for width in widths))
    table = {row: derived.compute(*row) for row in rows}
    return {row: value for row, value in table.items() if value is not None}


def untold(header: Header) -> list[Derived]:
    """The derived values of a header that no table can tell."""
    return [derived for derived in header.derived if derived_table(header, derived) is None]
