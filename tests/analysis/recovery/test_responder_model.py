"""What the model of the responder tells of exchanges, row by row; each with the rule that demands it."""

import pytest

from ibpkt.analysis.recovery.kinds import DUPLICATE_REQUEST, LOST, OUT_OF_SEQUENCE, REORDERED_OR_LOST
from ibpkt.analysis.recovery.responder_model import RCResponderModel
from tests.analysis.recovery.duplicate_cases import DUPLICATES, IN_ORDER
from tests.analysis.recovery.kept_cases import KEPT
from tests.analysis.recovery.nak_cases import NAKS, READS
from tests.analysis.recovery.responder_edge_cases import EDGES
from tests.analysis.recovery.responder_rows import Case, Exchange, Row, exchange, told

UNSENT: list[Case] = [
    (
        "an ACK of what was never sent",
        "9.7.5.1.1: it is dropped, and does not move the expected PSN",
        [("requests", 0, 4), ("unsent", 40), ("requests", 4, 6), ("ack", 5)],
        {"ack-of-unsent": 1},
    ),
    (
        "the same at the end of the capture",
        "9.7.5.1.1",
        [("requests", 0, 4), ("ack", 3), ("unsent", 40, 2)],
        {"ack-of-unsent": 2},
    ),
    (
        "an ACK of what is only sent later, in the run that has begun",
        "9.7.5.1.1: it was not sent when the ACK came",
        [("requests", 0, 20), ("unsent", 15, {"sent": 10, "frame": 10}), ("requests", 20, 22), ("ack", 21)],
        {"ack-of-unsent": 1},
    ),
    (
        "a repetition in between decides nothing",
        "9.7.5.1.2: the requests behind it show that one was missed",
        [("requests", 0, 4), ("unsent", 4), ("requests", 2, 4), ("requests", 5, 6), ("ack", 5)],
        {"request-or-answer-lost": 2},
    ),
    (
        "the capture lacks the request that was acknowledged, as the next one shows",
        "9.7.5.1.2: it was sent before the ACK came",
        [("requests", 0, 4), ("unsent", 4), ("requests", 5, 6), ("ack", 5)],
        {},
    ),
]

LOST_START: list[Case] = [
    (
        "begins in a repetition: nothing is known before the first answer",
        "9.7.4.1: the expected PSN is not known",
        [("requests", 4, 8), ("requests", 2, 8), ("requests", 9, 12)],
        {},
    ),
    (
        "the first NAK says exactly where the responder is",
        "9.7.5.2.8",
        [
            *(("requests", 4, 8), ("requests", 2, 8), ("nak", 3), ("requests", 3, 8), ("ack", 7)),
            *(("requests", 6, 8), ("repeat", 7, 2)),
        ],
        {"nak-sequence": 1, "duplicate-request": 2},
    ),
    (
        "an ACK that advances over another says where it is at least",
        "9.7.5.1.2",
        [
            *(("requests", 4, 6), ("ack", 4), ("requests", 6, 8), ("ack", 7)),
            *(("requests", 8, 9), ("requests", 7, 9), ("repeat", 8), ("ack", 8)),
        ],
        {"duplicate-request": 2},
    ),
    (
        "a single ACK may be one that was repeated",
        "9.7.4.1.1",
        [("requests", 4, 6), ("ack", 5), ("requests", 4, 6), ("repeat", 5, 2)],
        {},
    ),
    (
        "an ACK of requests that the capture does not have",
        "the capture lacks the requests",
        [("requests", 4, 6), ("unsent", 40)],
        {},
    ),
]


def _told(case: Case) -> dict[str, int]:
    return {kind: packets for kind, packets in case[3].items() if packets}


def _ids(cases: list[Case]) -> list[str]:
    return [case[0] for case in cases]


KNOWN_START = [*IN_ORDER, *DUPLICATES, *READS, *NAKS, *KEPT, *UNSENT, *EDGES]


@pytest.mark.parametrize("case", KNOWN_START, ids=_ids(KNOWN_START))
def test_exchange(case: Case) -> None:
    assert exchange(*case[2]) == _told(case), case[1]


def test_first_request_of_the_connection_is_lost_before_the_tap() -> None:
    """The first answer asks for a PSN before all that were seen (IBA 1, 9.7.4.1.2)."""
    rows: list[Row] = [("requests", 5, 8), ("nak", 3), ("requests", 3, 8), ("ack", 7)]
    assert exchange(*rows, expected=5) == {"nak-sequence": 1, "out-of-sequence": 3}


