"""The packets of a batch that have a BTH, as columns: what every analysis reads.

Columns are read on demand, once.  A header that a packet lacks, or that the capture has cut off, leaves
zeros; the operation (`KINDS` and its neighbours) and `stopped` say which of them are values.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from ibpkt import protocols
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.arrays import Array, Bools, Ints, Octets, repeated, rows_where
from ibpkt.batch import Batch, Shape, is_constant
from ibpkt.batch.frames import number_in, smallest_type
from ibpkt.batch.header_blocks import MANY
from ibpkt.batch.known_mistakes import rxe_flush_icrc
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import (
    AETH,
    BTH,
    DETH,
    ECN,
    EXTENDED,
    ICRC,
    IETH,
    OPERATIONS,
    PACKET_KINDS,
    AtomicETH,
    ImmDt,
    IPv4,
    by_opcode,
    has_field,
    tabulated,
)
from ibpkt.protocols.extended import XRCETH
from ibpkt.schema import Header
from ibpkt.schema.field import number_of

#: properties of an operation code: arrays of 256, indexed by the code
SERVICES, POSITIONS, KINDS = (("", *names) for names in (protocols.SERVICES, protocols.POSITIONS, PACKET_KINDS))
REQUEST, RESPONSE, NOTIFICATION = (KINDS.index(kind) for kind in PACKET_KINDS)
ATOMIC, WRITE, CNP = (OPERATIONS.index(name) for name in ("ATOMIC", "WRITE", "CNP"))

SERVICE_OF = by_opcode(lambda opcode: SERVICES.index(opcode.service))
POSITION_OF = by_opcode(lambda opcode: POSITIONS.index(opcode.position))
KIND_OF = by_opcode(lambda opcode: KINDS.index(opcode.kind))
OPERATION_OF = by_opcode(lambda opcode: OPERATIONS.index(opcode.operation))
#: whether a packet begins its message, and whether it ends it
BEGINS = by_opcode(lambda opcode: opcode.position in ("first", "only"), np.bool_)
ENDS = by_opcode(lambda opcode: opcode.position in ("last", "only"), np.bool_)
#: responses that go on with one before: no request of their own has their PSN
GOES_ON = by_opcode(lambda opcode: opcode.kind == "response" and opcode.position in ("middle", "last"), np.bool_)
HAS_AETH = by_opcode(lambda opcode: AETH in opcode.headers)
#: it names memory of the responder, and the length of a message
HAS_REMOTE = by_opcode(lambda opcode: has_field(opcode, "va", "r_key"))
HAS_DMALEN = by_opcode(lambda opcode: has_field(opcode, "dmalen"))
HAS_IMMEDIATE = by_opcode(lambda opcode: ImmDt in opcode.headers)
INVALIDATES = by_opcode(lambda opcode: IETH in opcode.headers)

#: bytes of the headers between BTH and payload
_HEADERS = by_opcode(lambda opcode: sum(header.size for header in opcode.headers), np.int64)
#: the extended headers that name memory of the responder, and the length of a message
_REMOTE = tabulated(lambda: [header for header in EXTENDED if {"va", "r_key"} <= header.by_name.keys()])
_MEASURED = tabulated(lambda: [header for header in EXTENDED if "dmalen" in header.by_name])

_BAD = STATUSES.index(Status.BAD)
_ABSENT = STATUSES.index(Status.ABSENT)
#: the status of an ICRC that is not verified here: its bytes are there
_PRESENT = STATUSES.index(Status.GOOD)
#: ECN code point of packets that a switch has marked
CE = number_of(ECN, "CE")


#: stands for the source queue pair of a datagram if the capture has cut it off
UNKNOWN_QP = 1 << 24

_NAMES = tabulated(lambda: {header.name for header in EXTENDED})


def _is_torn(shape: Shape) -> bool:
    """Whether not all headers of the transport are there."""
    return shape.stop is not None and shape.stop[0] != "unknown" and shape.stop[1] in _NAMES


def payload_begin(shape: Shape, place: int) -> Ints:
    """Where the payload of the packets of a shape begins, whose BTH is header number ``place``."""
    for index in range(place + 1, shape.annotations):  # what was found out is no part of the packet
        if shape.headers[index] not in EXTENDED:
            return shape.position(index)
    return shape.payload[0]


def transport(batch: Batch, addresses: Addresses) -> Transport:
    """The packets of a batch that have a BTH.

    Args:
        batch: the packets.
        addresses: gives addresses their numbers; the same for all batches of a capture.
    """
    return Transport(batch, addresses)


class HeaderColumn:
    """A number in the innermost header of a kind, 0 where packets lack it; read once (see `Transport.field`).

    Args:
        header: the header.
        name: of the number.
        table: what to give instead of the number, by number.
    """

    header: Header
    name: str
    table: Array | None

    def __init__(self, header: Header, name: str, table: Array | None = None) -> None:
        self.header, self.name, self.table = header, name, table

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.attribute = attribute

    def __get__(self, packets: Transport, owner: type) -> Array:
        values = packets.field(self.header, self.name)
        if self.table is not None:
            values = self.table[values]
        packets.__dict__[self.attribute] = values
        return values


class Transport:
    """Columns of the packets that have a BTH, in the order of the capture; every array has the shape (n,).

    Attributes:
        batch: all packets.
        rows: the packets' places in the batch, ascending.
        parts: the shapes that they have, and the place of BTH in each.
        places: the places of the packets of each shape in the columns.
        addresses: the addresses behind the numbers.
        path: what the packets say of their path, by the name of the fact, shape (n,), -1 where a packet lacks it; empty
            until it is read (see `path_facts`).
    """

    def __init__(self, batch: Batch, addresses: Addresses) -> None:
        self.batch = batch
        self.addresses = addresses
        self.path: dict[str, Ints] = {}
        # the innermost BTH is the packet's own
        self.parts: list[tuple[Shape, int]] = []
        for shape in batch.shapes:
            place = shape.index(BTH)
            # an unknown operation code stops decoding after BTH, which is complete
            if place is not None and (shape.stop is None or shape.stop[0] == "unknown" or shape.stop[1] != BTH.name):
                self.parts.append((shape, place))
        if len(self.parts) == 1:
            self.rows: Ints = self.parts[0][0].rows
            self.places: list[Ints | slice] = [slice(None)]
        else:
            there = np.zeros(len(batch), np.bool_)
            for shape, _ in self.parts:
                there[shape.rows] = True
            self.rows = rows_where(there)
            where = np.cumsum(there) - 1
            self.places = [where[shape.rows] for shape, _ in self.parts]
        self._columns: dict[tuple[str, str], Array] = {}

    def __len__(self) -> int:
        return len(self.rows)

    # -- frames ---------------------------------------------------------------------------------------------------

    @functools.cached_property
    def frame(self) -> Ints:
        """Numbers of the packets, from 1."""
        return self.batch.frames.number_of[self.rows]

    @functools.cached_property
    def time(self) -> Ints:
        """Nanoseconds since the epoch."""
        return self.batch.frames.time[self.rows]

    @functools.cached_property
    def length(self) -> Ints:
        """Bytes of the whole frame on the wire."""
        return self.batch.frames.frame_len[self.rows]

    @functools.cached_property
    def stopped(self) -> Bools:
        """Decoding stopped in the transport headers after BTH: cut by the capture, or malformed."""
        return self._each(np.bool_, lambda shape, _: _is_torn(shape))

    @functools.cached_property
    def icrc(self) -> Array:
        """The ICRC as it is in the packet, as a big-endian number; 0 where it is not, or the capture has cut it off."""

        def stored(shape: Shape, _: int) -> Any:
            closing = shape.closing.get(ICRC)
            if closing is None:
                return False
            present = rows_where(closing.status == _PRESENT)
            numbers = np.zeros(len(shape.rows), np.uint32)
            numbers[present] = shape.frames.number(closing.at[present], 0, 8 * ICRC.size)
            return numbers

        return self._each(np.uint32, stored)

    @functools.cached_property
    def bad_icrc(self) -> Bools:
        """The ICRC is wrong: the receiver drops the packet.  It is computed for this: that is slow.

        A FLUSH whose ICRC is wrong as rxe computes it is none: the other rxe accepts it.
        """

        def bad(shape: Shape, _: int) -> Any:
            status = shape.statuses(ICRC)
            return False if status is None else status == _BAD

        found: Bools = self._each(np.bool_, bad)
        return found & ~rxe_flush_icrc(self.batch)[self.rows] if found.any() else found

    # -- addresses ------------------------------------------------------------------------------------------------

    @functools.cached_property
    def _ends(self) -> tuple[Ints, Ints]:
        source, destination = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        for (shape, place), rows in zip(self.parts, self.places, strict=True):
            source[rows], destination[rows] = self.addresses.of(shape, place)
        return source, destination

    @property
    def source(self) -> Ints:
        """Numbers of the senders' addresses (see `Addresses`)."""
        return self._ends[0]

    @property
    def destination(self) -> Ints:
        """Numbers of the receivers' addresses."""
        return self._ends[1]

    @functools.cached_property
    def second(self) -> Bools:
        """Of packets from an address to itself those that the second side of their flow has sent.

        The owner of the flows sets it; until then it is False everywhere.
        """
        return np.zeros(len(self), np.bool_)

    # -- BTH ------------------------------------------------------------------------------------------------------

    def field(self, header: Header, name: str) -> Array:
        """Any number in the innermost header of that kind, 0 where packets lack it."""
        key = (header.name, name)
        values = self._columns.get(key)
        if values is None:
            values = self._columns[key] = self._read(header, name)
        return values

    #: the operation code
    opcode: HeaderColumn = HeaderColumn(BTH, "opcode")
    #: the queue pair that it goes to
    destqp: HeaderColumn = HeaderColumn(BTH, "destqp")
    #: the packet sequence number, modulo 2^24
    psn: HeaderColumn = HeaderColumn(BTH, "psn")
    #: the A bit
    ackreq: HeaderColumn = HeaderColumn(BTH, "a")
    #: the SE bit
    solicited: HeaderColumn = HeaderColumn(BTH, "se")
    #: the M bit
    migreq: HeaderColumn = HeaderColumn(BTH, "m")
    #: pad bytes
    pad: HeaderColumn = HeaderColumn(BTH, "padcnt")
    #: the version of the transport header
    tver: HeaderColumn = HeaderColumn(BTH, "tver")
    #: the P_Key
    p_key: HeaderColumn = HeaderColumn(BTH, "p_key")
    #: FECN
    fecn: HeaderColumn = HeaderColumn(BTH, "fecn")
    #: BECN
    becn: HeaderColumn = HeaderColumn(BTH, "becn")
    #: index in `SERVICES`
    service: HeaderColumn = HeaderColumn(BTH, "opcode", SERVICE_OF)
    #: index in `OPERATIONS`
    operation: HeaderColumn = HeaderColumn(BTH, "opcode", OPERATION_OF)
    #: index in `POSITIONS`
    position: HeaderColumn = HeaderColumn(BTH, "opcode", POSITION_OF)
    #: index in `KINDS`
    kind: HeaderColumn = HeaderColumn(BTH, "opcode", KIND_OF)

    # -- after BTH ------------------------------------------------------------------------------------------------

    @functools.cached_property
    def size(self) -> Ints:
        """Bytes of payload on the wire, without pad, also where the capture has cut them."""

        def size(shape: Shape, place: int) -> Any:
            start, end = payload_begin(shape, place), shape.payload[1]
            if _is_torn(shape):  # the operation determines where the headers end
                opcode = shape.column(place, BTH.leaf("opcode")).values
                start = shape.position(place) + BTH.size + _HEADERS[opcode]
            closing = shape.closing.get(ICRC)
            if closing is None:
                return np.maximum(end - start, 0)
            pad = shape.column(place, BTH.leaf("padcnt")).values.astype(np.int64)
            return np.where(closing.status == _ABSENT, end - start, np.maximum(closing.at - pad - start, 0))

        return self._each(np.int64, size)

    @functools.cached_property
    def payload_at(self) -> Ints:
        """Where the payload begins, as an index in the batch's data."""
        return self._each(np.int64, payload_begin)

    @functools.cached_property
    def va(self) -> Array:
        """The remote address, in RETH or AtomicETH."""
        return self._any(_REMOTE, "va")

    @functools.cached_property
    def r_key(self) -> Array:
        """The R_Key of that address."""
        return self._any(_REMOTE, "r_key")

    @functools.cached_property
    def dmalen(self) -> Array:
        """Bytes of the whole message, in RETH."""
        return self._any(_MEASURED, "dmalen")

    #: what an atomic adds or stores, in AtomicETH
    swap: HeaderColumn = HeaderColumn(AtomicETH, "swapdt")
    #: what it compares with
    compare: HeaderColumn = HeaderColumn(AtomicETH, "cmpdt")
    #: the shared receive queue that a request of XRC goes to, in XRCETH
    srq: HeaderColumn = HeaderColumn(XRCETH, "xrcsrq")

    #: the syndrome in AETH
    syndrome: HeaderColumn = HeaderColumn(AETH, "syndrome")
    #: the message sequence number in AETH, modulo 2^24
    msn: HeaderColumn = HeaderColumn(AETH, "msn")

    @functools.cached_property
    def srcqp(self) -> Array:
        """The queue pair that a datagram comes from, in DETH; `UNKNOWN_QP` where the capture has cut that."""
        values = self.field(DETH, "srcqp")
        for (shape, _), rows in zip(self.parts, self.places, strict=True):
            if shape.stop is not None and shape.stop[1] == DETH.name:
                values = values.astype(np.int64)
                values[rows] = UNKNOWN_QP
        return values

    #: the Q_Key of a datagram, in DETH
    q_key: HeaderColumn = HeaderColumn(DETH, "q_key")

    @functools.cached_property
    def immediate(self) -> Array:
        """Immediate data as a big-endian number, or the R_Key that a SEND invalidates, in IETH.

        `HAS_IMMEDIATE` and `INVALIDATES` say which operations have which.
        """

        def word(shape: Shape, _: int) -> Any:
            for leaf in (ImmDt.leaf("immdt"), IETH.leaf("r_key")):
                place = shape.index(leaf.header)
                if place is not None:
                    return np.ascontiguousarray(shape.column(place, leaf).values).view(">u4").reshape(-1)
            return 0

        return self._each(np.uint32, word)

    @functools.cached_property
    def ident(self) -> Ints:
        """Identification of the innermost IPv4 header: two packets that have the same one are copies of each other."""

        def ident(shape: Shape, place: int) -> Any:
            for at in range(place - 1, -1, -1):
                if shape.headers[at] is IPv4:
                    return shape.column(at, IPv4.leaf("id")).values
                if shape.headers[at].address:
                    return 0
            return 0

        return self._each(np.int64, ident)

    @functools.cached_property
    def hop_limit(self) -> Array:
        """What routers count down in the innermost header that has it, 0 where none has."""

        def left(shape: Shape, place: int) -> Any:
            for at in range(place - 1, -1, -1):
                header = shape.headers[at]
                if header.path and header.path.hop_limit:
                    leaf = header.leaf(header.path.hop_limit)
                    common = shape.common(at, leaf)  # nearly always that of all packets
                    return common.some if common.constant else shape.column(at, leaf).values
            return 0

        return self._each(np.uint8, left)

    @functools.cached_property
    def ce(self) -> Bools:
        """A switch has marked the packet: ECN of the innermost IP header says so."""

        def marked(shape: Shape, place: int) -> Any:
            for at in range(place - 1, -1, -1):
                header = shape.headers[at]
                if header.role == "network" and "ecn" in header.by_name:
                    leaf = header.leaf("ecn")
                    return shape.common(at, leaf).may_be(CE) and shape.column(at, leaf).values == CE
            return False

        return self._each(np.bool_, marked)

    # -- reading --------------------------------------------------------------------------------------------------

    def _any(self, headers: list[Header], name: str) -> Array:
        """A number that several headers have, of which a packet has one at most; 0 where it has none."""
        return functools.reduce(np.bitwise_or, (self.field(header, name) for header in headers))

    def _each(self, dtype: Any, of: Callable[[Shape, int], Any]) -> Array:
        """A column that is computed shape by shape."""
        result = np.zeros(len(self), dtype)
        for (shape, place), rows in zip(self.parts, self.places, strict=True):
            values = of(shape, place)
            if values is not False:  # as all are already
                result[rows] = values
        return result

    @functools.cached_property
    def _bth(self) -> Octets:
        """The BTH of each packet, shape (n, 12)."""
        found = np.empty(len(self), f"V{BTH.size}")
        for (shape, place), rows in zip(self.parts, self.places, strict=True):
            block, offset = shape.block(place)  # fetched already, with the headers beside it
            found[rows] = np.ndarray((len(shape),), found.dtype, block.rows, offset, (block.rows.shape[1],))
        return found.view(np.uint8).reshape(-1, BTH.size)

    def _read_bth(self, name: str) -> Array:
        """A number of BTH, which all packets have: it is read from all of them at once, whatever their shapes."""
        leaf = BTH.leaf(name)
        if len(self) >= MANY:
            common = [shape.common(place, leaf) for shape, place in self.parts]
            if common and all(each.constant and each.some == common[0].some for each in common):
                return repeated(np.array(common[0].some, smallest_type(leaf.width)), len(self))
        return number_in(self._bth, leaf.bit, leaf.width)

    def _read(self, header: Header, name: str) -> Array:
        if header is BTH and len(self):
            return self._read_bth(name)
        leaf = header.leaf(name)
        found: list[tuple[Array, Ints | slice]] = []
        for (shape, _), rows in zip(self.parts, self.places, strict=True):
            place = shape.index(header)
            if place is not None:
                found.append((shape.column(place, leaf).values, rows))
        if not found:
            return repeated(np.uint64(0), len(self))
        first = found[0][0]
        if len(found) == len(self.parts) and (
            len(found) == 1 or all(is_constant(values) and values[0] == first[0] for values, _ in found)
        ):
            return repeated(first, len(self)) if is_constant(first) else first
        result = np.zeros(len(self), first.dtype)
        for values, rows in found:
            result[rows] = values
        return result
