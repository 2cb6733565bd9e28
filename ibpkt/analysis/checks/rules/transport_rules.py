"""Rules for BTH and the headers after it: operations, queue pairs, keys, payloads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ibpkt.analysis.checks.rules.packet_rule import TRANSPORT, UNKNOWN, PacketRule, ShapeView, facts_of, texts
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.arrays import Bools, Ints
from ibpkt.protocols import (
    ATOMIC_SIZE,
    BTH,
    DETH,
    FETH,
    FULL_MEMBER,
    GSI,
    LARGEST_MESSAGE,
    LRH,
    MAD,
    MANUFACTURER,
    PMTUS,
    QP1_Q_KEY,
    RETH,
    SMI,
    AtomicETH,
    ImmDt,
    Opcode,
    by_opcode,
    has_field,
    tabulated,
)
from ibpkt.protocols.graph import packet_headers
from ibpkt.protocols.mad.base import MAD_SIZE
from ibpkt.schema import Leaf

_OPCODE, _DESTQP, _P_KEY, _PADCNT, _SE = (BTH.leaf(name) for name in ("opcode", "destqp", "p_key", "padcnt", "se"))
_VA, _DMALEN, _ATOMIC_VA, _Q_KEY = RETH.leaf("va"), RETH.leaf("dmalen"), AtomicETH.leaf("va"), DETH.leaf("q_key")

#: the base version of management datagrams of that size
MAD_VERSION = {field.name: field.default for field in MAD.wire}["baseversion"]
#: the bits of a placement type that have a meaning
PLACEMENTS = sum(1 << FETH.size * 8 - leaf.bit - 1 for leaf in map(FETH.leaf, ("plt_persistence", "plt_visibility")))


def _of(which: Callable[[Opcode], bool]) -> Bools:
    """The operation codes of which a fact is true, as a table of 256."""
    return by_opcode(which, np.bool_)


#: by operation code
KNOWN = _of(lambda opcode: True)
FILLED = _of(lambda opcode: opcode.position in ("first", "middle"))
EMPTY = _of(lambda opcode: not opcode.payload)
ENDS = _of(lambda opcode: opcode.position == "last")
DATAGRAMS = _of(lambda opcode: opcode.service in ("UD", "CNP"))
WRITES_ALL = _of(lambda opcode: opcode.operation == "WRITE" and opcode.position == "only")
WRITES_FIRST = _of(lambda opcode: opcode.operation == "WRITE" and opcode.position == "first")
WRITES_ATOMICALLY = _of(lambda opcode: opcode.operation == "ATOMIC WRITE")
#: one message of so many bytes; a FLUSH is none
MEASURED = _of(lambda opcode: has_field(opcode, "dmalen") and opcode.access != "flush")
#: a solicited event means something: the packet ends a message that takes a receive request
SOLICITS = _of(
    lambda opcode: opcode.position in ("last", "only") and (opcode.operation == "SEND" or ImmDt in opcode.headers)
)

_PROTOCOL = FindingTypes("protocol")
RESERVED_OPCODE = _PROTOCOL.error(
    "reserved-opcode",
    "OpCode {opcode:#04x} is reserved",
    "The sender is wrong, or newer than the specification; the receiver answers NAK Invalid Request or nothing.",
    "IBA 1, 9.2.1",
)
MANUFACTURER_OPCODE = _PROTOCOL.chat(
    "manufacturer-opcode",
    "OpCode {opcode:#04x} is manufacturer-specific",
    "Only that manufacturer knows what follows.",
    "IBA 1, 9.2.1",
)
RESERVED_BITS = _PROTOCOL.warning(
    "reserved-bits",
    "{layer} {field} is {value}, should be 0",
    "The sender did not clear these bits, or uses them for something that is not public; receivers ignore them.",
    "IBA 1, 9.2",
)
SERVICE = _PROTOCOL.error(
    "management-qp-service",
    "{operation} to QP{destqp}, which takes datagrams (UD) only",
    "QP0 and QP1 have no connections; the receiver drops the packet silently.",
    "IBA 1, 10.2.4",
)
Q_KEY = _PROTOCOL.warning(
    "qp1-q-key",
    "The Q_Key for QP1 is {q_key:#010x}, should be {should:#010x}",
    "The receiver counts a Q_Key violation and drops the datagram.",
    "IBA 1, 10.2.5",
)
P_KEY = _PROTOCOL.error(
    "p-key-invalid",
    "P_Key {p_key:#06x} names no partition",
    "The sender's P_Key table is empty at that index; receivers count a P_Key violation and drop the packet.",
    "IBA 1, 10.9.2",
)
PAYLOAD_MTU = _PROTOCOL.error(
    "payload-over-mtu",
    "The payload has {payload} bytes, more than the largest path MTU ({most})",
    "No port accepts it: the sender segmented its message wrongly.",
    "IBA 1, 9.4.1",
)
MAD_LENGTH = _PROTOCOL.error(
    "mad-length",
    f"The management datagram has {{payload}} bytes, should have {MAD_SIZE}",
    "Receivers drop management datagrams of any other size.",
    "IBA 1, 13.4.2",
)
PARTIAL = _PROTOCOL.error(
    "first-middle-payload",
    "{operation} carries {payload} bytes, which is not a path MTU",
    "All packets of a message but the last are full; the receiver answers NAK Invalid Request.",
    "IBA 1, 9.4.1",
)
EMPTY_LAST = _PROTOCOL.error(
    "empty-last",
    "{operation} carries no payload",
    "The packet before it should have been the last; the receiver answers NAK Invalid Request.",
    "IBA 1, 9.4.1",
)
UNEXPECTED = _PROTOCOL.error(
    "unexpected-payload",
    "{operation} carries {payload} bytes, should carry none",
    "The sender added data to an operation that has none, or counted its headers wrongly.",
    "IBA 1, 9.2.1",
)
UNALIGNED = _PROTOCOL.error(
    "unaligned-payload",
    "Payload and pad have {payload} and {pad} bytes, together not a multiple of 4",
    "The sender forgot to pad, or PadCnt is wrong; LRH counts words, and receivers drop the packet.",
    "IBA 1, 9.2.3",
)
PAD_BYTES = _PROTOCOL.note(
    "pad-not-zero",
    "The pad bytes are {pad}, should be zero",
    "The sender leaks what was in its memory; receivers ignore it.",
    "IBA 1, 9.2.3",
)
WRITE_LENGTH = _PROTOCOL.error(
    "write-length",
    "{operation} announces {dmalen} bytes but carries {payload}",
    "DMALen is the length of the whole message; the receiver answers NAK Invalid Request.",
    "IBA 1, 9.4.3",
)
TOO_LONG = _PROTOCOL.error(
    "message-too-long",
    "DMALen is {dmalen} bytes, more than 2^31",
    "No message may be that long; the receiver answers NAK Invalid Request.",
    "IBA 1, 9.3.3",
)
ALIGNMENT = _PROTOCOL.error(
    "atomic-alignment",
    "{operation} at address {va:#018x}, which is not a multiple of 8",
    "The program used a wrong remote address; the receiver answers NAK Invalid Request.",
    "IBA 1, 9.4.5",
)
ATOMIC_LENGTH = _PROTOCOL.error(
    "atomic-write-length",
    "{operation} announces {dmalen} bytes and carries {payload}, should be 8",
    "An ATOMIC WRITE has exactly eight bytes; the receiver answers NAK Invalid Request.",
    "IBA 1.5, memory placement extensions",
)
EVENT = _PROTOCOL.note(
    "solicited-event",
    "{operation} has SE set, which has no meaning there",
    "SE asks for an event at the end of a SEND or of a WRITE with immediate; receivers ignore it elsewhere.",
    "IBA 1, 9.2.2",
)
FLUSH = _PROTOCOL.error(
    "flush-selectivity",
    "FLUSH with selectivity {sel} and placement {plt:#x}, at least one of which is reserved",
    "The receiver answers NAK Invalid Request.",
    "IBA 1.5, memory placement extensions",
)


def _unknown(view: ShapeView, manufacturer: bool) -> Bools | None:
    if view.shape.stop != ("unknown", BTH.name):
        return None
    theirs: Bools = (view.opcode >= MANUFACTURER) == manufacturer
    return ~KNOWN[view.opcode] & theirs


def _reserved(leaf: Leaf) -> PacketRule:
    def wrong(view: ShapeView) -> Bools | None:
        if not view.common(leaf).some:
            return None
        values = view(leaf)
        nonzero: Bools = (values != 0) if not leaf.wide else (values != 0).any(axis=1)
        return nonzero

    return PacketRule(
        RESERVED_BITS, (leaf.header,), wrong, facts_of(layer=leaf.header.name, field=leaf.name, value=texts(leaf))
    )


def _reserved_leaves() -> list[Leaf]:
    # BTH, what follows it, and the headers of InfiniBand's link
    ours = [
        header
        for header in packet_headers()
        if header in TRANSPORT or (header.role == "link" and header.group == LRH.group)
    ]
    return [leaf for header in ours for leaf in header.wire if leaf.reserved]


def _service(view: ShapeView) -> Bools | None:
    if view.common(_DESTQP).every > GSI:
        return None
    special: Bools = view(_DESTQP) <= GSI
    return special & KNOWN[view.opcode] & ~DATAGRAMS[view.opcode] if special.any() else None


def _wrong_q_key(view: ShapeView) -> Bools | None:
    if not view.common(_DESTQP).may_be(GSI) or view.common(_Q_KEY).are_all(QP1_Q_KEY):
        return None
    wrong: Bools = (view(_DESTQP) == GSI) & (view(_Q_KEY) != QP1_Q_KEY)
    return wrong


def _no_partition(view: ShapeView) -> Bools | None:
    if view.common(_P_KEY).every & ~FULL_MEMBER:
        return None
    none: Bools = view(_P_KEY) & ~np.uint16(FULL_MEMBER) == 0
    return none & (view(_DESTQP) != SMI) if none.any() else None


def _over_mtu(view: ShapeView) -> Bools | None:
    return view.carried > PMTUS[-1] if view.carried.max() > PMTUS[-1] else None


def _wrong_mad(view: ShapeView) -> Bools:
    carried = view.carried
    wrong: Bools = (carried != UNKNOWN) & (carried != MAD_SIZE) & (view(MAD.leaf("baseversion")) == MAD_VERSION)
    return wrong


def _partial_sizes() -> Bools:
    """The payloads that fill no path MTU, as a table by size; at its end one for all that are longer, and `UNKNOWN`."""
    table = np.ones(PMTUS[-1] + 3, np.bool_)
    table[[*PMTUS, -2, UNKNOWN]] = False
    return table


_IS_PARTIAL = _partial_sizes()


def _wrong_fill(view: ShapeView) -> Bools | None:
    if not view.among(FILLED):
        return None
    places = np.flatnonzero(FILLED[view.opcode])
    partial = _IS_PARTIAL[np.minimum(view.carried[places], len(_IS_PARTIAL) - 2)]
    if not partial.any():
        return None
    wrong = np.zeros(len(view.shape), np.bool_)
    wrong[places] = partial
    return wrong


def _carrying(view: ShapeView, nothing: bool, codes: Bools) -> Bools | None:
    """Packets with some of the operations that carry nothing, or something."""
    if not view.among(codes):
        return None
    some: Bools = view.carried == 0 if nothing else view.carried > 0
    return some & codes[view.opcode] if some.any() else None


#: of a big-endian word the last so many bytes
_LAST_BYTES = np.array([0, 0xFF, 0xFFFF, 0xFFFFFF], np.uint32)


def _dirty_pad(view: ShapeView) -> Bools | None:
    """A pad byte that is not zero, of those that the capture holds."""
    if not view.common(_PADCNT).some:
        return None
    shape = view.shape
    count = shape.pad_end - shape.payload[1]
    places = np.flatnonzero(count)
    word = shape.frames.number(shape.pad_end[places] - 4, 0, 32)
    dirty = (word & _LAST_BYTES[count[places]]) != 0
    if not dirty.any():
        return None
    wrong = np.zeros(len(shape), np.bool_)
    wrong[places] = dirty
    return wrong


def _pad_bytes(view: ShapeView, places: Ints) -> list[str]:
    data = view.shape.frames.view
    begins, ends = view.shape.payload[1][places].tolist(), view.shape.pad_end[places].tolist()
    return [bytes(data[begin:end]).hex() for begin, end in zip(begins, ends, strict=True)]


def _wrong_write(view: ShapeView) -> Bools | None:
    if not view.among(WRITES_ALL | WRITES_FIRST):
        return None
    carried, dmalen, opcode = view.carried, view(_DMALEN), view.opcode
    only, first = WRITES_ALL[opcode], WRITES_FIRST[opcode]
    wrong: Bools = ((only & (carried != dmalen)) | (first & (carried >= dmalen))) & (carried != UNKNOWN)
    return wrong


def _too_long(view: ShapeView) -> Bools | None:
    if view.common(_DMALEN).some <= LARGEST_MESSAGE:
        return None
    long: Bools = view(_DMALEN) > LARGEST_MESSAGE
    return long & MEASURED[view.opcode]


def _wrong_atomic_write(view: ShapeView) -> Bools | None:
    if not view.among(WRITES_ATOMICALLY):
        return None
    chosen, carried = WRITES_ATOMICALLY[view.opcode], view.carried
    wrong: Bools = chosen & ((view(_DMALEN) != ATOMIC_SIZE) | ((carried != ATOMIC_SIZE) & (carried != UNKNOWN)))
    return wrong


def _unaligned_atomic(leaf: Leaf) -> Callable[[ShapeView], Bools | None]:
    def wrong(view: ShapeView) -> Bools | None:
        if not view.common(leaf).some & 7:
            return None
        odd: Bools = view(leaf) & 7 != 0
        return odd & WRITES_ATOMICALLY[view.opcode] if leaf is _VA and odd.any() else odd

    return wrong


def _senseless_event(view: ShapeView) -> Bools | None:
    if not view.common(_SE).some:
        return None
    asked: Bools = view(_SE) != 0
    return asked & KNOWN[view.opcode] & ~SOLICITS[view.opcode] if asked.any() else None


def _wrong_flush(view: ShapeView) -> Bools:
    known = np.isin(view(FETH.leaf("sel")), list(FETH.leaf("sel").enum))
    wrong: Bools = ~known | (view(FETH.leaf("plt")) & ~np.uint8(PLACEMENTS) != 0)
    return wrong


_named = facts_of(operation=ShapeView.operations, payload=ShapeView.payloads)
_announced = facts_of(operation=ShapeView.operations, payload=ShapeView.payloads, dmalen=_DMALEN)
_operation = facts_of(operation=ShapeView.operations)
_OF_CODES = (
    PacketRule(RESERVED_OPCODE, (BTH,), lambda look: _unknown(look, False), facts_of(opcode=_OPCODE)),
    PacketRule(MANUFACTURER_OPCODE, (BTH,), lambda look: _unknown(look, True), facts_of(opcode=_OPCODE)),
)
_OF_CONTENTS = (
    PacketRule(SERVICE, (BTH,), _service, facts_of(operation=ShapeView.operations, destqp=_DESTQP)),
    PacketRule(Q_KEY, (BTH, DETH), _wrong_q_key, facts_of(q_key=_Q_KEY, should=QP1_Q_KEY)),
    PacketRule(P_KEY, (BTH,), _no_partition, facts_of(p_key=_P_KEY)),
    PacketRule(PAYLOAD_MTU, (BTH,), _over_mtu, facts_of(payload=ShapeView.payloads, most=PMTUS[-1])),
    PacketRule(MAD_LENGTH, (BTH, MAD), _wrong_mad, _named),
    PacketRule(PARTIAL, (BTH,), _wrong_fill, _named),
    PacketRule(EMPTY_LAST, (BTH,), lambda look: _carrying(look, True, ENDS), _operation),
    PacketRule(UNEXPECTED, (BTH,), lambda look: _carrying(look, False, EMPTY), _named),
    PacketRule(
        UNALIGNED,
        (BTH,),
        lambda look: ((look.carried + look(_PADCNT)) & 3 != 0) & (look.carried != UNKNOWN),
        facts_of(payload=ShapeView.payloads, pad=_PADCNT),
    ),
    PacketRule(PAD_BYTES, (BTH,), _dirty_pad, facts_of(pad=_pad_bytes)),
    PacketRule(WRITE_LENGTH, (BTH, RETH), _wrong_write, _announced),
    PacketRule(TOO_LONG, (BTH, RETH), _too_long, facts_of(dmalen=_DMALEN)),
    PacketRule(
        ALIGNMENT,
        (BTH, AtomicETH),
        _unaligned_atomic(_ATOMIC_VA),
        facts_of(operation=ShapeView.operations, va=_ATOMIC_VA),
    ),
    PacketRule(ALIGNMENT, (BTH, RETH), _unaligned_atomic(_VA), facts_of(operation=ShapeView.operations, va=_VA)),
    PacketRule(ATOMIC_LENGTH, (BTH, RETH), _wrong_atomic_write, _announced),
    PacketRule(EVENT, (BTH,), _senseless_event, _operation),
    PacketRule(FLUSH, (BTH, FETH), _wrong_flush, facts_of(sel=FETH.leaf("sel"), plt=FETH.leaf("plt"))),
)
RULES = tabulated(lambda: [*_OF_CODES, *map(_reserved, _reserved_leaves()), *_OF_CONTENTS])
