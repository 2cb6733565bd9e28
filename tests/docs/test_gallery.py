"""Every picture of the pages is what its command draws today: ``python docs/make_gallery.py`` draws them anew."""

from __future__ import annotations

import re
import xml.etree.ElementTree

import pytest

from tests.docs.test_written_pages import load
from tests.support.doc_blocks import REPOSITORY
from tests.tui.regenerate import SCREENS

GALLERY = load("make_gallery.py")


@pytest.mark.parametrize("name", GALLERY.NAMES)
def test_a_picture_is_what_its_command_draws(name):
    stored = (GALLERY.PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert stored == GALLERY.picture(name), "run python docs/make_gallery.py"
    xml.etree.ElementTree.fromstring(stored)
    assert len(stored) < 60_000
    assert not re.search(r"<script|href|url\(|@import|on\w+=", stored)  # nothing is loaded, nothing runs


@pytest.mark.parametrize(("name", "frames", "rest"), [("tour", 5, 0), ("tui", 5, 4)])
def test_screens_take_turns_and_stand_still_for_who_wants_that(name, frames, rest):
    stored = (GALLERY.PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert re.findall(r'<g class="step s(\d)">', stored) == [str(number) for number in range(frames)]
    at_rest, moving = stored.split("@media screen and (prefers-reduced-motion:no-preference)")
    assert f".step{{opacity:0}}.s{rest}{{opacity:1}}" in at_rest
    assert "animation:" not in at_rest
    delays = [f".s{number}{{animation-delay:{3 * number}s}}" for number in range(frames)]
    assert f"animation:show {3 * frames}s infinite" in moving
    assert "".join(delays) in moving


def test_a_key_leads_from_the_incident_to_its_packets():
    drawing = xml.etree.ElementTree.parse(GALLERY.PICTURES / "tui.svg").getroot()
    packets, incidents, first, finding, ladder = (
        "\n".join("".join(line.itertext()) for line in group.findall("{*}text")) for group in drawing.findall("{*}g")
    )
    assert "1/2,855" in packets
    assert "since 1.509 s, packet 51" in incidents
    assert "51/2,855" in first
    assert "NAK, PSN sequence error" in finding
    stored = (SCREENS / "ladder.80x24.txt").read_text(encoding="utf-8")
    assert ladder.splitlines()[:-1] == stored.rstrip("\n").splitlines()  # the last says which key it was


def test_text_is_escaped():
    svg = GALLERY._screen_svg("<a>", [GALLERY.Frame([[("", "<b>&")]], "<c>")])
    drawing = xml.etree.ElementTree.fromstring(svg)
    assert not re.search(r"<[abc]>", svg)
    assert "".join(drawing.itertext()).endswith("$ <a><b>&<c>")


def test_no_other_picture_is_there_and_pages_show_no_other():
    assert {path.name for path in GALLERY.PICTURES.iterdir()} == {f"{name}.svg" for name in GALLERY.NAMES}
    shown = set()
    for page in (REPOSITORY / "docs").glob("*.md"):
        shown |= set(re.findall(r"!\[[^]]+\]\((pictures/[\w-]+\.svg)\)", page.read_text(encoding="utf-8")))
    assert shown == {f"pictures/{name}.svg" for name in GALLERY.NAMES}


def test_lines_are_broken_as_a_terminal_breaks_them():
    rows = GALLERY.terminal("a" * 100 + "\n\x1b[31mb\x1b[0mc\n")
    assert rows == [[("", "a" * 80)], [("", "a" * 20)], [("wrong", "b"), ("", "c")]]
