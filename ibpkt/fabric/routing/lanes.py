"""Dependencies of channels by virtual lane: which lane a route takes at each hop, by its SL and the SL-to-VL tables."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.model import NO_PATH
from ibpkt.fabric.routing.forwarding import NOWHERE, Forwarding

#: virtual lanes of a link; the last of them is none on which data goes
LANES, _DROPPED = 16, 15
#: routes that are walked at a time
_ROUTES = 1_000_000


class LaneDependencies(NamedTuple):
    """Which channel and lane follows which on some route: each a channel times `LANES` plus the lane.

    Attributes:
        tails: channels and lanes, shape (n,), each pair once.
        heads: those that follow them.
        routes: routes whose SL is known, from one LID to another.
        dropped: those of them that end at a switch whose table gives them no lane for data.
    """

    tails: Ints
    heads: Ints
    routes: int
    dropped: int


def lane_dependencies(forwarding: Forwarding, path_sl: dict[tuple[int, int], int]) -> LaneDependencies:
    """The dependencies of routes whose SL is known.

    Args:
        forwarding: tables and cables.
        path_sl: SL by (source LID, destination LID).
    """
    pairs = np.array([(*pair, level) for pair, level in path_sl.items()], np.int64).reshape(-1, 3)
    size = len(forwarding.owner_of_lid)
    pairs = pairs[(pairs[:, :2] < size).all(axis=1)]
    source, target = forwarding.owner_of_lid[pairs[:, 0]], forwarding.owner_of_lid[pairs[:, 1]]
    between = (source != NOWHERE) & (target != NOWHERE) & (source != target)
    between &= forwarding.leaf_of[source] != NOWHERE
    pairs, source = pairs[between], source[between]
    found: list[Ints] = [np.zeros(0, np.int64)]
    dropped = 0
    channels = len(forwarding.next_node) * LANES
    for first in range(0, len(pairs), _ROUTES):
        some = slice(first, first + _ROUTES)
        keys, lost = _walk(forwarding, source[some], pairs[some, 1], pairs[some, 2], channels)
        found.append(keys)
        dropped += lost
    keys = np.unique(np.concatenate(found))
    return LaneDependencies(keys // channels, keys % channels, len(pairs), dropped)


def _walk(forwarding: Forwarding, source: Ints, lid: Ints, level: Ints, channels: int) -> tuple[Ints, int]:
    """Pairs of channels and lanes that follow one another, as numbers; and routes without a lane for data."""
    at, entry = forwarding.leaf_of[source], forwarding.leaf_port[source]
    before = np.full(len(at), NOWHERE)
    found: list[Ints] = [np.zeros(0, np.int64)]
    dropped = 0
    for _hop in range(len(forwarding.switches)):
        out = forwarding.tables[at, lid].astype(np.int64)
        channel = at * forwarding.width + np.where(out == NO_PATH, 0, out)
        onward = (out != NO_PATH) & forwarding.is_trunk[channel]
        at, entry, out, channel = at[onward], entry[onward], out[onward], channel[onward]
        lid, level, before = lid[onward], level[onward], before[onward]
        if not len(at):
            break
        lane = forwarding.lanes(at, entry, out, level)
        usable = lane != _DROPPED
        dropped += int((~usable).sum())
        here = channel * LANES + lane
        follows = usable & (before >= 0)
        found.append(np.unique(before[follows] * channels + here[follows]))
        lid, level, before = lid[usable], level[usable], here[usable]
        at, entry = forwarding.next_node[channel[usable]], forwarding.ingress[channel[usable]]
    return np.concatenate(found), dropped
