"""Pauses of ports: how long, who stood still, and what else shows."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.traffic import Write
from tests.analysis.incidents.exchange import START, Exchange, capture
from tests.analysis.incidents.test_exchanges import path
from tests.analysis.incidents.told import incidents

PORT, OTHER = "02:00:00:00:00:02", "02:00:00:00:00:07"
MS = 1_000_000


def frame(quanta, priority=3, port=PORT):
    values = {"enbv": 1 << priority, f"time_c{priority}": quanta}
    return ibpkt.build(
        ibpkt.draft("Ethernet", src=port, dst="01:80:c2:00:00:01"),
        ibpkt.draft("MACControl"),
        ibpkt.draft("PFC", **values),
    ).data


def paused(*spans, quanta=0xFFFF, port=PORT, resumes=True):
    """An exchange of a request each millisecond, but while its port is paused from one to another (ms)."""
    exchange = Exchange(path=path())
    for turn in range(200):
        exchange.now = max(exchange.now, START + turn * MS)
        if not any(begin <= turn < end for begin, end in spans):
            exchange.ask(Write(bytes(100)))
    for begin, end in spans:
        exchange.frames.append((START + begin * MS - 500_000, frame(quanta, port=port)))
        if resumes:
            exchange.frames.append((START + end * MS - 500_000, frame(0, port=port)))
    return capture(exchange)


@pytest.mark.family("batches")
@pytest.mark.parametrize("batch", [None, 5, 32])
def test_who_stood_still_in_batches_of_any_size(batch):
    (told,) = incidents(paused((50, 55), (100, 103)), batch)
    assert (told.cause, told.where, str(told.severity)) == ("pause", PORT, "warning")
    assert (told.flows, told.cost) == ((1,), 8 * MS)
    assert told.waits == {"resumes": (2, 8 * MS)}
    assert "priority 3 is paused for 8 ms, 4.0% of the capture" in told.sentence


def test_a_storm():
    (told,) = incidents(paused(*[(begin, begin + 8) for begin in range(20, 180, 10)]))
    assert str(told.severity) == "error"
    assert "a pause storm, 81% of 158 ms" in told.title


def test_a_pause_that_nobody_ends_is_told_in_quanta():
    (told,) = incidents(paused((50, 55), resumes=False))
    assert told.cost == 0
    assert "paused for 65,535 quanta without an end: 1.342 ms at 25, 335.5 µs at 100" in told.sentence


def test_a_pause_is_over_when_its_quanta_are():
    """A quantum takes 512 ns on the slowest link: a resume much later ends nothing."""
    (told,) = incidents(paused((50, 55), quanta=100))
    assert (told.cost, told.waits) == (0, {})
    assert "is paused for 100 quanta without an end" in told.sentence


def test_a_port_to_which_nothing_goes():
    (told,) = incidents(paused((50, 55), port=OTHER))
    assert (told.where, told.flows, told.cost) == (OTHER, (), 0)
    assert "no RDMA packet in the capture goes to it" in told.sentence


def test_a_flow_that_goes_on_is_no_victim():
    exchange = Exchange(path=path())
    for turn in range(100):
        exchange.now = max(exchange.now, START + turn * MS)
        exchange.ask(Write(bytes(100)))
    exchange.frames += [(START + 50 * MS - 500_000, frame(0xFFFF)), (START + 55 * MS - 500_000, frame(0))]
    (told,) = incidents(capture(exchange))
    assert (told.flows, told.cost) == ((), 0)
