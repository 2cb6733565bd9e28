"""Packets made from the declarations: stacks of headers walked out of the graph, with right lengths and CRCs.

The CRCs and what they cover are written down here a second time, after IBA 1, 7.8 and without `ibpkt.packet.crc` or
the ``variant`` marks of the declarations, so that a mistake there shows.
"""

from __future__ import annotations

import functools
import itertools
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ibpkt.batch import Batch, Frames
from ibpkt.capture.records import SLACK, Records
from ibpkt.protocols import LINKS, OPCODES, graph, header_named
from ibpkt.schema import Header, Leaf, Part

LINK_NAMES = {number: name for name, number in LINKS.items()}

# -- CRCs, after IBA 1, 7.8 ---------------------------------------------------------------------------------------

#: bits that count as ones, by header
MASKED = {
    "LRH": "f000000000000000",
    "GRH": "0fffffff000000ff" + "00" * 32,
    "IPv4": "00ff000000000000ff00ffff" + "00" * 8,
    "IPv6": "0fffffff000000ff" + "00" * 32,
    "UDP": "000000000000ffff",
    "BTH": "00000000ff00000000000000",
}


def icrc_of(covered: bytes, *, ones: bool = True) -> bytes:
    """The stored ICRC over bytes that have been masked already."""
    return zlib.crc32((b"\xff" * 8 if ones else b"") + covered).to_bytes(4, "little")


@functools.cache
def _table() -> tuple[int, ...]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ 0xD008 if value & 1 else value >> 1
        table.append(value)
    return tuple(table)


def crc16_of(data: bytes) -> bytes:
    """The stored VCRC or LPCRC of some bytes."""
    register, table = 0xFFFF, _table()
    for byte in data:
        register = register >> 8 ^ table[(register ^ byte) & 0xFF]
    return (register ^ 0xFFFF).to_bytes(2, "little")


# -- building -------------------------------------------------------------------------------------------------------


class Built(NamedTuple):
    """A packet, and what is true of it."""

    name: str
    link: int
    headers: tuple[Header, ...]
    offsets: tuple[int, ...]  # where each header begins, and the end of the last
    data: bytes
    icrc_at: int | None
    vcrc_at: int | None
    lpcrc_at: int | None
    payload: bytes
    pad: bytes

    def header_at(self, name: str) -> int:
        """Where the innermost header of a kind begins."""
        return max(at for header, at in zip(self.headers, self.offsets, strict=False) if header.name == name)

    def covered(self, masked: bool = True) -> tuple[bytes, bool]:
        """What the ICRC covers, and whether eight bytes of ones stand before it."""
        assert self.icrc_at is not None
        names = [header.name for header in self.headers]
        bth = names.index("BTH")
        first = max(index for index in range(bth) if names[index] in ("LRH", "GRH", "IPv4", "IPv6"))
        start = self.offsets[first]
        body = bytearray(self.data[start : self.icrc_at])
        for index in range(first, bth + 1) if masked else ():
            for place, bits in enumerate(bytes.fromhex(MASKED.get(names[index], "")), self.offsets[index] - start):
                body[place] |= bits
        return bytes(body), names[first] != "LRH"

    def with_icrc(self, stored: bytes) -> bytes:
        """The packet with another ICRC, and a VCRC that fits."""
        assert self.icrc_at is not None
        return self._sealed(self.data[: self.icrc_at] + stored + self.data[self.icrc_at + 4 :])

    def changed(self, at: int, mask: int, *, sealed: bool = True) -> bytes:
        """The packet with some bits of one byte flipped; ``sealed``: with a VCRC that fits again."""
        data = bytearray(self.data)
        data[at] ^= mask
        return self._sealed(bytes(data)) if sealed else bytes(data)

    def _sealed(self, data: bytes) -> bytes:
        if self.vcrc_at is None:
            return data
        start = self.header_at("LRH")
        return data[: self.vcrc_at] + crc16_of(data[start : self.vcrc_at]) + data[self.vcrc_at + 2 :]


Step = tuple[Header, Mapping[str, Any]]


