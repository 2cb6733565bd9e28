"""Random graphs of every kind, whole and damaged: the kind and what is lost are recognised, and no other kind is."""

from __future__ import annotations

import random

import pytest

from ibpkt.fabric.topology.recognition import recognise_graph
from ibpkt.fabric.topology.topology import SMALL
from tests.fabric.generator import KINDS, ROBUST, dragonfly, full_mesh, two_levels, without_links, without_switch

#: kinds of which a switch less is a smaller whole one
SHRINKING = (two_levels, full_mesh)
FEW, MANY = 8, 40


def drawn_graphs(make, damage, count, seed):
    """Some graphs, damaged in one way; only those that damage leaves in one piece."""
    rng = random.Random(f"{seed} {make.__name__} {damage}")
    found = 0
    while found < count:
        drawn = make(rng)
        if damage != "whole" and drawn.links < SMALL:
            continue
        if make is dragonfly and drawn.dims[:2] == (7, 3):
            continue  # groups of three with two global links: these make triangles, too, and no group is seen
        lost = {"whole": 0, "one link": 1, "links": max(1, round(0.03 * drawn.links))}.get(damage, 0)
        graph = without_switch(rng, drawn) if damage == "switch" else without_links(rng, drawn, lost)
        if graph is not None:
            found += 1
            yield graph, graph.graph(rng)


def check(make, damage, count, seed):
    right = 0
    for drawn, graph in drawn_graphs(make, damage, count, seed):
        found = recognise_graph(graph)
        said = {found.kind, *(other.kind for other in found.also)}
        if damage in ("whole", "one link"):
            assert drawn.kind in said, (drawn.dims, found.name)
        else:  # so much damage that a small graph may be given up, but no other kind
            assert drawn.kind in said or found.kind in ("irregular", "tree"), (drawn.dims, found.name)
        if make in SHRINKING and damage == "switch":
            right += found.exact
            continue
        if drawn.kind in said:
            assert found.lost_links == drawn.lost, (drawn.dims, found.name)
            assert not len(found.extra_links)
            right += 1
    assert right >= 0.85 * count
    return right


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_whole(make):
    assert check(make, "whole", FEW, 1) == FEW


@pytest.mark.parametrize("damage", ["one link", "links", "switch"])
@pytest.mark.parametrize("make", ROBUST, ids=lambda make: make.__name__)
def test_damaged(make, damage):
    check(make, damage, FEW, 2)


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize("damage", ["whole", "one link", "links", "switch"])
@pytest.mark.parametrize("make", ROBUST, ids=lambda make: make.__name__)
def test_forty_of_each(make, damage):
    check(make, damage, MANY, 3)


def test_dimensions_are_told():
    rng = random.Random(4)
    for make in KINDS:
        if make.__name__ in ("torus_2d", "torus_3d", "mesh_2d", "mesh_3d", "hyperx_2d", "dragonfly_plus", "ring"):
            for drawn, graph in drawn_graphs(make, "whole", 5, rng.random()):
                found = recognise_graph(graph)
                assert drawn.dims in (found.dims, *(other.dims for other in found.also))


def test_lost_pairs_are_those_taken_away():
    rng = random.Random(5)
    for make in ROBUST:
        for drawn, graph in drawn_graphs(make, "one link", 3, rng.random()):
            found = recognise_graph(graph)
            assert len(found.lost_pairs) == 1, drawn.dims
            a, b = found.lost_pairs[0].tolist()
            assert a < 0 or b < 0 or graph.link_numbers(found.lost_pairs[:, 0], found.lost_pairs[:, 1])[0] == -1
