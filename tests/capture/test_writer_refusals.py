"""What a format cannot hold is refused in one sentence, and the file stays whole."""

from __future__ import annotations

import io

import pytest

from ibpkt.capture import Interface, pcapng
from ibpkt.capture.layout import LATEST_TIME
from ibpkt.capture.writer import format_by_suffix, writer_format
from ibpkt.errors import CallerError
from tests.support import capture_files as files
from tests.support.written_captures import (
    FORMATS,
    a_few,
    check_refused,
    columns,
    got,
    numbered,
    single,
    writer,
    written,
)


@pytest.mark.parametrize(
    ("form", "changes", "sentence"),
    [
        ("pcap", {"link": 247}, "its link type is 247, that of the file 1"),
        ("pcap", {"time": LATEST_TIME + 1}, "a time of 4294967296000000000 ns"),
        ("pcap", {"time": -1}, "a time of -1 ns"),
        ("pcap-ns", {"time": LATEST_TIME + 1}, "a time of"),
        ("pcapng", {"time": -1}, "a time of -1 ns"),
        ("pcapng", {"time": -(2**63)}, "a time of -9223372036854775808"),
        ("erf", {"time": LATEST_TIME + 1}, "a time of"),
        ("erf", {"wirelen": 65536}, "a length on the wire of 65536 bytes does not fit"),
        ("pcap", {"wirelen": 2**32}, "a length on the wire of 4294967296 bytes"),
        ("pcapng", {"wirelen": 2**32}, "a length on the wire of 4294967296 bytes"),
        ("pcapng", {"wirelen": -1}, "a length on the wire of -1 bytes"),
        ("pcap", {"data": bytes(262145)}, "262145 captured bytes are too many"),
        ("pcapng", {"comments": ("x" * 65536,)}, "a text of 65536 bytes is too long"),
    ],
)
def test_what_a_format_cannot_hold(form, changes, sentence):
    check_refused(form, a_few(1)[0]._replace(**changes), sentence)


@pytest.mark.parametrize("form", ["pcap", "pcap-ns"])
def test_the_link_type_of_a_file_is_that_of_the_first_packet_that_is_taken(form):
    """One that was refused settles nothing."""
    bad = a_few(1, link=247, time=-1)
    good = a_few()
    out = io.BytesIO()
    to = writer(out, form)
    with pytest.raises(CallerError, match="a time of -1 ns"):
        to.write_records(columns(bad))
    with pytest.raises(CallerError, match="a time of -1 ns"):
        to.write(bad[0].data, **single(bad[0]))
    to.write_records(columns(good))
    to.finish()
    assert got(form, out.getvalue(), good)[0] == numbered(form, good)


@pytest.mark.parametrize("changes", [{"time": 2**63}, {"time": 2**64}, {"time": -(2**64)}, {"wirelen": 2**64}])
@pytest.mark.parametrize("form", FORMATS)
def test_numbers_beyond_64_bits_are_refused(form, changes):
    with pytest.raises(CallerError, match="packet 1 cannot be written"):
        writer(io.BytesIO(), form).write(b"", **{"link": 1, **changes})


@pytest.mark.parametrize("interface", [-1, 2**31])
def test_interfaces_that_cannot_be(interface):
    with pytest.raises(CallerError, match="no interface"):
        writer(io.BytesIO(), "pcapng").write(b"", link=1, interface=interface)


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("link", [-1, 1 << 16, 1 << 32])
def test_link_types_that_cannot_be(form, link):
    """They have 16 bits in a file; a reader would take the lower ones for the link type."""
    with pytest.raises(CallerError, match=f"^there is no link type {link}$"):
        writer(io.BytesIO(), form).write(b"abc", link=link)


@pytest.mark.parametrize(("size", "fits"), [(256 << 20, False), ((256 << 20) - 64, True)])
def test_no_block_of_pcapng_is_longer_than_readers_take(size, fits):
    """They take one of more than 256 MiB for damage, and the block has more than the packet."""
    records = columns(a_few(1))
    records.caplen[0] = size
    assert (writer_format("pcapng", None, ()).admit(records) is None) == fits


def test_comments_that_make_a_block_longer_than_readers_take(monkeypatch):
    """What is accepted is read back."""
    monkeypatch.setattr(pcapng, "MAX_RECORD", 1024)
    fits, too_long = (a_few(1, data=bytes(500), wirelen=500, comments=("x" * size,)) for size in (452, 453))
    assert got("pcapng", written("pcapng", fits), fits)[0] == fits
    with pytest.raises(CallerError, match="packet 1 cannot be written: its comments are too many"):
        written("pcapng", too_long)


@pytest.mark.parametrize("form", ["pcap", "erf"])
def test_comments_are_left_out_of_a_batch_and_refused_alone(form):
    records = a_few(1, comments=("note",))
    assert got(form, written(form, records), records)[0] == numbered(form, records)
    with pytest.raises(CallerError, match=f"packet 1 cannot be written: {form} has no place for its comment"):
        writer(io.BytesIO(), form).write(b"", **single(records[0]))


def test_a_text_of_the_file_that_is_too_long():
    with pytest.raises(CallerError, match=r"^out: a text of 70000 bytes is too long"):
        written("pcapng", a_few(), comments=["x" * 70000])
    with pytest.raises(CallerError, match=r"^out: a text of 70000 bytes is too long"):
        written("pcapng", a_few(), interfaces=[Interface(1, name="x" * 70000)])


def test_half_a_surrogate_is_written_as_a_question_mark():
    raw = written("pcapng", a_few(1, comments=("a\udc80b",)))
    assert files.read(io.BytesIO(raw))[0][0].comments == ("a?b",)


def test_names_of_formats():
    with pytest.raises(CallerError, match="did you mean pcapng"):
        writer_format("pcapn", None, ())
    with pytest.raises(CallerError, match=r"'\.pcpa' .*did you mean \.pcap"):
        format_by_suffix("out.pcpa")
    suffixes = {"a.pcap": "pcap", "a.CAP": "pcap", "a.pcapng.gz": "pcapng", "a.ntar": "pcapng", "a.erf.zst": "erf"}
    assert {name: format_by_suffix(name) for name in suffixes} == suffixes
    assert format_by_suffix("out") is format_by_suffix("-") is format_by_suffix("a.b/out.gz") is None
