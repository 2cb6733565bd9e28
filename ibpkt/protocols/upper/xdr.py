"""Words for structures of XDR, of which nearly every length is told by the data themselves.

A structure is declared as its members in order, as in the specification.  It becomes headers, each of which ends where
a length, a count or a choice decides what comes next, and rules of the graph between them.

Source: RFC 4506.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ibpkt.protocols.rules import Rule, follow
from ibpkt.protocols.upper.words import upper_header
from ibpkt.schema import BYTES, DEC, TEXT, Field, Header, Leaf, Tail, ValueType, uint


class Later(NamedTuple):
    """Rules that are not known yet: those of a header that is declared later.

    Attributes:
        rules: a list that gets them.
    """

    rules: list[Rule | Later]


Rules = tuple[Rule | Later, ...]
#: bytes of which every item is a multiple
_UNIT = 4


class Opaque(NamedTuple):
    """Bytes behind their number, filled up to whole words: `opaque<>`, `string<>`, or an array of words.

    Attributes:
        name, label, filter: as of a field.
        kind: what the bytes are.
        scale: bytes for each of the number.
        apart: where this header came before, only the number is there: the bytes are moved on their own.
        number: the filter name of the number.
    """

    name: str
    label: str
    filter: str = ""
    kind: ValueType = BYTES
    scale: int = 1
    apart: Header | None = None
    number: str = ""


def string(name: str, label: str, filter: str = "", **facts: Any) -> Opaque:
    """A text."""
    return Opaque(name, label, filter, TEXT, **facts)


def words(name: str, label: str, filter: str = "") -> Opaque:
    """A number of words: a bitmap, a list of numbers."""
    return Opaque(name, label, filter, scale=_UNIT)


class Union(NamedTuple):
    """A union: what follows depends on a number.

    Attributes:
        on: the number.
        arms: members by its value; none where nothing follows.
        otherwise: of all other values; None: those are not known, and a payload follows.
    """

    on: Field
    arms: Mapping[int, Sequence[Member]]
    otherwise: Sequence[Member] | None = None


class Array(NamedTuple):
    """Members as often as a number says."""

    on: Field
    members: Sequence[Member]


class Maybe(NamedTuple):
    """Members that are there if the word before them is 1."""

    on: Field
    members: Sequence[Member]


class Linked(NamedTuple):
    """Members again and again, before each a word that is 1; a 0 ends them."""

    on: Field
    members: Sequence[Member]


#: a header goes on with a structure that is declared already
Member = Field | Opaque | Union | Array | Maybe | Linked | Header


def word(name: str, label: str, kind: ValueType = DEC, **meta: Any) -> Field:
    """A number of 32 bits."""
    return uint(name, 32, label, kind, **meta)


def present(name: str, label: str, filter: str) -> Field:
    """The word that says whether something follows."""
    return uint(name, 32, label, filter=filter, doc="1: something follows, 0: nothing")


class Structures:
    """Makes headers and rules of structures.

    Structures that end alike, and after which the same follows, have these headers in common.

    Args:
        family: what names of items begin with: of headers that do not begin a structure.
        prefix: what names of fields begin with in filters.
        protocol: the name that packets and headers get.
        source: the specification.

    Attributes:
        items: the headers that do not begin a structure.

    """

    def __init__(self, family: str, prefix: str, protocol: str, source: str) -> None:
        self._rules: dict[Header, Rules] = {}
        self._taken: dict[str, int] = {}
        self._known: dict[tuple[Any, ...], Rules] = {}
        self.items: list[Header] = []
        self._family = family
        self._prefix, self._protocol, self._source = prefix, protocol, source

    def header(self, name: str, title: str, *members: Member, then: Rules, shows: str = "", source: str = "") -> Header:
        """Declare a structure; its first header.

        Args:
            name: of its first header; those of the others begin with it.
            title: of its headers.
            *members: its members.
            then: what follows it.
            shows: the line of text, of the first header.
            source: the section; else that of all.
        """
        facts = _Structure(name, title, shows, source or self._source)
        header = _only(self._found(facts, members, then))
        if header is None:
            raise TypeError(f"{name} does not begin with one header")
        return header

    def _found(self, facts: _Structure, members: Sequence[Member], then: Rules) -> Rules:
        """Declare a structure, or find it; the rules that lead to it."""
        if facts.first or not members:
            return self._made(facts, members, then)
        key = (tuple(map(_signature, members)), tuple(map(_whither, then)))
        if key not in self._known:
            self._known[key] = self._made(facts, members, then)
        return self._known[key]

    def _made(self, facts: _Structure, members: Sequence[Member], then: Rules) -> Rules:
        fields: list[Field] = []
        for place, member in enumerate(members):
            if isinstance(member, Field):
                fields.append(member)
                continue
            if isinstance(member, Header):
                return self._plain(facts, fields, _to(member)) if fields else _to(member)
            after = self._found(facts.inner(), members[place + 1 :], then)
            if isinstance(member, Opaque):
                return self._opaque(facts, fields, member, after)
            if isinstance(member, Maybe | Linked):
                if not fields:
                    return self._flag(facts, member, after)
                return self._plain(facts, fields, self._flag(facts.inner(), member, after))
            return self._decided(facts, [*fields, member.on], member, after)
        return self._plain(facts, fields, then) if fields else then

    def _plain(self, facts: _Structure, fields: Sequence[Field], then: Rules, tail: Tail | None = None) -> Rules:
        first = tail if tail and len(fields) == 1 else fields[0]
        header = upper_header(
            facts.name if facts.first else self._named(first.name),
            facts.title if facts.first else first.label,
            self._prefix,
            *map(copy.copy, fields),  # members that several structures have belong to none
            tail=tail,
            summary=facts.shows,
            protocol=self._protocol,
            group=self._prefix,
            source=facts.source,
        )
        self._rules[header] = then
        if not facts.first:
            self.items.append(header)
        return _to(header)

    def _named(self, field: str) -> str:
        """A name for a header that does not begin a structure."""
        name = self._family + "".join(part.capitalize() for part in field.split("_")) + "Item"
        self._taken[name] = self._taken.get(name, 0) + 1
        return name if self._taken[name] == 1 else f"{name}{self._taken[name]}"

    def _opaque(self, facts: _Structure, fields: Sequence[Field], member: Opaque, after: Rules) -> Rules:
        filter = member.filter or f"{self._prefix}.{member.name}"
        length = f"{member.name}_{'count' if member.scale > 1 else 'length'}"
        size = sum(field.width for field in fields) // 8 + _UNIT

        def number() -> Field:
            return word(length, f"{member.label}, Length", filter=member.number or f"{filter}.length")

        tail = Tail(member.name, member.label, filter, length, member.scale, size, _UNIT, member.kind)
        if member.apart is None:
            return self._plain(facts, [*fields, number()], after, tail)
        if fields:  # where the bytes are is decided before their number
            return self._plain(facts, fields, self._opaque(facts.inner(), [], member, after))
        moved = _only(self._plain(facts.inner(), [number()], after))
        assert moved is not None
        return (follow(0, {0: moved}, behind=member.apart), *self._plain(facts, [number()], after, tail))

    def _flag(self, facts: _Structure, member: Maybe | Linked, after: Rules) -> Rules:
        """The word that says whether members follow, and those."""
        begin = self._plain(facts, [member.on], ())
        back = begin if isinstance(member, Linked) else after
        first, header = _only(self._found(facts.inner(), member.members, back)), _only(begin)
        assert first is not None
        assert header is not None
        self._rules[header] = (follow(header.leaf(member.on.name), {1: first}), *after)
        return begin

    def _decided(self, facts: _Structure, fields: Sequence[Field], member: Union | Array, after: Rules) -> Rules:
        begin = self._plain(facts, fields, ())
        header = _only(begin)
        assert header is not None
        on = header.leaf(member.on.name)
        if isinstance(member, Array):
            again: list[Rule | Later] = []
            first = _only(self._found(facts.inner(), member.members, (Later(again),)))
            assert first is not None
            again += [follow(0, {0: first}, times=on), *after]
            self._rules[header] = tuple(again)
            return begin
        ends = _only(after)
        table: dict[Any, Header | tuple[Header, ...]] = {}
        several: list[Rule] = []
        for value, members in member.arms.items():
            arm = self._found(facts.inner(), members, after)
            if members and _only(arm) is None:
                several += [_required(rule, (on, value)) for rule in arm if isinstance(rule, Rule)]
            elif members or ends is not None:
                table[value] = _only(arm) or ()
        other: Header | tuple[Header, ...] | None = None
        if member.otherwise:
            other = _only(self._found(facts.inner(), member.otherwise, after))
        elif member.otherwise is not None:
            other = ends
        elif ends is not None or all(member.arms.values()):
            other = ()
        rule = follow(on, table, otherwise=other)
        self._rules[header] = (*several, rule, *(after if other is None else ()))
        return begin

    def rules(self) -> dict[Header, tuple[Rule, ...]]:
        """What follows each header."""
        return {header: tuple(_settled(rules)) for header, rules in self._rules.items()}


def _settled(rules: Iterable[Rule | Later]) -> Iterator[Rule]:
    for rule in rules:
        if isinstance(rule, Later):
            yield from _settled(rule.rules)
        else:
            yield rule


class _Structure(NamedTuple):
    """What headers of a structure have in common; the first one has the structure's name, and its line of text."""

    name: str
    title: str
    shows: str
    source: str
    first: bool = True

    def inner(self) -> _Structure:
        return self._replace(first=False, shows="")


