"""A NAK that ends a connection, of a request that the tap has missed: the responder takes nothing any more."""

from __future__ import annotations

import pytest

from tests.analysis.recovery.responder_rows import Row, exchange

BEHIND: list[tuple[str, list[Row]]] = [
    ("requests that follow the missed ones", [("requests", 5, 8), ("ack", 7)]),
    ("the last request again, and the refused one", [("requests", 2, 4), ("ack", 3)]),
]


@pytest.mark.parametrize("before", [[], [("ack", 2)]], ids=["no ACK before", "an ACK before"])
@pytest.mark.parametrize("rows", [each[1] for each in BEHIND], ids=[each[0] for each in BEHIND])
def test_nothing_is_received_behind_a_refusal(rows: list[Row], before: list[Row]) -> None:
    """It is neither out of sequence nor a duplicate: the queue pair is in the error state (IBA 1, 9.9.3).

    The refused request is the next one behind what the tap saw.
    """
    assert exchange(("requests", 0, 3), *before, ("refusal", 3), *rows) == {"nak-refused": 1}


def test_a_refusal_of_what_cannot_have_been_sent_refuses_nothing() -> None:
    """More than one request would have to be missing: its PSN is damaged."""
    rows: list[Row] = [("requests", 0, 3), ("ack", 2), ("refusal", 4), ("requests", 2, 4), ("ack", 3)]
    assert exchange(*rows) == {"nak-refused": 1, "duplicate-request": 1}
