"""The writer of SVG: escaping, numbers, shapes."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, strategies as st

from ibpkt.output.svg import (
    SVGPicture,
    curve,
    escape_markup,
    number_text,
    on_circle,
    polyline,
    shorten,
    squares,
    text_width,
    upright_curve,
)


@given(st.text())
def test_any_text_is_text(text):
    picture = SVGPicture(10, 10, title=text, description=text)
    picture.text(1, 2, text, "name")
    picture.rectangle(0, 0, 1, 1, text, tip=text)
    root = ET.fromstring(picture.markup())
    assert len(root) == 2 + 2 * bool(text)
    shown = root.findall("{http://www.w3.org/2000/svg}text")[0].text or ""
    # of the characters that control something XML has no others
    printable = "".join(
        char for char in text if char.isprintable() or char in "\t\n\r" or (char.isspace() and char > " ")
    )
    if printable == text and "\r" not in text and not any(0x7F <= ord(char) < 0xA0 for char in text):
        assert shown == text
    assert len(shown.replace("\r\n", "\n")) <= len(text)


def test_what_xml_forbids_and_what_turns_text_around_is_replaced():
    assert escape_markup("a\x00\x1b‮b\ud800￾") == "a���b��"
    assert escape_markup('<a href="x">&\'') == "&lt;a href=&quot;x&quot;&gt;&amp;&#39;"


@pytest.mark.parametrize(("value", "text"), [(1, "1"), (1.0, "1"), (1.25, "1.2"), (-0.01, "0"), (1e6, "1000000")])
def test_numbers_are_short(value, text):
    assert number_text(value) == text


@given(st.text(min_size=1), st.floats(0, 200), st.booleans())
def test_shortened_text_fits(text, width, keep_end):
    short = shorten(text, width, 10, keep_end=keep_end)
    assert text_width(short, 10) <= width + 1e-9
    assert short in ("", text) or (short.startswith("…") if keep_end else short.endswith("…"))


def test_paths():
    assert polyline([(0, 0), (1.5, 2)]) == "M0 0L1.5 2"
    assert curve((0, 0), (4, 0), bend=(2, -3)) == "M0 0Q2 -3 4 0"
    assert upright_curve((0, 0), (10, 20)) == "M0 0C0 10 10 10 10 20"
    x, y = on_circle((10, 10), 5, 0.25)
    assert (round(x, 6), round(y, 6)) == (15, 10)
    assert squares((10, 0), 5, 4, 2, 1)[0] == (4.5, 0)
    assert squares((10, 0), 5, 4, 2, 1)[4] == (9, 3)


def test_groups_and_styles():
    picture = SVGPicture(10, 20, styles={"link": "fill:none"})
    picture.open_group(3, 4.5)
    picture.circle(1, 1, 2, "link", tip="here")
    picture.close_group()
    root = ET.fromstring(picture.markup())
    assert root.get("viewBox") == "0 0 10 20"
    assert root[0].text == ".link{fill:none}"
    assert root[1].get("transform") == "translate(3 4.5)"
    assert root[1][0][0].text == "here"
