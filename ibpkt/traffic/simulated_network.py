"""The cable between the two sides: time, order, the tap, and what goes wrong on the way.

Times are integers in picoseconds, so that sums of them are the same on every machine.  Each direction is a lane: a
queue that sends at the rate of the cable, then a constant way to the tap and from there to the receiver.  Packets that
have no faults arrive in order and need no heap.
"""

from __future__ import annotations

import heapq
import itertools
import random
from array import array
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from ibpkt.protocols import by_opcode
from ibpkt.traffic.faults import Faults
from ibpkt.traffic.route_spray import RouteSpray

NS = 1000
"""Picoseconds in a nanosecond."""

COLUMNS = (
    "origin", "opcode", "flags", "psn", "size", "source", "va", "r_key", "dmalen", "extra", "extra2", "syndrome", "msn",
)  # fmt: skip
"""What a packet on the wire says, as integers: see `ibpkt.traffic.frame_builder`."""

WIDTH = len(COLUMNS)
OPCODE, SIZE, SYNDROME = COLUMNS.index("opcode"), COLUMNS.index("size"), COLUMNS.index("syndrome")

#: bits of the column "flags"
ACK_REQUEST, SOLICITED, BECN = 1, 2, 4

Wire = tuple[int, ...]
#: what a handler gets: the time, the packet, and which copy of it (its row at the tap, from 0)
Handler = Callable[[int, Any, int], None]
#: what stands in a queue: the time, a tie-breaker, who gets it, the packet, the copy
Arrival = tuple[int, int, Handler, Any, int]
Note = Callable[..., None]

#: a packet is held back so long at most, and a second copy comes so much later at most
REORDER_DELAY = 20_000 * NS
DUPLICATE_DELAY = 2_000 * NS
FOREVER = 1 << 62
#: bytes that are counted for headers and gaps when a packet is sent
HEADERS = 80

_IS_REQUEST = by_opcode(lambda opcode: opcode.kind == "request", np.bool_)


@dataclass(eq=False, slots=True)
class DeliveredCopy:
    """A packet with faults.

    Attributes:
        wire: what it says.
        handler: who gets it.
        packet: what the handler gets.
        number: of the transmission; a second copy has it negated.
        ce: it was marked.
        bit: the bit that was flipped as a fraction of all in 2^-32, or -1.
        notes: events that wait until the copy has passed the tap.
    """

    wire: Wire
    handler: Handler
    packet: Any
    number: int
    ce: bool = False
    bit: int = -1
    notes: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def duplicate(self) -> DeliveredCopy:
        """Another copy of it."""
        return replace(self, number=-abs(self.number), notes=[])


@dataclass(eq=False, slots=True)
class HeldPacket:
    """A packet that is held back until others have overtaken it, or until a time.

    Attributes:
        copy: the packet.
        late: it is held behind the tap.
        uid: its row at the tap, where it has passed it.
        fate: its faults behind the tap.
        wait: packets by which it waits to be overtaken.
        after: the time of the last that has overtaken it.
        latest: when it goes on at the latest.
        by: how many have overtaken it.
    """

    copy: DeliveredCopy
    late: bool
    uid: int
    fate: dict[str, bool]
    wait: int
    after: int
    latest: int
    by: int = 0


class NetworkTap:
    """What has passed the tap and is not yet in a batch.

    Attributes:
        rows: `WIDTH` integers a packet.
        times: when it passed.
        numbers: of the transmission: its place in the lane, doubled, plus the lane; negated for a second copy.
        marks: by row, counted from the beginning: a CE mark, and a flipped bit or -1.
        base: rows that are in batches already.
    """

    def __init__(self) -> None:
        self.rows: array[int] = array("q")
        self.times: array[int] = array("q")
        self.numbers: array[int] = array("q")
        self.marks: dict[int, tuple[bool, int]] = {}
        self.base = 0


