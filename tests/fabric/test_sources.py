"""What a few crafted packets tell, each source by itself: which node they are of, and what is said not to be known."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.fabric import read_fabric
from ibpkt.fabric.sources import FabricPackets, Sources
from ibpkt.protocols.mad.subn_nodes import NodeDescription, NodeInfo, SwitchInfo
from ibpkt.protocols.mad.subn_ports import PortInfo
from tests.fabric.batches import batches_of
from tests.fabric.sweep import Template
from tests.fabric.test_counters_and_keys import (
    HOST,
    HOST_LID,
    MANAGER,
    MANAGER_LID,
    OTHER,
    SWITCH,
    SWITCH_LID,
    fabric_of,
    routed,
)

INFO, DESCRIPTION, PORT, SWITCH_INFO = (
    Template(header, "GetResp") for header in (NodeInfo, NodeDescription, PortInfo, SwitchInfo)
)
CA, A_SWITCH = 1, 2


def node(route, number, guid, port=1, kind=CA):
    fields = {"nodetype": kind, "numports": 2, "nodeguid": guid, "systemimageguid": guid, "portguid": guid + 1}
    return INFO.packet(bytes(route), number, localportnum=port, **fields)


def notes(*packets):
    return read_fabric(batches_of(packets)).notes


WAY = "answer{} by routes of which the way is not known: nodes, but no links"


def test_nodes_without_a_way():
    """No origin is known, or not the node before."""
    assert notes(node([1, 2], 1, 0x51), node([1], 2, 0x52))[0] == "2 " + WAY.format("s")
    assert notes(node([], 1, 0x11), node([1], 2, 0x21, 3, A_SWITCH), node([1, 2], 3, 0x22, 4, A_SWITCH)) == []
    assert notes(node([], 1, 0x11), node([1, 2], 3, 0x22, 4, A_SWITCH)) == ["1 " + WAY.format("")]


def test_answers_of_nodes_that_no_packet_names():
    name = DESCRIPTION.packet(bytes([1, 2]), 4, raw=b"somebody".ljust(64, b"\0"))
    found = notes(node([], 1, 0x11), node([1], 2, 0x21, 3, A_SWITCH), name)
    assert found == ["1 answer of nodes that no packet names"]


def port(route, number, which, **fields):
    return PORT.packet(bytes(route), number, modifier=which, **{"localportnum": which, "portstate": 4, **fields})


LEAF = [node([], 1, 0x11), node([1], 2, 0x21, 3, A_SWITCH)]


def test_ports_of_a_walk():
    """A switch is asked port by port; an adapter may answer for the port that was asked."""
    packets = [
        *LEAF, port([], 3, 1, lid=5, lmc=1), port([1], 4, 0, lid=7), port([1], 5, 3, lid=99),
        PORT.packet(b"", 6, modifier=0, localportnum=2, portstate=1, lid=8),
    ]  # fmt: skip
    (subnet,) = read_fabric(batches_of(packets)).subnets
    host, leaf = subnet.nodes[0x11], subnet.nodes[0x21]
    assert {number: (each.lid, each.lmc, each.state, each.frame) for number, each in host.ports.items()} == {
        1: (5, 1, "Active", 3), 2: (8, 0, "Down", 6)
    }  # fmt: skip
    assert {number: (each.lid, each.state, each.frame) for number, each in leaf.ports.items()} == {
        0: (7, "Active", 4), 3: (0, "Active", 5)
    }  # fmt: skip
    assert (host.frames, leaf.frames) == ((1, 1), (2, 2))
    assert {lid: owner[0].guid for lid, owner in subnet.owners().items()} == {4: 0x11, 5: 0x11, 7: 0x21, 8: 0x11}


def test_all_that_port_info_tells():
    fields = {
        "lid": 0x1234, "lmc": 3, "linkwidthactive": 2, "linkwidthsupported": 0xB, "linkwidthenabled": 3,
        "mastersmlid": 0x77, "gidprefix": 0xFE80000000000001, "capabilitymask": 0x2510868, "linkspeedactive": 4,
        "linkspeedextactive": 1, "linkspeedsupported": 7, "linkspeedextsupported": 3, "linkspeedenabled": 1,
        "linkspeedextenabled": 2, "neighbormtu": 4, "mtucap": 5, "operationalvls": 3, "vlcap": 4, "vlhighlimit": 9,
        "portphysicalstate": 5,
    }  # fmt: skip
    (subnet,) = read_fabric(batches_of([*LEAF, port([], 3, 1, **fields)])).subnets
    found = subnet.nodes[0x11].ports[1]
    assert (found.number, found.guid, found.lid, found.lmc, found.frame) == (1, 0x12, 0x1234, 3, 3)
    assert (found.state, found.physical_state, found.lanes, found.speed) == ("Active", "LinkUp", 4, "FDR")
    assert (found.widths_supported, found.widths_enabled) == (0xB, 3)
    assert (found.speeds_supported, found.speeds_enabled) == (("SDR", "DDR", "QDR", "FDR", "EDR"), ("SDR", "EDR"))
    assert (found.mtu, found.mtu_cap, found.vls, found.vl_cap) == (2048, 4096, "VL0-3", "VL0-7")
    assert (found.master_lid, found.gid_prefix, found.vl_high_limit) == (0x77, 0xFE80000000000001, 9)
    assert found.capabilities == 0x2510868
    (subnet,) = read_fabric(batches_of([*LEAF, port([], 3, 1, **{**fields, "portstate": 1, "neighbormtu": 0})])).subnets
    found = subnet.nodes[0x11].ports[1]
    assert (found.state, found.lanes, found.speed, found.mtu) == ("Down", None, None, None)


def answer(sender, attribute, *, modifier=0, tid=0x900, **fields):
    return 0, routed(sender, MANAGER_LID, "Subn", "GetResp", attribute, tid=tid, modifier=modifier, **fields)


def record(attribute, *rows):
    return 0, routed(MANAGER_LID, HOST_LID, "SubnAdm", "GetTableResp", attribute, tid=0x77, records=list(rows))


def keys(*values):
    """A block of 32 P_Keys."""
    padded = [*values, *[0] * (32 - len(values))]
    return {"membershiptype": [value >> 15 for value in padded], "p_keybase": [value & 0x7FFF for value in padded]}


def test_p_keys():
    """Of an adapter those of the port that was asked; of a switch those of each port; block behind block."""
    subnet, _before = fabric_of(
        answer(HOST_LID, "P_KeyTable", modifier=1, tid=0x901, **keys(0x8005, 0x8000, 5)),
        answer(HOST_LID, "P_KeyTable", modifier=0, tid=0x902, **keys(0xFFFF, 0, 0x7FFF)),
        answer(SWITCH_LID, "P_KeyTable", modifier=3 << 16, tid=0x903, **keys(0x8009)),
        answer(SWITCH_LID, "P_KeyTable", modifier=0, tid=0x904, **keys(0xFFFF)),
        answer(SWITCH_LID, "P_KeyTable", modifier=0, tid=0x905, **keys(0x8011)),
    )
    host, switch = subnet.nodes[HOST.guid], subnet.nodes[SWITCH.guid]
    assert host.ports[1].p_keys == (0xFFFF, 0x7FFF, 0x8005, 5)
    assert {number: each.p_keys for number, each in switch.ports.items() if each.p_keys} == {0: (0x8011,), 3: (0x8009,)}
    assert subnet.partitions == {
        0x7FFF: [(HOST.guid, 1, True), (HOST.guid, 1, False)], 5: [(HOST.guid, 1, True), (HOST.guid, 1, False)],
        0x11: [(SWITCH.guid, 0, True)], 9: [(SWITCH.guid, 3, True)],
    }  # fmt: skip


def test_p_keys_that_records_tell():
    """What a port itself answered goes before."""
    subnet, _before = fabric_of(
        answer(HOST_LID, "P_KeyTable", **keys(0x8005)),
        record(
            "P_KeyTableRecord", {"lid": HOST_LID, "portnum": 1, "blocknum": 0, **keys(0x8006)},
            {"lid": SWITCH_LID, "portnum": 2, "blocknum": 0, **keys(0x8007)},
        ),
    )  # fmt: skip
    assert subnet.nodes[HOST.guid].ports[1].p_keys == (0x8005,)
    assert subnet.nodes[SWITCH.guid].ports[2].p_keys == (0x8007,)


def guids(*values):
    return {"guid": [*values, *[0] * (8 - len(values))]}


@pytest.mark.parametrize("step", [1, -1])
def test_guids_of_a_port(step):
    """Its own first; rows of 0 before the last; in whatever order the blocks come."""
    own = HOST.ports[1].guid
    blocks = {0: guids(own, 0, 0x77), 2: guids(0, 0x99), 40: guids(0x55)}
    subnet, _before = fabric_of(
        *(answer(HOST_LID, "GUIDInfo", modifier=at, tid=0x901 + at, **blocks[at]) for at in sorted(blocks)[::step])
    )
    assert subnet.nodes[HOST.guid].ports[1].guids == (own, 0, 0x77, *[0] * 13, 0, 0x99)


@pytest.mark.parametrize(("block", "taken"), [(31, True), (32, False), (255, False)])
def test_the_last_block_of_guids(block, taken):
    """GUIDCap has 8 bits: there are no more than 32 blocks of 8 (IBA 1, 14.2.5.5)."""
    subnet, _before = fabric_of(answer(HOST_LID, "GUIDInfo", modifier=block, **guids(*range(1, 9))))
    assert subnet.nodes[HOST.guid].ports[1].guids == ((*[0] * 8 * block, *range(1, 9)) if taken else ())


def test_guids_that_records_tell():
    subnet, _before = fabric_of(
        record(
            "GUIDInfoRecord", {"lid": HOST_LID, "blocknum": 1, **guids(0x77)},
            {"lid": SWITCH_LID, "blocknum": 0, **guids(0x88, 0x99)},
        )
    )  # fmt: skip
    assert subnet.nodes[HOST.guid].ports[1].guids == (*[0] * 8, 0x77)
    assert subnet.nodes[SWITCH.guid].ports[0].guids == (0x88, 0x99)


def turns(*values):
    padded = [*values, *[(0, 0)] * (32 - len(values))]
    return {"vl": [vl for vl, _weight in padded], "weight": [weight for _vl, weight in padded]}


@pytest.mark.parametrize("by_record", [False, True])
def test_turns_of_virtual_lanes(by_record):
    """Blocks 1 and 2 are of low priority, 3 and 4 of high priority: IBA 1, 14.2.5.9."""
    blocks = {
        (SWITCH_LID, 1, 2): turns((5, 6)), (SWITCH_LID, 4, 2): turns((7, 8), (1, 0)),
        (SWITCH_LID, 1, 3): turns((0, 1), (9, 0), (2, 255), (3, 0)), (HOST_LID, 3, 0): turns((1, 1)),
    }  # fmt: skip
    if by_record:
        rows = [
            {"lid": lid, "outputportnum": port, "blocknum": block, **row} for (lid, block, port), row in blocks.items()
        ]
        subnet, _before = fabric_of(record("VLArbitrationTableRecord", *rows))
    else:
        subnet, _before = fabric_of(
            *(
                answer(lid, "VLArbitrationTable", modifier=block << 16 | port, tid=0x900 + at, **row)
                for at, ((lid, block, port), row) in enumerate(blocks.items())
            )
        )
    found = {
        (each.guid, number): (port.vl_low, port.vl_high)
        for each in subnet.nodes.values() for number, port in each.ports.items() if port.vl_low or port.vl_high
    }  # fmt: skip
    assert found == {
        (SWITCH.guid, 2): (((5, 6),), ((7, 8),)),
        (SWITCH.guid, 3): (((0, 1), (9, 0), (2, 255)), ()),
        (HOST.guid, 1): ((), ((1, 1),)),
    }


def test_both_blocks_of_low_priority_follow_each_other():
    subnet, _before = fabric_of(
        answer(SWITCH_LID, "VLArbitrationTable", modifier=2 << 16 | 1, tid=0x901, **turns((3, 4))),
        answer(SWITCH_LID, "VLArbitrationTable", modifier=1 << 16 | 1, tid=0x902, **turns((1, 2))),
    )
    assert subnet.nodes[SWITCH.guid].ports[1].vl_low == ((1, 2), *[(0, 0)] * 31, (3, 4))


def test_multicast_tables():
    """Block b has the LIDs from 0xC000 + 32 b on, position p the ports from 16 p on: IBA 1, 14.2.5.12."""
    masks = [0] * 32
    masks[1], masks[31] = 0x0006, 0x8001
    subnet, _before = fabric_of(
        answer(SWITCH_LID, "MulticastForwardingTable", modifier=2, tid=0x901, portmask=masks),
        answer(
            SWITCH_LID, "MulticastForwardingTable", modifier=2 | 1 << 28, tid=0x902, portmask=[0, 0x0003, *[0] * 30]
        ),
    )
    assert subnet.nodes[SWITCH.guid].multicast == {0xC000 + 65: 0x0006 | 0x0003 << 16, 0xC000 + 95: 0x8001}


def test_sl_to_vl():
    """Ingress port above egress port; records where the switch itself said nothing."""
    one, other = [*range(8)], [*range(8, 16)]
    both = {"sltovlhighbits": one, "sltovllowbits": other}
    subnet, _before = fabric_of(
        answer(SWITCH_LID, "SLtoVLMappingTable", modifier=3 << 8 | 4, tid=0x901, **both),
        record(
            "SLtoVLMappingTableRecord",
            {"lid": SWITCH_LID, "inputportnum": 3, "outputportnum": 4, "sltovlhighbits": other, "sltovllowbits": one},
            {"lid": SWITCH_LID, "inputportnum": 4, "outputportnum": 5, "sltovlhighbits": other, "sltovllowbits": one},
        ),
    )  # fmt: skip
    mixed = tuple(vl for pair in zip(one, other, strict=True) for vl in pair)
    turned = tuple(vl for pair in zip(other, one, strict=True) for vl in pair)
    assert subnet.nodes[SWITCH.guid].sl_to_vl == {(3, 4): mixed, (4, 5): turned}


def test_who_has_the_lids_of_a_range():
    """2**LMC LIDs from the base on, as a counter that is read by one of them shows."""
    fields = {"localportnum": 1, "portstate": 4, "lid": 0x68, "lmc": 2}
    read = {"portselect": 1, "symbolerrorcounter": 5}
    more = [node([1], 3, 0x31, 2), port([1], 4, 2, lid=0x100, lmc=4)]  # another port that has more of them
    for lid, known in ((0x67, False), (0x68, True), (0x6B, True), (0x6C, False)):
        walked = [node([], 1, 0x11), PORT.packet(b"", 2, modifier=1, **fields), *more]
        counted = routed(lid, MANAGER_LID, "Perf", "GetResp", "PortCounters", tid=5, **read)
        (subnet,) = read_fabric(batches_of([*walked, counted])).subnets
        assert [counter.guid for counter in subnet.counters] == [0x11] * known


def test_cables_that_records_tell():
    """Where no walk has found any at their ends."""
    spare = {"fromlid": HOST_LID, "fromport": 2, "tolid": OTHER.ports[1].lid, "toport": 2}
    subnet, before = fabric_of(record("LinkRecord", spare, spare))
    one, other = sorted((HOST, OTHER), key=lambda each: each.guid)
    (link,) = [each for each in subnet.links if each.title == f"{one.name} port 2 to {other.name} port 2"]
    assert (link.first, link.frame) == (before + 1, before + 1)


@pytest.mark.parametrize("ends", [(HOST_LID, 999), (999, HOST_LID), (998, 999)])
def test_cables_to_nodes_that_no_packet_names(ends):
    subnet, _before = fabric_of(
        record("LinkRecord", {"fromlid": ends[0], "fromport": 2, "tolid": ends[1], "toport": 2})
    )
    assert [link.title for link in subnet.links] == [link.title for link in fabric_of()[0].links]


def test_a_cable_that_a_record_tells_joins_nodes():
    """Of two tables, which are two subnets without it."""
    rows = [{"lid": at, "nodetype": "CA", "nodeguid": 0x100 + at, "localportnum": 1, "numports": 1} for at in (1, 2)]
    tables = [routed(9, 8, "SubnAdm", "GetTableResp", "NodeRecord", tid=row["lid"], records=[row]) for row in rows]
    told = {"fromlid": 1, "fromport": 1, "tolid": 2, "toport": 3}
    cable = routed(9, 8, "SubnAdm", "GetTableResp", "LinkRecord", tid=5, records=[told])
    assert [sorted(subnet.nodes) for subnet in read_fabric(batches_of(tables)).subnets] == [[0x101], [0x102]]
    assert [sorted(subnet.nodes) for subnet in read_fabric(batches_of([*tables, cable])).subnets] == [[0x101, 0x102]]


def test_who_has_no_lid_is_not_found_by_one():
    """Datagrams over Ethernet have none, and a port has none before a manager gave it one."""
    packets = FabricPackets()
    for batch in batches_of([node([], 1, 0x11), port([], 2, 1, lid=0)]):
        packets.add(batch)
    assert Sources(packets).node_of(0, 0, 9) == 0


def test_a_table_joins_its_nodes():
    """Node records of one table are of one subnet; those of two are of two."""
    rows = [{"lid": at, "nodetype": "CA", "nodeguid": 0x100 + at, "localportnum": 1, "numports": 1} for at in (1, 2, 3)]
    table = routed(9, 8, "SubnAdm", "GetTableResp", "NodeRecord", tid=5, records=rows)
    assert [sorted(subnet.nodes) for subnet in read_fabric(batches_of([table])).subnets] == [[0x101, 0x102, 0x103]]
    tables = [
        routed(9, 8, "SubnAdm", "GetTableResp", "NodeRecord", tid=tid, records=chosen)
        for tid, chosen in ((5, rows[:2]), (6, rows[2:]))
    ]
    found = read_fabric(batches_of(tables))
    assert [sorted(subnet.nodes) for subnet in found.subnets] == [[0x101, 0x102], [0x103]]
    assert [[port.lid for _node, port in subnet.end_ports()] for subnet in found.subnets] == [[1, 2], [3]]
    assert found.subnets[0].nodes[0x101].frames == (1, 1)
    assert MANAGER.guid not in found.subnets[0].nodes


def node_record(lid, tid=5):
    row = {"lid": lid, "nodetype": "CA", "nodeguid": 0x101, "localportnum": 1, "numports": 1}
    return routed(9, 8, "SubnAdm", "GetTableResp", "NodeRecord", tid=tid, records=[row])


def answered_from(lid, tid=6):
    fields = {"nodetype": "CA", "nodeguid": 0x101, "localportnum": 1, "numports": 1}
    return routed(lid, 8, "Subn", "GetResp", "NodeInfo", tid=tid, **fields)


def port_answered(lid, tid=7):
    return routed(9, 8, "Subn", "GetResp", "PortInfo", tid=tid, modifier=1, localportnum=1, portstate=4, lid=lid)


@pytest.mark.parametrize(
    ("packets", "lid"),
    [
        ([node_record(5)], 5),
        ([node_record(5), node_record(9, 6)], 9),
        ([answered_from(5), answered_from(9, 7)], 9),
        ([node_record(5), answered_from(9)], 9),
        ([answered_from(9), node_record(5)], 9),  # subnet administration may not know it yet
        ([node_record(5), node_record(0, 6)], 5),
        ([node_record(9), port_answered(0)], 0),
        ([node_record(9), port_answered(7), node_record(9, 8)], 7),
    ],
)
def test_which_lid_a_port_has(packets, lid):
    """What its PortInfo says; else what its answers came from, or what records tell: of each the last."""
    (subnet,) = read_fabric(batches_of(packets)).subnets
    assert subnet.nodes[0x101].ports[1].lid == lid


def test_which_packets_named_a_node():
    """The first and the last of all senders."""
    (subnet,) = read_fabric(batches_of([node_record(5), node_record(5, 6), answered_from(5, 7)])).subnets
    assert subnet.nodes[0x101].frames == (1, 3)


def test_a_record_of_no_node_makes_none():
    """As anonymising leaves it of the records after the first."""
    known = {"lid": 1, "nodetype": "CA", "nodeguid": 0x101, "localportnum": 1, "numports": 1}
    table = routed(9, 8, "SubnAdm", "GetTableResp", "NodeRecord", tid=5, records=[known, {"lid": 0, "nodeguid": 0}])
    assert [sorted(subnet.nodes) for subnet in read_fabric(batches_of([table])).subnets] == [[0x101]]


@pytest.mark.parametrize(("block", "taken"), [(1, True), (767, True), (768, False), (1023, False)])
@pytest.mark.parametrize("by_record", [False, True])
def test_the_last_block_of_a_unicast_table(block, taken, by_record):
    """Blocks of 64 LIDs, up to the first multicast LID 0xC000 (IBA 1, 14.2.5.10)."""
    rows = [7] * 64
    if by_record:
        later = record("LinearForwardingTableRecord", {"lid": SWITCH_LID, "blocknum": block, "port": rows})
    else:
        later = answer(SWITCH_LID, "LinearForwardingTable", modifier=block, port=rows)
    subnet, _before = fabric_of(later)
    switch = subnet.nodes[SWITCH.guid]
    assert len(switch.forwarding) == (64 * (block + 1) if taken else 64)
    assert set(switch.forwarding[64 * block :].tolist()) == ({7} if taken else set())
    assert set(switch.forwarding[64 : 64 * block].tolist()) <= {0xFF}
    assert switch.unknown_blocks == frozenset()


def test_blocks_that_no_packet_has():
    """Those in which ports have LIDs, as far as the table goes; each LID of a range counts, one with none does not."""
    for top, lid, lmc, unknown in (
        (200, 129, 0, {2}),
        (128, 129, 0, set()),
        (129, 129, 0, {2}),
        (0, 129, 0, {2}),
        (0, 0xC000, 0, set()),  # no LID of a port, which no table has a row for
        (999, 128, 7, {2, 3}),
        (999, 191, 7, {2, 3}),  # the base is what LMC leaves of it
    ):
        later = [answer(SWITCH_LID, "SwitchInfo", tid=0x902, linearfdbtop=top)]
        later.append(answer(HOST_LID, "PortInfo", modifier=1, localportnum=1, lid=lid, lmc=lmc, portstate=4))
        subnet, _before = fabric_of(*later)
        assert subnet.nodes[SWITCH.guid].unknown_blocks == frozenset(unknown), (top, lid)


def test_lids_of_two_subnets():
    """One that both use names nobody, and is counted; others name their nodes, as if there were one subnet."""
    packets = FabricPackets()
    walks = [
        [node([], first, guid), PORT.packet(b"", first + 1, modifier=1, localportnum=1, portstate=4, lid=5, lmc=lmc)]
        for first, guid, lmc in ((1, 0x11, 0), (90_000, 0x91, 1))
    ]
    for batch in batches_of([packet for walk in walks for packet in walk]):
        packets.add(batch)
    sources = Sources(packets)
    before = sources.ambiguous
    lids = np.array([5, 4, 7, 5, 5])
    assert sources.nodes_of(np.zeros(5, np.int64), lids, np.array([9, 9, 9, 1, 0])).tolist() == [0, 0x91, 0, 0, 0]
    assert sources.ambiguous - before == 3


def test_requesters_in_step_are_told_apart_by_what_they_ask():
    """Both count on from one number: attribute and modifier show which answer is whose."""
    packets = FabricPackets()
    answers = [
        node([], 100, 0x11), node([], 100, 0x91), DESCRIPTION.packet(b"\1", 101), port([1], 101, 1),
        port([1], 102, 1), port([1], 102, 2), DESCRIPTION.packet(b"\1", 103), SWITCH_INFO.packet(b"\1", 103),
    ]  # fmt: skip
    for batch in batches_of(answers):
        packets.add(batch)
    origin = Sources(packets).origin
    assert (origin[NodeDescription].tolist(), origin[PortInfo].tolist()) == ([0, 0], [1, 0, 1])
    assert origin[SwitchInfo].tolist() == [1]


@pytest.mark.parametrize(("modifier", "local"), [(1, 1), (0, 1), (1, 0), (0x80000001, 1), (0x80000000, 1), (0x100, 1)])
def test_a_port_that_answers_that_it_is_down(modifier, local):
    """The low byte of the modifier says which port; 0 is that by which the datagram came (IBA 1, 14.2.5.6)."""
    down = PORT.packet(b"", 3, modifier=modifier, localportnum=local, portstate=1)
    (subnet,) = read_fabric(batches_of([*LEAF, down])).subnets
    assert (len(subnet.links), len(subnet.past_links)) == (0, 1)


@pytest.mark.parametrize("interface", [0, 1, 7])
def test_lids_belong_to_an_interface(interface):
    """Who has a LID on one interface of a capture is not who has it on another."""
    fields = {"localportnum": 1, "portstate": 4, "lid": 0x68}
    walked = [node([], 1, 0x11), PORT.packet(b"", 2, modifier=1, **fields)]
    read = {"portselect": 1, "symbolerrorcounter": 5}
    counted = routed(0x68, MANAGER_LID, "Perf", "GetResp", "PortCounters", tid=5, **read)
    for other, known in ((interface, True), (interface + 1, False)):
        batches = [*batches_of([*walked, counted], size=2)]
        for batch, number in zip(batches, (interface, other), strict=True):
            batch.frames.interface[:] = number
        (subnet,) = read_fabric(batches).subnets
        assert [counter.guid for counter in subnet.counters] == [0x11] * known
