"""Pictures: well-formed, escaped, everything in them, at a size that can be looked at."""

from __future__ import annotations

import random
import re
import time
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings

from ibpkt.fabric.model import FabricProblem, FabricSubnet
from ibpkt.fabric.picture import topology_svg
from ibpkt.fabric.routing import check_routing
from ibpkt.fabric.topology import recognise
from tests.fabric.exports.test_exports import named_subnets
from tests.fabric.generator import (
    KINDS,
    TopologyKind as Kind,
    dragonfly_plus,
    product,
    rewired,
    ring,
    torus_2d,
    two_levels,
)
from tests.fabric.recorded_truth import FOLDER, captures, fabric_of, name_of
from tests.fabric.subnets import route_shortest, subnet_of_drawn
from tests.fabric.truth import recorded, subnet_of, truth
from tests.support.shared import needs

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text):
    """The picture as XML, after checks that hold for every picture."""
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert {each.tag.removeprefix(SVG) for each in root.iter()} <= {
        "svg", "title", "desc", "style", "rect", "path", "text", "g", "circle",
    }  # fmt: skip
    assert not any(name.startswith("on") or name in ("style", "href") for each in root.iter() for name in each.attrib)
    styles = set(re.findall(r"\.([\w-]+)\{", root.find(f"{SVG}style").text))
    for each in root.iter():
        assert set((each.get("class") or "").split()) <= styles
    return root


def boxes(root):
    return [each for each in root.iter(f"{SVG}rect") if (each.get("class") or "") in ("box", "alone")]


def tip(element):
    """What is shown when a pointer rests on an element."""
    return element.findtext(f"{SVG}title", "")


def of_style(root, *styles):
    return [each for each in root.iter() if set((each.get("class") or "").split()) & set(styles)]


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_every_kind(make):
    drawn = make(random.Random(6))
    subnet = subnet_of_drawn(drawn)
    root = parsed(topology_svg(subnet))
    assert len(boxes(root)) == drawn.switches
    assert {tip(each) for each in boxes(root)} == {node.name for node in subnet.switches}
    squares = of_style(root, "adapter")
    assert len(squares) == sum(drawn.adapters)
    assert root.find(f"{SVG}title").text == recognise(subnet).sentence


