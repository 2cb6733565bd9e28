"""Traps and reports in words: whom they name, what their data add, which reports pass them on."""

from __future__ import annotations

import types

import pytest

from ibpkt.fabric.model import FabricSubnet
from ibpkt.fabric.notice_events import Names, NoticeEvents, lower_words
from ibpkt.fabric.notices import NoticeSeen
from tests.fabric.small_subnets import adapter, subnet_of, switch

SECOND = 10**9
PREFIX = bytes.fromhex("fe80000000000000")
HOST_GID = PREFIX + (0x501).to_bytes(8, "big")


@pytest.fixture
def subnet() -> FabricSubnet:
    """host1 with LID 11 and an alias, switch3 with LID 3."""
    host, leaf = adapter(1), switch(3)
    host.port(1).lid, host.port(1).guid, host.port(1).guids = 11, 0x501, (0x501, 0, 0x777)
    leaf.port(0).lid, leaf.port(0).guid = 3, 0x503
    return subnet_of(host, leaf)


def sources():
    owners = {11: 1, 3: 3, 99: 0xBEEF}
    return types.SimpleNamespace(node_of=lambda interface, lid, frame: owners.get(lid, 0))


def notice(frame=1, time=0, method="Trap", **fields):
    values = {
        "interface": 0,
        "source": 3,
        "destination": 11,
        "transaction": 5,
        "generic": True,
        "trap": 128,
        "type": 1,
        "producer": 2,
        "issuer": 3,
        "words": "Link State Changed",
        "details": {},
    }
    return NoticeSeen(frame, time, method=method, **values | fields)


def test_names(subnet):
    names = Names(subnet)
    assert (names.node(1, 11), names.node(2, 12)) == ("host1", "LID 12")
    assert (names.lid(sources(), notice(), 3), names.lid(sources(), notice(), 4)) == ("switch3", "LID 4")
    host = subnet.nodes[1]
    assert names.port(HOST_GID) == (host, host.ports[1])
    assert names.port(PREFIX + (0x777).to_bytes(8, "big")) == (host, host.ports[1])
    assert names.port(PREFIX + bytes(8)) is None
    assert names.port(PREFIX + (0x502).to_bytes(8, "big")) is None


def test_gids(subnet):
    """A multicast GID is an address, whatever its last bytes are."""
    names = Names(subnet)
    assert names.gid(HOST_GID) == "host1"
    assert names.gid(PREFIX + (0x502).to_bytes(8, "big")) == "fe80::502"
    assert names.gid(b"\xff\x12" + HOST_GID[2:]) == "ff12::501"
    assert names.gid(b"\x00\xff" + HOST_GID[2:]) == "host1"
    assert names.gid(b"\1\2") == "0102"


@pytest.mark.parametrize(
    ("trap", "details", "words"),
    [
        (64, {"gidaddr": HOST_GID}, " (host1)"),
        (
            257,
            {"key": 0x8001, "lidaddr1": 11, "qp1": 7, "lidaddr2": 12, "qp2": 8},
            " (P_Key 0x8001 from host1 QP 7 to LID 12 QP 8)",
        ),
        (
            258,
            {"key": 0x11, "lidaddr1": 3, "qp1": 7, "lidaddr2": 11, "qp2": 8},
            " (Q_Key 0x11 from switch3 QP 7 to host1 QP 8)",
        ),
        (
            999,
            {"key": 0x11, "lidaddr1": 3, "qp1": 7, "lidaddr2": 11, "qp2": 8},
            " (key 0x11 from switch3 QP 7 to host1 QP 8)",
        ),
        (259, {"swlidaddr": 3, "p_key": 0x8001, "portno": 4, "lidaddr1": 11}, " (P_Key 0x8001 at port 4, from host1)"),
        (256, {"attempt": "SubnSet(PortInfo)", "lidaddr": 11}, " (SubnSet(PortInfo) from host1)"),
        (129, {"portno": 4, "lidaddr": 3}, " (port 4)"),
        (144, {"changes": "NodeDescription"}, " (NodeDescription)"),
        (145, {"systemimageguid": 0xAB}, " (0x00000000000000ab)"),
        (128, {"lidaddr": 3}, ""),
    ],
)
def test_what_the_data_of_a_trap_add(subnet, trap, details, words):
    assert Names(subnet).details(notice(trap=trap, details=details), sources()) == words


def test_words_in_the_middle_of_a_sentence():
    assert lower_words("Bad P_Key at Switch Port") == "bad P_Key at switch port"
    assert lower_words("SystemImageGUID Changed") == "SystemImageGUID changed"
    assert lower_words("GID Out of Service") == "GID out of service"


