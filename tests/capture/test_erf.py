from __future__ import annotations

import io
import random
import struct

import pytest

from ibpkt.capture import open_capture
from ibpkt.errors import CaptureError
from tests.support import capture_files as files
from tests.support.capture_files import erf_record


def test_records_are_given_with_their_headers():
    pad = erf_record(bytes(24), 0, kind=48, flags=0)
    records = [
        erf_record(b"plain", fraction=1 << 31),
        erf_record(b"two extension headers", extensions=(b"\x83" + bytes(7), b"\x04" + bytes(7)), wirelen=99),
        erf_record(b"ethernet", kind=2),
        erf_record(b"ethernet, extended", kind=2, extensions=(bytes(8),)),
        erf_record(b"", extensions=(bytes(8),)),
    ]
    raw = pad + records[0] + pad + pad + b"".join(records[1:]) + pad
    assert files.read(io.BytesIO(raw), max_records=1)[0] == files.reference(raw)
    got, reader = files.read(io.BytesIO(raw))
    assert [record.data for record in got] == records
    assert [record.wirelen for record in got] == [16 + 5, 32 + 99, 18 + 8, 26 + 18, 24]
    assert {record.link for record in got} == {197}
    assert got[0].time == 1_700_000_000_500_000_000
    assert got == files.reference(raw)
    assert (reader.format, reader.damage) == ("erf", None)


