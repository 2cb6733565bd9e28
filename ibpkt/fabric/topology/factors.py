"""Factors of a Cartesian product, their kinds, and the names that products of them have."""

from __future__ import annotations

import dataclasses

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.fabric.topology.topology import KindName, TopologyKind


@dataclasses.dataclass(frozen=True)
class Factor:
    """A factor: a path, a cycle or a complete graph, in which the layers across a dimension are joined.

    Attributes:
        size: layers.
        is_path: they are joined one after the other; two layers are a path, too.
        is_cycle: in a ring; three layers are a ring and complete.
        is_complete: each with each.
        pairs: layers that are joined, lesser first, shape (n, 2).
        order: the place of each layer along the path or cycle.
    """

    size: int
    is_path: bool
    is_cycle: bool
    is_complete: bool
    pairs: Ints
    order: Ints

    @classmethod
    def of(cls, size: int, pairs: Ints) -> Factor | None:
        """The factor of some joined layers; None where it is none of the three.

        Args:
            size: layers.
            pairs: shape (n, 2), each once.
        """
        near: list[list[int]] = [[] for _layer in range(size)]
        for one, other in pairs.tolist():
            near[one].append(other)
            near[other].append(one)
        degrees = [len(each) for each in near]
        chain = _chain(near) if max(degrees) <= 2 else []
        in_chain = len(chain) == size
        is_path = in_chain and len(pairs) == size - 1
        is_cycle = in_chain and len(pairs) == size >= 3
        is_complete = len(pairs) == size * (size - 1) // 2
        if not (is_path or is_cycle or is_complete):
            return None
        order = np.arange(size)
        if in_chain:
            order[chain] = np.arange(size)
        return cls(size, is_path, is_cycle, is_complete, pairs, order)


def _chain(near: list[list[int]]) -> list[int]:
    """Layers one after the other, from an end on if there is one."""
    start = next((layer for layer, others in enumerate(near) if len(others) == 1), 0)
    chain, seen = [start], {start}
    while (onward := next((other for other in near[chain[-1]] if other not in seen), None)) is not None:
        chain.append(onward)
        seen.add(onward)
    return chain


def _large_first(*sizes: int) -> tuple[int, ...]:
    return tuple(sorted(sizes, reverse=True))


def names(factors: list[Factor]) -> list[tuple[KindName, tuple[int, ...]]]:
    """All names of a product, the simplest first, each with the places of its dimensions that are open in a torus.

    Prime factors are unique, names are not: a ring of four is the product of two pairs, one of three is complete.
    """
    sizes = [factor.size for factor in factors]
    pairs = sum(size == 2 for size in sizes) + 2 * sum(factor.is_cycle and factor.size == 4 for factor in factors)
    large = [factor for factor in factors if factor.size > 2 and not (factor.is_cycle and factor.size == 4)]
    large_sizes = [factor.size for factor in large]
    none: tuple[int, ...] = ()
    found: list[tuple[KindName, tuple[int, ...]]] = []
    if not large:
        found.append((KindName(TopologyKind.HYPERCUBE, (pairs,)), none))
    if all(factor.is_cycle for factor in large):
        for fours in range(pairs // 2, -1 if large else 0, -1):
            dims = _large_first(*large_sizes, *[4] * fours, *[2] * (pairs - 2 * fours))
            found.append((KindName(TopologyKind.TORUS, dims), none))
    if all(factor.is_path for factor in large):
        found.append((KindName(TopologyKind.MESH, _large_first(*large_sizes, *[2] * pairs)), none))
    if all(factor.is_complete for factor in large):
        found.append((KindName(TopologyKind.HYPERX, _large_first(*large_sizes, *[2] * pairs)), none))
    if not found and all(factor.is_path or factor.is_cycle for factor in large):
        closed = [(factor.size, factor.is_path) for factor in large] + [(4, False)] * (pairs // 2)
        closed += [(2, False)] * (pairs % 2)
        closed.sort(key=lambda dimension: (-dimension[0], dimension[1]))
        open_dims = tuple(place for place, (_size, is_open) in enumerate(closed) if is_open)
        found.append((KindName(TopologyKind.TORUS, tuple(size for size, _open in closed)), open_dims))
    return found
