"""The columns of `ibpkt.analysis.columns.transport` equal what each packet says on its own."""

from __future__ import annotations

import copy

import numpy as np
import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.columns.addresses import Addresses, KeyNumbers
from ibpkt.analysis.columns.transport import KINDS, OPERATIONS, POSITIONS, SERVICES, transport
from ibpkt.batch import Batch
from ibpkt.protocols import AETH, BTH, DETH, OPCODES, RETH, AtomicETH, ImmDt
from tests.support.shared import capture

CARRIERS = ("native", "rocev2", "rocev2-ipv6", "rocev1", "vxlan", "sll2")


def layers_behind(packet):
    """What is decoded behind the headers of the transport."""
    at = max(place for place, layer in enumerate(packet.layers) if layer.header is BTH)
    transport_headers = {header for opcode in OPCODES.values() for header in opcode.headers}
    return [layer for layer in packet.layers[at + 1 :] if layer.header not in transport_headers]


def _holds(batch: Batch, addresses: Addresses) -> int:
    columns = transport(batch, addresses)
    places = {int(row): place for place, row in enumerate(columns.rows)}
    for row, packet in enumerate(batch):
        layers = {layer.header: layer.raw for layer in packet.layers}
        assert (BTH in layers) == (row in places)
        if BTH not in layers:
            continue
        at = places[row]
        for name in ("opcode", "destqp", "psn", "tver", "p_key", "fecn", "becn"):
            assert getattr(columns, name)[at] == layers[BTH][name]
        assert columns.ackreq[at] == layers[BTH]["a"]
        assert columns.migreq[at] == layers[BTH]["m"]
        remote = layers.get(RETH) or layers.get(AtomicETH) or {"va": 0, "r_key": 0}
        assert (columns.va[at], columns.r_key[at]) == (remote["va"], remote["r_key"])
        aeth = layers.get(AETH) or {"syndrome": 0, "msn": 0}
        assert (columns.syndrome[at], columns.msn[at]) == (aeth["syndrome"], aeth["msn"])
        assert columns.srcqp[at] == (layers.get(DETH) or {"srcqp": 0})["srcqp"]
        immediate = layers.get(ImmDt)
        assert columns.immediate[at] == (int.from_bytes(immediate["immdt"], "big") if immediate else 0)
        assert columns.frame[at] == packet.number
        opcode = OPCODES.get(layers[BTH]["opcode"])
        if opcode is not None:
            assert SERVICES[columns.service[at]] == opcode.service
            assert POSITIONS[columns.position[at]] == opcode.position
            assert KINDS[columns.kind[at]] == opcode.kind
        if packet.stop is None and len(packet.data) == packet.wirelen:
            behind = layers_behind(packet)  # management is payload, too, though it is decoded
            assert columns.size[at] == len(packet.payload) + sum(layer.size for layer in behind)
            if columns.size[at]:
                start = behind[0].offset if behind else packet.data.rindex(packet.payload)
                carried = batch.frames.data[columns.payload_at[at] :][: columns.size[at]].tobytes()
                assert carried == packet.data[start:][: columns.size[at]]
        header = next((layer for layer in reversed(packet.layers) if layer.header.address), None)
        if header is not None:
            prefix, source, destination = header.header.address
            for column, name in ((columns.source, source), (columns.destination, destination)):
                text = prefix + header.header.leaf(name).text(header.raw[name])
                assert addresses.text(int(column[at])) == text
    return len(columns)


@pytest.mark.parametrize("carrier", CARRIERS)
@pytest.mark.parametrize("service", ["RC", "UC", "UD"])
def test_every_column_is_what_the_packet_says(carrier, service):
    scene = traffic.Traffic(
        3, service=service, carrier=carrier, packets=150, both_ways=True, faults=traffic.Faults(0.05)
    )
    addresses = Addresses()
    assert sum(_holds(batch, addresses) for batch in scene.batches()) == 150
    assert len(addresses) == 2


@pytest.mark.parametrize("name", ["mix_all_ops.pcap", "ib_small.pcap", "derived_two_interfaces.pcapng"])
def test_recorded_packets(name):
    with ibpkt.open(capture(name)) as source:
        addresses = Addresses()
        assert sum(_holds(batch, addresses) for batch in source.batches(max_packets=97))


@pytest.mark.parametrize("carrier", CARRIERS)
def test_sizes_do_not_depend_on_what_the_capture_has_cut(carrier):
    for batch in traffic.Traffic(3, carrier=carrier, packets=200, both_ways=True).batches():
        whole = transport(batch, Addresses()).size
        frames = copy.copy(batch.frames)
        frames.captured = np.minimum(frames.captured, 150)
        cut = transport(Batch(frames), Addresses())
        assert not cut.stopped.any()
        assert np.array_equal(whole, cut.size)


def test_operations_have_names():
    known = {OPERATIONS[transport_operation] for transport_operation in _operations()}
    assert known == set(OPERATIONS) - {""}


def _operations():
    from ibpkt.analysis.columns.transport import OPERATION_OF

    return [int(OPERATION_OF[code]) for code in OPCODES]


def test_numbers_are_given_in_the_order_of_first_sight():
    numbers = KeyNumbers()
    assert numbers.of(np.array([7, 3, 7, 9])).tolist() == [1, 2, 1, 3]
    assert numbers.of(np.array([9, 1, 3])).tolist() == [3, 4, 2]
    assert numbers.keys == [7, 3, 9, 1]
