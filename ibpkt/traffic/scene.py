"""A scene: conversations over one cable, captured at one tap."""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ibpkt.arguments import checked, one_of
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.craft.carriers import Carrier, carrier_named
from ibpkt.errors import CallerError
from ibpkt.protocols import MULTICAST_QP, PSN_MASK
from ibpkt.traffic.command_plan import CommandPlan
from ibpkt.traffic.conversation import TIMEOUT_UNIT, Conversation, Setup, between
from ibpkt.traffic.event_log import EventLog
from ibpkt.traffic.faults import Faults
from ibpkt.traffic.frame_builder import FrameBuilder
from ibpkt.traffic.message import Request, WorkRequest
from ibpkt.traffic.nfs_plan import NFSPlan
from ibpkt.traffic.nvme_plan import NVMePlan
from ibpkt.traffic.payload import Store
from ibpkt.traffic.simulated_network import FOREVER, HEADERS, NS, WIDTH, SimulatedNetwork
from ibpkt.traffic.truth import Record, Truth, TruthSink
from ibpkt.traffic.workload import REGION, ListedPlan, Operations, RandomPlan, Workload, parse_operations

#: workloads of storage protocols
COMMAND_PLANS: dict[str, type[CommandPlan]] = {plan.name: plan for plan in (NVMePlan, NFSPlan)}
#: packets in a batch, and bytes of payload, at most
BATCH = 32_768
BATCH_BYTES = 16 << 20
#: things that happen before it is looked whether a batch is full
ROUND = 2_048
#: packets where nothing says how many there shall be
PACKETS = 1_000
#: 2023-11-14 22:13:20 UTC, the start where none is given
START = 1_700_000_000_000_000_000
#: picoseconds after which nothing of a dead conversation is under way any more
GRACE = 50_000_000 * NS


