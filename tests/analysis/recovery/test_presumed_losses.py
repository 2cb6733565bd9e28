"""Losses that are not told yet: what takes them back, and when they are told."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.presumed_losses import MAX_PRESUMED, PresumedLoss, PresumedLosses
from ibpkt.analysis.recovery.retransmission_queue import RetransmissionQueue
from ibpkt.analysis.recovery.run import Run, RunKind
from tests.analysis.recovery.requester_story import totals


def requests(first, end, *, number, packets=0, time=1000, skipped=0, frame=7):
    """A run of requests at a place in the order of sending."""
    packets = packets or end - first
    return Run(
        RunKind.REQUESTS, first, end, packets, frame, frame + packets - 1, time, time,
        sent=first, acked=0, skipped=skipped, number=number,
    )  # fmt: skip


def loss(first=10, end=14, packets=4, *, original=True, time=1000, number=50, skipped=4):
    """Packets that were sent before a run at a place in the order of sending."""
    behind = requests(end, end + 1, number=number, time=time, skipped=skipped)
    return PresumedLoss.before(behind, first, end, packets, behind, 3, original=original)


#: PSNs of a run that comes, its packets, its place; how many it takes back, and what is left (PSNs and packets)
CAME = {
    "all": ((10, 14, 4, 46), 4, None),
    "more than all": ((8, 16, 8, 44), 4, None),
    "the first": ((10, 12, 2, 46), 2, (12, 14, 2)),
    "the last": ((12, 14, 2, 48), 2, (10, 12, 2)),
    "the last, and more behind them": ((12, 16, 4, 48), 2, (10, 12, 2)),
    "the middle, so that either end may be missing": ((11, 12, 1, 47), 1, (10, 14, 3)),
    "a READ that takes all PSNs": ((10, 14, 1, 46), 4, None),
    "a READ that takes some PSNs": ((10, 13, 1, 46), 3, (13, 14, 1)),
    "a READ that was sent before them": ((10, 14, 1, 45), 0, (10, 14, 4)),
    "a READ that was sent behind them": ((10, 14, 1, 50), 0, (10, 14, 4)),
    "sent behind what shows that they are missing": ((10, 14, 4, 51), 0, (10, 14, 4)),
    "the packet that shows that they are missing": ((10, 14, 4, 50), 0, (10, 14, 4)),
    "sent before them": ((10, 14, 4, 42), 0, (10, 14, 4)),
    "the first sent before them": ((10, 14, 4, 45), 3, (10, 11, 1)),
    "the last sent behind what shows that they are missing": ((10, 14, 4, 47), 3, (13, 14, 1)),
    "of no known place": ((10, 14, 4, -1), 0, (10, 14, 4)),
    "just before them": ((8, 10, 2, 46), 0, (10, 14, 4)),
    "just behind them": ((14, 16, 2, 46), 0, (10, 14, 4)),
}


@pytest.mark.parametrize(("run", "taken", "left"), CAME.values(), ids=CAME)
def test_what_comes_is_not_lost(run, taken, left):
    losses = PresumedLosses()
    losses.add(loss())
    first, end, packets, number = run
    assert losses.came(requests(first, end, packets=packets, number=number)) == taken
    assert bool(losses.open) is (left is not None)
    assert [(each.first, each.end, each.packets) for each in losses.take_older(10**9, 1)] == ([left] if left else [])


def test_fewer_packets_than_psns_may_be_missing():
    losses = PresumedLosses()
    losses.add(loss(packets=2, skipped=2))
    assert losses.came(requests(10, 11, number=48)) == 1
    (left,) = losses.take_older(10**9, 1)
    assert (left.first, left.end, left.packets) == (11, 14, 1)


def test_as_many_places_are_looked_at_as_were_skipped():
    skipped_more = PresumedLosses()
    skipped_more.add(loss(skipped=9))
    assert skipped_more.came(requests(10, 14, number=41)) == 4
    skipped_less = PresumedLosses()
    skipped_less.add(loss(skipped=4))
    assert skipped_less.came(requests(10, 14, number=41)) == 0


def test_repetitions_that_come_late_are_no_originals():
    losses = PresumedLosses()
    losses.add(loss(original=False))
    assert losses.came(requests(10, 14, number=46)) == 0
    assert not losses.open  # but they are not lost either


def test_what_comes_takes_back_the_loss_of_its_own_time():
    losses = PresumedLosses()
    losses.add(loss(number=50))
    losses.add(loss(number=90))
    assert losses.came(requests(10, 14, number=86)) == 4
    (left,) = losses.take_older(10**9, 1)
    assert left.below == 50


@pytest.mark.parametrize(("now", "told"), [(1499, []), (1500, [10]), (1700, [10]), (1800, [10, 20])])
def test_they_are_told_when_they_are_overdue(now, told):
    losses = PresumedLosses()
    losses.add(loss(10, 14, time=1000))
    losses.add(loss(20, 24, time=1300, number=90))
    assert [each.first for each in losses.take_older(now, 500)] == told
    assert [each.first for each in losses.take_older(10**9, 0)] == [first for first in (10, 20) if first not in told]


@pytest.mark.parametrize(
    ("delay", "kinds"),
    [
        (4_250_000, {"out-of-order": 1, "retransmission": 3}),  # as long as the cable between two kernels held it
        (16_700_000, {"out-of-order": 1, "retransmission": 3}),
        (30_000_000, {"lost": 1, "out-of-order": 1, "retransmission": 3}),
    ],
)
def test_what_was_sent_before_comes_late_within_a_usual_timer(delay, kinds):
    """The end of a repetition: its last packet overtakes the one before."""
    queue = RetransmissionQueue(FlowTimers(), known_beginning=True)
    verdicts = [
        verdict
        for run in (
            requests(0, 6, number=0, time=1_000_000, frame=1).replace(late=0),
            requests(3, 4, number=6, time=70_000_000).replace(late=0, sent=6),
            requests(5, 6, number=8, time=70_010_000, skipped=1, frame=8).replace(late=0, sent=6),
            requests(4, 5, number=7, time=70_010_000 + delay, frame=9).replace(late=1, sent=6),
        )
        for verdict in queue.feed(run)
    ]
    verdicts += queue.finish(200_000_000)
    told = totals(verdicts)
    assert {kind: told.get(kind, 0) for kind in ("lost", "out-of-order", "retransmission")} == {"lost": 0} | kinds


def test_what_the_last_packet_of_a_capture_shows_to_be_missing_is_lost():
    """Nothing comes behind it, and so nothing late."""
    queue = RetransmissionQueue(FlowTimers(), known_beginning=True)
    runs = (
        requests(0, 6, number=0, time=1_000_000, frame=1).replace(late=0),
        requests(3, 4, number=6, time=70_000_000).replace(late=0, sent=6),
        requests(5, 6, number=8, time=70_010_000, skipped=1, frame=8).replace(late=0, sent=6),
    )
    told = [verdict for run in runs for verdict in queue.feed(run)]
    assert "lost" not in totals(told)
    assert totals(queue.finish(70_010_000)) == {"lost": 1}


def test_what_comes_late_behind_a_repetition_that_it_continues():
    """Its PSN is the next, and it was sent before: the end of an earlier repetition, as live kernels showed."""
    queue = RetransmissionQueue(FlowTimers(), known_beginning=True)
    runs = (
        requests(0, 6, number=0, time=1_000_000, frame=1).replace(late=0),
        requests(3, 4, number=6, time=70_000_000).replace(late=0, sent=6),
        requests(5, 6, number=8, time=70_010_000, skipped=1, frame=8).replace(late=0, sent=6),
        requests(3, 4, number=9, time=71_000_000).replace(late=0, sent=6),
        requests(4, 5, number=7, time=71_010_000).replace(late=1, sent=6, after=9),
    )
    verdicts = [verdict for run in runs for verdict in queue.feed(run)]
    told = totals(verdicts + queue.finish(200_000_000))
    assert (told.get("lost", 0), told["out-of-order"]) == (0, 1)


def test_places_before_others_that_came_late_count():
    """Of two that are missing one comes late, so one is skipped: the other was sent before it."""
    behind = requests(12, 13, number=50, skipped=1)
    losses = PresumedLosses()
    losses.add(PresumedLoss.before(behind, 10, 11, 1, behind, 3, original=True))
    assert losses.came(requests(10, 11, number=48)) == 1


def test_the_oldest_of_too_many_are_told():
    losses = PresumedLosses()
    for at in range(MAX_PRESUMED + 2):
        losses.add(loss(10 * at, 10 * at + 4, number=50 + 10 * at))
    assert [each.first for each in losses.take_older(1000, 500)] == [0, 10]
    assert losses.take_older(1000, 500) == []


def test_a_state_has_all_of_them():
    losses, other = PresumedLosses(), PresumedLosses()
    losses.add(loss())
    losses.add(loss(20, 24, original=False, number=90))
    other.fill(losses.rows())
    assert other.rows() == losses.rows()
    assert other.take_older(10**9, 1) == losses.take_older(10**9, 1)


#: PSNs of a run that comes once more and its packets; the PSNs that it makes doubtful, their packets, and what is left
AGAIN = {
    "all": ((10, 14, 4), (10, 14, 4), None),
    "more than all": ((8, 16, 8), (10, 14, 4), None),
    "the first": ((10, 12, 2), (10, 12, 2), (12, 14, 2)),
    "the last": ((12, 16, 4), (12, 14, 2), (10, 12, 2)),
    "just before them": ((8, 10, 2), None, (10, 14, 4)),
    "just behind them": ((14, 16, 2), None, (10, 14, 4)),
}


def _shown(losses):
    return [(each.first, each.end, each.packets) for each in losses]


@pytest.mark.parametrize(("run", "doubted", "left"), AGAIN.values(), ids=AGAIN)
def test_what_comes_once_more_may_be_an_original_where_no_order_is_known(run, doubted, left):
    losses = PresumedLosses()
    losses.add(loss(number=-1))
    first, end, packets = run
    again = requests(first, end, packets=packets, number=-1)
    assert losses.came(again) == 0
    assert _shown(losses.take_doubted(again)) == ([doubted] if doubted else [])
    assert _shown(losses.take_doubted(again)) == []
    assert _shown(losses.take_older(10**9, 1)) == ([left] if left else [])


def test_where_an_order_is_known_it_decides():
    losses = PresumedLosses()
    losses.add(loss())
    assert losses.take_doubted(requests(10, 14, number=51)) == []
    assert _shown(losses.open) == [(10, 14, 4)]
