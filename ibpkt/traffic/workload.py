"""What is to be sent: messages drawn at random by a seed, or those that a caller names."""

from __future__ import annotations

import abc
import bisect
import itertools
import random
from collections import deque
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from ibpkt.errors import CallerError
from ibpkt.protocols import ATOMIC_SIZE, LARGEST_MESSAGE
from ibpkt.traffic.faults import Faults
from ibpkt.traffic.message import Request, WorkRequest
from ibpkt.traffic.operations import Operation, codes, operation_named
from ibpkt.traffic.payload import Store, memory_source, message_source, number_at
from ibpkt.traffic.simulated_network import signed

if TYPE_CHECKING:
    from ibpkt.traffic.conversation import Conversation

Q_KEY = 0x01234567
"""The Q_Key of datagrams, that of the Linux connection manager."""
WRONG = 0x00A50000
"""Bits in which a wrong R_Key differs from the right one."""
REGION = 1 << 30
"""Bytes of memory at each end."""
CELLS = 64
"""Places for atomic operations, which lie before the memory."""

Operations = Mapping[str, float] | str


def parse_operations(text: str) -> dict[str, float]:
    """Shares of operations out of ``WRITE=3,READ=1``; a name alone counts once.

    Raises:
        CallerError: a share that is no number.
    """
    shares: dict[str, float] = {}
    for part in text.split(","):
        name, _, share = part.partition("=")
        try:
            shares[name.strip()] = float(share or 1)
        except ValueError:
            raise CallerError(f"the share of {name} is a number, not {share!r}", name=share) from None
    return shares


class Workload(abc.ABC):
    """What says which message comes next."""

    def __init__(self, rng: random.Random, pmtu: int, service: str) -> None:
        self.rng = rng
        self.pmtu = pmtu
        self.service = service
        self.ids: itertools.count[int] = itertools.count()

    @abc.abstractmethod
    def next(self, conversation: Conversation, side: int, now: int) -> WorkRequest | None:
        """The next message of one side, None when there are no more."""

    def make(
        self, conversation: Conversation, side: int, now: int, operation: Operation, size: int, address: int | None
    ) -> WorkRequest:
        """A message out of what is known of it."""
        message = WorkRequest(next(self.ids), operation, size, codes(operation, self.service), now)
        if operation.remote:
            message.r_key = r_key = conversation.r_keys[1 - side]
            if address is None:
                base = conversation.bases[1 - side]
                if operation.size_fixed:
                    address = base - ATOMIC_SIZE * (1 + int(self.rng.random() * CELLS))
                else:
                    address = base + (int(self.rng.random() * (REGION - size)) & ~7 if size < REGION else 0)
            message.va = signed(address)
            message.source = memory_source(r_key, address)
        else:
            message.source = message_source(message.id)
        if operation.draws:
            self._draw(conversation, message)
        if self.service == "UD":
            message.extra2 = Q_KEY
        return message

    def _draw(self, conversation: Conversation, message: WorkRequest) -> None:
        """Immediate data, a key to invalidate, or the numbers of an atomic operation."""
        operation, rng = message.operation, self.rng
        if not operation.answer:
            message.extra = rng.getrandbits(32)
            return
        message.extra = rng.getrandbits(16)
        if operation.compares:
            known = conversation.memory.get((message.r_key, message.va))
            if known is None:
                known = number_at(message.r_key, message.va)
            message.extra2 = known if rng.random() < 0.5 else rng.getrandbits(16)

    @staticmethod
    def deny(message: WorkRequest) -> None:
        """Give it a wrong key."""
        message.r_key ^= WRONG
        message.denied = message.special = True


