"""Who subscribed to which traps, and which reports came of it: crafted behind a crafted sweep, and recorded."""

from __future__ import annotations

import pytest

from ibpkt.fabric import read_fabric
from tests.fabric.batches import batches_of
from tests.fabric.recorded_truth import FOLDER, fabric_of as recorded
from tests.fabric.sweep import Sweep
from tests.fabric.test_counters_and_keys import (
    HOST,
    HOST_LID,
    MANAGER_LID,
    OTHER_LID,
    SUBNET,
    SWITCH_LID,
    fabric_of,
    routed,
)
from tests.support.shared import needs

ALL, ALL_PRODUCERS = 0xFFFF, 0xFFFFFF
EVERYTHING = {
    "isgeneric": 1, "type": ALL, "trapnumberdeviceid": ALL, "producertypevendorid": ALL_PRODUCERS,
    "lidrangebegin": ALL,
}  # fmt: skip


def asks(second, tid, subscribe, status=0, source=HOST_LID, **fields):
    """A Set(InformInfo) with its answer."""
    wanted = {**EVERYTHING, **fields, "tid": tid, "subscribe": subscribe}
    yield second, routed(source, MANAGER_LID, "SubnAdm", "Set", "InformInfo", **wanted)
    yield second + 0.1, routed(MANAGER_LID, source, "SubnAdm", "GetResp", "InformInfo", status=status, **wanted)


def report(second, tid, number=128, *, confirmed=True, to=HOST_LID):
    """A report of subnet administration about a switch, which the subscriber confirms."""
    trap = {128: 3, 129: 3, 144: 4, 64: 4}[number]
    fields = {
        "tid": tid, "isgeneric": 1, "type": {3: 1, 4: 4}[trap], "trapnumberdeviceid": number,
        "producertypevendorid": 2, "issuerlid": SWITCH_LID,
    }  # fmt: skip
    yield second, routed(MANAGER_LID, to, "SubnAdm", "Report", "Notice", **fields)
    if confirmed:
        yield second + 0.1, routed(to, MANAGER_LID, "SubnAdm", "ReportResp", "Notice", **fields)


def test_a_subscription_with_its_reports():
    """What comes before it subscribes, after it unsubscribes, and to others is none of its reports."""
    later = [
        *report(0, 0x40),
        *asks(1, 0x10, 1),
        *report(2, 0x41),
        *report(3, 0x42, confirmed=False),
        *report(3.5, 0x42, confirmed=False),
        *report(4, 0x43, to=OTHER_LID),
        *asks(5, 0x11, 0),
        *report(6, 0x44),
    ]
    subnet, before = fabric_of(*later)
    (found,) = subnet.subscriptions
    assert (found.guid, found.lid, found.what) == (HOST.guid, HOST_LID, "all traps")
    assert (found.reports, found.unconfirmed, found.frame) == (2, 1, before + 3)
    assert (found.start, found.end) == (2 * 10**9, 6 * 10**9)  # the sweep is at 1 s
    assert [event.sentence for event in subnet.events if event.what == "subscription"] == [
        f"{HOST.name} subscribes to all traps",
        f"{HOST.name} unsubscribes from all traps",
    ]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"trapnumberdeviceid": 128}, "trap 128 (link state changed)"),
        ({"trapnumberdeviceid": 64}, "trap 64 (GID in service)"),
        ({"trapnumberdeviceid": 77}, "trap 77"),
        ({"type": 1}, "urgent traps"),
        ({"type": 2, "producertypevendorid": 2}, "security traps of Switch nodes"),
        ({"isgeneric": 0}, "all vendor traps"),
        ({"isgeneric": 0, "trapnumberdeviceid": 9, "producertypevendorid": 0x2C9},
         "vendor traps of device 9 of vendor 0x0002c9"),
        ({"lidrangebegin": 3, "lidrangeend": 3}, "all traps from LID 3"),
        ({"lidrangebegin": 3, "lidrangeend": 9}, "all traps from LIDs 3 to 9"),
        ({"lidrangebegin": 1, "lidrangeend": 3}, "all traps from LIDs 1 to 3"),
        ({"lidrangebegin": 0, "lidrangeend": 3}, "all traps"),
    ],
)  # fmt: skip
def test_subscriptions_in_words(fields, words):
    subnet, _ = fabric_of(*asks(1, 0x10, 1, **fields))
    assert [each.what for each in subnet.subscriptions] == [words]


@pytest.mark.parametrize(
    ("fields", "reports"),
    [
        ({"trapnumberdeviceid": 129}, 1),
        ({"type": 1}, 2),
        ({"type": 1, "trapnumberdeviceid": 128}, 1),
        ({"isgeneric": 0}, 0),
        ({"lidrangebegin": SWITCH_LID, "lidrangeend": SWITCH_LID}, 3),
        ({"lidrangebegin": SWITCH_LID + 1, "lidrangeend": SWITCH_LID + 2}, 0),
        ({"producertypevendorid": 2}, 3),
        ({"producertypevendorid": 1}, 0),
    ],
)
def test_reports_belong_to_the_subscriptions_that_they_fit(fields, reports):
    later = [*asks(1, 0x10, 1, **fields), *report(2, 0x41), *report(3, 0x42, 129), *report(4, 0x43, 144)]
    subnet, _ = fabric_of(*later)
    assert [each.reports for each in subnet.subscriptions] == [reports]