@pytest.mark.parametrize("case", LOST_START, ids=_ids(LOST_START))
def test_exchange_without_its_beginning(case: Case) -> None:
    assert exchange(*case[2], expected=None) == _told(case), case[1]


def _moved(row: Row, distance: int) -> Row:
    """The row with its PSNs moved."""
    psns = 2 if row[0] in ("requests", "late", "copies", "atomics", "read", "responses") else 1
    moved = [value + distance for value in row[1 : 1 + psns]]
    fields = [dict(value) if isinstance(value, dict) else value for value in row[1 + psns :]]
    for value in fields:
        if isinstance(value, dict):
            value |= {name: value[name] + distance for name in ("ahead", "acked", "sent") if name in value}
    return (row[0], *moved, *fields)


@pytest.mark.parametrize("case", KNOWN_START, ids=_ids(KNOWN_START))
def test_other_psns_are_told_the_same(case: Case) -> None:
    start = (1 << 24) - 3  # the PSNs in the packets start over within
    assert exchange(*(_moved(row, start) for row in case[2]), expected=start) == _told(case)


def test_a_loss_names_the_packet_and_its_proof() -> None:
    tried = Exchange()
    tried.feed(("requests", 0, 8), ("nak", 2))
    assert LOST not in [verdict.kind for verdict in tried.verdicts]  # it may be late
    tried.feed(("requests", 2, 8))
    assert LOST not in [verdict.kind for verdict in tried.verdicts]  # the requester goes back for a late one as well
    tried.feed(("ack", 7), ("requests", 8, 9))
    assert LOST not in [verdict.kind for verdict in tried.verdicts]  # an ACK of a late one may come, too
    tried.feed(("ack", 8), ("requests", 9, 10))
    (lost,) = (verdict for verdict in tried.verdicts if verdict.kind is LOST)
    assert (lost.first, lost.end, lost.packets, lost.run.first) == (2, 3, 1, 0)
    assert lost.because == (9,)
    assert lost.kind.sentence(lost.facts) == "1 packet was lost behind the tap, PSN 2"


def test_what_is_acknowledged_before_it_is_sent_again_was_late_behind_the_tap() -> None:
    tried = Exchange()
    tried.feed(("requests", 0, 4), ("nak", 2), ("ack", 3), ("requests", 4, 8), ("ack", 7))
    tried.finish()
    assert LOST not in [verdict.kind for verdict in tried.verdicts]
    assert tried.model.expected == 8


def test_an_answer_to_more_than_came_again_shows_that_it_was_late_behind_the_tap() -> None:
    """The responder drops 3, at which it asks for 2; gets 2 late; drops what comes, and asks for 3."""
    tried = Exchange()
    tried.feed(("requests", 0, 8), ("nak", 2), ("requests", 2, 5, {"ahead": 3}), ("nak", 3), ("requests", 5, 8))
    tried.feed(("requests", 3, 8), ("ack", 7), ("requests", 8, 9))
    tried.finish()
    assert "lost" not in told(tried.verdicts)
    assert not tried.model.keeps_early


def test_behind_a_late_packet_it_is_not_known_whether_others_were_late_or_lost() -> None:
    tried = Exchange()
    tried.feed(("requests", 0, 8), ("nak", 2), ("ack", 7), ("requests", 8, 12), ("nak", 9), ("requests", 9, 12))
    tried.feed(("ack", 11), ("requests", 12, 13))
    tried.finish()
    found = told(tried.verdicts)
    assert "lost" not in found
    assert found["reordered-or-lost"] == 1
    (undecided,) = (verdict for verdict in tried.verdicts if verdict.kind is REORDERED_OR_LOST)
    assert (undecided.first, undecided.end, undecided.because) == (9, 10, (15,))
    assert undecided.kind.sentence(undecided.facts) == (
        "1 packet was reordered, or lost behind the tap and sent again, PSN 9"
    )