def told(subnet, *seen, only=True):
    events = NoticeEvents(types.SimpleNamespace(seen=list(seen)), sources()).events(subnet, only=only)
    return [(event.what, event.subject, event.sentence, event.frame, event.frames) for event in events]


TRAP = "switch3 sends trap 128: link state changed"
SILENT = "; no manager answered"


def test_a_trap_that_is_answered(subnet):
    repressed = notice(2, method="TrapRepress", source=11, destination=3)
    assert told(subnet, notice(), repressed) == [("trap", "switch3", TRAP, 1, (1,))]
    for other in ({"transaction": 6}, {"destination": 4}):
        assert told(subnet, notice(), repressed._replace(**other))[0][2] == TRAP + SILENT


@pytest.mark.parametrize(
    ("more", "together"),
    [
        ({"time": 100 * SECOND}, True),
        ({"time": 0, "transaction": 6}, False),
        ({"time": 0, "trap": 129}, False),
        ({"time": 0, "interface": 1}, False),
        ({"time": 0, "destination": 12}, False),
    ],
)
def test_a_trap_that_is_repeated(subnet, more, together):
    found = told(subnet, notice(), notice(2, **more))
    if together:
        assert found == [("trap", "switch3", f"{TRAP}; 2 times{SILENT}", 1, (1, 2))]
    else:
        assert [event[4] for event in found] == [(1,), (2,)]


@pytest.mark.parametrize(("pause", "together"), [(0.0999, True), (0.1, False)])
def test_traps_without_a_transaction(subnet, pause, together):
    """They are repeats where they come at once."""
    seen = [notice(at + 1, round(at * pause * SECOND), transaction=0) for at in range(3)]
    assert [event[4] for event in told(subnet, *seen)] == ([(1, 2, 3)] if together else [(1,), (2,), (3,)])


@pytest.mark.parametrize(
    ("lid", "who", "only", "alone"), [(3, "switch3", True, True), (12, "LID 12", True, False), (99, None, False, False)]
)
def test_whose_traps_are_told(subnet, lid, who, only, alone):
    """Those of the subnet's nodes, and of unknown ones if it is the only subnet; never those of another subnet."""
    for issuer, source in ((lid, 77), (0, lid)):
        one = notice(issuer=issuer, source=source)
        assert [event[1] for event in told(subnet, one)] == [who] * only
        assert [event[1] for event in told(subnet, one, only=False)] == [who] * alone


REPORTS = {
    "at once": ({}, True),
    "at the last moment": ({"time": 7 * SECOND}, True),
    "too late": ({"time": 7 * SECOND + 1}, False),
    "before": ({"time": 5 * SECOND - 1}, False),
    "with more": ({"details": {"lidaddr": 3, "issuergid": b""}}, True),
    "with less": ({"details": {}}, False),
    "of another": ({"issuer": 4}, False),
    "of another trap": ({"trap": 129}, False),
    "of a vendor": ({"generic": False}, False),
    "on another interface": ({"interface": 1}, False),
}


@pytest.mark.parametrize(("change", "passed"), REPORTS.values(), ids=REPORTS)
def test_a_trap_that_is_reported(subnet, change, passed):
    """To whom, each once; within a second of the last repeat."""
    traps = [notice(at, at * SECOND, details={"lidaddr": 3}) for at in (5, 6)]
    sent = {"time": 5 * SECOND, "details": {"lidaddr": 3}, "source": 3, **change}
    reports = [
        notice(7 + at, method="Report", destination=lid, transaction=8 + at, **sent)
        for at, lid in enumerate((11, 11, 12))
    ]
    found = told(subnet, *traps, *reports)
    assert found[0][2] == f"{TRAP}; 2 times{SILENT}" + ("; reported to host1, LID 12" if passed else "")
    assert [event[0] for event in found] == ["trap"] + ["report"] * 3


def test_a_report(subnet):
    report = notice(4, method="Report", transaction=9)
    confirmed = notice(5, method="ReportResp", transaction=9, source=11, destination=3)
    words = "host1 receives a report: link state changed"
    assert told(subnet, report, confirmed) == [("report", "host1", words, 4, (4,))]
    assert told(subnet, report) == [("report", "host1", f"{words}; it did not confirm", 4, (4,))]
    assert told(subnet, report, confirmed._replace(transaction=8))[0][2].endswith("; it did not confirm")
