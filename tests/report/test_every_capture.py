"""Every capture has a page and pictures, whatever is in it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import ibpkt
from ibpkt.plot import PictureFormat, picture_bytes, plot
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.plot.picture_kinds import KINDS
from ibpkt.report.collector import ReportCollector
from ibpkt.report.page import page
from ibpkt.report.sections import file_view
from tests.report.test_page import Reader
from tests.support.shared import OWN, SHARED, needs

pytest.importorskip("jinja2", reason="pages need the extra `report`")
MINE = sorted(path for path in OWN.iterdir() if ".pcap" in path.suffixes or path.suffix in (".pcapng", ".erf"))
SCENES = sorted((SHARED / "captures" / "scenes").glob("*.pcap"))


PLACES = {
    "d",
    "x",
    "y",
    "x1",
    "x2",
    "y1",
    "y2",
    "width",
    "height",
    "viewbox",
    "viewBox",
    "data-x",
    "data-v",
    "cx",
    "cy",
}


def numbers_are_numbers(attributes):
    assert [each for each in attributes if each[0] in PLACES and re.search("nan|inf", each[1] or "")] == []


def check(path, kinds):
    collector = ReportCollector(PlotOptions(path.name))
    with ibpkt.open(path) as capture:
        for batch in capture.batches(max_packets=700):
            collector.add(batch)
        collector.finish()
        text = page([file_view(collector, capture, "f1")])
    found = Reader(text)
    assert len(found.ids) == len(set(found.ids))
    numbers_are_numbers([each[1:] for each in found.attributes])
    has_fabric = "-topo-h" in text
    for kind in kinds if has_fabric else kinds - {"topology"}:
        with ibpkt.open(path) as capture:
            svg = picture_bytes(plot(capture, kind), PictureFormat.SVG).decode()
        numbers_are_numbers([each for element in ET.fromstring(svg).iter() for each in element.items()])


def half_of_kinds(paths):
    """Each capture with every other kind of picture; the next one has the others."""
    return [pytest.param(path, {*[*KINDS][place % 2 :: 2]}, id=path.name) for place, path in enumerate(paths)]


@pytest.mark.sweep
@pytest.mark.slow
@pytest.mark.parametrize(("path", "kinds"), half_of_kinds(MINE))
def test_own_captures(path, kinds):
    check(path, kinds)


@pytest.mark.sweep
@pytest.mark.slow
@needs(SHARED / "captures" / "scenes")
@pytest.mark.parametrize(("path", "kinds"), half_of_kinds(SCENES))
def test_scenes(path, kinds):
    check(path, kinds)


@pytest.mark.costly
@pytest.mark.parametrize("name", ["derived_empty.pcap", "cm_reject.pcap", "derived_plain.erf", "ud_loss_gap.pcap"])
def test_some_captures(name):
    check(OWN / name, {*KINDS})
