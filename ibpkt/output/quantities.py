"""Numbers as people read them: three digits and a unit, thousands with commas; and labelled lines of a screen."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

#: the widest line of a sentence, however wide the terminal
SENTENCE = 100
#: columns of the labels of a screen
_LABEL = 10


def three_digits(value: float) -> str:
    """A number with three significant digits, never in scientific notation."""
    if value >= 99.95:
        return f"{value:,.0f}"
    if value >= 9.995:
        return f"{value:.1f}"
    return f"{value:.2f}"


def size_text(size: int, like: int | None = None) -> str:
    """A number of bytes.

    Args:
        size: the bytes.
        like: use the unit that suits this number, so that a column has one unit; not for less than a tenth of it, of
            which hardly a digit would be left.
    """
    for power, unit in ((9, "GB"), (6, "MB"), (3, "kB")):
        if size >= 10**power or (like is not None and like >= 10**power <= 10 * size):
            return f"{three_digits(size / 10**power)} {unit}"
    return f"{size} B"


def count_text(count: int, thing: str) -> str:
    """A number of things: ``1 packet``, ``1,678 packets``."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def moment_text(nanoseconds: int) -> str:
    """A time since the first packet in seconds, to the microsecond: cut and not rounded, as in the lines of packets."""
    whole, rest = divmod(abs(nanoseconds), 10**9)
    return f"{'-' if nanoseconds < 0 else ''}{whole}.{rest // 1000:06d}"


def span_text(nanoseconds: int) -> str:
    """A span of time."""
    for size, unit in ((10**9, "s"), (10**6, "ms"), (10**3, "µs")):
        if nanoseconds >= size:
            return f"{three_digits(nanoseconds / size)} {unit}"
    return f"{nanoseconds} ns"


def labelled(label: str, lines: Sequence[str], width: int) -> str:
    """Lines with a label before the first of them, broken where they are wider than the screen.

    Args:
        label: what they are about.
        lines: sentences.
        width: of the screen.
    """
    room = max(20, min(width, SENTENCE) - _LABEL - 2)
    broken = [part for line in lines for part in textwrap.wrap(line, room, break_long_words=False) or [""]]
    labels = [label, *[""] * (len(broken) - 1)]
    return "".join(f"  {name:<{_LABEL}}{part}".rstrip() + "\n" for name, part in zip(labels, broken, strict=True))
