"""Tables of records that subnet administration tells: how many there are, and what is in them."""

from __future__ import annotations

import pytest

from ibpkt import build, draft
from ibpkt.fabric.columns import AttributeColumns
from ibpkt.fabric.record_tables import RecordTables
from ibpkt.management import mad
from ibpkt.protocols.mad.sa_records import LinkRecord
from tests.fabric.batches import batches_of

HEAD = draft("LRH", slid=1, dlid=2), draft("BTH"), draft("DETH")
SA_HEADER = 20


def table(size):
    """A table of link records of which so many bytes are sent; each has six, and two that are reserved."""
    rows = [{"fromlid": 5, "fromport": 1, "tolid": lid, "toport": 3} for lid in (0x607, 0x809, 0xA0B)]
    packet = build(*HEAD, *mad("SubnAdm", "GetTableResp", "LinkRecord", records=rows, tid=7))
    return packet.replace(rmpp__payloadlength=SA_HEADER + size).data


@pytest.mark.parametrize(
    ("size", "lids"),
    [(24, [0x607, 0x809, 0xA0B]), (22, [0x607, 0x809, 0xA0B]), (21, [0x607, 0x809]), (6, [0x607]), (5, []), (0, [])],
)
def test_the_last_record_may_lack_what_is_reserved_at_its_end(size, lids):
    """And nothing else: a part of a LID is none."""
    tables = RecordTables([LinkRecord])
    for batch in batches_of([table(size)]):
        tables.add(batch)
    tables.finish()
    rows = tables.rows(LinkRecord, AttributeColumns((LinkRecord,)))
    assert rows.numbers("tolid").tolist() == lids
