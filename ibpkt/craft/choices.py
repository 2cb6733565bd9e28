"""What a caller says of the parts of a packet that are not headers: bytes, and CRCs right or wrong on purpose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from ibpkt.arguments import shown
from ibpkt.errors import CallerError
from ibpkt.protocols import CLOSED_BY, ICRC, LPCRC, VCRC
from ibpkt.schema import Header

#: how a CRC may be asked for in words; "flip 1 bit" besides
CRC_WORDS = ("right", "wrong", "none")
_FLIP = re.compile(r"flip (\d{1,3}) bits?")


class FlippedBits(NamedTuple):
    """A CRC that differs from the right one in so many bits."""

    bits: int

    def of(self, right: bytes) -> bytes:
        """The right CRC with those bits flipped: the first one, and the others at equal distances after it."""
        size = len(right) * 8
        mask = sum(1 << size - 1 - place * size // self.bits for place in range(self.bits))
        wrong = bytes(byte ^ flipped for byte, flipped in zip(right, mask.to_bytes(len(right), "big"), strict=True))
        # zeros would say that the CRC was not filled in yet, which is another mistake
        return wrong if any(wrong) else b"\1" * len(wrong)


def crc_choice(name: str, value: Any, which: Header) -> bytes | FlippedBits | None:
    """A CRC as a caller asks for it.

    Args:
        name: of the argument.
        value: None or ``"right"`` for the right one; ``"wrong"`` for all its bits flipped, ``"flip 3 bits"`` for three
            of them; ``"none"`` or ``b""`` for none; the bytes to store; or a number: the CRC as ibpkt and Wireshark
            print it, its first digits the first byte on the wire.
        which: its declaration.

    Returns:
        None for the right one; the bytes to store, empty for none; or the bits that are wrong.

    Raises:
        CallerError: anything else.
    """
    size = which.size
    if value is None or (type(value) is bytes and len(value) in (0, size)):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        if not 0 <= value < 1 << size * 8:
            raise CallerError(f"{name} takes 0 to 0x{(1 << size * 8) - 1:x}, not {value}", name=name)
        return int(value).to_bytes(size, "big")
    if isinstance(value, bytes | bytearray | memoryview):
        if len(value) in (0, size):
            return bytes(value)
        raise CallerError(f"{name} takes {size} bytes, or none, not {len(value)}", name=name)
    if isinstance(value, str):
        match = _FLIP.fullmatch(value)
        if match and 1 <= int(match[1]) <= size * 8:
            return FlippedBits(int(match[1]))
        if value in CRC_WORDS:
            return {"right": None, "wrong": FlippedBits(size * 8), "none": b""}[value]
    words = ", ".join(f'"{word}"' for word in CRC_WORDS)
    raise CallerError(
        f'{name} takes {words}, "flip 1 bit" to "flip {size * 8} bits", a number or {size} bytes, not {shown(value)}',
        name=value if isinstance(value, str) else name,
        known=(*CRC_WORDS, "flip 1 bit", "flip 2 bits"),
    )


def check_closed(headers: Iterable[Header], icrc: object, vcrc: object) -> None:
    """Refuse a CRC that would have no place: none of the headers is closed by it."""
    closed = {CLOSED_BY[header] for header in headers if header in CLOSED_BY}
    for name, value, places in (("icrc", icrc, {ICRC}), ("vcrc", vcrc, {VCRC, LPCRC})):
        if value not in (None, b"", "right", "none") and not places & closed:
            raise CallerError(f"{name} is given, but no header of this packet has {name.upper()} after it", name=name)


def check_port(port: Any) -> None:
    """Refuse what is no UDP port."""
    if type(port) is not int or not 0 <= port <= 0xFFFF:
        raise CallerError(f"roce_port takes a UDP port from 0 to 65535, not {shown(port)}", name="roce_port")
