"""Every picture of the pages is what its command draws today: ``python docs/make_gallery.py`` draws them anew."""

from __future__ import annotations

import re
import xml.etree.ElementTree

import pytest

from tests.docs.test_written_pages import load
from tests.support.doc_blocks import REPOSITORY

GALLERY = load("make_gallery.py")


@pytest.mark.parametrize("name", GALLERY.NAMES)
def test_a_picture_is_what_its_command_draws(name):
    stored = (GALLERY.PICTURES / f"{name}.svg").read_text(encoding="utf-8")
    assert stored == GALLERY.picture(name), "run python docs/make_gallery.py"
    xml.etree.ElementTree.fromstring(stored)
    assert len(stored) < 30_000
    assert not re.search(r"<script|href|url\(|@import|on\w+=", stored)  # nothing is loaded, nothing runs


def test_no_other_picture_is_there_and_pages_show_no_other():
    assert {path.name for path in GALLERY.PICTURES.iterdir()} == {f"{name}.svg" for name in GALLERY.NAMES}
    shown = set()
    for page in (REPOSITORY / "docs").glob("*.md"):
        shown |= set(re.findall(r"!\[[^]]+\]\((pictures/[\w-]+\.svg)\)", page.read_text(encoding="utf-8")))
    assert shown == {f"pictures/{name}.svg" for name in GALLERY.NAMES}


def test_lines_are_broken_as_a_terminal_breaks_them():
    rows = GALLERY.terminal("a" * 100 + "\n\x1b[31mb\x1b[0mc\n")
    assert rows == [[("", "a" * 80)], [("", "a" * 20)], [("wrong", "b"), ("", "c")]]
