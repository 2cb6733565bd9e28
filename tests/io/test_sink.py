"""`ibpkt.create`: packets, batches and chunks into paths, pipes and file objects."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import ibpkt
from ibpkt.capture import Interface, open_capture
from ibpkt.io.sink import lossless_format
from ibpkt.protocols import LRH
from tests.io.test_atomic import child, largest_file
from tests.support import shared
from tests.support.pieces import records_of

ROCE = shared.OWN / "rc_read.pcap"
NOW = 1_700_000_000_123_456_789


def facts(source, **options):
    with ibpkt.open(source, **options) as capture:
        return [(packet.data, packet.time, packet.wirelen, packet.link) for packet in capture]


@pytest.fixture(scope="module")
def packets():
    with ibpkt.open(ROCE) as capture:
        return list(capture)


# --- what is given ---


@pytest.mark.parametrize("suffix", ["pcap", "cap", "pcapng", "ntar"])
def test_packets_bring_time_length_and_link(packets, tmp_path, suffix):
    path = tmp_path / f"out.{suffix}"
    with ibpkt.create(path) as out:
        for packet in packets:
            out.write(packet)
        assert out.count == len(packets)
    assert facts(path) == facts(ROCE)
    with open_capture(path) as reader:
        assert reader.format == {"cap": "pcap", "ntar": "pcapng"}.get(suffix, suffix)


def test_what_is_said_goes_before_what_the_packet_brings(packets, tmp_path):
    path = tmp_path / "out.pcapng"
    with ibpkt.create(path) as out:
        out.write(packets[0], time=NOW, wirelen=9000, link="raw", comment="changed")
    (got,) = facts(path)
    assert got == (packets[0].data, NOW, 9000, 101)
    with open_capture(path) as reader:
        assert [chunk.comments for chunk in reader.records()] == [{0: ("changed",)}]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, lambda data: np.frombuffer(data, np.uint8)])
def test_bytes_of_any_kind(tmp_path, kind):
    path = tmp_path / "out.pcap"
    with ibpkt.create(path, link="infiniband", format="pcap-ns") as out:
        out.write(kind(b"bytes"))
        out.write(kind(b"more"), time=np.int64(NOW), wirelen=np.int32(99))
    assert facts(path) == [(b"bytes", 0, 5, 247), (b"more", NOW, 99, 247)]


def test_a_packet_of_scapy(tmp_path):
    scapy = pytest.importorskip("scapy.layers.l2", reason="scapy is not installed")
    path = tmp_path / "out.pcap"
    with ibpkt.create(path, link="ethernet") as out:
        out.write(scapy.Ether(dst="02:00:00:00:00:01"))
    assert facts(path)[0][0][:6] == bytes.fromhex("020000000001")


@pytest.mark.parametrize(
    ("packet", "options", "sentence"),
    [
        (b"", {}, "has no link type; say link="),
        (ibpkt.decode(b"", LRH), {}, "has no link type; say link="),
        (5, {"link": 1}, "a packet is bytes or a Packet, not int"),
        ("text", {"link": 1}, "not str"),
        (None, {"link": 1}, "not NoneType"),
        (b"", {"link": "etehrnet"}, "did you mean ethernet"),
        (b"", {"link": 65536}, "there is no link type 65536"),
        (b"", {"link": -1}, "there is no link type -1"),
        (b"", {"link": 1, "time": 1.5}, "time is a whole number or None, not 1.5"),
        (b"", {"link": 1, "wirelen": "1"}, "wirelen is a whole number"),
        (b"", {"link": 1, "time": -1}, "packet 1 cannot be written: a time of -1 ns"),
    ],
)
def test_what_is_no_packet(packet, options, sentence):
    out = ibpkt.create(io.BytesIO())
    with pytest.raises(ibpkt.CallerError, match=sentence):
        out.write(packet, **options)
    assert out.count == 0


def test_an_error_names_the_packet_by_its_number_in_the_capture(packets):
    with pytest.raises(ibpkt.CallerError, match="packet 7 cannot be written: its link type is 1, that of the file 247"):
        ibpkt.create(io.BytesIO(), format="pcap", link=247).write(packets[6])


# --- batches ---


@pytest.mark.parametrize("path", shared.captures(every_form=True), ids=lambda path: path.name)
def test_batches_are_copied(path, tmp_path):
    """What one packet says of itself stays, through whatever the formats' own numbers are."""
    out = tmp_path / "out.pcapng"
    with ibpkt.open(path) as capture:
        told = {"interfaces": capture.reader.interfaces, "comments": capture.reader.comments}
        with ibpkt.create(out, **told) as sink:
            for batch in capture.batches(max_packets=500):
                sink.write_batch(batch)
    assert records_of(out) == records_of(path)


