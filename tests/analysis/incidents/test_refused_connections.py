"""Connections that are refused: every reason is named, and a stale connection is no service that does not listen."""

from __future__ import annotations

from tests.analysis.incidents.told import incidents
from tests.analysis.truth.scenes.exchange import Exchange


def refused(*reasons):
    exchange = Exchange()
    for number, reason in enumerate(reasons, 1):
        exchange.manage(exchange.management(number).reject(reason=reason))
    return incidents(exchange.pcap())


def test_each_reason_is_named_once():
    (incident,) = refused(8, 28, 8)
    assert incident.title == "3 connections were refused: Invalid Service ID, Consumer Reject"
    assert incident.story == ("REJ of REQ for 0x0000000000000001 (2)", "Invalid Service ID")


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
