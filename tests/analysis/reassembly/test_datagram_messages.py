"""Every datagram is a message."""

from __future__ import annotations

import copy

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt import draft, traffic
from ibpkt.batch import Batch
from tests.support.analysis_runs import cut, plain, run
from tests.support.exchanges import A, ask, batches
from tests.support.shared import capture

FAULTS = traffic.Faults(loss=0.02, duplicate=0.02, reorder=0.02, corrupt=0.01)


def _traffic(seed=0, **options):
    arguments = {
        "packets": 400, "operations": "SEND", "sizes": (0, 500), "service": "UD", "conversations": 3, "both_ways": True,
        "faults": FAULTS, "truth": None, **options,
    }  # fmt: skip
    return traffic.Traffic(seed, **arguments).batches()


def test_as_a_table():
    """Both ends of a flow count for themselves; other flows do, too."""
    ends = [(("10.0.0.1", 0x11), ("10.0.0.2", 0x12)), (("10.0.0.2", 0x12), ("10.0.0.1", 0x11)), (("10.0.0.3", 9), A)]
    sent = [
        (0, 100, 5, None),
        (1, 7, 0, None),
        (0, 101, 6, 0xABCD),
        (2, 1, 1, None),
        (0, 102, 7, None),
        (1, 8, 2, None),
    ]
    packets = []
    for way, psn, size, immediate in sent:
        source, target = ends[way]
        deth = draft("DETH", srcqp=source[1], q_key=1)
        word = [] if immediate is None else [draft("ImmDt", immdt=immediate.to_bytes(4))]
        opcode = 0x65 if word else 0x64
        packets.append(ask(psn, opcode, deth, *word, source=source, target=target, size=size))
    result = run(batches(packets), payload=True)
    told = [
        (each.side, each.number, each.first_psn, each.last_psn, each.size, each.immediate, each.frames, each.closed)
        for each in result.messages
    ]
    assert told == [
        (0, 1, 100, 100, 5, None, [1], 1), (1, 1, 7, 7, 0, None, [2], 2), (0, 2, 101, 101, 6, 0xABCD, [3], 3),
        (0, 1, 1, 1, 1, None, [4], 4), (0, 3, 102, 102, 7, None, [5], 5), (1, 2, 8, 8, 2, None, [6], 6),
    ]  # fmt: skip
    assert {(each.kind, each.service, each.outcome, each.whole, each.packets) for each in result.messages} == {
        ("SEND", "UD", "sent", True, 1)
    }
    assert result.facts["message"] == {1: 1, 2: 1, 3: 2, 4: 1, 5: 3, 6: 2}
    sides = [(side.messages, side.completed, side.fresh) for flow in result.flows for side in flow.sides]
    assert sides == [({"SEND": 3}, 18, 18), ({"SEND": 2}, 2, 2), ({"SEND": 1}, 1, 1), ({}, 0, 0)]


@pytest.mark.family("batches")
@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 50), size=st.integers(1, 450))
def test_batches_of_any_size(seed, size):
    assert plain(run(cut(_traffic(seed), size), payload=True)) == plain(run(_traffic(seed), payload=True))


def test_a_message_for_every_datagram_that_reaches_the_transport():
    result = run(_traffic(faults=traffic.Faults(corrupt=0.05, duplicate=0.05)))
    assert len(result.facts["corrupt"]) > 5
    sides = [side for flow in result.flows for side in flow.sides]
    assert sum(side.duplicated for side in sides) > 5
    assert len(result.messages) == sum(side.requests - side.duplicated for side in sides)
    others = len(result.facts["corrupt"]) + len(result.facts["duplicate"])
    assert len(result.messages) + others == len(result.facts["flow"])
    for flow in result.flows:
        for number, side in enumerate(flow.sides):
            own = [each for each in result.messages if (each.flow, each.side) == (flow.number, number)]
            assert [each.number for each in own] == list(range(1, side.requests - side.duplicated + 1))
            assert side.messages == ({"SEND": len(own)} if own else {})
            assert side.completed == sum(each.size for each in own)


def test_messages_that_nobody_wants_are_counted():
    wanted, not_wanted = run(_traffic()), run(_traffic(), messages=False)
    assert wanted.messages
    assert not not_wanted.messages
    assert not_wanted.flows == wanted.flows
    assert not_wanted.facts == wanted.facts


@pytest.mark.parametrize("name", ["ud_send", "ud_send_imm", "ud_loss_gap"])
def test_recorded(name):
    with ibpkt.open(capture(f"{name}.pcap")) as source:
        result = run(source.batches())
    datagrams = [each for each in result.messages if each.service == "UD"]
    assert datagrams
    assert {each.outcome for each in datagrams} == {"sent"}
    assert all((each.immediate is not None) == (name == "ud_send_imm") for each in datagrams)
    assert np.all(np.diff([each.closed for each in result.messages]) >= 0)


@pytest.mark.parametrize(("snap", "torn"), [(60, [True, True]), (62, [False, True]), (66, [False, False])])
def test_cut_in_their_headers(snap, torn):
    """What is not there is not known: how long they are, and immediate data."""

    def cut_short(whole):
        for batch in whole:
            frames = copy.copy(batch.frames)
            frames.captured = np.minimum(frames.captured, snap)
            yield Batch(frames)

    deth, word = draft("DETH", srcqp=0x11, q_key=1), draft("ImmDt", immdt=bytes(4))
    result = run(cut_short(batches([ask(1, 0x64, deth), ask(2, 0x65, deth, word)])))
    told = [(each.size, each.whole, each.outcome, each.immediate) for each in result.messages]
    whole = [(8, True, "sent", None), (8, True, "sent", 0)]
    assert told == [(None, False, "unknown", None) if cut else row for cut, row in zip(torn, whole, strict=True)]
    assert sum(flow.sides[0].completed for flow in result.flows) == 8 * torn.count(False)
    assert sum(flow.sides[0].fresh for flow in result.flows) == 16
