"""Links between pages lead to a file and, where they name one, to a heading of it."""

from __future__ import annotations

import re

import pytest

from tests.support.doc_blocks import REPOSITORY

PAGES = sorted(
    path
    for path in (*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").rglob("*.md"), REPOSITORY / "captures" / "README.md")
    if not any(part.startswith(".") for part in path.relative_to(REPOSITORY).parts)
)
FENCES = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")


def anchors(text):
    """The anchors that the headings of a page get: lower case, without punctuation, spaces as hyphens."""
    found = []
    for heading in re.findall(r"^#+ (.+)$", FENCES.sub("", text), re.MULTILINE):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        found.append(re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-"))
    return set(found)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_links(page):
    for link in LINK.findall(FENCES.sub("", page.read_text(encoding="utf-8"))):
        if "://" in link or link.startswith("mailto:"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert target.is_relative_to(REPOSITORY), f"{link} leaves the repository"
        if anchor:
            assert anchor in anchors(target.read_text(encoding="utf-8")), link


def test_a_wrong_anchor_is_noticed():
    assert anchors("# A `page`: of two\n```\n# no heading\n```\n## [x](y.md), z\n") == {"a-page-of-two", "x-z"}
