"""Which segments of a transfer are kept: the first of each number, as long as the transfer goes on."""

from __future__ import annotations

import pytest

from ibpkt import draft
from ibpkt.batch import Batch
from ibpkt.management import Transfers, mad, segments
from ibpkt.management.transfers import segments as segments_of

HEAD = draft("LRH", slid=3, dlid=4), draft("BTH"), draft("DETH")


def numbered(*order):
    """Segments of a table of three, in an order."""
    rows = [{"fromlid": at, "tolid": at} for at in range(60)]
    parts = [
        bytes(each) for each in segments(*HEAD, *mad("SubnAdm", "GetTableResp", "LinkRecord", records=rows, tid=7))
    ]
    assert len(parts) == 3
    return list(segments_of(Batch.of([parts[number - 1] for number in order], 247)))


@pytest.mark.parametrize(
    ("order", "kept"),
    [
        ((1, 2, 3), [True, True, False]), ((1, 1, 2), [True, False, True]), ((3, 1, 3, 1), [True, True, False, False]),
        ((2, 3, 1), [True, True, False]), ((1, 2, 3, 2), [True, True, False, False]),
    ],
)  # fmt: skip
def test_which_segments_are_kept(order, kept):
    transfers = Transfers()
    found = []
    for segment in numbered(*order):
        transfers.take(segment)
        found.append(transfers.keeps(segment))
    assert found == kept
