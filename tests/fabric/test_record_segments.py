"""Tables of many segments: every record of each, what is kept of damaged ones, and that nothing stays behind."""

from __future__ import annotations

import pytest

from ibpkt import build, draft
from ibpkt.fabric.columns import AttributeColumns
from ibpkt.fabric.record_tables import IncompleteTable, RecordTables, _whole, _whole_segment
from ibpkt.management import mad, segments
from ibpkt.management.transfers import Segment
from ibpkt.protocols.mad.sa_records import LinearForwardingTableRecord, LinkRecord, NodeRecord, SMInfoRecord
from tests.fabric.batches import batches_of

#: records of a link in a segment: 200 bytes less, 8 bytes each
HEAD = draft("LRH", slid=3, dlid=4), draft("BTH"), draft("DETH")


def links(count, first=1):
    return [{"fromlid": first + at, "fromport": at % 30, "tolid": 2000 + at, "toport": 7} for at in range(count)]


def table(rows, *, attribute="LinkRecord", method="GetTableResp", **fields):
    """The segments of a table."""
    return [
        bytes(each)
        for each in segments(*HEAD, *mad("SubnAdm", method, attribute, records=rows, **{"tid": 7, **fields}))
    ]


def read(packets, size=5000, headers=(LinkRecord,)):
    tables, columns = RecordTables(headers), AttributeColumns(headers)
    for batch in batches_of(packets, size):
        tables.add(batch)
        columns.add(batch)
    tables.finish()
    assert tables._envelopes == {}  # nothing is kept that no table needs
    return tables, columns


def told(tables, columns, header=LinkRecord, name="fromlid"):
    rows = tables.rows(header, columns)
    return rows.numbers(name).tolist(), rows.envelope.frame.tolist()


@pytest.mark.parametrize("count", [1, 2, 25, 26, 100, 333])
@pytest.mark.parametrize("size", [1, 3, 5000])
def test_all_records_of_a_table(count, size):
    """All are of the packet of the first segment, with what is known of that."""
    packets = [b"", *table(links(count))]
    packets[0] = bytes(build(*HEAD, *mad("SubnAdm", "Get", "LinkRecord")))
    tables, columns = read(packets, size)
    assert told(tables, columns) == ([*range(1, count + 1)], [2] * count)
    rows = tables.rows(LinkRecord, columns)
    assert rows.numbers("tolid").tolist() == [2000 + at for at in range(count)]
    assert rows.column("fromport").tolist() == [at % 30 for at in range(count)]
    assert {tuple(column.tolist()) for column in (rows.envelope.source, rows.envelope.destination)} == {
        (3,) * count,
        (4,) * count,
    }
    assert rows.envelope.transaction.tolist() == [rows.envelope.transaction[0]] * count
    assert int(rows.envelope.transaction[0]) & 0xFFFFFFFF == 7
    assert rows.envelope.method.tolist() == [0x92] * count
    assert tables.incomplete == []


def test_segments_in_any_order_and_more_than_once():
    parts = table(links(90))
    assert len(parts) == 4
    tables, columns = read([parts[2], parts[0], parts[2], parts[0], parts[1], parts[3]], 1)
    assert told(tables, columns) == ([*range(1, 91)], [2] * 90)


def test_tables_and_single_records_in_the_order_of_the_packets():
    alone = bytes(build(*HEAD, *mad("SubnAdm", "GetResp", "LinkRecord", tid=9, fromlid=500)))
    first, second = table(links(30), tid=1), table(links(2, 100), tid=2)
    tables, columns = read([first[0], alone, *second, *first[1:]])
    assert told(tables, columns) == ([*range(1, 31), 500, 100, 101], [1] * 30 + [2] + [3] * 2)


def test_a_table_that_lacks_a_segment():
    """The records before the gap; which packets there are is said."""
    parts = table(links(90))
    tables, columns = read([parts[0], parts[1], parts[3]])
    assert told(tables, columns) == ([*range(1, 51)], [1] * 50)
    assert tables.incomplete == [IncompleteTable("LinkRecord", (1, 2, 3), 50)]
    assert told(*read(parts[1:])) == ([], [])


def test_a_table_of_an_error_that_lacks_a_segment():
    """It has no records before the gap."""
    tables, columns = read(table(links(90), status=0x0100)[:2])
    assert told(tables, columns) == ([], [])
    assert tables.incomplete == [IncompleteTable("LinkRecord", (1, 2), 0)]


def test_how_many_incomplete_tables_are_named():
    packets = [table(links(30), tid=tid)[0] for tid in range(1, 71)]
    tables, columns = read(packets)
    assert [each.frames for each in tables.incomplete] == [(frame,) for frame in range(1, 65)]
    assert len(told(tables, columns)[0]) == 70 * 25


@pytest.mark.parametrize("count", [1023, 1024, 1025, 2050])
def test_many_tables(count):
    """They are put together a thousand at a time."""
    one = table(links(1))[0]
    tables, columns = read([one] * count)
    assert told(tables, columns) == ([1] * count, [*range(1, count + 1)])


@pytest.mark.parametrize("change", [{"status": 0x0100}, {"method": "GetTable"}, {"attribute": "SMInfoRecord"}])
@pytest.mark.parametrize("count", [2, 60])
def test_what_is_no_answer_with_these_records(change, count):
    rows = [{"lid": at} for at in range(count)] if change.get("attribute") else links(count)
    tables, columns = read(table(rows, **change))
    assert told(tables, columns) == ([], [])


def test_records_of_several_kinds():
    packets = [*table(links(30)), *table([{"lid": 5}, {"lid": 6}], attribute="SMInfoRecord", tid=8)]
    tables, columns = read(packets, headers=(LinkRecord, SMInfoRecord, NodeRecord))
    assert len(told(tables, columns)[0]) == 30
    assert told(tables, columns, SMInfoRecord, "lid")[0] == [5, 6]
    assert told(tables, columns, NodeRecord, "lid") == ([], [])


@pytest.mark.parametrize(("less", "count"), [(0, 60), (1, 25), (100, 25)])
def test_a_segment_that_is_cut(less, count):
    """What follows it would lie at the wrong place."""
    parts = table(links(60))
    tables, columns = read([parts[0], parts[1][: len(parts[1]) - 6 - less] if less else parts[1], parts[2]])
    assert len(told(tables, columns)[0]) == count
    assert bool(tables.incomplete) is bool(less)


@pytest.mark.parametrize(
    ("last", "length", "least"),
    [
        (False, 0, 200), (False, 70, 200),  # that of the first one is the length of all
        (True, 0, 200), (True, 20, 0), (True, 70, 50), (True, 200, 180), (True, 220, 200), (True, 221, 200),
    ],
)  # fmt: skip
def test_how_much_data_a_segment_has(last, length, least):
    """A class header of 20 bytes and 200 of data; the last one as much as its length says (IBA 1, 13.6.3)."""
    for size in {max(least - 1, 0), least}:
        ends = {"first": 0, "last": int(last), "data1": 3, "data2": length, "header": 20, "data": bytes(size)}
        other = dict.fromkeys(Segment._fields, 0) | {"rmpptype": 1, "active": 1}
        assert _whole_segment(Segment(**{**other, **ends})) is (size >= least)


@pytest.mark.parametrize(
    ("header", "size"), [(LinkRecord, 6), (NodeRecord, 108), (SMInfoRecord, 25), (LinearForwardingTableRecord, 72)]
)
def test_the_bytes_of_a_record_without_padding(header, size):
    assert _whole(header) == size