def test_some_rows_and_changed_bytes(tmp_path):
    out = tmp_path / "out.pcap"
    whole = facts(ROCE)
    with ibpkt.open(ROCE) as capture, ibpkt.create(out) as sink:
        for batch in capture.batches():
            sink.write_batch(batch, np.arange(len(batch)) % 2 == 0)
            sink.write_batch(batch, [3, 1])
            sink.write_batch(batch, np.zeros(len(batch), bool))
            batch.frames.data[batch.frames.start] ^= 0xFF
            sink.write_batch(batch, [0])
    changed = bytes([whole[0][0][0] ^ 0xFF]) + whole[0][0][1:]
    assert facts(out) == [*whole[::2], whole[3], whole[1], (changed, *whole[0][1:])]


def test_packets_and_batches_keep_their_order(packets, tmp_path):
    out = tmp_path / "out.pcap"
    with ibpkt.open(ROCE) as capture, ibpkt.create(out) as sink, open_capture(ROCE) as reader:
        sink.write(packets[5])
        for batch in capture.batches():
            sink.write_batch(batch, [2])
        sink.write(packets[4])
        for chunk in reader.records():
            sink.write_records(chunk, [1])
    whole = facts(ROCE)
    assert facts(out) == [whole[5], whole[2], whole[4], whole[1]]


def test_a_batch_of_two_links_is_refused_by_pcap_and_nothing_is_left(tmp_path):
    out = tmp_path / "out.pcap"
    with ibpkt.open(ROCE) as capture:
        (batch,) = capture.batches()
    batch.frames.link[9] = 247
    with pytest.raises(ibpkt.CallerError, match=r"out\.pcap: packet 10 cannot be written: its link type is 247"):
        write(out, batch)
    assert list(tmp_path.iterdir()) == []


def write(path, *batches, error=None, **options):
    with ibpkt.create(path, **options) as sink:
        for batch in batches:
            sink.write_batch(batch)
        if error is not None:
            raise error


def test_an_erf_file_decodes_as_the_packets_did(tmp_path):
    out = tmp_path / "out.erf"
    with ibpkt.open(ROCE) as capture, ibpkt.create(out) as sink:
        for batch in capture.batches():
            sink.write_batch(batch)
    with ibpkt.open(ROCE) as before, ibpkt.open(out) as after:
        for one, other in zip(before, after, strict=True):
            assert [layer.name for layer in other][2:] == [layer.name for layer in one]
            assert (other.time, other.payload, other.icrc.status) == (one.time, one.payload, one.icrc.status)


# --- where it goes ---


@pytest.mark.parametrize("suffix", [".gz", ".zst", ".lz4", ".xz", ".bz2"])
@pytest.mark.parametrize("flush", [False, True])
def test_compressed_by_suffix(packets, tmp_path, suffix, flush):
    path = tmp_path / f"out.pcap{suffix}"
    with ibpkt.create(path, flush=flush) as out:
        for packet in packets:
            out.write(packet)
    assert facts(path) == facts(ROCE)
    with open_capture(path) as reader:
        assert reader.format == "pcap"
        assert reader.compression == {".gz": "gzip", ".zst": "zstd"}.get(suffix, suffix[1:])


@pytest.mark.parametrize("suffix", [".gz", ".zst", ".lz4", ".xz", ".bz2"])
def test_the_same_packets_give_the_same_file(packets, tmp_path, suffix):
    contents = []
    for name in ("one", "other"):
        path = tmp_path / f"{name}.pcap{suffix}"
        with ibpkt.create(path) as out:
            out.write(packets[0])
        contents.append(path.read_bytes())
    assert contents[0] == contents[1]


def test_a_compression_that_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "lz4.frame", None)
    with pytest.raises(ibpkt.CaptureError, match=r"compressing with lz4 needs a package: pip install"):
        ibpkt.create(tmp_path / "out.pcap.lz4")
    assert list(tmp_path.iterdir()) == []


def test_gzip_without_isal(packets, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "isal", None)
    with ibpkt.create(tmp_path / "out.pcap.gz") as out:
        out.write(packets[0])
    assert facts(tmp_path / "out.pcap.gz") == facts(ROCE)[:1]


