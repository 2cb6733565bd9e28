"""Which keys, addresses and sizes a connection has used before one was refused.

Said is only what packets show: what a key was used for before, and what memory a command has announced for it, not what
it stands for.  Permissions, protection domains and the bounds of a region are not on the wire.

Source: IBA 1, 9.4.3, 9.4.4 and 10.6.3.
"""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import KINDS, REQUEST, Transport
from ibpkt.analysis.incidents.announced_keys import AnnouncedKeys, Announcement
from ibpkt.analysis.incidents.completed_commands import CompletedCommands
from ibpkt.analysis.results.finding import Finding
from ibpkt.arrays import Array, Ints
from ibpkt.protocols import OPERATIONS, PMTUS, PSN_MASK, by_opcode, has_field

#: requests that are kept
MOST = 1 << 16
#: bits of a key that its owner chooses anew for each instance of the same memory key (IBA 1, 10.6.3.4)
INSTANCE_BITS = 8
#: requests that name memory, by opcode
_NAMES_MEMORY = by_opcode(
    lambda opcode: (
        opcode.kind == KINDS[REQUEST] and opcode.position in ("first", "only") and has_field(opcode, "va", "r_key")
    ),
    np.bool_,
)
#: bytes of an atomic
_ATOMIC = 8


class KeyedRequests(NamedTuple):
    """Requests that name remote memory, shape (n,) each.

    Attributes:
        flow, side: number of the flow, and the end that asked.
        psn, frame: of the packet that begins the request.
        key, address, size: the R_Key, the address in remote memory, and bytes.
        operation: index in `OPERATIONS`.
    """

    flow: Ints
    side: Ints
    psn: Ints
    frame: Ints
    key: Ints
    address: Array
    size: Ints
    operation: Ints

    def at(self, which: Array) -> KeyedRequests:
        """Some of them."""
        return KeyedRequests(*(column[which] for column in self))


class KeyHistory:
    """Remembers the last requests that name remote memory."""

    def __init__(self) -> None:
        self._pieces: deque[KeyedRequests] = deque()
        self._count = 0
        self._announced = AnnouncedKeys()
        self._completed = CompletedCommands()

    def add(self, columns: Transport, flows: Ints, requesters: Ints) -> None:
        """Take the packets of a batch that have a BTH.

        Args:
            columns: the packets.
            flows: the number of each one's flow, 0 for none.
            requesters: see `Analyser.requesters`.
        """
        self._announced.add(columns, flows, requesters)
        self._completed.add(columns, flows, requesters)
        rows = np.flatnonzero(_NAMES_MEMORY.take(columns.opcode))
        known = (requesters.take(rows) >= 0) & (flows.take(rows) > 0)
        rows = (rows if known.all() else rows[known])[-MOST:]
        if not len(rows):
            return
        lists = (
            flows, requesters, columns.psn, columns.frame, columns.r_key, columns.va, columns.dmalen, columns.operation,
        )  # fmt: skip
        self._pieces.append(KeyedRequests(*(column.take(rows) for column in lists)))
        self._count += len(rows)
        while self._count - len(self._pieces[0].flow) >= MOST:
            self._count -= len(self._pieces.popleft().flow)

    def _of(self, flow: int, side: int) -> KeyedRequests:
        """The requests of one end of a flow."""
        found = (piece.at((piece.flow == flow) & (piece.side == side)) for piece in self._pieces)
        own = KeyedRequests(*(np.concatenate(columns).astype(np.int64) for columns in zip(*found, strict=True)))
        size = np.where(own.operation == _ATOMICS, _ATOMIC, own.size)
        return own._replace(address=own.address.view(np.uint64), size=size)

    def told(self, refusal: Finding) -> tuple[str, ...]:
        """What a refused request asked for, and how that differs from what was not refused; nothing if not known."""
        if refusal.subject is None or not self._pieces:
            return ()
        own = self._of(refusal.flow, refusal.subject.side)
        behind = (refusal.facts["psn"] - own.psn) & PSN_MASK
        packets = np.maximum(1, -(-own.size // min(PMTUS)))
        found = np.flatnonzero((own.frame < refusal.frame) & (behind < packets))
        if not len(found):
            return ()
        nearest = behind[found].min()
        at = int(found[behind[found] == nearest][-1])
        before = own.at((own.frame < own.frame[at]) & (own.psn != own.psn[at]))
        key, address, size = int(own.key[at]), int(own.address[at]), int(own.size[at])
        what = OPERATIONS[int(own.operation[at])]
        asked = f"{what} of {size:,} bytes at {address:#x} with R_Key {key:#010x} (packet {int(own.frame[at])})"
        history = _history(key, address, size, what, before)
        side, frame = refusal.subject.side, int(own.frame[at])
        announced = self._announced.last(refusal.flow, side ^ 1, key, frame)  # the owner has, who is the other end
        if announced is None:
            return asked, history
        completed = self._completed.first(refusal.flow, side, announced.command, announced.frame, frame)
        over = (f"that command was completed before, in packet {completed}",) if completed else ()
        return asked, _beside(announced, address, size), *over, history


def _beside(announced: Announcement, address: int, size: int) -> str:
    """How a request compares with what was announced for its key."""
    what = f"the command in packet {announced.frame} announced this key for {announced.size:,} bytes"
    what += f" at {announced.address:#x}"
    beyond, before = address + size - announced.address - announced.size, announced.address - address
    if beyond > 0:
        return f"{what}: the request ends {beyond:,} bytes behind that"
    if before > 0:
        return f"{what}: the request begins {before:,} bytes before that"
    return f"{what}, as the request uses it"


_ATOMICS = OPERATIONS.index("ATOMIC")


def _history(key: int, address: int, size: int, what: str, before: KeyedRequests) -> str:
    """How a request compares with those before it."""
    if not len(before.key):
        return "the first request with a key on this connection"
    same = before.at(before.key == key)
    if not len(same.key):
        last = int(before.key[-1])
        count = len(before.key)
        requests = "request" if count == 1 else f"{count:,} requests"
        text = f"this key was never used before; the {requests} before used others, the last {last:#010x}"
        if key >> INSTANCE_BITS == last >> INSTANCE_BITS:
            text += ", another instance of the same memory key"
        return text
    low = int(same.address.min())
    high = int((same.address + same.size.astype(np.uint64)).max())
    last = int(same.frame[-1])
    frames = f"packet {last}" if len(same.key) == 1 else f"{len(same.key):,} requests"
    # the bounds that are known: what was used rightly, not what was registered
    within = f"{low:#x} to {high:#x}" + (f", the last in packet {last}" if len(same.key) > 1 else "")
    if address + size > high:
        return f"it ends {address + size - high:,} bytes behind all that {frames} used this key for before ({within})"
    if address < low:
        return f"it begins {low - address:,} bytes before all that {frames} used this key for before ({within})"
    used = {OPERATIONS[int(operation)] for operation in np.unique(same.operation)}
    if what not in used:
        return f"only {' and '.join(sorted(used))} used this key before, the last in packet {last}"
    what = OPERATIONS[int(same.operation[-1])]
    return f"packet {last} used this key, for {what} of {int(same.size[-1]):,} bytes, and was not refused"
