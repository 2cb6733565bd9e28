"""The fields that announce the next header (EtherType, OpCode, LNH, …), out of the protocol graph."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from ibpkt.craft.datagrams import DATAGRAM_LEAVES, OF_THE_CLASS, address_datagram, announce_records, complete_datagram
from ibpkt.craft.drafts import Draft
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, MAD, OPCODES, Chain, Graph, Rule, graph, renewed
from ibpkt.schema import Header, Leaf, Part


def field_name(leaf: Leaf) -> str:
    """The name of the field in which a leaf stands on the wire: its own, or that of the field of which it is a part."""
    return leaf.header.parent(leaf).name if isinstance(leaf, Part) else leaf.name


@renewed
@functools.cache
def computed_fields(header: Header) -> frozenset[str]:
    """The fields of a header that `ibpkt.build` computes where no value is given."""
    leaves = (leaf for rules in graph().rules.values() for rule in rules for leaf in rule.looks_at())
    own = OF_THE_CLASS if header is MAD else ()
    return frozenset((*header.computed, *own, *(field_name(leaf) for leaf in leaves if leaf.header is header)))


def announced(given: Sequence[Draft], rules: Graph, payload: bool, strict: bool) -> list[Draft]:
    """The headers, with what announces the following ones filled in where no value was given.

    Args:
        given: the headers, outermost first.
        rules: the graph.
        payload: whether a payload follows.
        strict: refuse a header that the graph does not know after the one before it.

    Raises:
        CallerError: a header that does not follow the one before it.
    """
    stack = [Draft(draft.header, dict(draft.raw)) for draft in given]
    headers = tuple(draft.header for draft in stack)
    if MAD in headers:
        address_datagram(stack, rules)
        announce_records(stack, rules)
    shared: dict[tuple[int, str], int] = {}  # fields of which several parts announce
    at = 0
    while at < len(stack):
        following = headers[at + 1 :]
        step = _step(headers[at], rules, following, payload)
        if strict and following and (step is None or (headers[at] is BTH and not step[2])):
            raise CallerError(
                f"{following[0].name} does not follow {headers[at].name}; strict=False builds it all the same",
                name=following[0].name,
            )
        if step is None:
            at += 1
            continue
        rule, number, length = step
        if rule is not None:
            _set_key(stack, at, rule, number, shared)
        at += max(1, length)
    if MAD in headers:
        complete_datagram(stack)
    return stack


def _step(header: Header, rules: Graph, following: Chain, payload: bool) -> tuple[Rule | None, int, int] | None:
    """The row of the graph that leads on: the rule, the value of its key, and how many headers it announces."""
    if header is BTH:
        rows = [row for row in OPCODES.values() if row.headers == following[: len(row.headers)]]
        longest = max((len(row.headers) for row in rows), default=0)
        rows = [row for row in rows if len(row.headers) == longest]
        best = min(rows, key=lambda row: (row.obsolete, row.position != "only", row.payload != payload, row.code))
        return rules.rules[BTH][0], best.code, longest
    best_step: tuple[Rule | None, int, int] | None = None
    begun: tuple[Rule | None, int, int] | None = None  # the rest of a datagram is zeros, which need no headers
    for rule in rules.rules.get(header, ()):
        chains = [(number, chain) for number, chain in rule.table.items() if chain]
        if rule.otherwise:
            chains.append((-1, rule.otherwise))
        for number, chain in chains:
            if rule.stride and following[:1] == (rule.stride.gap,):
                gap = rule.stride.gap
                between = next((place for place, next_header in enumerate(following) if next_header is not gap), 0)
                chain = (gap,) * between + rule.table[0]
            if chain == following[: len(chain)] and (best_step is None or len(chain) > best_step[2]):
                best_step = (rule if number >= 0 else None, number, len(chain))
            elif begun is None and header.role == "management" and following and chain[: len(following)] == following:
                begun = (rule if number >= 0 else None, number, len(following))
    return best_step or begun if best_step or following else (None, 0, 0)


def _set_key(stack: Sequence[Draft], at: int, rule: Rule, number: int, shared: dict[tuple[int, str], int]) -> None:
    for leaf in reversed(rule.on):
        part, number = number & ((1 << leaf.width) - 1), number >> leaf.width
        place = next((i for i in range(at, -1, -1) if stack[i].header is leaf.header), None)
        if place is None:
            continue
        raw = stack[place].raw
        if isinstance(leaf, Part):
            field = leaf.header.parent(leaf)
            if raw.get(field.name) == shared.get((place, field.name)):  # not given, or set here for another part
                shift = field.width - leaf.offset - leaf.width
                value = int(raw.get(field.name, field.default)) | part << shift
                raw[field.name] = shared[place, field.name] = value
        else:
            raw.setdefault(leaf.name, part)


def deciding_fields(headers: Sequence[Header], rules: Graph, peek: int) -> tuple[tuple[int, str], ...]:
    """The fields whose values decide what a template looks like: (the header's place in the stack, the field's name).

    Those before BTH decide how the packet is read, and so where its CRCs lie.

    Args:
        headers: the stack.
        rules: the graph.
        peek: bits of the first header at which the graph looks before it reads it.
    """
    leaves: set[Leaf] = set(DATAGRAM_LEAVES if MAD in headers else ())
    if BTH in headers:
        leaves.update(field for field in headers[0].wire if field.bit < peek)
        for header in headers[: headers.index(BTH)]:
            for rule in rules.rules.get(header, ()):
                leaves.update(rule.on)
                leaves.update(rule.require[:1] if rule.require else ())
            if header.partial:
                leaves.add(header.leaf(header.partial))
    names = {(leaf.header, field_name(leaf)) for leaf in leaves}
    return tuple((index, name) for index, header in enumerate(headers) for owner, name in names if owner is header)
