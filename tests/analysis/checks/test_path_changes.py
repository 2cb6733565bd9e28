"""Changes of the path of a flow: crafted, one trait after the other, and recorded captures without any."""

from __future__ import annotations

import numpy as np
import pytest

import ibpkt
from ibpkt import build, draft, traffic
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.checks.path_changes import PathChecks
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.batch import Batch
from ibpkt.traffic import Faults
from tests.support.exchanges import ask, said
from tests.support.shared import captures


def rocev2(psn, bth=(), vlan=None, ip=(), udp=(), ethernet=()):
    tags = () if vlan is None else (draft("VLAN", **vlan),)
    return build(
        draft("Ethernet", **{"src": "02:00:00:00:00:01", "dst": "02:00:00:00:00:02", **dict(ethernet)}),
        *tags,
        draft("IPv4", **{"src": "10.0.0.1", "dst": "10.0.0.2", **dict(ip)}),
        draft("UDP", **{"srcport": 0xC000, **dict(udp)}),
        draft("BTH", **{"opcode": 4, "destqp": 0x11, "psn": psn, **dict(bth)}),
        payload=bytes(8),
    )


def native(psn, slid=1, dlid=2, m=0, grh=None, **lrh):
    middle = () if grh is None else (draft("GRH", **{"sgid": "fe80::1", "dgid": "fe80::2", **grh}),)
    bth = draft("BTH", opcode=4, destqp=0x11, psn=psn, m=m)
    return build(draft("LRH", slid=slid, dlid=dlid, **lrh), *middle, bth, payload=bytes(8))


def changes(packets, size=None, flow=None):
    """What is told of packets, in batches of a size; all are of one flow unless said otherwise."""
    path, addresses = PathChecks(), Addresses()
    found = []
    for begin in range(0, len(packets), size or len(packets)):
        some = packets[begin : begin + (size or len(packets))]
        batch = Batch.of([packet.data for packet in some], some[0].link)
        batch.frames.first = begin + 1
        columns = transport(batch, addresses)
        numbers = columns.destination + 1 if flow is None else np.full(len(columns), flow)
        found += [each for hits in path.add(columns, numbers) for each in hits.findings(batch.frames)]
        found += path.mismatches()
    found += path.finish()
    return [(each.frame, each.kind.name, str(each)) for each in found]


@pytest.mark.parametrize("copy", [True, False])
@pytest.mark.parametrize("size", [1, 2, 6])
def test_the_path_of_a_packet_is_compared_when_it_is_known_what_it_is(size, copy):
    """The fourth packet waits until all have come; if it is a copy, it was captured elsewhere."""
    packets = [rocev2(psn, ip={"ttl": 64 if psn != 3 else 63}) for psn in range(6)]
    path, addresses, found = PathChecks(), Addresses(), []
    for begin in range(0, len(packets), size):
        batch = Batch.of([packet.data for packet in packets[begin : begin + size]], packets[0].link)
        batch.frames.first = begin + 1
        undecided = np.arange(4, begin + size + 1)  # that packet, and all of its flow behind it
        found += path.settle([], undecided)
        columns = transport(batch, addresses)
        for hits in path.add(columns, np.ones(len(columns), np.int64), undecided):
            found += hits.findings(batch.frames)
    assert not found
    facts = [("duplicate", np.array([4]), np.array([1]))] if copy else []
    found = path.settle(facts, np.zeros(0, np.int64))
    assert [(each.frame, each.kind.name) for each in found] == ([] if copy else [(4, "route-hops"), (5, "route-hops")])


TRAITS = {
    "source MAC": ("route-link", rocev2, {"ethernet": {"src": "02:00:00:00:00:09"}}),
    "destination MAC": ("route-link", rocev2, {"ethernet": {"dst": "02:00:00:00:00:09"}}),
    "VLAN": ("route-link", lambda psn, id=5: rocev2(psn, vlan={"id": id}), {"id": 6}),
    "VLAN priority": ("route-class", lambda psn, p=3: rocev2(psn, vlan={"id": 5, "priority": p}), {"p": 4}),
    "hop limit": ("route-hops", rocev2, {"ip": {"ttl": 63}}),
    "UDP source port": ("route-entropy", rocev2, {"udp": {"srcport": 0xC123}}),
    "traffic class": ("route-class", rocev2, {"ip": {"dscp": 26}}),
    "P_Key": ("p-key-mismatch", rocev2, {"bth": {"p_key": 0x8001}}),
    "service level": ("route-class", native, {"sl": 3}),
    "flow label": ("route-entropy", native, {"grh": {"flowlabel": 7}}),
    "destination LID": ("route-link", native, {"grh": {}, "dlid": 0x200}),
    "source LID": ("path-bits", native, {"grh": {}, "slid": 3}),
}


@pytest.mark.parametrize("size", [None, 1, 2])
@pytest.mark.parametrize("name", TRAITS)
def test_each_trait(name, size):
    """A change is told once, where it happens, with what it was before, whatever the batches."""
    kind, make, change = TRAITS[name]
    same = {"grh": {}} if "grh" in change else {}
    packets = [make(psn, **(change if psn >= 3 else same)) for psn in range(6)]
    ((frame, told, text),) = changes(packets, size)
    assert (frame, told) == (4, kind)
    assert name in text


