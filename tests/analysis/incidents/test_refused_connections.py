"""Connections that are refused: every reason is named, and a stale connection is no service that does not listen."""

from __future__ import annotations

import io

import pytest

import ibpkt
from tests.analysis.incidents.told import incidents
from tests.analysis.truth.scenes.exchange import START, Exchange


def refused(*reasons):
    exchange = Exchange()
    for number, reason in enumerate(reasons, 1):
        exchange.manage(exchange.management(number).reject(reason=reason))
    return incidents(exchange.pcap())


def test_each_reason_is_named_once():
    (incident,) = refused(8, 28, 8)
    assert incident.title == "3 connections were refused: Invalid Service ID, Consumer Reject"
    assert incident.story == ("REJ of REQ for 0x0000000000000001 (2)", "Invalid Service ID")


def test_the_end_that_has_asked_gives_up():
    """It does not accept the reply: its own log says why, and the service is there."""
    exchange = Exchange()
    management = exchange.management(1)
    request, reply, _ = management.connect()
    exchange.manage([request, reply, management.message("REJ", by_active=True, msgrej=1, reason=28)])
    (incident,) = incidents(exchange.pcap())
    assert incident.title == "1 connection was given up by the end that had asked: Consumer Reject"
    assert (incident.where, incident.first_frame) == ("10.0.0.1 > 10.0.0.2", 3)
    assert incident.end - START == 2_004_000  # the time of the REJ
    assert "the log of 10.0.0.1" in incident.advice


@pytest.mark.parametrize(("tries", "times"), [(1, "1 time"), (3, "3 times")])
def test_the_end_that_has_asked_waits_no_longer(tries, times):
    """Linux says so with a REJ of its own (reason Timeout): the other end has not refused anything."""
    exchange = Exchange()
    management = exchange.management(1)
    request, *_ = management.connect()
    exchange.manage([request] * tries + [management.message("REJ", by_active=True, msgrej=2, reason=4)], every=4e6)
    with ibpkt.open(io.BytesIO(exchange.pcap())) as capture:
        (finding,) = ibpkt.analysis.findings(capture)
    service = "0x0000000000000001"
    assert str(finding) == f"The connection request to {service} was sent {times} and never answered"
    (incident,) = incidents(exchange.pcap())
    assert (incident.cause, incident.where) == ("peer-gone", "10.0.0.2")


def test_no_more_reasons_than_fit_a_sentence():
    (incident,) = refused(*range(1, 10))
    assert incident.evidence == {"cm-reject": 9}
    assert len(incident.title) < 150


def test_a_stale_connection():
    """IBA 1, 12.9.8.3.1: the other end gives the earlier connection up, so the service is there and answers."""
    other, stale = sorted(refused(10, 8), key=lambda incident: incident.first_frame, reverse=True)
    assert (stale.title, other.title) == (
        "1 connection was refused: Stale Connection",
        "1 connection was refused: Invalid Service ID",
    )
    assert (stale.where, stale.cause) == (other.where, "connection-refused")
    assert "the next try should pass" in stale.advice
    assert "listens" in other.advice
