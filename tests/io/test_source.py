"""A capture opened for decoding."""

from __future__ import annotations

import gc
import gzip
import io
import struct
import weakref

import numpy as np
import pytest

import ibpkt
from ibpkt.batch.fields import field_named
from ibpkt.errors import CallerError, CaptureError
from ibpkt.protocols import ICRC
from tests.support.equality import assert_equal
from tests.support.shared import capture
from tests.support.stacks import CARRIERS, carrier

PACKETS = [carrier("RoCEv2 IPv4", (0x04, 0x0A, 0x11)[number % 3], bytes([number]) * 20) for number in range(50)]


def pcap(packets: list[bytes], *, link: int = 1, snaplen: int = 65535) -> bytes:
    out = bytearray(struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, snaplen, link))
    for number, data in enumerate(packets):
        kept = data[:snaplen]
        out += struct.pack("<IIII", 1_700_000_000 + number, number, len(kept), len(data)) + kept
    return bytes(out)


FILE = pcap([packet.data for packet in PACKETS])


def test_packets():
    with ibpkt.open(io.BytesIO(FILE)) as source:
        packets = list(source)
    assert [packet.data for packet in packets] == [packet.data for packet in PACKETS]
    assert [packet.number for packet in packets] == list(range(1, 51))
    assert packets[3].time == 1_700_000_003_000_003_000
    assert all(packet.icrc for packet in packets)
    assert source.damage is None


def test_snap_length():
    with ibpkt.open(io.BytesIO(pcap([packet.data for packet in PACKETS], snaplen=56))) as source:
        for packet, whole in zip(source, PACKETS, strict=True):
            assert packet.wirelen == len(whole.data)
            assert packet.stop is None or packet.stop.reason == "cut"
            assert packet.icrc.status == "cut"


@pytest.mark.parametrize("limit", [0, 1, 7, 14, 15, 49, 50, 51, 1000])
@pytest.mark.parametrize("at_a_time", [None, 1, 7, 50])
def test_limit(limit, at_a_time):
    with ibpkt.open(io.BytesIO(FILE)) as source:
        batches = list(source.batches(at_a_time, limit=limit))
    packets = [packet.data for batch in batches for packet in batch]
    assert packets == [packet.data for packet in PACKETS][:limit]
    assert all(len(batch) <= (at_a_time or 50) for batch in batches)
    numbers = [number for batch in batches for number in batch.frames.number_of.tolist()]
    assert numbers == list(range(1, len(packets) + 1))


@pytest.mark.parametrize("at_a_time", [1, 3, 50])
def test_times_go_on_from_batch_to_batch(at_a_time):
    with ibpkt.open(io.BytesIO(FILE)) as source:
        relative, delta = [], []
        for batch in source.batches(at_a_time):
            relative += batch.frames.time_relative.tolist()
            delta += batch.frames.time_delta.tolist()
    assert relative == [number * 1_000_001_000 for number in range(50)]
    assert delta == [0] + [1_000_001_000] * 49


def test_columns():
    names = ["infiniband.bth.opcode", "infiniband.reth.dmalen", "ip.src", "infiniband.icrc.status"]
    with ibpkt.open(io.BytesIO(FILE)) as source:
        columns = source.columns(names)
    assert list(columns) == names
    assert columns["infiniband.bth.opcode"].tolist() == [(0x04, 0x0A, 0x11)[number % 3] for number in range(50)]
    assert np.ma.getmaskarray(columns["infiniband.reth.dmalen"]).tolist() == [number % 3 != 1 for number in range(50)]
    assert set(columns["infiniband.icrc.status"].tolist()) == {"good"}
    with ibpkt.open(io.BytesIO(FILE)) as source, pytest.raises(CallerError, match="did you mean"):
        source.columns(["infiniband.bth.psm"])


def test_empty_capture():
    with ibpkt.open(io.BytesIO(pcap([]))) as source:
        assert source.columns(["ip.src", "infiniband.grh.sgid"])["ip.src"].tolist() == []
    with ibpkt.open(io.BytesIO(pcap([]))) as source:
        assert list(source) == []
        assert source.damage is None


def test_a_second_reading_is_refused():
    """It would lack what the first one took, or have nothing."""
    with ibpkt.open(io.BytesIO(FILE)) as source:
        for packet in source:
            assert packet.number == 1
            break
        with pytest.raises(CallerError, match="is read only once: open it again"):
            list(source)
        with pytest.raises(CallerError, match="is read only once: open it again"):
            source.columns(["ip.src"])


