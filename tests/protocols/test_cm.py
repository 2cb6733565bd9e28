"""What is computed in the general services: services, times, texts, additional information."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt.batch import Batch
from ibpkt.craft.builder import build
from ibpkt.craft.drafts import draft
from ibpkt.output.summary import SummaryLines
from ibpkt.protocols import INFINIBAND, header_named
from ibpkt.protocols.mad.cm import REASONS, additional, ipv4_of
from ibpkt.protocols.mad.service import meaning
from ibpkt.protocols.mad.texts import readable
from ibpkt.protocols.mad.times import milliseconds


@pytest.mark.parametrize(
    ("serviceid", "text"),
    [
        (0x0000000001061144, "TCP port 4420 (NVMe over Fabrics)"),
        (0x0000000001061C06, "TCP port 7174"),
        (0x0000000001111C06, "UDP port 7174"),
        (0x00000000013F0001, "IB port 1"),
        (0x0000000001FF0001, "protocol 0xff port 1"),
        (0x0000000000020007, "IPoIB port 7"),
        (0x0000000000010007, "SDP port 7"),
        (0x0200000000000001, "0x0200000000000001 (given out locally)"),
        (0x0000000000000000, "0x0000000000000000"),
        (0x1000000001061144, "0x1000000001061144"),
    ],
)
def test_meaning(serviceid, text):
    assert meaning(serviceid) == text


@given(st.integers(0, 2**64 - 1))
def test_meaning_of_anything(serviceid):
    assert meaning(serviceid)


@pytest.mark.parametrize(
    ("exponent", "expected"), [(0, 0.004096), (1, 0.008192), (19, 2147.483648), (31, 8796093.022208)]
)
def test_milliseconds(exponent, expected):
    assert milliseconds(exponent) == expected


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"hello\0\0", "hello"),
        (b"two\r\nlines", "two\\x0d\\x0alines"),
        (b"a \x1b[31m", None),
        (b"abc", None),
        (b"", None),
        (b"\0text", None),
        (b"back\\slash", "back\\x5cslash"),
    ],
)
def test_readable(data, text):
    assert readable(data) == text


@given(st.binary(max_size=64))
def test_readable_is_always_escaped(data):
    text = readable(data)
    assert text is None or all(32 <= ord(char) < 127 for char in text)


def test_additional_information():
    gid = bytes.fromhex("fe80" + "00" * 13 + "09") + bytes(56)
    assert additional(12, 16, gid) == "fe80::9"
    assert additional(25, 16, gid) == "fe80::9"
    assert additional(12, 15, gid) == "0x" + gid[:15].hex()  # a length that lies
    assert additional(26, 1, b"\3" + bytes(71)) == "0x03"
    assert additional(8, 0, gid) is None
    assert additional(8, 127, gid) == "0x" + gid.hex()
    assert 34 not in REASONS


def test_ipv4_of():
    assert ipv4_of(bytes(10) + b"\xff\xff\x0a\0\0\1") == "10.0.0.1"
    assert ipv4_of(bytes(16)) is None


BASE = ("LRH", "BTH", "DETH", "MAD")


def packet(*drafts):
    return build(*map(draft, BASE), *drafts)


def test_private_data_of_a_version_that_is_none():
    """The service ID says IP CM, the private data do not: the header is shown, and the rest kept."""
    data = bytearray(packet(draft("REQ"), draft("IPCM"), draft("IPCM4"), draft("IPCMPrivate")).data)
    at = packet(draft("REQ"), draft("IPCM"), draft("IPCM4"), draft("IPCMPrivate"))["ipcm"].offset
    data[at + 1] = 0x50
    found = ibpkt.decode(bytes(data), "infiniband")
    assert found.ipcm.ipv == 5
    assert str(found.stop).startswith("what follows IPCM")
    assert len(found.payload) == 88


@pytest.mark.parametrize(
    ("service", "names"),
    [
        (0x0000000001060001, ["IPCM", "IPCM6", "IPCMPrivate"]),
        (0x0000000000020001, ["IPCM", "IPCM6", "IPCMPrivate"]),
        (0x0000000000030001, ["REQPrivate"]),
        (0x0000000000000000, ["REQPrivate"]),
    ],
)
def test_service_chooses_the_private_data(service, names):
    whole = packet(draft("REQ"), draft("REQPrivate", private=b"\x00\x60".ljust(92, b"\0")))
    data = bytearray(whole.data)
    at = whole["req"].offset + header_named("REQ").leaf("serviceid").bit // 8
    data[at : at + 8] = service.to_bytes(8, "big")
    found = ibpkt.decode(bytes(data), "infiniband")
    assert [layer.name for layer in found][5:] == names
    assert bytes(found) == bytes(data)
    (shape,) = Batch.of([bytes(data)], INFINIBAND).shapes
    assert [header.name for header in shape.headers][5:] == names


def test_lines():
    rej = packet(draft("REJ", reason="Stale Connection", private=b"\x1b[2J".ljust(148, b"\0")))
    log = packet(draft("CC"), draft("CongestionLog", logtype="CA"), draft("CongestionLogCA"))
    ping = packet(draft("RMPP"), draft("VendorOUI", oui=0x001405, data=b"host.lab".ljust(216, b"\0")))
    lines = b"".join(SummaryLines().render(Batch.of([bytes(each) for each in (rej, log, ping)], INFINIBAND))).decode()
    assert "ComSend(REJ) of REQ: Stale Connection" in lines
    assert "of a CA" in lines
    assert "OpenIB" in lines
    assert ping.vendoroui.data_text == "host.lab"
    assert rej.rej.private_text is None
