"""Headers put into packets and taken out of them.

What announces the headers at the place that changes is computed again where it no longer announces them; lengths,
checksums and CRCs follow, as in `ibpkt.craft.rebuild`.  `ibpkt.edit` does some of this to whole captures, by the batch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibpkt.arguments import checked
from ibpkt.craft.announce import announced, field_name
from ibpkt.craft.drafts import Draft, drafts_of
from ibpkt.craft.rebuild import place_of, rebuilt, stack_of
from ibpkt.errors import CallerError
from ibpkt.packet import Packet
from ibpkt.protocols import BTH, OPCODES, Chain, Graph, graph, link_of
from ibpkt.schema import Header, Part


@checked
def insert(
    packet: Packet,
    *headers: Draft | Header | str | Sequence[Any],
    after: Header | str | None = None,
    before: Header | str | None = None,
    lengths: bool = True,
    crcs: bool = True,
    strict: bool = True,
    link: int | str | Header | None = None,
) -> Packet:
    """A packet with headers put into it.

    Args:
        packet: a whole packet (not one that the capture has cut).
        *headers: what to put in, as `ibpkt.craft.builder.build` takes it.
        after: the header after which they come, by its declaration or its name; ``ipv4_2`` is the second of its name.
        before: or the one before which they come.
        lengths: compute the length fields and checksums again; else those of the packet stay as they are.
        crcs: compute the CRCs again; else the stored bytes stay.
        strict: refuse a header that the graph does not know after the one before it.
        link: the link type of the result; None for the packet's, or one that begins with the first header.

    Raises:
        CallerError: no such header, a stack that the graph does not know, or a packet that is not whole.
    """
    stack = stack_of(packet)
    given = drafts_of(headers)
    if not given:
        raise CallerError("insert() needs at least one header")
    if (after is None) == (before is None):
        raise CallerError("insert() takes one place: after= or before=")
    chain = tuple(draft.header for draft in stack)
    at = place_of(chain, after) + 1 if after is not None else place_of(chain, before or "")
    origins = [*range(at), *[None] * len(given), *range(at, len(stack))]
    return _spliced(packet, [*stack[:at], *given, *stack[at:]], origins, lengths, crcs, strict, link)


@checked
def remove(
    packet: Packet,
    *headers: Header | str,
    lengths: bool = True,
    crcs: bool = True,
    strict: bool = True,
    link: int | str | Header | None = None,
) -> Packet:
    """A packet without some of its headers; a CRC goes with the last header that it closes.

    Args:
        packet: a whole packet (not one that the capture has cut).
        *headers: their declarations or names, which mean the outermost; ``vlan_2`` is the second of its name.
        lengths: as `insert`.
        crcs: likewise.
        strict: likewise.
        link: likewise.

    Raises:
        CallerError: no such header, a stack that the graph does not know, or a packet that is not whole.
    """
    stack = stack_of(packet)
    if not headers:
        raise CallerError("remove() needs at least one header")
    chain = tuple(draft.header for draft in stack)
    gone = {place_of(chain, header) for header in headers}
    origins = [place for place in range(len(stack)) if place not in gone]
    if not origins:
        raise CallerError("a packet needs at least one header, and remove() would leave none")
    return _spliced(packet, [stack[place] for place in origins], origins, lengths, crcs, strict, link)


def _spliced(
    packet: Packet,
    stack: list[Draft],
    origins: Sequence[int | None],
    lengths: bool,
    crcs: bool,
    strict: bool,
    link: int | str | Header | None,
) -> Packet:
    """The packet of a new stack, in which what announces headers is set where it no longer does."""
    wanted = tuple(draft.header for draft in stack)
    rules = graph(packet.roce_port)
    options: dict[str, Any] = {"lengths": lengths, "crcs": crcs, "strict": strict}
    options["link"] = _link_of(packet, wanted[0], rules) if link is None else link
    bth = wanted.index(BTH) if BTH in wanted else -1
    if bth >= 0 and (origin := origins[bth]) is not None and [*origins[bth:]] != [*range(origin, len(packet.layers))]:
        raw = stack[bth].raw
        raw["opcode"] = nearest_opcode(int(raw["opcode"]), wanted[bth + 1 :], bool(packet.payload))
    made = rebuilt(packet, stack, origins, **options)
    if tuple(layer.header for layer in made.layers[: len(wanted)]) == wanted:
        return made
    # the last headers before a change announce something else: this is where fields must change
    for place, origin in enumerate(origins[:-1]):
        if origin is not None and origins[place + 1] != origin + 1:
            _announce(stack, place, rules, bool(packet.payload))
    return rebuilt(packet, stack, origins, **options)


def _link_of(packet: Packet, first: Header, rules: Graph) -> int | Header:
    """The link type of a packet that begins with another header now: the one it has, if it fits."""
    if isinstance(packet.link, Header):
        return first
    rule = rules.first.get(packet.link)
    if rule is not None and any(chain[:1] == (first,) for chain in (*rule.chains, rule.otherwise or ())):
        return packet.link
    return link_of(first)


def nearest_opcode(code: int, following: Chain, payload: bool) -> int:
    """The operation code for other headers after BTH that is most like the one that the packet had.

    Args:
        code: the one it had.
        following: the headers after BTH.
        payload: whether a payload follows them.

    Returns:
        The same where no code announces these headers.
    """
    old = OPCODES.get(code)
    fitting = [opcode for opcode in OPCODES.values() if opcode.headers == following[: len(opcode.headers)]]
    longest = max((len(opcode.headers) for opcode in fitting), default=0)
    if old is None or (following and not longest):
        return code
    return min(
        (opcode for opcode in fitting if len(opcode.headers) == longest),
        key=lambda opcode: (
            opcode.code != code,
            opcode.service != old.service,
            payload and not opcode.payload,
            opcode.kind != old.kind,
            opcode.position != old.position,
            opcode.operation != old.operation,
            opcode.code,
        ),
        default=old,
    ).code


def _announce(stack: list[Draft], place: int, rules: Graph, payload: bool) -> None:
    """Set the fields by which the header at a place announces the ones after it, and no other bits.

    What the graph does not know is announced by nothing: all fields stay.
    """
    header = stack[place].header
    if header is BTH:  # its code is set already
        return
    places = {draft.header: index for index, draft in enumerate(stack[: place + 1])}  # the innermost of each kind
    leaves = [leaf for rule in rules.rules.get(header, ()) for leaf in rule.on if leaf.header in places]
    leaves = [leaf for leaf in dict.fromkeys(leaves) if leaf is not BTH.leaf("opcode")]
    blank = [Draft(draft.header, dict(draft.raw)) for draft in stack]
    for leaf in leaves:
        blank[places[leaf.header]].raw.pop(field_name(leaf), None)
    try:
        filled = announced(blank, rules, payload, strict=True)
    except CallerError:
        return
    for leaf in leaves:
        name, at = field_name(leaf), places[leaf.header]
        field = leaf.header.parent(leaf) if isinstance(leaf, Part) else leaf
        value = filled[at].raw.get(name, getattr(field, "default", 0))
        if isinstance(leaf, Part):
            bits = ((1 << leaf.width) - 1) << field.width - leaf.offset - leaf.width
            value = int(stack[at].raw.get(name, 0)) & ~bits | int(value) & bits
        stack[at].raw[name] = value
