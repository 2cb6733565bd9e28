"""READs whose length in PSNs is learnt later than they come."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.read_spans import learn_spans

PMTU = 1024


def halves_that_read(*lengths):
    """A table of halves whose last request, PSN 100, was a READ of so many bytes; 0 for another request."""
    table = HalfTable()
    table.reserve(len(lengths))
    own = slice(0, len(lengths))
    table["read_length"][own] = lengths
    table["psn"][own] = 100
    for name in ("end", "sent"):
        table[name][own] = 101
    return table


def test_reads_take_as_many_psns_as_the_path_mtu_says():
    table = halves_that_read(0, 4 * PMTU, 1, 4 * PMTU + 1, 4 * PMTU)
    learned = learn_spans(table, np.array([PMTU, PMTU, PMTU, PMTU, 0]))
    assert learned.halves.tolist() == [1, 2, 3]  # of the last, nothing is known yet
    assert learned.psn.tolist() == [100] * 3
    assert learned.before.tolist() == [101] * 3
    assert learned.end.tolist() == [104, 101, 105]
    assert table["end"][:5].tolist() == table["sent"][:5].tolist() == [101, 104, 101, 105, 101]


def test_what_is_learnt_is_not_learnt_again():
    table = halves_that_read(4 * PMTU)
    assert len(learn_spans(table, np.array([0])).halves) == 0
    assert len(learn_spans(table, np.array([PMTU])).halves) == 1
    assert len(learn_spans(table, np.array([PMTU])).halves) == 0


def test_what_was_sent_behind_a_read_that_was_repeated_stays():
    table = halves_that_read(2 * PMTU)
    table["sent"][0] = 110
    learn_spans(table, np.array([PMTU]))
    assert (table["end"][0], table["sent"][0]) == (102, 110)


def test_fewer_path_mtus_than_halves_and_more():
    table = halves_that_read(2 * PMTU)
    assert learn_spans(table, np.zeros(0, np.int64)).halves.tolist() == []
    assert learn_spans(table, np.full(1000, PMTU)).halves.tolist() == [0]
