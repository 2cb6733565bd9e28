"""The index: every packet is read again as it was, wherever it lies."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt.errors import CaptureError
from ibpkt.tui.background_pace import BackgroundPace
from ibpkt.tui.capture_bytes import CaptureBytes
from ibpkt.tui.packed_column import PackedColumn
from ibpkt.tui.packet_index import WHOLE_BYTES, PacketIndex
from ibpkt.tui.places import row_at
from tests.support.shared import OWN, REPEATED, captures

INT = st.integers(-(1 << 63), (1 << 63) - 1)


@given(st.lists(st.one_of(INT, st.integers(0, 300)), max_size=40))
def test_packed_columns_give_back_what_they_got(values):
    column = PackedColumn(np.array(values, np.int64))
    assert column.all(len(values)).tolist() == values
    rows = np.arange(len(values))[::-1]
    assert column.at(rows).tolist() == values[::-1]


@pytest.mark.parametrize(
    ("values", "size"), [([7] * 100, 0), (range(100), 100), (range(0, 30000, 300), 200), ([0, 1 << 20], 8)]
)
def test_packed_columns_are_small(values, size):
    assert PackedColumn(np.array(values)).nbytes == size


def indexed(path):
    index = PacketIndex(CaptureBytes(str(path), "x"))
    index.read(BackgroundPace())
    return index


def said(packet):
    return packet.data, packet.time, packet.wirelen, packet.link, packet.comments


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.name, marks=pytest.mark.slow if path.name in REPEATED else ())
        for path in captures(every_form=True)
    ],
)
def test_packets_are_read_again_as_they_were(path):
    try:
        capture = ibpkt.open(path)
    except CaptureError:
        assert indexed(path).damage is not None
        return
    wanted = [said(packet) for batch in capture.batches(limit=3000) for packet in batch]
    index = indexed(path)
    assert str(index.damage) == str(capture.damage).replace(str(path), "x") or index.count > 3000
    found = index.batch(range(len(wanted)), most_bytes=WHOLE_BYTES) if wanted else []
    assert [said(packet) for packet in found] == wanted


@pytest.mark.parametrize("name", ["derived_comments.pcapng", "derived_two_interfaces.pcapng", "derived_plain.erf"])
def test_formats(name):
    with ibpkt.open(OWN / name) as capture:
        wanted = [said(packet) for packet in capture]
    assert [said(packet) for packet in indexed(OWN / name).batch(range(len(wanted)))] == wanted


@settings(deadline=None)
@given(st.lists(st.integers(0, 162), min_size=1, max_size=30))
def test_packets_in_any_order(rows):
    with ibpkt.open(OWN / "rc_write.pcap") as capture:
        every = [packet.data for packet in capture]
    batch = indexed(OWN / "rc_write.pcap").batch(rows)
    assert [packet.data for packet in batch] == [every[row] for row in rows]
    assert batch[0].number == rows[0] + 1


def test_a_usual_capture_takes_few_bytes_a_packet():
    index = indexed(OWN / "loss_write_3pct.pcap.gz")
    assert index.nbytes / index.count <= 16


def test_small_parts_are_put_together():
    """Packets of a pipe come one by one."""
    source = CaptureBytes(str(OWN / "rc_write.pcap"), "x")
    index = PacketIndex(source)
    whole = indexed(OWN / "rc_write.pcap")
    with source.reader(BackgroundPace().stop) as reader:
        for records in reader.records(max_records=1):
            index.add(records, records.offset + 16)
    assert (index.count, len(index._parts)) == (whole.count, 1)
    rows = np.arange(whole.count)
    assert index.times(rows).tolist() == whole.times(rows).tolist()


def test_places_as_people_type_them():
    index = indexed(OWN / "rc_write.pcap")
    times = index.times(np.arange(index.count))
    assert [row_at(text, index) for text in ("1", "163", "0", "164", "x", "", "+", "-1")] == [0, 162, *[None] * 6]
    second = int(np.flatnonzero(times - times[0] >= 10**9)[0])
    assert row_at("+1", index) == second
    assert row_at("+0", index) == 0
    assert row_at("+99", index) is None
    assert row_at("+nan", index) is None
    assert row_at("+1e300", index) is None
