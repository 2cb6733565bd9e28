"""Pictures for terminals, taken apart as the protocol says."""

from __future__ import annotations

import base64
import re

import pytest

from ibpkt.plot.kitty_graphics import PIECE, kitty_sequences
from tests.support.command import run

LOSS = "captures/loss_write_3pct.pcap.gz"


def shown(sequences: bytes) -> bytes:
    """The picture of some sequences."""
    assert re.fullmatch(rb"(\x1b_G[^;\x1b]*;[A-Za-z0-9+/=]*\x1b\\)+\n", sequences)
    found = re.findall(rb"\x1b_G([^;]*);([^\x1b]*)\x1b\\", sequences)
    assert [control.endswith(b"m=1") for control, _ in found] == [True] * (len(found) - 1) + [False]
    assert found[0][0].startswith(b"a=T,f=100,")
    assert all(len(piece) <= PIECE for _, piece in found)
    return base64.standard_b64decode(b"".join(piece for _, piece in found))


@pytest.mark.parametrize("size", [0, 1, 3071, 3072, 3073, 10_000])
def test_the_bytes_come_back(size):
    data = bytes(number % 251 for number in range(size))
    assert shown(kitty_sequences(data)) == data


@pytest.mark.costly
def test_a_picture_in_the_terminal(tmp_path):
    pytest.importorskip("resvg_py", reason="PNG needs resvg-py")
    target = tmp_path / "x.png"
    assert run("plot", "throughput", LOSS, "-o", target).code == 0
    assert shown(run("plot", "throughput", "--kitty", LOSS).out.encode()) == target.read_bytes()
    assert run("plot", "throughput", "--kitty", "-o", target, LOSS).code == 2
