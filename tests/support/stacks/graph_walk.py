"""Stacks of headers walked out of the protocol graph: one for every row of every table, or by the names of headers."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ibpkt.protocols import LINKS, graph, header_named
from ibpkt.schema import Header, Leaf, Part
from tests.support.stacks.reference_builder import Built, build

LINK_NAMES = {number: name for name, number in LINKS.items()}


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
    """The number in a leaf, its default where it is not set."""
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
        """The stack followed by the headers of a choice; None where the values announce something else."""
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
    """A stack followed by the headers of these names; None where the graph does not lead there."""
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
