"""Random bytes through every layout of a management datagram: all readers say the same, and it builds again."""

from __future__ import annotations

import itertools

import pytest

import ibpkt
from ibpkt.batch import Batch
from ibpkt.protocols import INFINIBAND, MAD, graph, link_type
from ibpkt.protocols.mad.sa import RecordGap
from ibpkt.scapy import LAYERS
from ibpkt.schema import Derived
from tests.support import mads
from tests.support.equality import assert_equal

LAYOUTS = list(dict.fromkeys(layout.chain for layout in mads.layouts()))
DATAGRAMS = list(mads.datagrams())
CARRIERS = {"infiniband": mads.native, "ethernet": mads.routed}


def test_every_declared_layout_is_here():
    rules, management, waiting = graph().rules, {MAD}, [MAD]
    while waiting:  # all that the graph leads to from there
        for rule in rules.get(waiting.pop(), ()):
            found = {*itertools.chain(*rule.table.values()), *(rule.otherwise or ())} - management
            management |= found
            waiting += found
    assert management - {RecordGap} == set(itertools.chain.from_iterable(LAYOUTS)), (
        "a gap is between records of a table"
    )
    assert len(DATAGRAMS) == mads.EACH * len(mads.layouts())


@pytest.mark.costly
@pytest.mark.parametrize("link", CARRIERS)
def test_columns(link):
    """All packets in one batch, which has a shape for each layout."""
    packets = [CARRIERS[link](data, number) for number, (_, data) in enumerate(DATAGRAMS)]
    batch = Batch.of(packets, link_type(link))
    assert_equal(batch)
    inside = {shape.headers[shape.headers.index(MAD) :] for shape in batch.shapes}
    assert inside == set(LAYOUTS)


@pytest.mark.parametrize("chain", LAYOUTS, ids=lambda chain: "/".join(header.name for header in chain[1:]))
def test_layout(chain):
    """`construct`, the codec and scapy read the same, and build the same bytes."""
    for number, (layout, data) in enumerate(DATAGRAMS):
        if layout.chain != chain:
            continue
        packet = ibpkt.decode(mads.native(data, number), INFINIBAND)
        layers = packet.layers[-len(chain) :]
        assert tuple(layer.header for layer in layers) == chain
        dissected = LAYERS[packet.layers[0].header](packet.data)
        assert bytes(dissected) == packet.data
        at = 0
        for layer in layers:
            header = layer.header
            taken = data[at : at + header.size]
            at += header.size
            dissected = dissected.payload
            while dissected.header is not header:
                dissected = dissected.payload
            assert {name: dissected.getfieldval(name) for name in layer.raw} == layer.raw
            parsed = header.parse(taken)
            assert header.build(parsed) == taken
            plain = [field.name for field in header.fields if not field.rows]
            assert {name: parsed[name] for name in plain} == {name: layer.raw[name] for name in plain}
            for leaf in header.leaves:
                if not isinstance(leaf, Derived) and leaf.count == 1 and leaf.width and leaf.when is None:
                    bits = int.from_bytes(taken, "big") >> (header.size * 8 - leaf.bit - leaf.width)
                    raw = bits & ((1 << leaf.width) - 1)
                    assert layer.raw_value(leaf.name) == (raw.to_bytes(leaf.width // 8, "big") if leaf.wide else raw)
            assert header.write(layer.raw) == taken
        assert packet.payload == data[at:]
