"""Which flow each packet belongs to, set against a dictionary of all ends; however batches are cut."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ibpkt import draft
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.streams.stream_table import StreamTable
from tests.support.exchanges import ask, batches

HOSTS = [f"10.0.0.{number}" for number in range(1, 4)]
QPS = (0x11, 0x22)
UD_SEND, UC_SEND, RC_SEND = 0x64, 0x24, 0x04


def packets(source):
    """Datagrams and requests without answers, and what they are of: both ends, or a stream of one direction."""
    made, keys, sides = [], [], []
    begins = {}
    psn = {}
    for _ in range(source.randint(5, 60)):
        one, two = source.sample(HOSTS, 2)
        qp, other = source.choice(QPS), source.choice(QPS)
        what = source.choice((UD_SEND, UD_SEND, UC_SEND, RC_SEND))
        # queue pairs of services have numbers of their own
        ends = (one, qp + what), (two, other + what)
        if what == UD_SEND:
            key = frozenset(ends)
            more = (draft("DETH", srcqp=ends[0][1]),)
        else:
            key, more = (one, *ends[1]), ()
        psn[key] = psn.get(key, 0) + 1
        made.append(ask(psn[key], what, *more, source=ends[0], target=ends[1]))
        keys.append(key)
        sides.append(int(what == UD_SEND and begins.setdefault(key, ends[0]) != ends[0]))
    return made, keys, sides


@pytest.mark.parametrize("size", [None, 1, 2, 9])
@pytest.mark.parametrize("seed", range(8))
def test_as_a_dictionary_of_ends(seed, size):
    source = random.Random(seed)
    made, keys, sides = packets(source)
    addresses = Addresses()
    streams = StreamTable(addresses)
    rows, found_sides = [], []
    for batch in batches(made, size):
        assigned = streams.add(transport(batch, addresses), patient=False)
        rows += assigned.row.tolist()
        found_sides += assigned.side.tolist()
    assert found_sides == sides
    of = {}
    for row, key in zip(rows, keys, strict=True):
        assert of.setdefault(key, row) == row
    assert len(set(of.values())) == len(of) == len(streams)
    flows, ends = streams.columns.flows, streams.columns.ends
    numbers = [int(flows["number"][row]) for row in of.values()]
    assert numbers == list(range(1, len(of) + 1))  # in the order of their first packets
    for key, row in of.items():
        own = [at for at, each in enumerate(keys) if each == key]
        assert (flows["first_frame"][row], flows["last_frame"][row]) == (own[0] + 1, own[-1] + 1)
        assert [ends["packets"][2 * row + side] for side in (0, 1)] == [
            sum(sides[at] == side for at in own) for side in (0, 1)
        ]


@pytest.mark.parametrize("first", [[], [ask(1, source=(HOSTS[2], 1), target=(HOSTS[0], 9))]], ids=["alone", "behind"])
def test_a_damaged_packet_before_the_first_of_its_stream_is_of_no_flow(first):
    """Nobody knows where it belongs: it has no flow that begins later; behind the first packet it has."""
    made = [*first, ask(0), ask(1), ask(2)]
    damaged = np.array([*[False] * len(first), True, False, True])
    addresses = Addresses()
    (batch,) = batches(made)
    assigned = StreamTable(addresses).add(transport(batch, addresses), damaged=damaged, patient=False)
    assert (assigned.row[len(first) :] >= 0).tolist() == [False, True, True]
    assert (assigned.half[len(first) :] >= 0).tolist() == [False, True, False]
