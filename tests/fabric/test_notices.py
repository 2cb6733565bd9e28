"""Notices as they are collected: what is known of each, and how many are kept."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.fabric import notices
from ibpkt.management import SubnTrap
from tests.fabric.batches import batches_of
from tests.fabric.test_notice_events import trap


def kept(*packets, size=100):
    found = notices.Notices()
    for batch in batches_of(packets, size=size):
        found.add(batch)
    return found


@pytest.mark.parametrize("size", [1, 2, 100])
def test_so_many_notices_are_kept_and_the_others_counted(size, monkeypatch):
    monkeypatch.setattr(notices, "LIMIT", 3)
    found = kept(*(trap(lid) for lid in range(1, 6)), size=size)
    assert [notice.issuer for notice in found.seen] == [1, 2, 3]
    assert found.left_out == 2


@pytest.mark.parametrize(
    ("number", "details"),
    [
        (64, {"gidaddr": bytes(range(16))}),
        (128, {"lidaddr": 5}),
        (129, {"lidaddr": 5, "portno": 3}),
        (258, {"lidaddr1": 5, "lidaddr2": 6, "key": 0x80010000, "sl": 7, "qp1": 17, "qp2": 18, "gidaddr1": bytes(16),
               "gidaddr2": bytes(16)}),
    ],
)  # fmt: skip
def test_the_details_of_a_trap(number, details):
    """All fields of its data, and nothing else."""
    head = [ibpkt.draft("LRH"), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
    (notice,) = kept(ibpkt.build(*head, *SubnTrap(number, issuerlid=5, tid=0x55, **details)).data).seen
    assert (notice.trap, notice.details) == (number, details)