def test_a_file_object_stays_open(packets):
    file = io.BytesIO()
    with ibpkt.create(file, format="pcap") as out:
        out.write(packets[0])
    assert out.name == "<stream>"
    assert not file.closed
    assert facts(io.BytesIO(file.getvalue())) == facts(ROCE)[:1]


class Reluctant(io.RawIOBase):
    """Takes a few bytes a time, and none every other time, as a pipe that does not block."""

    def __init__(self):
        self.taken = bytearray()
        self.calls = 0

    def writable(self):
        return True

    def write(self, data):
        self.calls += 1
        if self.calls % 2:
            return None
        self.taken += bytes(data[:1000])
        return min(len(data), 1000)


class Anything:
    """Has a write that returns nothing, and no more."""

    def __init__(self):
        self.taken = bytearray()

    def write(self, data):
        self.taken += data


@pytest.mark.parametrize("file", [Reluctant(), Anything()], ids=["reluctant", "anything"])
def test_file_objects_of_all_kinds(file, packets):
    with ibpkt.create(file, format="pcap") as out:
        for packet in packets[:40]:
            out.write(packet)
    assert facts(io.BytesIO(file.taken)) == facts(ROCE)[:40]


def test_a_file_object_that_fails():
    class Full(io.BytesIO):
        name = "the disk"

        def write(self, data):
            raise OSError(28, "No space left on device")

    out = ibpkt.create(Full(), link=1)
    out.write(b"")
    with pytest.raises(ibpkt.CaptureError, match="the disk: cannot be written: no space left on device"):
        out.close()


def test_text_files_are_refused():
    with pytest.raises(ibpkt.CallerError, match="opened as text"):
        ibpkt.create(io.StringIO())


def test_names_that_say_no_format(tmp_path):
    with pytest.raises(ibpkt.CallerError, match=r"'\.pcpa'.*did you mean"):
        ibpkt.create(tmp_path / "out.pcpa")
    with pytest.raises(ibpkt.CallerError, match="did you mean pcap"):
        ibpkt.create(tmp_path / "out.pcap", format="pcpa")
    with pytest.raises(ibpkt.CallerError, match="did you mean ethernet"):
        ibpkt.create(tmp_path / "out.pcap", link="ethernte")
    assert list(tmp_path.iterdir()) == []


def test_a_name_without_suffix_is_pcapng(packets, tmp_path):
    with ibpkt.create(tmp_path / "out") as out:
        out.write(packets[0])
    with open_capture(tmp_path / "out") as reader:
        assert reader.format == "pcapng"


def test_standard_output():
    script = "import ibpkt\nwith ibpkt.create('-', link=1) as out: out.write(b'bytes')"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert facts(io.BytesIO(done.stdout)) == [(b"bytes", 0, 5, 1)]


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst", ".lz4"])
def test_a_live_pipe_shows_each_packet_at_once(tmp_path, suffix):
    path = tmp_path / f"pipe.pcap{suffix}"
    os.mkfifo(path)
    seen = threading.Semaphore(0)
    got = []

    def read():
        with ibpkt.open(path) as capture:
            for packet in capture:
                got.append(packet.data)
                seen.release()

    reader = threading.Thread(target=read)
    reader.start()
    with ibpkt.create(path, link=1, flush=True) as out:
        for number in range(3):
            out.write(bytes([number]) * 60)
            assert seen.acquire(timeout=30)
    reader.join()
    assert got == [bytes([number]) * 60 for number in range(3)]


# --- whole or not at all ---


def test_the_input_may_be_the_output(packets, tmp_path):
    path = tmp_path / "same.pcap"
    path.write_bytes(ROCE.read_bytes() * 1)
    with ibpkt.open(path) as capture, ibpkt.create(path) as out:
        for batch in capture.batches(max_packets=10):
            out.write_batch(batch, np.arange(len(batch)) % 2 == 0)
            assert path.read_bytes() == ROCE.read_bytes()
    assert facts(path) == facts(ROCE)[::2]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
@pytest.mark.parametrize("suffix", ["", ".gz", ".zst", ".lz4", ".xz"])
def test_an_exception_leaves_nothing(tmp_path, error, suffix):
    with ibpkt.open(ROCE) as capture:
        (batch,) = capture.batches()
    with pytest.raises(error):
        write(tmp_path / f"out.pcap{suffix}", batch, error=error)
    assert list(tmp_path.iterdir()) == []


