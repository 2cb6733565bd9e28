"""Messages cut into packets of a path MTU, and put together again.

A message of one packet has an operation code ``Only``.  A longer one has ``First``, ``Middle`` and ``Last``: the PSN
counts them, every packet but the last one fills the path MTU, RETH stands in the first one and immediate data or a key
to invalidate in the last.  Which headers each of them has is read from the rows of the operation codes.

Source: IBA 1, 9.2 and 9.7.2 (reliable services), 9.8.2 (UC), 9.8.3 (UD: one packet a message).
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ibpkt.arguments import bytes_of, checked, flag, shown
from ibpkt.craft.announce import announced
from ibpkt.craft.builder import build
from ibpkt.craft.choices import check_port
from ibpkt.craft.drafts import Draft, drafts_of
from ibpkt.craft.rebuild import as_captured, open_computed, stack_of, with_optional_sums
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, LARGEST_MESSAGE, OPCODES, PMTUS, PSN_MASK, ROCE_PORT, Opcode, graph
from ibpkt.schema import Header

#: the field that gives the length of a message, in RETH and whatever is registered like it
_LENGTH = "dmalen"


class ReassembledMessage(NamedTuple):
    """A message put together from its packets.

    Attributes:
        data: its bytes.
        opcode: the operation code of the same message in one packet, ``Only``.
        headers: the headers of that packet without what is computed: `segment` makes the packets of them again.
        packets: the packets, in the order of their PSNs, each once.
    """

    data: bytes
    opcode: Opcode
    headers: tuple[Draft, ...]
    packets: tuple[Packet, ...]


@checked
def fragment(packet: Packet, mtu: int, *, strict: bool = True) -> list[Packet]:
    """The packets of a message that was built as one packet: First, Middle … and Last.

    Args:
        packet: a whole packet with an operation code ``Only``: a SEND, a WRITE, or the response to a READ.
        mtu: the path MTU: bytes of payload in every packet but the last.
        strict: take only path MTUs that exist (256 to 4096); else any multiple of four.

    Returns:
        The packet itself where it fits.  Else new ones, each like it but for operation code, extended headers and PSN;
        AckReq and the solicited event of the packet stand in the last one.  CRCs are right.

    Raises:
        CallerError: no such path MTU, an operation whose messages have one packet (UD, for one), or a packet that is a
            part of a message already, or not whole.
    """
    _check_mtu(mtu, strict)
    stack = stack_of(packet)
    opcode = _opcode_of(packet)
    if len(packet.payload) <= mtu:
        _only(opcode)
        return [packet]
    for draft in stack:
        open_computed(draft, set(), len(packet.data))
    made = _segments(stack, opcode, packet.payload, mtu, link=packet.link, roce_port=packet.roce_port)
    return [as_captured(_with_sums(packet, piece), packet) for piece in made]


@checked
def segment(
    message: bytes | bytearray,
    *headers: Draft | Header | str | Sequence[Any],
    mtu: int,
    link: int | str | Header | None = None,
    roce_port: int = ROCE_PORT,
    strict: bool = True,
) -> list[Packet]:
    """The packets of a message.

    Args:
        message: its bytes.
        *headers: the headers of the message in one packet, as `ibpkt.craft.builder.build` takes them: BTH, and RETH and
            immediate data where it has them.  The PSN of BTH is that of the first packet.  Where it is not given,
            DMALen is the length of the message, and AckReq is set in the last packet of what is acknowledged.
        mtu: the path MTU: bytes of payload in every packet but the last.
        link: as `ibpkt.craft.builder.build`.
        roce_port: likewise.
        strict: refuse path MTUs that do not exist, and stacks that the graph does not know.

    Raises:
        CallerError: no such path MTU, a message beyond 2^31 bytes, or an operation whose messages have one packet and
            that does not fit.
    """
    data = bytes_of(message, "message")
    _check_mtu(mtu, strict)
    check_port(roce_port)
    if len(data) > LARGEST_MESSAGE:
        raise CallerError(f"a message has at most 2^31 bytes, not {len(data)}")
    given = drafts_of(headers)
    stack = announced(given, graph(roce_port), bool(data), strict)
    chain = [draft.header for draft in stack]
    if BTH not in chain:
        raise CallerError("the headers of a message need a BTH", name="BTH")
    code = int(stack[chain.index(BTH)].raw.get("opcode", 0))
    opcode = OPCODES.get(code)
    if opcode is None:
        raise CallerError(f"operation code 0x{code:02x} is that of no operation, so its messages cannot be cut")
    _only(opcode)
    given = [Draft(draft.header, dict(draft.raw)) for draft in given]
    for draft in given:
        if _LENGTH in draft.header.by_name:
            draft.raw.setdefault(_LENGTH, len(data))
    bth = given[chain.index(BTH)].raw
    if opcode.answer:
        bth.setdefault("a", 1)
    if len(data) <= mtu:
        return [build(*given, payload=data, link=link, roce_port=roce_port, strict=strict)]
    return _segments(given, opcode, data, mtu, link=link, roce_port=roce_port, strict=strict)


def reassemble(packets: Iterable[Packet], *, strict: bool = True) -> ReassembledMessage:
    """The message of some packets.

    Args:
        packets: the packets of one message, in any order; a packet that was sent again may be there twice.
        strict: refuse what is missing or does not fit; else put together what is there, in the order of the PSNs.

    Raises:
        CallerError: no packets, a packet that is cut, packets of different queue pairs or messages, a missing one, or
            sizes that do not fit (unless the last four are accepted by ``strict=False``).
    """
    if isinstance(packets, Packet | str | bytes) or not isinstance(packets, Iterable):
        raise CallerError(f"reassemble() takes several packets, not {shown(packets)}")
    flag(strict, "strict")
    given = list(packets)
    for place, packet in enumerate(given, 1):
        if not isinstance(packet, Packet):
            raise CallerError(f"reassemble() takes packets, not {shown(packet)}")
        _check_part(packet, place)
    if not given:
        raise CallerError("reassemble() needs at least one packet")
    first = next((packet for packet in given if _opcode_of(packet).position in ("first", "only")), given[0])
    ordered = _in_order(given, first, strict)
    only = _siblings(_opcode_of(ordered[-1]), "only") or _siblings(_opcode_of(first), "only")
    if only is None:
        raise CallerError(f"{_opcode_of(first).name} is no part of a message")
    data = b"".join(packet.payload for packet in ordered)
    if strict:
        _check_message(ordered, data)
    return ReassembledMessage(data, only, _headers_of(ordered, only), tuple(ordered))


# -- operation codes ------------------------------------------------------------------------------------------------


def _opcode_of(packet: Packet) -> Opcode:
    """The operation of a packet.

    Raises:
        CallerError: it has none that is known.
    """
    code = packet[BTH].raw["opcode"]
    if code not in OPCODES:
        raise CallerError(f"operation code 0x{code:02x} is that of no operation")
    return OPCODES[code]


def _siblings(opcode: Opcode, position: str) -> Opcode | None:
    """The operation code of the same message at another place in it; None where there is none."""
    for other in OPCODES.values():
        same = (other.service, other.kind, other.operation, other.position, other.size)
        if same != (opcode.service, opcode.kind, opcode.operation, position, opcode.size):
            continue
        # a SEND with immediate data ends otherwise than one without; First and Middle are those of all of them
        if set(opcode.verbs) <= set(other.verbs) or set(other.verbs) <= set(opcode.verbs):
            return other
    return None


def _only(opcode: Opcode) -> None:
    """Refuse an operation code that is that of a part of a message."""
    if opcode.position != "only":
        raise CallerError(
            f"{opcode.name} is the {opcode.position} packet of a message already; give it an operation code Only",
            name=opcode.name,
        )


def _positions(opcode: Opcode) -> Callable[[int, int], Opcode]:
    """The operation code for each place in a message of several packets.

    Raises:
        CallerError: such a message has one packet only.
    """
    found = {position: _siblings(opcode, position) for position in ("first", "middle", "last")}
    if None in found.values():
        what = "a message of UD" if opcode.service == "UD" else f"a message of {opcode.name}"
        raise CallerError(f"{what} has one packet, whose payload must fit into the path MTU", name=opcode.name)

    def at(place: int, count: int) -> Opcode:
        position = "first" if place == 0 else "last" if place == count - 1 else "middle"
        return found[position]  # type: ignore[return-value]  # none of them is None

    return at


# -- packets --------------------------------------------------------------------------------------------------------


def _check_mtu(mtu: Any, strict: bool) -> None:
    if type(mtu) is not int or mtu < 4 or mtu % 4:
        raise CallerError(f"a path MTU is a multiple of four bytes, not {shown(mtu)}", name="mtu")
    if strict and mtu not in PMTUS:
        known = ", ".join(map(str, PMTUS))
        raise CallerError(f"path MTUs are {known}, not {mtu}; strict=False takes any multiple of four", name="mtu")


def _segments(stack: Sequence[Draft], opcode: Opcode, data: bytes, mtu: int, **options: Any) -> list[Packet]:
    """The packets of a message that needs more than one."""
    code_at = _positions(opcode)
    place = next(index for index, draft in enumerate(stack) if draft.header is BTH)
    before, bth, after = stack[:place], stack[place].raw, stack[place + 1 :]
    extended = {draft.header: draft for draft in after}
    if set(extended) - set(opcode.headers):
        more = next(header for header in extended if header not in opcode.headers)
        raise CallerError(f"{more.name} is carried by {opcode.name}, which cannot be cut with it", name=more.name)
    count = -(-len(data) // mtu)
    made = []
    for number in range(count):
        code = code_at(number, count)
        values = {**bth, "opcode": code.code, "psn": int(bth.get("psn", 0)) + number & PSN_MASK}
        if number < count - 1:  # only the last packet asks for an answer, and wakes the receiver up
            values |= {"a": 0, "se": 0}
        headers = [Draft(BTH, values), *(extended.get(header, Draft(header, {})) for header in code.headers)]
        made.append(build(*before, *headers, payload=data[number * mtu : (number + 1) * mtu], **options))
    return made


def _with_sums(packet: Packet, piece: Packet) -> Packet:
    """A packet of a message with right UDP checksums where the whole one had them."""
    drafts = [Draft(layer.header, dict(layer.raw)) for layer in piece.layers]
    place = next(index for index, draft in enumerate(drafts) if draft.header is BTH)
    origins = [*range(place), *[None] * (len(drafts) - place)]
    options = {"payload": piece.payload, "link": piece.link, "roce_port": piece.roce_port, "strict": False}
    return with_optional_sums(packet, piece, drafts, origins, {}, options)


# -- reassembly -----------------------------------------------------------------------------------------------------


def _check_part(packet: Packet, place: int) -> None:
    """Refuse what cannot be a part of a message."""
    if len(packet.data) < packet.wirelen or (packet.stop is not None and packet.stop.reason != "unknown"):
        raise CallerError(f"packet {place} of the message is not whole, so its payload is not known")
    if BTH not in packet:
        names = ", ".join(layer.name for layer in packet.layers) or "no layer"
        raise CallerError(f"packet {place} has no BTH; it has {names}", name="BTH")


def _in_order(packets: Sequence[Packet], first: Packet, strict: bool) -> list[Packet]:
    """The packets by their PSNs, each once.

    Raises:
        CallerError: two that differ have the same PSN (unless not ``strict``: the first of them is taken).
    """
    start = first[BTH].raw["psn"]
    by_distance: dict[int, Packet] = {}
    for packet in packets:
        distance = (packet[BTH].raw["psn"] - start) & PSN_MASK
        if not strict and distance > PSN_MASK >> 1:  # the first one is not there
            distance -= PSN_MASK + 1
        known = by_distance.setdefault(distance, packet)
        same = (known.payload, known[BTH].raw["opcode"]) == (packet.payload, packet[BTH].raw["opcode"])
        if strict and not same:
            raise CallerError(f"two packets with PSN {packet[BTH].raw['psn']} differ", name="psn")
    return [by_distance[distance] for distance in sorted(by_distance)]


def _check_message(packets: Sequence[Packet], data: bytes) -> None:
    """Refuse packets that are not exactly those of one message."""
    first, last = packets[0], packets[-1]
    for before, packet in itertools.pairwise(packets):
        expected = (before[BTH].raw["psn"] + 1) & PSN_MASK
        if packet[BTH].raw["psn"] != expected:
            raise CallerError(f"the packet with PSN {expected} is missing", name="psn")
        if packet[BTH].raw["destqp"] != first[BTH].raw["destqp"]:
            raise CallerError(
                f"the packet with PSN {expected} goes to queue pair 0x{packet[BTH].raw['destqp']:06x}, those before it "
                f"to 0x{first[BTH].raw['destqp']:06x}",
                name="destqp",
            )
        if len(before.payload) != len(first.payload):
            raise CallerError(
                f"the packet with PSN {before[BTH].raw['psn']} has {len(before.payload)} bytes of payload, those "
                f"before it {len(first.payload)}"
            )
    opcodes = [_opcode_of(packet) for packet in packets]
    wanted = ["only"] if len(packets) == 1 else ["first", *["middle"] * (len(packets) - 2), "last"]
    for packet, opcode, position in zip(packets, opcodes, wanted, strict=True):
        if opcode.position != position:
            raise CallerError(f"the packet with PSN {packet[BTH].raw['psn']} is {opcode.name}, not the {position} one")
        if _siblings(opcode, "first") is not _siblings(opcodes[-1], "first"):
            raise CallerError(f"{opcode.name} and {opcodes[-1].name} are parts of different messages")
    if len(packets) > 1 and not 0 < len(last.payload) <= len(first.payload):
        raise CallerError(
            f"the last packet has {len(last.payload)} bytes of payload, those before it {len(first.payload)}"
        )
    for layer in first.layers:
        if opcodes[0].access == "write" and layer.raw.get(_LENGTH, len(data)) != len(data):
            raise CallerError(f"DMALen says {layer.raw[_LENGTH]} bytes, the packets have {len(data)}", name=_LENGTH)


def _headers_of(packets: Sequence[Packet], only: Opcode) -> tuple[Draft, ...]:
    """The headers of the message in one packet: those of its first, and of the others what that one lacks."""
    first, last = packets[0], packets[-1]
    place = next(index for index, layer in enumerate(first.layers) if layer.header is BTH)
    drafts = [Draft(layer.header, dict(layer.raw)) for layer in first.layers[: place + 1]]
    drafts[place].raw.update(opcode=only.code, a=last[BTH].raw["a"], se=last[BTH].raw["se"])
    for header in only.headers:
        owner = first if header in first else last
        drafts.append(Draft(header, dict(owner[header].raw) if header in owner else {}))
    for draft in drafts:
        open_computed(draft, set(), len(first.data))
    return tuple(drafts)
