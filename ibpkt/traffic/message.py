"""A message on its way: what is asked for, and how far it has come."""

from __future__ import annotations

from typing import Any, NamedTuple

from ibpkt.arguments import checked
from ibpkt.errors import CallerError
from ibpkt.protocols import ATOMIC_SIZE, LARGEST_MESSAGE
from ibpkt.traffic.operations import Codes, Operation, operation_named


class Request(NamedTuple):
    """One message that a caller asks for; made by `Write`, `Read`, `Send` and so on.

    Attributes:
        operation: what to do.
        size: bytes.
        data: what to send, or None for the pattern (see docs/traffic.md).
        value: immediate data, the key to invalidate, what to add, or what to swap in; None for a random one.
        compare: what a compare-and-swap compares with.
        address: of the remote memory; None for a random one.
        side: the end that asks, "a" or "b".
        rnr: how often the responder answers with an RNR NAK.
        denied: it bears an R_Key that the responder refuses.
    """

    operation: Operation
    size: int
    data: bytes | None = None
    value: int | None = None
    compare: int | None = None
    address: int | None = None
    side: str = "a"
    rnr: int = 0
    denied: bool = False

    def __repr__(self) -> str:
        more = [
            f"{name}={f'0x{value:x}' if name == 'address' else value}"
            for name, value in self._asdict().items()
            if name not in ("operation", "size", "data") and value != self._field_defaults[name]
        ]
        return f"<{', '.join([f'{self.operation} of {self.size} bytes', *more])}>"


def _sized(name: str, what: int | bytes, **more: Any) -> Request:
    data = None if isinstance(what, int) else bytes(what)
    size = what if isinstance(what, int) else len(what)
    if not 0 <= size <= LARGEST_MESSAGE:
        raise CallerError(f"a message has 0 to 2^31 bytes, not {size}")
    if more.get("side", "a") not in ("a", "b"):
        raise CallerError(f"the sides are a and b, not {more['side']!r}")
    return Request(operation_named(name), size, data, **more)


@checked
def Send(what: int | bytes, *, imm: int | None = None, invalidate: int | None = None, **more: Any) -> Request:
    """A SEND of so many bytes, or of these; with immediate data or a key to invalidate where given."""
    if imm is not None:
        return _sized("SEND_WITH_IMM", what, value=imm, **more)
    if invalidate is not None:
        return _sized("SEND_WITH_INV", what, value=invalidate, **more)
    return _sized("SEND", what, **more)


@checked
def Write(what: int | bytes, *, imm: int | None = None, **more: Any) -> Request:
    """A WRITE of so many bytes, or of these."""
    if imm is not None:
        return _sized("WRITE_WITH_IMM", what, value=imm, **more)
    return _sized("WRITE", what, **more)


@checked
def Read(size: int, **more: Any) -> Request:
    """A READ of so many bytes."""
    return _sized("READ", size, **more)


@checked
def FetchAdd(add: int | None = None, **more: Any) -> Request:
    """An atomic addition to eight bytes."""
    return _sized("FETCH_ADD", ATOMIC_SIZE, value=add, **more)


@checked
def CmpSwap(compare: int | None = None, swap: int | None = None, **more: Any) -> Request:
    """An atomic comparison and exchange of eight bytes."""
    return _sized("CMP_SWAP", ATOMIC_SIZE, value=swap, compare=compare, **more)


@checked
def Flush(size: int, **more: Any) -> Request:
    """A FLUSH of so many bytes of remote memory."""
    return _sized("FLUSH", size, **more)


@checked
def AtomicWrite(what: int | bytes = ATOMIC_SIZE, **more: Any) -> Request:
    """An atomic WRITE of eight bytes."""
    return _sized("ATOMIC_WRITE", what, **more)


class WorkRequest:
    """A message of a requester.  What most messages do not need is kept in the class.

    Attributes:
        id: counted over the scene.
        operation: what it does.
        size: bytes of the whole message.
        first: the (unwrapped) PSN of its first packet.
        last: that of its last; a READ spans as many as its response has packets.
        requests: packets of the request.
        tail: bytes in the request's last packet.
        codes: of the first, a middle, the last and an only packet.
        source: where its payload begins, see `ibpkt.traffic.payload`.
        va: remote address.
        r_key: remote key.
        extra: immediate data, key to invalidate, or the number that an atomic adds or swaps in.
        extra2: what an atomic compares with; the Q_Key of a datagram.
        start: when it was posted, in picoseconds.
        ssn: its place among the messages of its queue pair, from 1.
        resent: request packets that were retransmitted.
        rnr: how often the responder will still refuse it for lack of a receive request.
        denied: its R_Key is wrong.
        special: the responder must look at it more closely, since it may refuse it.
        answered: it must have a response of its own, an ACK is not enough.
        receives: it takes a receive request.
        result: what an atomic found.
        copies: packets of it in the network (UC and UD only).
        whole: UC and UD: all packets of it have been sent.
        delivered: UC and UD: how often the receiver has taken it whole.
        taken: called with the time once the responder has all of it; None for nothing.
        done: RC: called with the time once it is answered; None for nothing.
        ending: UC and UD: called once it is whole and no copies are left.
    """

    first: int = 0
    last: int = 0
    requests: int = 1
    tail: int = 0
    va = r_key = extra = extra2 = source = 0
    copies: int = 0
    resent = rnr = delivered = ssn = 0
    denied = special = whole = False
    result: int | None = None
    taken: Any = None
    done: Any = None
    ending: Any = None

    def __init__(self, id: int, operation: Operation, size: int, codes: Codes, start: int) -> None:
        self.id = id
        self.operation = operation
        self.answered: bool = operation.answer != ""
        self.receives: bool = operation.receives
        self.size = size
        self.codes = codes
        self.start = start

    def place(self, psn: int, pmtu: int, span: int) -> None:
        """Give it PSNs from ``psn`` on, and its shares of a path MTU."""
        self.first = psn
        self.last = psn + span - 1
        fixed = self.operation.fixed
        if fixed >= 0:
            self.tail = fixed
        else:
            self.requests = span
            self.tail = self.size - (span - 1) * pmtu

    def ended_copy(self) -> None:
        """A packet of it has reached its end, in one way or another."""
        self.copies -= 1
        if self.whole and self.copies == 0 and self.ending is not None:
            self.ending(self)
