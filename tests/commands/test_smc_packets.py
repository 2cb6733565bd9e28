"""Which segments of TCP hold connection layer control of SMC: by eyecatcher, type, version, length (RFC 7609, A.2)."""

from __future__ import annotations

import pytest

from ibpkt import build, draft
from ibpkt.batch import Batch
from ibpkt.commands.smc_packets import CLCAnnotator
from ibpkt.protocols import LINKS, header_named

SMCR = 0xE2D4C3D9


def message(kind=1, size=8, length=None, version=1, eyecatcher=SMCR):
    values = {"eyecatcher": eyecatcher, "clc_type": kind, "version": version}
    return header_named("SMCCLC").write({**values, "clc_length": size if length is None else length}) + bytes(size - 8)


def segment(data, *, options=0, proto=6, tail=b""):
    """A header of TCP of 20 bytes and options, with data, in a packet of IPv4."""
    head = bytes(12) + bytes([(5 + options) << 4]) + bytes(7) + b"\1" * (4 * options)
    return build("Ethernet", draft("IPv4", proto=proto), payload=head + data + tail)


def found(*packets):
    """Row and length of each message."""
    batch = Batch.of([packet.data for packet in packets], LINKS["ethernet"])
    return [
        (row, len(data))
        for each in CLCAnnotator().track(batch)
        for row, data in zip(each.rows, each.contents, strict=True)
    ]


@pytest.mark.parametrize(
    ("packet", "size"),
    [
        (segment(message()), 8), (segment(message(2, 68)), 68), (segment(message(3, 68, version=2), options=3), 68),
        (segment(message(4, 28, eyecatcher=0xE2D4C3C4), options=10), 28), (segment(message(), proto=17), None),
        (segment(message(5)), None), (segment(message(0)), None), (segment(message(version=3)), None),
        (segment(message(version=0)), None), (segment(message(length=9)), None), (segment(message(length=7)), None),
        (segment(message(), tail=b"\0"), None), (segment(message()[:7]), None), (segment(message(), options=-5), None),
        (segment(message(eyecatcher=SMCR + 1)), None), (segment(b"\0" + message()), None), (segment(b""), None),
        (segment(message(), proto=253), None), (build("Ethernet", draft("IPv4", proto=6), payload=message()), None),
        (build("Ethernet", draft("IPv4", proto=6), payload=message(size=12)), None),
    ],
)  # fmt: skip
def test_which_segments_hold_a_message(packet, size):
    other = build("Ethernet", "IPv4", "UDP", payload=message())
    assert found(other, packet, other) == ([] if size is None else [(1, size)])


def test_several_packets():
    """Whatever stands between them; a header of TCP that ends with the packet has no message."""
    cut = segment(message()[:7], options=10)
    packets = [segment(message()), segment(message(9)), cut, segment(message(2, 68), options=2), segment(b"")]
    assert found(*packets) == [(0, 8), (3, 68)]
    assert found(build("Ethernet", payload=message())) == []


def test_ip_without_a_link():
    bare = [bytes(packet.data)[14:] for packet in (segment(message()), segment(message(9)))]
    batch = Batch.of(bare, LINKS["raw"])
    assert [each.rows.tolist() for each in CLCAnnotator().track(batch)] == [[0]]