class RandomPlan(Workload):
    """Draws operations by their shares and sizes evenly.

    Args:
        rng: chance.
        service: whose operations.
        pmtu: which datagrams may not exceed.
        operations: shares by name.
        sizes: the smallest and the largest.
        sides: which ends send.
        faults: shares of what goes wrong with messages.
        limit: messages in all, None for no end.
    """

    def __init__(
        self,
        rng: random.Random,
        service: str,
        pmtu: int,
        operations: Mapping[str, float],
        sizes: tuple[int, int],
        sides: tuple[int, ...],
        faults: Faults,
        limit: int | None,
    ) -> None:
        super().__init__(rng, pmtu, service)
        self._operations = [operation_named(name) for name in operations]
        for operation in self._operations:
            codes(operation, service)  # refuses what the service does not have
        shares = list(operations.values())
        if not shares or min(shares) < 0 or sum(shares) <= 0:
            raise CallerError("operations have shares above 0")
        self._steps = list(itertools.accumulate(shares))
        low, high = sizes
        if not 0 <= low <= high <= LARGEST_MESSAGE:
            raise CallerError(f"sizes go from 0 to 2^31 bytes, the smaller first, not {low} to {high}")
        if service == "UD":
            if low > pmtu:
                raise CallerError(f"a datagram has at most {pmtu} bytes, the path MTU, not {low}")
            high = min(high, pmtu)
        self._low, self._span = low, high - low + 1
        self._sides = sides
        self._faults = faults
        self.left = limit

    def next(self, conversation: Conversation, side: int, now: int) -> WorkRequest | None:
        """The next message of one side."""
        if side not in self._sides:
            return None
        if self.left is not None:
            if self.left <= 0:
                return None
            self.left -= 1
        chance = self.rng.random
        operation = self._operations[0]
        if len(self._operations) > 1:
            operation = self._operations[bisect.bisect(self._steps, chance() * self._steps[-1])]
        if operation.size_fixed:
            size = ATOMIC_SIZE
        else:
            size = self._low if self._span == 1 else self._low + int(chance() * self._span)
            if operation.single:
                size = min(size, self.pmtu)
        message = self.make(conversation, side, now, operation, size, None)
        if self._faults.access_error and operation.remote and chance() < self._faults.access_error:
            self.deny(message)
        if self._faults.rnr and operation.receives and self.service == "RC" and chance() < self._faults.rnr:
            message.rnr = 1
            message.special = True
        return message


class ListedPlan(Workload):
    """Messages that a caller names, in their order; for one conversation.

    Args:
        rng: chance, for what the caller leaves open.
        service: whose operations.
        pmtu: which datagrams may not exceed.
        requests: the messages.
        store: takes the bytes that they shall carry.
    """

    def __init__(self, rng: random.Random, service: str, pmtu: int, requests: Iterable[Request], store: Store) -> None:
        super().__init__(rng, pmtu, service)
        self._waiting: tuple[deque[Request], deque[Request]] = (deque(), deque())
        self._store = store
        for request in requests:
            codes(request.operation, service)
            what = "datagram" if service == "UD" else request.operation.name if request.operation.single else ""
            if what and request.size > pmtu:
                raise CallerError(f"a {what} has at most {pmtu} bytes, the path MTU, not {request.size}")
            if request.operation.fixed == ATOMIC_SIZE != request.size:
                raise CallerError(f"an atomic WRITE has {ATOMIC_SIZE} bytes, not {request.size}")
            self._waiting["ab".index(request.side)].append(request)

    def next(self, conversation: Conversation, side: int, now: int) -> WorkRequest | None:
        """The next message of one side."""
        if not self._waiting[side] or conversation.number:
            return None
        request = self._waiting[side].popleft()
        operation = request.operation
        message = self.make(conversation, side, now, operation, request.size, request.address)
        if request.value is not None:
            message.extra = request.value
        if request.compare is not None:
            message.extra2 = request.compare
        if request.data is not None:
            message.source = self._store.give(request.data)
        if request.denied:
            self.deny(message)
        if request.rnr:
            message.rnr = request.rnr
            message.special = True
        return message
