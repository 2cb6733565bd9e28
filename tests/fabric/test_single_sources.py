"""One kind of packets alone: what subnet administration tells is enough for a fabric, and so is a walk."""

from __future__ import annotations

import random

import pytest

import ibpkt
from ibpkt.fabric import read_fabric
from ibpkt.management import mad
from tests.fabric import generator
from tests.fabric.batches import batches_of
from tests.fabric.recorded_truth import FOLDER, found_in, truths
from tests.fabric.subnets import subnet_of_drawn
from tests.fabric.sweep import Sweep
from tests.support.shared import needs

#: management classes, and where the class is in a frame that begins with an LRH
ROUTED, DIRECTED, ADMINISTRATION = 0x01, 0x81, 0x03
CLASS = 8 + 12 + 8 + 1


def alone(name, *classes):
    """The only subnet of the packets of some management classes of a recording, and what is true of it."""
    path = next(path for path in (FOLDER / f"{name}.pcap", FOLDER / f"{name}.pcap.gz") if path.exists())
    with ibpkt.open(path) as capture:
        packets = [(packet.time or 0, packet.data) for packet in capture]
    kept = [(time, data) for time, data in packets if len(data) > CLASS and data[CLASS] in classes]
    assert 0 < len(kept) < len(packets)
    (subnet,) = read_fabric(batches_of((data for _time, data in kept), times=[time for time, _data in kept])).subnets
    (truth,) = truths(path)
    return found_in(subnet), truth


@needs(FOLDER)
@pytest.mark.parametrize("name", ["sa_all_records", "ft2_4x2_ftree", "torus4x4_updn", "random12_updn"])
def test_subnet_administration_alone(name):
    """Node and link records: nodes with their names, LIDs, cables; and nothing that is not true."""
    found, truth = alone(name, ADMINISTRATION)
    assert found.names == truth.names
    assert found.links.keys() == truth.links.keys()
    assert {end: lid for end, (lid, _lmc) in found.lids.items()} == {
        end: lid for end, (lid, _lmc) in truth.lids.items()
    }
    assert found.rows <= truth.rows
    assert all(rate in (None, truth.links[ends] or rate) for ends, rate in found.links.items())


@needs(FOLDER)
@pytest.mark.parametrize("name", ["sa_all_records", "ft2_4x2_ftree", "torus4x4_updn", "hypercube3_dfsssp_lmc1"])
def test_directed_routes_alone(name):
    """Before there are LIDs: the whole fabric, with its tables."""
    found, truth = alone(name, DIRECTED)
    assert (found.names, found.lids, found.rows) == (truth.names, truth.lids, truth.rows)
    assert found.links.keys() == truth.links.keys()
    rates = {ends: rate for ends, rate in truth.links.items() if rate}
    assert {ends: found.links[ends] for ends in rates} == rates


@pytest.mark.parametrize(
    ("kind", "vendor", "device", "found"),
    [
        ("CA", 0x0008F1, 0x5A01, "gateway"),  # a Voltaire IB to IP router, as infiniband-diags knows it
        ("CA", 0x0008F1, 0x5A00, "gateway"),
        ("CA", 0x0002C9, 0x5A01, "adapter"),
        ("Router", 0x0002C9, 0xC738, "router"),
        ("Switch", 0x0008F1, 0x5A31, "switch"),
    ],
)
def test_kinds_of_nodes(kind, vendor, device, found):
    fields = {"nodetype": kind, "numports": 2, "nodeguid": 5, "vendorid": vendor, "deviceid": device, "localportnum": 1}
    head = [ibpkt.draft("LRH", slid=7, dlid=1), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
    named = ibpkt.build(*head, *mad("Subn", "GetResp", "NodeInfo", **fields)).data
    (subnet,) = read_fabric(batches_of([named])).subnets
    assert [str(node.kind) for node in subnet.nodes.values()] == [found]


@pytest.mark.parametrize(("kind", "port"), [("CA", 1), ("Router", 1), ("Switch", 0)])
def test_the_lid_that_answers_is_that_of_a_port(kind, port):
    """Of a switch it is that of port 0, whichever port the request came in by."""
    fields = {"nodetype": kind, "numports": 2, "nodeguid": 5, "localportnum": 1}
    head = [ibpkt.draft("LRH", slid=7, dlid=1), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
    named = ibpkt.build(*head, *mad("Subn", "GetResp", "NodeInfo", **fields)).data
    (subnet,) = read_fabric(batches_of([named])).subnets
    (node,) = subnet.nodes.values()
    assert {number: each.lid for number, each in node.ports.items() if each.lid} == {port: 7}


@needs(FOLDER)
def test_lid_routed_alone():
    """Nodes that answered by LID, without cables: nobody says who is next to whom."""
    found, truth = alone("sa_all_records", ROUTED)
    assert found.names.keys() <= truth.names.keys()
    assert {name for name in found.names.values() if name} <= set(truth.names.values())
    assert found.links == {}
    assert found.rows <= truth.rows
    assert found.rows


@pytest.mark.parametrize("begin", [0, -5 * 10**9, 5 * 10**9])
def test_when_the_datagrams_were_captured(begin):
    """Also at 1970, when captures without a clock begin, and before."""
    packets = list(Sweep(subnet_of_drawn(generator.ring(random.Random(1)))).packets())
    times = [begin + number for number in range(len(packets))]
    (subnet,) = read_fabric(batches_of(packets, size=7, times=times)).subnets
    assert (subnet.start, subnet.end) == (times[0], times[-1])


@pytest.mark.parametrize("interface", [0, 1, 9])
@pytest.mark.parametrize(
    ("asked_by", "moved", "subnets"), [((1, 1), 0, 1), ((1, 3), 0, 2), ((1, 1), 1, 2), ((3, 1), 2, 2)]
)
def test_nodes_that_answer_the_same_lid_on_one_interface_are_of_one_subnet(interface, asked_by, moved, subnets):
    """Where nobody tells of a cable: who answers another LID, or on another interface, may be anybody."""
    datagrams = []
    for number, dlid in enumerate(asked_by, 5):
        fields = {"nodetype": "CA", "numports": 1, "nodeguid": number, "portguid": number, "localportnum": 1}
        head = [ibpkt.draft("LRH", slid=number, dlid=dlid), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
        datagrams.append(ibpkt.build(*head, *mad("Subn", "GetResp", "NodeInfo", tid=number, **fields)).data)
    batches = [*batches_of(datagrams, size=1)]
    for batch, number in zip(batches, (interface, interface + moved), strict=True):
        batch.frames.interface[:] = number
    assert len(read_fabric(batches).subnets) == subnets
