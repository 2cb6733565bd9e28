"""The bytes of a capture: files, pipes, compressed files, files that grow."""

from __future__ import annotations

import gzip
import os
import threading

import pytest

from ibpkt.errors import CaptureError
from ibpkt.tui.capture_bytes import PATIENCE, CaptureBytes
from tests.support.shared import OWN

CAPTURE = OWN / "rc_write.pcap"


def records(source, stop=None):
    """Numbers of packets of each chunk."""
    with source.reader(stop or threading.Event()) as reader:
        counts = [len(chunk) for chunk in reader.records()]
    return sum(counts), reader.damage


def test_a_file_is_read_where_it_lies():
    source = CaptureBytes(str(CAPTURE), "x")
    data = CAPTURE.read_bytes()
    assert (source.copied, source.size, source.is_growing) == ("", len(data), False)
    assert source.read(100, 50) == data[100:150]
    assert source.read(len(data) - 3, 50) == data[-3:]
    assert records(source) == (163, None)
    source.close()


def test_a_compressed_file_is_copied(tmp_path):
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(CAPTURE.read_bytes()))
    source = CaptureBytes(str(path), "x")
    assert source.copied == "gzip"
    assert records(source) == (163, None)
    assert source.read(0, 1 << 20) == CAPTURE.read_bytes()


def test_a_broken_compressed_file_says_so(tmp_path):
    path = tmp_path / "x.gz"
    path.write_bytes(gzip.compress(CAPTURE.read_bytes())[:-5000])
    count, damage = records(CaptureBytes(str(path), "x"))
    assert 0 < count < 163
    assert "gzip" in str(damage)


def test_a_pipe_is_copied_as_it_comes():
    data = CAPTURE.read_bytes()
    out, into = os.pipe()
    with os.fdopen(out, "rb", buffering=0) as file:
        source = CaptureBytes(file, "-") if not os.write(into, data[:5000]) else None
        os.write(into, data[5000:20000])
        assert source is None or source.copied == "a pipe"
        source = source or CaptureBytes(file, "-")
        assert source.is_growing
        os.write(into, data[20000:])
        os.close(into)
        assert records(source) == (163, None)
        assert not source.is_growing
        source.close()


def test_a_file_that_grows(tmp_path):
    data, path = CAPTURE.read_bytes(), tmp_path / "x.pcap"
    path.write_bytes(data[:9000])
    source, stop = CaptureBytes(str(path), "x", follow=True), threading.Event()
    found = []
    thread = threading.Thread(target=lambda: found.append(records(source, stop)))
    thread.start()
    with path.open("ab") as out:
        out.write(data[9000:])
    stop.wait(4 * PATIENCE)
    assert source.is_growing
    stop.set()
    thread.join(10)
    assert found[0][0] == 163


@pytest.mark.parametrize(
    ("name", "reason"), [("nosuch.pcap", "no such file"), (str(OWN), "directory"), (__file__, "not a capture")]
)
def test_what_cannot_be_read(name, reason):
    with pytest.raises(CaptureError, match=reason):
        CaptureBytes(name, name).reader(threading.Event())
