"""P_Keys that differ from those that a flow usually has: told once, at the packets that bear them."""

from __future__ import annotations

import random

import pytest

from tests.support.exchanges import ask, said, tell

A, B, C = 0xFFFF, 0x8001, 0x8002


def told(keys, size=None):
    """The mismatches of a flow whose requests have these P_Keys."""
    packets = [ask(psn, p_key=key) for psn, key in enumerate(keys)]
    found = [each for each in said(packets, size) if each.kind.name == "p-key-mismatch"]
    return [(each.frame, each.packets, each.facts["now"], each.facts["usual"]) for each in found]


@pytest.mark.parametrize("size", [None, 1, 2, 3])
@pytest.mark.parametrize(
    ("keys", "odd"),
    [
        ([A] * 5, []),
        ([A, A, B, A, A, A], [(3, 1, B, A)]),  # a single packet: once, and not again when the flow goes back
        ([A, B, A], [(2, 1, B, A)]),
        ([B, A, A, A], [(1, 1, B, A)]),  # the first packet is the odd one
        ([A, B, C, A], [(2, 1, B, A), (3, 1, C, A)]),
        ([A, A, B, A, A, B], [(3, 1, B, A), (6, 1, B, A)]),
        ([A, A, A, B, B, B, A], [(4, 3, B, A)]),
        ([A, A, A, *[B] * 20], [(4, 20, B, A)]),  # the flow has changed its partition
        ([A, A, A, *[B] * 20, A, B], [(4, 20, B, A), (24, 1, A, B)]),
        ([A, B], [(2, 1, B, A)]),
    ],
)
def test_runs_of_p_keys(keys, odd, size):
    assert told(keys, size) == odd


@pytest.mark.parametrize("size", [None, 1])
@pytest.mark.parametrize(("keys", "frame"), [([B, A], 1), ([A, B], 3)])
def test_the_other_direction_decides_between_two(keys, frame, size):
    packets = [ask(0, p_key=keys[0]), tell(0, 1, p_key=A), ask(1, p_key=keys[1]), tell(1, 2, p_key=A)]
    found = [each for each in said(packets, size) if each.kind.name == "p-key-mismatch"]
    assert [(each.frame, each.facts["now"], each.facts["usual"]) for each in found] == [(frame, B, A)]


def test_what_it_says():
    (found,) = (each for each in said([ask(psn, p_key=B if psn == 3 else A) for psn in range(6)]))
    assert str(found) == "P_Key 0x8001 in a flow that uses 0xffff"
    assert (found.frame, found.flow) == (4, 1)


@pytest.mark.parametrize("size", [None, 1])
def test_a_flow_that_has_moved(size):
    """The path is a new one, the number of the flow is not."""
    here, there = {"m": 0, "p_key": A}, {"source": ("10.0.1.1", 1), "target": ("10.0.1.2", 0x22), "m": 1}
    packets = [
        *(ask(psn, **here) for psn in range(3)),
        *(ask(psn, **there, p_key=B if psn == 7 else A) for psn in range(3, 8)),
    ]
    found = [each for each in said(packets, size) if each.kind.name in ("migration", "p-key-mismatch")]
    assert [(each.kind.name, each.frame, each.flow) for each in found] == [
        ("migration", 4, 1),
        ("p-key-mismatch", 8, 1),
    ]


@pytest.mark.parametrize("size", [None, 50])
def test_many_flows_side_by_side(size):
    packets = [
        ask(psn, target=("10.0.0.2", 0x100 + queue), p_key=B if (psn, queue) in ((0, 3), (2, 7)) else A)
        for psn in range(4)
        for queue in range(40)
    ]
    found = [each for each in said(packets, size) if each.kind.name == "p-key-mismatch"]
    assert sorted((each.frame, each.flow, each.packets) for each in found) == [(4, 4, 1), (88, 8, 1)]


@pytest.mark.family("batches")
@pytest.mark.parametrize("seed", range(4))
def test_batches_make_no_difference(seed):
    """Any order of three P_Keys on two queue pairs, both directions: the same findings whatever the batches."""
    chance = random.Random(seed)
    packets, psns = [], [0, 0]
    for _ in range(60):
        queue = chance.randrange(2)
        key = chance.choices((A, B, C), (8, 1, 1))[0]
        if chance.random() < 0.5 or not psns[queue]:
            packets.append(ask(psns[queue], target=("10.0.0.2", 0x100 + queue), p_key=key))
            psns[queue] += 1
        else:
            answer = {"source": ("10.0.0.2", 1), "target": ("10.0.0.1", 0x11 + queue)}
            packets.append(tell(psns[queue] - 1, psns[queue], p_key=key, **answer))
    whole, *others = (
        sorted(
            (each.frame, each.flow, each.packets, each.facts["now"], each.facts["usual"])
            for each in said(packets, size)
            if each.kind.name == "p-key-mismatch"
        )
        for size in (None, 1, 7)
    )
    assert others == [whole, whole]
    assert whole