def _signature(member: Any) -> Any:
    """What a member is: equal ones read the same bytes the same way."""
    if isinstance(member, Field):
        enum = tuple(member.enum.items())
        return member.name, member.width, member.label, member.kind.name, member.filter, enum, member.unit, member.doc
    if isinstance(member, Header):
        return id(member)
    if isinstance(member, Mapping):
        return tuple((value, _signature(members)) for value, members in member.items())
    if isinstance(member, tuple | list):
        return type(member).__name__, *map(_signature, member)
    return member.name if isinstance(member, ValueType) else member


def _whither(rule: Rule | Later) -> tuple[Any, ...]:
    """What a rule leads to, and when."""
    if isinstance(rule, Later):
        return (id(rule.rules),)
    table = tuple(rule.table.items())
    return *rule.on, rule.peek, table, rule.otherwise, rule.require, rule.times, rule.behind


def _to(header: Header) -> Rules:
    return (follow(0, {0: header}),)


def _required(rule: Rule, require: tuple[Leaf, int]) -> Rule:
    """A rule that applies only where a leaf has a value."""
    return Rule(rule.on, rule.peek, rule.table, rule.otherwise, require, times=rule.times, behind=rule.behind)


def _only(rules: Rules) -> Header | None:
    """The one header to which rules lead, whatever is there."""
    rule = rules[0] if len(rules) == 1 else None
    if not isinstance(rule, Rule) or rule.on or rule.peek or rule.require or rule.times or rule.behind or rule.room:
        return None
    return rule.table[0][0] if rule.table[0] else None