class Traffic:
    """Conversations that obey the rules of the transport, with what goes wrong on request.

    The same arguments give the same bytes, on every machine.

    Args:
        seed: chance.
        conversations: that run at the same time; one that dies of an error is followed by a new one.
        service: RC, UC or UD.
        operations: shares by name, as a mapping or as ``"WRITE=3,READ=1"``.
        sizes: of messages in bytes, or the smallest and the largest.
        pmtu: path MTU.
        carrier: what carries the packets, by name or spelt out (`ibpkt.craft.carriers`); several take turns.
        packets: end the capture after so many; messages under way are cut off, as in a capture.
        messages: end after so many messages.
        faults: what goes wrong.
        requests: messages that the caller names, for the only conversation, in place of random ones.
        workload: "verbs", or the commands of a protocol ("nvme", "nfs") with the data that they move: ``operations``
            are shares of its commands, ``sizes`` bytes that these move, ``messages`` how many there are.
        queue_depth: commands of a conversation that may be under way.
        command_errors: the share of commands that the target refuses.
        both_ways: both ends send; else a sends and b answers.
        pairs: pairs of hosts among which the conversations are shared.
        first_psn: the first PSN of both ends; None for random ones.
        start: nanoseconds since 1970.
        rate: of the cable in bits a second.
        delay: of one way in nanoseconds.
        tap: where on the way from a to b the tap sits, from 0 to 1.
        routes: over which the packets are sprayed, in the middle of the way: before the tap for one direction, behind
            it for the other; those of a are sprayed before it if ``tap`` is at least 0.5.
        route_step: nanoseconds by which each route is longer than the one before.
        truth: takes the records (`ibpkt.traffic.truth`); None drops them, left out they are kept in memory.
        **setup: what both ends agree on, see `Setup`; ``timeout_code`` is chosen so that only losses give
            timeouts.

    Attributes:
        truth: what was given as ``truth``; it may be set until the packets come.
        link: the link type's name.

    Raises:
        CallerError: an argument that makes no sense.
    """

    @checked
    def __init__(
        self,
        seed: int = 0,
        *,
        conversations: int = 1,
        service: str = "RC",
        operations: Operations | None = None,
        sizes: int | tuple[int, int] = (1, 4096),
        pmtu: int = 1024,
        carrier: str | Sequence[str] = "rocev2",
        packets: int | None = None,
        messages: int | None = None,
        faults: Faults | None = None,
        requests: Sequence[Request] | None = None,
        workload: str = "verbs",
        queue_depth: int = 8,
        command_errors: float = 0.0,
        both_ways: bool = False,
        pairs: int = 1,
        first_psn: int | None = None,
        start: int = START,
        rate: int = 25_000_000_000,
        delay: int = 2_000,
        tap: float = 0.5,
        routes: int = 1,
        route_step: int = 1_000,
        truth: TruthSink | bool | None = True,
        **setup: Any,
    ) -> None:
        between("conversations", conversations, 1, 1 << 20)
        between("pairs", pairs, 1, 1 << 14)
        between("queue_depth", queue_depth, 1, 1 << 12)
        between("command_errors", command_errors, 0, 1)
        one_of(workload, "workload", ("verbs", *COMMAND_PLANS))
        if workload != "verbs":
            if service != "RC" or requests is not None or both_ways:
                raise CallerError(f"the commands of {workload} are for RC, one way, and drawn by their shares")
            setup["depth"] = max(setup.get("depth", 0), 2 * queue_depth, 16)
        between("rate", rate, 1_000_000, 8_000_000_000_000)
        between("delay", delay, 1, 1_000_000_000)
        between("tap", tap, 0, 1)
        between("routes", routes, 1, 256)
        between("route_step", route_step, 0, 1_000_000)
        between("first_psn", first_psn, 0, PSN_MASK)
        between("start", start, 0, 1 << 62)
        between("packets", packets, 0, 1 << 48)
        between("messages", messages, 0, 1 << 48)
        self.truth: Any = Truth() if truth is True else truth or None
        names = [carrier] if isinstance(carrier, str) else list(carrier)
        self._carriers = [carrier_named(name) for name in names]
        if len({each.link for each in self._carriers}) != 1:
            raise CallerError(f"the carriers {', '.join(names)} do not have the same link type")
        self.link: str = self._carriers[0].link
        self._faults = faults or Faults()
        self._seed = seed
        self._network = SimulatedNetwork(
            self._faults,
            random.Random(f"network {seed}"),
            rate=rate,
            delay=delay * NS,
            tap=tap,
            note=None,
            routes=routes,
            route_step=route_step * NS,
        )
        longest = (routes - 1) * route_step
        self._grace = GRACE + longest * NS
        self._setup = self._agree(service, pmtu, setup, conversations, delay + longest)
        self._store = Store()
        rng = random.Random(f"plan {seed}")
        self._plan: Workload
        if requests is None and packets is None and messages is None:
            packets = PACKETS
        shares = parse_operations(operations) if isinstance(operations, str) else operations
        if workload != "verbs":
            plan = COMMAND_PLANS[workload]
            self._plan = plan(
                rng,
                pmtu,
                shares or parse_operations(plan.usual),
                (sizes, sizes) if isinstance(sizes, int) else sizes,
                queue_depth,
                command_errors,
                messages,
                self._store,
            )
        elif requests is None:
            self._plan = RandomPlan(
                rng,
                service,
                pmtu,
                shares or {"SEND" if service == "UD" else "WRITE": 1.0},
                (sizes, sizes) if isinstance(sizes, int) else sizes,
                (0, 1) if both_ways else (0,),
                self._faults,
                messages,
            )
        else:
            if conversations != 1:
                raise CallerError("messages that the caller names are for one conversation")
            self._plan = ListedPlan(rng, service, pmtu, requests, self._store)
        self._limit = packets
        self._slots = conversations
        self._pairs = pairs
        self._first_psn = first_psn
        self._ends = random.Random(f"ends {seed}")
        self._next = 0
        self._live: dict[int, Conversation] = {}
        self._replace = requests is None
        self._renderer = FrameBuilder(self._store, start)
        self._start = start
        self._log: EventLog | None = None
        self._count = 0
        self._uids: Ints = np.zeros(0, np.int64)
        self._left: list[int] = []
        self._begun = False
        self._last = start

    def _agree(self, service: str, pmtu: int, given: dict[str, Any], conversations: int, delay: int) -> Setup:
        known = Setup.__dataclass_fields__
        for name in given:
            if name not in known:
                raise CallerError(f"traffic has no option {name!r}", name=name, known=known)
        given = dict(given)
        for name in ("receive_time", "cnp_interval"):
            if name in given:
                between(name, given[name], 0, 1 << 40)
                given[name] *= NS
        setup = Setup(service=service, pmtu=pmtu, **given)
        if "timeout_code" in given:
            return setup
        # all that can be waiting for the cable, and the way there and back
        waiting = conversations * (setup.window + 1) * (pmtu + HEADERS) * self._network.pace * 2
        most = waiting + 4 * delay * NS
        exponent = setup.timeout_code
        while exponent < 31 and TIMEOUT_UNIT << exponent < 2 * most:
            exponent += 1
        return Setup(**{**setup.__dict__, "timeout_code": exponent})

    # -- the machine ----------------------------------------------------------------------------------------------

    def batches(self) -> Iterator[Batch]:
        """The packets in the order in which they pass the tap, with times and numbers; they come once.

        Raises:
            CallerError: they have come before.
        """
        if self._begun:
            raise CallerError("the packets of a scene come once; make another with the same arguments")
        self._begun = True
        network, tap = self._network, self._network.tap
        if self.truth is not None:
            self._log = EventLog(self.truth, self._start, network.horizon)
            network.note = self._log.note
            if isinstance(self._plan, CommandPlan):
                self._plan.keep, self._plan.stamp = self._log.sink.keep, self._log.stamp
        for slot in range(self._slots):
            self._begin(slot, 0)
        while True:
            most = ROUND
            if self._limit is not None:
                left = self._limit - self._count - len(tap.times)
                if left <= 0:
                    break
                most = max(1, min(ROUND, left // (self._setup.window + 64)))
            if network.run(most) < most:
                yield from self._flush(FOREVER, FOREVER)
                self._finish()
                return
            # what is on its way stays: with thousands of conversations most of it, which would be copied each time
            if len(tap.times) >= max(BATCH, 2 * len(self._uids)):
                yield from self._flush(network.now, FOREVER)
        last = self._cut()
        yield from self._flush(FOREVER, last)
        self._finish()

    def _cut(self) -> int:
        """Go on until nothing can pass the tap any more before the last packet of the capture; its time."""
        network, passed = self._network, self._network.tap.times
        wanted = (self._limit or 0) - self._count
        if wanted == 0:
            return -1
        first = [-time for time in heapq.nsmallest(wanted, passed)]  # the latest of them stands first
        heapq.heapify(first)
        while True:
            last = -first[0]
            known = len(passed)
            if not network.run(1, last):
                return last
            for time in passed[known:]:
                heapq.heappushpop(first, -time)

    def _flush(self, now: int, last: int) -> Iterator[Batch]:
        """Give out what has passed the tap by now, but nothing later than a last time."""
        tap = self._network.tap
        rows = np.frombuffer(tap.rows, np.int64).reshape(-1, WIDTH).copy()
        times = np.frombuffer(tap.times, np.int64).copy()
        numbers = np.frombuffer(tap.numbers, np.int64).copy()
        fresh = len(times) - len(self._uids)
        uids = np.concatenate((self._uids, np.arange(tap.base, tap.base + fresh)))
        tap.base += fresh
        order = np.argsort(times, kind="stable")
        ready = int(np.searchsorted(times[order], min(now, last), side="right"))
        if self._limit is not None:
            ready = min(ready, self._limit - self._count)
        chosen, kept = order[:ready], np.sort(order[ready:])
        for column, values in ((tap.rows, rows), (tap.times, times), (tap.numbers, numbers)):
            del column[:]
            column.frombytes(np.ascontiguousarray(values[kept]).tobytes())
        self._uids = uids[kept]
        rows, times, numbers, uids = rows[chosen], times[chosen], numbers[chosen], uids[chosen]
        first = self._count + 1
        self._count += ready
        if self._log is not None:
            frames = np.arange(first, first + ready)
            self._log.passed(now, uids, numbers, frames, times, last)
        marks = self._marks(uids)
        for begin, end in self._pieces(rows):
            some = {row - begin: mark for row, mark in marks.items() if begin <= row < end}
            part = slice(begin, end)
            batch = self._renderer.batch(rows[part], times[part], numbers[part], some, first + begin)
            self._last = int(batch.frames.time[-1])
            yield batch
        gone, self._left = self._left, []
        for number in gone:
            for side in (0, 1):
                self._renderer.senders.pop(number * 2 + side, None)

    def _marks(self, uids: Ints) -> dict[int, tuple[bool, int]]:
        """The marks of these packets, by row; they are forgotten."""
        marks = self._network.tap.marks
        if not marks:
            return {}
        rows = np.flatnonzero(np.isin(uids, np.fromiter(marks, np.int64, len(marks))))
        return {row: marks.pop(uid) for row, uid in zip(rows.tolist(), uids[rows].tolist(), strict=True)}

    @staticmethod
    def _pieces(rows: Ints) -> Iterator[tuple[int, int]]:
        """Cut rows into batches: so many packets or bytes."""
        sizes = np.cumsum(rows[:, 4] + HEADERS)
        begin = 0
        while begin < len(rows):
            base = int(sizes[begin - 1]) if begin else 0
            end = int(np.searchsorted(sizes, base + BATCH_BYTES, side="right"))
            end = min(max(end, begin + 1), begin + BATCH, len(rows))
            yield begin, end
            begin = end

    # -- conversations --------------------------------------------------------------------------------------------

    def _begin(self, slot: int, now: int) -> None:
        rng, number = self._ends, self._next
        self._next += 1
        psns = (self._first_psn,) * 2 if self._first_psn is not None else (rng.getrandbits(24), rng.getrandbits(24))
        qpns = (rng.randrange(2, MULTICAST_QP), rng.randrange(2, MULTICAST_QP))
        r_keys = (rng.getrandbits(24) << 8, rng.getrandbits(24) << 8)
        bases = (0x7F0000000000 + rng.getrandbits(8) * REGION, 0x7E0000000000 + rng.getrandbits(8) * REGION)
        carrier = self._carriers[slot % len(self._carriers)]
        conversation = Conversation(
            number,
            slot,
            self._setup,
            carrier,
            self._network,
            qpns=qpns,
            psns=psns,
            r_keys=r_keys,
            bases=bases,
            plan=self._plan.next,
            ended=self._ended,
            died=self._died,
        )
        self._live[number] = conversation
        addresses = self._introduce(conversation, carrier)
        if self._log is not None:
            self._log.sink.keep(self._described(conversation, addresses, now))
        conversation.begin(now)

    def _introduce(self, conversation: Conversation, carrier: Carrier) -> list[dict[str, str]]:
        pair = conversation.slot % self._pairs
        hosts = (2 * pair + 1, 2 * pair + 2)
        addresses = []
        for side in (0, 1):
            qpns = (conversation.qpns[side], conversation.qpns[1 - side])
            ends = hosts[side], hosts[1 - side]
            addresses.append(
                self._renderer.introduce(conversation.number * 2 + side, carrier, ends, qpns, ours=side == 0)
            )
        return addresses

    def _described(self, conversation: Conversation, addresses: list[dict[str, str]], now: int) -> Record:
        assert self._log is not None
        setup = conversation.setup
        record: Record = {
            "record": "conversation",
            "conversation": conversation.number,
            "time": self._log.stamp(now),
            "service": setup.service,
            "carrier": conversation.carrier.name,
            "pmtu": setup.pmtu,
        }
        for side, name in enumerate("ab"):
            record[name] = {
                "addresses": addresses[side],
                "qpn": conversation.qpns[side],
                "first_psn": conversation.psns[side],
                "r_key": conversation.r_keys[side],
                "address": conversation.bases[side],
            }
        if setup.service == "RC":
            names = ("window", "depth", "max_reads", "coalesce", "retry_count", "rnr_retry", "rnr_timer")
            record.update({name: getattr(setup, name) for name in (*names, "timeout_code", "credits", "recovery")})
        return record

    def _ended(
        self, conversation: Conversation, side: int, message: WorkRequest, now: int | None, outcome: str
    ) -> None:
        if self._log is None:
            return
        operation = message.operation
        record: Record = {
            "record": "message",
            "message": message.id,
            "conversation": conversation.number,
            "side": "ab"[side],
            "operation": operation.name,
            "size": message.size,
            "first_psn": message.first & PSN_MASK,
            "last_psn": message.last & PSN_MASK,
            "start": self._log.stamp(message.start),
            "end": None if now is None else self._log.stamp(now),
            "outcome": outcome,
            "retransmissions": message.resent,
        }
        if operation.remote:
            record.update(address=message.va & 0xFFFFFFFFFFFFFFFF, r_key=message.r_key)
        if operation.immediate:
            record["immediate"] = message.extra
        if operation.invalidates:
            record["invalidates"] = message.extra
        if message.result is not None:
            record["original"] = message.result
        self._log.sink.keep(record)

    def _died(self, conversation: Conversation, now: int) -> None:
        """A conversation is over: another takes its place, and it is forgotten once all is quiet."""

        def forget(now: int, packet: Any, uid: int) -> None:
            del self._live[conversation.number]
            self._left.append(conversation.number)
            self._close(conversation)

        lanes = self._network.lanes
        self._network.at(max(now, lanes[0].free[0], lanes[1].free[0]) + self._grace, forget)
        if self._replace:
            self._begin(conversation.slot, now)

    def _close(self, conversation: Conversation) -> None:
        if isinstance(self._plan, CommandPlan):
            self._plan.finish(conversation)
        if self._log is None:
            return
        for end in conversation.ends:
            record = {"record": "counters", "conversation": conversation.number, "side": "ab"[end.side]}
            self._log.sink.keep({**record, **end.counted()})

    def _finish(self) -> None:
        """The last records: messages that are under way, counters, and the scene."""
        if self._log is None:
            return
        for conversation in self._live.values():
            for side, requester in enumerate(conversation.requesters):
                flight = requester.flight.values() if isinstance(requester.flight, dict) else requester.flight
                for message in list(flight):
                    self._ended(conversation, side, message, None, "unfinished")
            self._close(conversation)
        self._log.sink.keep(
            {
                "record": "scene",
                "seed": self._seed,
                "packets": self._count,
                "conversations": self._next,
                "link": self.link,
                "start": self._start,
                "end": self._last,
            }
        )


@checked
def conversation(requests: Sequence[Request], seed: int = 0, **options: Any) -> Traffic:
    """A scene of one conversation with messages that the caller names, in their order.

    Args:
        requests: made by `Write`, `Read`, `Send` and so on.
        seed: chance, for what they leave open.
        **options: as `Traffic` takes them.
    """
    return Traffic(seed, requests=requests, **options)
