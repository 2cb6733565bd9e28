"""Link records against the walks before them: which cables these had found, and how long each was there."""

from __future__ import annotations

import types

import numpy as np
import pytest

from ibpkt.fabric.attribute_rows import AttributeRows
from ibpkt.fabric.discovery import CableSpan
from ibpkt.fabric.record_problems import RecordProblems
from ibpkt.fabric.sources import NodeRows
from ibpkt.protocols.mad.sa_records import LinearForwardingTableRecord, LinkRecord
from tests.fabric.small_subnets import adapter, subnet_of, switch
from tests.fabric.test_contradictions import fabric_of, problems_of, routed
from tests.fabric.test_counters_and_keys import HOST, HOST_LID, MANAGER, MANAGER_LID, OTHER_LID
from tests.fabric.test_request_answers import envelope

#: LIDs are the GUIDs of nodes; 9 is nobody's
SUBNET = subnet_of(adapter(1), adapter(2), switch(3))
FOUND, TOLD = ((1, 1), (3, 7)), (1, 1, 2, 1)


def differences(*told, first=5, ended_by=0, last=6):
    """What differs from a cable between ports 1 of host1 and 7 of switch3; records as (packet, LIDs and ports)."""
    data = b"".join(
        LinkRecord.write(dict(zip(("fromlid", "fromport", "tolid", "toport"), ends, strict=True))) for _, ends in told
    )
    rows = AttributeRows(
        LinkRecord,
        envelope([{"frame": frame} for frame, _ in told]),
        np.frombuffer(data, np.uint8).reshape(len(told), LinkRecord.size),
    )
    none = AttributeRows(
        LinearForwardingTableRecord, envelope([]), np.zeros((0, LinearForwardingTableRecord.size), np.uint8)
    )
    cable = CableSpan(FOUND, 0, None, first, last, ended_by)
    sources = types.SimpleNamespace(
        records=lambda header: NodeRows(none, np.zeros(0, np.uint64)),
        record_rows=lambda header: rows,
        nodes_of=lambda interface, lid, frame: np.where(lid == 9, 0, lid).astype(np.uint64),
        cables=types.SimpleNamespace(past=[cable] * bool(ended_by), present=lambda: [cable] * (not ended_by)),
    )
    problems = RecordProblems(sources).problems(SUBNET)
    return [(each.kind, each.severity, each.subject, each.sentence, each.frame, each.frames) for each in problems]


def test_no_records():
    assert differences() == []


@pytest.mark.parametrize(
    ("frame", "ended_by", "there"),
    [
        (4, 0, False),
        (5, 0, False),
        (6, 0, True),
        (99, 0, True),
        (4, 10, False),
        (9, 10, True),
        (10, 10, False),
        (11, 10, False),
    ],
)
def test_a_record_that_comes_while_another_cable_is_there(frame, ended_by, there):
    found = "host1 port 1 to switch3 port 7"
    words = f"subnet administration says host1 port 1 to host2 port 1, where a walk had found {found}"
    assert (
        differences((frame, TOLD), ended_by=ended_by)
        == [("links-differ", "warning", found, words, frame, (6, frame))] * there
    )


@pytest.mark.parametrize("told", [(1, 1, 3, 7), (3, 7, 1, 1), (1, 2, 2, 1), (1, 1, 9, 1), (9, 1, 1, 1), (1, 1, 77, 1)])
def test_records_that_contradict_nothing(told):
    """The same cable from either end, others, and what leads to a node that no packet names or of another subnet."""
    assert differences((8, told)) == []


def test_a_record_that_is_repeated_is_told_once():
    assert [each[4] for each in differences((8, TOLD), (9, TOLD))] == [8]


def test_records_of_one_table_that_contradict_each_other():
    """No walk has found either cable."""
    rows = [{"fromlid": HOST_LID, "fromport": 2, "tolid": lid, "toport": 2} for lid in (OTHER_LID, MANAGER_LID)]
    table = routed(MANAGER_LID, HOST_LID, "SubnAdm", "GetTableResp", "LinkRecord", tid=0x77, records=rows)
    subnet, _before = fabric_of((0, table))
    assert problems_of(subnet, "links-differ") == []
    (link,) = [
        link for link in subnet.links if (HOST.guid, 2) in ((link.a.guid, link.a_port), (link.b.guid, link.b_port))
    ]
    assert {link.a.guid, link.b.guid} == {HOST.guid, MANAGER.guid}
