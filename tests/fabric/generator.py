"""Random fabrics of every kind, whole and damaged, and graphs that look like them and are none."""

from __future__ import annotations

import dataclasses
import itertools
import random

import numpy as np

from ibpkt.fabric.topology import TopologyKind
from ibpkt.fabric.topology.switch_graph import SwitchGraph


@dataclasses.dataclass
class Drawn:
    """A drawn graph: pairs of switches, one a cable, and the adapters on each switch."""

    kind: TopologyKind
    dims: tuple[int, ...]
    switches: int
    cables: list[tuple[int, int]]
    adapters: list[int]
    lost: int = 0

    @property
    def links(self) -> int:
        return len(set(self.cables))

    def graph(self, rng: random.Random) -> SwitchGraph:
        """Switches and cables in random order."""
        numbers = list(range(self.switches))
        rng.shuffle(numbers)
        cables = [(numbers[a], numbers[b])[:: rng.choice((1, -1))] for a, b in self.cables]
        rng.shuffle(cables)
        adapters = np.zeros(self.switches, np.int64)
        adapters[numbers] = self.adapters
        return SwitchGraph.of_cables(self.switches, np.array(cables, np.int64).reshape(-1, 2), adapters)


def two_levels(rng, leaves=None, spines=None):
    leaves, spines = leaves or rng.randint(3, 16), spines or rng.randint(2, 8)
    cables = [(leaf, leaves + spine) for leaf in range(leaves) for spine in range(spines)]
    adapters = [rng.randint(1, 8)] * leaves + [0] * spines
    return Drawn(TopologyKind.FAT_TREE, (leaves, spines), leaves + spines, cables, adapters)