def test_times_are_rounded_to_the_nearest_nanosecond():
    raw = b"".join(erf_record(b"", 1_700_000_000, ns * 2**32 // 10**9) for ns in (0, 1, 2, 999_999_999))
    got, _ = files.read(io.BytesIO(raw))
    assert [record.time % 10**9 for record in got] == [0, 1, 2, 999_999_999]


@pytest.mark.parametrize("extended", [0, 1000])
def test_many_small_records(extended):
    random.seed(3)
    raw = bytearray()
    for n in range(30_000):
        extensions = (b"\x85" + bytes(7), bytes(8)) if extended and n % extended == 0 else ()
        kind = random.choice((21, 21, 21, 2, 48))
        raw += erf_record(random.randbytes(random.randrange(80)), 1_700_000_000 + n // 100, n, kind, extensions)
    got, reader = files.read(io.BytesIO(bytes(raw)))
    assert got == files.reference(bytes(raw))
    assert reader.damage is None


def test_payloads_that_look_like_records():
    inner = erf_record(bytes(8)) * 9
    raw = b"".join(erf_record(inner[n % 24 :]) for n in range(20_000))
    assert files.read(io.BytesIO(raw))[0] == files.reference(raw)


@pytest.mark.parametrize(
    "bad",
    [
        erf_record(b"x" * 40)[:10] + struct.pack(">H", 15) + erf_record(b"x" * 40)[12:],
        erf_record(b"", extensions=(b"\xff" * 8,)),
        erf_record(b"abc", extensions=(b"\xff" * 8,)),
        erf_record(b"", kind=0x80),
    ],
    ids=["too short", "endless extension headers", "extension headers over the end", "type 0 that is extended"],
)
@pytest.mark.parametrize("before", [4, 20_000])
def test_records_that_lie(bad, before):
    start = erf_record(b"good") * before
    got, reader = files.read(io.BytesIO(start + bad + erf_record(b"after")))
    assert len(got) == before
    assert (reader.damage.offset, reader.damage.packet) == (len(start), before + 1)


@pytest.mark.parametrize(
    ("last", "reason"),
    [
        (erf_record(b"")[:10] + struct.pack(">H", 15) + bytes(4), "a record of 15 bytes, which is too short"),
        (erf_record(b"", kind=0x95), "extension headers that run over their record"),
        (erf_record(b"x" * 8)[:-1], "the file ends inside a record"),
    ],
)
def test_what_is_wrong_with_the_last_record(last, reason):
    got, reader = files.read(io.BytesIO(erf_record(b"good") * 4 + last))
    assert (len(got), reader.damage.reason) == (4, reason)


@pytest.mark.parametrize(
    "content",
    [
        b"12345678\n" * 20,
        b"12345678\n" * 9000,
        bytes(5000),
        b"\xff" * 5000,
        "Größe und Maß, señor\n".encode() * 3000,
        erf_record(b"x" * 30, seconds=0, wirelen=20),
        erf_record(b"x" * 30, seconds=0)[:-1],
        erf_record(b"x" * 30, seconds=600_000_000, kind=77),
        erf_record(b"x" * 30, kind=77),
        erf_record(b"x" * 30) + b"and then something else entirely",
        erf_record(b"x" * 30) + erf_record(b"", kind=0x95),  # an extension header that is not there
        erf_record(b"x" * 30, kind=48) * 4,
    ],
)
def test_what_is_not_erf(content):
    with pytest.raises(CaptureError, match="not a capture"):
        open_capture(io.BytesIO(content))


@pytest.mark.parametrize(
    "records",
    [
        [erf_record(b"x" * 30, seconds=0)],
        [erf_record(b"x" * 30, seconds=0, kind=2), erf_record(b"", seconds=3, wirelen=700)],
        [erf_record(b"x" * 32, seconds=0, wirelen=27, extensions=(bytes(8),))] * 6,
    ],
    ids=["one", "counted from the start", "aligned"],
)
def test_records_without_a_clock(records):
    """A card without a clock, or a packet that was crafted without a time; lengths tell that it is ERF."""
    got, reader = files.read(io.BytesIO(b"".join(records)))
    assert [record.data for record in got] == records
    assert (reader.format, reader.damage) == ("erf", None)


@pytest.mark.parametrize(("apart", "is_erf"), [(30 * 86400, True), (30 * 86400 + 1, False)])
@pytest.mark.parametrize("later", [0, 1])
def test_records_up_to_a_month_apart(apart, is_erf, later):
    times = 1_700_000_000, 1_700_000_000 + apart
    raw = b"".join(erf_record(b"x" * 30, seconds=times[number ^ later]) for number in range(2))
    if is_erf:
        assert len(files.read(io.BytesIO(raw))[0]) == 2
    else:
        with pytest.raises(CaptureError, match="not a capture"):
            open_capture(io.BytesIO(raw))


@pytest.mark.parametrize(
    ("kind", "is_erf"), [(0, False), *((kind, True) for kind in range(1, 28)), (28, False), (47, False)]
)
def test_types_of_records(kind, is_erf):
    """Those of Endace's list, with and without extension headers; padding alone is no capture."""
    for extensions in ((), (b"\x05" + bytes(7),)):
        raw = erf_record(b"x" * 30, kind=kind, extensions=extensions) * 2
        if is_erf:
            assert len(files.read(io.BytesIO(raw))[0]) == 2
        else:
            with pytest.raises(CaptureError, match="not a capture"):
                open_capture(io.BytesIO(raw))


@pytest.mark.parametrize(("kind", "more"), [(2, 0), (11, 2), (16, 2), (20, 2), (12, 0), (17, 0), (21, 0)])
def test_all_kinds_of_ethernet_have_two_bytes_before_the_frame(kind, more):
    """In the length on the wire as well, which counts all before the frame."""
    before = 16 + (2 if kind == 2 else more)
    (record,), _ = files.read(io.BytesIO(erf_record(bytes(more) + b"frame", kind=kind, wirelen=100)))
    assert record.wirelen == before + 100
    assert record.data[before:] == b"frame"


@pytest.mark.parametrize(
    ("seconds", "is_erf"), [(631_151_999, False), (631_152_000, True), (4_102_444_799, True), (4_102_444_800, False)]
)
def test_times_from_1990_up_to_2100_tell_a_record_whatever_its_lengths(seconds, is_erf):
    raw = erf_record(b"x" * 30, seconds=seconds, wirelen=20)
    if is_erf:
        assert len(files.read(io.BytesIO(raw))[0]) == 1
    else:
        with pytest.raises(CaptureError, match="not a capture"):
            open_capture(io.BytesIO(raw))


@pytest.mark.parametrize("good", range(1, 6))
def test_four_records_tell_a_file(good):
    """Anything after them is damage."""
    raw = erf_record(b"x" * 30) * good + erf_record(b"x" * 30, kind=77) + bytes(range(9))
    if good < 4:
        with pytest.raises(CaptureError, match="not a capture"):
            open_capture(io.BytesIO(raw))
    else:
        got, reader = files.read(io.BytesIO(raw))
        assert len(got) == good + 1  # of a type that is not known
        assert reader.damage.offset == 46 * (good + 1)


def test_the_clock_of_a_card_has_binary_fractions():
    with open_capture(io.BytesIO(erf_record(b""))) as reader:
        assert [(each.link, each.resolution) for each in reader.interfaces] == [(197, 2**32)]


def test_bytes_at_random_are_not_erf():
    random.seed(4)
    for _ in range(300):
        with pytest.raises(CaptureError, match="not a capture"):
            open_capture(io.BytesIO(random.randbytes(70_000)))


@pytest.mark.parametrize("kind", [2, 21], ids=["Ethernet", "InfiniBand"])
@pytest.mark.parametrize("padding", [0, 1, 7, 8])
def test_records_of_a_clock_that_was_never_set(padding, kind):
    """Their lengths must tell instead: that of the packet, and up to seven bytes that align the next record."""
    raw = b"".join(erf_record(bytes(63 + padding), seconds, kind=kind, wirelen=63) for seconds in (5, 6))
    if padding > 7:
        with pytest.raises(CaptureError):
            open_capture(io.BytesIO(raw))
    else:
        got, reader = files.read(io.BytesIO(raw))
        assert (reader.format, [record.time for record in got]) == ("erf", [5 * 10**9, 6 * 10**9])
