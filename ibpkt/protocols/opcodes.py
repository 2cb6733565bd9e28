"""The operation codes of BTH: one row an operation, one an exception.

A code is a service (3 bits) and an operation (5 bits).  RC, UC, RD and XRC share their operations; what differs is
which of them exist and which headers the service puts in front.  `tests/protocols/test_opcodes.py` compares the result
code by code with the table in `tests/protocols/data`.

Source: IBA 1, section 9.2 and annexes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ibpkt.protocols.extended import AETH, CNP, DETH, FETH, IETH, RDETH, RETH, XRCETH, AtomicAckETH, AtomicETH, ImmDt
from ibpkt.schema import Header


class Opcode(NamedTuple):
    """What an operation code means.

    Attributes:
        code: the value of BTH.OpCode.
        name: service and operation as in the specification.
        service: RC, UC, RD, UD, XRC, CNP or "manufacturer".
        headers: the extended headers that follow BTH.
        payload: whether a payload may follow them.
        position: the packet's place in its message: first, middle, last or only.
        kind: request, response or notification.
    """

    code: int
    name: str
    service: str
    headers: tuple[Header, ...]
    payload: bool
    position: str
    kind: str


# operation, name, headers, payload, position, kind; those with a * exist in UC too
_OPERATIONS: tuple[tuple[int, str, tuple[Header, ...], bool, str, str], ...] = (
    (0x00, "*SEND First", (), True, "first", "request"),
    (0x01, "*SEND Middle", (), True, "middle", "request"),
    (0x02, "*SEND Last", (), True, "last", "request"),
    (0x03, "*SEND Last with Immediate", (ImmDt,), True, "last", "request"),
    (0x04, "*SEND Only", (), True, "only", "request"),
    (0x05, "*SEND Only with Immediate", (ImmDt,), True, "only", "request"),
    (0x06, "*RDMA WRITE First", (RETH,), True, "first", "request"),
    (0x07, "*RDMA WRITE Middle", (), True, "middle", "request"),
    (0x08, "*RDMA WRITE Last", (), True, "last", "request"),
    (0x09, "*RDMA WRITE Last with Immediate", (ImmDt,), True, "last", "request"),
    (0x0A, "*RDMA WRITE Only", (RETH,), True, "only", "request"),
    (0x0B, "*RDMA WRITE Only with Immediate", (RETH, ImmDt), True, "only", "request"),
    (0x0C, "RDMA READ Request", (RETH,), False, "only", "request"),
    (0x0D, "RDMA READ response First", (AETH,), True, "first", "response"),
    (0x0E, "RDMA READ response Middle", (), True, "middle", "response"),
    (0x0F, "RDMA READ response Last", (AETH,), True, "last", "response"),
    (0x10, "RDMA READ response Only", (AETH,), True, "only", "response"),
    (0x11, "Acknowledge", (AETH,), False, "only", "response"),
    (0x12, "ATOMIC Acknowledge", (AETH, AtomicAckETH), False, "only", "response"),
    (0x13, "CmpSwap", (AtomicETH,), False, "only", "request"),
    (0x14, "FetchAdd", (AtomicETH,), False, "only", "request"),
    (0x16, "SEND Last with Invalidate", (IETH,), True, "last", "request"),
    (0x17, "SEND Only with Invalidate", (IETH,), True, "only", "request"),
    (0x1C, "FLUSH", (FETH, RETH), False, "only", "request"),
    (0x1D, "ATOMIC WRITE", (RETH,), True, "only", "request"),
)

RC, UC, RD, XRC = 0x00, 0x20, 0x40, 0xA0

# Codes that the table above does not give, or gives differently
_EXCEPTIONS: tuple[Opcode, ...] = (
    Opcode(0x55, "RD RESYNC", "RD", (RDETH, DETH), False, "only", "request"),
    Opcode(0x5C, "RD FLUSH", "RD", (RDETH, FETH, RETH), False, "only", "request"),  # no DETH: IBA MPE annex
    Opcode(0x64, "UD SEND Only", "UD", (DETH,), True, "only", "request"),
    Opcode(0x65, "UD SEND Only with Immediate", "UD", (DETH, ImmDt), True, "only", "request"),
    Opcode(0x80, "CNP (base value)", "CNP", (CNP,), True, "only", "notification"),
    Opcode(0x81, "CNP", "CNP", (CNP,), True, "only", "notification"),
)


def _service(service: str, base: int, row: tuple[int, str, tuple[Header, ...], bool, str, str]) -> Opcode | None:
    operation, name, headers, payload, position, kind = row
    if service == "UC" and not name.startswith("*"):
        return None
    if service == "RD":
        if operation >= 0x16:
            return None
        headers = (RDETH, DETH, *headers) if kind == "request" else (RDETH, *headers)
    if service == "XRC" and kind == "request":
        headers = (XRCETH, *headers)
    return Opcode(base + operation, f"{service} {name.lstrip('*')}", service, headers, payload, position, kind)


def _table() -> Iterator[Opcode]:
    for service, base in (("RC", RC), ("UC", UC), ("RD", RD), ("XRC", XRC)):
        for row in _OPERATIONS:
            opcode = _service(service, base, row)
            if opcode is not None:
                yield opcode
    yield from _EXCEPTIONS


#: codes from here on are the manufacturers' own
MANUFACTURER = 0xC0
#: every code with a meaning; those that are missing are reserved
OPCODES: dict[int, Opcode] = {opcode.code: opcode for opcode in _table()}


def opcode_name(code: int) -> str:
    """The name of any code from 0 to 255."""
    if code in OPCODES:
        return OPCODES[code].name
    return "Manufacturer specific" if code >= MANUFACTURER else "Reserved"


OPCODE_NAMES = {code: opcode_name(code) for code in range(256)}
