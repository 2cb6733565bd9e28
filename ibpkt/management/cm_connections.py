"""Connections as connection management establishes and releases them: an object an exchange.

A REQ opens an exchange, a SIDR_REQ the resolution of a service ID; the messages that follow are matched by the
addresses and communication IDs of both ends.  An exchange is reported when it is over (rejected, resolved, or its
release answered), and the rest at the end of the capture.  Memory is bounded: beyond ``limit`` open exchanges the
oldest are reported as they are, and an exchange keeps the numbers of its first `FRAMES` messages.

Source: IBA 1, 12.9.
"""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.management.alternates import PATHS, AlternatePath, answered, proposed
from ibpkt.management.cm_messages import CMMessage, messages
from ibpkt.protocols.mad.cm import OPENING, REASONS, REJ, REJECTED, REQ, SIDR_STATUSES, TRANSPORTS, additional
from ibpkt.protocols.mad.service import meaning
from ibpkt.protocols.mad.times import UNIT_NS
from ibpkt.schema import number_of

if TYPE_CHECKING:
    from ibpkt.io.source import Capture

#: open exchanges that are kept
LIMIT = 100_000
#: packet numbers kept for an exchange
FRAMES = 64
_TIMEOUT = number_of(REASONS, "Timeout")
_OPENING = frozenset(header.name for header in OPENING)
_XRC = number_of(REQ.leaf("ext_transport").enum, "XRC")


@dataclasses.dataclass(frozen=True)
class ConnectionEnd:
    """One end of a connection, as its own messages describe it; None for what they do not say in this capture.

    Attributes:
        address: the source address of its datagrams, as the lines of packets show it.
        ip: its address in the IP CM service.
        port: its port there: of the active end its own, of the passive end that of the service.
        comm_id: its communication ID (the request ID of a resolution).
        ca_guid: the GUID of its channel adapter.
        qpn: its queue pair.
        psn: the starting PSN of packets to it.
        q_key: the Q_Key of a resolved service.
        responder_resources: RDMA READs and atomics that it accepts at a time.
        initiator_depth: RDMA READs and atomics that it issues at a time.
        private: the private data of its REQ, REP, SIDR message or REJ, at the full size of the message; None if the
            capture has cut it.
    """

    address: str
    ip: str | None = None
    port: int | None = None
    comm_id: int | None = None
    ca_guid: int | None = None
    qpn: int | None = None
    psn: int | None = None
    q_key: int | None = None
    responder_resources: int | None = None
    initiator_depth: int | None = None
    private: bytes | None = None


@dataclasses.dataclass(frozen=True)
class Connection:
    """One exchange.  Times are nanoseconds since the epoch, spans nanoseconds; None for what did not happen.

    Attributes:
        transport: RC, UC, RD, XRC; or SIDR for the resolution of a service ID, for sending datagrams.
        active: the end that sent the request.
        passive: the end that received it.
        service_id: the service that was requested.
        service: its meaning, such as ``TCP port 4420 (NVMe over Fabrics)``.
        outcome: "requested" (no answer yet), "replied" (no RTU yet), "established", "closed", "rejected", "timed out";
            "resolved" for a service ID.
        reason: why it was rejected.
        rejected: the message that was rejected: REQ, REP, or none.
        given_up: the active end rejected it: it does not accept the reply, or waits for none any more.
        path_mtu: bytes.
        retry_count: how often a packet is retransmitted before the connection breaks.
        rnr_retry_count: how often after an RNR NAK; 7 means without limit.
        max_cm_retries: how often a message of connection management is sent again.
        ack_timeout: how long the passive end's queue pair waits for an ACK; None: without limit (and for resolutions).
        remote_timeout: how long the passive end may take to answer a message.
        local_timeout: how long the active end may take.
        requests: how often the request was sent.
        requested, replied, ready, release, released: the times of the first request, the reply (or rejection), the RTU,
            the first release request, and its answer.
        frames: the packet numbers of its messages.
        names, times: their names (``REQ``) and times.
        alternates: the paths that it may migrate to, with their answers; the last `PATHS` of them.
    """

    transport: str
    active: ConnectionEnd
    passive: ConnectionEnd
    service_id: int
    service: str
    outcome: str
    requested: int
    frames: tuple[int, ...]
    requests: int = 1
    reason: str | None = None
    rejected: str | None = None
    path_mtu: int | None = None
    retry_count: int | None = None
    rnr_retry_count: int | None = None
    max_cm_retries: int | None = None
    ack_timeout: int | None = None
    remote_timeout: int | None = None
    local_timeout: int | None = None
    replied: int | None = None
    ready: int | None = None
    release: int | None = None
    released: int | None = None
    alternates: tuple[AlternatePath, ...] = ()
    names: tuple[str, ...] = ()
    times: tuple[int, ...] = ()
    given_up: bool = False

    @property
    def setup(self) -> int | None:
        """From the first request to the RTU, in nanoseconds."""
        return None if self.ready is None else self.ready - self.requested


