"""Stacks of headers out of the protocol graph: for every declared header a short packet that has it.

`ibpkt.strategies` and `ibpkt.craft.vectors` take them, so that a header that is added to the graph is tested.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import NamedTuple

from ibpkt.craft.builder import build
from ibpkt.errors import CallerError
from ibpkt.protocols import BTH, CRCS, INFINIBAND, MAD, OPCODES, Chain, FlowControl, graph, renewed
from ibpkt.protocols.mad.base import MAD_SIZE
from ibpkt.schema import Header


class Stack(NamedTuple):
    """A stack of headers.

    Attributes:
        link: the link type (LINKTYPE_ value).
        headers: outermost first.
    """

    link: int
    headers: Chain

    @property
    def path(self) -> str:
        """The names of the headers, ``LRH/GRH/BTH``."""
        return "/".join(header.name for header in self.headers)


@renewed
@functools.cache
def stacks() -> dict[Header, Stack]:
    """The shortest stack that holds a header and that goes on to BTH, or to an end, where there is a way; by header."""
    found: dict[Header, Stack] = {}
    expanded: set[Chain] = set()
    wave = [Stack(link, ()) for link in sorted(graph().first, key=lambda link: link != INFINIBAND)]
    while wave:
        longer = []
        for stack in wave:
            for chain in _following(stack):
                grown = Stack(stack.link, stack.headers + chain)
                key = grown.headers[-3:]  # what may follow depends on the last header, and on those before it
                if key in expanded or not _stands(grown):
                    continue
                expanded.add(key)
                longer.append(grown)
                for header in chain:
                    if header not in found:
                        found[header] = _finished(grown)
        wave = longer
    return {header: stack for header, stack in found.items() if header not in CRCS}


def _following(stack: Stack) -> Iterator[Chain]:
    rules = graph().rules.get(stack.headers[-1], ()) if stack.headers else (graph().first[stack.link],)
    for rule in rules:
        yield from (chain for chain in dict.fromkeys((*rule.chains, rule.otherwise or ())) if chain)


def _finished(stack: Stack) -> Stack:
    """The stack, and the shortest way from it to BTH; else to an end."""
    wave = [stack]
    for _ in range(4):
        for longer in wave:
            if BTH in longer.headers:
                return _ended(longer)
        candidates = (Stack(start.link, start.headers + chain) for start in wave for chain in _following(start))
        wave = [candidate for candidate in candidates if _stands(candidate)]
    return stack


def _ended(stack: Stack) -> Stack:
    """The stack with what a management datagram must have after its header; one record is a table."""
    while BTH in stack.headers and stack.headers[-1] in graph().rules and stack.headers[-1] is not BTH:
        if any(rule.stride for rule in graph().rules[stack.headers[-1]]):
            break
        for chain in _following(stack):
            grown = Stack(stack.link, stack.headers + chain)
            if stack.headers[-1].name != "DETH" and _stands(grown):
                stack = grown
                break
        else:
            break
    return stack


def _stands(stack: Stack) -> bool:
    """Whether a packet of these headers is decoded as such."""
    size = payload_size(stack.headers) if MAD in stack.headers else 4
    if size is None or size < 0:
        return False
    try:
        packet = build(*stack.headers, payload=bytes(size), link=stack.link)
    except CallerError:
        return False
    return tuple(layer.header for layer in packet.layers[: len(stack.headers)]) == stack.headers


def payload_size(headers: Chain) -> int | None:
    """The bytes that must follow these headers in a valid packet: none, or the rest of a management datagram.

    Returns:
        None where any number will do.
    """
    if MAD in headers:
        return MAD_SIZE - sum(header.size for header in headers[headers.index(MAD) :])
    if BTH not in headers:
        return 0 if FlowControl in headers else None
    extended = headers[headers.index(BTH) + 1 :]
    fitting = [opcode for opcode in OPCODES.values() if opcode.headers == extended]
    return None if any(opcode.payload and opcode.size != 0 for opcode in fitting) else 0
