"""Ranges of a pcap file: together they are the file, wherever it is cut, and a wrong guess shows."""

from __future__ import annotations

import io
import os
import struct

import pytest
from hypothesis import given, settings, strategies as st

import ibpkt
from ibpkt.capture import pcap_ranges
from ibpkt.capture.pcap_ranges import FileRange, open_range
from tests.support.shared import OWN

#: bytes in which some 25 records of the tests fit
LOOK = 1 << 13
#: those of the package
USUAL_LOOK = pcap_ranges.LOOK
#: byte order, magic number, units of a second, bytes behind the header of a record
FORMS = [("<", 0xA1B2C3D4, 10**6, 0), (">", 0xA1B23C4D, 10**9, 0), ("<", 0xA1B2CD34, 10**6, 8)]


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(pcap_ranges, "LOOK", LOOK)


def packets(source):
    with ibpkt.open(source) as capture:
        return [(packet.time, packet.data) for packet in capture], capture.damages


def written(path, sizes, form=FORMS[0], payload=b""):
    """A capture of packets of these sizes."""
    order, magic, ticks, more = form
    with path.open("wb") as file:
        file.write(struct.pack(order + "IHHiIII", magic, 2, 4, 0, 0, 65535, 1))
        for number, size in enumerate(sizes):
            file.write(struct.pack(order + "4I", 1_700_000_000, number % ticks, size, size) + bytes(more))
            file.write((payload * (size // max(len(payload), 1) + 1)).ljust(size, b"\x07")[:size])
    return str(path)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: hex(form[1]))
@settings(max_examples=10)
@given(st.lists(st.integers(1, 200), min_size=100, max_size=400), st.integers(3000, 20000))
def test_together_they_are_the_file(tmp_path_factory, form, sizes, size):
    path = written(tmp_path_factory.mktemp("ranges") / "x.pcap", sizes, form)
    parts = pcap_ranges.pcap_ranges(path, size)
    assert (len(parts) > 1) == (os.path.getsize(path) > 24 + size + LOOK)
    found = []
    for part in parts:
        with open_range(path, part) as file:
            some, damages = packets(file)
        assert not damages
        found += some
    assert found == packets(path)[0]
    assert len(found) == len(sizes)


def test_a_wrong_guess_shows(tmp_path):
    """Packets whose payload is records of a capture."""
    record = struct.pack("<4I", 1_700_000_000, 5, 20, 20) + b"\x09" * 20
    path = written(tmp_path / "x.pcap", [60_000] * 20, payload=record)
    parts = pcap_ranges.pcap_ranges(path, 100_000)
    assert len(parts) > 5
    with open_range(path, parts[0]) as file:
        _, damages = packets(file)
    assert "the file ends inside a record" in str(damages[0])


@pytest.mark.parametrize("place", [1, 15, 16, 17, 39])
def test_a_range_that_ends_inside_a_record(tmp_path, place):
    path = written(tmp_path / "x.pcap", [24] * 10)
    with open_range(path, FileRange(24, 24 + 5 * 40 + place)) as file:
        some, damages = packets(file)
    assert (len(some), len(damages)) == (5, 1)


def test_ranges_of_a_file_of_usual_packets(tmp_path, monkeypatch):
    monkeypatch.setattr(pcap_ranges, "LOOK", USUAL_LOOK)
    path = written(tmp_path / "x.pcap", [1000] * 1000)
    parts = pcap_ranges.pcap_ranges(path, 300_000)
    assert [part.begin % 1016 for part in parts] == [24] * 3
    assert (parts[0].begin, parts[-1].end) == (24, 24 + 1000 * 1016)


def test_a_range_is_a_file_for_others_too(tmp_path):
    path = written(tmp_path / "x.pcap", [24] * 10)
    with open(path, "rb") as file:
        whole = file.read()
    with io.BufferedReader(open_range(path, FileRange(64, 184))) as part:
        assert part.read() == whole[:24] + whole[64:184]


def test_packets_so_large_that_their_headers_end_where_the_look_ends(tmp_path):
    """The thirteenth begins just where no header fits any more."""
    path = written(tmp_path / "x.pcap", [(LOOK - 15) // 13 - 16] * 100)
    assert pcap_ranges.pcap_ranges(path, (LOOK - 15) // 13 * 20) == []


def test_what_has_no_ranges(tmp_path):
    assert pcap_ranges.pcap_ranges(written(tmp_path / "one.pcap", [0]), 1 << 20) == []
    assert pcap_ranges.pcap_ranges(str(OWN / "nvmeof.pcap"), 1 << 20) == [
        FileRange(24, (OWN / "nvmeof.pcap").stat().st_size)
    ]
    for name, content in {"empty": b"", "text": b"x" * 99, "header": (OWN / "nvmeof.pcap").read_bytes()[:24]}.items():
        (tmp_path / name).write_bytes(content)
        assert pcap_ranges.pcap_ranges(str(tmp_path / name), 1 << 20) == []
    assert pcap_ranges.pcap_ranges(written(tmp_path / "x.pcap", [9000] * 20), 40_000) == []  # too large to be sure
    with pytest.raises(FileNotFoundError):
        pcap_ranges.pcap_ranges("nowhere.pcap", 1 << 20)
