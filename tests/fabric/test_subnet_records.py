"""Services and multicast groups, as records of subnet administration tell them one after the other."""

from __future__ import annotations

import pytest

from tests.fabric.test_counters_and_keys import HOST, HOST_LID, MANAGER_LID, OTHER, fabric_of, routed

SET, DELETE, TABLE = "GetResp", "DeleteResp", "GetTableResp"
PREFIX = "fe80::"


def gid(node):
    guid = f"{node.ports[1].guid:016x}"
    return PREFIX + ":".join(guid[at : at + 4] for at in range(0, 16, 4))


def answers(attribute, steps):
    """What subnet administration answers in some seconds: operation and fields."""
    for second, (operation, fields) in enumerate(steps):
        if operation == TABLE:  # all that there are, none of them named in the request
            yield second, routed(HOST_LID, MANAGER_LID, "SubnAdm", "GetTable", attribute, tid=second + 1)
            fields = {"records": [fields]}
        yield second, routed(MANAGER_LID, HOST_LID, "SubnAdm", operation, attribute, tid=second + 1, **fields)


def service(node, number=0x1001, name="storage", lease=60):
    return {"serviceid": number, "servicegid": gid(node), "servicename": name, "servicelease": lease,
            "servicep_key": 0xFFFF}  # fmt: skip


@pytest.mark.parametrize(("steps", "told", "left"), [
    ([SET, SET], ["offers"], True),
    ([SET, DELETE], ["offers", "takes back"], False),
    ([SET, DELETE, DELETE, SET], ["offers", "takes back", "offers"], True),
    ([DELETE], [], False),
    ([TABLE, TABLE], [], True),
    ([TABLE, SET, DELETE], ["takes back"], False),
    ([SET, TABLE], ["offers"], True),
])  # fmt: skip
def test_a_service(steps, told, left):
    """Packets that tell what is known already are no events; a table tells what there was before, too."""
    subnet, _before = fabric_of(*answers("ServiceRecord", [(step, service(HOST)) for step in steps]))
    events = [event for event in subnet.events if event.what.startswith("service-")]
    assert [event.sentence for event in events] == [f"{HOST.title} {verb} service storage" for verb in told]
    kinds = {"offers": "service-registered", "takes back": "service-removed"}
    assert [event.what for event in events] == [kinds[verb] for verb in told]
    assert [(each.service_id, each.name, each.lease) for each in subnet.services] == [(0x1001, "storage", 60)] * left


def test_services_differ_by_number_and_port():
    steps = [(SET, service(HOST)), (SET, service(OTHER)), (SET, service(HOST, 0x1002, "", 0xFFFFFFFF))]
    subnet, _before = fabric_of(*answers("ServiceRecord", steps))
    assert [(each.service_id, each.lease) for each in subnet.services] == [(0x1001, 60), (0x1001, 60), (0x1002, None)]
    assert subnet.events[-1].sentence == f"{HOST.title} offers service 0x1002"


def test_a_whole_table_lacks_what_is_gone():
    steps = [(SET, service(HOST)), (TABLE, service(OTHER))]
    subnet, _before = fabric_of(*answers("ServiceRecord", steps))
    assert [each.gid[8:] for each in subnet.services] == [OTHER.ports[1].guid.to_bytes(8)]


@pytest.mark.parametrize(
    ("method", "mask", "whole"), [("GetTable", 0, True), ("GetTable", 1, False), ("Get", 0, False)]
)
def test_what_was_asked_for_less_than_a_whole_table_lacks_others(method, mask, whole):
    """Records are chosen by the components that the request names (IBA 1, 15.4.4)."""
    ((_second, known),) = answers("ServiceRecord", [(SET, service(HOST))])
    asked = routed(HOST_LID, MANAGER_LID, "SubnAdm", method, "ServiceRecord", tid=9, componentmask=mask)
    told = routed(MANAGER_LID, HOST_LID, "SubnAdm", TABLE, "ServiceRecord", tid=9, records=[service(OTHER)])
    subnet, _before = fabric_of((0, known), (1, asked), (2, told))
    nodes = [OTHER] if whole else [HOST, OTHER]
    assert [each.gid[8:] for each in subnet.services] == [node.ports[1].guid.to_bytes(8) for node in nodes]


@pytest.mark.parametrize(("steps", "told", "members"), [
    ([SET, SET], ["joins"], 1),
    ([SET, DELETE], ["joins", "leaves"], 0),
    ([TABLE], [], 1),
    ([SET, DELETE, SET], ["joins", "leaves", "joins"], 1),
])  # fmt: skip
def test_a_member_of_a_group(steps, told, members):
    record = {"mgid": "ff12:401b:ffff::1", "portgid": gid(HOST), "mlid": 0xC005, "p_key": 0xFFFF}
    subnet, _before = fabric_of(*answers("MCMemberRecord", [(step, record) for step in steps]))
    events = [event for event in subnet.events if event.what.startswith("multicast-")]
    assert [event.sentence.split(" multicast")[0] for event in events] == [f"{HOST.title} {verb}" for verb in told]
    kinds = {"joins": "multicast-join", "leaves": "multicast-leave"}
    assert [event.what for event in events] == [kinds[verb] for verb in told]
    (group,) = subnet.groups
    assert (group.mlid, group.members) == (0xC005, (HOST.ports[1].guid,) * members)


@pytest.mark.parametrize(
    ("manager", "port", "taken"), [(True, True, True), (True, False, True), (False, True, True), (False, False, False)]
)
def test_whose_records_they_are(manager, port, taken):
    """Those that a node of the subnet answers, and those of its ports, also if another node answers."""
    source, owner = MANAGER_LID if manager else 999, gid(HOST) if port else f"{PREFIX}9:9:9:9"
    group = {"mgid": "ff12:401b:ffff::1", "portgid": owner, "mlid": 0xC005, "p_key": 0xFFFF}
    records = (("MCMemberRecord", group), ("ServiceRecord", {**service(HOST), "servicegid": owner}))
    subnet, _before = fabric_of(
        *(
            (0, routed(source, HOST_LID, "SubnAdm", SET, name, tid=at, **fields))
            for at, (name, fields) in enumerate(records, 1)
        )
    )
    assert (len(subnet.groups), len(subnet.services)) == (taken, taken)
