"""Types of values: what a raw value means in Python, and how it prints.

A raw value is the value on the wire: an ``int`` for fields of up to 64 bits, ``bytes`` for wider ones.  A value type
turns raw values into Python values and back, and into text as tshark's ``-T fields`` prints it.  The text of whole
columns goes through a small cache, since columns repeat themselves.
"""

from __future__ import annotations

import binascii
import ipaddress
import operator
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

Raw = int | bytes
CACHE_LIMIT = 1 << 16


class Memo(dict[Any, Any]):
    """A cache of a function's results, by argument; it is emptied when it reaches `CACHE_LIMIT` entries."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        super().__init__()
        self._function = function

    def __missing__(self, argument: Any) -> Any:
        if len(self) >= CACHE_LIMIT:
            self.clear()
        result = self[argument] = self._function(argument)
        return result


def escape(data: bytes) -> str:
    """Text from a packet: every byte that is not printable ASCII is written as ``\\xNN``."""
    return "".join(chr(b) if 32 <= b < 127 and b != 92 else f"\\x{b:02x}" for b in data)


class ValueType:
    """The meaning of a raw value.

    Attributes:
        name: what `ibpkt fields` calls it.
        binary: whether raw values are bytes (else integers).
        safe: whether texts are plain ASCII without quotes and backslashes, and need no escape in JSON.
        repeats: whether values are likely to repeat, so that their texts are worth caching.
    """

    def __init__(
        self,
        name: str,
        *,
        binary: bool = False,
        safe: bool = True,
        repeats: bool = True,
        text: Callable[[Any], str] = str,
        value: Callable[[Any], Any] = lambda raw: raw,
        raw: Callable[[Any], Raw] = lambda value: value,
    ) -> None:
        self.name = name
        self.binary = binary
        self.safe = safe
        self.repeats = repeats
        self.value = value
        self.raw = raw
        self.text = text
        self._cache = Memo(text)

    def __repr__(self) -> str:
        return f"<kind {self.name}>"

    def printf(self, digits: int) -> str:
        """The %-conversion for what `printable` returns; ``digits`` is the number of hexadecimal digits."""
        return "%s"

    def printable(self, column: NDArray[Any]) -> Sequence[Any]:
        """A column of raw values as a list that fits `printf`."""
        from ibpkt.arrays import raw_list  # late: one packet needs no NumPy

        return list(map(self._cache.__getitem__ if self.repeats else self.text, raw_list(column)))


class _Number(ValueType):
    """Integers that a %-conversion alone prints."""

    def __init__(self, name: str, conversion: str, **kwargs: Any) -> None:
        super().__init__(name, **kwargs)
        self._conversion = conversion

    def printf(self, digits: int) -> str:
        return self._conversion.replace("*", str(digits))

    def printable(self, column: NDArray[Any]) -> Sequence[Any]:
        return column.tolist()  # type: ignore[no-any-return]  # a list for every array of one dimension


def _number(value: Any) -> int:
    return int(value, 0) if isinstance(value, str) else operator.index(value)  # int() would truncate a float


def _mac_raw(value: Any) -> bytes:
    return bytes.fromhex(value.replace(":", "").replace("-", "")) if isinstance(value, str) else bytes(value)


def _bytes_raw(value: Any) -> bytes:
    return bytes.fromhex(value.replace(":", "")) if isinstance(value, str) else bytes(value)


def _mac_text(raw: bytes) -> str:
    return binascii.hexlify(raw, ":").decode()


def _ipv4_text(raw: int) -> str:
    return f"{raw >> 24}.{raw >> 16 & 255}.{raw >> 8 & 255}.{raw & 255}"


def _ipv6_text(raw: bytes) -> str:
    address = ipaddress.IPv6Address(raw)
    mapped = address.ipv4_mapped  # RoCEv2 GIDs of IPv4 ports; every tool writes them with dots
    return f"::ffff:{mapped}" if mapped is not None else str(address)


def seconds(raw: int) -> str:
    """A time or a span of nanoseconds as seconds with nine decimals."""
    sign, raw = ("-", -raw) if raw < 0 else ("", raw)
    return f"{sign}{raw // 1_000_000_000}.{raw % 1_000_000_000:09d}"


DEC = _Number("unsigned integer", "%d", raw=_number)
HEX = _Number("unsigned integer, hexadecimal", "0x%0*x", raw=_number)
FLAG = _Number("boolean", "%d", value=bool, raw=_number)
MAC = ValueType("Ethernet address", binary=True, text=_mac_text, value=_mac_text, raw=_mac_raw)
IPV4 = ValueType(
    "IPv4 address", text=_ipv4_text, value=ipaddress.IPv4Address, raw=lambda value: int(ipaddress.IPv4Address(value))
)
IPV6 = ValueType(
    "IPv6 address or GID",
    binary=True,
    text=_ipv6_text,
    value=ipaddress.IPv6Address,
    raw=lambda value: ipaddress.IPv6Address(value).packed,
)
BYTES = ValueType("bytes", binary=True, repeats=False, text=bytes.hex, raw=_bytes_raw)
TEXT = ValueType(
    "string",
    binary=True,
    safe=False,
    text=lambda raw: escape(raw.rstrip(b"\0")),
    value=lambda raw: raw.rstrip(b"\0").decode("utf-8", "backslashreplace"),
    raw=lambda value: value.encode() if isinstance(value, str) else bytes(value),
)
WORDS = ValueType("string", safe=False, text=lambda raw: "" if raw is None else str(raw))
TIME = ValueType("time", text=seconds)
NUMBER = ValueType(
    "number", text=lambda raw: "" if raw is None else f"{raw:.10g}" if isinstance(raw, float) else str(raw)
)
