"""Figures: what must be told, what is told, and whether that is right."""

from __future__ import annotations

from typing import NamedTuple

#: how many packets must be told: a number, or the least and the most (None: any number)
Bounds = int | tuple[int, int | None] | list[int | None]


class Figure(NamedTuple):
    """One thing that the analysis is held to.

    Attributes:
        of: the capture.
        what: what is counted or compared.
        expected, told: as text.
        right: whether they agree.
    """

    of: str
    what: str
    expected: str
    told: str
    right: bool

    def __str__(self) -> str:
        return f"{self.of}: {self.what}: expected {self.expected}, told {self.told}"


def limits(bounds: Bounds) -> tuple[int, int | None]:
    """The least and the most."""
    if isinstance(bounds, int):
        return bounds, bounds
    least, most = bounds
    assert least is not None
    return least, most


def within(count: int, bounds: Bounds) -> bool:
    """Whether a number is."""
    least, most = limits(bounds)
    return count >= least and (most is None or count <= most)


def text(bounds: Bounds) -> str:
    """As it is printed."""
    least, most = limits(bounds)
    return str(least) if least == most else f"{least} or more" if most is None else f"{least} to {most}"
