"""``qp 0x29,nvme``: what a queue pair carries, because the caller says so."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ibpkt.commands.known import PROTOCOLS
from ibpkt.errors import CallerError

_WORDS = re.compile(r"qp\s*(0x[0-9a-f]+|\d+)\s*,\s*(\S+)", re.IGNORECASE)


def decode_as(texts: Iterable[str]) -> dict[int, str]:
    """Protocols by queue pair number.

    Args:
        texts: each ``qp NUMBER,PROTOCOL``.

    Raises:
        CallerError: it is not of this form, or there is no such protocol.
    """
    found: dict[int, str] = {}
    for text in texts:
        match = _WORDS.fullmatch(text.strip())
        if match is None:
            raise CallerError(f"{text!r} is not of the form 'qp 0x29,nvme'", name=text)
        name = match[2].lower()
        if name not in PROTOCOLS:
            raise CallerError(f"there is no protocol {match[2]!r} above the verbs", name=match[2], known=PROTOCOLS)
        number = int(match[1], 0)
        if number >= 1 << 24:
            raise CallerError(f"a queue pair number has 24 bits, and {match[1]} has more", name=text)
        found[number] = name
    return found
