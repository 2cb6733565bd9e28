"""Tables of records: the same header again, as long as there is room, whatever the lengths say."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given, strategies as st

import ibpkt
from ibpkt import decode
from ibpkt.batch.fields import field_named
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import draft
from ibpkt.errors import CallerError
from ibpkt.filter import compile
from ibpkt.output.json import JsonLines
from ibpkt.output.summary import SummaryLines
from ibpkt.protocols import Stride, graph, header_named
from ibpkt.protocols.graph import repeat
from ibpkt.protocols.mad.sa import RECORDS, RecordGap
from ibpkt.protocols.rules import Capacity
from ibpkt.schema import Header, uint
from tests.support.equality import assert_equal
from tests.support.shared import capture
from tests.support.stacks import batch_of

CARRIER = ("LRH", "BTH", "DETH")
by_record = pytest.mark.parametrize("record", RECORDS.values(), ids=str)


def table(record: str, *records: dict, sa: dict | None = None, rmpp: dict | None = None, gaps: int = 0) -> ibpkt.Packet:
    """A GetTableResp with these records, in one packet of 256 bytes."""
    drafts = [draft(name) for name in CARRIER]
    drafts += [draft("MAD", method="GetTableResp"), draft("RMPP", **(rmpp or {})), draft("SA", **(sa or {}))]
    for place, values in enumerate(records):
        drafts += [draft("RecordGap", more=bytes([place] * 8))] * (gaps if place else 0)
        drafts.append(draft(record, **values))
    size = sum(each.header.size for each in drafts[3:])
    return build(*drafts, payload=bytes(256 - size), link="infiniband")


def names(packet: ibpkt.Packet) -> list[str]:
    """What stands behind the SA header."""
    every = [layer.name for layer in packet]
    return every[every.index("SA") + 1 :]


def both(packet: ibpkt.Packet) -> ibpkt.Packet:
    """The packet, after the batch's walk has found the same in it."""
    assert bytes(packet) == packet.data
    pieces = [packet.data, packet.data[:150], packet.data[:-60], packet.data]
    assert_equal(batch_of(pieces, packet.link, [290, 290, 290, 290]))
    return packet


@by_record
def test_every_kind_of_record_is_repeated(record):
    count = 200 // record.size
    packet = both(table(record.name, *({} for _ in range(count)), rmpp={"rmpptype": 1, "rmppflags": 7}))
    assert names(packet) == [record.name] * count
    assert packet.rmpp.payloadlength == 20 + count * record.size
    assert packet.sa.attributeoffset * 8 == record.size
    assert (packet.stop, packet.disagreements) == (None, ())
    assert packet.icrc


def test_several_records_are_a_table_by_themselves():
    """The builder says what makes them one."""
    packet = both(table("PathRecord", {"dlid": 1}, {"dlid": 2}, {"dlid": 3}))
    assert [layer.dlid for layer in packet.all("PathRecord")] == [1, 2, 3]
    assert (packet.rmpp.rmppversion, packet.rmpp.rmpptype, packet.rmpp.rmppflags) == (1, 1, 7)
    again = packet.replace(pathrecord__dlid=9)
    assert [layer.dlid for layer in again.all("PathRecord")] == [9, 2, 3]


def test_the_second_packet_is_as_if_it_were_the_first():
    """Plans for stacks that differ in RMPP's flags, given as values, are not mixed up."""
    for flags in (0, 7, 0, 7):
        packet = table("PathRecord", {"dlid": 1}, rmpp={"rmppflags": flags})
        assert packet.rmpp.data2 == (84 if flags else 0)


@pytest.mark.parametrize("gaps", [1, 2, 9])
def test_records_of_another_revision_are_longer(gaps):
    packet = both(table("PathRecord", {"dlid": 1}, {"dlid": 2}, gaps=gaps))
    assert names(packet) == ["PathRecord", *["RecordGap"] * gaps, "PathRecord"]
    assert packet.sa.attributeoffset == 8 + gaps
    assert [layer.dlid for layer in packet.all("PathRecord")] == [1, 2]
    assert all(layer.more == bytes([1] * 8) for layer in packet.all(RecordGap))
    assert not packet.disagreements


def test_an_empty_table():
    """As opensm answers: its length is that of the SA header, and the zeros behind it are no record."""
    packet = both(table("PathRecord", {}, rmpp={"rmppflags": 7, "data2": 20}))
    assert names(packet) == []
    assert len(packet.payload) == 200
    assert (packet.stop, packet.disagreements) == (None, ())


@pytest.mark.parametrize(
    ("flags", "shown"),
    [(0, 1), (1, 0), (3, 3), (5, 0), (7, 1)],
    ids=["alone", "in the middle", "first", "last", "first and last"],
)
def test_where_records_are_looked_for(flags, shown):
    """A segment that is not the first begins in the middle of a record; one that is not the last is full."""
    packet = both(table("PathRecord", {}, rmpp={"rmppflags": flags, "data2": 84}, sa={"attributeoffset": 8}))
    assert names(packet) == ["PathRecord"] * shown


@pytest.mark.parametrize("offset", [0, 1, 7])
def test_a_distance_that_is_too_short(offset):
    packet = both(table("PathRecord", {}, rmpp={"rmppflags": 7, "data2": 20 + 128}, sa={"attributeoffset": offset}))
    assert names(packet) == ["PathRecord"]
    assert [str(each) for each in packet.disagreements] == [f"SA attributeoffset says {offset * 8} bytes, there are 64"]


