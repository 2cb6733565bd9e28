"""The graph of switches: components, pairs of links, parts."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.errors import CallerError
from ibpkt.fabric.topology import TopologyKind, recognise_arrays
from ibpkt.fabric.topology.switch_graph import SwitchGraph, connected_components


@st.composite
def graphs(draw):
    switches = draw(st.integers(1, 12))
    node = st.integers(0, switches - 1)
    cables = draw(st.lists(st.tuples(node, node), max_size=30))
    adapters = draw(st.lists(st.integers(0, 3), min_size=switches, max_size=switches))
    return switches, cables, adapters


def neighbours(switches, cables):
    near = [set() for _switch in range(switches)]
    for a, b in cables:
        if a != b:
            near[a].add(b)
            near[b].add(a)
    return near


@given(graphs())
def test_components_are_those_of_a_walk(drawn):
    switches, cables, adapters = drawn
    graph = SwitchGraph.of_cables(switches, np.array(cables, np.int64).reshape(-1, 2), np.array(adapters))
    near = neighbours(switches, cables)
    labels = graph.components.tolist()
    for start in range(switches):
        seen, waiting = {start}, [start]
        while waiting:
            fresh = near[waiting.pop()] - seen
            seen |= fresh
            waiting += fresh
        assert {at for at in range(switches) if labels[at] == labels[start]} == seen
    firsts = [labels.index(label) for label in range(max(labels) + 1)]
    assert firsts == sorted(firsts)


@given(graphs())
def test_pairs_of_links_are_all_that_meet(drawn):
    switches, cables, adapters = drawn
    graph = SwitchGraph.of_cables(switches, np.array(cables, np.int64).reshape(-1, 2), np.array(adapters))
    near = neighbours(switches, cables)
    pairs = graph.link_pairs()
    expected = [(at, u, v) for at in range(switches) for u, v in itertools.combinations(sorted(near[at]), 2)]
    assert sorted(zip(*(column.tolist() for column in pairs[:3]), strict=True)) == expected
    assert graph.pair_count == len(expected)
    for link, end in ((pairs.to_u, pairs.u), (pairs.to_v, pairs.v)):
        ends = np.sort(np.stack((pairs.middle, end), axis=1), axis=1)
        assert (graph.a[link] == ends[:, 0]).all()
        assert (graph.b[link] == ends[:, 1]).all()


@given(graphs(), st.data())
def test_parts_keep_the_links_inside(drawn, data):
    switches, cables, adapters = drawn
    graph = SwitchGraph.of_cables(switches, np.array(cables, np.int64).reshape(-1, 2), np.array(adapters))
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=switches, max_size=switches)))
    part, numbers = graph.part(chosen)
    inside = {(a, b) for a, b in zip(graph.a.tolist(), graph.b.tolist(), strict=True) if chosen[a] and chosen[b]}
    assert {(int(numbers[a]), int(numbers[b])) for a, b in zip(part.a, part.b, strict=True)} == inside
    assert part.adapters.tolist() == graph.adapters[chosen].tolist()


def test_components_of_nothing():
    none = np.zeros(0, np.int64)
    assert connected_components(3, none, none).tolist() == [0, 1, 2]


def test_parallel_cables_are_one_link():
    cables, rates = np.array([(1, 0), (0, 1), (2, 1), (1, 1)]), np.array([100, 100, 50, 7])
    graph = SwitchGraph.of_cables(3, cables, np.zeros(3), rates)
    assert (graph.links, graph.cables.tolist(), graph.capacity.tolist()) == (2, [2, 1], [200, 50])


def test_arrays_of_nodes():
    is_switch = np.array([True, False, True, False])
    found = recognise_arrays(is_switch, np.array([(0, 2), (1, 0), (3, 2)]))
    assert (found.kind, found.dims) == (TopologyKind.LINE, (2,))
    assert recognise_arrays(np.array([False, False]), np.array([(0, 1)])).kind is TopologyKind.BACK_TO_BACK
    with pytest.raises(CallerError, match="a node that does not exist: there are 4"):
        recognise_arrays(is_switch, np.array([(0, 4)]))
