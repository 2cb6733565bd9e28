"""What crafted packets show of subnet managers: each kind of evidence by itself, with all that is said of it."""

from __future__ import annotations

import pytest

from ibpkt.fabric.assembly import Assembly
from ibpkt.fabric.manager_evidence import EvidenceOfManagers, ManagerEvidence, Shown
from ibpkt.fabric.sources import FabricPackets, Sources
from ibpkt.protocols.mad.subn_nodes import NodeInfo, SMInfo, SwitchInfo
from ibpkt.protocols.mad.subn_ports import PortInfo
from ibpkt.protocols.mad.subn_tables import LinearForwardingTable
from tests.fabric.batches import batches_of
from tests.fabric.sweep import Template
from tests.fabric.test_counters_and_keys import routed

#: a host (with its port's GUID, one more), a switch behind it, and another host behind that; TransactionIDs have the
#: client's number above 32 bits
HOST, LEAF, OTHER = 0x11, 0x21, 0x31
PORT, OTHER_PORT = HOST + 1, OTHER + 1
AGENT, SECOND = 7 << 32, 8 << 32
ONE, TWO = b"\1", b"\1\2"
GET, SET = "Get", "Set"
STATES = {"NotActive": 0, "Discovering": 1, "Standby": 2, "Master": 3}
MADE = {
    (header, method): Template(header, method)
    for header in (NodeInfo, SwitchInfo, PortInfo, SMInfo, LinearForwardingTable)
    for method in ("GetResp", GET, SET)
    if (header, method) != (NodeInfo, SET)
}


def made(header, method, route, number, agent=AGENT, **fields):
    return MADE[header, method].packet(route, agent | number, **fields)


def named(route, number, guid, agent=AGENT, kind=1, port=1):
    fields = {"nodetype": kind, "numports": 2, "nodeguid": guid, "systemimageguid": guid, "portguid": guid + 1}
    return made(NodeInfo, "GetResp", route, number, agent, localportnum=port, **fields)


def walk(number=1, agent=AGENT, guid=HOST):
    """A requester that names itself, the switch behind it, and the other host."""
    return [
        named(b"", number, guid, agent),
        named(ONE, number + 1, LEAF, agent, 2),
        named(TWO, number + 2, OTHER, agent),
    ]


def both(header, number, method=SET, route=ONE, agent=AGENT, answer=None, **fields):
    """A request and its answer."""
    told = {**fields, **(answer or {})}
    return [made(header, method, route, number, agent, **fields), made(header, "GetResp", route, number, agent, **told)]


def evidence(*packets):
    """All evidence of packets a second apart."""
    collected = FabricPackets()
    for batch in batches_of(packets, times=[10**9 * at for at in range(1, len(packets) + 1)]):
        collected.add(batch)
    sources = Sources(collected)
    found = EvidenceOfManagers(sources, Assembly(sources, {}).nodes).collect()
    assert all(piece.time == 10**9 * piece.frame for piece in found)
    return found


def told(*packets):
    """The same in short: packet, GUID, what it shows, and what else is said."""
    short = []
    for piece in evidence(*packets):
        rest = {
            name: value for name, value in piece._asdict().items() if name not in ("time", "frame", "guid", "shown")
        }
        short.append(
            (piece.frame, piece.guid, piece.shown.name, {k: v for k, v in rest.items() if v not in ("", None, 0)})
        )
    return short


def short(piece):
    return piece[:3]


SETS = {"a table": both(LinearForwardingTable, 50), "a switch": both(SwitchInfo, 50)}


@pytest.mark.parametrize("sent", SETS.values(), ids=SETS)
def test_what_only_a_master_sets(sent):
    """The answer shows it, and that the walk before was that of a manager."""
    assert told(*walk(), *sent) == [(1, PORT, "WALK", {"number": 1}), (5, PORT, "SETS", {})]
    assert told(*walk(), sent[1]) == []  # nobody saw that it was set
    assert told(*walk(), sent[0]) == []  # no answer came


def test_what_is_only_asked():
    assert told(*walk(), *both(LinearForwardingTable, 50, GET), *both(SwitchInfo, 51, GET)) == []


