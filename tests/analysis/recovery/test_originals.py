"""Which of the packets that fill a hole late are originals, and what a NAK asked for that was answered by none."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.holes import Filling, Hole
from ibpkt.analysis.recovery.responder_model import RCResponderModel
from ibpkt.analysis.recovery.run import Run, RunKind

UNKNOWN = -1


def requests(first, end, frame, sent=100, **more):
    last = frame + end - first - 1
    return Run(RunKind.REQUESTS, first, end, end - first, frame, last, frame * 1000, last * 1000, sent, 0, **more)


@pytest.mark.parametrize(
    ("behind", "filling", "skipped", "originals"),
    [
        (53, 51, 2, 2),  # a later batch: what was skipped before the packet behind the hole comes after all
        (53, 51, 0, 2),
        (53, 60, 2, 0),  # sent behind it, and overtaken by something else
        (UNKNOWN, 51, 2, 0),  # without places in the order of sending, what was skipped is lost
        (53, UNKNOWN, 0, 2),
    ],
)
def test_originals_were_sent_before_what_is_behind_the_hole(behind, filling, skipped, originals):
    hole = Hole.before(requests(103, 105, 4, skipped=skipped, number=behind), 101)
    assert Filling(hole, requests(101, 103, 9, sent=105, late=1, number=filling)).originals() == originals


@pytest.mark.parametrize("behind", range(48, 56))
@pytest.mark.parametrize("first", [99, 100, 101, 102])
@pytest.mark.parametrize("is_read", [False, True])
def test_each_packet_has_its_place_in_the_order_of_sending(behind, first, is_read):
    """A run that begins before the hole or in it; a READ is one packet, however many PSNs it takes."""
    hole = Hole.before(requests(103, 105, 4, number=behind), 101)
    run = requests(first, 105, 9, sent=105, late=1, number=50)
    places = {psn: 50 if is_read else 50 + psn - first for psn in range(first, 105)}
    if is_read:
        run = run.replace(packets=1)
    filled = [psn for psn in places if 101 <= psn < 103][: 1 if is_read else None]
    assert Filling(hole, run).originals() == sum(places[psn] < behind for psn in filled)


def test_no_more_is_missing_than_has_not_come():
    missing = Hole.before(requests(103, 105, 4, skipped=2), 101).missing
    missing.open -= 1
    missing.fill()
    assert (missing.skipped, missing.take_lost(2)) == (1, 1)


@pytest.mark.parametrize(("is_reopened", "kind"), [(True, "duplicate-request"), (False, "request-or-answer-lost")])
def test_what_came_behind_its_nak_is_there_when_it_is_sent_again(is_reopened, kind):
    responder = RCResponderModel(100)
    nak = Run(RunKind.NAK_SEQUENCE, 100, 101, 1, 2, 2, 2000, 2000, 102, 0, code=0x60)
    verdicts = responder.feed(requests(101, 102, 1, sent=100)) + responder.answer(nak)
    verdicts += responder.feed(requests(100, 101, 3, sent=102))
    if is_reopened:
        responder.reopen(nak)
    verdicts += responder.feed(requests(100, 102, 4, sent=102))
    verdicts += responder.finish(102, 9000)
    assert [verdict.packets for verdict in verdicts if verdict.kind.name == kind] == [1]
