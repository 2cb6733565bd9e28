"""What findings count is what two Linux kernels counted while the capture was recorded."""

from __future__ import annotations

import re

import pytest

import ibpkt
from tests.analysis.truth.counters import DIFFERENT, RECORDED, TABLE, counts, recordings, table
from tests.support.shared import needs

NAMES = recordings()


@needs(RECORDED)
@pytest.mark.parametrize("name", NAMES)
def test_findings_count_what_the_kernels_counted(name):
    assert [str(count) for count in counts(name) if not count.right] == []


@needs(RECORDED)
def test_the_table_of_all_figures_is_that_of_this_core():
    """``python -m tests.analysis.truth.counters --write`` renews it: its changes are to be read."""
    assert TABLE.read_text(encoding="utf-8") == table(NAMES)


@needs(RECORDED)
@pytest.mark.parametrize("place", [place for place in DIFFERENT if place[0] in NAMES], ids="-".join)
def test_a_difference_is_explained_by_a_packet_that_ends_the_capture(place):
    (number,) = re.findall(r"packet (\d+) ", DIFFERENT[place].because)
    with ibpkt.open(RECORDED / f"{place[0]}.pcap") as capture:
        assert sum(1 for _ in capture) == int(number)