class SimulatedNetwork:
    """Both lanes, the tap between them, and the queue of what is to happen.

    Args:
        faults: what goes wrong.
        rng: chance for that.
        rate: of the cable in bits a second.
        delay: of one way in picoseconds.
        tap: where on the way from a to b the tap sits, from 0 to 1.
        routes: by which packets travel in the middle of the way.
        route_step: by how much each route is longer than the one before, in picoseconds.
        note: takes events: what, time, copy or -1 - transmission, wire, message or None, and further keys.
    """

    def __init__(
        self,
        faults: Faults,
        rng: random.Random,
        *,
        rate: int,
        delay: int,
        tap: float,
        note: Note | None,
        routes: int = 1,
        route_step: int = 0,
    ) -> None:
        self.faults = faults
        self.rng = rng
        self.note = note
        self.tap: NetworkTap = NetworkTap()
        self.heap: list[Arrival] = []
        self.ties: itertools.count[int] = itertools.count()
        self.uids: itertools.count[int] = itertools.count()
        #: picoseconds a byte, at least one
        self.pace: int = max(1, 8_000_000_000_000 // rate)
        near = int(delay * tap)
        sprays: list[RouteSpray | None] = [None, None]
        if (
            routes > 1
        ):  # the tap sits on one side of the routes: the requests of a are behind them where it is nearer to b
            sprays = [RouteSpray(self, routes, route_step, behind=(tap < 0.5) == (way == 0)) for way in (0, 1)]
        self.lanes: tuple[Lane, Lane] = (
            Lane(self, 0, near, delay - near, sprays[0]),
            Lane(self, 1, delay - near, near, sprays[1]),
        )
        self.now: int = 0
        #: how long after an event its packet may pass the tap, or before it may have passed
        self.horizon: int = delay + (routes - 1) * route_step + REORDER_DELAY + DUPLICATE_DELAY + NS
        self.named: dict[tuple[int, int, int], dict[str, bool]] = faults.named()

    def at(self, time: int, handler: Handler) -> None:
        """Call a handler at a time."""
        heapq.heappush(self.heap, (time, next(self.ties), handler, None, -1))

    def run(self, most: int, until: int = FOREVER) -> int:
        """Let things happen, up to a time.

        Args:
            most: of them, at most.
            until: the last time at which something may happen.

        Returns:
            How many did; fewer than ``most`` where nothing more is to happen until then.
        """
        first, second = self.lanes[0].queue, self.lanes[1].queue
        heap, pop = self.heap, heapq.heappop
        for count in range(most):
            soonest = first[0][0] if first else FOREVER
            source = 0
            if second and second[0][0] < soonest:
                soonest, source = second[0][0], 1
            if heap and heap[0][0] < soonest:
                soonest, source = heap[0][0], 2
            if soonest > until or soonest == FOREVER:
                return count
            time, _, handler, packet, uid = (
                first.popleft() if source == 0 else second.popleft() if source == 1 else pop(heap)
            )
            self.now = time
            handler(time, packet, uid)
        return most


class Lane:
    """One direction.

    Attributes:
        send: sends a packet: ``send(now, wire, handler, packet)`` gives the time at which its last bit has left.
        queue: packets on their way, in order.
        free: when the cable is free again, in a list of one.
        sent: packets sent, in a list of one.
    """

    def __init__(
        self, network: SimulatedNetwork, way: int, near: int, far: int, spray: RouteSpray | None = None
    ) -> None:
        self.network = network
        self.way = way
        self.near = near
        self.far = far
        self.queue: deque[Arrival] = deque()
        self.free: list[int] = [0]
        self.sent: list[int] = [0]
        self.held: list[HeldPacket] = []
        self.spray = spray
        self._origins: dict[int, int] = {}
        self.send: Callable[[int, Wire, Handler, Any], int] = self._sender()

    @property
    def following(self) -> int:
        """The number of the next transmission."""
        return (self.sent[0] + 1) * 2 + self.way

    def _sender(self) -> Callable[[int, Wire, Handler, Any], int]:
        """The fast path as a closure: it is called once a packet."""
        network = self.network
        free, sent, held, near, way, pace = self.free, self.sent, self.held, self.near, self.way, network.pace
        both = self.near + self.far
        extend, passed, numbered = network.tap.rows.extend, network.tap.times.append, network.tap.numbers.append
        uids, arrive, slow = network.uids, self.queue.append, self._slow
        share, chance = network.faults.any_share, network.rng.random
        if network.faults.at or self.spray is not None:
            share = 2.0  # every packet is looked at
        risky = share > 0

        def send(now: int, wire: Wire, handler: Handler, packet: Any) -> int:
            start = free[0]
            if start < now:
                start = now
            free[0] = out = start + (wire[SIZE] + HEADERS) * pace
            sent[0] = count = sent[0] + 1
            if risky and (held or chance() < share):
                slow(out, wire, handler, packet, count * 2 + way)
                return out
            uid = next(uids)
            extend(wire)
            passed(out + near)
            numbered(count * 2 + way)
            arrive((out + both, uid, handler, packet, uid))
            return out

        return send

    # -- packets with faults ---------------------------------------------------------------------------------------

    def _slow(self, out: int, wire: Wire, handler: Handler, packet: Any, number: int) -> None:
        fate = self._draw_faults(wire)
        copy = DeliveredCopy(wire, handler, packet, number)
        time = out + self.near
        if self.spray is not None and not self.spray.behind:
            time += self.spray.delay()
        early = [fault for fault, behind in fate.items() if not behind]
        if "loss" in early:
            self._note("lost", time, -1 - number, copy)
            copy_ended(packet)
            return
        self._damage(copy, early, behind=False)
        if "duplicate" in early:
            copy_made(packet)
            other = copy.duplicate()
            other.notes = list(copy.notes)  # each frame that shows a mark or a flipped bit has an event
            uid = self._pass_tap(other, time + self._duplicate_delay(), {})
            copy.notes.append(("duplicated", {"copy": uid, "behind_tap": False}))
        if "reorder" in early:
            self._hold(copy, False, time, -1, fate)
        else:
            self._pass_tap(copy, time, fate)

    def _draw_faults(self, wire: Wire) -> dict[str, bool]:
        faults, rng = self.network.faults, self.network.rng
        fate: dict[str, bool] = {}
        share = faults.any_share
        looked_at = faults.at or self.held or self.spray is not None  # whatever chance says
        if share and (not looked_at or rng.random() < share):
            fate = faults.draw(rng)
            if faults.only and (faults.only == "responses") != bool(not _IS_REQUEST[wire[OPCODE]]):
                fate = {}
        if faults.at:
            count = self._origins.get(wire[0], 0)
            self._origins[wire[0]] = count + 1
            fate.update(self.network.named.get((wire[0] >> 1, wire[0] & 1, count), {}))
        if not wire[SIZE]:
            fate.pop("ce", None)
        return fate

    def _damage(self, copy: DeliveredCopy, faults: list[str], *, behind: bool) -> None:
        if "corrupt" in faults:
            copy.bit = self.network.rng.getrandbits(32)
            copy.notes.append(("corrupted", {"bit": copy.bit, "behind_tap": behind}))
        if "ce" in faults and not copy.ce:
            copy.ce = True
            copy.notes.append(("ce", {"behind_tap": behind}))

    def _pass_tap(self, copy: DeliveredCopy, time: int, fate: dict[str, bool]) -> int:
        """A copy passes the tap, and goes on."""
        tap = self.network.tap
        uid = next(self.network.uids)
        tap.rows.extend(copy.wire)
        tap.times.append(time)
        tap.numbers.append(copy.number)
        if copy.ce or copy.bit >= 0:
            tap.marks[uid] = (copy.ce, copy.bit)
        if self.held:
            self._overtake(copy, time, False)
        if self.spray is not None and not self.spray.behind:
            self.spray.leave(copy, time, uid)
        self._report(copy, time, uid)
        late = [fault for fault, behind in fate.items() if behind]
        arrival = time + self.far
        if self.spray is not None and self.spray.behind:
            arrival += self.spray.delay()
        if "loss" in late:
            self._note("lost-behind-tap", arrival, uid, copy)
            copy_ended(copy.packet)
            return uid
        self._damage(copy, late, behind=True)
        if "duplicate" in late:
            copy_made(copy.packet)
            self._deliver(copy.duplicate(), arrival + self._duplicate_delay(), uid)
            copy.notes.append(("duplicated", {"copy": -1, "behind_tap": True}))
        self._report(copy, arrival, uid)
        if "reorder" in late:
            self._hold(copy, True, arrival, uid, {})
        else:
            self._deliver(copy, arrival, uid)
        return uid

    def _deliver(self, copy: DeliveredCopy, time: int, uid: int) -> None:
        if self.held:
            self._overtake(copy, time, True)
        if self.spray is not None and self.spray.behind:
            self.spray.leave(copy, time, uid)
        handler = copy.handler
        receiver = handler.__self__.end  # type: ignore[attr-defined]  # handlers are methods
        if copy.bit >= 0:
            handler = receiver.on_corrupt
        elif copy.ce:
            handler = receiver.marked(handler)
        heapq.heappush(self.network.heap, (time, next(self.network.ties), handler, copy.packet, uid))

    def _hold(self, copy: DeliveredCopy, late: bool, time: int, uid: int, fate: dict[str, bool]) -> None:
        wait = self.network.rng.randint(1, self.network.faults.distance)
        held = HeldPacket(copy, late, uid, fate, wait, time, time + REORDER_DELAY)
        self.held.append(held)

        def enough(now: int, packet: Any, uid: int) -> None:
            if held in self.held:
                self._release(held, held.latest)

        self.network.at(held.latest, enough)

    def _overtake(self, copy: DeliveredCopy, time: int, late: bool) -> None:
        for held in [each for each in self.held if each.late == late and each.copy.wire[0] == copy.wire[0]]:
            if abs(copy.number) <= abs(held.copy.number):
                continue  # it was sent before
            if time >= held.latest:
                self._release(held, held.latest)
                continue
            held.by += 1
            held.after = max(held.after, time)
            if held.by >= held.wait:
                self._release(held, held.after + 1)

    def _release(self, held: HeldPacket, time: int) -> None:
        self.held.remove(held)
        copy = held.copy
        if held.by:
            note = ("reordered", {"overtaken_by": held.by, "behind_tap": held.late})
        else:
            note = ("delayed", {"behind_tap": held.late})
        copy.notes.append(note)
        if held.late:
            self._report(copy, time, held.uid)
            self._deliver(copy, time, held.uid)
        else:
            self._pass_tap(copy, time, held.fate)

    def _duplicate_delay(self) -> int:
        return 1 + self.network.rng.randrange(DUPLICATE_DELAY)

    def _note(self, what: str, time: int, uid: int, copy: DeliveredCopy, /, **more: Any) -> None:
        if self.network.note is not None:
            self.network.note(what, time, uid, copy.wire, copy.packet[2], **more)

    def _report(self, copy: DeliveredCopy, time: int, uid: int) -> None:
        for what, more in copy.notes:
            self._note(what, time, uid, copy, **more)
        copy.notes.clear()


def signed(number: int) -> int:
    """A 64-bit number as the columns hold it."""
    return number - (number >> 63 << 64)


def copy_ended(packet: Any) -> None:
    """A copy of a packet has ended; a message that counts its copies counts one less."""
    message = packet[2]
    if message is not None:
        message.ended_copy()


def copy_made(packet: Any) -> None:
    """Another copy of a packet was made."""
    message = packet[2]
    if message is not None:
        message.copies += 1
