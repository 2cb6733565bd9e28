"""``stats connections`` gives what `ibpkt.management` finds, which tests/management holds against the programs."""

from __future__ import annotations

import json

import pytest

import ibpkt
from ibpkt.management import connections
from ibpkt.stats.connections import Connections
from tests.cli.run import CAPTURES, run

NAMES = ("cm_reject.pcap", "rping_ipv4.pcap", "nvmeof.pcap", "udaddy.pcap", "rc_write.pcap", "ib_small.pcap")


@pytest.mark.parametrize("name", NAMES)
def test_a_row_a_connection(name):
    with ibpkt.open(CAPTURES / name) as capture:
        expected = sorted(connections(capture), key=lambda each: each.frames[0])
    rows = json.loads(run("stats", "connections", "--format", "json", CAPTURES / name).out)["connections"]
    assert [row["frame"] for row in rows] == [each.frames[0] for each in expected]
    for row, each in zip(rows, expected, strict=True):
        assert (row["active_qp"], row["active_psn"]) == (each.active.qpn, each.active.psn)
        assert (row["passive_qp"], row["passive_psn"]) == (each.passive.qpn, each.passive.psn)
        assert (row["service_id"], row["outcome"], row["reason"]) == (each.service_id, each.outcome, each.reason)
        assert row["setup_ms"] == (None if each.setup is None else each.setup / 1e6)


def test_more_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr("ibpkt.stats.connections.MOST", 1)
    found = Connections()
    with ibpkt.open(CAPTURES / "nvmeof.pcap") as capture:
        for batch in capture.batches():
            found.add(batch)
    assert (len(found.rows()), found.more) == (1, 1)
