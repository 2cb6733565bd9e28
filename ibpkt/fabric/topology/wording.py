"""A topology in words: what it is, and what it lacks."""

from __future__ import annotations

import collections
import fractions
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.fabric.topology.topology import Topology, TopologyKind

#: names of switches that a sentence lists
_NAMED = 4
#: below this a kind fits only perhaps
_PERHAPS = 0.8


class Damage(NamedTuple):
    """Something that the whole of a kind has and the graph has not.

    Attributes:
        what: ``link``, ``links``, ``switch``, ``cable``, or ``extra-link`` for a link that the whole has not.
        ends: the numbers of the two switches of a link or trunk, of the one switch that several links lack, -1 where
            an end is not known.
        number: links, switches or cables.
        sentence: what is missing, without a full stop.
    """

    what: str
    ends: tuple[int, ...]
    number: int
    sentence: str


def ratio(value: float) -> str:
    """A ratio of small numbers: ``3:2``."""
    share = fractions.Fraction(value).limit_denominator(12)
    if share.denominator > 1 and abs(float(share) - value) > 0.001:
        return f"{value:.2f}:1"
    return f"{share.numerator}:{share.denominator}"


def plural(count: int, noun: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{count:,} {noun if count == 1 else many or noun + 's'}"


def describe(topology: Topology, graph: SwitchGraph, adapters: int) -> str:
    """Kind and size, as ``fat tree, 2 levels: 4 leaves, 2 spines, 12 adapters (3:2 blocking)``."""
    hanging = plural(adapters, "adapter")
    if topology.kind is None:
        return _pieces(topology, hanging) if topology.pieces else f"too little seen: {hanging}, no switch"
    said = _kind(topology, graph, hanging)
    if topology.also:
        shown = list(dict.fromkeys(str(other) for other in topology.also if other.kind is not topology.kind))
        said += f"; also {', '.join(shown[:_NAMED])}" if shown else ""
    return f"perhaps {said}" if topology.sure < _PERHAPS else said


def _pieces(topology: Topology, hanging: str) -> str:
    counts = collections.Counter(piece.name.replace("fat-tree", "fat tree") for piece in topology.pieces)
    listed = ", ".join(f"{count} x {name}" if count > 1 else name for name, count in counts.most_common(_NAMED))
    return f"{plural(len(topology.pieces), 'piece')} without links between switches ({listed}), {hanging}"


def _kind(topology: Topology, graph: SwitchGraph, hanging: str) -> str:
    switches = plural(graph.switches, "switch", "switches")
    dims = "x".join(map(str, topology.dims))
    match topology.kind:
        case TopologyKind.BACK_TO_BACK:
            return f"back to back: {hanging}, no switch"
        case TopologyKind.FAT_TREE:
            return _fat_tree(topology, hanging)
        case TopologyKind.TREE:
            return f"tree of {topology.levels} levels (one path between any two): {switches}, {hanging}"
        case TopologyKind.HYPERCUBE:
            return f"hypercube of dimension {dims}: {switches}, {hanging}"
        case TopologyKind.DRAGONFLY:
            groups, routers, between = topology.dims
            shared = f"{plural(between, 'link')} between any two groups"
            return f"dragonfly of {groups} groups of {routers} switches, {shared}: {hanging}"
        case TopologyKind.DRAGONFLY_PLUS:
            groups, leaves, spines, between = topology.dims
            shared = f"{plural(between, 'link')} between any two groups"
            return (
                f"dragonfly+ of {groups} groups of {leaves} leaves and {plural(spines, 'spine')}, {shared}: {hanging}"
            )
        case TopologyKind.TORUS | TopologyKind.MESH | TopologyKind.HYPERX:
            name = "HyperX" if topology.kind is TopologyKind.HYPERX else str(topology.kind)
            opened = [str(topology.dims[at]) for at in topology.open_dims]
            wrap = f", no wrap along the {' and '.join(opened)}" if opened else ""
            return f"{name} {dims}{wrap}: {switches}, {hanging}"
        case TopologyKind.FULL_MESH:
            return f"full mesh: {switches}, each linked to each, {hanging}"
        case TopologyKind.IRREGULAR:
            degrees = np.bincount(graph.degrees)
            listed = [f"{degrees[at]} with {plural(at, 'neighbour')}" for at in np.flatnonzero(degrees).tolist()]
            more = ", ..." if len(listed) > _NAMED else ""
            return f"irregular: {switches} ({', '.join(listed[:_NAMED])}{more}), {hanging}"
    return f"{topology.kind}: {switches}, {hanging}"


def _fat_tree(topology: Topology, hanging: str) -> str:
    counts = np.bincount(topology.places[:, 0]).tolist()
    names = [(count, *_level_names(level, topology.levels)) for level, count in enumerate(counts)]
    listed = ", ".join(plural(count, one, many) for count, one, many in names)
    worst = max(median for median, _worst in topology.blocking)
    blocking = "non-blocking" if worst <= 1 else f"{ratio(worst)} blocking"
    k_ary = topology.k_ary
    also = f", a {k_ary[0]}-ary {k_ary[1]}-tree" if k_ary else ""
    return f"fat tree, {topology.levels} levels{also}: {listed}, {hanging} ({blocking})"


def _level_names(level: int, levels: int) -> tuple[str, str]:
    """What a switch of a level is called, and several."""
    if level == 0:
        return "leaf", "leaves"
    if level == levels - 1:
        return ("spine", "spines") if levels == 2 else ("core switch", "core switches")
    return f"switch of level {level + 1}", f"switches of level {level + 1}"


def damage(topology: Topology, names: Sequence[str]) -> list[Damage]:
    """What is missing of the whole, the largest first, then what does not fit.

    Args:
        topology: the kind.
        names: of the switches, by their numbers.
    """
    found = _lost_links(topology, names)
    if topology.lost_switches:
        near = np.unique(topology.lost_pairs[(topology.lost_pairs < 0).any(axis=1)])
        beside = [names[at] for at in near.tolist() if at >= 0]
        where = f", next to {_listed(beside)}" if beside else ""
        verb = "is" if topology.lost_switches == 1 else "are"
        sentence = f"{plural(topology.lost_switches, 'switch', 'switches')} {verb} missing{where}"
        found.append(Damage("switch", (), topology.lost_switches, sentence))
    for one, other, cables, usual in topology.thin_trunks:
        sentence = f"{usual - cables} of {usual} parallel cables between {names[one]} and {names[other]} missing"
        found.append(Damage("cable", (one, other), usual - cables, sentence))
    for one, other in topology.extra_links.tolist():
        found.append(Damage("extra-link", (one, other), 1, f"the link {names[one]} to {names[other]} does not fit"))
    return found


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _lost_links(topology: Topology, names: Sequence[str]) -> list[Damage]:
    """Lost links by the switch that lacks most of them, each once."""
    known = [tuple(pair) for pair in topology.lost_pairs.tolist() if min(pair) >= 0]
    found: list[Damage] = []
    while known:
        lacking, count = collections.Counter(at for pair in known for at in pair).most_common(1)[0]
        if count == 1:
            for one, other in known:
                found.append(Damage("link", (one, other), 1, f"the link {names[one]} to {names[other]} is missing"))
            break
        others = [one if other == lacking else other for one, other in known if lacking in (one, other)]
        known = [pair for pair in known if lacking not in pair]
        links = _link_word(topology, lacking, others)
        sentence = f"{count} {links} of {names[lacking]} are missing (to {_listed([names[at] for at in others])})"
        found.append(Damage("links", (lacking,), count, sentence))
    half_known = (topology.lost_pairs < 0).any(axis=1)
    unplaced = topology.lost_links - int((~half_known).sum())
    if unplaced > 0 and not topology.lost_switches:
        near = [names[at] for at in np.unique(topology.lost_pairs[half_known]).tolist() if at >= 0]
        sentence = f"{plural(unplaced, 'link')} missing{' at ' + _listed(near) if near else ''}"
        found.append(Damage("links", (), unplaced, sentence))
    return found


def _link_word(topology: Topology, lacking: int, others: Sequence[int]) -> str:
    """What lost links of a switch are called: of a tree by their direction."""
    if topology.kind is not TopologyKind.FAT_TREE:
        return "links"
    levels = topology.places[:, 0]
    higher = {bool(levels[other] > levels[lacking]) for other in others}
    return "links" if len(higher) > 1 else "uplinks" if higher == {True} else "downlinks"
