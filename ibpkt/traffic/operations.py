"""The operations that traffic is made of: which codes their packets bear, what they consume, how they are answered.

The codes are looked up by their names in `ibpkt.protocols.opcodes`; no number stands here.
"""

from __future__ import annotations

import functools

from ibpkt.errors import CallerError
from ibpkt.protocols import ATOMIC_SIZE, OPCODES

_READ = "RDMA READ response"
_ATOMIC = "ATOMIC Acknowledge"


class Operation:
    """One operation of the verbs.

    Attributes:
        name: as the verbs call it, without the prefix.
        stem: its name in the names of operation codes; several packets are First, Middle and Last of it.
        ending: what its last packet's name has in addition.
        receives: it takes a receive request from the responder's queue.
        answer: "" where an ACK suffices, else the stem of the response that it must have.
        remote: it names remote memory.
        fixed: the payload of its only request packet in bytes; -1 where the message's size decides.
        immediate: it carries immediate data.
        invalidates: it carries a key to invalidate.
        reads: its response has the message's bytes, and it takes a PSN for each packet of it.
        spans: its size decides how many PSNs it takes; else it takes one.
        sends: it is a SEND of some kind.
        atomic: it changes memory by a number that it carries.
        compares: ... if memory holds another number that it carries.
        size_fixed: its messages always have the size of an atomic.
        draws: it carries a number beside address, key and length.
    """

    def __init__(
        self,
        name: str,
        stem: str,
        ending: str = "",
        *,
        receives: bool = False,
        answer: str = "",
        remote: bool = False,
        fixed: int = -1,
    ) -> None:
        self.name = name
        self.stem = stem
        self.ending = ending
        self.receives = receives
        self.answer = answer
        self.remote = remote
        self.fixed = fixed
        self.immediate = "Immediate" in ending
        self.invalidates = "Invalidate" in ending
        self.reads = stem == "RDMA READ Request"
        self.spans = self.reads or fixed < 0
        self.sends = stem == "SEND"
        self.atomic = answer == _ATOMIC
        self.compares = stem == "CmpSwap"
        self.size_fixed = self.atomic or fixed > 0
        self.draws = self.immediate or self.invalidates or self.atomic

    def __repr__(self) -> str:
        return self.name


OPERATIONS: dict[str, Operation] = {
    each.name: each
    for each in (
        Operation("SEND", "SEND", receives=True),
        Operation("SEND_WITH_IMM", "SEND", " with Immediate", receives=True),
        Operation("SEND_WITH_INV", "SEND", " with Invalidate", receives=True),
        Operation("WRITE", "RDMA WRITE", remote=True),
        Operation("WRITE_WITH_IMM", "RDMA WRITE", " with Immediate", receives=True, remote=True),
        Operation("READ", "RDMA READ Request", answer=_READ, remote=True, fixed=0),
        Operation("FETCH_ADD", "FetchAdd", answer=_ATOMIC, remote=True, fixed=0),
        Operation("CMP_SWAP", "CmpSwap", answer=_ATOMIC, remote=True, fixed=0),
        Operation("FLUSH", "FLUSH", answer=_READ, remote=True, fixed=0),
        Operation("ATOMIC_WRITE", "ATOMIC WRITE", answer=_READ, remote=True, fixed=ATOMIC_SIZE),
    )
}

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


@functools.cache
def _by_name() -> dict[str, int]:
    return {each.name: code for code, each in OPCODES.items()}


def code(name: str) -> int:
    """The operation code of that name, such as "RC Acknowledge"."""
    return _by_name()[name]


@functools.cache
def codes(operation: Operation, service: str) -> Codes:
    """The codes of the first, a middle, the last and an only packet; all the same where there is never but one.

    Raises:
        CallerError: the service does not have the operation.
    """
    names = _by_name()
    alone = names.get(f"{service} {operation.stem}{operation.ending}")
    if alone is not None:
        return alone, alone, alone, alone
    only = names.get(f"{service} {operation.stem} Only{operation.ending}")
    if only is None:
        known = sorted(name for name in OPERATIONS if has(OPERATIONS[name], service))
        raise CallerError(f"{service} has no {operation.name}, only {', '.join(known)}")
    first = names.get(f"{service} {operation.stem} First", only)
    middle = names.get(f"{service} {operation.stem} Middle", only)
    last = names.get(f"{service} {operation.stem} Last{operation.ending}", only)
    return first, middle, last, only


def has(operation: Operation, service: str) -> bool:
    """Whether a service has the operation."""
    names = _by_name()
    return any(f"{service} {operation.stem}{part}{operation.ending}" in names for part in ("", " Only"))


@functools.cache
def answer_codes(operation: Operation, service: str) -> Codes:
    """The codes of the first, a middle, the last and an only packet of the response that an operation must have."""
    names = _by_name()
    alone = names.get(f"{service} {operation.answer}")
    if alone is not None:
        return alone, alone, alone, alone
    first, middle, last, only = (
        names[f"{service} {operation.answer} {part}"] for part in ("First", "Middle", "Last", "Only")
    )
    return first, middle, last, only