def test_the_first_thing_of_each_walk_counts():
    packets = [
        *walk(),
        *both(LinearForwardingTable, 50),
        *both(LinearForwardingTable, 51),
        *walk(60),
        *both(LinearForwardingTable, 70),
    ]
    assert [short(each) for each in told(*packets)] == [
        (1, PORT, "WALK"), (5, PORT, "SETS"), (8, PORT, "WALK"), (12, PORT, "SETS")
    ]  # fmt: skip
    assert [each[3].get("number") for each in told(*packets) if each[2] == "WALK"] == [1, 60]


def own_port(lid, number=1):
    return made(PortInfo, "GetResp", b"", 40 + number, modifier=number, lid=lid, localportnum=number, portstate=4)


@pytest.mark.parametrize(
    ("master", "own", "shows"),
    [(5, 5, True), (6, 5, False), (0, 5, False), (1, 1, True), (0, 0, False), (1, None, False), (0, None, False)],
)
def test_who_sets_a_port(master, own, shows):
    """Only who names itself as the master: tools set ports, too."""
    known = [] if own is None else [own_port(own)]
    found = told(*walk(), *known, *both(PortInfo, 50, modifier=3, mastersmlid=master))
    assert [each[1:3] for each in found] == [(PORT, "WALK"), (PORT, "SETS")] * shows


@pytest.mark.parametrize("ports", [[(0, 5)], [(0, 5), (2, 0)], [(2, 0), (0, 5)]])
def test_a_switch_with_a_manager(ports):
    """Its LID and its GUID are those of port 0, by whatever port it was asked."""
    asked = [named(b"", 1, HOST, kind=2, port=2), named(ONE, 2, LEAF, port=2)]
    found = told(
        *asked, *(own_port(lid, number) for number, lid in ports), *both(PortInfo, 50, modifier=3, mastersmlid=5)
    )
    assert [each[1:3] for each in found] == [(PORT, "WALK"), (PORT, "SETS")]


def test_where_a_walk_begins():
    """Where the requester names itself, not where it finds others."""
    first, again = both(LinearForwardingTable, 50), both(LinearForwardingTable, 60)
    found = [each[2] for each in told(*walk(), *first, named(TWO, 55, OTHER), *again)]
    assert found == ["WALK", "SETS"]
    found = [each[2] for each in told(*walk(), *first, named(b"", 55, HOST), *again)]
    assert found == ["WALK", "SETS", "WALK", "SETS"]


def test_walks_of_others_are_none_of_a_manager():
    """Another client of the same node, that sets nothing."""
    packets = [*walk(), *both(LinearForwardingTable, 50), *walk(1, SECOND), *walk(60)]
    assert [short(each) for each in told(*packets)] == [(1, PORT, "WALK"), (5, PORT, "SETS"), (9, PORT, "WALK")]


def sminfo(
    number, state="Standby", *, guid=OTHER_PORT, priority=3, route=TWO, method=GET, agent=AGENT, asker=0, **more
):
    """A poll with its answer."""
    answer = {"guid": guid, "smstate": STATES[state], "priority": priority}
    return both(SMInfo, number, method, route, agent, answer, guid=asker, **more)


def test_what_a_manager_says_of_itself():
    found = told(*walk(), *sminfo(40))
    assert found == [(5, OTHER_PORT, "SAID", {"state": "Standby", "priority": 3, "other": PORT})]
    (piece,) = evidence(*walk(), *sminfo(40, "NotActive", priority=0))
    assert piece == ManagerEvidence(5 * 10**9, 5, OTHER_PORT, Shown.SAID, "NotActive", 0, PORT, 0)


@pytest.mark.parametrize(
    ("state", "guid", "learned"),
    [("Master", OTHER_PORT, True), ("Standby", OTHER_PORT, False), ("Master", PORT, False)],
)
def test_who_learns_of_a_master(state, guid, learned):
    """A port that learns of another manager; its walk is that of a manager then."""
    found = told(*walk(), *sminfo(40, state, guid=guid))
    assert (5, PORT, "LEARNED", {"priority": 3, "other": OTHER_PORT}) in found or not learned
    assert [each[2] for each in found].count("LEARNED") == learned
    assert [short(each) for each in found if each[2] == "WALK"] == [(1, PORT, "WALK")] * learned


def test_who_asks_by_a_lid_learns_nothing():
    """A tool, too, asks so."""
    answer = routed(3, 4, "Subn", "GetResp", "SMInfo", tid=9, guid=0x55, smstate=STATES["Master"], priority=6)
    assert told(answer) == [(1, 0x55, "SAID", {"state": "Master", "priority": 6})]


