"""Cables and nodes out of sightings by hand; directed routes as numbers; pieces that grow together."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.fabric.directed_routes import NOWHERE, DirectedRoutes
from ibpkt.fabric.discovery import Cables, CableSpan, Discovery, NodeLookup, Sightings
from ibpkt.fabric.origins import Origin
from ibpkt.fabric.subnet_pieces import SubnetPieces

A, B, C, D = (1, 1), (2, 1), (3, 1), (4, 1)


def span(one, other, since, until, first, last, ended_by):
    return CableSpan((min(one, other), max(one, other)), since, until, first, last, ended_by)


def test_a_cable_that_is_named_again():
    cables = Cables()
    cables.join(B, A, 10, 1)
    cables.join(A, B, 20, 2)
    cables.join(B, A, 30, 3)
    assert (cables.present(), cables.past) == ([span(A, B, 10, None, 1, 3, 0)], [])
    assert cables.peers == {A: B, B: A}


def test_a_cable_that_goes():
    cables = Cables()
    cables.join(A, B, 10, 1)
    cables.part(C, 15, 2)  # nothing was there
    cables.part(B, 20, 3)
    cables.part(A, 30, 4)
    assert (cables.present(), cables.past, cables.peers) == ([], [span(A, B, 10, 20, 1, 1, 3)], {})


def test_a_cable_that_takes_the_place_of_two():
    cables = Cables()
    cables.join(A, B, 10, 1)
    cables.join(C, D, 11, 2)
    cables.join(B, C, 20, 3)
    assert cables.present() == [span(B, C, 20, None, 3, 3, 0)]
    assert cables.past == [span(A, B, 10, 20, 1, 1, 3), span(C, D, 11, 20, 2, 2, 3)]
    assert cables.peers == {B: C, C: B}


HERE, ONE, TWO, BOTH = b"", b"\1", b"\2", b"\1\7"
HOST, LEAF, SPINE, OTHER = 0x11, 0x21, 0x22, 0x12


def replayed(*rows, origins=1):
    """Rows as (route, GUID, port, more): packet n at n seconds, of origin 0."""
    routes = DirectedRoutes()
    columns = [
        (at, 100 * at, more[0] if more else 0, routes.number(route), guid, port)
        for at, (route, guid, port, *more) in enumerate(rows, 1)
    ]
    kinds = (np.int64, np.int64, np.int32, np.int32, np.uint64, np.int64)
    seen = Sightings(*(np.array(column, kind) for column, kind in zip(zip(*columns, strict=True), kinds, strict=True)))
    discovery = Discovery(routes, [Origin(HOST + each, 1) for each in range(origins)])
    discovery.replay(seen)
    return discovery, routes, seen


def test_a_walk():
    discovery, routes, _seen = replayed((HERE, HOST, 1), (ONE, LEAF, 3), (BOTH, SPINE, 8), (ONE, LEAF, 3))
    assert discovery.cables.present() == [
        span((HOST, 1), (LEAF, 3), 200, None, 2, 4, 0), span((LEAF, 7), (SPINE, 8), 300, None, 3, 3, 0)
    ]  # fmt: skip
    assert [discovery.node_at(0, routes.number(route)) for route in (HERE, ONE, BOTH)] == [HOST, LEAF, SPINE]
    assert (discovery.orphans, discovery.first_down, discovery.found_twice) == (0, {}, {})


def test_a_node_by_the_cables_on_the_way():
    """A route without an answer of its own, which two known cables make up."""
    rows = ((HERE, HOST, 1), (ONE, LEAF, 3), (BOTH, SPINE, 8))
    discovery, routes, _seen = replayed(*rows)
    there_and_back = routes.number(BOTH + b"\x08")
    assert discovery.node_at(0, there_and_back) == LEAF
    assert discovery.node_at(0, routes.number(BOTH + b"\x08\x07")) == SPINE
    assert discovery.node_at(0, routes.number(BOTH + b"\x09")) is None
    assert discovery.node_at(0, routes.number(BOTH + b"\x09\x01")) is None


def test_a_node_that_was_named_before_its_cable_went():
    """What answered by the route was that node, and what lies behind it is found from there."""
    discovery, routes, _seen = replayed((HERE, HOST, 1), (ONE, LEAF, 3), (HERE, 0, 1), (BOTH, SPINE, 8))
    assert discovery.node_at(0, routes.number(ONE)) == LEAF
    assert discovery.cables.present() == [span((LEAF, 7), (SPINE, 8), 400, None, 4, 4, 0)]


@pytest.mark.parametrize(("route", "port", "until"), [(ONE, 3, 300), (ONE, 4, None), (HERE, 1, 300), (TWO, 3, None)])
def test_a_port_that_is_down(route, port, until):
    discovery, _routes, _seen = replayed((HERE, HOST, 1), (ONE, LEAF, 3), (route, 0, port), (route, 0, port))
    ends = ((HOST, 1), (LEAF, 3))
    assert discovery.cables.past == ([span(*ends, 200, 300, 2, 2, 3)] if until else [])
    node = {ONE: LEAF, HERE: HOST}.get(route)
    assert discovery.first_down == ({(node, port): 3} if node else {})


def test_what_is_named_before_its_parent():
    """It is joined at the end; where the parent never is named, it is an orphan."""
    discovery, _routes, _seen = replayed((BOTH, SPINE, 8), (ONE, LEAF, 3), (b"\5\6", OTHER, 1))
    assert discovery.cables.present() == [
        span((HOST, 1), (LEAF, 3), 200, None, 2, 2, 0), span((LEAF, 7), (SPINE, 8), 100, None, 1, 1, 0)
    ]  # fmt: skip
    assert discovery.orphans == 1


def test_rows_without_an_origin():
    discovery, _routes, _seen = replayed((ONE, LEAF, 3, NOWHERE), (ONE, 0, 3, NOWHERE))
    assert (discovery.cables.present(), discovery.orphans, discovery.first_down) == ([], 0, {})


def test_a_port_that_one_walk_found_at_two_places():
    walk = [(HERE, HOST, 1), (ONE, LEAF, 3), (BOTH, SPINE, 8), (b"\1\x06", SPINE, 8)]
    discovery, _routes, _seen = replayed(*walk)
    assert discovery.found_twice == {(SPINE, 8): (3, 4)}
    assert replayed(*walk[:3], (HERE, HOST, 1), walk[3])[0].found_twice == {}  # another walk: the cable has moved
    assert replayed(*walk[:3], (BOTH, 0, 8), walk[3])[0].found_twice == {}  # it was down between
    assert replayed(*walk[:3], (ONE, 0, 7), walk[3])[0].found_twice == {}  # so was the other end of its cable
    assert replayed(*walk[:3], (ONE, 0, 9), walk[3])[0].found_twice == {(SPINE, 8): (3, 5)}
    origins = [(*row, 0) for row in walk[:3]] + [(HERE, HOST + 1, 1, 1), (ONE, LEAF, 3, 1), (b"\1\x06", SPINE, 8, 1)]
    found = replayed(*origins, origins=2)[0].found_twice
    assert (SPINE, 8) not in found  # each by itself


def test_the_node_at_a_packet():
    """As it was named last before; with the cables where no answer named it."""
    rows = [(HERE, HOST, 1), (ONE, LEAF, 3), (HERE, HOST + 1, 1, 1), (ONE, SPINE, 3, 1), (ONE, OTHER, 3)]
    discovery, routes, seen = replayed(*rows, origins=2)
    back = routes.number(ONE + b"\3")
    lookup = NodeLookup(seen.origin, seen.route, seen.frame, seen.guid, discovery, len(routes))
    one = routes.number(ONE)
    asked = [
        (0, one, 2),
        (0, one, 4),
        (0, one, 5),
        (0, one, 9),
        (0, one, 1),
        (1, one, 9),
        (NOWHERE, one, 9),
        (0, back, 9),
    ]
    columns = (np.array(column, np.int64) for column in zip(*asked, strict=True))
    assert lookup.nodes(*columns).tolist() == [LEAF, LEAF, OTHER, OTHER, LEAF, SPINE, 0, HOST]


def initial(*ports):
    return bytes([0, *ports]).ljust(64, b"\xee")


@pytest.mark.parametrize(
    "rows", [[(2, (1, 7))], [(0, ()), (1, (4,)), (2, (4, 5)), (2, (4, 5)), (1, (4,)), (2, (5, 4))]]
)
def test_numbers_of_routes(rows):
    """What lies behind the hop count does not count; each route has its parents."""
    routes = DirectedRoutes()
    hops = np.array([count for count, _ports in rows])
    paths = np.frombuffer(b"".join(initial(*ports) for _count, ports in rows), np.uint8).reshape(-1, 64)
    numbers = routes.numbers(hops, paths).tolist()
    assert [routes.ports[number] for number in numbers] == [bytes(ports) for _count, ports in rows]
    assert len(routes) == len(set(routes.ports)) == len(routes.parents)
    for number in range(1, len(routes)):
        assert routes.ports[routes.parents[number]] == routes.ports[number][:-1]
        assert routes.last_port(number) == routes.ports[number][-1]
    assert routes.parents[0] == NOWHERE


@pytest.mark.parametrize(
    ("hops", "known"), [(0, True), (62, True), (63, True), (64, False), (65, False), (255, False), (300, False)]
)
def test_the_longest_route(hops, known):
    """An initial path has 63 ports behind the one that is unused: IBA 1, 14.2.1.2."""
    path = np.arange(1, 65, dtype=np.uint8)[None] * 3
    routes = DirectedRoutes()
    (number,) = routes.numbers(np.array([hops]), path).tolist()
    assert number == (hops if known else NOWHERE - 1)  # all its parents have numbers before it
    assert len(routes) == (hops + 1 if known else 1)


@given(st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), max_size=12))
def test_pieces_that_grow_together(pairs):
    pieces = SubnetPieces()
    groups = []
    for pair in pairs:
        pieces.join(*pair)
        touched = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if not group & set(pair)] + [set(pair).union(*touched)]
    pieces.add(99)
    groups.append({99})
    for one, other in itertools.product(sorted(set().union(*groups)), repeat=2):
        together = any({one, other} <= group for group in groups)
        assert (pieces.piece(one) == pieces.piece(other)) is together
        assert any({one, pieces.piece(one)} <= group for group in groups)
    named = dict.fromkeys([*itertools.chain(*pairs), 99])
    assert pieces.nodes == list(named)