def test_a_sink_that_nobody_closed_leaves_nothing(packets, tmp_path):
    out = ibpkt.create(tmp_path / "out.pcap")
    out.write(packets[0])
    del out
    assert list(tmp_path.iterdir()) == []


def test_closing_without_a_with(packets, tmp_path):
    path = tmp_path / "out.pcap"
    out = ibpkt.create(path)
    out.write(packets[0])
    assert not path.exists()
    out.close()
    out.close()
    assert facts(path) == facts(ROCE)[:1]
    with pytest.raises(ibpkt.CallerError, match="is closed"):
        out.write(packets[0])
    with open_capture(ROCE) as reader, pytest.raises(ibpkt.CallerError, match="is closed"):
        out.write_records(next(reader.records()))


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst", ".lz4", ".xz"])
def test_a_full_disk_leaves_nothing(tmp_path, suffix):
    path = tmp_path / f"out.pcap{suffix}"
    path.write_bytes(b"old")
    random = np.random.default_rng(0)
    with largest_file(100_000), pytest.raises(ibpkt.CaptureError, match="cannot be written: file too large"):
        fill(path, [random.bytes(1400) for _ in range(2000)])
    assert path.read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 1


def fill(path, pieces):
    with ibpkt.create(path, link=1) as out:
        for piece in pieces:
            out.write(piece)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_device():
    with pytest.raises(ibpkt.CaptureError, match="/dev/full: cannot be written: no space left on device"):
        fill("/dev/full", [b"x"])


KILLED = """
import sys, ibpkt
with ibpkt.create(sys.argv[1], link=1) as out:
    for _ in range(100):
        out.write(bytes(65536))
    print("half done", flush=True)
    sys.stdin.read()
"""


def test_a_process_that_is_killed_leaves_nothing_under_the_name(tmp_path):
    path = tmp_path / "out.pcap"
    path.write_bytes(b"old")
    with child(KILLED, path, stdin=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"half done\n"
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize(("form", "kept"), [("pcapng", ("why",)), ("pcap", ())])
def test_a_packet_brings_its_comments(tmp_path, form, kept):
    packet = ibpkt.decode(b"x" * 20, "infiniband")
    packet.comments = ("why",)
    with ibpkt.create(tmp_path / "file", format=form) as out:
        out.write(packet)
    with ibpkt.open(tmp_path / "file") as again:
        assert [each.comments for each in again] == [kept]


def test_interfaces_and_comments_reach_the_file(tmp_path):
    path = tmp_path / "out.pcapng"
    source = [Interface(1, name="eth0"), Interface(247, name="ib0")]
    with ibpkt.create(path, interfaces=source, comments=["made for a test"]) as out:
        out.write(b"x", link=247, interface=1, comment="this one")
    with open_capture(path) as reader:
        (chunk,) = reader.records()
        assert reader.interfaces == source
        assert reader.comments == ["made for a test"]
        assert chunk.interface.tolist() == [1]
        assert chunk.comments == {0: ("this one",)}


@pytest.mark.parametrize(
    ("target", "resolution", "form"),
    [
        ("out.pcap", 1_000_000_000, "pcap-ns"),
        ("out.pcap.gz", 1_000_000_000, "pcap-ns"),
        ("out.pcap", 1_000_000, None),
        ("out.pcapng", 1_000_000_000, None),
        ("-", 1_000_000_000, None),
        ("out.unknown", 1_000_000_000, None),
    ],
)
def test_a_format_that_keeps_nanoseconds(target, resolution, form):
    assert lossless_format(target, [Interface(1), Interface(1, resolution=resolution)]) == form


@pytest.mark.parametrize("headers", ["LRH", "ERF/LRH", "ERF/ERFEthernet/Ethernet/IPv4/UDP"])
def test_a_packet_without_a_time_is_read_back_from_erf(tmp_path, headers):
    packet = ibpkt.build(*(ibpkt.draft(name) for name in (*headers.split("/"), "BTH")), payload=b"hello")
    with ibpkt.create(tmp_path / "untimed.erf") as out:
        out.write(packet)
        out.write(packet)
    with ibpkt.open(tmp_path / "untimed.erf") as capture:
        found = list(capture)
    assert [(each.time, each.payload) for each in found] == [(0, b"hello")] * 2
    assert all(bytes(each).endswith(bytes(packet)) for each in found)
