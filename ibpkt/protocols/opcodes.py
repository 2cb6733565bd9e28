"""The operation codes of BTH: one row an operation, one an exception.

A code is a service (3 bits) and an operation (5 bits).  RC, UC, RD and XRC share their operations; what differs is
which of them exist and which headers the service puts in front.  `tests/protocols/test_opcodes.py` compares the result
code by code with the table in `tests/protocols/data`.

Everything that knows operations reads them here: which of them a packet belongs to, its place in the message, what
answers it, what it does to memory.  `ibpkt.register` adds rows.

Source: IBA 1, section 9.2 and annexes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ibpkt.protocols.extended import (
    AETH,
    ATOMIC_SIZE,
    CNP,
    DETH,
    FETH,
    IETH,
    RDETH,
    RETH,
    XRCETH,
    AtomicAckETH,
    AtomicETH,
    ImmDt,
)
from ibpkt.protocols.tables import tabulated
from ibpkt.schema import Header

if TYPE_CHECKING:
    from numpy.typing import NDArray

SERVICES = ("RC", "UC", "RD", "UD", "XRC", "CNP")
POSITIONS = ("first", "middle", "last", "only")
PACKET_KINDS = ("request", "response", "notification")
#: what an operation does to the responder's memory
ACCESSES = ("read", "write", "atomic", "flush")


class Opcode(NamedTuple):
    """What an operation code means.

    Attributes:
        code: the value of BTH.OpCode.
        name: service and operation as in the specification.
        service: one of `SERVICES`.
        headers: the extended headers that follow BTH.
        payload: whether a payload may follow them.
        position: the packet's place in its message, one of `POSITIONS`.
        kind: one of `PACKET_KINDS`.
        operation: the operation to which the packet belongs: SEND, WRITE, READ, ATOMIC, FLUSH, ATOMIC WRITE, ACK, CNP,
            RESYNC.  The response to a READ is a READ, that to an atomic operation an ATOMIC.
        answer: the operation of the packets that answer a request, ACK where an acknowledgement suffices; "" where
            nothing does, as in UC and UD, and in packets that are no request.
        verbs: the verbs whose messages have such a packet, as `ibpkt craft traffic` names them.
        access: what a request does to the responder's memory, one of `ACCESSES`; "" where it names none.
        size: bytes of payload, where the operation has a fixed number of them; None for any.
        obsolete: whether senders have taken another code for it; it is read, and written only when asked for.
    """

    code: int
    name: str
    service: str
    headers: tuple[Header, ...]
    payload: bool
    position: str
    kind: str
    operation: str = ""
    answer: str = ""
    verbs: tuple[str, ...] = ()
    access: str = ""
    size: int | None = None
    obsolete: bool = False


class _Row(NamedTuple):
    """An operation of several services; the attributes are those of `Opcode`, and the services that have it."""

    code: int
    name: str
    services: tuple[str, ...]
    headers: tuple[Header, ...]
    payload: bool
    position: str
    kind: str
    operation: str
    answer: str = ""
    verbs: tuple[str, ...] = ()
    access: str = ""
    size: int | None = None


_ALL = ("RC", "UC", "RD", "XRC")
_RELIABLE = ("RC", "RD", "XRC")
_LATER = ("RC", "XRC")  # operations of the annexes, which UC and RD never got
_SENDS = ("SEND", "SEND_WITH_IMM", "SEND_WITH_INV")
_WRITES = ("WRITE", "WRITE_WITH_IMM")

_OPERATIONS = (
    _Row(0x00, "SEND First", _ALL, (), True, "first", "request", "SEND", "ACK", _SENDS),
    _Row(0x01, "SEND Middle", _ALL, (), True, "middle", "request", "SEND", "ACK", _SENDS),
    _Row(0x02, "SEND Last", _ALL, (), True, "last", "request", "SEND", "ACK", ("SEND",)),
    _Row(0x03, "SEND Last with Immediate", _ALL, (ImmDt,), True, "last", "request", "SEND", "ACK", ("SEND_WITH_IMM",)),
    _Row(0x04, "SEND Only", _ALL, (), True, "only", "request", "SEND", "ACK", ("SEND",)),
    _Row(0x05, "SEND Only with Immediate", _ALL, (ImmDt,), True, "only", "request", "SEND", "ACK", ("SEND_WITH_IMM",)),
    _Row(0x06, "RDMA WRITE First", _ALL, (RETH,), True, "first", "request", "WRITE", "ACK", _WRITES, "write"),
    _Row(0x07, "RDMA WRITE Middle", _ALL, (), True, "middle", "request", "WRITE", "ACK", _WRITES, "write"),
    _Row(0x08, "RDMA WRITE Last", _ALL, (), True, "last", "request", "WRITE", "ACK", ("WRITE",), "write"),
    _Row(
        0x09, "RDMA WRITE Last with Immediate", _ALL, (ImmDt,), True, "last", "request",
        "WRITE", "ACK", ("WRITE_WITH_IMM",), "write",
    ),
    _Row(0x0A, "RDMA WRITE Only", _ALL, (RETH,), True, "only", "request", "WRITE", "ACK", ("WRITE",), "write"),
    _Row(
        0x0B, "RDMA WRITE Only with Immediate", _ALL, (RETH, ImmDt), True, "only", "request",
        "WRITE", "ACK", ("WRITE_WITH_IMM",), "write",
    ),
    _Row(0x0C, "RDMA READ Request", _RELIABLE, (RETH,), False, "only", "request", "READ", "READ", ("READ",), "read"),
    _Row(0x0D, "RDMA READ response First", _RELIABLE, (AETH,), True, "first", "response", "READ"),
    _Row(0x0E, "RDMA READ response Middle", _RELIABLE, (), True, "middle", "response", "READ"),
    _Row(0x0F, "RDMA READ response Last", _RELIABLE, (AETH,), True, "last", "response", "READ"),
    _Row(0x10, "RDMA READ response Only", _RELIABLE, (AETH,), True, "only", "response", "READ"),
    _Row(0x11, "Acknowledge", _RELIABLE, (AETH,), False, "only", "response", "ACK"),
    _Row(0x12, "ATOMIC Acknowledge", _RELIABLE, (AETH, AtomicAckETH), False, "only", "response", "ATOMIC"),
    _Row(
        0x13, "CmpSwap", _RELIABLE, (AtomicETH,), False, "only", "request",
        "ATOMIC", "ATOMIC", ("CMP_SWAP",), "atomic",
    ),
    _Row(
        0x14, "FetchAdd", _RELIABLE, (AtomicETH,), False, "only", "request",
        "ATOMIC", "ATOMIC", ("FETCH_ADD",), "atomic",
    ),
    _Row(
        0x16, "SEND Last with Invalidate", _LATER, (IETH,), True, "last", "request",
        "SEND", "ACK", ("SEND_WITH_INV",),
    ),
    _Row(
        0x17, "SEND Only with Invalidate", _LATER, (IETH,), True, "only", "request",
        "SEND", "ACK", ("SEND_WITH_INV",),
    ),
    _Row(0x1C, "FLUSH", _LATER, (FETH, RETH), False, "only", "request", "FLUSH", "READ", ("FLUSH",), "flush"),
    _Row(
        0x1D, "ATOMIC WRITE", _LATER, (RETH,), True, "only", "request",
        "ATOMIC WRITE", "READ", ("ATOMIC_WRITE",), "write", ATOMIC_SIZE,
    ),
)  # fmt: skip

RC, UC, RD, XRC = 0x00, 0x20, 0x40, 0xA0

# Codes that the table above does not give, or gives differently
_EXCEPTIONS: tuple[Opcode, ...] = (
    Opcode(0x55, "RD RESYNC", "RD", (RDETH, DETH), False, "only", "request", "RESYNC", "ACK"),
    # no DETH: IBA MPE annex
    Opcode(0x5C, "RD FLUSH", "RD", (RDETH, FETH, RETH), False, "only", "request", "FLUSH", "READ", ("FLUSH",), "flush"),
    Opcode(0x64, "UD SEND Only", "UD", (DETH,), True, "only", "request", "SEND", verbs=("SEND",)),
    Opcode(
        0x65, "UD SEND Only with Immediate", "UD", (DETH, ImmDt), True, "only", "request", "SEND",
        verbs=("SEND_WITH_IMM",),
    ),
    Opcode(0x80, "CNP (base value)", "CNP", (CNP,), True, "only", "notification", "CNP", size=0, obsolete=True),
    Opcode(0x81, "CNP", "CNP", (CNP,), True, "only", "notification", "CNP", size=0),
)  # fmt: skip


def _of_service(service: str, base: int, row: _Row) -> Opcode:
    headers, answer = row.headers, row.answer
    if service == "RD":
        headers = (RDETH, DETH, *headers) if row.kind == "request" else (RDETH, *headers)
    elif service == "XRC" and row.kind == "request":
        headers = (XRCETH, *headers)
    elif service == "UC":
        answer = ""
    return Opcode(
        base + row.code, f"{service} {row.name}", service, headers, row.payload, row.position, row.kind,
        row.operation, answer, row.verbs, row.access, row.size,
    )  # fmt: skip


def _table() -> Iterator[Opcode]:
    for service, base in (("RC", RC), ("UC", UC), ("RD", RD), ("XRC", XRC)):
        yield from (_of_service(service, base, row) for row in _OPERATIONS if service in row.services)
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


OPCODE_NAMES = tabulated(lambda: {code: opcode_name(code) for code in range(256)})
#: the headers that may follow BTH; what follows them is payload, also where it is decoded (as management is)
EXTENDED = tabulated(lambda: {header for opcode in OPCODES.values() for header in opcode.headers})
#: the operations; "" stands for that of a code that is not known
OPERATIONS = tabulated(lambda: list(dict.fromkeys(["", *(opcode.operation for opcode in OPCODES.values())])))
#: those of messages, which a verb asks for
MESSAGE_KINDS = tabulated(lambda: list(dict.fromkeys(opcode.operation for opcode in OPCODES.values() if opcode.verbs)))


def by_opcode(of: Callable[[Opcode], int], dtype: Any = "u1") -> NDArray[Any]:
    """A table of 256 that is looked up by operation code, many packets at a time.

    Args:
        of: a fact of an operation code as a number; codes without a meaning have 0.
        dtype: of the table.
    """

    def make() -> NDArray[Any]:
        import numpy as np  # late: one packet needs no NumPy

        table = np.zeros(256, dtype)
        for code, opcode in OPCODES.items():
            table[code] = of(opcode)
        return table

    return tabulated(make)


def by_operation(of: Callable[[Opcode], int], dtype: Any = "u1") -> NDArray[Any]:
    """A table of 256 that is looked up by an operation's place in `OPERATIONS`; of its requests the highest counts."""

    def make() -> NDArray[Any]:
        import numpy as np  # late: one packet needs no NumPy

        table = np.zeros(256, dtype)
        for opcode in OPCODES.values():
            if opcode.kind == "request":
                place = OPERATIONS.index(opcode.operation)
                table[place] = max(table[place], of(opcode))
        return table

    return tabulated(make)


def has_field(opcode: Opcode, *names: str) -> bool:
    """Whether an extended header of an operation has all of some fields."""
    return any(all(name in header.by_name for name in names) for header in opcode.headers)
