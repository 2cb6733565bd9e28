"""Recognition of a topology: each kind builds the whole graph that it would be, the one that fits best gives its name.

Damage is what is absent of that whole, and it is what is printed; there is no separate search for it.  A link too many
is no damage: a ring with a chord is no ring.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Array, Bools, Ints
from ibpkt.errors import CallerError
from ibpkt.fabric.topology.dragonfly import dragonfly
from ibpkt.fabric.topology.dragonfly_plus import dragonfly_plus
from ibpkt.fabric.topology.fat_tree import fat_tree
from ibpkt.fabric.topology.product import product
from ibpkt.fabric.topology.small_kinds import full_mesh, line_or_ring, star, tree
from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.fabric.topology.topology import KindName, Topology, TopologyKind

#: in the order in which they name a graph that several fit equally well
_KINDS = (fat_tree, product, dragonfly, dragonfly_plus, full_mesh)


@checked
def recognise_graph(graph: SwitchGraph) -> Topology:
    """The kind of a graph of switches.

    Returns:
        What it is; of the kind `TopologyKind.IRREGULAR` where no kind fits, and None where it falls into pieces or has
        no switches.
    """
    if not graph.switches:
        return Topology(None)
    pieces = graph.components
    if pieces.max() == 0:
        return _connected(graph)
    parts = [_connected(graph.part(pieces == piece)[0]) for piece in range(int(pieces.max()) + 1)]
    return Topology(None, pieces=tuple(parts), piece_of=pieces)


def _connected(graph: SwitchGraph) -> Topology:
    return dataclasses.replace(_kind(graph), thin_trunks=_thin_trunks(graph))


def _kind(graph: SwitchGraph) -> Topology:
    if graph.switches == 1:
        return star(graph)
    simple = line_or_ring(graph)
    if simple is not None:
        return _square_with_leaves(graph, simple)
    simple = tree(graph)
    if simple is not None:
        return simple
    if graph.links == graph.switches * (graph.switches - 1) // 2:
        whole = full_mesh(graph)
        assert whole is not None
        return whole
    best: Topology | None = None
    for kind in _KINDS:
        found = kind(graph)
        if found is not None and (best is None or found.misfit < best.misfit):
            best = found
            if best.exact:
                break
    return best if best is not None else Topology(TopologyKind.IRREGULAR)


def _square_with_leaves(graph: SwitchGraph, ring: Topology) -> Topology:
    """A ring of four whose adapters all hang on two opposite switches: two leaves, two spines."""
    if ring.kind is not TopologyKind.RING or graph.switches != 4 or (graph.adapters > 0).sum() != 2:
        return ring
    found = fat_tree(graph)
    if found is None:
        return ring
    return dataclasses.replace(found, also=(KindName(TopologyKind.RING, (4,)), *ring.also[:-1]))


def _thin_trunks(graph: SwitchGraph) -> tuple[tuple[int, int, int, int], ...]:
    """Links with fewer parallel cables than most have, where most have several.

    Of several numbers that are as frequent the largest counts: a cable that is there is no error.
    """
    if not graph.links:
        return ()
    counts = np.bincount(graph.cables)
    usual = len(counts) - 1 - int(counts[::-1].argmax())
    if usual < 2 or counts[usual] < 0.75 * graph.links:
        return ()
    thin = np.flatnonzero(graph.cables < usual)
    return tuple((int(graph.a[at]), int(graph.b[at]), int(graph.cables[at]), usual) for at in thin)


@checked
def recognise_arrays(is_switch: Bools, links: Array, *, rates: Array | None = None) -> Topology:
    """The kind of a graph that is given as arrays.

    Args:
        is_switch: for each node whether it is a switch, or else an adapter, router or gateway, shape (nodes,).
        links: the two nodes of each cable, shape (n, 2).
        rates: Gbit/s of each cable, shape (n,).

    Returns:
        Its numbers of switches count the switches alone, in their order.

    Raises:
        CallerError: a link names a node that does not exist.
    """
    graph, _switches = switch_graph(np.asarray(is_switch, np.bool_), np.asarray(links), rates)
    if graph.switches or len(is_switch) != 2 or not len(links):
        return recognise_graph(graph)
    return Topology(TopologyKind.BACK_TO_BACK)


@checked
def switch_graph(is_switch: Bools, links: Array, rates: Array | None = None) -> tuple[SwitchGraph, Ints]:
    """The graph of the switches alone, and the number of the node that each switch is; see `recognise_arrays`."""
    ends = np.asarray(links, np.int64).reshape(-1, 2)
    if len(ends) and (ends.min() < 0 or ends.max() >= len(is_switch)):
        raise CallerError(f"a link names a node that does not exist: there are {len(is_switch)}")
    weights = np.ones(len(ends)) if rates is None else np.asarray(rates, np.float64)
    switches = np.flatnonzero(is_switch)
    places = np.full(len(is_switch), -1, np.int64)
    places[switches] = np.arange(len(switches))
    at = places[ends]
    between = (at >= 0).all(axis=1)
    hanging = (at >= 0).sum(axis=1) == 1
    switch_of = at[hanging].max(axis=1)
    graph = SwitchGraph.of_cables(
        len(switches),
        at[between],
        np.bincount(switch_of, minlength=len(switches)),
        weights[between],
        np.bincount(switch_of, weights=weights[hanging], minlength=len(switches)),
    )
    return graph, switches
