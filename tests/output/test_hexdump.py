"""Hex dumps of whole batches, against one that is made byte by byte."""

from __future__ import annotations

import pytest
from hypothesis import example, given, strategies as st

from ibpkt import decode, open as open_capture
from ibpkt.batch import Batch
from ibpkt.output.hexdump import COLOURS, HexLines, annotated, parts
from ibpkt.output.summary import SummaryLines
from tests.support.shared import OWN

ETHERNET, INFINIBAND = 1, 247


def plain(packet, color=False):
    """The dump of one packet, line by line."""
    lines = []
    for number, (name, start, end) in enumerate(parts(packet)):
        before, after = (f"\x1b[{COLOURS[number % 6]}m", "\x1b[0m") if color else ("", "")
        for at in range(start, end, 16):
            row = packet.data[at : min(end, at + 16)]
            text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
            line = f"{at:04x}  {row.hex(' '):<47}  {text:<16}  {name if at == start else ''}".rstrip()
            lines.append(f"{before}{line}{after}\n")
    return "".join(lines)


def check(batch, color=False):
    """The renderer gives for each packet its line, and the same dump."""
    rendered = b"".join(HexLines(SummaryLines(), color=color).render(batch))
    lines = (line.decode() for line in SummaryLines().texts(batch))
    assert rendered.decode() == "".join(
        f"{line}\n{plain(packet, color)}\n" for line, packet in zip(lines, batch, strict=True)
    )


@pytest.mark.sweep
@pytest.mark.parametrize("color", [False, True])
@pytest.mark.parametrize("path", sorted(OWN.glob("*.pcap")), ids=lambda path: path.name)
def test_recorded(path, color):
    with open_capture(path) as capture:
        for batch in capture.batches(limit=300):
            check(batch, color)
            break


@given(
    st.lists(st.binary(max_size=150), min_size=1, max_size=5), st.sampled_from([ETHERNET, INFINIBAND]), st.booleans()
)
@example([b"", b" " * 40, b"a" + b" " * 15, b" "], ETHERNET, False)
@example([bytes(64)], INFINIBAND, True)
def test_any_bytes(packets, link, color):
    batch = Batch.of(packets, link)
    check(batch, color)
    for data, packet in zip(packets, batch, strict=True):
        assert annotated(decode(data, link), color=color) == plain(packet, color)


@pytest.mark.parametrize("size", [65_535, 65_537, 1 << 20])
def test_packets_whose_offsets_have_more_than_four_digits(size):
    packets = [bytes(60), bytes(range(256)) * (size // 256) + bytes(size % 256)]
    check(Batch.of(packets, ETHERNET))