def test_whatever_lid_is_written_in_two_ways():
    subnet, _ = fabric_of(*asks(1, 0x10, 1, lidrangebegin=0, lidrangeend=9), *asks(2, 0x11, 0))
    assert [each.end for each in subnet.subscriptions] == [3 * 10**9]


@pytest.mark.parametrize(("seconds", "reports"), [((0.9, 3.1), 0), ((1, 3), 2), ((2,), 1)])
def test_when_reports_belong_to_a_subscription(seconds, reports):
    """From when it subscribed to when it unsubscribed, these times included."""
    asked = [next(asks(1, 0x10, 1)), next(asks(3, 0x11, 0))]
    told = [each for at, second in enumerate(seconds) for each in report(second, 0x41 + at)]
    subnet, _ = fabric_of(*sorted([*asked, *told], key=lambda step: step[0]))
    assert [each.reports for each in subnet.subscriptions] == [reports]


@pytest.mark.parametrize(("lid", "where"), [(HOST_LID, [1, 0]), (999, [0, 0])])
def test_subscriptions_where_there_are_two_subnets(lid, where):
    """Those of a LID that no packet names are of neither."""
    row = {"lid": 500, "nodetype": "CA", "nodeguid": 0x101, "localportnum": 1, "numports": 1}
    second = routed(501, 502, "SubnAdm", "GetTableResp", "NodeRecord", tid=5, records=[row])
    asked = [data for _second, data in asks(0, 0x10, 1, source=lid)]
    subnets = read_fabric(batches_of([*Sweep(SUBNET).packets(), second, *asked])).subnets
    assert [len(subnet.subscriptions) for subnet in subnets] == where
    assert [sum(event.what == "subscription" for event in subnet.events) for subnet in subnets] == where


def test_a_subscription_that_is_refused_is_none():
    subnet, _ = fabric_of(*asks(1, 0x10, 1, status=0x0200))
    assert subnet.subscriptions == []
    (event,) = [event for event in subnet.events if event.what == "subscription"]
    assert event.sentence == f"{HOST.name} subscribes to all traps; refused"


def test_one_subscription_however_often_it_is_asked_for():
    subnet, before = fabric_of(*asks(1, 0x10, 1), *asks(2, 0x11, 1), *asks(3, 0x12, 1, source=OTHER_LID))
    assert [(each.lid, each.frame) for each in subnet.subscriptions] == [
        (HOST_LID, before + 1),
        (OTHER_LID, before + 5),
    ]


def test_a_subscription_that_only_a_table_shows():
    """InformInfoRecord names the subscriber by its GID."""
    port = HOST.ports[1].guid
    gid = bytes.fromhex("fe80000000000000") + port.to_bytes(8, "big")
    record = {**EVERYTHING, "subscribergid": gid, "subscribe": 1, "trapnumberdeviceid": 144}
    answer = routed(MANAGER_LID, OTHER_LID, "SubnAdm", "GetResp", "InformInfoRecord", tid=0x20, **record)
    subnet, before = fabric_of((1, answer), *report(2, 0x41, 144))
    (found,) = subnet.subscriptions
    assert (found.guid, found.lid, found.what) == (HOST.guid, HOST_LID, "trap 144 (local changes)")
    assert (found.start, found.end, found.reports, found.frame) == (None, None, 1, before + 1)


@needs(FOLDER)
def test_the_recorded_subscriber():
    """It subscribed at 1.09 s, and confirmed the six reports that came until the end."""
    (subnet,) = recorded(FOLDER / "trap_reports_64_67.pcap.gz").subnets
    (found,) = subnet.subscriptions
    assert (subnet.nodes[found.guid].name, found.what) == ("node009 mlx5_0", "all traps")
    assert (found.reports, found.unconfirmed, found.end, found.frame) == (6, 0, None, 1379)
    traps = [event.sentence for event in subnet.events if event.what == "trap" and "trap 128" in event.sentence]
    assert traps == ["leaf02 sends trap 128: link state changed; reported to node009 mlx5_0"] * 2


def test_no_subscriptions():
    assert fabric_of()[0].subscriptions == []
    assert read_fabric([]).subnets == []


def test_only_what_is_set_is_a_subscription():
    """Get(InformInfo) asks what there is; a LID that no packet names is of the only subnet."""
    wanted = {**EVERYTHING, "tid": 0x31, "subscribe": 1}
    read = routed(HOST_LID, MANAGER_LID, "SubnAdm", "Get", "InformInfo", strict=False, **wanted)
    subnet, _before = fabric_of((0, read))
    assert subnet.subscriptions == []
    subnet, _before = fabric_of(*asks(0, 0x10, 1, source=999))
    assert [(each.guid, each.lid) for each in subnet.subscriptions] == [(0, 999)]
    assert [event.sentence for event in subnet.events if event.what == "subscription"] == [
        "LID 999 subscribes to all traps"
    ]
