"""What the page on flows says of bounds and joins is what the code does."""

from __future__ import annotations

import re

from ibpkt.analysis.results.flow import JOIN_METHODS
from ibpkt.analysis.streams.stream_table import LIKELY, LIMIT
from tests.support.command import run
from tests.support.doc_blocks import REPOSITORY

PAGE = (REPOSITORY / "docs" / "flows.md").read_text(encoding="utf-8")


def test_bounds():
    assert f"{LIMIT:,} flows are remembered at once" in " ".join(PAGE.split())


def test_joins():
    table = PAGE.partition("| `joined` |")[2].partition("\n\n")[0]
    rows = dict(re.findall(r"^\| `(\w+)` \|.*\| (.*) \|$", table, re.MULTILINE))
    assert rows.keys() == {how or "no" for how in JOIN_METHODS}
    assert rows["addresses"] == str(LIKELY)


def test_a_join_by_addresses(tmp_path):
    """Nobody answers on UC, but where only one flow goes each way they belong together."""
    path = tmp_path / "uc.pcap"
    run("craft", "traffic", "--service", "UC", "--both-ways", "--messages", "20", "-w", path)
    assert " addresses 80.0%, also 2 " in run("flows", path).out
