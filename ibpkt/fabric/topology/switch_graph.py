"""The graph whose kind is looked for: switches, the links between them, and how many adapters hang on each."""

from __future__ import annotations

import dataclasses
import functools
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Bools, Ints, cumulative, in_order, run_starts

#: more pairs of links that meet at a switch than this are not listed: 64 bytes each
MOST_PAIRS = 30_000_000


def connected_components(count: int, a: Ints, b: Ints) -> Ints:
    """Which nodes hang together.

    Args:
        count: nodes.
        a: one end of each link, shape (n,).
        b: the other end.

    Returns:
        The number of each node's component, from 0 on in the order of their first nodes, shape (count,).
    """
    labels = np.arange(count, dtype=np.int64)
    while len(a):
        of_a, of_b = labels[a], labels[b]
        apart = of_a != of_b
        if not apart.any():
            break
        a, b, of_a, of_b = a[apart], b[apart], of_a[apart], of_b[apart]
        np.minimum.at(labels, np.maximum(of_a, of_b), np.minimum(of_a, of_b))
        while not np.array_equal(shorter := labels[labels], labels):  # each node gets the label of its label
            labels = shorter
    numbers: Ints = np.unique(labels, return_inverse=True)[1].astype(np.int64)
    return numbers


class LinkPairs(NamedTuple):
    """Two links that meet at a switch, one pair a row.

    Attributes:
        middle: where they meet.
        u: the lesser of the other ends.
        v: the greater.
        to_u: the link between ``middle`` and ``u``.
        to_v: likewise.
    """

    middle: Ints
    u: Ints
    v: Ints
    to_u: Ints
    to_v: Ints


@dataclasses.dataclass(frozen=True)
class SwitchGraph:
    """Switches and the links between them; parallel cables are one link.

    Attributes:
        switches: how many.
        a: the lesser end of each link, shape (links,); links ascend by their ends.
        b: the greater end.
        cables: parallel cables of each link.
        capacity: what they carry together, in Gbit/s, or their number where rates are not known.
        adapters: adapter ports of each switch, shape (switches,).
        adapter_capacity: what these carry together, likewise.
    """

    switches: int
    a: Ints
    b: Ints
    cables: Ints
    capacity: Array
    adapters: Ints
    adapter_capacity: Array

    @classmethod
    def of_cables(
        cls, switches: int, ends: Array, adapters: Array, rates: Array | None = None, adapter_rates: Array | None = None
    ) -> SwitchGraph:
        """A graph out of cables.

        Args:
            switches: how many there are.
            ends: the two switches of each cable, shape (n, 2); a cable of a switch to itself is left out.
            adapters: adapter ports of each switch.
            rates: Gbit/s of each cable, shape (n,); all alike where not given.
            adapter_rates: Gbit/s of all adapter ports of a switch together, shape (switches,).
        """
        pairs = np.sort(np.asarray(ends, np.int64).reshape(-1, 2), axis=1)
        real = pairs[:, 0] != pairs[:, 1]
        pairs = pairs[real]
        weights = np.ones(len(pairs)) if rates is None else np.asarray(rates, np.float64)[real]
        keys = pairs[:, 0] * switches + pairs[:, 1]
        order = in_order(keys)
        starts = run_starts(keys[order])
        pairs, weights = pairs[order], weights[order]
        hanging = np.asarray(adapters, np.int64)
        return cls(
            switches,
            pairs[starts, 0],
            pairs[starts, 1],
            np.diff(starts, append=len(pairs)),
            np.add.reduceat(weights, starts) if len(starts) else np.zeros(0),
            hanging,
            hanging.astype(np.float64) if adapter_rates is None else np.asarray(adapter_rates, np.float64),
        )

    @property
    def links(self) -> int:
        """How many pairs of switches are joined."""
        return len(self.a)

    @functools.cached_property
    def degrees(self) -> Ints:
        """Neighbours of each switch."""
        return np.bincount(np.concatenate((self.a, self.b)), minlength=self.switches)

    @functools.cached_property
    def link_keys(self) -> Ints:
        """A number for each link, ascending: its ends."""
        return self.a * self.switches + self.b

    @functools.cached_property
    def components(self) -> Ints:
        """The number of the component of each switch."""
        return connected_components(self.switches, self.a, self.b)

    @functools.cached_property
    def neighbours(self) -> tuple[Ints, Ints, Ints]:
        """Where each switch's neighbours begin, shape (switches + 1,), the neighbours, ascending, and their links."""
        ends = np.concatenate((self.a, self.b))
        others = np.concatenate((self.b, self.a))
        links = np.tile(np.arange(self.links), 2)
        order = np.lexsort((others, ends))
        return cumulative(self.degrees), others[order], links[order]

    def of(self, switch: int) -> Ints:
        """The neighbours of a switch."""
        starts, others, _links = self.neighbours
        return others[starts[switch] : starts[switch + 1]]

    def link_numbers(self, a: Ints, b: Ints) -> Ints:
        """The link between two switches, -1 where there is none.

        Args:
            a: switches, shape (n,).
            b: others.
        """
        if not self.links:
            return np.full(len(a), -1, np.int64)
        keys = np.minimum(a, b) * self.switches + np.maximum(a, b)
        at = np.minimum(np.searchsorted(self.link_keys, keys), self.links - 1)
        return np.where(self.link_keys[at] == keys, at, -1)

    def absent_pairs(self, one_side: Ints, other_side: Ints) -> Ints:
        """The pairs of a switch of one side and one of the other that no link joins, shape (n, 2)."""
        pairs = np.stack((np.repeat(one_side, len(other_side)), np.tile(other_side, len(one_side))), axis=1)
        return pairs[self.link_numbers(pairs[:, 0], pairs[:, 1]) < 0]

    @functools.cached_property
    def pair_count(self) -> int:
        """How many pairs of links meet at a switch."""
        return int((self.degrees * (self.degrees - 1) // 2).sum())

    def link_pairs(self) -> LinkPairs:
        """All pairs of links that meet at a switch; none where there are more than `MOST_PAIRS`."""
        starts, others, links = self.neighbours
        parts: list[tuple[Ints, ...]] = []
        if self.pair_count <= MOST_PAIRS:
            for degree in np.unique(self.degrees[self.degrees > 1]).tolist():
                middles = np.flatnonzero(self.degrees == degree)
                first, second = np.triu_indices(degree, 1)
                at_first = (starts[middles][:, None] + first).ravel()
                at_second = (starts[middles][:, None] + second).ravel()
                middle = np.repeat(middles, len(first))
                parts.append((middle, others[at_first], others[at_second], links[at_first], links[at_second]))
        if not parts:
            empty = np.zeros(0, np.int64)
            return LinkPairs(empty, empty, empty, empty, empty)
        return LinkPairs(*(np.concatenate(column) for column in zip(*parts, strict=True)))

    def part(self, chosen: Bools) -> tuple[SwitchGraph, Ints]:
        """The graph of some switches and the links between them, and their numbers in this one."""
        numbers = np.flatnonzero(chosen)
        places = np.full(self.switches, -1, np.int64)
        places[numbers] = np.arange(len(numbers))
        inside = chosen[self.a] & chosen[self.b]
        part = SwitchGraph(
            len(numbers),
            places[self.a[inside]],
            places[self.b[inside]],
            self.cables[inside],
            self.capacity[inside],
            self.adapters[numbers],
            self.adapter_capacity[numbers],
        )
        return part, numbers