def test_two_acks_of_a_packet_that_came_twice_show_that_both_may_have_arrived() -> None:
    """One for the original, which came behind the NAK, and one for the repetition; or that was copied."""
    asked = ("requests", 0, 9), ("ack", 7), ("requests", 9, 12), ("nak", 9), ("requests", 9, 12)
    found = exchange(*asked, ("ack", 9), ("repeat", 9, 1), ("ack", 11), ("requests", 12, 14), ("ack", 13))
    assert {kind: found[kind] for kind in found if kind not in ("nak-sequence", "out-of-sequence")} == {
        "reordered-or-lost": 1,
        "duplicate-request": 1,
    }
    found = exchange(*asked, ("ack", 9), ("ack", 11), ("requests", 12, 14), ("ack", 13))
    assert found["lost"] == 1
    found = exchange(*asked, ("repeat", 8, 1), ("ack", 9), ("ack", 11), ("requests", 12, 14), ("ack", 13))
    assert found["lost"] == 1  # it is an ACK of something else
    found = exchange(*asked, ("ack", 9))
    assert found["lost"] == 1


@pytest.mark.parametrize("stored", [False, True])
def test_which_of_two_copies_was_executed_is_not_known(stored: bool) -> None:
    """Both were acknowledged behind the repetition, so the original came before it or behind it."""
    tried = Exchange()
    tried.feed(("requests", 0, 9), ("ack", 7), ("requests", 9, 12), ("nak", 9), ("requests", 9, 12))
    tried.feed(("ack", 9), ("repeat", 9, 1))
    if stored:
        state, tried.model = tried.model.state(), RCResponderModel(0)
        tried.model.restore(state)
    tried.feed(("ack", 11), ("requests", 12, 14), ("ack", 13))
    tried.finish()
    (again,) = (verdict for verdict in tried.verdicts if verdict.kind is DUPLICATE_REQUEST)
    assert (again.first, again.end) == (9, 10)
    assert again.kind.sentence(again.facts) == (
        "The responder has already executed 1 packet, PSN 9, or executes it now and drops another copy, which comes "
        "late"
    )


@pytest.mark.parametrize(
    ("asked", "again"),
    [
        pytest.param(
            [("nak", 2), ("ack", 7), ("requests", 2, 8), ("repeat", 7, 6)], (2, 8), id="all that was asked for"
        ),
        pytest.param([("nak", 2), ("ack", 2), ("requests", 2, 8), ("repeat", 2), ("ack", 7)], (2, 3), id="the first"),
    ],
)
def test_what_was_late_behind_the_tap_was_executed_before_its_repetition(
    asked: list[Row], again: tuple[int, int]
) -> None:
    """It was acknowledged before it was sent again: no other copy can be the one that was dropped."""
    tried = Exchange()
    tried.feed(("requests", 0, 8), *asked)
    tried.finish()
    (duplicate,) = (verdict for verdict in tried.verdicts if verdict.kind is DUPLICATE_REQUEST)
    assert (duplicate.first, duplicate.end) == again
    assert "or_else" not in duplicate.facts


def test_an_ack_of_what_nobody_sent_shows_that_a_packet_may_have_been_late() -> None:
    """The original came behind the repetition, when more was acknowledged already; or something was copied."""
    asked = ("requests", 0, 9), ("ack", 7), ("requests", 9, 12), ("nak", 9), ("requests", 9, 12), ("ack", 11)
    after = ("requests", 12, 14), ("ack", 13), ("requests", 14, 15)
    tried = Exchange()
    tried.feed(*asked, ("repeat", 11, 1), *after)
    found = told(tried.verdicts)
    assert "lost" not in found
    assert found["reordered-or-lost"] == 1
    (undecided,) = (verdict for verdict in tried.verdicts if verdict.kind is REORDERED_OR_LOST)
    assert (undecided.first, undecided.end, undecided.because) == (9, 10, (14, 19))  # the NAK, and the ACK
    found = exchange(*asked, *after, ("repeat", 14, 1), ("ack", 14))
    assert found["lost"] == 1  # it was sent behind the answer to something that was sent later
    found = exchange(("requests", 0, 4), ("repeat", 3, 1), *asked, *after)
    assert found["lost"] == 1  # it came before the NAK


def test_a_nak_that_an_ack_has_overtaken_shows_that_a_packet_was_late_behind_the_tap() -> None:
    """The NAK for 2 was sent before the ACK of 2, and nothing was sent again: 2 came between them."""
    behind = ("nak", 3), ("requests", 3, 8), ("ack", 7), ("requests", 8, 9)
    found = exchange(("requests", 0, 8), ("ack", 2), ("nak", 2), *behind)
    assert "lost" not in found
    assert found["reordered-or-lost"] == 1
    found = exchange(("requests", 0, 8), ("ack", 1), ("requests", 2, 8), ("ack", 2), ("nak", 2), *behind)
    assert "lost" not in found  # it may be the answer to what came first, or to what came again


