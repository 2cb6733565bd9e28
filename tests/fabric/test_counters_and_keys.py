"""Counters that move, and keys that are refused: crafted reads and traps behind a crafted sweep."""

from __future__ import annotations

import random

import pytest

import ibpkt
from ibpkt.fabric import read_fabric
from ibpkt.management import mad
from tests.fabric import generator
from tests.fabric.batches import batches_of
from tests.fabric.subnets import route_shortest, subnet_of_drawn
from tests.fabric.sweep import Sweep

SECOND = 10**9
SUBNET = subnet_of_drawn(generator.two_levels(random.Random(1), 3, 2))
route_shortest(SUBNET)
MANAGER, HOST, OTHER = SUBNET.end_nodes[0], SUBNET.end_nodes[1], SUBNET.end_nodes[2]
SWITCH = SUBNET.switches[0]
(MANAGER_LID, HOST_LID, OTHER_LID) = (node.ports[1].lid for node in (MANAGER, HOST, OTHER))
SWITCH_LID = SWITCH.ports[0].lid
PEER, PEER_PORT = SUBNET.peers()[SWITCH.guid, 1]


def routed(source, destination, *operation, **fields):
    """A LID-routed datagram."""
    head = [ibpkt.draft("LRH", slid=source, dlid=destination), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
    return ibpkt.build(*head, *mad(*operation, **fields)).data


def fabric_of(*later):
    """The only subnet of a sweep, and of packets at some seconds after it."""
    sweep = list(Sweep(SUBNET).packets())
    packets = [*sweep, *(data for _second, data in later)]
    times = [SECOND] * len(sweep) + [round((1 + second) * SECOND) for second, _data in later]
    (subnet,) = read_fabric(batches_of(packets, times=times)).subnets
    return subnet, len(sweep)


def problems_of(subnet, kind):
    return [problem for problem in subnet.problems if problem.kind == kind]


def reads(attribute, *values, **more):
    """Reads of counters of port 1 of a switch, a second apart, each with what it answers."""
    for at, fields in enumerate(values):
        ends = {"tid": 0x100 + at, "portselect": 1}
        yield at, routed(MANAGER_LID, SWITCH_LID, "Perf", "Get", attribute, **ends)
        yield at, routed(SWITCH_LID, MANAGER_LID, "Perf", "GetResp", attribute, **ends, **more, **fields)


@pytest.mark.parametrize("attribute", ["PortCounters", "PortCountersExtended"])
def test_error_counters_that_moved(attribute):
    steps = [{"symbolerrorcounter": number, "portrcverrors": 3} for number in (5, 9, 25)]
    subnet, before = fabric_of(*reads(attribute, *steps))
    link = f"{SWITCH.name} port 1 to {PEER.name} port {PEER_PORT}"
    (moved,) = problems_of(subnet, "errors-moved")
    assert moved.sentence == f"{link}: in 2.0 s these counters rose: SymbolErrorCounter by 20 to 25, 10 a second"
    assert (moved.subject, moved.severity) == (link, "warning")
    assert moved.frames == (before + 2, before + 4, before + 6)
    (counted,) = problems_of(subnet, "errors-counted")
    assert counted.sentence == f"{SWITCH.name} port 1 has counted PortRcvErrors 3"
    found = {(each.guid, each.port, each.name): (each.value, each.rise, each.per_second) for each in subnet.counters}
    assert found == {
        (SWITCH.guid, 1, "SymbolErrorCounter"): (25, 20, 10.0),
        (SWITCH.guid, 1, "PortRcvErrors"): (3, 0, 0.0),
    }


@pytest.mark.parametrize(("times", "rate"), [((0, 0.25), 16.0), ((0, 1), 4.0), ((0, 8), 0.5), ((0, 0), None)])
def test_how_fast_a_counter_rises(times, rate):
    answers = [data for _second, data in reads("PortCounters", {"symbolerrorcounter": 5}, {"symbolerrorcounter": 9})][
        1::2
    ]
    subnet, _before = fabric_of(*zip(times, answers, strict=True))
    (counter,) = subnet.counters
    assert (counter.rise, counter.per_second) == (4, rate)


def test_large_counters():
    """64 bits, beyond what PortCounters has; and beyond 63."""
    steps = [{"linkdownedcounter": number} for number in (2**40, 2**40 + 6, 2**64 - 1)]
    subnet, _before = fabric_of(*reads("PortCountersExtended", *steps))
    assert [(each.value, each.rise) for each in subnet.counters] == [(2**63 - 1, 2**63 - 1 - 2**40)]


def test_a_counter_that_is_full():
    subnet, _before = fabric_of(*reads("PortCounters", {"portrcverrors": 65000}, {"portrcverrors": 65535}))
    (moved,) = problems_of(subnet, "errors-moved")
    assert "PortRcvErrors by 535 to 65535, its highest value, 535 a second" in moved.sentence


def test_a_counter_that_was_set_to_zero():
    subnet, _before = fabric_of(*reads("PortCounters", *({"portrcverrors": number} for number in (7, 10, 2, 4))))
    assert [(each.value, each.rise) for each in subnet.counters] == [(4, 3 + 2 + 2)]


def test_an_answer_to_a_set_is_no_read():
    fields = {"portselect": 1, "tid": 9, "symbolerrorcounter": 77, "counterselect": 1}
    echo = [
        (0, routed(MANAGER_LID, SWITCH_LID, "Perf", "Set", "PortCounters", **fields)),
        (0, routed(SWITCH_LID, MANAGER_LID, "Perf", "GetResp", "PortCounters", **fields)),
    ]
    assert fabric_of(*echo)[0].counters == []


def test_both_attributes_of_one_port():
    """Switches without the further counters of PortCountersExtended leave these 0."""
    both = [
        *reads("PortCounters", {"portrcverrors": 1}, {"portrcverrors": 4}),
        *reads("PortCountersExtended", {"portxmitdata": 5}, {"portxmitdata": 6}, {"portxmitdata": 7}),
    ]
    subnet, _before = fabric_of(*both)
    assert [(each.name, each.value, each.rise) for each in subnet.counters] == [("PortRcvErrors", 4, 3)]


def test_of_two_attributes_that_were_read_equally_often_the_wider_counters_are_told():
    """Those of PortCounters stay at their highest value."""
    both = [*reads("PortCounters", {"portrcverrors": 65535}), *reads("PortCountersExtended", {"portrcverrors": 70000})]
    for packets in (both, both[::-1]):
        subnet, _before = fabric_of(*((0, data) for _second, data in packets))
        assert [(each.name, each.value) for each in subnet.counters] == [("PortRcvErrors", 70000)]


def port_info(tid, **counters):
    """PortInfo that the second adapter answers."""
    values = {"lid": HOST_LID, "localportnum": 1, "portstate": "Active", "tid": tid}
    return routed(HOST_LID, MANAGER_LID, "Subn", "GetResp", "PortInfo", **values, **counters)


def test_keys_that_a_port_refused():
    """PortInfo counts wrong M_Keys and P_Keys; the sweep has read 0."""
    later = [(0, port_info(0x70, p_keyviolations=4)), (2, port_info(0x71, p_keyviolations=4, m_keyviolations=6))]
    subnet, before = fabric_of(*later)
    (moved,) = problems_of(subnet, "key-violation")
    assert moved.sentence.startswith(f"{HOST.name} port 1 to ")
    assert "M_KeyViolations by 6 to 6, 3 a second; P_KeyViolations by 4 to 4, 2 a second" in moved.sentence
    assert moved.severity == "error"
    assert moved.frames[-2:] == (before + 1, before + 2)


def test_keys_that_were_refused_before():
    named = routed(
        HOST_LID, MANAGER_LID, "Subn", "GetResp", "NodeInfo", nodetype="CA", numports=1, nodeguid=HOST.guid,
        localportnum=1, portguid=HOST.ports[1].guid,
    )  # fmt: skip
    (subnet,) = read_fabric(batches_of([named, port_info(0x70, p_keyviolations=4)])).subnets
    (counted,) = problems_of(subnet, "key-violations-counted")
    assert counted.sentence.endswith(" port 1 has counted P_KeyViolations 4")
    assert (counted.severity, counted.frames) == ("note", (2,))


TRAPS = {
    256: (
        {"lidaddr": OTHER_LID, "method": 0x02, "attributeid": 0x0015, "m_key": 0x1234},
        f"bad M_Key (SubnSet(PortInfo) from {OTHER.name})",
    ),
    257: (
        {"lidaddr1": OTHER_LID, "lidaddr2": HOST_LID, "key": 0x8005, "qp1": 17, "qp2": 18},
        f"bad P_Key (P_Key 0x8005 from {OTHER.name} QP 17 to {HOST.name} QP 18)",
    ),
    258: (
        {"lidaddr1": OTHER_LID, "lidaddr2": HOST_LID, "key": 0x80010000, "qp1": 17, "qp2": 18},
        f"bad Q_Key (Q_Key 0x80010000 from {OTHER.name} QP 17 to {HOST.name} QP 18)",
    ),
    259: (
        {"lidaddr1": OTHER_LID, "lidaddr2": HOST_LID, "p_key": 0x8005, "swlidaddr": SWITCH_LID, "portno": 1},
        f"bad P_Key at switch port (P_Key 0x8005 at port 1, from {OTHER.name})",
    ),
}


@pytest.mark.parametrize("number", TRAPS)
def test_traps_of_wrong_keys(number):
    """The trap is repeated until the manager answers; who sent with the wrong key is told by name."""
    fields, words = TRAPS[number]
    who, lid = (SWITCH, SWITCH_LID) if number == 259 else (HOST, HOST_LID)
    trap = ibpkt.management.SubnTrap(number, issuerlid=lid, tid=0x55, **fields)
    head = [ibpkt.draft("LRH", slid=lid, dlid=MANAGER_LID), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
    sent = ibpkt.build(*head, *trap).data
    subnet, before = fabric_of((0, sent), (1, sent))
    (problem,) = problems_of(subnet, "key-violation")
    assert problem.sentence == f"{who.name} sends trap {number}: {words}; 2 times; no manager answered"
    assert (problem.subject, problem.severity, problem.frame) == (who.name, "error", before + 1)
    (event,) = [event for event in subnet.events if event.what == "trap"]
    assert event.frames == (before + 1, before + 2)


def test_each_node_that_refused_a_key_is_told_by_its_own_trap():
    sent = []
    senders = ((256, HOST, HOST_LID), (257, OTHER, OTHER_LID))
    for at, (number, _, lid) in enumerate(senders):
        trap = ibpkt.management.SubnTrap(number, issuerlid=lid, tid=0x55 + at, **TRAPS[number][0])
        head = [ibpkt.draft("LRH", slid=lid, dlid=MANAGER_LID), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
        sent.append((at, ibpkt.build(*head, *trap).data))
    subnet, before = fabric_of(*sent)
    told = [(problem.subject, problem.sentence, problem.frames) for problem in problems_of(subnet, "key-violation")]
    assert told == [
        (who.name, f"{who.name} sends trap {number}: {TRAPS[number][1]}; no manager answered", (before + 1 + at,))
        for at, (number, who, _) in enumerate(senders)
    ]


@pytest.mark.parametrize(("count", "more"), [(1, ""), (2, "; 2 such traps"), (3, "; 3 such traps")])
def test_how_often_a_node_refused_keys(count, more):
    """Each trap by its own transaction is another one, and not the same that is repeated."""
    sent = []
    for at in range(count):
        trap = ibpkt.management.SubnTrap(256, issuerlid=HOST_LID, tid=0x55 + at, **TRAPS[256][0])
        head = [ibpkt.draft("LRH", slid=HOST_LID, dlid=MANAGER_LID), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
        sent.append((at, ibpkt.build(*head, *trap).data))
    subnet, before = fabric_of(*sent)
    (problem,) = problems_of(subnet, "key-violation")
    assert problem.sentence == f"{HOST.name} sends trap 256: {TRAPS[256][1]}; no manager answered{more}"
    assert problem.frames == tuple(before + 1 + at for at in range(count))
