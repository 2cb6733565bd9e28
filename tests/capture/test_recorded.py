"""Every recorded capture reads as the simple reader of the tests reads it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.support import capture_files as files

RECORDED = Path(__file__).resolve().parents[3] / "shared" / "captures" / "recorded"
CAPTURES = sorted(path for path in RECORDED.glob("*") if path.suffix in (".pcap", ".pcapng", ".erf", ".gz"))


@pytest.mark.skipif(not CAPTURES, reason="the recorded captures are not beside this repository")
@pytest.mark.parametrize("path", CAPTURES, ids=lambda path: path.name)
def test_reads_as_the_reference_does(path):
    raw = path.read_bytes()
    got, reader = files.read(path)
    assert got == files.reference(gzip.decompress(raw) if path.suffix == ".gz" else raw)
    assert (reader.damage is not None) == ("cut" in path.name)
    assert reader.position == reader.size == len(raw)
    assert reader.name == str(path)
