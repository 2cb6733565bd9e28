"""The headers of a management datagram, found in the protocol graph from the values that are given for its fields."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ibpkt.craft.drafts import Draft, raw_values
from ibpkt.errors import CallerError
from ibpkt.protocols import MAD, Chain, Rule, graph, renewed
from ibpkt.schema import BYTES, TEXT, Derived, Field, Header, Leaf, Part

#: fields of the common header that arguments of their own give
_OWN_ARGUMENTS = ("mgmtclass", "method", "transactionid", "attributeid", "attributemodifier")


@renewed
@functools.cache
def attribute_numbers(mgmtclass: int) -> dict[str, int]:
    """The AttributeIDs by which the graph announces a header in a class, those of registered headers among them."""
    found: dict[str, set[int]] = {}
    for header in class_headers(mgmtclass)[-1:] or (MAD,):
        for rule in graph().rules.get(header, ()):
            for key, chain in rule.table.items():
                values = dict(_split(rule, key))
                number = values.get(MAD.leaf("attributeid"))
                if number is not None and values.get(MAD.leaf("mgmtclass"), mgmtclass) == mgmtclass:
                    for announced in chain:
                        found.setdefault(announced.name, set()).add(number)
    return {name: numbers.pop() for name, numbers in found.items() if len(numbers) == 1}


@renewed
@functools.cache
def class_headers(mgmtclass: int) -> Chain:
    """The headers that a class has in all of its datagrams; none where it differs."""
    rules = (rule for rule in graph().rules[MAD] if rule.on == (MAD.leaf("mgmtclass"),))
    return next((rule.table[mgmtclass] for rule in rules if mgmtclass in rule.table), ())


def _split(rule: Rule, key: int) -> Iterator[tuple[Leaf, int]]:
    """The values of the leaves that a rule looks at, out of a key of its table."""
    for leaf in reversed(rule.on):
        yield leaf, key & ((1 << leaf.width) - 1)
        key >>= leaf.width


class _Values(NamedTuple):
    """What was given for a datagram.

    Attributes:
        common: raw values of the common header.
        base: raw values of other headers, over which `fields` go.
        fields: Python values by the name of their field, for the innermost header that has one of that name.
        placed: Python values by field, for a header that was named: by the header's key.
    """

    common: Mapping[str, Any]
    base: Mapping[Header, Mapping[str, Any]]
    fields: Mapping[str, Any]
    placed: Mapping[str, Mapping[str, Any]]

    def of(self, header: Header) -> dict[str, Any]:
        """The values that a header would have if it were the only one with its fields."""
        if header is MAD:
            return dict(self.common)
        fields = {name: value for name, value in self.fields.items() if _is_settable(header, name)}
        fields = {name: value for name, value in fields.items() if header.leaf(name).count > 1 or not _is_list(value)}
        return {**self.base.get(header, {}), **raw(header, {**fields, **self.placed.get(header.key, {})})}

    def names(self, headers: Sequence[Header]) -> int:
        """How many of the fields, and of the headers that were named, have a place in these headers."""
        fields = sum(1 for name in self.fields if any(_is_settable(header, name) for header in headers))
        return fields + sum(1 for header in headers if header.key in self.placed)


def _is_list(value: object) -> bool:
    return isinstance(value, list | tuple)


def _is_settable(header: Header, name: str) -> bool:
    return isinstance(header.by_name.get(name), Field | Part)


def raw(header: Header, values: Mapping[str, Any]) -> dict[str, Any]:
    """Raw values: bytes and rows that are too short are filled up with zeros, and conditions of parts are met.

    Raises:
        CallerError: as `ibpkt.draft`.
    """
    filled: dict[str, Any] = {}
    for name, value in values.items():
        leaf = header.leaf(name)
        if isinstance(leaf, Part) and leaf.when and leaf.when[0] not in values:  # TrapNumber: the notice is generic
            filled[leaf.when[0]] = leaf.when[1]
        if isinstance(leaf, Field) and leaf.count > 1 and not isinstance(value, Iterable):
            raise CallerError(f"{header.name}.{name} takes {leaf.count} values, not {value!r}", name=name)
        if isinstance(leaf, Field) and leaf.count > 1 and _is_list(value) and len(value) < leaf.count:
            value = (*value, *(leaf.default,) * (leaf.count - len(value)))
        elif isinstance(leaf, Field) and leaf.kind in (BYTES, TEXT) and isinstance(value, bytes | str):
            data = value if isinstance(value, bytes) else raw_text(leaf, value)
            value = data.ljust(leaf.width // 8, b"\0")
        filled[name] = value
    return raw_values(header, filled)


def raw_text(leaf: Field, value: str) -> bytes:
    """The bytes that a text stands for in a field: hexadecimal digits, or itself."""
    try:
        return bytes(leaf.kind.raw(value))
    except ValueError as error:
        raise CallerError(f"{leaf.header.name}.{leaf.name} cannot be {value!r}: {error}", name=leaf.name) from None


def datagram(
    common: Mapping[str, Any],
    fields: Mapping[str, Any],
    base: Mapping[Header, Mapping[str, Any]] | None = None,
    records: Sequence[Mapping[str, Any]] | None = None,
) -> tuple[Draft, ...]:
    """The headers of a datagram with their values.

    Args:
        common: raw values of the common header; its class and attribute say what follows.
        fields: Python values; ``name`` for the innermost header that has such a field, ``header__name`` for that one.
        base: raw values of other headers, over which the fields go.
        records: the records of a table, each as its fields; None for what ``fields`` say.

    Raises:
        CallerError: a field that no header has, a value that does not fit, or records of an attribute without any.
    """
    if records is not None and (isinstance(records, str | bytes) or not isinstance(records, Sequence)):
        raise CallerError(f"records are a list of mappings, not {records!r}", name="records")
    for record in records or ():
        if not isinstance(record, Mapping) or not all(isinstance(name, str) for name in record):
            raise CallerError(f"a record is a mapping of its fields, not {record!r}", name="records")
    placed: dict[str, dict[str, Any]] = {}
    plain: dict[str, Any] = {}
    for path, value in fields.items():
        key, _, name = path.rpartition("__")
        if value is not None:
            (placed.setdefault(key.lower(), {}) if key else plain)[name] = value
    values = _Values({**common, **raw(MAD, placed.pop(MAD.key, {}))}, base or {}, plain, placed)
    chain = _chain(values, table=records is not None)
    if records is not None:
        return _with_records(chain, values, records)
    return _drafts(chain, values)


def _chain(values: _Values, table: bool) -> list[Header]:
    """The headers, from MAD on: those that the graph announces, or those that the given fields need."""
    rules = graph().rules
    chain: list[Header] = [MAD]
    known: dict[Header, Mapping[str, Any]] = {MAD: values.of(MAD)}
    while True:
        following = _following(rules.get(chain[-1], ()), known, values, table)
        if not following:
            return chain
        for header in following:
            known[header] = values.of(header)
        chain += following


def _following(rules: Sequence[Rule], known: Mapping[Header, Mapping[str, Any]], values: _Values, table: bool) -> Chain:
    for rule in rules:
        if rule.stride or rule.peek or (rule.require and _value(rule.require[0], known) != rule.require[1]):
            continue
        number = 0
        for leaf in rule.on:
            number = number << leaf.width | _value(leaf, known, table)
        chain = rule.table.get(number, rule.otherwise)
        open_chains = _open_chains(rule, known)
        if open_chains and (chain is None or chain == rule.otherwise):  # what the given fields need
            best = max(open_chains, key=values.names)
            chain = best if chain is None or values.names(best) > values.names(chain) else chain
        if chain is not None:
            return chain
    return ()


def _value(leaf: Leaf, known: Mapping[Header, Mapping[str, Any]], table: bool = False) -> int:
    given = known.get(leaf.header, {})
    wire = {field.name: field.default for field in leaf.header.wire}
    if table and leaf.name == "rmppflags":
        wire[leaf.name] = 7  # a table of one packet
    return int(leaf.header.leaf_value(leaf, {**wire, **given}, {}))


def _open_chains(rule: Rule, known: Mapping[Header, Mapping[str, Any]]) -> list[Chain]:
    """The chains of a rule that looks only at fields for which nothing was given."""
    for leaf in rule.on:
        field = leaf.header.parent(leaf) if isinstance(leaf, Part) else leaf
        if leaf.header is MAD or field.name in known.get(leaf.header, {}):
            return []
    return [chain for chain in rule.chains if chain] if rule.on else []


def _with_records(chain: list[Header], values: _Values, records: Sequence[Mapping[str, Any]]) -> tuple[Draft, ...]:
    """A table: the headers of the class, and the records one after the other."""
    rules = graph().rules
    place = next((at for at, header in enumerate(chain) if any(rule.stride for rule in rules.get(header, ()))), None)
    if place is None and not records:  # an empty table of any attribute
        place = 1 + len(class_headers(values.common["mgmtclass"]))
    if place is None:
        raise CallerError(f"{chain[-1].name} is no record, and cannot stand in a table", name="records")
    if values.fields and records:
        for name in values.fields:
            if not any(_is_settable(header, name) for header in chain[:place]):
                raise CallerError(f"{name} belongs to a record: give it in records=", name=name)
    drafts = _drafts(chain[:place], values)
    return (*drafts, *(Draft(chain[place], raw(chain[place], record)) for record in records))


def _drafts(chain: Sequence[Header], values: _Values) -> tuple[Draft, ...]:
    """Each field goes to the innermost header that has it; a header that occurs often takes a list, an item each."""
    keys = {header.key for header in chain}
    for key in values.placed:
        if key not in keys:
            raise CallerError(f"the datagram has no header {key!r}", name=key, known=keys)
    given: list[dict[str, Any]] = [dict(values.placed.get(header.key, {})) for header in chain]
    for name, value in values.fields.items():
        places = [at for at, header in enumerate(chain) if _is_settable(header, name)]
        if not places or (places == [0] and name in _OWN_ARGUMENTS):
            raise _unknown(name, chain)
        last = chain[places[-1]]
        repeated = [at for at in places if chain[at] is last]
        items = list(value) if len(repeated) > 1 and _is_list(value) else [value] * len(repeated)
        if len(items) > len(repeated):
            raise CallerError(f"{last.name}.{name} takes {len(repeated)} values, not {len(items)}", name=name)
        for at, item in zip(repeated, items, strict=False):
            given[at].setdefault(name, item)
    drafts = [
        Draft(header, {**values.base.get(header, {}), **raw(header, given[at])}) for at, header in enumerate(chain)
    ]
    drafts[0].raw.update({**values.common, **drafts[0].raw})
    return tuple(drafts)


def _unknown(name: str, chain: Sequence[Header]) -> CallerError:
    known = [
        leaf.name
        for header in chain
        for leaf in header.leaves
        if not isinstance(leaf, Derived) and not leaf.reserved and not (header is MAD and leaf.name in _OWN_ARGUMENTS)
    ]
    what = "/".join(header.name for header in chain[1:]) or MAD.name
    return CallerError(f"{what} has no field {name}", name=name, known=[*known, "tid", "modifier", "path"])
