"""Times as management datagrams write them: an exponent n stands for 4.096 µs × 2^n.

Source: IBA 1, 12.7 and 14.2.5.6.
"""

from __future__ import annotations

from ibpkt.schema import Derived

#: what the exponent 0 stands for, in nanoseconds
UNIT_NS = 4096


def milliseconds(exponent: int) -> float:
    """The time that an exponent stands for, in milliseconds."""
    return (UNIT_NS << exponent) / 1_000_000


def time_of(name: str, label: str) -> Derived:
    """The time that the field ``name`` stands for, as a field of its own: ``name_ms``."""
    return Derived(f"{name}_ms", f"{label} in Milliseconds", (name,), milliseconds, unit="ms", doc="4.096 µs × 2^n")