Key = tuple[str, int, bool]  # address, communication or request ID, whether it is a resolution


class _OpenExchange:
    """An exchange in progress: its state so far, the keys that messages refer to it by, its last request and LAP."""

    __slots__ = ("is_over", "keys", "lap", "last", "now", "transaction")

    def __init__(self, now: Connection, key: Key, message: CMMessage) -> None:
        self.now = now
        self.keys = [key]
        self.transaction = message.transaction
        self.last = message.time
        self.lap: tuple[str, int] | None = None
        self.is_over = False

    def record(self, message: CMMessage) -> None:
        now = self.now
        if len(now.frames) < FRAMES:
            self.change(
                frames=(*now.frames, message.frame), names=(*now.names, message.name), times=(*now.times, message.time)
            )

    def change(self, **changes: Any) -> None:
        self.now = dataclasses.replace(self.now, **changes)


class Connections:
    """Collects exchanges, batch by batch.

    Args:
        limit: open exchanges that are kept.

    Attributes:
        unmatched: messages of exchanges whose start was not captured (or is no longer kept).
        given_up: exchanges reported while they were open because too many were.
        on_reply: called with an exchange when the passive end accepts it: both queue pairs are known then.
    """

    @checked
    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.unmatched: int = 0
        self.given_up: int = 0
        self.on_reply: Callable[[Connection], None] | None = None
        # all keys of all open exchanges, oldest first; finding the first key of a dict takes longer and longer
        self._open: OrderedDict[Key, _OpenExchange] = OrderedDict()
        self._count = 0
        self._time = 0
        self._handlers: dict[str, Callable[[_OpenExchange, CMMessage], None]] = {
            "REP": self._rep,
            "RTU": self._rtu,
            "REJ": self._rej,
            "DREQ": self._dreq,
            "DREP": self._drep,
            "SIDR_REP": self._sidr_rep,
            "LAP": self._lap,
            "APR": self._apr,
        }

    @checked
    def add(self, batch: Batch) -> Iterator[Connection]:
        """Process a batch; gives the exchanges that end in it, in the order of their ends."""
        for message in messages(batch):
            self._time = max(self._time, message.time)
            if message.name in _OPENING:
                yield from self._request(message)
                continue
            exchange = self._find(message)
            if exchange is None:
                self.unmatched += 1
                continue
            exchange.record(message)
            handle = self._handlers.get(message.name)
            if handle is not None:  # an MRA changes nothing but the list of frames
                handle(exchange, message)
            if exchange.is_over:
                yield self._forget(exchange)

    def finish(self) -> Iterator[Connection]:
        """The exchanges that are open when the capture ends, in the order of their starts."""
        while self._open:
            exchange = next(iter(self._open.values()))
            now = exchange.now
            if now.outcome == "requested" and now.remote_timeout and now.max_cm_retries is not None:
                # the request says how often it is sent again; after that the active end stops waiting
                patience = now.remote_timeout * max(1, now.max_cm_retries + 2 - now.requests)
                if self._time - exchange.last > patience:
                    exchange.change(outcome="timed out")
            yield self._forget(exchange)

    # -- finding the exchange -----------------------------------------------------------------------------------

    def _find(self, message: CMMessage) -> _OpenExchange | None:
        """The exchange that a message belongs to: by its receiver's ID, else by its sender's."""
        if message.name == "SIDR_REP":
            return self._open.get((message.destination, message.values["requestid"], True))
        return self._open.get((message.destination, message.values["remotecommid"], False)) or self._open.get(
            (message.source, message.values["localcommid"], False)
        )

    def _forget(self, exchange: _OpenExchange) -> Connection:
        for key in exchange.keys:
            if self._open.get(key) is exchange:
                del self._open[key]
        self._count -= 1
        return exchange.now

    # -- messages -----------------------------------------------------------------------------------------------

    def _request(self, message: CMMessage) -> Iterator[Connection]:
        resolution = message.name == "SIDR_REQ"
        key = (message.source, message.values["requestid" if resolution else "localcommid"], resolution)
        earlier = self._open.get(key)
        if earlier is not None:
            if earlier.transaction == message.transaction and earlier.now.service_id == message.values["serviceid"]:
                earlier.last = message.time
                earlier.record(message)
                earlier.change(requests=earlier.now.requests + 1)
                return
            yield self._forget(earlier)  # the ID is reused
        self._open[key] = _OpenExchange((_resolution if resolution else _connection)(message, key[1]), key, message)
        self._count += 1
        if self._count > self.limit:
            self.given_up += 1
            yield self._forget(next(iter(self._open.values())))

    def _rep(self, exchange: _OpenExchange, message: CMMessage) -> None:
        now, values = exchange.now, message.values
        if now.outcome != "requested":
            return  # a repeat
        passive = dataclasses.replace(
            now.passive,
            address=message.source,
            comm_id=values["localcommid"],
            ca_guid=values["localcaguid"],
            qpn=values["localqpn"],
            psn=values["startpsn"],
            responder_resources=values["respres"],
            initiator_depth=values["initdepth"],
            private=values["private"],
        )
        exchange.change(
            passive=passive, outcome="replied", replied=message.time, alternates=answered(now.alternates, message)
        )
        key = (message.source, values["localcommid"], False)
        self._open[key] = exchange
        exchange.keys.append(key)
        if self.on_reply is not None:
            self.on_reply(exchange.now)

    def _rtu(self, exchange: _OpenExchange, message: CMMessage) -> None:
        if exchange.now.outcome == "replied":
            exchange.change(outcome="established", ready=message.time)

    def _rej(self, exchange: _OpenExchange, message: CMMessage) -> None:
        values, now = message.values, exchange.now
        reason = REJ.leaf("reason").enum.get(values["reason"], f"Reason {values['reason']}")
        details = additional(values["reason"], values["rejinfolen"], values["ari"])
        given_up = message.source == now.active.address and message.source != now.passive.address
        if given_up:
            exchange.change(active=dataclasses.replace(now.active, private=values["private"]))
        else:
            passive = dataclasses.replace(now.passive, address=message.source, private=values["private"])
            exchange.change(passive=passive)
        exchange.change(
            outcome="timed out" if values["reason"] == _TIMEOUT else "rejected",
            reason=f"{reason} ({details})" if details else reason,
            rejected=REJECTED.get(values["msgrej"]),
            replied=now.replied or message.time,
            given_up=given_up,
        )
        exchange.is_over = True

    def _dreq(self, exchange: _OpenExchange, message: CMMessage) -> None:
        if exchange.now.release is None:
            exchange.change(outcome="closed", release=message.time)

    def _drep(self, exchange: _OpenExchange, message: CMMessage) -> None:
        exchange.change(outcome="closed", released=message.time)
        exchange.is_over = True

    def _lap(self, exchange: _OpenExchange, message: CMMessage) -> None:
        path = proposed(message)
        repeated = exchange.lap == (message.source, message.transaction)
        if path is not None and not repeated:
            exchange.lap = (message.source, message.transaction)
            exchange.change(alternates=(*exchange.now.alternates, path)[-PATHS:])

    def _apr(self, exchange: _OpenExchange, message: CMMessage) -> None:
        exchange.change(alternates=answered(exchange.now.alternates, message))

    def _sidr_rep(self, exchange: _OpenExchange, message: CMMessage) -> None:
        values = message.values
        passive = dataclasses.replace(
            exchange.now.passive,
            address=message.source,
            qpn=values["qpn"],
            q_key=values["q_key"],
            private=values["private"],
        )
        valid = values["status"] == 0
        exchange.change(
            passive=passive,
            outcome="resolved" if valid else "rejected",
            reason=None if valid else SIDR_STATUSES.get(values["status"], f"Status {values['status']}"),
            replied=message.time,
        )
        exchange.is_over = True


