"""Graphs that look like a kind and are none: random ones of the same degrees, and look-alikes."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from ibpkt.fabric.topology import TopologyKind
from ibpkt.fabric.topology.recognition import recognise_graph
from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.fabric.topology.topology import SMALL
from tests.fabric.generator import KINDS, ROBUST, at_random, leaves_and_spines_at_random, rewired, with_chord


def graph_of(switches, cables, adapters=None):
    ends = np.array(sorted(cables), np.int64).reshape(-1, 2)
    return SwitchGraph.of_cables(switches, ends, np.ones(switches, np.int64) if adapters is None else adapters)


def some(make, count, seed):
    rng = random.Random(seed)
    found = 0
    while found < count:
        drawn = make(rng)
        if drawn is not None:
            found += 1
            yield drawn, drawn.graph(rng)


def of_same_degrees(rng):
    return rewired(rng, rng.choice([make for make in ROBUST if make.__name__ != "full_mesh"])(rng))


def check_same_degrees(count, seed):
    for drawn, graph in some(of_same_degrees, count, seed):
        if is_two_sided(graph):  # with few switches the only graph of these degrees is the whole one itself
            continue
        assert recognise_graph(graph).kind is TopologyKind.IRREGULAR, drawn


def is_two_sided(graph):
    """Whether each switch of one side is linked to each of the other, and to no more."""
    sides = {tuple(graph.of(at).tolist()) for at in range(graph.switches)}
    return len(sides) == 2


@pytest.mark.costly
def test_random_graphs_of_the_same_degrees():
    check_same_degrees(60, 1)


@pytest.mark.slow
def test_hundreds_of_random_graphs_of_the_same_degrees():
    """Each of the robust kinds some fifteen times."""
    check_same_degrees(150, 2)


def with_one_more(rng):
    return with_chord(rng, rng.choice(KINDS)(rng))


@pytest.mark.costly
@pytest.mark.parametrize(
    "make", [at_random, leaves_and_spines_at_random, with_one_more], ids=lambda make: make.__name__
)
def test_small_graphs_match_exactly_or_not_at_all(make):
    for drawn, graph in some(make, 60, 3):
        found = recognise_graph(graph)
        if found.kind is TopologyKind.IRREGULAR:
            continue
        assert found.exact or found.ideal_links >= SMALL, drawn
        if len(found.extra_links):  # a link too many is told, and only where there are many
            assert found.ideal_links >= 200
            assert found.sure < 1
        if found.exact:
            assert found.ideal_links == graph.links


def petersen():
    outer = [(at, (at + 1) % 5) for at in range(5)]
    inner = [(5 + at, 5 + (at + 2) % 5) for at in range(5)]
    return 10, outer + inner + [(at, at + 5) for at in range(5)]


def ring_with_chord():
    return 8, [(at, (at + 1) % 8) for at in range(8)] + [(0, 4)]


def moebius_ladder():
    return 16, [(at, (at + 1) % 16) for at in range(16)] + [(at, at + 8) for at in range(8)]


def twisted_torus(columns=7, rows=6, twist=2):
    """A torus whose wrap in one dimension is shifted: every square of a torus, and no coordinates."""
    cables = []
    for x, y in itertools.product(range(columns), range(rows)):
        cables.append((x * rows + y, x * rows + (y + 1) % rows))
        right = ((x + 1) % columns, (y + (twist if x + 1 == columns else 0)) % rows)
        cables.append((x * rows + y, right[0] * rows + right[1]))
    return columns * rows, cables


def heawood():
    ring = [(at, (at + 1) % 14) for at in range(14)]
    return 14, ring + [(at, (at + 5) % 14) for at in range(0, 14, 2)]


def two_rings_at_a_switch():
    return 11, [(at, (at + 1) % 6) for at in range(6)] + [(0, 6), (6, 7), (7, 8), (8, 9), (9, 10), (10, 0)]


@pytest.mark.parametrize(
    "make", [petersen, ring_with_chord, moebius_ladder, twisted_torus, heawood, two_rings_at_a_switch]
)
def test_look_alikes(make):
    assert recognise_graph(graph_of(*make())).kind is TopologyKind.IRREGULAR


def test_a_cylinder_is_a_torus_with_an_open_dimension():
    cables = [(x * 5 + y, x * 5 + (y + 1) % 5) for x in range(4) for y in range(5)]
    cables += [(x * 5 + y, x * 5 + 5 + y) for x in range(3) for y in range(5)]
    found = recognise_graph(graph_of(20, cables))
    assert (found.kind, found.dims, found.open_dims) == (TopologyKind.TORUS, (5, 4), (1,))


def test_pieces_have_no_name_together():
    found = recognise_graph(graph_of(7, [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6)]))
    assert found.kind is None
    assert [piece.kind for piece in found.pieces] == [TopologyKind.RING, TopologyKind.LINE]
    assert found.piece_of.tolist() == [0, 0, 0, 0, 1, 1, 1]


def test_no_switch_and_one():
    assert recognise_graph(graph_of(0, [])).kind is None
    assert recognise_graph(graph_of(1, [])).kind is TopologyKind.STAR


def test_a_square_with_adapters_on_two_opposite_switches_is_a_tree():
    cables = [(0, 1), (1, 2), (2, 3), (3, 0)]
    assert recognise_graph(graph_of(4, cables)).kind is TopologyKind.RING
    found = recognise_graph(graph_of(4, cables, np.array([2, 0, 2, 0])))
    assert found.kind is TopologyKind.FAT_TREE
    assert TopologyKind.RING in [other.kind for other in found.also]


def test_a_trunk_that_lost_a_cable():
    cables = [(leaf, 4 + spine) for leaf in range(4) for spine in range(3) for _cable in range(2)]
    cables.remove((1, 5))
    found = recognise_graph(graph_of(7, cables, np.array([3, 3, 3, 3, 0, 0, 0])))
    assert found.kind is TopologyKind.FAT_TREE
    assert found.exact
    assert found.thin_trunks == ((1, 5, 1, 2),)