def test_packets_that_came_behind_a_late_one_are_not_taken_for_kept() -> None:
    """What the tap saw early came in order behind the late one, and was acknowledged: that happens twice."""
    tried = Exchange()
    for psn in (0, 10):
        tried.feed(("requests", psn, psn + 10), ("nak", psn + 2), ("ack", psn + 7), ("requests", psn + 8, psn + 10))
    assert not tried.model.keeps_early


def test_a_responder_that_keeps_early_packets_behind_late_ones() -> None:
    """One of those behind the late packet made it ask; all of them are acknowledged, and none came again."""
    tried = Exchange()
    for psn in (0, 10):
        tried.feed(("requests", psn, psn + 10), ("nak", psn + 2), ("ack", psn + 9))
    tried.feed(("requests", 20, 21))
    assert tried.model.keeps_early


def test_of_what_a_responder_takes_in_any_order_that_came_again_before_the_answer_is_undecided() -> None:
    """It never asks: which of 20 to 22 it lacked nothing shows; 23 and 24 came again behind the answer to them."""
    keeps = [(("requests", psn, psn + 1), ("requests", psn + 2, psn + 5)) for psn in (0, 10)]
    filled = [(("requests", psn + 1, psn + 2), ("ack", psn + 4), ("requests", psn + 5, psn + 10)) for psn in (0, 10)]
    again = ("requests", 20, 23), ("ack", 24), ("requests", 23, 25, {"continues": True})
    found = exchange(
        *keeps[0], *filled[0], *keeps[1], *filled[1], ("requests", 20, 25), *again, ("requests", 25, 30), ("ack", 29)
    )
    assert (found["request-or-answer-lost"], found["duplicate-request"]) == (3, 2)


def test_what_is_never_sent_again_was_lost_behind_the_tap() -> None:
    tried = Exchange()
    tried.feed(("requests", 0, 8), ("nak", 2))
    tried.finish()
    assert told(tried.verdicts)["lost"] == 1


def test_a_verdict_names_its_part_of_the_run() -> None:
    tried = Exchange()
    tried.feed(("requests", 0, 4), ("requests", 5, 8), ("nak", 4), ("late", 4, 5), ("requests", 4, 10), ("ack", 9))
    tried.finish()
    duplicate, early = (
        next(verdict for verdict in tried.verdicts if verdict.kind is kind)
        for kind in (DUPLICATE_REQUEST, OUT_OF_SEQUENCE)
    )
    assert (duplicate.run.first, duplicate.run.end, duplicate.first, duplicate.end) == (4, 10, 4, 5)
    assert (early.run.first, early.run.end, early.facts["expected"]) == (5, 8, 4)


def test_facts_of_naks() -> None:
    tried = Exchange()
    tried.feed(("requests", 0, 8), ("rnr", 2), ("refusal", 3))
    rnr, refused = tried.verdicts
    assert rnr.facts == {"psn": 2, "timer": 640_000}
    assert refused.facts == {"psn": 3, "name": "Remote Access Error", "code": 2}


def test_the_expected_psn() -> None:
    tried = Exchange()
    tried.feed(("requests", 0, 8))
    assert tried.model.expected == 8
    tried.feed(("nak", 2))
    assert tried.model.expected == 2
    tried.feed(("requests", 2, 8))
    assert tried.model.expected == 8
    assert Exchange(None).model.expected is None


def test_a_responder_that_keeps_packets_is_found() -> None:
    tried = Exchange()
    tried.feed(*KEPT[0][2])
    assert tried.model.keeps_early
    tried = Exchange()
    tried.feed(*NAKS[0][2], *(_moved(row, 8) for row in NAKS[2][2]))
    assert not tried.model.keeps_early


def test_one_ack_over_early_packets_is_not_enough() -> None:
    tried = Exchange()  # the capture may lack a repetition
    tried.feed(("requests", 0, 2), ("requests", 3, 8), ("nak", 2), ("requests", 2, 3), ("ack", 7), ("requests", 8, 9))
    assert not tried.model.keeps_early


