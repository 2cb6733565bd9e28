"""The operations of the verbs: which packets they take, what they consume, what answers them.

All of it is read from the rows of `ibpkt.protocols.OPCODES`, so an operation that is registered there can be simulated.
"""

from __future__ import annotations

import functools

from ibpkt.errors import CallerError
from ibpkt.protocols import IETH, OPCODES, ImmDt, Opcode, has_field, renewed, tabulated


class Operation:
    """One operation of the verbs.

    Args:
        name: as the verbs call it, without a prefix.
        rows: the operation codes of its packets, in any service.

    Attributes:
        name: its name.
        rows: those codes.
        receives: it takes a receive request from the responder's queue.
        answer: the operation of the response that it must have, "" where an ACK suffices.
        remote: it names remote memory.
        fixed: bytes of payload of its only request packet; -1 where the size of the message decides.
        immediate: it carries immediate data.
        invalidates: it carries a key to invalidate.
        reads: its response has the message's bytes, and it takes a PSN for each packet of it.
        spans: its size decides how many PSNs it takes; else it takes one.
        single: it has payload, and no packets but the only one of a message.
        sends: it is a SEND of some kind.
        atomic: it changes memory by a number that it carries.
        compares: ... if memory holds another number that it carries.
        size_fixed: its messages always have the size of an atomic.
        draws: it carries a number beside address, key and length.
    """

    def __init__(self, name: str, rows: tuple[Opcode, ...]) -> None:
        self.name = name
        self.rows = rows
        ending = next(row for row in rows if row.position in ("last", "only"))
        self.sends: bool = ending.operation == "SEND"
        self.immediate: bool = ImmDt in ending.headers
        self.invalidates: bool = IETH in ending.headers
        self.receives: bool = self.sends or self.immediate
        self.answer: str = next((row.answer for row in rows if row.answer not in ("", "ACK")), "")
        self.remote: bool = any(has_field(row, "va", "r_key") for row in rows)
        self.fixed: int = (-1 if ending.payload else 0) if ending.size is None else ending.size
        self.reads: bool = ending.access == "read"
        self.spans: bool = self.reads or self.fixed < 0
        self.single: bool = self.fixed < 0 and all(row.position == "only" for row in rows)
        self.atomic: bool = ending.access == "atomic"
        self.compares: bool = name == "CMP_SWAP"
        self.size_fixed: bool = self.atomic or self.fixed > 0
        self.draws: bool = self.immediate or self.invalidates or self.atomic

    def __repr__(self) -> str:
        return self.name


def _operations() -> dict[str, Operation]:
    rows: dict[str, list[Opcode]] = {}
    for opcode in OPCODES.values():
        for verb in opcode.verbs:
            rows.setdefault(verb, []).append(opcode)
    return {verb: Operation(verb, tuple(codes)) for verb, codes in rows.items()}


OPERATIONS: dict[str, Operation] = tabulated(_operations)

Codes = tuple[int, int, int, int]


def operation_named(name: str) -> Operation:
    """The operation of that name, in any case, with ``-`` or ``_``.

    Raises:
        CallerError: there is none; it suggests the nearest.
    """
    plain = name.upper().replace("-", "_")
    if plain not in OPERATIONS:
        raise CallerError(f"there is no operation {name!r}", name=plain, known=OPERATIONS)
    return OPERATIONS[plain]


def _by_position(rows: tuple[Opcode, ...]) -> Codes:
    """The codes of the first, a middle, the last and an only packet; all the same where there is never but one."""
    codes = {row.position: row.code for row in rows}
    only = codes["only"]
    return codes.get("first", only), codes.get("middle", only), codes.get("last", only), only


@renewed
@functools.cache
def codes(operation: Operation, service: str) -> Codes:
    """The codes of the first, a middle, the last and an only packet; all the same where there is never but one.

    Raises:
        CallerError: the service does not have the operation.
    """
    if not has(operation, service):
        known = sorted(name for name in OPERATIONS if has(OPERATIONS[name], service))
        raise CallerError(f"{service} has no {operation.name}, only {', '.join(known)}")
    return _by_position(tuple(row for row in operation.rows if row.service == service))


def has(operation: Operation, service: str) -> bool:
    """Whether a service has the operation."""
    return any(row.service == service and row.position == "only" for row in operation.rows)


@renewed
@functools.cache
def response_codes(service: str, answer: str) -> Codes:
    """Likewise of the packets by which a service answers requests: ACK, READ or ATOMIC."""
    wanted = (service, "response", answer)
    return _by_position(tuple(row for row in OPCODES.values() if (row.service, row.kind, row.operation) == wanted))