def test_answers_with_an_error_say_nothing():
    packets = [*walk(), *sminfo(40)]
    broken = bytearray(packets[-1])
    place = MADE[SMInfo, "GetResp"].transaction // 8 - 4  # status, behind the class and method
    broken[place : place + 2] = b"\x80\x1c"
    assert told(*packets[:-1], bytes(broken)) == []


@pytest.mark.parametrize(("modifier", "method", "shows"), [(1, SET, "HANDED_OVER"), (2, SET, "SAID"), (1, GET, "SAID")])
def test_who_hands_over(modifier, method, shows):
    """Set(SMInfo) with HANDOVER: the request shows it, of who sent it."""
    found = told(*walk(), *sminfo(40, "Standby", method=method, modifier=modifier, asker=PORT))
    if shows == "HANDED_OVER":
        assert found == [(4, PORT, "HANDED_OVER", {"other": OTHER_PORT})]
    else:
        assert [short(each) for each in found] == [(5, OTHER_PORT, "SAID")]


@pytest.mark.parametrize(
    ("number", "silent"), [(40, True), (41, True), (40 + 1024, True), (40 + 1025, False), (39, False)]
)
def test_a_poll_without_an_answer(number, silent):
    """It goes on from the one that was answered by the same route."""
    found = told(*walk(), *sminfo(40), made(SMInfo, GET, TWO, number))
    assert [each for each in found if each[2] == "SILENT"] == [
        (6, OTHER_PORT, "SILENT", {"other": PORT, "number": number})
    ] * silent
    assert "SILENT" not in [each[2] for each in told(*walk(), *sminfo(40), made(SMInfo, GET, ONE, number))]


@pytest.mark.parametrize(("asked", "silent"), [((3, 4), True), ((4, 3), False), ((3, 5), False)])
def test_a_poll_by_lid_without_an_answer(asked, silent):
    """By the same LIDs as the one that was answered; who asks has LID 3."""
    said = {"guid": 0x55, "smstate": STATES["Master"], "priority": 6}
    polls = [
        routed(3, 4, "Subn", "Get", "SMInfo", tid=9), routed(4, 3, "Subn", "GetResp", "SMInfo", tid=9, **said),
        routed(*asked, "Subn", "Get", "SMInfo", tid=10),
    ]  # fmt: skip
    found = [each for each in told(*walk(), own_port(3), *polls) if each[2] == "SILENT"]
    assert found == [(7, 0x55, "SILENT", {"other": HOST, "number": 10})] * silent


def test_a_poll_before_any_answer():
    assert [each[2] for each in told(*walk(), made(SMInfo, GET, TWO, 39), *sminfo(40))] == ["SAID"]


def test_the_nearest_poll_counts():
    """Of two managers that were asked by one route after each other, the one that answered last before."""
    packets = [*walk(), *sminfo(40, guid=0x55), *sminfo(50), made(SMInfo, GET, TWO, 60), made(SMInfo, GET, TWO, 45)]
    assert [(each[0], each[1]) for each in told(*packets) if each[2] == "SILENT"] == [(8, OTHER_PORT), (9, 0x55)]


def record(state, guid, lid=1):
    fields = {"lid": lid, "guid": guid, "smstate": STATES[state], "priority": 6}
    return routed(3, 4, "SubnAdm", "GetTableResp", "SMInfoRecord", tid=9, records=[fields])


def test_what_subnet_administration_tells():
    """Of those that say nothing themselves."""
    assert told(record("Master", 0x77)) == [(1, 0x77, "SAID", {"state": "Master", "priority": 6})]
    found = told(*walk(), *sminfo(40), record("Master", OTHER_PORT), record("Standby", 0x77))
    assert [short(each) for each in found] == [(5, OTHER_PORT, "SAID"), (7, 0x77, "SAID")]


def test_evidence_comes_in_the_order_of_the_packets():
    packets = [
        *walk(),
        record("Standby", 0x77),
        *sminfo(40, "Master"),
        *both(LinearForwardingTable, 50),
        record("Standby", 0x78),
    ]
    frames = [each[0] for each in told(*packets)]
    assert frames == sorted(frames)
    assert {each[2] for each in told(*packets)} == {"SAID", "WALK", "SETS", "LEARNED"}
