"""The CRCs of one packet, by crcmod; `ibpkt.batch.crc` computes those of many packets.

Nothing about a CRC is written here: crcmod takes the declared parameters (`Header.crc`).

Source: IBA 1, 7.8.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple

from ibpkt.arguments import shown, whole_number
from ibpkt.errors import CallerError
from ibpkt.schema import CRCParameters, Header


class Status(StrEnum):
    """The verdict on a CRC of a captured packet, in one word."""

    GOOD = "good"
    BAD = "bad"
    ABSENT = "absent"  # the packet on the wire does not have it, or it is in another fragment
    CUT = "cut"  # the capture's snap length left it out
    ZERO = "zero"  # zero bytes: captured at the sender, before its adapter filled them in


#: statuses by their number in columns
STATUSES = tuple(Status)


class Check(NamedTuple):
    """The verdict on one CRC.

    Attributes:
        status: see `Status`.
        stored: the bytes in the packet, in wire order; empty where there are none.
        computed: the bytes that should be stored, in wire order; empty where they cannot be computed.
        cause: the known mistake that explains a bad CRC, or "".
    """

    status: Status
    stored: bytes = b""
    computed: bytes = b""
    cause: str = ""

    def __bool__(self) -> bool:
        """Whether it was verified and is good."""
        return self.status is Status.GOOD

    @property
    def number(self) -> str:
        """The stored bytes as Wireshark shows them."""
        return f"0x{self.stored.hex()}"


def crc_parameters(which: Header) -> CRCParameters:
    """The declared parameters of a CRC.

    Raises:
        CallerError: the header is no CRC.
    """
    if not isinstance(which, Header) or which.crc is None:
        raise CallerError(f"{shown(which)} is no CRC; ICRC, VCRC and LPCRC are")
    return which.crc


def crc_function(which: Header) -> Callable[[Any], int]:
    """The CRC of a declaration (ICRC, VCRC, LPCRC) as a function of a buffer.

    Raises:
        CallerError: the header is no CRC.
    """
    if not isinstance(which, Header):
        crc_parameters(which)  # says what is wrong
    return _crc_function(which)


@functools.cache
def _crc_function(which: Header) -> Callable[[Any], int]:
    import crcmod  # late: it makes the tables of every CRC it knows when it is imported

    parameters = crc_parameters(which)
    function: Callable[[Any], int] = crcmod.mkCrcFun(
        parameters.polynomial | 1 << parameters.width,
        # crcmod's initCrc is the CRC of no data, after the final inversion
        initCrc=parameters.init ^ parameters.xorout,
        rev=parameters.reflected,
        xorOut=parameters.xorout,
    )
    return function


def crc_bytes(which: Header, number: int) -> bytes:
    """A CRC in the byte order in which it is stored.

    Raises:
        CallerError: the header is no CRC, or the number is none of its width.
    """
    parameters = crc_parameters(which)
    if type(number) is not int or not 0 <= number < 1 << parameters.width:
        number = whole_number(number, f"the number of {which.name}", 0, (1 << parameters.width) - 1)
    return number.to_bytes(which.size, parameters.byte_order)


def verdict(stored: bytes, computed: bytes) -> Status:
    """The verdict on a CRC that the capture holds whole: good, bad, or zero."""
    if stored == computed:
        return Status.GOOD
    return Status.BAD if any(stored) else Status.ZERO