def k_ary_tree(rng, k=None, n=None):
    k, n = k or rng.randint(2, 5), n or rng.choice((3, 3, 4))
    row = k ** (n - 1)
    cables = []
    for level in range(n - 1):  # the switches of a row that differ in the digit of the level are in one block
        step = k**level
        for low in range(row):
            base = low - (low // step % k) * step
            cables += [(level * row + low, (level + 1) * row + base + digit * step) for digit in range(k)]
    return Drawn(TopologyKind.FAT_TREE, (k, n), n * row, cables, [k] * row + [0] * (row * (n - 1)))


def pods(rng):
    count, leaves, aggregations, cores = rng.randint(3, 6), rng.randint(2, 5), rng.randint(2, 4), rng.randint(1, 3)
    size = leaves + aggregations
    cables = []
    for pod in range(count):
        for aggregation in range(aggregations):
            middle = pod * size + leaves + aggregation
            cables += [(pod * size + leaf, middle) for leaf in range(leaves)]
            cables += [(middle, count * size + aggregation * cores + core) for core in range(cores)]
    adapters = ([4] * leaves + [0] * aggregations) * count + [0] * (aggregations * cores)
    return Drawn(TopologyKind.FAT_TREE, (count,), count * size + aggregations * cores, cables, adapters)


def product(kind, dims, factor):
    """The product of factors: ``factor`` says which places of a dimension are joined."""
    places = list(itertools.product(*map(range, dims)))
    number = {place: at for at, place in enumerate(places)}
    cables = set()
    for place in places:
        for axis, size in enumerate(dims):
            for other in factor(place[axis], size):
                far = number[(*place[:axis], other, *place[axis + 1 :])]
                cables.add((min(number[place], far), max(number[place], far)))
    named = tuple(sorted(dims, reverse=True))
    return Drawn(kind, named, len(places), sorted(cables), [1] * len(places))


def _ring(at, size):
    return {(at + 1) % size} - {at}


def _path(at, size):
    return {at + 1} if at + 1 < size else set()


def _all(at, size):
    return set(range(at + 1, size))


def torus_2d(rng):
    return product(TopologyKind.TORUS, (rng.randint(5, 9), rng.randint(3, 9)), _ring)


def torus_3d(rng):
    return product(TopologyKind.TORUS, (rng.randint(5, 6), rng.randint(3, 5), rng.randint(3, 5)), _ring)


def mesh_2d(rng):
    return product(TopologyKind.MESH, (rng.randint(4, 9), rng.randint(4, 9)), _path)


def mesh_3d(rng):
    return product(TopologyKind.MESH, (rng.randint(3, 5), rng.randint(3, 4), rng.randint(2, 4)), _path)


def hypercube(rng):
    dimension = rng.randint(4, 7)
    drawn = product(TopologyKind.HYPERCUBE, (2,) * dimension, _all)
    return dataclasses.replace(drawn, dims=(dimension,))


def hyperx_2d(rng):
    return product(TopologyKind.HYPERX, (rng.randint(4, 8), rng.randint(3, 8)), _all)


def hyperx_3d(rng):
    return product(TopologyKind.HYPERX, (rng.randint(4, 5), rng.randint(2, 5), rng.randint(2, 5)), _all)


def dragonfly(rng):
    """Each router has some global links, dealt out in the order of the groups; one between any two groups."""
    routers, of_router = rng.randint(3, 8), rng.randint(1, 2)
    count = routers * of_router + 1
    cables = [
        (group * routers + one, group * routers + other)
        for group in range(count)
        for one, other in itertools.combinations(range(routers), 2)
    ]
    for one, other in itertools.combinations(range(count), 2):
        at_one, at_other = other - 1, one  # the group numbers without its own
        cables.append((one * routers + at_one // of_router, other * routers + at_other // of_router))
    return Drawn(TopologyKind.DRAGONFLY, (count, routers, 1), count * routers, cables, [2] * (count * routers))


def dragonfly_plus(rng):
    count, leaves, spines = rng.randint(4, 7), rng.randint(2, 5), 0
    spines = rng.choice([size for size in range(2, 7) if (count - 1) % size == 0 or size == count - 1] or [count - 1])
    size = leaves + spines
    cables = [
        (group * size + leaf, group * size + leaves + spine)
        for group in range(count)
        for leaf in range(leaves)
        for spine in range(spines)
    ]
    each = (count - 1) // spines
    for one, other in itertools.combinations(range(count), 2):
        cables.append((one * size + leaves + (other - 1) // each, other * size + leaves + one // each))
    adapters = ([rng.randint(1, 4)] * leaves + [0] * spines) * count
    return Drawn(TopologyKind.DRAGONFLY_PLUS, (count, leaves, spines, 1), count * size, cables, adapters)


def full_mesh(rng):
    switches = rng.randint(4, 16)
    return Drawn(
        TopologyKind.FULL_MESH, (switches,), switches, list(itertools.combinations(range(switches), 2)), [2] * switches
    )


def ring(rng):
    switches = rng.randint(5, 40)
    cables = [(at, (at + 1) % switches) for at in range(switches)]
    return Drawn(TopologyKind.RING, (switches,), switches, cables, [1] * switches)


def line(rng):
    switches = rng.randint(2, 40)
    return Drawn(TopologyKind.LINE, (switches,), switches, [(at, at + 1) for at in range(switches - 1)], [1] * switches)


def plain_tree(rng):
    branching, depth = rng.randint(2, 4), rng.randint(2, 4)
    switches = sum(branching**level for level in range(depth))
    cables = [((at - 1) // branching, at) for at in range(1, switches)]
    first_leaf = switches - branching ** (depth - 1)
    if switches < 4:
        return plain_tree(rng)
    return Drawn(TopologyKind.TREE, (), switches, cables, [2 * (at >= first_leaf) for at in range(switches)])


#: every kind, by the name of its generator
KINDS = (
    *(two_levels, k_ary_tree, pods, torus_2d, torus_3d, mesh_2d, mesh_3d, hypercube, hyperx_2d, hyperx_3d),
    *(dragonfly, dragonfly_plus, full_mesh, ring, line, plain_tree),
)
#: those of which a link less is still that kind
ROBUST = KINDS[:-3]


def is_connected(drawn: Drawn) -> bool:
    near = {at: set() for at in range(drawn.switches)}
    for a, b in drawn.cables:
        near[a].add(b)
        near[b].add(a)
    seen, waiting = {0}, [0]
    while waiting:
        fresh = near[waiting.pop()] - seen
        seen |= fresh
        waiting += fresh
    return len(seen) == drawn.switches


def without_links(rng, drawn: Drawn, count: int) -> Drawn | None:
    """The graph less some random links, None where that cuts it into pieces."""
    cables = list(drawn.cables)
    rng.shuffle(cables)
    found = dataclasses.replace(drawn, cables=cables[count:], lost=count)
    return found if is_connected(found) else None


def without_switch(rng, drawn: Drawn) -> Drawn | None:
    """The graph less a random switch and its links."""
    gone = rng.randrange(drawn.switches)
    kept = [(a, b) for a, b in drawn.cables if gone not in (a, b)]
    found = dataclasses.replace(
        drawn,
        switches=drawn.switches - 1,
        cables=[(a - (a > gone), b - (b > gone)) for a, b in kept],
        adapters=drawn.adapters[:gone] + drawn.adapters[gone + 1 :],
        lost=len(drawn.cables) - len(kept),
    )
    return found if is_connected(found) else None


def rewired(rng, drawn: Drawn, exchanges: int | None = None) -> Drawn | None:
    """A graph of the same degrees: pairs of cables with exchanged ends, each of them some six times where not said."""
    cables = sorted({(min(a, b), max(a, b)) for a, b in drawn.cables})
    there = set(cables)
    wanted, done = exchanges if exchanges is not None else 3 * len(cables), 0
    for _attempt in range(20 * wanted + 100):
        if done == wanted:
            break
        first, second = rng.sample(range(len(cables)), 2)
        (a, b), (c, d) = cables[first], cables[second][:: rng.choice((1, -1))]
        one, other = (min(a, d), max(a, d)), (min(c, b), max(c, b))
        if len({a, b, c, d}) < 4 or one in there or other in there:
            continue
        there -= {cables[first], cables[second]}
        there |= {one, other}
        cables[first], cables[second] = one, other
        done += 1
    found = dataclasses.replace(drawn, kind=TopologyKind.IRREGULAR, cables=cables)
    return found if done == wanted and is_connected(found) else None


def with_chord(rng, drawn: Drawn) -> Drawn | None:
    """The graph with one link more."""
    there = {frozenset(cable) for cable in drawn.cables}
    absent = [pair for pair in itertools.combinations(range(drawn.switches), 2) if frozenset(pair) not in there]
    if not absent:
        return None
    return dataclasses.replace(drawn, kind=TopologyKind.IRREGULAR, cables=[*drawn.cables, rng.choice(absent)])


def at_random(rng) -> Drawn | None:
    """A graph with a random number of random links, a few adapters on each switch."""
    switches = rng.randint(5, 30)
    pairs = list(itertools.combinations(range(switches), 2))
    count = min(len(pairs), rng.randint(switches, 4 * switches))
    adapters = [rng.randint(0, 3) for _switch in range(switches)]
    found = Drawn(TopologyKind.IRREGULAR, (), switches, rng.sample(pairs, count), adapters)
    return found if is_connected(found) else None


def leaves_and_spines_at_random(rng) -> Drawn | None:
    """Leaves and spines of which 30 to 80 of 100 pairs are linked."""
    drawn = two_levels(rng)
    share = rng.uniform(0.3, 0.8)
    cables = rng.sample(drawn.cables, int(share * len(drawn.cables)))
    found = dataclasses.replace(drawn, kind=TopologyKind.IRREGULAR, cables=cables)
    return found if is_connected(found) else None
