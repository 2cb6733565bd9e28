"""Subnet management: what attribute modifiers say, paths, states and masks in words, and the outcome of a response."""

from __future__ import annotations

import pytest

from ibpkt.craft.builder import build
from ibpkt.craft.drafts import draft
from ibpkt.protocols import header_named
from ibpkt.protocols.mad.base import outcome
from ibpkt.protocols.mad.subn import ATTRIBUTES


def smp(attribute: str, *, path: bool = False, mad: dict | None = None, **values):
    """A SMP with one attribute, as a packet."""
    kind, behind = ("SMPDirected", "DirectedPaths") if path else ("SMP", "SMPRest")
    return build(
        *map(draft, ("LRH", "BTH", "DETH")),
        draft("MAD", **{"method": 0x81, **(mad or {})}),
        draft(kind),
        draft(attribute, **values),
        draft(behind),
        link="infiniband",
    )


@pytest.mark.parametrize(
    ("attribute", "modifier", "wanted"),
    [
        ("GUIDInfo", 3, {"first": 24}),
        ("PortInfo", 0x80000007, {"port": 7}),
        ("P_KeyTable", 0x00050002, {"port": 5, "first": 64}),
        ("SLtoVLMappingTable", 0x0302, {"inputport": 3, "outputport": 2}),
        ("VLArbitrationTable", 0x00030004, {"block": "High Priority, Lower Half", "port": 4}),
        ("VLArbitrationTable", 0x00050004, {"block": None, "port": 4}),
        ("LinearForwardingTable", 2, {"firstlid": 128}),
        ("RandomForwardingTable", 2, {"first": 32}),
        ("MulticastForwardingTable", 0x20000003, {"firstlid": 0xC060, "firstport": 32}),
    ],
)
def test_attribute_modifiers(attribute, modifier, wanted):
    layer = smp(attribute, mad={"attributemodifier": modifier})[attribute]
    assert {name: getattr(layer, name) for name in wanted} == wanted


@pytest.mark.parametrize(("method", "modifier", "request_"), [(2, 1, "HANDOVER"), (2, 9, None), (1, 1, None)])
def test_what_a_subnet_manager_is_asked(method, modifier, request_):
    assert smp("SMInfo", mad={"method": method, "attributemodifier": modifier}).sminfo.request == request_


@pytest.mark.parametrize(
    ("hops", "wanted"), [(0, ("", "")), (3, ("1,5,7", "9,8,7")), (200, (",".join(["1", "5", "7", *["0"] * 60]), ...))]
)
def test_paths(hops, wanted):
    """As many ports as the hop count says, and as there are."""
    initial, back = (0, 1, 5, 7, *[0] * 60), (0, 9, 8, 7, *[0] * 60)
    packet = build(
        *map(draft, ("LRH", "BTH", "DETH")),
        draft("MAD", classspecific=0x0200 | hops, status=0x8000, method=0x81),
        draft("SMPDirected"),
        draft("NodeInfo"),
        draft("DirectedPaths", initialpath=initial, returnpath=back),
        link="infiniband",
    )
    assert packet.directedpaths.outbound == wanted[0]
    assert wanted[1] in (packet.directedpaths.back, ...)
    assert (packet.smpdirected.hoppointer, packet.smpdirected.hopcount) == (2, hops)
    assert (packet.smpdirected.d, packet.smpdirected.way, packet.smpdirected.status) == (1, "Returning", 0)
    assert packet.mad.outcome == "OK"


@pytest.mark.parametrize(
    ("field", "raw", "text"),
    [
        ("linkwidthactive", 16, "2x (0x10)"),
        ("linkwidthsupported", 0x1F, "1x or 4x or 8x or 12x or 2x (0x1f)"),
        ("linkwidthenabled", 255, "all supported (0xff)"),
        ("linkwidthenabled", 18, "4x or 2x (0x12)"),
        ("linkspeedsupported", 7, "SDR or DDR or QDR (0x7)"),
        ("linkspeedactive", 0, "Extended (0x0)"),
        ("linkspeedenabled", 15, "all supported (0xf)"),
        ("linkspeedextactive", 8, "NDR (0x8)"),
        ("linkspeedextsupported", 7, "FDR or EDR or HDR (0x7)"),
        ("linkspeedextenabled", 30, "disabled (0x1e)"),
        ("linkspeedextenabled", 31, "all supported (0x1f)"),
        ("linkspeedextactive2", 1, "XDR (0x1)"),
    ],
)
def test_widths_and_speeds_in_words(field, raw, text):
    """After IBA 1, 14.2.5.6."""
    assert header_named("PortInfo").leaf(field).display(raw) == text


@pytest.mark.parametrize(
    ("mgmtclass", "method", "status", "said"),
    [
        (0x01, 0x81, 0, "OK"),
        (0x01, 0x01, 0x001C, None),
        (0x01, 0x81, 0x0001, "Busy"),
        (0x04, 0x81, 0x0002, "Redirection Required"),
        (0x01, 0x81, 0x0004, "Bad Base or Class Version"),
        (0x01, 0x81, 0x0008, "Method Not Supported"),
        (0x01, 0x81, 0x000C, "Method and Attribute Not Supported"),
        (0x01, 0x81, 0x001C, "Invalid Attribute or Modifier Value"),
        (0x01, 0x81, 0x0011, "Busy, Invalid Field 4"),
        (0x81, 0x81, 0x8000, "OK"),
        (0x81, 0x81, 0x801C, "Invalid Attribute or Modifier Value"),
        (0x03, 0x92, 0x0300, "No Records"),
        (0x03, 0x81, 0x0700, "Denied"),
        (0x03, 0x81, 0x7F00, "Class-Specific Status 127"),
        (0x04, 0x81, 0x0300, "Class-Specific Status 3"),
        (0x01, 0x81, 0x0080, "Reserved Bits 0x80"),
    ],
)
def test_outcomes(mgmtclass, method, status, said):
    assert outcome(mgmtclass, method, status) == said


@pytest.mark.parametrize("attribute", ATTRIBUTES.values(), ids=str)
@pytest.mark.parametrize("path", [False, True], ids=["by LID", "directed"])
def test_every_attribute_fills_the_data_of_a_smp(attribute, path):
    packet = smp(attribute.name, path=path)
    assert attribute in packet
    assert len(packet.data) - 14 - 20 == 256
    assert packet.payload == b""
    assert packet.stop is None
    assert packet.lrh.vl == 15
