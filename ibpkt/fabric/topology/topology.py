"""What is said of a graph: its kind, how sure that is, its dimensions, and what it lacks of the whole of its kind."""

from __future__ import annotations

import dataclasses
import enum

import numpy as np

from ibpkt.arrays import Ints

#: graphs that would have fewer links if they were whole must be whole: with so few, chance makes any damaged graph
SMALL = 30


class TopologyKind(enum.StrEnum):
    """Kinds of graphs that switches are joined in."""

    BACK_TO_BACK = "back-to-back"
    STAR = "star"
    LINE = "line"
    RING = "ring"
    TREE = "tree"
    FULL_MESH = "full-mesh"
    FAT_TREE = "fat-tree"
    HYPERCUBE = "hypercube"
    TORUS = "torus"
    MESH = "mesh"
    HYPERX = "hyperx"
    DRAGONFLY = "dragonfly"
    DRAGONFLY_PLUS = "dragonfly+"
    IRREGULAR = "irregular"


@dataclasses.dataclass(frozen=True)
class KindName:
    """A kind with its dimensions, as ``torus 4x4``."""

    kind: TopologyKind
    dims: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.kind} {'x'.join(map(str, self.dims))}" if self.dims else str(self.kind)


def no_pairs() -> Ints:
    """No pairs of switches, shape (0, 2)."""
    return np.zeros((0, 2), np.int64)


def no_columns() -> Ints:
    """No columns of places, shape (0, 0)."""
    return np.zeros((0, 0), np.int64)


@dataclasses.dataclass(frozen=True)
class Topology:
    """The kind of a graph of switches, and how it differs from the whole graph of this kind.

    Attributes:
        kind: None where the graph falls into pieces, or there is nothing to see.
        ideal_links: links between switches that the whole has, parallel cables counted once.
        lost_links: links of the whole that are absent, those of switches that are absent too included.
        lost_switches: switches of the whole that are absent.
        lost_pairs: the ends of absent links as far as they are known, shape (n, 2), -1 for an end that is not.
        extra_links: ends of links that the whole does not have, shape (n, 2).
        thin_trunks: links with fewer parallel cables than the others: (switch, switch, cables, cables of the others).
        dims: sizes of a torus, mesh or HyperX; of a hypercube its dimension; of a dragonfly groups, routers of a group
            and global links between two groups; of a dragonfly+ groups, leaves and spines of a group, and these links.
        open_dims: those of ``dims``, by place, which do not close to a ring although others do.
        levels: levels of switches of a fat tree or tree, else 0.
        shape: of a fat tree, between each level and the next (children, parents) of a block in which each is linked
            to each.
        blocking: of a fat tree, for each level but the last, what comes from below over what goes up: the median of the
            level's switches, and the worst.
        places: where the kind puts each switch, shape (switches, k): along a ring or line its place; in a tree its
            level; in a product its coordinates; in a dragonfly its group, in a dragonfly+ group and level.
        also: other kinds of which the graph is an exact instance.
        pieces: the topologies of the parts where the graph falls into several.
        piece_of: the part that each switch is in, shape (switches,).
    """

    kind: TopologyKind | None
    ideal_links: int = 0
    lost_links: int = 0
    lost_switches: int = 0
    lost_pairs: Ints = dataclasses.field(default_factory=no_pairs)
    extra_links: Ints = dataclasses.field(default_factory=no_pairs)
    thin_trunks: tuple[tuple[int, int, int, int], ...] = ()
    dims: tuple[int, ...] = ()
    open_dims: tuple[int, ...] = ()
    levels: int = 0
    shape: tuple[tuple[int, int], ...] = ()
    blocking: tuple[tuple[float, float], ...] = ()
    places: Ints = dataclasses.field(default_factory=no_columns)
    also: tuple[KindName, ...] = ()
    pieces: tuple[Topology, ...] = ()
    piece_of: Ints = dataclasses.field(default_factory=lambda: np.zeros(0, np.int64))

    @property
    def misfit(self) -> int:
        """How much differs from the whole; an extra link counts three times a lost one."""
        return self.lost_links + 3 * len(self.extra_links)

    @property
    def exact(self) -> bool:
        """Whether nothing differs from the whole; parallel cables apart."""
        return self.misfit == 0 and self.lost_switches == 0

    @property
    def sure(self) -> float:
        """How well the name fits, from 0 to 1: 1 for an exact match; a share of links, no probability."""
        if self.kind is None:
            return 0.0
        if not self.misfit:
            return 1.0
        return round(max(0.0, 1 - 2 * self.misfit / max(1, self.ideal_links)), 4)

    @property
    def name(self) -> str:
        """Kind and dimensions, as ``torus 4x4``."""
        return "unknown" if self.kind is None else str(KindName(self.kind, self.dims))

    @property
    def k_ary(self) -> tuple[int, int] | None:
        """Of a k-ary n-tree its k and n, else None."""
        sizes = {size for pair in self.shape for size in pair}
        return (sizes.pop(), self.levels) if len(sizes) == 1 else None
