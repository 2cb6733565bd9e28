"""Captures that `CaptureWriter` writes of records, and what must be read back of them."""

from __future__ import annotations

import io
import struct

import numpy as np
import pytest

from ibpkt.capture.records import SLACK, Records
from ibpkt.capture.writer import CaptureWriter, writer_format
from ibpkt.errors import CallerError
from ibpkt.protocols import ERF
from tests.support import capture_files as files
from tests.support.capture_files import Record

FORMATS = ["pcap", "pcap-ns", "pcapng", "erf"]
ERF_HEADER = {1: ERF.size + 2, 247: ERF.size}
NOW = 1_700_000_000 * 10**9


def columns(records, first=1):
    """Records as a chunk, with bytes in between that must not be written."""
    data, starts = bytearray(b"\xee" * 16), []
    for record in records:
        starts.append(len(data))
        data += record.data + b"\xdd" * 5
    return Records(
        np.frombuffer(data + b"\xcc" * SLACK, np.uint8),
        np.array(starts, np.int64),
        np.array([len(record.data) for record in records], np.int64),
        *(np.array([getattr(record, name) for record in records], np.int64) for name in ("wirelen", "time")),
        *(np.array([getattr(record, name) for record in records], np.int32) for name in ("link", "interface")),
        np.zeros(len(records), np.int64),
        first,
        {row: record.comments for row, record in enumerate(records) if record.comments},
    )


def writer(out, form, *, link=None, comments=(), **options):
    return CaptureWriter(out, writer_format(form, link, comments), "out", **options)


def written(form, *chunks, comments=(), **options):
    out = io.BytesIO()
    to = writer(out, form, comments=comments, **options)
    for chunk in chunks:
        to.write_records(columns(chunk))
    to.finish()
    return out.getvalue()


def single(record):
    facts = record._asdict()
    return {name: facts[name] for name in ("time", "wirelen", "link", "interface", "comments")}


def expected(form, records, interfaces=()):
    """What a format keeps of records; offsets are not compared."""
    out, numbers = [], {}
    known = {(index, one.link): (index, one.resolution) for index, one in enumerate(interfaces)}
    for record in records:
        record = record._replace(offset=0)
        if form in ("pcap", "pcap-ns"):
            tick = 1000 if form == "pcap" else 1
            record = record._replace(time=record.time // tick * tick, interface=0, comments=())
        elif form == "erf":
            record = record._replace(interface=0, comments=())
            if record.link != 197:
                before = ERF_HEADER[record.link]
                record = record._replace(link=197, wirelen=record.wirelen + before)
            else:  # its own header tells time and length; the record's length is mended
                data = record.data[:10] + struct.pack(">H", len(record.data)) + record.data[12:]
                record = files.reference(data)[0]._replace(interface=0)
        else:
            key = record.interface, record.link
            number = known[key][0] if key in known else numbers.setdefault(key, len(known) + len(numbers))
            record = record._replace(interface=number)
        out.append(record)
    return out


def got(form, raw, originals):
    """What is read back, without the ERF headers that the writer made; two readers agree on it."""
    records, reader = files.read(io.BytesIO(raw))
    assert reader.damage is None
    if raw[:4] not in (b"", b"\n\r\r\n") or reader.interfaces:
        assert records == files.reference(raw)
    out = []
    for record, original in zip(records, originals, strict=True):
        if form == "erf" and original.link != 197:
            assert record.link == 197
            record = record._replace(data=record.data[ERF_HEADER[original.link] :])
        out.append(record._replace(offset=0))
    return out, reader


def numbered(form, records):
    """The records with the interface numbers that a file without known interfaces gives them."""
    return expected(form, records)


def a_few(count=6, **changes):
    return [Record(0, NOW + number, 3, 1, 0, b"%03d" % number)._replace(**changes) for number in range(count)]


def check_refused(form, bad, sentence):
    """In a batch and alone; what was written before is a whole file, what is refused is not in it."""
    good = a_few(2, time=NOW)
    out = io.BytesIO()
    to = writer(out, form)
    to.write_records(columns(good))
    with pytest.raises(CallerError, match=f"^out: packet 43 cannot be written: .*{sentence}"):
        to.write_records(columns([*good, bad, *good, bad], first=41))
    with pytest.raises(CallerError, match=f"^out: packet 1 cannot be written: .*{sentence}"):
        writer(io.BytesIO(), form, link=1).write(bad.data, **single(bad))
    with pytest.raises(CallerError, match=f"^out: packet 3 cannot be written: .*{sentence}"):
        to.write(bad.data, **single(bad))
    with pytest.raises(CallerError, match=f"^out: packet 77 cannot be written: .*{sentence}"):
        to.write(bad.data, **single(bad), number=77)
    to.finish()
    assert to.count == 2
    assert got(form, out.getvalue(), good)[0] == numbered(form, good)
