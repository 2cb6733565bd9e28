"""Notices: each trap's data is found by its number, and told in a sentence."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import Draft, draft
from ibpkt.output.summary import SummaryLines
from ibpkt.protocols.mad.notice import CLASS_TRAP_DATA, CLASS_TRAPS, TRAP_DATA, TRAPS, event
from tests.support.equality import assert_equal
from tests.support.shared import capture
from tests.support.stacks import batch_of

SMP = ("LRH", "BTH", "DETH", "MAD", "SMP")
SA = ("LRH", "BTH", "DETH", "MAD", "RMPP", "SA")
GID = "fe80::1"

#: trap number, its data, and what the packet's line says
SENTENCES = [
    (64, {"gidaddr": GID}, "GID In Service fe80::1"),
    (67, {"gidaddr": "ff12:401b:ffff::1"}, "Multicast Group Deleted ff12:401b:ffff::1"),
    (68, {"comp_mask": 0x1808}, "Path Became Unavailable components 0x0000000000001808"),
    (69, {"comp_mask": 8}, "Path Became Available Again components 0x0000000000000008"),
    (128, {"lidaddr": 4}, "Link State Changed at switch LID=0x0004"),
    (129, {"lidaddr": 4, "portno": 7}, "Local Link Integrity Threshold Reached at LID=0x0004 port 0x07"),
    (131, {"lidaddr": 4, "portno": 7}, "Flow Control Update Watchdog Timer Expired at LID=0x0004 port 0x07"),
    (144, {"lidaddr": 4, "capabilitymask": 2}, "Local Changes at LID=0x0004: CapabilityMask"),
    (
        144,
        {"lidaddr": 4, "otherlocalchanges": 1, "nodedescriptionchange": 1, "smprioritychange": 1},
        "Local Changes at LID=0x0004: SMPriority, NodeDescription",
    ),
    (145, {"lidaddr": 4, "systemimageguid": 5}, "SystemImageGUID Changed at LID=0x0004 to 0x0000000000000005"),
    (
        256,
        {"lidaddr": 4, "method": 2, "attributeid": 0x15, "m_key": 9},
        "Bad M_Key 0x0000000000000009 in SubnSet(PortInfo) from LID=0x0004",
    ),
    (
        257,
        {"key": 0x8001, "lidaddr1": 4, "qp1": 5, "lidaddr2": 6, "qp2": 7},
        "Bad P_Key 0x00008001 from LID=0x0004 QP=0x000005 to LID=0x0006 QP=0x000007",
    ),
    (
        259,
        {"p_key": 0x8001, "swlidaddr": 9, "portno": 3, "lidaddr1": 4, "qp1": 5, "lidaddr2": 6, "qp2": 7},
        "Bad P_Key at Switch Port LID=0x0009 port 0x03: 0x8001 from LID=0x0004 QP=0x000005 to LID=0x0006 QP=0x000007",
    ),
]


def line(packet: ibpkt.Packet) -> str:
    return b"".join(SummaryLines().render(batch_of([packet.data], packet.link))).decode()


def check(packet: ibpkt.Packet, *names: str) -> None:
    assert tuple(layer.name for layer in packet)[-len(names) :] == names
    assert bytes(packet) == packet.data
    assert packet.icrc
    assert_equal(batch_of([packet.data, packet.data[:120]], packet.link, [len(packet.data)] * 2))


@pytest.mark.parametrize(("number", "values", "sentence"), SENTENCES, ids=lambda value: str(value)[:20])
def test_sentences(number, values, sentence):
    header = TRAP_DATA[number]
    trap = build(
        *map(draft, SMP),
        draft("Notice", isgeneric=1, trapnumberdeviceid=number),
        draft(header, **values),
        draft("SMPRest"),
        link="infiniband",
    )
    check(trap, "SMP", "Notice", header.name, "SMPRest")
    assert f" {sentence}\n" in line(trap)
    report = build(
        *map(draft, SA),
        draft("Notice", isgeneric=1, trapnumberdeviceid=number),
        draft(header, **values),
        draft("NoticeIssuer", issuergid=GID),
        payload=bytes(120),
        link="infiniband",
    )
    check(report, "SA", "Notice", header.name, "NoticeIssuer")
    assert report.noticeissuer.issuergid.compressed == GID
    assert f" {sentence}\n" in line(report)


def test_the_builder_says_which_trap_it_is():
    packet = build(*map(draft, (*SMP, "Notice", "TrapLocalChanges", "SMPRest")), link="infiniband")
    assert (packet.notice.isgeneric, packet.notice.trapnumber) == (1, 144)


@pytest.mark.parametrize(("generic", "number"), [(0, 144), (1, 5), (0, 0xFFFF)])
def test_traps_that_nobody_knows(generic, number):
    packet = build(
        *map(draft, SMP),
        draft("Notice", isgeneric=generic, trapnumberdeviceid=number),
        draft("NoticeData", datadetails=bytes(range(54))),
        draft("SMPRest"),
        link="infiniband",
    )
    check(packet, "Notice", "NoticeData", "SMPRest")
    assert (packet.notice.trapnumber is None) == (not generic)
    assert (packet.notice.deviceid is None) == bool(generic)


def test_every_trap_has_a_name_and_data():
    assert TRAPS.keys() == TRAP_DATA.keys()
    assert CLASS_TRAPS.keys() == CLASS_TRAP_DATA.keys()
    assert event(0x05, 1, 259) == "Bad B_Key"
    assert event(0x01, 1, 259) == TRAPS[259]
    for header in CLASS_TRAP_DATA.values():  # they are in the graph when their class is
        assert header.size == 54
        values = header.read(bytes(range(54)))
        assert header.write(values) == bytes(range(54)) == header.build(header.parse(bytes(range(54))))
        for leaf in header.derived:
            assert "Attribute 0x" in header.leaf_value(leaf, values, {})


def test_a_recorded_trap():
    """A port told the subnet manager that its subnet manager had come up; the same data came back to stop it."""
    with ibpkt.open(capture("ib_small.pcap")) as source:
        traps = [packet for packet in source if "Notice" in packet]
    assert [packet.mad.method for packet in traps] == [5, 7]
    for packet in traps:
        assert packet.notice.trapnumber == 144
        assert packet.traplocalchanges.lidaddr == packet.notice.issuerlid == 8
        assert packet.traplocalchanges.capabilitymask == 0x0050C04A
        assert packet.traplocalchanges.changes == "CapabilityMask"


def test_drafts_of_a_notice_in_a_directed_route():
    drafts: list[Draft] = [draft(name) for name in ("LRH", "BTH", "DETH", "MAD", "SMPDirected", "Notice")]
    packet = build(*drafts, draft("TrapLinkState", lidaddr=3), draft("DirectedPaths"), link="infiniband")
    check(packet, "SMPDirected", "Notice", "TrapLinkState", "DirectedPaths")
