"""``stats connections`` gives what `ibpkt.management` finds, which tests/management holds against the programs."""

from __future__ import annotations

import json

import pytest

import ibpkt
from ibpkt.management import connections
from ibpkt.stats.connections import ConnectionCounts
from tests.management.test_connections import BACK, GIDS, REP, REQ, datagram
from tests.support.command import CAPTURES, run

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
    monkeypatch.setattr("ibpkt.stats.connections.MAX_KEYS", 1)
    found = ConnectionCounts()
    with ibpkt.open(CAPTURES / "nvmeof.pcap") as capture:
        for batch in capture.batches():
            found.add(batch)
    assert (len(found.rows()), found.more) == (1, 1)


def test_half_open_connections_are_given_up_with_a_count(monkeypatch, tmp_path):
    """Nobody answers; the oldest are told as they are, and how many that are is said."""
    path = tmp_path / "half.pcap"
    with ibpkt.create(path, link="ethernet") as capture:
        for number in range(12):
            capture.write(datagram("REQ", **{**REQ, "localcommid": number}), time=number)
    found = ConnectionCounts()
    monkeypatch.setattr(found.exchanges, "limit", 5)
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            found.add(batch)
    assert len(found.exchanges._open) == 5
    assert len(found.rows()) == 12
    assert list(found.remarks) == ["7 connections are shown as they were when more than 5 were open"]


def test_what_is_left_out_is_said(monkeypatch):
    monkeypatch.setattr("ibpkt.stats.connections.MAX_KEYS", 1)
    told = run("stats", "connections", CAPTURES / "nvmeof.pcap")
    assert told.err == f"ibpkt: {CAPTURES / 'nvmeof.pcap'}: 1 more connections are not listed\n"


def test_alternate_paths(tmp_path):
    path = tmp_path / "paths.pcap"
    with ibpkt.create(path, link="ethernet") as capture:
        capture.write(datagram("REQ", **REQ, **GIDS), time=0)
        capture.write(datagram("REP", **BACK, **REP, failoveracc=1), time=1)
    (row,) = json.loads(run("stats", "connections", "--format", "json", path).out)["connections"]
    assert row["alternate_paths"] == "fe80::1 → fe80::2 refused (Not Supported)"
    assert "alternate_paths" in run("stats", "connections", path).out
