"""Literals of filters: numbers, addresses, bytes, times."""

from __future__ import annotations

import calendar
import datetime
import decimal
import ipaddress
import re
import time
from typing import NamedTuple


class Subnet(NamedTuple):
    """An address and its network mask.

    Attributes:
        value: the address, 0 where the mask is.
        mask: ones for the bits that are compared.
    """

    value: int
    mask: int


_SECOND = 1_000_000_000
_BYTE = "[0-9A-Fa-f]{1,2}"
_BYTES = re.compile(rf"{_BYTE}(?:([:.-]){_BYTE}(?:\1{_BYTE})*)?")
_PACKED = re.compile(r"(?:[0-9A-Fa-f]{2})+|(?:[0-9A-Fa-f]{4})(?:[:.-][0-9A-Fa-f]{4})+")
_DATE = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.(\d{1,9}))?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?")
_LEGACY = re.compile(r"([A-Z][a-z]{2})\s+(\d{1,2}),\s*(\d{4})(?:\s+(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?)?\s*(UTC)?")
_MONTHS = {name: number for number, name in enumerate(calendar.month_abbr) if name}


def number(text: str) -> int:
    """An integer: decimal, ``0x…``, ``0b…``, or octal with a leading 0.

    Raises:
        ValueError: the text is something else.
    """
    if re.fullmatch("0[0-7]+", text):
        return int(text, 8)
    if not re.fullmatch(r"0[xX][0-9A-Fa-f]+|0[bB][01]+|0|[1-9][0-9]*", text):
        raise ValueError(text)
    return int(text, 0)


def guid(text: str) -> int:
    """A GUID: eight bytes with separators, as a number.

    Raises:
        ValueError: the text is something else.
    """
    data = octets(text)
    if len(data) != 8:
        raise ValueError(text)
    return int.from_bytes(data, "big")


def octets(text: str) -> bytes:
    """Bytes: hexadecimal, separated by ``:``, ``-``, ``.`` or nothing; or one byte as ``0x…``.

    Raises:
        ValueError: the text is something else.
    """
    if _PACKED.fullmatch(text):
        return bytes.fromhex(re.sub("[:.-]", "", text))
    if match := _BYTES.fullmatch(text):
        parts = text.split(match[1]) if match[1] else [text]
        return bytes(int(part, 16) for part in parts)
    if re.fullmatch(rf"0x{_BYTE}", text):
        return bytes([int(text, 16)])
    raise ValueError(text)


def ipv4(text: str) -> int | Subnet:
    """An IPv4 address, or a network as ``10.0.0.0/8``.

    Raises:
        ValueError: the text is something else.
    """
    return _address(text, ipaddress.IPv4Address, 32)


def ipv6(text: str) -> int | Subnet:
    """An IPv6 address or a GID, or a network as ``fd00::/8``.

    Raises:
        ValueError: the text is something else.
    """
    if "%" in text:
        raise ValueError(text)
    return _address(text, ipaddress.IPv6Address, 128)


def _address(text: str, kind: type[ipaddress.IPv4Address] | type[ipaddress.IPv6Address], width: int) -> int | Subnet:
    address, slash, length = text.partition("/")
    value = int(kind(address))
    if not slash:
        return value
    if not length.isdecimal() or len(length) > 3 or int(length) > width:
        raise ValueError(text)
    mask = (1 << width) - (1 << width - int(length))
    return Subnet(value & mask, mask)


def seconds(text: str) -> int:
    """Seconds, with a fraction or not, as nanoseconds.

    Raises:
        ValueError: the text is no number, or one that does not fit in 64 bits.
    """
    try:
        value = decimal.Decimal(text)
    except decimal.InvalidOperation:
        raise ValueError(text) from None
    if not value.is_finite() or (value and not -20 < value.adjusted() < 12):
        raise ValueError(text)
    return int(value * _SECOND)


def timestamp(text: str) -> int:
    """A date and time as nanoseconds since the epoch; local time unless it ends with UTC, Z or an offset.

    ``2026-01-31 12:34:56.789``, with ``T`` or without, or ``Jan 31, 2026 12:34:56.789``; the time of day is optional.

    Raises:
        ValueError: the text is something else.
    """
    text = text.strip()
    if match := _DATE.fullmatch(text):
        date, clock, seconds_of, fraction, zone = match.groups()
        whole = datetime.datetime.fromisoformat(f"{date} {clock or '00:00'}{seconds_of or ':00'}")
        return _since_epoch(whole, zone) * _SECOND + int((fraction or "").ljust(9, "0"))
    if (match := _LEGACY.fullmatch(text)) and match[1] in _MONTHS:
        month, day, year, *clocks, fraction, zone = match.groups()
        hour, minute, second = (int(part or 0) for part in clocks)
        whole = datetime.datetime(int(year), _MONTHS[month], int(day), hour, minute, second)
        return _since_epoch(whole, zone) * _SECOND + int((fraction or "").ljust(9, "0"))
    raise ValueError(text)


def _since_epoch(whole: datetime.datetime, zone: str | None) -> int:
    if zone is None:
        try:
            return int(time.mktime(whole.timetuple()))
        except OverflowError:
            raise ValueError(str(whole)) from None
    utc = calendar.timegm(whole.timetuple())
    if zone in ("Z", "UTC"):
        return utc
    offset = int(zone[1:3]) * 3600 + int(zone[-2:]) * 60
    return utc - offset if zone[0] == "+" else utc + offset