def build(
    link: int | str,
    steps: Sequence[Step],
    payload: bytes = b"\x11\x22\x33\x44\x55\x66\x77\x88",
    *,
    trailer: bytes = b"",
    name: str = "",
) -> Built:
    """A packet of these headers; lengths, pad count and CRCs are filled in where the steps do not set them."""
    names = [header.name for header, _ in steps]
    if "FlowControl" in names:
        payload = b""
    steps = _tabulated(steps)
    behind_bth = sum(header.size for header, _ in steps[names.index("BTH") + 1 :]) if "BTH" in names else 0
    pad = bytes(-(behind_bth + len(payload)) % 4) if "BTH" in names else b""
    behind = bytearray(payload + pad)
    icrc_behind: int | None = None  # bytes behind the ICRC, itself included
    vcrc_behind: int | None = None
    parts: list[bytes] = []
    for header, given in reversed(steps):
        values = dict(given)
        size = header.size + (len(values.get(header.tail.name, b"")) if header.tail else 0)
        if header.tail:
            values.setdefault(header.tail.field, (size - header.tail.add) // header.tail.scale)
        if header.name == "BTH":
            values.setdefault("padcnt", len(pad))
            behind += bytes(4)
            icrc_behind = 4
        if header.extent:
            filler = -(size + len(behind) - header.extent.add) % header.extent.scale
            behind += bytes(filler)
            icrc_behind = None if icrc_behind is None else icrc_behind + filler
            total = size + len(behind) - header.extent.add
            values.setdefault(header.extent.field, total // header.extent.scale)
        if header.name == "LRH":
            behind += bytes(2)
            vcrc_behind = 2
            icrc_behind = None if icrc_behind is None else icrc_behind + 2
        if header.name == "ERF":
            own = sum(inner.size for inner, _ in steps if inner.name in ("ERFExtension", "ERFEthernet"))
            values.setdefault("wlen", len(behind) - own)
            values.setdefault("rlen", min(0xFFFF, len(behind) + size))
        built = header.write(values)
        if header.name == "FlowControl":
            behind = bytearray(crc16_of(built)) + behind
        behind[:0] = built
        parts.insert(0, built)
    offsets = [0]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    size = len(behind)
    icrc_at = None if icrc_behind is None else size - icrc_behind
    vcrc_at = None if vcrc_behind is None else size - vcrc_behind
    lpcrc_at = offsets[-1] if "FlowControl" in names else None
    number = LINKS[link] if isinstance(link, str) else link
    packet = Built(
        name or "/".join(names),
        number,
        tuple(header for header, _ in steps),
        tuple(offsets),
        bytes(behind) + trailer,
        icrc_at,
        vcrc_at,
        lpcrc_at,
        payload,
        pad,
    )
    if icrc_at is not None:
        body, ones = packet.covered()
        packet = packet._replace(data=packet.with_icrc(icrc_of(body, ones=ones)))
    elif vcrc_at is not None:
        packet = packet._replace(data=packet.changed(0, 0))
    return packet


def _tabulated(steps: Sequence[Step]) -> Sequence[Step]:
    """The steps with the lengths of a table of records, where RMPP's flags say that there is one."""
    names = [header.name for header, _ in steps]
    if "SA" not in names or "RMPP" not in names:
        return steps
    at = names.index("SA")
    records = [header.size for header, _ in steps[at + 1 :]]
    rmpp = dict(steps[names.index("RMPP")][1])
    if not rmpp.get("rmppflags", 0) & 1 or not records:
        return steps
    second = next((place for place in range(1, len(records)) if names[at + 1 + place] == names[at + 1]), len(records))
    rmpp.setdefault("data2", 20 + sum(records))
    if len(records) > 1:
        rmpp = {"rmppversion": 1, "rmpptype": 1, **rmpp}
    made = [(header, dict(values)) for header, values in steps]
    made[names.index("RMPP")] = (steps[names.index("RMPP")][0], rmpp)
    made[at][1].setdefault("attributeoffset", sum(records[:second]) // 8)
    return made


# -- stacks out of the graph ----------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """One row of a rule's table: the values that must stand in which leaves, and the headers that follow."""

    values: tuple[tuple[Leaf, int], ...]
    chain: tuple[Header, ...]


def set_leaf(values: dict[str, Any], leaf: Leaf, number: int) -> None:
    """Put a number into a leaf; a part changes its bits of its field."""
    if isinstance(leaf, Part):
        parent = leaf.header.parent(leaf)
        shift = parent.width - leaf.offset - leaf.width
        before = values.get(parent.name, parent.default) & ~(((1 << leaf.width) - 1) << shift)
        values[parent.name] = before | number << shift
    else:
        values[leaf.name] = number


def get_leaf(values: Mapping[str, Any], leaf: Leaf) -> int:
    """The number in a leaf, its default where nobody has set it."""
    if isinstance(leaf, Part):
        parent = leaf.header.parent(leaf)
        return values.get(parent.name, parent.default) >> (parent.width - leaf.offset - leaf.width) & (
            (1 << leaf.width) - 1
        )
    return values.get(leaf.name, leaf.default)


def _choices(rule: Any) -> Iterator[Choice]:
    def row(number: int, chain: tuple[Header, ...]) -> Choice:
        values = []
        for leaf in reversed(rule.on):
            values.append((leaf, number & ((1 << leaf.width) - 1)))
            number >>= leaf.width
        return Choice((*reversed(values), *([rule.require] if rule.require else ())), chain)

    if rule.stride:
        yield row(0, (rule.stride.gap, rule.stride.gap, *rule.table[0]))
    for number, chain in rule.table.items():
        if rule.peek:
            # the peeked bits are the first leaf of what follows (an IP version, an IPoIB type)
            first = chain[0].fields[0]
            value = number >> (rule.peek - first.width) if rule.peek >= first.width else number
            yield Choice(((first, value),), chain)
        else:
            yield row(number, chain)
    if rule.otherwise is not None:
        free = next(number for number in range(0x11, 1 << 16) if number not in rule.table)
        yield Choice((), rule.otherwise) if rule.peek else row(free, rule.otherwise)


@functools.cache
def choices(header: Header | int) -> tuple[Choice, ...]:
    """Everything that may follow a header (or a link type, by its number)."""
    rules = graph()
    found = [rules.first[header]] if isinstance(header, int) else rules.rules.get(header, ())
    return tuple(choice for rule in found for choice in _choices(rule))


def _repeats(header: Header) -> bool:
    """Whether a header is repeated as long as there is room."""
    return any(rule.stride for rule in graph().rules.get(header, ()))


class Draft:
    """A stack in the making."""

    def __init__(self, link: int) -> None:
        self.link = link
        self.steps: list[tuple[Header, dict[str, Any]]] = []
        self.taken: list[tuple[int, tuple[Header, ...]]] = []  # what was announced, and how many headers did it

    def copy(self) -> Draft:
        """A copy that may be changed."""
        other = Draft(self.link)
        other.steps = [(header, dict(values)) for header, values in self.steps]
        other.taken = list(self.taken)
        return other

    @property
    def last(self) -> Header | int:
        """What decides about the next header."""
        return self.steps[-1][0] if self.steps else self.link

    def values(self, header: Header) -> dict[str, Any] | None:
        """The values of the innermost header of a kind."""
        return next((values for each, values in reversed(self.steps) if each is header), None)

    def take(self, choice: Choice) -> Draft | None:
        """The stack with the headers of a choice behind it; None where the values announce something else."""
        made = self.copy()
        if not self.steps or any(made.values(leaf.header) is None for leaf, _ in choice.values):
            made.steps += [(header, {}) for header in choice.chain]
            made.set(choice)  # a peek: the value stands in the header that follows
            return made
        made.set(choice)
        if not _repeats(made.steps[-1][0]):
            made.taken.append((len(made.steps), choice.chain))
        for count, chain in made.taken:  # earlier decisions look at some of the same values
            before = Draft(self.link)
            before.steps = made.steps[:count]
            if before.announced() != chain:
                return None
        made.steps += [(header, {}) for header in choice.chain]
        return made if made.regular() else None

    def regular(self) -> bool:
        """Whether headers that are repeated are as far from each other throughout, and end where their table ends."""
        if not _repeats(self.steps[-1][0]):
            return True
        rmpp = self.values(header_named("RMPP")) or {}
        if rmpp.get("rmppflags") == 3 and self.steps[-1][0].size <= 9:
            return False  # not the last segment, so the payload would be one more of them
        places = [place for place, (header, _) in enumerate(self.steps) if header is self.steps[-1][0]]
        return len({after - before for before, after in itertools.pairwise(places)}) <= 1

    def set(self, choice: Choice) -> None:
        """Put the values of a choice where they stand."""
        for leaf, number in choice.values:
            values = self.values(leaf.header)
            assert values is not None
            set_leaf(values, leaf, number)

    def announced(self) -> tuple[Header, ...] | None:
        """What the graph says follows, decided here once more and simply."""
        for rule in graph().rules.get(self.last, ()):
            if rule.stride:
                continue  # the lengths say so, and `build` computes them from what follows
            sources = [self.values(leaf.header) for leaf in rule.on]
            if rule.require and get_leaf(self.values(rule.require[0].header) or {}, rule.require[0]) != rule.require[1]:
                continue
            if any(values is None for values in sources):
                continue
            number = 0
            for leaf, values in zip(rule.on, sources, strict=True):
                number = number << leaf.width | get_leaf(values or {}, leaf)
            chain = rule.table.get(number, rule.otherwise)
            if chain is not None:
                return chain
        return None

    def built(self, payload: bytes = b"\x11\x22\x33\x44\x55\x66\x77\x88", **options: Any) -> Built:
        """The packet, with a name that says its link type and headers."""
        names = "/".join(header.name for header, _ in self.steps)
        for header, values in self.steps:
            if header.name == "BTH":
                names += f" opcode 0x{values.get('opcode', 0):02x}"
        options.setdefault("name", f"{LINK_NAMES[self.link]}: {names}")
        return build(self.link, self.steps, payload, **options)


@functools.cache
def _to_end() -> dict[Header, tuple[int, Choice | None]]:
    """For every header the number of steps to BTH and the first of them, where there is a way."""
    rules = graph().rules
    bth = header_named("BTH")
    known: dict[Header, tuple[int, Choice | None]] = {bth: (0, Choice(((bth.leaf("opcode"), 4),), ()))}
    changed = True
    while changed:
        changed = False
        for header in rules:
            for choice in choices(header):
                for place, follower in enumerate(choice.chain):
                    if place == len(choice.chain) - 1 and follower in known:
                        cost = known[follower][0] + 1
                        if header not in known or cost < known[header][0]:
                            known[header] = cost, choice
                            changed = True
    return known


def finish(draft: Draft) -> Draft:
    """Go on to the nearest BTH; a stack from which none can be reached ends where it is."""
    while draft.steps[-1][0] in _to_end():
        header = draft.steps[-1][0]
        choice = _to_end()[header][1]
        assert choice is not None
        following = draft.take(choice)
        if following is None:
            return draft
        draft = following
        if header.name == "BTH":
            return draft
    while draft.announced():
        draft.steps += [(header, {}) for header in draft.announced() or ()]
    return draft


@functools.cache
def _prefixes() -> dict[Header, Draft]:
    """The shortest stack that ends with each header."""
    reached: dict[Header, Draft] = {}
    wave = [Draft(link) for link in sorted(graph().first, key=lambda link: link != 247)]
    while wave:
        following = []
        for draft in wave:
            for choice in choices(draft.last):
                made = draft.take(choice)
                if made is None or not choice.chain or choice.chain[-1] in reached:
                    continue
                if draft.last == 242 and choice.values:
                    continue  # what was peeked at decides about the next header too, so it is not free
                reached[choice.chain[-1]] = made
                following.append(made)
        wave = following
    return reached


def edges() -> Iterator[Draft]:
    """A stack for every row of every table of the graph, and one for a value that no table has."""
    for link in graph().first:
        for choice in choices(link):
            made = Draft(link).take(choice)
            assert made is not None
            if link == 242:  # the value that was peeked at announces the next header as well
                made.steps += [(header, {}) for header in made.announced() or ()]
                if choice.values and len(made.steps) == 1:
                    yield made
                    continue
            yield finish(made)
    for header, prefix in _prefixes().items():
        for choice in choices(header):
            made = prefix.take(choice)
            if made is None:
                continue
            if header.name == "BTH":  # a datagram between ordinary queue pairs: no management
                made = (unannounced(made) or made) if made.announced() and made.steps[-1][0] is not header else made
                yield made
            else:
                yield finish(made) if choice.chain else made
        if choices(header):
            unknown = unannounced(prefix)
            if unknown is not None:
                yield unknown


def unannounced(draft: Draft) -> Draft | None:
    """The stack with a last header that announces nothing known."""
    for number in (0x1F, 0x15, 0x88B5, 99):
        made = draft.copy()
        for rule in graph().rules[draft.steps[-1][0]]:
            for leaf in rule.on:
                values = made.values(leaf.header)
                if values is not None and leaf.width >= 4:
                    set_leaf(values, leaf, number & ((1 << leaf.width) - 1))
        if not made.announced():
            return made
    return None


def _led(draft: Draft, names: Sequence[str]) -> Draft | None:
    """A stack, and behind it the headers of these names; None where the graph does not lead there."""
    rest = names[len(draft.steps) :]
    if not rest:
        return draft
    fitting = []
    for choice in choices(draft.last):
        chain = [header.name for header in choice.chain]
        made = draft.take(choice) if chain and chain == rest[: len(chain)] else None
        if made is not None:
            fitting.append((len(chain), made))
    ways = (_led(made, names) for _, made in sorted(fitting, key=lambda pair: -pair[0]))
    return next((way for way in ways if way is not None), None)


def stack(link: str, path: str, **overrides: Mapping[str, Any]) -> Draft:
    """A stack by the names of its headers, ``"Ethernet/VLAN/IPv4/UDP/BTH"``; the graph says with which values.

    Args:
        link: the name of the link type.
        path: names of headers, outermost first.
        **overrides: values of headers by their key; they are put into every header of that kind.
    """
    found = _led(Draft(LINKS[link]), path.split("/"))
    assert found is not None, f"the graph does not lead to {path}"
    draft = found
    for header, values in draft.steps:
        values.update(overrides.get(header.key, {}))
        if header.name == "BTH":
            values.setdefault("opcode", 4)
    if draft.steps[-1][0].name == "IPv6":
        draft.steps[-1][1]["nxt"] = 59  # the default 0 would announce a header
    return draft


#: what carries BTH directly, by name
CARRIERS = {
    "local": ("infiniband", "LRH/BTH"),
    "global": ("infiniband", "LRH/GRH/BTH"),
    "RoCEv1": ("ethernet", "Ethernet/GRH/BTH"),
    "RoCEv2 IPv4": ("ethernet", "Ethernet/IPv4/UDP/BTH"),
    "RoCEv2 IPv6": ("ethernet", "Ethernet/IPv6/UDP/BTH"),
}


def carrier(name: str, opcode: int = 4, payload: bytes = b"\x11\x22\x33\x44\x55", **overrides: Any) -> Built:
    """A packet with one of the `CARRIERS`, telling values in every field that the ICRC leaves out, and one pad byte
    or more.
    """
    link, path = CARRIERS[name]
    fields = {
        "lrh": {"vl": 3, "sl": 2, "dlid": 0x17, "slid": 0x21},
        "grh": {"tclass": 0x2A, "flowlabel": 0x12345, "hoplmt": 33, "sgid": bytes(range(16)), "dgid": bytes(16)},
        "ipv4": {"dsfield": 0x6A, "ttl": 63, "checksum": 0x1234, "src": 0x0A000001, "dst": 0x0A000002, "flags": 2},
        "ipv6": {"tclass": 0x6A, "flow": 0x54321, "hlim": 63, "src": bytes(range(16)), "dst": bytes(16)},
        "udp": {"srcport": 0xC001, "checksum": 0xBEEF},
        "deth": {"q_key": 0x11111111, "srcqp": 0x2A},
        "bth": {"opcode": opcode, "destqp": 0x12, "psn": 0x345678, "fecn": 0, "becn": 1, "reserved6a": 5},
    }
    for key, values in overrides.items():
        fields.setdefault(key, {}).update(values)
    draft = stack(link, path, **fields)
    behind = OPCODES[opcode].headers if opcode in OPCODES else ()
    draft.steps += [(header, dict(fields.get(header.key, {}))) for header in behind]
    return draft.built(payload, name=f"{name}, opcode 0x{opcode:02x}")


TAGS = ("", "VLAN/", "VLAN/VLAN/")
NETWORKS = ("GRH/BTH", "IPv4/UDP/BTH", "IPv6/UDP/BTH")
GRE_FLAGS = tuple(
    "/".join(("GRE", *(name for bit, name in enumerate(("GREChecksum", "GREKey", "GRESequence")) if flags >> bit & 1)))
    for flags in range(8)
)
_OPTIONS = {
    "hopbyhop": {"options": bytes(8)},
    "destinationoptions": {"options": bytes(16)},
    "routing": {"data": bytes(range(8))},
    "ah": {"icv": bytes(range(12))},
}
EXTENSIONS = (
    "HopByHop",
    "DestinationOptions",
    "Routing",
    "Fragment",
    "AH",
    "HopByHop/Routing/DestinationOptions/AH",
    "HopByHop/HopByHop/Fragment/AH/DestinationOptions",
)


def composed() -> Iterator[Draft]:
    """The stacks that people meet, as drafts."""
    for name in CARRIERS:
        yield stack(*CARRIERS[name])
    for path in ("LRH/RWH", "LRH/IPv6", "LRH/IPv6/UDP/BTH", "LRH/RWH/IPv4/UDP/BTH", "LRH/RWH/GRH/BTH"):
        yield stack("infiniband", path)
    raw = unannounced(stack("infiniband", "LRH/GRH"))
    assert raw is not None
    yield raw
    for tags in TAGS:
        for network in NETWORKS:
            yield stack("ethernet", f"Ethernet/{tags}{network}")
            for outer in ("IPv4", "IPv6"):
                yield stack("ethernet", f"Ethernet/{tags}{outer}/UDP/VXLAN/Ethernet/{network}")
    for network in NETWORKS:
        yield stack("ethernet", f"Ethernet/IPv4/UDP/VXLAN/Ethernet/VLAN/{network}")
    for flags in GRE_FLAGS:
        for inner in ("IPv4/UDP/BTH", "IPv6/UDP/BTH", "Ethernet/GRH/BTH", "ERSPAN3/Ethernet/IPv4/UDP/BTH"):
            yield stack("ethernet", f"Ethernet/IPv4/{flags}/{inner}")
        mirrored = "ERSPAN2/Ethernet" if "Sequence" in flags else "Ethernet"  # type II, or type I without a number
        for network in NETWORKS:
            yield stack("ethernet", f"Ethernet/IPv4/{flags}/{mirrored}/{network}")
        yield stack("ethernet", f"Ethernet/IPv6/{flags}/ERSPAN3/ERSPANPlatform/Ethernet/VLAN/IPv6/UDP/BTH")
    for cooked in ("sll", "sll2"):
        for network in NETWORKS:
            yield stack(cooked, f"{cooked.upper()}/{network}")
            yield stack(cooked, f"{cooked.upper()}/VLAN/{network}")
    for link, version in (("raw", "IPv4"), ("raw", "IPv6"), ("ipv4", "IPv4"), ("ipv6", "IPv6")):
        yield stack(link, f"{version}/UDP/BTH")
    for count in range(4):
        more = "ERFExtension/" * count
        for inner in ("LRH/BTH", "LRH/GRH/BTH", "FlowControl", "IPv4/UDP/BTH", "IPv6/UDP/BTH"):
            yield stack("erf", f"ERF/{more}{inner}")
        for network in NETWORKS:
            yield stack("erf", f"ERF/{more}ERFEthernet/Ethernet/VLAN/{network}")
    for path in ("IPoIB/IPv4/UDP/BTH", "IPoIB/IPv6/UDP/BTH"):
        yield stack("ipoib", path)
        yield stack("ipoib", f"IPoIBPseudo/{path}")
    for link in ("null", "loop"):
        for family, version in ((2, "IPv4"), (24, "IPv6"), (28, "IPv6"), (30, "IPv6"), (10, "IPv6")):
            for order in ("big", "little"):
                number = int.from_bytes(family.to_bytes(4, order), "big")
                yield stack(link, f"Loopback/{version}/UDP/BTH", loopback={"family": number})
    for options in (b"\x01\x01\x01\x00", bytes(40)):
        yield stack("ethernet", "Ethernet/IPv4/UDP/BTH", ipv4={"options": options})
        yield stack("ethernet", "Ethernet/IPv4/UDP/VXLAN/Ethernet/IPv4/UDP/BTH", ipv4={"options": options})
    for extensions in EXTENSIONS:
        yield stack("ethernet", f"Ethernet/IPv6/{extensions}/UDP/BTH", **_OPTIONS)
        yield stack("infiniband", f"LRH/IPv6/{extensions}/UDP/BTH", **_OPTIONS)
    mad = {"deth": {"q_key": 0x80010000, "srcqp": 1}, "bth": {"opcode": 0x64, "destqp": 1}}
    for inner in (
        "SMP/PortInfo/SMPRest",
        "SMP/LinearForwardingTable/SMPRest",
        "SMP/SMPData/SMPRest",
        "SMPDirected/PortInfo/DirectedPaths",
        "SMPDirected/LinearForwardingTable/DirectedPaths",
        "SMPDirected/SMPData/DirectedPaths",
        "SMP/Notice/TrapLocalChanges/SMPRest",
        "SMPDirected/Notice/NoticeData/DirectedPaths",
        "RMPP/SA/PathRecord",
        "RMPP/SA/PathRecord/PathRecord/PathRecord",
        "RMPP/SA/PathRecord/RecordGap/RecordGap/PathRecord",
        "RMPP/SA" + 25 * "/LinkRecord",
        "RMPP/SA/Notice/TrapGID/NoticeIssuer",
        "RMPP/SA/MultiPathRecord/MultiPathGID/MultiPathGID/MultiPathGID",
        "RMPP/SA",
    ):
        for name in ("local", "global", "RoCEv2 IPv4"):
            link, path = CARRIERS[name]
            yield stack(link, f"{path}/DETH/MAD/{inner}", **mad)


@functools.cache
def compositions() -> tuple[Built, ...]:
    """The stacks that people meet, each as a whole packet with right lengths and CRCs."""
    return tuple(draft.built() for draft in composed())


@functools.cache
def from_graph() -> tuple[Built, ...]:
    """A packet for every row of the graph."""
    return tuple(draft.built() for draft in edges())


# -- batches --------------------------------------------------------------------------------------------------------


def batch_of(
    packets: Sequence[bytes],
    links: int | Sequence[int],
    wirelens: Sequence[int] | None = None,
    *,
    around: int = 0,
    gap: int = 8,
    **options: Any,
) -> Batch:
    """A batch of packets in memory.

    Args:
        packets: what was captured of each.
        links: their link types.
        wirelens: their lengths on the wire; as long as they are if None.
        around: the byte that fills the buffer before, between and behind them: nobody may look at it.
        gap: bytes between them.
        **options: as `Frames`.
    """
    count = len(packets)
    caplen = np.array([len(packet) for packet in packets], np.int64)
    starts = 8 + np.concatenate(([0], np.cumsum(caplen + gap)[:-1])).astype(np.int64) if count else caplen
    data = bytes([around]) * 8 + b"".join(packet + bytes([around]) * gap for packet in packets)
    frames = Frames(
        Records(
            data=np.frombuffer(bytearray(data + bytes([around]) * SLACK), np.uint8),
            start=starts,
            caplen=caplen,
            wirelen=caplen.copy() if wirelens is None else np.array(wirelens, np.int64),
            time=np.arange(count, dtype=np.int64) * 1000,
            link=np.full(count, links, np.int32) if isinstance(links, int) else np.array(links, np.int32),
            interface=np.zeros(count, np.int32),
            offset=np.zeros(count, np.int64),
            first=1,
        ),
        **options,
    )
    return Batch(frames)


def cuts(packet: Built, wire: bool, around: int = 0) -> Batch:
    """A packet cut at every length: by the capture (``wire``), or on the wire itself."""
    pieces = [packet.data[:length] for length in range(len(packet.data) + 1)]
    lengths = [len(packet.data)] * len(pieces) if wire else None
    return batch_of(pieces, packet.link, lengths, around=around)
