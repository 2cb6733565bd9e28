from __future__ import annotations

import builtins
import gzip
import io
import itertools
import os
import struct
import sys
import tracemalloc
import types
import zlib

import pytest

from ibpkt.capture import compression, open_capture, write_compressed
from ibpkt.capture.compression import BrokenStream, DecompressedStream, RawStream
from ibpkt.capture.write_compressed import compressed
from ibpkt.errors import CaptureError
from tests.support import capture_files as files

PACKETS = [(1_700_000_000 + n, n, bytes([n % 256, n // 256]) * (n % 40)) for n in range(3000)]
FORMATS = {"pcap": files.pcap, "pcapng": files.pcapng, "erf": files.erf}


@pytest.fixture(params=["isal", "zlib"])
def inflate(request, monkeypatch):
    """gzip with the fast library, and without it."""
    if request.param == "isal":
        pytest.importorskip("isal", reason="isal (the extra `fast`) is not installed")
    else:
        hide(monkeypatch, "isal")


def hide(monkeypatch, *names):
    """Make packages fail to import."""
    really = builtins.__import__

    def fake(name, *rest, **more):
        if name.split(".")[0] in names:
            raise ModuleNotFoundError(name)
        return really(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", fake)


@pytest.mark.parametrize("kind", files.COMPRESSORS)
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_in_every_compression(form, kind):
    raw = FORMATS[form](PACKETS)
    packed = files.COMPRESSORS[kind](raw)
    got, reader = files.read(io.BytesIO(packed))
    assert got == files.reference(raw)
    assert (reader.format, reader.compression, reader.damage) == (form, kind, None)
    assert reader.position == reader.size == len(packed)


def test_what_is_written_is_in_the_compression_of_its_name():
    """Readers go by the content, so that they would not notice another one."""
    for magic, kind in compression.MAGICS.items():
        out = io.BytesIO()
        with compressed(out, kind, "out") as stream:
            stream.write(b"data")
        assert out.getvalue().startswith(magic), kind


@pytest.mark.usefixtures("inflate")
def test_what_is_written_by_gzip_has_no_name_and_no_date():
    out = io.BytesIO()
    with compressed(out, "gzip", "out.pcap.gz") as stream:
        stream.write(b"data")
    assert gzip.decompress(out.getvalue()) == b"data"
    flags, date = struct.unpack_from("<xxxBI", out.getvalue())  # RFC 1952: zero for no date
    assert (flags, date) == (0, 0)


@pytest.mark.usefixtures("inflate")
def test_gzip_either_way():
    raw = files.pcap(PACKETS)
    got, reader = files.read(io.BytesIO(gzip.compress(raw)))
    assert got == files.reference(raw)
    assert reader.damage is None


@pytest.mark.usefixtures("inflate")
def test_gzip_gives_all_that_it_has_before_it_asks_for_more():
    """A piece that is full may not be all, though all input is taken; a live pipe brings no more for a while."""
    packed = gzip.compress(bytes(1000))
    for end in range(10, len(packed)):
        make = compression._decompressor("gzip")
        whole = make().decompress(packed[:end], 2000)
        for most in (1, 2, 250, 999):
            one = make()
            got = one.decompress(packed[:end], most)
            while not one.needs_input:
                got += one.decompress(b"", most)
            assert got == whole


@pytest.mark.usefixtures("inflate")
@pytest.mark.parametrize("kind", files.COMPRESSORS)
@pytest.mark.parametrize("padding", [0, 512])
def test_members_and_frames_one_after_the_other(kind, padding):
    raw = files.pcap(PACKETS)
    pack = files.COMPRESSORS[kind]
    pieces = [raw[:10], raw[10:5000], b"", raw[5000:]]
    got, reader = files.read(io.BytesIO(b"".join(pack(piece) for piece in pieces) + bytes(padding)))
    assert got == files.reference(raw)
    assert reader.damage is None


@pytest.mark.parametrize(("magic", "is_one"), [(0x4F, False), (0x50, True), (0x5F, True), (0x60, False)])
def test_zstd_with_a_skippable_frame_in_front(magic, is_one):
    """Its magic number is one of sixteen."""
    skippable = struct.pack("<II", 0x184D2A00 | magic, 4) + b"size"
    source = io.BytesIO(skippable + files.COMPRESSORS["zstd"](files.pcap(PACKETS)))
    if is_one:
        got, reader = files.read(source)
        assert (len(got), reader.compression) == (len(PACKETS), "zstd")
    else:
        with pytest.raises(CaptureError, match="not a capture"):
            open_capture(source)


@pytest.mark.usefixtures("inflate")
@pytest.mark.parametrize("kind", files.COMPRESSORS)
@pytest.mark.parametrize("share", [0.3, 0.9, 0.999])
def test_cut(kind, share):
    raw = files.pcap([(sec, frac, zlib.compress(data)) for sec, frac, data in PACKETS])
    # All but gzip decode whole blocks only: a first frame makes sure that there is something.
    pack = files.COMPRESSORS[kind]
    packed = pack(raw[:10_000]) + pack(raw[10_000:])
    want = files.reference(raw)
    got, reader = files.read(io.BytesIO(packed[: int(len(packed) * share)]))
    assert got == want[: len(got)]
    assert f"the {kind} data ends too early" in reader.damage.reason
    assert reader.damage.packet == len(got) + 1
    assert len(got) >= sum(record.offset + 16 + len(record.data) <= 10_000 for record in want)
    if kind == "gzip":
        assert len(got) > len(want) * (share - 0.2)


@pytest.mark.usefixtures("inflate")
def test_broken_in_the_middle():
    raw = files.pcap(PACKETS)
    want = files.reference(raw)
    packed = bytearray(gzip.compress(raw[:60_000]) + gzip.compress(raw[60_000:]))
    middle = packed.index(b"\x1f\x8b", 10)
    packed[middle] ^= 0xFF
    got, reader = files.read(io.BytesIO(bytes(packed)))
    assert got == [record for record in want if record.offset + 16 + len(record.data) <= 60_000]
    assert "broken gzip data" in reader.damage.reason
    assert reader.damage.offset == want[len(got)].offset


@pytest.mark.usefixtures("inflate")
@pytest.mark.parametrize("other", [zlib.compress(bytes(100)), b"neither padding nor a member"])
def test_what_follows_a_member_of_gzip_and_is_none_is_damage(other):
    raw = files.pcap(PACKETS[:9])
    got, reader = files.read(io.BytesIO(gzip.compress(raw) + other))
    assert got == files.reference(raw)
    assert "broken gzip data" in reader.damage.reason


def test_an_error_that_says_nothing_is_named_by_its_kind():
    class Silent:
        eof, needs_input = False, True

        def decompress(self, data, most):
            raise EOFError

    stream = DecompressedStream(RawStream(io.BytesIO(b"data")), "xz", Silent)
    with pytest.raises(BrokenStream, match=r"^broken xz data \(EOFError\)$"):
        stream.readinto(memoryview(bytearray(9)))


@pytest.mark.usefixtures("inflate")
def test_most_of_what_comes_before_bad_data_is_read():
    raw = files.pcap([(sec, frac, zlib.compress(data) * 3) for sec, frac, data in PACKETS])
    packed = bytearray(gzip.compress(raw))
    at = len(packed) // 2
    packed[at : at + 3000] = b"\xff" * 3000
    got, reader = files.read(io.BytesIO(bytes(packed)))
    want = files.reference(raw)
    assert reader.damage is not None
    assert len(got) > len(want) // 4
    assert got[: len(want) // 4] == want[: len(want) // 4]


@pytest.mark.parametrize("kind", files.COMPRESSORS)
def test_bytes_flipped_never_raise_after_open(kind):
    packed = files.COMPRESSORS[kind](files.pcapng(PACKETS[:300]))
    for at in range(0, len(packed), max(len(packed) // 60, 1)):
        flipped = bytearray(packed)
        flipped[at] ^= 0x55
        try:
            reader = open_capture(io.BytesIO(bytes(flipped)))
        except CaptureError:
            continue
        for chunk in reader.records():
            files.rows(chunk)


@pytest.mark.parametrize(("kind", "package"), [("zstd", "backports"), ("zstd", "compression"), ("lz4", "lz4")])
def test_a_missing_package_is_named(monkeypatch, kind, package):
    packed = files.COMPRESSORS[kind](files.pcap(PACKETS))
    hide(monkeypatch, package, "compression", "backports")
    with pytest.raises(CaptureError) as caught:
        open_capture(io.BytesIO(packed), name="a.pcap")
    assert str(caught.value) == f"a.pcap: compressed with {kind}, which needs a package: pip install ibpkt[compression]"


@pytest.mark.parametrize(
    ("version", "package"), [((3, 13), "backports"), ((3, 14), "compression"), ((3, 15), "compression")]
)
def test_where_zstd_comes_from(version, package, monkeypatch):
    """From Python 3.14 on it is in the standard library, and the package that has it before is not installed."""
    names = ["ZstdDecompressor", "ZstdFile"]
    for name in ("backports", "compression"):
        zstd = types.SimpleNamespace(**dict.fromkeys(names, lambda *given, name=name: name))
        monkeypatch.setitem(sys.modules, name, types.SimpleNamespace(zstd=zstd))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version_info", (*version, 0, "final", 0))
        found = compression._decompressor("zstd")(), write_compressed._open(io.BytesIO(), "zstd")
    assert found == (package, package)


@pytest.mark.costly
@pytest.mark.usefixtures("inflate")
@pytest.mark.parametrize("endless", [False, True], ids=["records", "a record that claims 255 MiB"])
def test_a_bomb_is_read_in_constant_memory(endless):
    """256 MiB out of about 256 KiB: eight times what may be held at once, and more than the record claims."""
    page = struct.pack("<IIII", 1_700_000_000, 1, 4080, 4080) + bytes(4080)
    if endless:
        page = struct.pack("<IIII", 1_700_000_000, 1, 255 << 20, 255 << 20) + bytes(4080)
    packed = gzip.compress(files.pcap([], snaplen=1 << 16)) + gzip.compress(page * 2048) * 32
    tracemalloc.start()
    count = 0
    with open_capture(io.BytesIO(packed)) as reader:
        for chunk in reader.records(max_bytes=4 << 20):
            count += len(chunk)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 32 << 20
    if endless:
        assert "beyond reason" in reader.damage.reason
    else:
        assert (count, reader.damage) == (32 * 2048, None)


def test_a_stream_gives_what_it_has_before_it_waits_for_more():
    """Each packet is delivered before the next one's member is there, even if part of that is ready."""
    raw = files.pcap(PACKETS[1:4])
    cuts = [0, *(record.offset for record in files.reference(raw)), len(raw)]
    parts = [gzip.compress(raw[start:stop]) for start, stop in itertools.pairwise(cuts)]
    delivered = []

    class Slow(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, into):
            if not parts:
                return 0
            part = parts[0][: len(into)]
            parts[0] = parts[0][len(part) :]
            if not parts[0]:
                delivered.append(parts.pop(0))
            into[: len(part)] = part
            return len(part)

    with open_capture(Slow()) as reader:
        for number, _ in enumerate(reader.records(), 1):
            assert len(delivered) == number + 1


def test_xz_that_claims_a_large_dictionary_is_refused():
    import lzma

    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 257 << 20}]
    try:
        packed = lzma.compress(files.pcap(PACKETS[:3]), filters=filters)
    except MemoryError:
        pytest.skip("not enough memory to make such a file")
    with pytest.raises(CaptureError, match="broken xz data"):
        open_capture(io.BytesIO(packed))


@pytest.mark.parametrize("kind", ["gzip", "zstd"])
def test_a_compressed_pipe_delivers_each_record_once_it_is_complete(kind):
    raw = files.pcap(PACKETS[1:6])
    cuts = [0, *(record.offset for record in files.reference(raw)), len(raw)]
    parts = [files.COMPRESSORS[kind](raw[start:stop]) for start, stop in itertools.pairwise(cuts)]
    readable, writable = os.pipe()
    with os.fdopen(readable, "rb") as source, os.fdopen(writable, "wb", buffering=0) as sink:
        # Behind each member the first bytes of the next one: they can be read, and decode to nothing.
        sink.write(parts[0] + parts[1] + parts[2][:5])
        with open_capture(source) as reader:
            chunks = reader.records()
            for number in range(1, 6):
                assert len(next(chunks)) == 1
                if number < 5:
                    sink.write(parts[number + 1][5:] + (parts[number + 2][:5] if number < 4 else b""))
            sink.close()
            assert list(chunks) == []
            assert reader.damage is None
