"""The sentence for a capture in which nothing went wrong."""

from __future__ import annotations

from collections import Counter

import pytest

from ibpkt.analysis.incidents.clean_sentence import clean_sentence
from ibpkt.analysis.results.totals import Totals
from tests.analysis.truth.scenes.exchange import Exchange
from tests.analysis.truth.told import Told
from tests.support.command import run


@pytest.mark.parametrize(
    ("messages", "says"),
    [
        ({("SEND", "completed"): 3}, "3 of 3 SENDs completed"),
        ({("SEND", "completed"): 3, ("SEND", "under way"): 1}, "3 of 4 SENDs completed"),
        ({("SEND", "sent"): 1}, "1 SEND sent"),
        ({("SEND", "completed"): 3, ("SEND", "sent"): 2}, "3 of 3 SENDs completed, 2 SENDs sent"),
        ({("FLUSH", "completed"): 2, ("WRITE", "sent"): 2}, "2 WRITEs sent, 2 of 2 FLUSHes completed"),
    ],
)  # fmt: skip
def test_services_without_answers_complete_nothing(messages, says):
    """What is sent over UC and UD is only known to be sent."""
    totals = Totals(flows=1, messages=Counter(messages))
    assert clean_sentence(9, 0, totals) == f"nothing went wrong in 9 packets (1 flow, {says}, nothing sent twice)"


@pytest.mark.parametrize(
    ("outcome", "answers", "says"),
    [
        ("unknown", 0, "nothing is answered"),
        ("unknown", 3, "no answer fits a request before it"),
        ("under way", 3, "nothing is answered"),
    ],
)
def test_answers_that_fit_no_request(outcome, answers, says):
    """They are to requests that the capture lacks, or that it has only behind them."""
    totals = Totals(flows=2, messages=Counter({("SEND", outcome): 3}), packets=Counter(answers=answers))
    assert clean_sentence(9, 0, totals).startswith(f"{says}, and nothing else went wrong in 9 packets")


def test_answers_that_always_come_before_their_requests_are_not_denied(tmp_path):
    """A capture of two places whose clocks differ: each ACK stands 2 µs before its SEND, from the first on."""
    exchange = Exchange()
    for psn in range(100, 106):
        request = exchange.send(psn)
        exchange.tap(exchange.ack(psn, psn - 99)).tap(request).wait(50)
    told = Told(exchange.pcap())
    assert told.findings == []
    assert [message.outcome for message in told.work] == 6 * ["unknown"]
    (tmp_path / "early.pcap").write_bytes(exchange.pcap())
    said = " ".join(run("expert", tmp_path / "early.pcap").out.split())
    assert said.endswith(
        "no answer fits a request before it, and nothing else went wrong in 12 packets "
        "(2 flows, 0 of 6 SENDs completed, nothing sent twice)"
    )
