"""Structures of upper protocols out of the values of their fields: XDR, whose headers follow from what they say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ibpkt.protocols import Rule, annotation_graph
from ibpkt.schema import Header

#: headers of one structure, at most
_MOST = 64


def structure(*first: Header, values: Mapping[str, Any], behind: Header | None = None) -> bytes:
    """The bytes of headers, and of those that follow them by the rules of the graph.

    Args:
        *first: the headers with which it begins.
        values: of fields by their names, in every header that has them; the others are at their defaults.  The length
            of a tail follows from its bytes.
        behind: a header that has come before, for rules that depend on it.
    """
    written, data, queue, last = {behind}, bytearray(), [*first], first[-1]
    for _ in range(_MOST):
        if not queue:
            queue += _next(annotation_graph().rules.get(last, ()), values, written)
            if not queue:
                return bytes(data)
        last = queue.pop(0)
        data += _header(last, values)
        written.add(last)
    return bytes(data)


def _header(header: Header, values: Mapping[str, Any]) -> bytes:
    own = {field.name: values.get(field.name, field.default) for field in header.wire}
    if header.tail is None:
        return header.write(own)
    tail = values.get(header.tail.name, b"")
    own[header.tail.field] = len(tail) // header.tail.scale
    size = header.tail.padded(header.size + len(tail))
    return header.write({**own, header.tail.name: tail}).ljust(size, b"\0")


def _next(rules: tuple[Rule, ...], values: Mapping[str, Any], written: set[Header | None]) -> list[Header]:
    """The first chain that the values announce."""
    for rule in rules:
        if rule.behind is not None and rule.behind not in written:
            continue
        if rule.require is not None and values.get(rule.require[0].name) != rule.require[1]:
            continue
        if rule.peek or rule.times is not None or rule.stride is not None:
            continue  # only what follows tells
        number = 0
        for leaf in rule.on:
            number = number << leaf.width | int(values.get(leaf.name, 0))
        chain = rule.table.get(number, rule.otherwise)
        if chain is not None:
            return [*chain]
    return []
