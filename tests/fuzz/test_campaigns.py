"""The ledger of campaigns: it adds up, and the page of reliability says the same."""

from __future__ import annotations

import pytest

from tests.fuzz import campaigns
from tests.fuzz.campaigns import LEDGER, Campaign, read
from tests.fuzz.commands import campaign
from tests.fuzz.mutated_captures import seeds
from tests.support.shared import REPOSITORY


def test_a_campaign_counts_what_it_has_tried(tmp_path):
    figures, failures = campaign(float("inf"), 7 * 16, most=3)
    assert (figures.seed, figures.runs, figures.failures, failures) == (112, 3, 0, {})
    assert 0 <= figures.changed <= figures.packets > 0
    ledger = tmp_path / "ledger.tsv"
    figures.append_to(ledger)
    figures._replace(seed=500).append_to(ledger)
    assert read(ledger) == [figures, figures._replace(seed=500)]


@pytest.mark.costly
def test_packets_that_are_changed_are_counted():
    figures, _ = campaign(float("inf"), 0, most=48)
    assert 0.02 < figures.changed / figures.packets < 0.9
    assert seeds()


@pytest.mark.parametrize("line", ["2026-11-28\t119\t10\t1\t1\t0", "2026-11-28\t95\t6\t1\t1\t0"])
def test_no_seed_counts_twice(tmp_path, line):
    ledger = tmp_path / "ledger.tsv"
    Campaign("2026-11-28", 100, 20, 1, 1, 0).append_to(ledger)
    ledger.write_text(ledger.read_text() + line + "\n")
    with pytest.raises(ValueError, match="are the same"):
        read(ledger)


def test_the_page_says_what_the_ledger_has(capsys):
    campaigns.main()
    page = (REPOSITORY / "docs" / "reliability.md").read_text(encoding="utf-8")
    assert capsys.readouterr().out.strip() in page
    assert len(read(LEDGER)) > 1
