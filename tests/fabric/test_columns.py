"""What is copied out of datagrams: which of them, by which route, and all that is known of them besides."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt import build, draft
from ibpkt.batch import Batch
from ibpkt.fabric.attribute_rows import AttributeRows
from ibpkt.fabric.columns import AttributeColumns
from ibpkt.management import mad
from ibpkt.protocols.mad.perf import PortCounters
from ibpkt.protocols.mad.sa_paths import ServiceRecord
from ibpkt.protocols.mad.subn_nodes import NodeDescription, NodeInfo, SMInfo
from ibpkt.protocols.mad.subn_ports import PortInfo
from tests.fabric.batches import batches_of
from tests.fabric.sweep import Template
from tests.fabric.test_counters_and_keys import routed

TELLS, ASKS = Template(NodeInfo, "GetResp"), Template(NodeInfo, "Get")


def taken(*packets, size=5000, times=None, headers=(NodeInfo, NodeDescription), asked=()):
    columns = AttributeColumns(headers, asked)
    for batch in batches_of(packets, size, times):
        columns.add(batch)
    return columns


def directed(method="GetResp", path=(0, 1), **fields):
    """A directed-route datagram whose header has other values."""
    values = {name: fields.pop(name) for name in ("drslid", "drdlid") if name in fields}
    drafts = list(mad("SubnMgt (directed route)", method, "NodeInfo", path=list(path), **fields))
    packet = build(*map(draft, ("LRH", "BTH", "DETH")), *drafts)
    return (
        packet.replace(**{f"smpdirected__{name}": value for name, value in values.items()}).data
        if values
        else packet.data
    )


@pytest.mark.parametrize("size", [1, 2, 5000])
def test_answers_and_requests_are_apart(size):
    packets = [
        ASKS.packet(b"", 5),
        TELLS.packet(b"", 5, nodeguid=0x11),
        ASKS.packet(b"\1", 6),
        TELLS.packet(b"\1", 6, nodeguid=0x21),
    ]
    columns = taken(*packets, size=size, times=[40, 30, 20, 10], asked=(NodeInfo,))
    answers, requests = columns.answers(NodeInfo), columns.requests(NodeInfo)
    assert (columns.datagrams, columns.start, columns.end, columns.mixed, columns.cut) == (4, 10, 40, 0, 0)
    assert answers.column("nodeguid").tolist() == [0x11, 0x21]
    assert (answers.envelope.frame.tolist(), requests.envelope.frame.tolist()) == ([2, 4], [1, 3])
    assert (answers.envelope.time.tolist(), requests.envelope.time.tolist()) == ([30, 10], [40, 20])
    assert [columns.routes.ports[route] for route in answers.envelope.route.tolist()] == [b"", b"\1"]
    assert answers.envelope.method.tolist() == [0x81] * 2
    assert requests.envelope.method.tolist() == [0x01] * 2
    assert answers.envelope.status.tolist() == [0, 0]  # the direction is none of it
    assert (answers.directed.all(), answers.good.all()) == (True, True)
    assert len(requests.data[0]) == NodeInfo.size
    assert len(columns.answers(NodeDescription)) == 0


def test_requests_have_data_where_these_are_wanted():
    columns = taken(ASKS.packet(b"", 5))
    assert columns.requests(NodeInfo).data.shape == (1, 0)


def test_datagrams_by_lid():
    head = {"nodetype": "CA", "numports": 1, "nodeguid": 7}
    good = routed(3, 4, "Subn", "GetResp", "NodeInfo", tid=9, modifier=5, **head)
    bad = routed(5, 6, "Subn", "GetResp", "NodeInfo", tid=10, status=0x1C, **head)
    rows = taken(good, bad).answers(NodeInfo)
    assert (rows.envelope.source.tolist(), rows.envelope.destination.tolist()) == ([3, 5], [4, 6])
    assert (rows.envelope.status.tolist(), rows.good.tolist()) == ([0, 0x1C], [True, False])
    assert rows.directed.tolist() == [False, False]
    assert [number & 0xFFFFFFFF for number in rows.envelope.transaction.tolist()] == [9, 10]
    assert rows.envelope.modifier.tolist() == [5, 0]


def test_datagrams_over_ethernet():
    """They have no LIDs."""
    head = [draft(name) for name in ("Ethernet", "IPv4", "UDP", "BTH", "DETH")]
    packet = build(*head, *mad("Perf", "GetResp", "PortCounters", tid=7, portselect=3))
    columns = AttributeColumns((PortCounters,))
    columns.add(Batch.of([packet.data], 1))
    rows = columns.answers(PortCounters)
    assert (rows.column("portselect").tolist(), rows.envelope.source.tolist(), rows.envelope.destination.tolist()) == (
        [3], [0], [0]
    )  # fmt: skip


@pytest.mark.parametrize("status", [0, 1, 0x1C])
def test_the_status_of_a_directed_answer(status):
    """Beside the bit that says that it comes back (IBA 1, 14.2.1.2)."""
    rows = taken(directed(status=status)).answers(NodeInfo)
    assert (rows.envelope.status.tolist(), rows.good.tolist()) == ([status], [not status])


@pytest.mark.parametrize(
    ("fields", "kept"),
    [({}, True), ({"drslid": 5}, False), ({"drdlid": 5}, False), ({"drslid": 0xFFFF, "drdlid": 0xFFFF}, True)],
)
def test_routes_that_begin_or_end_at_a_lid(fields, kept):
    """What they reach is not known."""
    columns = taken(directed(**fields))
    assert (len(columns.answers(NodeInfo)), columns.mixed) == (int(kept), int(not kept))


def test_datagrams_that_the_capture_has_cut():
    whole = TELLS.packet(b"", 5)
    columns = AttributeColumns((NodeInfo,))
    for data in (whole, whole[: TELLS.attribute + 10], whole[: TELLS.path + 10], whole[: TELLS.path - 60]):
        (batch,) = batches_of([data])
        batch.frames.wirelen[0] = len(whole)
        columns.add(batch)
    assert len(columns.answers(NodeInfo)) == 1
    assert columns.datagrams >= 3
    assert columns.cut == columns.datagrams - 1


def test_other_datagrams_only_count():
    packets = [routed(3, 4, "Subn", "GetResp", "PortInfo", tid=1), routed(3, 4, "Perf", "Get", "PortCounters", tid=2)]
    columns = taken(*packets, times=[7, 9])
    assert (columns.datagrams, columns.start, columns.end) == (2, 7, 9)
    assert len(columns.answers(NodeInfo)) == 0
    assert taken().datagrams == 0


def rows_of(header, *values):
    data = np.frombuffer(b"".join(header.write(each) for each in values), np.uint8).reshape(len(values), header.size)
    envelope = taken(*[TELLS.packet(b"", at) for at in range(len(values))]).answers(NodeInfo).envelope
    return AttributeRows(header, envelope, data)


def test_columns_of_attributes():
    rows = rows_of(SMInfo, {"guid": 1 << 63, "smstate": 3}, {"guid": 5, "smstate": 9})
    assert rows.column("guid").tolist() == [1 << 63, 5]
    assert rows.words("smstate") == ["Master", ""]
    assert (rows.numbers("smstate").dtype, rows.numbers("smstate").tolist()) == (np.int64, [3, 9])
    assert rows.column_of("guid", np.array([1])).tolist() == [5]
    assert len(rows.select(np.array([1]))) == 1
    assert rows.where(np.array([True, True])) is rows
    assert rows.where(np.array([False, True])).column("guid").tolist() == [5]
    none = rows.select(np.zeros(0, np.int64))
    assert (none.column("guid").dtype, none.column("guid").shape, none.words("smstate")) == (np.uint64, (0,), [])


def test_texts_of_attributes():
    rows = rows_of(
        NodeDescription,
        {"nodestring": b"host\0rest".ljust(64, b"\0")},
        {"nodestring": b"\xff\xc3\xa9".ljust(64, b"\0")},
        {"nodestring": b"n" * 63 + b"!"},
    )
    assert rows.texts("nodestring") == ["host", "\\xffé", "n" * 63 + "!"]
    assert len(rows_of(PortInfo, {"lid": 5}).numbers("lid")) == 1


def test_columns_of_fields_in_rows():
    """However wide the rows are, and if there are two of them only."""
    widths = {8: 16, 16: 8, 32: 4, 64: 2}
    data = {width: [(1 << width) - 1 - at for at in range(count)] for width, count in widths.items()}
    rows = rows_of(ServiceRecord, {f"servicedata{width}": values for width, values in data.items()})
    assert {width: rows.column(f"servicedata{width}").tolist() for width in widths} == {
        width: [values] for width, values in data.items()
    }
