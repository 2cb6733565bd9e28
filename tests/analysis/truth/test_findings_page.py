"""The page that says which finding follows from what names kinds and outcomes that there are."""

from __future__ import annotations

import re

from ibpkt.analysis.checks.expert import KINDS
from ibpkt.analysis.results.message import OUTCOMES
from tests.support.shared import REPOSITORY

PAGE = (REPOSITORY / "docs" / "findings.md").read_text(encoding="utf-8")


def test_every_kind_and_outcome_of_the_page_is_known():
    words = {word for row in PAGE.splitlines() if row.startswith("| ") for word in re.findall(r"`([a-z -]+)`", row)}
    assert words - {*KINDS, *OUTCOMES} == set()