def test_congestion_marks_are_no_change_of_class():
    assert changes([rocev2(0, ip={"ecn": 2}), rocev2(1, ip={"ecn": 3}), rocev2(2, ip={"ecn": 2})]) == []


def test_a_flow_of_which_nothing_is_known_is_left_alone():
    assert changes([rocev2(0), rocev2(1, ip={"ttl": 3})], flow=0) == []


def moved(packets, size=None):
    """What is told of moves."""
    told = [each for each in said(packets, size) if each.kind.group == "path"]
    return [(each.frame, each.kind.name, str(each)) for each in told]


@pytest.mark.parametrize("size", [None, 1, 2])
def test_migration(size):
    """The queue pair goes on at other LIDs, with the other M bit, where its sequence numbers go on."""
    before = [native(psn) for psn in range(3)]
    after = [native(psn, slid=11, dlid=12, m=1) for psn in range(3, 6)]
    assert moved([*before, *after], size) == [
        (4, "migration", "QP 0x000011 moved from LID: 1 → LID: 2 to LID: 11 → LID: 12; its M bit changed from 0 to 1")
    ]


@pytest.mark.parametrize(
    "after",
    [
        native(3, slid=11, dlid=12, m=0),  # the M bit alone, or another pair with the same number
        native(5000, slid=11, dlid=12, m=1),  # another sequence
    ],
)
def test_no_migration(after):
    assert moved([native(0), native(1), native(2), after]) == []


@pytest.mark.costly
@pytest.mark.parametrize("size", [None, 100, 400])
def test_many_that_migrate_at_once(size):
    before = [ask(1000 + 70_000 * each, target=("10.0.0.2", 0x100 + each), m=0) for each in range(400)]
    after = [
        ask(1001 + 70_000 * each, source=("10.0.1.1", 1), target=("10.0.1.2", 0x100 + each), m=1) for each in range(400)
    ]
    assert [frame for frame, _, _ in moved([*before, *after], size)] == list(range(401, 801))


def test_a_change_of_m_alone_is_nothing():
    assert changes([native(0), native(1, m=1), native(2)]) == []


def looped(psn, target, srcport, answers=False):
    """A SEND from a host to itself, or its acknowledgement."""
    more = (draft("AETH", syndrome=31, msn=psn + 1),) if answers else ()
    return build(
        draft("Ethernet", src="02:00:00:00:00:01", dst="02:00:00:00:00:01"),
        draft("IPv4", src="10.0.0.1", dst="10.0.0.1"),
        draft("UDP", srcport=srcport),
        draft("BTH", opcode=17 if answers else 4, destqp=target, psn=psn, a=0 if answers else 1),
        *more,
        payload=b"" if answers else bytes(8),
    )


@pytest.mark.parametrize("size", [None, 1, 3])
@pytest.mark.parametrize("other", [0x23, 0x44])
def test_both_ends_at_one_address(size, other):
    """Each direction has a source port of its own, whatever the numbers of the queue pairs."""
    packets = []
    for psn in range(6):
        packets += [looped(psn, 0x22, 0xC000), looped(psn, other, 0xC007, answers=True)]
    assert moved(packets, size) == []
    packets += [looped(6, 0x22, 0xC000), looped(6, other, 0xC008, answers=True)]
    assert [(frame, kind) for frame, kind, _ in moved(packets, size)] == [(14, "route-entropy")]


def findings(scene):
    expert = Expert()
    found = [finding for batch in scene.batches() for finding in expert.findings(batch)]
    return [*found, *expert.finish()]


def test_reordering_without_loss_is_adaptive_routing():
    scene = traffic.Traffic(seed=1, packets=3000, sizes=(8192, 65536), faults=Faults(reorder=0.02))
    (spread,) = [each for each in findings(scene) if each.kind.name == "adaptive-routing"]
    assert spread.facts["lost"] == 0
    assert spread.flow == 1


@pytest.mark.parametrize("faults", [Faults(), Faults(loss=0.02), Faults(duplicate=0.02), Faults(corrupt=0.02)])
def test_other_faults_are_not(faults):
    """A flipped bit lies in what the ICRC covers: what the packet says of its path is not believed."""
    scene = traffic.Traffic(seed=2, packets=3000, conversations=3, sizes=(1, 65536), faults=faults)
    assert [each for each in findings(scene) if each.kind.group == "path"] == []


@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_recorded_captures_keep_to_their_paths(path):
    """But for netem, which flips bits in front of the IP header too: a bit of a MAC address, in two packets."""
    expert = Expert()
    found = []
    with ibpkt.open(path) as source:
        for batch in source.batches():
            found += expert.findings(batch)
    told = [(each.kind.name, each.frame) for each in (*found, *expert.finish()) if each.kind.group == "path"]
    if path.name == "corrupt_write.pcap":
        assert {kind for kind, _ in told} == {"route-link"}
        assert len(told) == 4
    else:
        assert told == []