@pytest.mark.parametrize("offset", [0, 1, 7])
def test_a_distance_to_nothing_may_be_anything(offset):
    """There is no second record that would lie in the first."""
    packet = both(table("PathRecord", {}, rmpp={"rmppflags": 7, "data2": 20 + 64}, sa={"attributeoffset": offset}))
    assert names(packet) == ["PathRecord"]
    assert (packet.stop, packet.disagreements) == (None, ())


def test_a_length_that_is_too_long():
    packet = both(table("PathRecord", {}, rmpp={"rmppflags": 7, "data2": 5000}, sa={"attributeoffset": 8}))
    assert names(packet) == ["PathRecord"] * 3
    assert [str(each) for each in packet.disagreements] == ["RMPP data2 says 5000 bytes, there are 220"]
    assert str(packet.stop) == "malformed: PathRecord at byte 276 needs 64 bytes, 8 are there"


@given(
    st.sampled_from(list(RECORDS)),
    st.integers(0, 0xFFFF) | st.integers(0, 30),
    st.integers(0, 0xFFFFFFFF) | st.integers(0, 300),
    st.integers(0, 7),
    st.integers(0, 200),
    st.integers(0, 290),
)
@example(0x20, 1, 220, 7, 200, 290)
@example(0x20, 0xFFFF, 0xFFFFFFFF, 7, 200, 290)
@example(0x20, 49, 0xFFFFFFFF, 7, 200, 200)
def test_any_lengths(attribute, offset, length, flags, size, captured):
    """Both walkers agree, end, and keep every bit."""
    headers = [draft(name) for name in CARRIER]
    rmpp = draft("RMPP", rmppversion=1, rmpptype=1, rmppflags=flags, data2=length)
    drafts = [*headers, draft("MAD", mgmtclass=3, attributeid=attribute), rmpp, draft("SA", attributeoffset=offset)]
    packet = build(*drafts, payload=bytes(range(size)), link="infiniband", strict=False)
    assert bytes(packet) == packet.data
    pieces = [packet.data, packet.data[:captured]]
    assert_equal(
        batch_of(
            [*pieces, packet.data[:captured]], packet.link, [len(packet.data)] * 2 + [min(captured, len(packet.data))]
        )
    )


def test_how_they_are_shown():
    packet = table("PathRecord", {"dlid": 1}, {"dlid": 2}, {"dlid": 3})
    batch = batch_of([packet.data], packet.link)
    assert str(packet).count("PathRecord (PathRecord), 64 bytes") == 3
    line = b"".join(SummaryLines().render(batch)).decode()
    assert "DLID=0x0001 (and 2 more)" in line
    assert "DLID=0x0002" not in line
    named = json.loads(b"".join(JsonLines().render(batch)))  # a key has one type: the innermost has the plain name
    names = (f"infiniband.pathrecord.dlid{which}" for which in ("#1", "#2", ""))
    assert [named[name] for name in names] == [1, 2, 3]
    assert field_named("infiniband.pathrecord.dlid").column(batch).tolist() == [3]  # the innermost, as everywhere
    for text, there in (("== 2", True), ("== 4", False), ("> 2", True)):
        assert compile(f"infiniband.pathrecord.dlid {text}").rows(batch).tolist() == [there]


def test_recorded_tables():
    """Every record that the first segments of recorded tables hold as a whole."""
    seen = 0
    with ibpkt.open(capture("ib_small.pcap")) as source:
        for packet in source:
            if "SA" not in packet or packet.rmpp.rmpptype != 1 or not packet.rmpp.first:
                continue
            record = RECORDS[packet.mad.attributeid]
            there = min(packet.rmpp.data2 - 20, 200)
            assert names(packet) == [record.name] * (there // record.size)
            assert there < record.size or packet.sa.attributeoffset * 8 == record.size
            seen += len(names(packet)) > 1
    assert seen > 20


def test_records_that_are_no_whole_units_cannot_be_repeated():
    odd = Header("Odd", "Odd", "odd", uint("number", 24, "Number"))
    sa, rmpp = header_named("SA"), header_named("RMPP")
    stride, room = (
        Stride(sa.leaf("attributeoffset"), 8, RecordGap),
        Capacity(sa, rmpp.leaf("data2"), (rmpp.leaf("last"), 1)),
    )
    with pytest.raises(TypeError, match="Odd has 3 bytes, which are no whole units of 8"):
        repeat(odd, stride, room, require=(rmpp.leaf("active"), 1))


def test_records_alone():
    """A record that is decoded by itself, without what says that there are more."""
    record = header_named("PathRecord")
    packet = decode(bytes(64 * 2), record)
    assert [layer.name for layer in packet] == ["PathRecord"]
    assert len(packet.payload) == 64


def test_a_record_behind_another_kind():
    with pytest.raises(CallerError, match="LinkRecord does not follow PathRecord"):
        build(*map(draft, (*CARRIER, "MAD", "RMPP", "SA", "PathRecord", "LinkRecord")), link="infiniband")


def test_every_record_has_a_rule():
    for record in RECORDS.values():
        assert graph().rules[record][0].stride is not None
