"""The page that says which finding follows from what names kinds and outcomes that there are."""

from __future__ import annotations

import re

from ibpkt.analysis.checks.expert import KINDS
from ibpkt.analysis.results.message import OUTCOMES
from ibpkt.commands.command_checks import command_kinds
from tests.analysis.truth.findings_page import ANALYSIS, EVERY_KIND, FINDINGS, SCENES, every_kind, scenes, table_of

PAGE = FINDINGS.read_text(encoding="utf-8")


def test_every_kind_and_outcome_of_the_page_is_known():
    words = {word for row in PAGE.splitlines() if row.startswith("| ") for word in re.findall(r"`([a-z -]+)`", row)}
    assert words - {*KINDS, *command_kinds(), *OUTCOMES} == set()


def test_every_kind_has_its_row():
    """``python -m tests.analysis.truth.findings_page`` renews it."""
    assert table_of(FINDINGS, EVERY_KIND) == every_kind()
    assert len(every_kind()) == len(KINDS) + len(command_kinds()) + 2


def test_the_page_says_which_scenes_show_what():
    """The scenes of the tests, by what they expect."""
    assert table_of(ANALYSIS, SCENES) == scenes()


def test_every_kind_leads_to_the_glossary():
    without = [row for row in every_kind()[2:] if "glossary.md#" not in row]
    assert without == []
    assert "[RNR NAK](glossary.md#rnr-nak)" in next(row for row in every_kind() if row.startswith("| `rnr-nak` |"))
