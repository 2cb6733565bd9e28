"""What packets carry: bytes that follow from what they are, so that anybody can check them.

Memory holds, under every R_Key, a pattern that depends on key and address: a READ gets it, and a WRITE puts there what
is there already.  A SEND carries a pattern that depends on the message's number.  Bytes that a caller gives come as
they are.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

PERIOD = 65521
"""The pattern repeats after so many bytes (a prime, so that no power of two meets the same bytes)."""

#: sources from here on are places in the bytes that the caller gave
GIVEN = 1 << 62
#: sources from here on are places among bytes that are needed only for a while
PASSING = 1 << 61

# without zero bytes: after two of them Wireshark takes a payload for another protocol
_PATTERN = hashlib.shake_128(b"ibpkt traffic").digest(PERIOD).replace(b"\0", b"\xa5")


def memory_source(r_key: int, address: int) -> int:
    """Where in the pattern the memory at an address begins."""
    return (r_key * 2654435761 + address) % PERIOD


def message_source(number: int) -> int:
    """Where in the pattern a SEND begins."""
    return number * 40503 % PERIOD


def memory(r_key: int, address: int, size: int) -> bytes:
    """The bytes that memory holds."""
    return _bytes(memory_source(r_key, address), size)


def message(number: int, size: int) -> bytes:
    """The bytes that the SEND with that number carries, if none were given."""
    return _bytes(message_source(number), size)


def number_at(r_key: int, address: int) -> int:
    """The eight bytes of memory there as a number, before an atomic operation has changed it."""
    return int.from_bytes(memory(r_key, address, 8), "big")


def _bytes(source: int, size: int) -> bytes:
    times = (source + size) // PERIOD + 1
    return (_PATTERN * times)[source : source + size]


class Store:
    """The pattern, and after it the bytes that callers gave, as one array from which payloads are copied."""

    #: no packet carries more, and copies are rounded up
    MOST = 4096 + 64
    #: bytes of what is lent: packets are made long before as many have come
    LENT = 16 << 20

    def __init__(self) -> None:
        self._ring = _PATTERN + _PATTERN[: self.MOST]
        self._given = bytearray()
        self._passing = bytearray()
        self._next = 0

    def give(self, data: bytes) -> int:
        """Take bytes of a caller; gives their source."""
        source = GIVEN + len(self._given)
        self._given += data
        return source

    def lend(self, data: bytes) -> int:
        """Take bytes that are needed until some millions of others have come; gives their source."""
        if not self._passing:
            self._passing = bytearray(self.LENT)
        if self._next + len(data) > self.LENT:
            self._next = 0
        at = self._next
        self._passing[at : at + len(data)] = data
        self._next = at + len(data)
        return PASSING + at

    def array(self) -> NDArray[np.uint8]:
        """The bytes."""
        return np.frombuffer(b"".join((self._ring, self._passing, self._given, bytes(self.MOST))), np.uint8)

    def places(self, sources: NDArray[np.int64]) -> NDArray[np.int64]:
        """Where in `array` the payloads with these sources begin."""
        ring, lent = len(self._ring), len(self._passing)
        places: NDArray[np.int64] = np.where(sources >= GIVEN, sources - GIVEN + ring + lent, sources % PERIOD)
        if lent:
            places = np.where((sources >= PASSING) & (sources < GIVEN), sources - PASSING + ring, places)
        return places
