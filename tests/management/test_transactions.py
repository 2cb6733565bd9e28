"""Requests and answers: who answered whom, and when."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ibpkt
from ibpkt import build, draft
from ibpkt.batch import Batch
from ibpkt.management import Transactions
from ibpkt.management.transactions import ANSWERED, datagrams
from ibpkt.protocols.mad.base import METHODS
from ibpkt.stats.mad import MadCounts
from tests.support.command import CAPTURES, run

GET, GET_TABLE = 1, 0x12


def mad(method, transaction, slid=1, dlid=2, attribute=0x11, status=0, mgmtclass=1, rmpp=None):
    headers = [
        draft("LRH", slid=slid, dlid=dlid),
        draft("BTH", opcode="UD SEND Only", destqp=0),
        draft("DETH"),
        draft(
            "MAD", mgmtclass=mgmtclass, method=method, status=status, transactionid=transaction, attributeid=attribute
        ),
    ]
    if rmpp is not None:
        headers += [draft("RMPP", rmpptype=rmpp), draft("SA")]
    return build(*headers, payload=bytes(232 if rmpp is None else 200), strict=False).data


def found(*packets, limit=10, at_once=100):
    """The transactions of some packets, a microsecond after each other: requests, answers, repeats, times."""
    transactions = Transactions(limit)
    result = []
    for start in range(0, len(packets), at_once):
        some = packets[start : start + at_once]
        batch = Batch.of(some, 247)
        batch.frames.first = start + 1
        batch.frames.time = 1000 * np.arange(start, start + len(some), dtype=np.int64)
        result += transactions.add(batch)
    result += transactions.finish()
    frames = [
        (each.request and each.request.frame, each.answer and each.answer.frame, each.repeats, each.took)
        for each in result
    ]
    return frames, transactions.given_up


@pytest.mark.parametrize("at_once", [1, 2, 100])
def test_who_answers_whom(at_once):
    packets = [
        mad(GET, 7),
        mad(GET, 7, slid=3),  # another requester with the same ID
        mad(GET | 0x80, 7, slid=2, dlid=3),
        mad(GET, 8),
        mad(GET, 7),  # a repeat
        mad(GET | 0x80, 7, slid=2, dlid=1),
        mad(GET | 0x80, 99, slid=2, dlid=1),  # the request came before the capture
        mad(GET | 0x80, 8, slid=2, dlid=1, attribute=0x15),  # another attribute answers nothing
    ]
    frames, given_up = found(*packets, at_once=at_once)
    assert frames == [(2, 3, 0, 1000), (1, 6, 1, 5000), (None, 7, 0, None), (None, 8, 0, None), (4, None, 0, None)]
    assert given_up == 0


def test_an_id_may_be_used_again():
    frames, _ = found(mad(GET, 7), mad(GET | 0x80, 7, 2, 1), mad(GET, 7), mad(GET | 0x80, 7, 2, 1), mad(GET, 7))
    assert frames == [(1, 2, 0, 1000), (3, 4, 0, 1000), (5, None, 0, None)]


def test_a_set_is_answered_as_a_get_is():
    frames, _ = found(mad(2, 7), mad(0x81, 7, 2, 1))
    assert frames == [(1, 2, 0, 1000)]
    assert {METHODS[method] for method in ANSWERED} == {
        "Get", "Set", "Report", "GetTable", "GetTraceTable", "GetMulti", "Delete",
    }  # fmt: skip


def test_the_half_of_the_kernel_does_not_count():
    frames, _ = found(mad(GET, 0x77), mad(0x81, 0x1_0000_0077, 2, 1))
    assert frames == [(1, 2, 0, 1000)]


def test_segments_and_their_acknowledgements():
    """The first segment is the answer; what RMPP says beside is nothing of its own."""
    table = {"attribute": 0x35, "mgmtclass": 3}
    answer, asked = {"slid": 2, "dlid": 1, **table}, {"slid": 1, "dlid": 2, **table}
    frames, _ = found(
        mad(GET_TABLE, 7, **asked, rmpp=0),
        mad(0x92, 7, **answer, rmpp=1),
        mad(GET_TABLE, 7, **asked, rmpp=2),
        mad(0x92, 7, **answer, rmpp=1),
        mad(GET_TABLE, 7, **asked, rmpp=2),
    )
    assert frames == [(1, 2, 0, 1000)]


def test_requests_that_are_given_up_are_said(monkeypatch):
    found = MadCounts()
    monkeypatch.setattr(found.transactions, "limit", 10)
    found.add(Batch.of([mad(GET, number) for number in range(25)], 247))
    (row,) = found.rows()
    assert (row["unanswered"], row["answered"]) == (25, 0)
    assert list(found.remarks) == ["15 requests count as unanswered because 10 newer ones were open"]


def test_memory_is_bounded():
    frames, given_up = found(*(mad(GET, number) for number in range(25)), limit=10)
    assert given_up == 15
    assert sorted(frames) == [(number, None, 0, None) for number in range(1, 26)]


#: requests in captures for which there is no answer, and how often they came again
UNANSWERED = {"ib_small.pcap": {435: 2, 1017: 0, 1209: 0, 1224: 0, 1239: 0}}


@pytest.mark.parametrize("name", ["ib_small.pcap", "rping_ipv4.pcap", "rc_write.pcap"])
def test_a_recorded_fabric_answers_nearly_everything(name):
    with ibpkt.open(CAPTURES / name) as capture:
        batches = list(capture.batches())
    packets = [each for batch in batches for each in datagrams(batch)]
    transactions = Transactions()
    result = [each for batch in batches for each in transactions.add(batch)] + list(transactions.finish())
    asked = [each for each in packets if each.method in ANSWERED]
    assert sum(1 + each.repeats for each in result if each.request) == len(asked)
    unanswered = {each.request.frame: each.repeats for each in result if each.answer is None}
    assert unanswered == UNANSWERED.get(name, {})
    assert all(each.request and (each.answer is None or each.took >= 0) for each in result)
    for frame in unanswered:  # looked at without addresses and the like
        own = next(each for each in packets if each.frame == frame).transactionid & 0xFFFFFFFF
        assert not [each for each in packets if each.method & 0x80 and each.transactionid & 0xFFFFFFFF == own]
    rows = json.loads(run("stats", "mad", "--format", "json", CAPTURES / name).out)["mad"]
    answers = [each.answer for each in result if each.answer]
    assert sum(row["answered"] or 0 for row in rows) == len(answers)
    assert sum(row["unanswered"] or 0 for row in rows) == len(unanswered)
    assert sum(row["failed"] or 0 for row in rows) == sum(answer.outcome != "OK" for answer in answers)
    with ibpkt.open(CAPTURES / name) as capture:
        assert sum(row["packets"] for row in rows) == sum("MAD" in packet for packet in capture)