def test_a_responder_that_keeps_packets_asks_for_the_next_hole_at_once() -> None:
    tried = Exchange()
    tried.feed(*KEPT[0][2], ("requests", 12, 14), ("requests", 15, 17), ("nak", 11))
    tried.feed(("requests", 11, 12), ("late", 14, 15), ("nak", 14))  # it had been asked for before it came late
    assert LOST not in {verdict.kind for verdict in tried.verdicts}


def test_what_was_kept_is_a_duplicate_when_it_comes_again() -> None:
    tried = Exchange()
    tried.feed(*KEPT[0][2])
    tried.feed(("requests", 12, 14), ("nak", 11), ("requests", 11, 14), ("ack", 13), ("repeat", 13, 2))
    tried.finish()
    told = [verdict for verdict in tried.verdicts if verdict.kind is DUPLICATE_REQUEST]
    assert [(verdict.first, verdict.end) for verdict in told] == [(12, 14)]


def test_the_log_is_bounded() -> None:
    tried = Exchange()
    for number in range(5000):  # every second packet is missing, and nothing is ever answered
        tried.feed(("requests", 2 * number + 1, 2 * number + 2))
    assert tried.model.given_up == 5000 - 1024


def test_pending_answers_are_bounded() -> None:
    tried = Exchange()
    tried.feed(("requests", 0, 4), ("ack", 3))
    for number in range(100):
        tried.feed(("unsent", 40 + number), ("repeat", number % 4))
    assert tried.model.given_up == 2 * (100 - 64)


def test_copies_that_nothing_answers_are_bounded() -> None:
    tried = Exchange()
    for psn in range(0, 200, 2):
        tried.feed(("requests", psn, psn + 2), ("copies", psn + 1, psn + 2), ("ack", psn + 1))
    tried.finish()
    assert tried.model.given_up == 100 - 64
    assert not tried.verdicts


def test_a_refusal_of_what_comes_next_is_none_of_a_duplicate() -> None:
    """What was acknowledged stays executed; the queue pair expects the PSN that it refuses (IBA 1, 9.9.3)."""
    tried = Exchange()
    tried.feed(("requests", 0, 4), ("ack", 1), ("requests", 0, 2), ("refusal", 2))
    tried.finish()
    assert told(tried.verdicts) == {"duplicate-request": 2, "nak-refused": 1}
    assert tried.model.expected == 2


@pytest.mark.parametrize("continues", [True, False])
def test_what_is_said_of_a_claimed_packet_does_not_go_on_with_what_was_said_before(continues: bool) -> None:
    """The finding counts one packet, whatever comes behind it in its run."""
    tried = Exchange()
    tried.feed(("requests", 0, 4), ("requests", 4, 8, {"continues": continues}), ("nak", 5), ("requests", 5, 8))
    tried.feed(("ack", 7), ("requests", 8, 9), ("ack", 8))
    tried.finish()
    (lost,) = (verdict for verdict in tried.verdicts if verdict.kind.name == "lost")
    assert (lost.first, lost.end, lost.packets, lost.run.continues) == (5, 6, 1, False)


@pytest.mark.parametrize("continues", [True, False])
def test_what_is_said_of_a_packet_that_may_have_been_late_does_not_go_on_either(continues: bool) -> None:
    tried = Exchange()
    tried.feed(("requests", 0, 9), ("ack", 7), ("requests", 9, 12, {"continues": continues}), ("nak", 9))
    tried.feed(("requests", 9, 12), ("ack", 11), ("repeat", 11, 1), ("requests", 12, 14), ("ack", 13))
    tried.feed(("requests", 14, 15))
    (undecided,) = (verdict for verdict in tried.verdicts if verdict.kind is REORDERED_OR_LOST)
    assert (undecided.first, undecided.end, undecided.packets, undecided.run.continues) == (9, 10, 1, False)


@pytest.mark.parametrize(("last_frame", "psn"), [(7, 5), (9, 4), (11, 3), (12, 3), (16, 2), (17, 2), (18, 2)])
def test_a_packet_whose_estimated_number_is_that_of_the_nak(last_frame, psn):
    """Packets of others lie between those of the run: which numbers its packets have is estimated."""
    assert exchange(("requests", 0, 6, {"last_frame": last_frame}), ("nak", psn)) == exchange(
        ("requests", 0, 6), ("nak", psn)
    )
