"""``-a`` and ``-b``: when a capture, or a file of it, is complete, in the words of dumpcap."""

from __future__ import annotations

from collections.abc import Sequence

from ibpkt.cli.option_types import Parsed, Seconds
from ibpkt.io.pieces import PieceLimits

#: bytes of dumpcap's kB
_KILOBYTE = 1000


def _limit(text: str) -> tuple[str, int]:
    """A name and a number: of bytes, of nanoseconds, of packets, of files."""
    name, _, value = text.partition(":")
    if name == "duration":
        number = Seconds(0.001).convert(value, None, None)
    elif name in ("filesize", "packets", "files"):
        number = int(value)
    else:
        raise ValueError(text)
    if not 0 < number < 1 << 63:
        raise ValueError(text)
    return name, number


#: one limit
WHEN = Parsed("limit", _limit, "duration:10, packets:1000, filesize:1000 or files:5")


def limits_of(given: Sequence[tuple[str, int]]) -> PieceLimits:
    """Several limits together; of two of a kind the last one counts."""
    limits = dict(given)
    size = limits.get("filesize")
    return PieceLimits(
        None if size is None else size * _KILOBYTE, limits.get("packets"), limits.get("duration"), limits.get("files")
    )
