"""The page about incidents has what is declared, and what is tested of recordings."""

from __future__ import annotations

import pytest

from ibpkt.analysis.checks.expert import KINDS
from ibpkt.analysis.incidents import CAUSES, cases
from ibpkt.analysis.incidents.case import Case
from ibpkt.analysis.incidents.kind_cases import MEANINGS, ONLY_CONTEXT
from tests.analysis.incidents.incidents_page import PAGE, TABLES
from tests.analysis.truth.findings_page import table_of

CASES = [value for value in vars(cases).values() if isinstance(value, Case)]


@pytest.mark.parametrize("heading", TABLES)
def test_the_tables_are_up_to_date(heading):
    assert table_of(PAGE, heading) == TABLES[heading](), "python -m tests.analysis.incidents.incidents_page"


def test_every_cause_has_a_case_and_every_case_a_cause():
    assert {case.cause for case in CASES} == CAUSES.keys()
    assert len({case.name for case in CASES}) == len(CASES)


def test_cases_name_kinds_that_there_are():
    known = {*KINDS, ""}
    assert {name for case in CASES for names, _ in case.titles for name in names.split()} <= known
    assert {*MEANINGS, *ONLY_CONTEXT} <= known
    assert {case.part_of for case in CASES} <= {"", *(case.name for case in CASES)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_sentences_have_all_their_facts(case):
    facts = {"n": 2, "place": "at 10.0.0.1", "source": "10.0.0.2", "target": "10.0.0.1", "detail": "", "again": ""} | {
        "share": "",
        "least": "",
    }
    for names, _ in case.titles:
        assert case.titled(dict.fromkeys(names.split(), 2) or {"lost": 2}, facts)
    assert case.placed(facts)
    for reach in range(7):
        assert case.advised(reach, facts).endswith((".", "them."))
