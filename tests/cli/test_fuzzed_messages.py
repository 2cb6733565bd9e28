"""Messages whose packets contradict each other: memory and payloads are still written."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from ibpkt import draft
from ibpkt.analysis.verbs.payload import Payloads
from tests.support.command import pcap, run
from tests.support.exchanges import ask, batches, tell
from tests.support.shared import CAPTURES, needs

FAULTS = CAPTURES / "faults"
WRITE_FIRST, WRITE_MIDDLE, WRITE_LAST = 6, 7, 8
MTU = 1024


def write(psn, opcode, announced=16 * MTU, size=MTU, **bth):
    reth = [draft("RETH", va=0x1000, r_key=7, dmalen=announced)] if opcode == WRITE_FIRST else []
    return ask(psn, opcode, *reth, size=size, **bth)


@pytest.mark.parametrize("first", [16, 1024, 4096])
@pytest.mark.parametrize("again", [0, 8, 1024, 4096])
@pytest.mark.parametrize("announced", [0, 20, 1500, 16 * MTU, 2**31 - 1, 2**32 - 1])
def test_copies_of_a_first_packet_that_differ_in_size(first, again, announced, tmp_path):
    packets = [
        write(1, WRITE_FIRST, announced, first),
        write(2, WRITE_MIDDLE),
        tell(0, 0),
        write(1, WRITE_FIRST, announced, again),
        write(2, WRITE_MIDDLE),
        write(3, WRITE_LAST, size=100),
        tell(3, 1),
    ]
    out = tmp_path / "out"
    data = pcap(packet.data for packet in packets)
    result = run("messages", "--memory", "--payload", out, "--format", "json", "-", stdin=data)
    assert (result.code, result.err) == (0, "")
    assert json.loads(result.out)
    index = json.loads((out / "index.json").read_text(encoding="utf-8"))
    assert index


@pytest.mark.parametrize("pmtu", [None, 256, 4096])
@pytest.mark.parametrize(("sizes", "last"), [([1024], 1), ([8, 1024], 2), ([1024, 8, 4096], 3), ([4096, 8], 1)])
def test_a_message_can_have_as_many_bytes_as_it_has(sizes, last, pmtu):
    """However much its packets contradict the path MTU, its numbers and each other."""
    packets = [write(at + 1, WRITE_MIDDLE if at else WRITE_FIRST, size=size) for at, size in enumerate(sizes)]
    frames = tuple(range(1, len(sizes) + 1))
    message = SimpleNamespace(
        frames=frames, first_psn=1, last_psn=last, size=None, address=0x1000, whole=False, kind="WRITE"
    )
    with Payloads() as payloads:
        (batch,) = batches(packets)
        payloads.take(batch)
        payload = payloads.of(message, pmtu)
    assert payload.most >= max((payload.offsets + payload.sizes).tolist())


@needs(FAULTS)
def test_a_capture_that_a_fuzzer_found(tmp_path):
    result = run("messages", "--memory", "--payload", tmp_path / "out", FAULTS / "forget-negative.pcapng")
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines()[1].split() == [
        *("192.168.77.1", "0x000023db", "0x00005587dbd26000", "16384", "1", "16384", "1")
    ]
