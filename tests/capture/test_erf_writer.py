"""ERF records as they are written: headers, ticks, padding, what they cannot hold."""

from __future__ import annotations

import io
import struct

import pytest

from ibpkt.errors import CallerError
from ibpkt.protocols import ERF, ERF_ETHERNET, ERF_TYPES
from tests.support import capture_files as files
from tests.support.capture_files import Record
from tests.support.written_captures import ERF_HEADER, NOW, check_refused, got, numbered, written


@pytest.mark.parametrize(("link", "kind"), [(1, "ETH"), (247, "INFINIBAND")])
def test_erf_headers_are_as_declared(link, kind):
    time = 1_700_000_000_500_000_000
    raw = written("erf", [Record(0, time, 99, link, 0, b"data")])
    fields = ERF.read(raw)
    before = ERF_HEADER[link]
    assert ERF_TYPES[fields["types"] & 0x7F] == kind
    assert (fields["rlen"], fields["wlen"], fields["lctr"]) == (before + 4, 99, 0)
    assert raw[9] == 4  # of the flags, that lengths vary
    assert struct.unpack("<Q", raw[:8]) == (1_700_000_000 << 32 | 1 << 31,)
    assert raw[ERF.size :] == bytes(before - ERF.size) + b"data"
    assert (fields["types"] & 0x7F == ERF_ETHERNET) == (before > ERF.size)


@pytest.mark.parametrize(
    ("time", "ticks"), [(0, 0), (1, 4), (3, 13), (15, 64), (500_000_000, 2**31), (999_999_999, 2**32 - 4)]
)
def test_erf_times_are_the_nearest_tick(time, ticks):
    assert struct.unpack("<I", written("erf", [Record(0, NOW + time, 0, 1, 0, b"")])[:4]) == (ticks,)


def test_erf_records_stay_as_they_are():
    records = [files.erf_record(b"payload", fraction=12345, kind=kind, wirelen=7) for kind in (21, 2, 25)]
    records.append(files.erf_record(b"more", extensions=[b"\x83" + bytes(7), b"\x03" + bytes(7)]))
    records.append(files.erf_record(b"", extensions=[b"\x03" + bytes(7)]))
    records.append(files.erf_record(bytes(65535 - 16)))
    raw = b"".join(records)
    assert written("erf", [record._replace(time=5) for record in files.reference(raw)]) == raw


def test_erf_records_of_pcap_get_the_length_that_was_captured():
    """A pcap file may leave out the padding that the record's length counts, or cut it."""
    whole = files.erf_record(b"0123456789")
    raw = written("erf", [Record(0, 0, 26, 197, 0, whole[:-3])])
    assert raw == whole[:10] + struct.pack(">H", len(whole) - 3) + whole[12:-3]
    assert files.read(io.BytesIO(raw))[0][0].data == raw


@pytest.mark.parametrize(
    ("link", "data", "sentence"),
    [
        (113, b"", "its link type is 113; ERF can hold only 1, 247 and 197"),
        (197, bytes(15), "its ERF header is cut: 15 bytes are there"),
        (197, bytes(8) + b"\x95" + bytes(7), "its ERF extension headers are cut: 16 bytes are there"),
        (197, files.erf_record(b"", extensions=[b"\x80" + bytes(7)]), "its ERF extension headers are cut: 24"),
        (197, bytes(65536), "65536 captured bytes are too many"),
        (1, bytes(65518), "65518 captured bytes are too many"),
        (247, bytes(65520), "65520 captured bytes are too many"),
    ],
)
def test_what_erf_cannot_hold(link, data, sentence):
    check_refused("erf", Record(0, NOW, 5, link, 0, data), sentence)


@pytest.mark.parametrize(("link", "size"), [(1, 65517), (247, 65519)])
def test_the_longest_that_erf_can_hold(link, size):
    records = [Record(0, NOW, 65535, link, 0, bytes(size))]
    assert got("erf", written("erf", records), records)[0] == numbered("erf", records)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"data": bytes(65518)}, "65518 captured bytes are too many"),
        ({"wirelen": 65536}, "a length on the wire of 65536"),
    ],
)
def test_what_erf_cannot_hold_beside_its_own_records(changes, sentence):
    own = files.reference(files.erf_record(b"payload"))[0]
    foreign = Record(0, NOW, 5, 1, 0, b"data")
    records = [own, foreign]
    assert got("erf", written("erf", records), records)[0] == numbered("erf", records)
    with pytest.raises(CallerError, match=f"packet 2 cannot be written: {sentence}"):
        written("erf", [own, foreign._replace(**changes), own])