@pytest.mark.parametrize("make", KINDS, ids=lambda make: make.__name__)
def test_boxes_lie_inside_and_not_on_each_other(make):
    root = parsed(topology_svg(subnet_of_drawn(make(random.Random(8)))))
    width, height = float(root.get("width")), float(root.get("height"))
    places = []
    for group in root.iter(f"{SVG}g"):
        right, down = map(float, re.findall(r"[-\d.]+", group.get("transform")))
        for each in group.iter(f"{SVG}rect"):
            if each.get("class") != "box":
                continue
            x, y = right + float(each.get("x")), down + float(each.get("y"))
            places.append((x, y, x + float(each.get("width")), y + float(each.get("height"))))
    for x, y, right, down in places:
        assert min(x, y) >= 0
        assert right <= width
        assert down <= height
    for at, one in enumerate(places):
        for other in places[at + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@given(named_subnets())
@settings(max_examples=50)
def test_any_names(subnet):
    root = parsed(topology_svg(subnet, title="<&>"))
    assert root.find(f"{SVG}title").text == "<&>"
    assert len(boxes(root)) >= len(subnet.switches)


def test_names_are_escaped_and_stay_text():
    subnet = subnet_of_drawn(two_levels(random.Random(1), 3, 2))
    subnet.switches[0].name = "</title><script>alert(1)</script>"
    text = topology_svg(subnet)
    assert "<script" not in text
    assert any(tip(each) == subnet.switches[0].name for each in boxes(parsed(text)))


def test_what_is_wrong_has_a_colour_and_a_legend():
    subnet = subnet_of_drawn(two_levels(random.Random(2), 6, 6))
    trunks = [link for link in subnet.links if link.b.name.startswith("switch") and link.a.name.startswith("switch")]
    assert not of_style(parsed(topology_svg(subnet)), "down", "slow", "lost")
    trunks[0].ends[0].state = "Down"
    for port in trunks[1].ends:
        port.widths_supported, port.lanes = 3, 1
    lost = trunks[5]
    subnet.links.remove(lost)
    root = parsed(topology_svg(subnet))
    down, slow = (next(each for each in of_style(root, name) if tip(each)) for name in ("down", "slow"))
    assert tip(down) == f"{trunks[0].title}: not active"
    assert trunks[1].title in tip(slow)
    (missing,) = (each for each in of_style(root, "lost") if tip(each))
    assert lost.a.name in tip(missing)
    legend = [each.text for each in of_style(root, "sub")]
    assert legend[1:] == ["not active", "slower or narrower than both ends can", "missing"]


def test_an_adapter_whose_link_is_slow_is_marked():
    subnet = subnet_of_drawn(two_levels(random.Random(2), 4, 4))
    link = next(link for link in subnet.links if link.a.name.startswith("host"))
    for port in link.ends:
        port.speeds_supported, port.speed = ("SDR", "EDR"), "SDR"
    (square,) = of_style(parsed(topology_svg(subnet)), "slow-end")
    assert link.title in tip(square)


def test_links_that_are_as_fast_as_all_others_have_no_colour():
    """Colour says what is wrong, and `LinkProblems` says what that is: a fabric that could be faster is not wrong."""
    subnet = subnet_of_drawn(two_levels(random.Random(2), 4, 4))
    for link in subnet.links:
        for port in link.ends:
            port.speeds_supported, port.speeds_enabled, port.speed = ("EDR", "HDR"), ("EDR",), "EDR"
    assert not of_style(parsed(topology_svg(subnet)), "slow", "slow-end")


def test_ends_that_disagree_and_links_that_are_unsteady():
    subnet = subnet_of_drawn(two_levels(random.Random(2), 6, 6))
    trunks = [link for link in subnet.links if link.a.kind is link.b.kind]
    for port, mtu in zip(trunks[0].ends, (2048, 4096), strict=True):
        port.mtu, port.frame = mtu, 1
    for link, kind in ((trunks[1], "errors-moved"), (trunks[2], "link-flaps")):
        subnet.problems.append(FabricProblem(kind, "warning", link.title, link.title, 1))
    root = parsed(topology_svg(subnet))
    assert [tip(each) for each in of_style(root, "mismatch") if tip(each)] == [f"{trunks[0].title}: its ends disagree"]
    said = "errors rose, or it went down more than once"
    assert {tip(each) for each in of_style(root, "unsteady") if tip(each)} == {
        f"{link.title}: {said}" for link in trunks[1:3]
    }


@needs(FOLDER)
@pytest.mark.parametrize("name", ["ft2_sdr_on_edr", "ring6_mixed_speed", "star_1x_host", "sm_perfmgr", "torus4x4_updn"])
def test_colours_are_the_problems_of_a_recording(name):
    """One link among many is slow in some recordings, and in that link alone the picture has a colour."""
    path = next(path for path in captures() if name_of(path) == name)
    (subnet,) = fabric_of(path).subnets
    wrong = {"degraded-width", "degraded-speed", "errors-moved"}
    links = {link.title for link in subnet.links}
    named = {each.subject for each in subnet.problems if each.kind in wrong} & links
    root = parsed(topology_svg(subnet))
    tips = [tip(each) for each in of_style(root, "slow", "slow-end", "unsteady", "unsteady-end") if tip(each)]
    assert {part.split(": ")[0] for text in tips for part in text.split("; ")} == named


def test_the_circle_of_dependencies_is_drawn():
    subnet = subnet_of_drawn(ring(random.Random(3)))
    route_shortest(subnet)
    routing = check_routing(subnet)
    marked = [each for each in of_style(parsed(topology_svg(subnet, routing=routing)), "circle") if tip(each)]
    assert len(marked) == len(subnet.switches)


def big_tree():
    drawn = two_levels(random.Random(1), 64, 36)
    drawn.adapters = [30] * 64 + [0] * 36
    return drawn


def big_irregular():
    wide = product(Kind.TORUS, (25, 20), lambda at, size: {(at + 1) % size} - {at})
    return rewired(random.Random(1), wide, 900)


BIG = {
    "tree": big_tree,
    "torus": lambda: product(Kind.TORUS, (10, 10, 10), lambda at, size: {(at + 1) % size} - {at}),
    "irregular": big_irregular,
}


@pytest.mark.costly
@pytest.mark.parametrize("name", BIG)
def test_two_thousand_nodes(name):
    drawn = BIG[name]()
    subnet = subnet_of_drawn(drawn)
    assert 1000 <= len(subnet.nodes) <= 2100
    start = time.process_time()
    text = topology_svg(subnet)
    assert time.process_time() - start < 2
    root = parsed(text)
    assert len(text) < 500_000
    assert float(root.get("width")) <= 2400
    assert len(boxes(root)) == drawn.switches
    hanging = {str(count) for count in drawn.adapters if count}
    assert {each.text for each in of_style(root, "count")} == hanging  # numbers, not squares


@pytest.mark.parametrize("name", recorded())
def test_recorded_fabrics(name):
    subnet = subnet_of(truth(name))
    root = parsed(topology_svg(subnet, routing=check_routing(subnet)))
    assert len(boxes(root)) >= len(subnet.switches)


def test_pieces_and_nothing():
    assert "too little seen" in topology_svg(FabricSubnet())
    subnet = subnet_of_drawn(torus_2d(random.Random(1)))
    subnet.links = subnet.links[:1]
    assert len(boxes(parsed(topology_svg(subnet)))) == len(subnet.nodes)


def test_groups_have_numbers():
    drawn = dragonfly_plus(random.Random(9))
    captions = [each.text for each in of_style(parsed(topology_svg(subnet_of_drawn(drawn))), "caption")]
    assert captions == [str(group + 1) for group in range(drawn.dims[0])]