def _ends(message: CMMessage, **active: int) -> tuple[ConnectionEnd, ConnectionEnd]:
    """Both ends as a request describes them: the one that sends it, and what is known of the other."""
    service_id = message.values["serviceid"]
    source, destination, port = message.addresses or (None, None, None)
    service_port = service_id & 0xFFFF if message.addresses else None
    return (
        ConnectionEnd(message.source, ip=source, port=port, private=message.values.get("private"), **active),
        ConnectionEnd(message.destination, ip=destination, port=service_port),
    )


def _resolution(message: CMMessage, request_id: int) -> Connection:
    active, passive = _ends(message, comm_id=request_id)
    return Connection(
        transport="SIDR",
        active=active,
        passive=passive,
        service_id=message.values["serviceid"],
        service=meaning(message.values["serviceid"]),
        outcome="requested",
        requested=message.time,
        frames=(message.frame,),
        names=(message.name,),
        times=(message.time,),
    )


def _connection(message: CMMessage, comm_id: int) -> Connection:
    values = message.values
    transport = TRANSPORTS[values["transpsvctype"]]
    if transport == "Extended" and values["ext_transport"] == _XRC:
        transport = "XRC"
    mtu = REQ.leaf("pppmtu").enum.get(values["pppmtu"])
    ack = values["prim_localacktout"]
    alternate = proposed(message)
    active, passive = _ends(
        message,
        comm_id=comm_id,
        ca_guid=values["localcaguid"],
        qpn=values["localqpn"],
        psn=values["startpsn"],
        responder_resources=values["responderres"],
        initiator_depth=values["initdepth"],
    )
    return Connection(
        transport=transport,
        active=active,
        passive=passive,
        service_id=values["serviceid"],
        service=meaning(values["serviceid"]),
        outcome="requested",
        requested=message.time,
        frames=(message.frame,),
        names=(message.name,),
        times=(message.time,),
        path_mtu=None if mtu is None else int(mtu),
        retry_count=values["retrcount"],
        rnr_retry_count=values["rnrretrcount"],
        max_cm_retries=values["maxcmretr"],
        ack_timeout=UNIT_NS << ack if ack else None,
        remote_timeout=UNIT_NS << values["remoteresptout"],
        local_timeout=UNIT_NS << values["localresptout"],
        alternates=() if alternate is None else (alternate,),
    )


@checked
def connections(capture: Capture, *, limit: int = LIMIT) -> Iterator[Connection]:
    """The exchanges of a capture, those that end in it first.

    Args:
        capture: a capture that has not been read yet; it is read to its end.
        limit: open exchanges that are kept.
    """
    collector = Connections(limit)
    for batch in capture.batches():
        yield from collector.add(batch)
    yield from collector.finish()
