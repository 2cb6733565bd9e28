from __future__ import annotations

import io
import random
import struct

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from ibpkt.capture import open_capture
from ibpkt.kernel import loops
from tests.support import capture_files as files

PACKETS = [(1_700_000_000 + n, 1000 * n, bytes([n]) * (n * 7 % 50)) for n in range(1, 12)]


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize(("magic", "tick"), [(0xA1B2C3D4, 1000), (0xA1B23C4D, 1), (0xA1B2CD34, 1000)])
def test_magics(order, magic, tick):
    got, reader = files.read(io.BytesIO(files.pcap(PACKETS, order, magic, snaplen=4096, link=247)))
    assert [record.time for record in got] == [sec * 10**9 + frac * tick for sec, frac, _ in PACKETS]
    assert [record.data for record in got] == [data for _, _, data in PACKETS]
    assert {record.link for record in got} == {247}
    assert reader.format == "pcap"
    assert reader.compression is None
    assert reader.damage is None
    assert (reader.interfaces[0].snaplen, reader.interfaces[0].resolution) == (4096, 10**9 // tick)


@pytest.mark.parametrize(("field", "link"), [(1, 1), (0xF4000001, 1), (108, 108), (12, 101), (14, 101), (197, 197)])
def test_link_type_is_the_low_half(field, link):
    got, reader = files.read(io.BytesIO(files.pcap(PACKETS, link=field)))
    assert {record.link for record in got} == {link}
    assert reader.interfaces[0].link == link


def test_times_beyond_2038_and_wire_lengths():
    got, _ = files.read(io.BytesIO(files.pcap([(0xFFFFFFFF, 999_999, b"abc", 1500)])))
    assert got[0].time == 0xFFFFFFFF * 10**9 + 999_999_000
    assert got[0].wirelen == 1500


def test_a_file_without_packets():
    assert files.read(io.BytesIO(files.pcap([])))[1].damage is None


@pytest.mark.costly
@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize(
    "make", [files.pcap, lambda packets, order: files.pcap(packets, order, 0xA1B23C4D)], ids=["us", "ns"]
)
def test_many_small_packets(order, make):
    """Enough of them for the walk from many places at once."""
    random.seed(1)
    packets = [(1_700_000_000 + n // 5000, n % 5000, random.randbytes(random.randrange(1, 90))) for n in range(40_000)]
    raw = make(packets, order=order)
    got, reader = files.read(io.BytesIO(raw))
    assert got == files.reference(raw)
    assert reader.damage is None


def adversary(kind, count):
    """Packets whose payload looks like records."""
    inner = files.pcap([(1_700_000_000, 5, bytes(range(n))) for n in range(1, 40)])[24:]
    fake = struct.pack("<IIII", 1_700_000_000, 5, 24, 24)
    for n in range(count):
        yield {
            "a whole pcap": inner,
            "the same header again and again": fake * 6,
            "headers that chain": (struct.pack("<IIII", 1_700_000_000, 1, 16, 16) * 8)[n % 16 :],
            "zeros": bytes(60),
            "now and then": fake * 9 if n % 100 == 0 else bytes([n % 256]) * 60,
        }[kind]


@pytest.mark.parametrize(
    "kind", ["a whole pcap", "the same header again and again", "headers that chain", "zeros", "now and then"]
)
@pytest.mark.parametrize("seconds", [1_700_000_000, 0])
def test_payloads_that_look_like_records(kind, seconds):
    raw = files.pcap([(seconds, n % 10**6, data) for n, data in enumerate(adversary(kind, 20_000))])
    assert files.read(io.BytesIO(raw))[0] == files.reference(raw)


@settings(max_examples=25, deadline=None)
@given(
    sizes=st.lists(st.integers(0, 300), min_size=1, max_size=30),
    step=st.sampled_from([0, 1, 70_000]),
    limit=st.sampled_from([1, 100, 5000, 32768]),
)
def test_random_sizes(sizes, step, limit):
    filler = bytes(range(256)) * 2
    packets = [(1_600_000_000 + n // 1000 * step, n, filler[n % 200 :][: sizes[n % len(sizes)]]) for n in range(12_000)]
    raw = files.pcap(packets[: 300 if limit == 1 else None])
    assert files.read(io.BytesIO(raw), max_records=limit)[0] == files.reference(raw)


@pytest.mark.parametrize("where", [100, 9_000, 9_001, 29_999])
def test_a_length_beyond_reason(where):
    packets = [(1_700_000_000, 0, bytes(40))] * 30_000
    raw = bytearray(files.pcap(packets))
    at = 24 + where * 56
    raw[at + 8 : at + 12] = struct.pack("<I", 300_000)
    got, reader = files.read(io.BytesIO(bytes(raw)))
    assert len(got) == where
    assert reader.damage.offset == at
    assert reader.damage.packet == where + 1
    assert "captured length 300000 is beyond reason" in reader.damage.reason


@pytest.mark.parametrize(("snaplen", "most"), [(0, 262144), (300_000, 300_000), (2**32 - 1, 256 << 20)])
def test_the_longest_length_within_reason(snaplen, most):
    """A record of so many bytes may follow, which are not there; of one more it cannot."""
    for length, reason in ((most, "the file ends inside a record"), (most + 1, f"is beyond reason (at most {most})")):
        raw = files.pcap([], snaplen=snaplen) + struct.pack("<IIII", 1, 1, length, length)
        _, reader = files.read(io.BytesIO(raw))
        assert reason in reader.damage.reason


def test_a_record_longer_than_the_snap_length_is_taken():
    for size in (200_000, 262144):
        got, reader = files.read(io.BytesIO(files.pcap([(1, 1, bytes(size))], snaplen=64)))
        assert len(got[0].data) == size
        assert reader.damage is None


def test_a_record_larger_than_a_chunk():
    packets = [(1, 1, b"a" * 100), (2, 2, b"b" * 12_000_000), (3, 3, b"c" * 300)]
    got, reader = files.read(io.BytesIO(files.pcap(packets, snaplen=1 << 27)), max_bytes=1 << 16)
    assert [record.data for record in got] == [data for _, _, data in packets]
    assert reader.damage is None


def test_the_number_of_records_of_a_chunk():
    with open_capture(io.BytesIO(files.pcap(PACKETS * 20))) as reader:
        sizes = [len(chunk) for chunk in reader.records(max_records=50)]
    assert sizes == [50] * 4 + [20]


@pytest.mark.parametrize("order", "<>")
@pytest.mark.parametrize("magic", [0xA1B2C3D4, 0xA1B2CD34])
def test_the_compiled_kernel_is_asked_for_the_same_records(order, magic, monkeypatch):
    """Python does its work here: it is given where the length of a record lies, and in which order of bytes."""

    def records(data, at, stop, *, header, length, little, limit):
        places = []
        while stop - at >= header and len(places) < limit:
            caplen = int.from_bytes(data[at + length : at + length + 4].tobytes(), "little" if little else "big")
            if caplen > stop - at - header:
                break
            places.append(at)
            at += header + caplen
        return np.array(places, np.int64), at

    monkeypatch.setattr(loops, "COMPILED", True)
    monkeypatch.setattr(loops, "records", records)
    got, reader = files.read(io.BytesIO(files.pcap(PACKETS, order, magic)), max_records=4)
    assert [record.data for record in got] == [data for _, _, data in PACKETS]
    assert reader.damage is None
