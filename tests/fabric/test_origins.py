"""Who walked a directed route: runs of TransactionIDs by hand, and many requesters at once against the truth."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt.fabric.directed_routes import NOWHERE, DirectedRoutes
from ibpkt.fabric.origins import DirectedAnswers, Origin, Origins

A, B, C = Origin(0xA, 1), Origin(0xB, 1), Origin(0xC, 2)
HERE = b""


def origins_of(*rows):
    """Of answers as (interface, upper half, number, route, what, GUID, port): what is found."""
    routes = DirectedRoutes()
    columns = zip(*rows, strict=True)
    interface, upper, number, route, what, guid, port = (list(column) for column in columns)
    answers = DirectedAnswers(
        np.array(interface, np.int32),
        np.array([high << 32 | low for high, low in zip(upper, number, strict=True)], np.uint64),
        np.array([routes.number(each) for each in route], np.int32),
        np.array(what, np.int64),
        np.array(guid, np.uint64),
        np.array(port, np.uint8),
    )
    return Origins(answers, routes)


def found(*rows):
    """The origin of each answer, None where it is not known; and the number of runs."""
    origins = origins_of(*rows)
    return [None if place == NOWHERE else origins.known[place] for place in origins.of_row.tolist()], origins.runs


def named(number, route, guid, port=1, *, client=7, interface=0):
    """NodeInfo."""
    return interface, client, number, route, 0, guid, port


def other(number, route, what=1, *, client=7, interface=0):
    """Another attribute."""
    return interface, client, number, route, what, 0, 0


def test_a_requester_that_names_itself_first():
    rows = [named(1, HERE, 0xA), named(2, b"\1", 0x51), other(3, b"\1"), other(9000, b"\2"), named(9001, HERE, 0xA)]
    assert found(*rows) == ([A] * 5, 1)


@pytest.mark.parametrize("more", [{"client": 8}, {"interface": 1}])
def test_clients_are_apart(more):
    """Another upper half of the TransactionID or another interface is another client."""
    rows = [named(1, HERE, 0xA), named(1, HERE, 0xB, **more), other(2, b"\1"), other(2, b"\1", **more)]
    assert found(*rows) == ([A, B, A, B], 2)


@pytest.mark.parametrize("second", [(0xB, 1), (0xA, 2)])
def test_two_requesters_of_one_client(second):
    """One who names another node, or another port of it, is another one, and the numbers tell which answer is whose."""
    rows = [
        named(100, HERE, 0xA), named(90_000, HERE, *second), other(101, b"\1"), other(90_001, b"\1"),
        other(90_002, b"\2", what=5), other(102, b"\2", what=6),
    ]  # fmt: skip
    assert found(*rows) == ([A, Origin(*second), A, Origin(*second), Origin(*second), A], 2)


def test_two_that_name_different_nodes_at_one_route():
    """What is named at hop 0 is the same; the nodes elsewhere differ, so that there were two runs."""
    rows = [named(1, HERE, 0xA), named(2, b"\1", 0x51), named(50_000, HERE, 0xA), named(50_001, b"\1", 0x52)]
    assert found(*rows) == ([A] * 4, 2)


@pytest.mark.parametrize(("distance", "runs"), [(1, 1), (1024, 1), (1025, 2)])
def test_how_far_apart_the_numbers_of_a_run_may_be(distance, runs):
    """Behind a nameless start, so that there is no single origin."""
    rows = [named(1000, b"\3", 0x51), named(1000 + distance, b"\4", 0x52)]
    assert found(*rows) == ([None, None], runs)
    assert found(*[(*row[:2], 99_000 - row[2], *row[3:]) for row in rows])[1] == runs


@pytest.mark.parametrize(("distance", "runs"), [(1023, 1), (1024, 2)])
def test_how_far_apart_they_may_be_where_a_route_leads_to_another_node(distance, runs):
    rows = [named(1000, b"\3", 0x51), named(1000 + distance, b"\3", 0x52)]
    assert found(*rows)[1] == runs


def test_answers_that_name_nothing_do_not_speak_against_a_requester():
    rows = [other(1, b"\1"), named(2, HERE, 0xA), other(5, HERE), other(9000, b"\2")]
    assert found(*rows) == ([A] * 4, 1)


@pytest.mark.parametrize(("count", "known"), [(64, True), (65, False)])
def test_how_many_requesters_are_remembered(count, known):
    """Those that went on last."""
    rows = [named(10_000 * at, HERE, 0x100 + at) for at in range(1, count + 1)]
    assert (found(*rows, other(10_001, b"\1"))[0][-1] is not None) is known
    goes_on = [*rows[:2], other(10_001, b"\1"), *rows[2:]]
    assert found(*goes_on, other(10_002, b"\1"))[0][-1] == Origin(0x101, 1)
    assert (found(*goes_on, other(20_001, b"\1"))[0][-1] is not None) is known


def test_a_number_that_is_used_again():
    """For the same question it goes on with its run; for another it begins one where another run is as near."""
    first = [named(500, b"\3", 0x51), named(501, b"\4", 0x52)]
    assert found(*first, named(501, b"\4", 0x52))[1] == 1
    assert found(*first, named(501, b"\5", 0x53))[1] == 2


def test_a_route_that_leads_to_another_node():
    """A run that named another node there goes on only where nothing fits better."""
    near = [named(1000, HERE, 0xA), named(1001, b"\1", 0x51)]
    far = [named(1900, HERE, 0xB), named(1901, b"\1", 0x52)]
    assert found(*near, *far, named(1450, b"\1", 0x52), named(1452, b"\1", 0x51)) == ([A, A, B, B, B, A], 2)


def test_a_route_of_which_the_way_is_not_known():
    """It goes on with a run that knows the node before it, although another one is nearer."""
    near = [named(1000, HERE, 0xA), named(1001, b"\1", 0x51)]
    far = [named(1900, HERE, 0xB), named(1901, b"\2", 0x52)]
    assert found(*near, *far, other(1440, b"\2\7"))[0][-1] == B
    assert found(*near, *far, other(1440, b"\1\7"))[0][-1] == A
    assert found(*near, *far, other(1440, b"\2"))[0][-1] == A  # both know the requester, A's numbers are nearer
    assert found(*near, *far, other(1460, b"\1"))[0][-1] == B


def test_requesters_in_step_take_turns():
    """Of two runs whose last numbers are equal that which has waited longest goes on."""
    rows = [named(100, HERE, 0xA), named(100, HERE, 0xB)]
    for number in range(101, 120):
        rows += [other(number, b"\1", what=number), other(number, b"\1", what=1000 + number)]
    origins, runs = found(*rows)
    assert (origins, runs) == ([A, B] * 20, 2)


def test_numbers_that_go_to_and_fro():
    """Far from all numbers, but by a route that only runs of one origin know, behind the number of one of these."""
    rows = [named(100, HERE, 0xA), named(101, b"\1", 0x51), named(90_000, HERE, 0xB), named(90_001, b"\2", 0x52)]
    assert found(*rows, other(5000, b"\1")) == ([A, A, B, B, A], 2)
    assert found(*rows, other(95_000, b"\2")) == ([A, A, B, B, B], 2)
    assert found(*rows, other(50, b"\1", what=2))[0][-1] == A  # near enough
    assert found(*rows, other(40_000, b"\2")) == ([A, A, B, B, None], 3)  # before the only run that knows it
    assert found(*rows, other(40_000, b"\3")) == ([A, A, B, B, None], 3)  # nobody knows it
    assert found(*rows, other(101, b"\1", what=5)) == ([A, A, B, B, None], 3)  # A has used this number
    both = [*rows, named(90_002, b"\1", 0x53)]
    assert found(*both, other(40_000, b"\1")) == ([A, A, B, B, B, None], 3)  # two know it


def test_a_run_without_an_origin():
    """It has the origin with which all nodes agree that it names; of several with which they do none."""
    known = [named(1, HERE, 0xA), named(2, b"\1", 0x51), named(3, b"\1\2", 0x52)]
    more = [named(1, HERE, 0xB, client=8), named(2, b"\1", 0x51, client=8), named(3, b"\1\2", 0x99, client=8)]
    nameless = [named(50, b"\1", 0x51, client=9), other(51, b"\1", client=9)]
    assert found(*known, *nameless)[0] == [A] * 5
    assert found(*known, *more, *nameless)[0] == [A] * 3 + [B] * 3 + [None] * 2
    assert found(*known, *more, *nameless, named(52, b"\1\2", 0x99, client=9))[0] == [A] * 3 + [B] * 6
    assert found(*known, *more, named(50, b"\1", 0x77, client=9))[0][-1] is None
    assert found(*known, *more, named(50, b"\5", 0x51, client=9))[0][-1] is None
    assert found(*known, other(51, b"\5", client=9))[0][-1] == A  # it names nothing, and there is only one
    assert found(*known, *more, other(51, b"\5", client=9))[0][-1] is None
    assert found(other(51, b"\5", client=9))[0] == [None]


def test_the_order_of_origins():
    origins = origins_of(named(1, HERE, 0xC, 2), named(1, HERE, 0xA, client=8), named(2, b"\1", 0x51))
    assert (origins.known, origins.of_row.tolist(), origins.runs) == ([C, A], [0, 1, 0], 2)
    same = origins_of(named(1, HERE, 0xA), named(1, HERE, 0xA, client=8))
    assert (same.known, same.of_row.tolist(), same.runs) == ([A], [0, 0], 2)


@pytest.mark.parametrize("seed", range(10))
def test_many_requesters_of_one_client(seed):
    """Walks that mix: each requester counts on by itself, far from the others, over its own tree of nodes."""
    rng = random.Random(seed)
    walks = []
    for at in range(rng.randint(2, 6)):
        number, rows, routes = at * 1_000_000 + rng.randint(1, 9999), [], [HERE]
        rows.append(named(number, HERE, 0x100 + at))
        for _step in range(rng.randint(5, 30)):
            number += rng.randint(1, 20)
            route = rng.choice(routes)
            if rng.random() < 0.4 and len(route) < 5:
                route += bytes([rng.randint(1, 6)])
                if route not in routes:
                    routes.append(route)
                rows.append(named(number, route, 1 + at << 48 | int.from_bytes(route)))
            else:
                rows.append(other(number, route, what=rng.randint(1, 5)))
        walks.append([(Origin(0x100 + at, 1), row) for row in rows])
    mixed = []
    while any(walks):
        mixed.append(rng.choice([walk for walk in walks if walk]).pop(0))
    origins, runs = found(*(row for _origin, row in mixed))
    assert origins == [origin for origin, _row in mixed]
    assert runs == len({origin for origin, _row in mixed})
