"""Every route of a subnet, walked along the forwarding tables: from each leaf to each LID, many at a time."""

from __future__ import annotations

import dataclasses
import enum
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.fabric.model import FORWARDING_BLOCK, NO_PATH
from ibpkt.fabric.routing.forwarding import NOWHERE, Forwarding

#: routes that are walked at a time
_ROUTES = 100_000
#: failed routes that are listed, one by one; all are counted
_LISTED = 1000


class RouteEnd(enum.StrEnum):
    """How a route ends."""

    ARRIVES = "arrives"
    NO_ROW = "no row"
    DEAD_END = "dead end"
    WRONG_PORT = "wrong port"
    LOOP = "loop"
    UNKNOWN = "row not in the capture"


class FailedRoute(NamedTuple):
    """A route that does not arrive.

    Attributes:
        source: the number of the end that sends.
        lid: where it should arrive.
        why: how it ends.
        switch: the number of the switch where it does; of a loop, one in the loop.
        ports: of how many ports this is so: those linked to the switch at which it begins.
    """

    source: int
    lid: int
    why: RouteEnd
    switch: int
    ports: int


@dataclasses.dataclass
class Walk:
    """What the routes of a subnet do.

    Attributes:
        counts: routes by their ends.
        failed: those that do not arrive, the first of them.
        uses: routes over each channel, shape (channels,).
        follows: which egress port follows a channel on some route, shape (channels, width).
    """

    counts: dict[RouteEnd, int]
    failed: list[FailedRoute]
    uses: Ints
    follows: Bools


class _Front(NamedTuple):
    """Routes under way, one a row: first switch, present one, LID, the channel by which they came, ports that send."""

    leaf: Ints
    at: Ints
    lid: Ints
    channel: Ints
    weight: Ints

    def some(self, rows: Bools) -> _Front:
        return self if rows.all() else _Front(*(column[rows] for column in self))


def walk_routes(forwarding: Forwarding) -> Walk:
    """Walk from each leaf to each LID that an end has.

    A route depends on the switch at which it begins, not on the port that sends: such ports count, and are not walked
    one by one.  The ends' own LIDs are none of their destinations.
    """
    walk = Walk(
        dict.fromkeys(RouteEnd, 0),
        [],
        np.zeros(len(forwarding.next_node), np.int64),
        np.zeros((len(forwarding.next_node), forwarding.width), np.bool_),
    )
    for front in _starts(forwarding):
        _advance(forwarding, walk, front)
    return walk


def _starts(forwarding: Forwarding) -> Iterator[_Front]:
    linked = forwarding.leaf_of != NOWHERE
    senders = np.bincount(forwarding.leaf_of[linked], minlength=len(forwarding.switches))
    leaves = np.flatnonzero(senders)
    lids = forwarding.lids
    at_once = max(1, _ROUTES // max(1, len(lids)))
    for first in range(0, len(leaves), at_once):
        some = leaves[first : first + at_once]
        leaf = np.repeat(some, len(lids))
        own = forwarding.leaf_of[np.tile(forwarding.owners, len(some))] == leaf
        weight = senders[leaf] - own
        front = _Front(leaf, leaf, np.tile(lids, len(some)), np.full(len(leaf), NOWHERE), weight)
        yield front.some(weight > 0)


def _advance(forwarding: Forwarding, walk: Walk, front: _Front) -> None:
    """Hop by hop, until all have ended or have been everywhere."""
    switches, lids = len(forwarding.switches), forwarding.tables.shape[1]
    table, follows = forwarding.tables.ravel(), walk.follows.ravel()
    for hop in range(switches):
        if not len(front.at):
            return
        out = table[front.at * lids + front.lid].astype(np.int64)
        row = out != NO_PATH
        if not row.all():
            known = forwarding.is_known[front.at, front.lid // FORWARDING_BLOCK]
            _finish(forwarding, walk, front.some(~known & ~row), RouteEnd.UNKNOWN)
            _finish(forwarding, walk, front.some(known & ~row), RouteEnd.NO_ROW)
            front, out = front.some(row), out[row]
        channel = front.at * forwarding.width + out
        walk.uses += np.bincount(channel, weights=front.weight, minlength=len(walk.uses)).astype(np.int64)
        if hop:
            follows[front.channel * forwarding.width + out] = True
        node = forwarding.next_node[channel]
        onward = forwarding.is_trunk[channel]
        if not onward.all():
            ended, last = front.some(~onward), node[~onward]
            arrives = last == switches + forwarding.owner_of_lid[ended.lid]
            walk.counts[RouteEnd.ARRIVES] += int(ended.weight[arrives].sum())
            if not arrives.all():
                _finish(forwarding, walk, ended.some(last == NOWHERE), RouteEnd.DEAD_END)
                _finish(forwarding, walk, ended.some((last >= 0) & ~arrives), RouteEnd.WRONG_PORT)
        front = _Front(front.leaf, node, front.lid, channel, front.weight).some(onward)
    _finish(forwarding, walk, front, RouteEnd.LOOP)


def _finish(forwarding: Forwarding, walk: Walk, front: _Front, why: RouteEnd) -> None:
    """Count routes that end, and list the first of them."""
    if not len(front.at):
        return
    walk.counts[why] += int(front.weight.sum())
    if why is RouteEnd.UNKNOWN:
        return
    room = _LISTED - len(walk.failed)
    columns = (column[:room].tolist() for column in (front.leaf, front.at, front.lid, front.weight))
    for leaf, at, lid, weight in zip(*columns, strict=True):
        senders = np.flatnonzero(forwarding.leaf_of == leaf)
        source = next(sender for sender in senders.tolist() if sender != forwarding.owner_of_lid[lid])
        walk.failed.append(FailedRoute(source, lid, why, at, weight))


def loop_of(forwarding: Forwarding, switch: int, lid: int) -> list[int]:
    """The switches of the loop that a packet for a LID runs in from a switch on, from the least on; none if it ends."""
    seen: dict[int, int] = {}
    while 0 <= switch < len(forwarding.switches) and switch not in seen:
        seen[switch] = len(seen)
        out = int(forwarding.tables[switch, lid])
        switch = NOWHERE if out == NO_PATH else int(forwarding.next_node[switch * forwarding.width + out])
    if switch not in seen:
        return []
    loop = list(seen)[seen[switch] :]
    least = loop.index(min(loop))
    return loop[least:] + loop[:least]