def test_damage():
    """What can be read is read; what is wrong is told afterwards."""
    with ibpkt.open(io.BytesIO(FILE[:-5])) as source:
        packets = list(source)
    assert len(packets) == 49
    assert isinstance(source.damage, CaptureError)
    assert source.damage.packet == 50
    assert source.damage.offset == FILE.rindex(PACKETS[-1].data) - 16
    with pytest.raises(CaptureError, match="not a capture"):
        ibpkt.open(io.BytesIO(b"hello, world, this is no capture"))


def test_names_and_compression(tmp_path):
    path = tmp_path / "some name.pcap.gz"
    path.write_bytes(gzip.compress(FILE))
    with ibpkt.open(path) as source:
        assert source.name == str(path)
        assert len(list(source)) == 50
    with ibpkt.open(str(path)) as source:
        assert sum(map(len, source.batches())) == 50


def test_another_port():
    data = pcap([carrier("RoCEv2 IPv4", udp={"dstport": 7777}).data])
    with ibpkt.open(io.BytesIO(data), roce_port=7777) as source:
        (packet,) = source
    assert packet.icrc
    with ibpkt.open(io.BytesIO(data)) as source:
        (packet,) = source
    assert "BTH" not in packet


@pytest.mark.costly
def test_batches_that_are_kept_keep_their_packets():
    """The reader uses its buffers again, but never one that somebody still looks at."""
    big = [carrier("RoCEv2 IPv6", 0x04, bytes([number % 256]) * 1000).data for number in range(3000)]
    with ibpkt.open(io.BytesIO(pcap(big))) as source:
        kept = []
        for batch in source.batches(100):
            kept.append((batch, batch.shapes[0].column(3, batch.shapes[0].headers[3].leaf("psn")).values))
    assert len(kept) >= 30
    for batch, psn in kept:
        first = batch.frames.first - 1
        assert [packet.data for packet in batch] == big[first : first + len(batch)]
        assert (psn == 0x345678).all()
        ((_, checks),) = batch.verify(ICRC)
        assert not checks.status.any()
    assert_equal(kept[0][0])


def test_a_batch_that_is_let_go_is_freed():
    """At once, and not when Python's collector comes by: its buffer holds megabytes, and the reader wants it back."""
    gc.disable()
    try:
        with ibpkt.open(io.BytesIO(FILE)) as source:
            gone = []
            for batch in source.batches(10):
                assert not any(checks.status.any() for _, checks in batch.verify(ICRC))
                field_named("infiniband.bth.psn").column(batch)
                assert batch[0].icrc
                assert batch.stops == {}
                assert all(reference() is None for reference in gone)
                gone.append(weakref.ref(batch.frames))
                del batch
        assert len(gone) >= 5
    finally:
        gc.enable()


def test_half_of_the_iteration():
    """A capture that is not read to its end can be closed at any time."""
    source = ibpkt.open(io.BytesIO(FILE))
    packets = iter(source)
    first = next(packets)
    source.close()
    assert first.data == PACKETS[0].data
    assert first.icrc


def test_two_interfaces():
    with ibpkt.open(capture("derived_two_interfaces.pcapng")) as source:
        interfaces = {int(number) for batch in source.batches() for number in batch.frames.interface.tolist()}
        assert interfaces == {0, 1}
        assert len(source.reader.interfaces) == 2


def test_comments():
    with ibpkt.open(capture("derived_comments.pcapng")) as source:
        column = source.columns(["frame.comment"])["frame.comment"].tolist()
    assert [number for number, comment in enumerate(column, 1) if comment] == [1, 20]
    with ibpkt.open(capture("derived_comments.pcapng")) as source:
        assert [packet.number for packet in source if packet.comments] == [1, 20]


def test_packets_of_a_batch():
    with ibpkt.open(io.BytesIO(FILE)) as source:
        (batch,) = source.batches()
    assert len(batch) == 50
    assert batch[7].data == PACKETS[7].data
    assert batch[7].number == 8
    with pytest.raises(IndexError):
        batch[50]


def test_packets_counted_from_the_end():
    with ibpkt.open(io.BytesIO(FILE)) as source:
        (batch,) = source.batches()
    assert batch[-1].data == PACKETS[-1].data
    assert batch[-1].number == 50


@pytest.mark.parametrize("name", CARRIERS)
def test_link_types(name):
    packet = carrier(name)
    with ibpkt.open(io.BytesIO(pcap([packet.data], link=packet.link))) as source:
        (found,) = source
    assert found.link == packet.link
    assert found.icrc
