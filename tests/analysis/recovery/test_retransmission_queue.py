"""The requester of one half: what it sends again and why, what was lost before the tap, what was overtaken."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.retransmission_queue import RetransmissionQueue
from ibpkt.analysis.recovery.run import RunKind
from ibpkt.analysis.recovery.verdict import Verdict
from tests.analysis.recovery.requester_cases import CASES
from tests.analysis.recovery.requester_edge_cases import CAUSES, EDGES, EDGES_OF_UNKNOWN, EDGES_OF_UNRELIABLE, READS
from tests.analysis.recovery.requester_story import feed, story, totals

#: 60 PSNs before the wrap, which no verdict may notice
STARTS = (1 << 16, (1 << 24) - 3)


def expected(text: str) -> dict[str, int]:
    """``lost 1, retransmission 5`` as packets by kind."""
    pairs = (part.split() for part in text.split(",") if part.strip())
    return {kind: int(count) for kind, count in pairs}


def told(verdicts: list[Verdict], kind: str) -> list[Verdict]:
    """The verdicts of a kind."""
    return [verdict for verdict in verdicts if verdict.kind.name == kind]


@pytest.mark.parametrize("start", STARTS)
@pytest.mark.parametrize(("name", "rule", "text", "kinds"), CASES, ids=[case[0] for case in CASES])
def test_table(name: str, rule: str, text: str, kinds: str, start: int) -> None:
    verdicts, queue = story(text, start).tell()
    assert totals(verdicts) == expected(kinds), rule
    assert queue.given_up == 0
    for verdict in verdicts:
        assert str(verdict.kind.sentence(verdict.facts))
        assert all(before < after for before, after in zip(verdict.because, verdict.because[1:], strict=False))


#: the capture begins in the middle of a connection
UNKNOWN = [
    (
        "it begins in a recovery",
        "what is below the first PSN was not seen before: nothing is lost, nothing waited",
        "v4: 0 send 20, 1 send 14-20, 30 ack 20, 50 send 21, 70 ack 21",
        "retransmission 7",
    ),
    (
        "the same without Identifications",
        "it goes over what was seen, so it was sent again",
        "0 send 20, 1 send 14-20, 30 ack 20, 50 send 21, 70 ack 21",
        "retransmission 7",
    ),
    (
        "originals of before the capture",
        "without an order of sending nothing is known about what stays below the first PSN",
        "0 send 20, 1 send 18, 2 send 21, 30 ack 21, 50 send 22, 70 ack 22",
        "",
    ),
    (
        "a repetition before the first answer",
        "its cause may lie before the capture",
        "0 send 5-7, 9000 send 5-7, 9020 ack 7, 9030 send 8, 9040 ack 8",
        "retransmission 3",
    ),
    (
        "a timeout behind the first answers",
        "an ACK that advances over another shows where the responder is",
        "0 send 5, 10 ack 5, 20 send 6, 30 ack 6, 100 send 7, 70100 send 7, 70120 ack 7",
        "timeout 1, retransmission 1",
    ),
    (
        "all of it happened behind the first answer",
        "what was sent and sent again behind an answer has no cause before the capture",
        "0 send 5, 10 ack 5, 100 send 6, 70100 send 6, 140100 send 6",
        "timeout 2, retransmission 2",
    ),
    (
        "it was sent before the first answer",
        "what was sent before any answer may be a part of a recovery that began before the capture",
        "0 send 5-6, 10 ack 5, 70100 send 6",
        "retransmission 1",
    ),
]


@pytest.mark.parametrize(("name", "rule", "text", "kinds"), UNKNOWN, ids=[case[0] for case in UNKNOWN])
def test_unknown_beginning(name: str, rule: str, text: str, kinds: str) -> None:
    verdicts, _ = story(text, 1 << 16).tell(known=False)
    assert totals(verdicts) == expected(kinds), rule


@pytest.mark.parametrize("shown", ["nothing", "a latency", "a declared timer", "later waits"])
def test_a_piece_that_begins_in_the_middle_of_a_recovery(shown: str) -> None:
    """A slow answer to a NAK looks like a timer that expired, until the flow has shown how long things take."""
    timers = FlowTimers()
    if shown == "a latency":
        timers.latency(10_000)
    elif shown == "a declared timer":
        timers.declare(1_000_000, 7, 7)
    elif shown == "later waits":
        timers.waited(1_000_000, 2)
    text = "0 send 5-9, 10 nak 6, 9000 send 6-9, 9100 ack 9"
    verdicts, _ = story(text, 1 << 16).tell(known=False, timers=timers)
    assert totals(verdicts) == expected(f"retransmission 4{'' if shown == 'nothing' else ', timeout 1'}")
    cause = told(verdicts, "retransmission")[0].facts["cause"]
    assert cause.startswith("after the NAK for PSN" if shown == "nothing" else "after a timeout of")


#: UC: nothing is acknowledged, nothing is sent again
UNRELIABLE = [
    ("lost", "0 send 0-1, 3 send 3-4, 9000 send 5", "lost 1"),
    ("overtaken", "0 send 0-1, 3 send 3, 4 send 2, 5 send 4", "out-of-order 1"),
    ("lost at the end", "0 send 0-1, 3 send 3-4, 10 end", "lost 1"),
    ("overtaken, and 3 ms late", "v4: 0 send 0-1, 3 send 3, 3000 send 2 late, 3100 send 4", "out-of-order 1"),
    ("lost, and 3 ms later", "v4: 0 send 0-1, 3 send 3 skip 1, 3000 send 4", "lost 1"),
    ("late, not lost as it seemed", "v4: 0 send 0-1, 3 send 3 skip 1, 3000 send 2 late, 3100 send 4", "out-of-order 1"),
    ("late, in no known order", "0 send 0-1, 3 send 3, 9000 send 4, 9010 send 2", "out-of-order 1"),
    (
        "later than a usual timer, in no known order",
        "0 send 0-1, 3 send 3, 40000 send 4, 40010 send 2",
        "out-of-order 1",
    ),
    ("later than a usual timer", "v4: 0 send 0-1, 3 send 3, 40000 send 4, 40010 send 2 late", "out-of-order 1"),
    ("later than any delay", "v4: 0 send 0-1, 3 send 3 skip 1, 1100000 send 4, 1100010 send 2 late", "lost 1"),
    ("later than any delay, in no known order", "0 send 0-1, 3 send 3, 1100000 send 4, 1100010 send 2", "lost 1"),
    ("a PSN comes again, in no known order", "0 send 0-3, 9000 send 2, 9100 send 4", ""),
]


@pytest.mark.parametrize(("name", "text", "kinds"), UNRELIABLE, ids=[case[0] for case in UNRELIABLE])
def test_unreliable(name: str, text: str, kinds: str) -> None:
    assert totals(story(text).tell(reliable=False)[0]) == expected(kinds)


@pytest.mark.parametrize("start", [0, *STARTS])
@pytest.mark.parametrize(("name", "rule", "text", "kinds"), EDGES, ids=[case[0] for case in EDGES])
def test_edges(name: str, rule: str, text: str, kinds: str, start: int) -> None:
    assert totals(story(text, start).tell()[0]) == expected(kinds), rule


@pytest.mark.parametrize(
    ("name", "rule", "text", "kinds"), EDGES_OF_UNKNOWN, ids=[case[0] for case in EDGES_OF_UNKNOWN]
)
def test_edges_of_an_unknown_beginning(name: str, rule: str, text: str, kinds: str) -> None:
    assert totals(story(text, 1 << 16).tell(known=False)[0]) == expected(kinds), rule


@pytest.mark.parametrize(
    ("name", "rule", "text", "kinds"), EDGES_OF_UNRELIABLE, ids=[case[0] for case in EDGES_OF_UNRELIABLE]
)
def test_edges_of_an_unreliable_connection(name: str, rule: str, text: str, kinds: str) -> None:
    assert totals(story(text).tell(reliable=False)[0]) == expected(kinds), rule


@pytest.mark.parametrize(("name", "text", "known", "causes"), CAUSES, ids=[case[0] for case in CAUSES])
def test_why_it_is_sent_again(name: str, text: str, known: bool, causes: dict[int, str]) -> None:
    verdicts, _ = story(text).tell(known=known)
    assert {each.first: each.facts["cause"] for each in told(verdicts, "retransmission")} == causes


@pytest.mark.parametrize(("name", "text", "reads"), READS, ids=[case[0] for case in READS])
def test_of_which_read_the_rest_is_asked_for(name: str, text: str, reads: dict[int, int]) -> None:
    verdicts, _ = story(text).tell()
    assert {each.first: each.facts.get("read", -1) for each in told(verdicts, "retransmission")} == reads


@pytest.mark.parametrize(
    ("text", "is_open"),
    [
        pytest.param("0 send 0-3, 5 send 5", False, id="a hole"),
        pytest.param("0 send 0-3, 5 send 5, 6 send 4", True, id="its filling"),
        pytest.param("0 send 0-3, 5 send 5, 6 send 4, 9 ack 5, 10 send 6", False, id="its filling, and an answer"),
        pytest.param("0 send 0-9, 10 ack 0, 70000 send 1-3, 70004 send 8-9", False, id="a gap in a repetition"),
        pytest.param(
            "0 send 0-9, 10 ack 0, 70000 send 1-3, 70004 send 8-9, 70009 send 6", True, id="what fits into it"
        ),
    ],
)
def test_whether_it_is_open_what_something_was(text: str, is_open: bool) -> None:
    queue = RetransmissionQueue(FlowTimers(), known_beginning=True)
    for name, run in story(text).events:
        feed(queue, name, run)
    assert queue.is_undecided is is_open


@pytest.mark.parametrize(
    ("text", "late"),
    [
        pytest.param("v4: 0 read 0-7, 20 resp 0-1, 22 resp 3-7, 24 resp 2 late", [(2, 3)], id="overtaken"),
        pytest.param("v4: 0 read 0-7, 20 resp 0-1, 22 resp 3-7", [], id="not come yet"),
        pytest.param("v4: 0 read 0-7, 20 resp 0-7, 30 read 0-7, 40 resp 0-1, 42 resp 3-7, 44 resp 2", [], id="again"),
    ],
)
def test_responses_that_come_late_for_the_first_time(text: str, late: list[tuple[int, int]]) -> None:
    queue = RetransmissionQueue(FlowTimers(), known_beginning=True)
    for name, run in story(text).events:
        feed(queue, name, run)
    assert queue.late_responses == late


class TestFacts:
    """What is said of the runs, and which packets prove it."""

    def tell(self, text: str, timers: FlowTimers | None = None) -> list[Verdict]:
        return story(text).tell(timers=timers)[0]

    def test_cause_of_a_nak(self) -> None:
        verdicts = self.tell("v4: 0 send 0-2, 4 send 4-7 skip 1, 10 nak 3, 20 send 3-7, 40 ack 7")
        [again] = told(verdicts, "retransmission")
        assert again.facts["cause"] == "after the NAK for PSN 3"
        assert again.facts["why"] == 1
        assert (again.facts["psn"], again.facts["last"], again.facts["count"]) == (3, 7, 5)
        assert again.because == (8, 9)
        [lost] = told(verdicts, "lost")
        assert lost.facts == {"count": 1, "psn": 3, "last": 3, "where": "before the tap"}
        assert (lost.first, lost.end, lost.because) == (3, 4, (4, 9))

    @pytest.mark.parametrize(
        ("text", "cause"),
        [
            ("10 nak 3, 15000 send 3-7", "after the NAK for PSN 3"),
            ("10 nak 3, 15200 send 3-7", "15.19 ms after the NAK for PSN 3, or after a timeout"),
            ("10 nak 3, 30 send 8-9, 15200 send 3-9", "15.19 ms after the NAK for PSN 3, or after a timeout"),
            ("10 nak 3, 15200 send 3-4, 15300 send 5-7", "15.19 ms after the NAK for PSN 3, or after a timeout"),
        ],
    )
    def test_as_long_after_a_nak_as_a_timer_takes(self, text: str, cause: str) -> None:
        """Some requesters ignore a NAK while nothing has answered what an earlier one has made them send again."""
        timers = FlowTimers()
        timers.latency(3_000_000)  # slow hosts: what comes that late may still be the answer to the NAK
        verdicts = self.tell(f"v4: 0 send 0-2, 4 send 4-7 skip 1, {text}, 20000 ack 9", timers)
        assert {each.facts["cause"] for each in told(verdicts, "retransmission")} == {cause}
        assert not told(verdicts, "timeout")

    @pytest.mark.parametrize(
        ("asked", "again", "cause"),
        [
            pytest.param(13_300, 15_200, "after the NAK for PSN 3", id="soon behind the NAK"),
            pytest.param(12_000, 15_000, "after the NAK for PSN 3", id="sooner behind the request than any timer"),
            pytest.param(13_200, 15_200, "2 ms after the NAK for PSN 3, or after a timeout", id="neither"),
        ],
    )
    def test_as_long_after_a_request_as_a_timer_takes(self, asked: int, again: int, cause: str) -> None:
        """The NAK comes late, and may have been lost behind the tap: the timer ran on from the request."""
        timers = FlowTimers()
        timers.latency(3_000_000)
        verdicts = self.tell(
            f"v4: 0 send 0-2, 4 send 4-7 skip 1, 10 ack 2, {asked} nak 3, {again} send 3-7, 20000 ack 7", timers
        )
        assert {each.facts["cause"] for each in told(verdicts, "retransmission")} == {cause}

    def test_as_long_after_a_request_that_the_capture_lacks(self) -> None:
        """It begins behind that: nothing shows how long the timer has run."""
        timers = FlowTimers()
        timers.latency(3_000_000)
        for again, more in ((2_900, ""), (3_100, ", or after a timeout")):
            text = f"0 send 5, 1000 nak 3, 1100 send 6-9, {again} send 3-9, 9000 ack 9"
            verdicts, _ = story(text).tell(known=False, timers=timers)
            causes = {each.facts["cause"] for each in told(verdicts, "retransmission")}
            assert {cause.partition("after")[2] for cause in causes} == {f" the NAK for PSN 3{more}"}

    @pytest.mark.parametrize(
        ("again", "cause", "is_retry"),
        [
            (17400, "after the RNR NAK for PSN 3", True),
            (17500, "17.49 ms after the RNR NAK for PSN 3, or after a timeout", False),
        ],
    )
    def test_as_long_after_an_rnr_nak_as_a_timer_takes(self, again: int, cause: str, is_retry: bool) -> None:
        """The delay of 0.64 ms was over long before: the RNR NAK may have been lost behind the tap."""
        verdicts = self.tell(f"v4: 0 send 0-7, 10 rnr 3, {again} send 3-7, 20000 ack 7")
        assert {each.facts["cause"] for each in told(verdicts, "retransmission")} == {cause}
        assert [each.facts["timer"] for each in told(verdicts, "rnr-retry")] == [640_000] * is_retry
        assert not told(verdicts, "timeout")

    def test_a_response_that_is_lost_when_it_comes_again(self) -> None:
        """Soon behind the second gap the rest of the READ is asked for once more."""
        text = "v4: 0 read 0-7, 20 resp 0-1, 22 resp 3-7, 30 read 2-7, 40 resp 2-4, 42 resp 6-7, 50 read 5-7"
        causes = {each.facts["psn"]: each.facts["cause"] for each in told(self.tell(text), "retransmission")}
        assert causes == {psn: f"since the response to PSN {psn} is missing" for psn in (2, 5)}

    def test_a_new_request_sent_before_a_repetition_does_not_end_it(self) -> None:
        """As recorded: of two NAKs the later was lost behind the tap; the last original came within the repetition."""
        text = "v4: 0 send 0-2, 4 send 4-8 skip 1, 30 nak 3, 31 nak 4, 40 send 3-4, 41 send 9, 42 send 5-9, 90 ack 9"
        told_of = story(text)
        requests = [(at, run) for at, (_, run) in enumerate(told_of.events) if run.kind is RunKind.REQUESTS]
        for (at, run), number in zip(requests, (0, 4, 10, 9, 12), strict=True):
            late = int(number == 9)
            told_of.events[at] = told_of.events[at][0], run.replace(number=number, late=late, skipped=-1)
        causes = {each.facts["psn"]: each.facts["cause"] for each in told(told_of.tell()[0], "retransmission")}
        assert causes == {3: "after the NAK for PSN 3", 5: "after the NAK for PSN 3"}

    def test_a_pause_before_a_lost_packet_of_a_repetition(self) -> None:
        """As recorded between two Linux kernels: the NAK for 7 came in it, and was not what the requester answered."""
        text = "v4: 0 send 0-2, 4 send 4-20 skip 1, 30 nak 3, 40 send 3-6, 48 send 8-10 skip 1, 60 nak 7"
        told_of = story(f"{text}, 4500 send 12-20 skip 1, 4600 ack 6, 9000 end")
        sent = 0
        for at, (name, run) in enumerate(told_of.events):
            if run.kind is RunKind.REQUESTS:
                sent += run.skipped
                # behind a pause other hosts may have got packets meanwhile, so nothing is known to be missing
                skipped = -1 if run.first == 12 else run.skipped
                told_of.events[at] = name, run.replace(number=sent, skipped=skipped)
                sent += run.packets
        causes = {each.facts["cause"] for each in told(told_of.tell()[0], "retransmission")}
        assert causes == {"after the NAK for PSN 3"}

    def test_wait_of_a_timeout(self) -> None:
        verdicts = self.tell("v4: 0 send 0, 10 ack 0, 100 send 1-2, 67100 send 1-2, 67120 ack 2")
        [timeout] = told(verdicts, "timeout")
        assert timeout.facts == {"psn": 1, "waited": 67_000_000}
        assert timeout.because == (3, 5)
        [again] = told(verdicts, "retransmission")
        assert again.facts["cause"] == "after a timeout of 67 ms"
        assert again.facts["waited"] == 67_000_000

    @pytest.mark.parametrize("pause", [1, 500, 5_000])
    def test_what_is_skipped_in_a_recovery_is_no_second_timeout(self, pause: int) -> None:
        """A recorded rxe on a busy host: PSN 42 is lost before the tap, and the repetition pauses there.

        A timer that expires makes the requester go back to the oldest PSN without an answer, and a recovery has just
        started it anew (IBA 1, 9.7.6.1.3).
        """
        verdicts = self.tell(
            f"v4: 0 send 38-49, 20 ack 39, 67000 send 40-41, {67002 + pause} send 43-49 skip 1, {68000 + pause} ack 41"
        )
        assert [verdict.facts["psn"] for verdict in told(verdicts, "timeout")] == [40]
        assert [verdict.facts["psn"] for verdict in told(verdicts, "lost")] == [42]

    def test_a_requester_that_is_slow_answers_its_nak(self) -> None:
        """A recorded rxe on a busy host goes back 4 ms after a NAK; no timer that programs choose is as short."""
        verdicts = self.tell("v4: 0 send 0-9, 20 nak 3, 4020 send 3-9, 4100 ack 9")
        assert told(verdicts, "timeout") == []
        assert told(verdicts, "retransmission")[0].facts["cause"] == "after the NAK for PSN 3"

    def test_wait_counts_from_the_last_progress(self) -> None:
        """IBA 1, 9.7.6.1.3: the timer starts anew with each ACK."""
        verdicts = self.tell("v4: 0 send 0-7, 3000 ack 4, 7000 send 5-7, 7020 ack 7")
        assert told(verdicts, "timeout")[0].facts["waited"] == 4_000_000

    def test_wait_counts_from_the_last_repetition(self) -> None:
        verdicts = self.tell("v4: 0 send 0, 4000 send 0, 9000 send 0, 9020 ack 0")
        assert [verdict.facts["waited"] for verdict in told(verdicts, "timeout")] == [4_000_000, 5_000_000]

    def test_wait_counts_from_the_place_in_a_long_run(self) -> None:
        """A batch may have cut the run often, and the packets are as if evenly spaced."""
        cuts = ", ".join(f"{number} cut {number}" for number in range(1, 1000))
        verdicts = self.tell(f"v4: 0 send 0, {cuts}, 1001 nak 500, 12000 send 500-999, 12500 ack 999")
        assert told(verdicts, "timeout")[0].facts["waited"] == 10_999_000  # since the NAK, which acknowledges 499
        verdicts = self.tell(f"v4: 0 send 0, {cuts}, 1001 ack 900, 5000 send 500-999, 5500 ack 999")
        assert told(verdicts, "timeout")[0].facts["waited"] == 4_500_000

    def test_unknown_cause_before_the_first_answer(self) -> None:
        [again] = story("0 send 5-7, 9000 send 5-7, 9020 ack 7").tell(known=False)[0]
        assert "before the first answer" in again.facts["cause"]

    def test_rnr_wait(self) -> None:
        verdicts = self.tell("v4: 0 send 0-5, 20 rnr 2, 720 send 2-5, 740 ack 5")
        assert told(verdicts, "rnr-retry")[0].facts == {"waited": 700_000, "timer": 640_000}
        assert told(verdicts, "retransmission")[0].facts["cause"] == "after the RNR NAK for PSN 2"

    def test_read_from_its_middle(self) -> None:
        verdicts = self.tell("0 read 0-7, 20 resp 0-1, 24 resp 3-7, 40 read 2-7, 60 resp 2-7")
        assert told(verdicts, "retransmission")[0].facts["read"] == 0
        assert told(verdicts, "retransmission")[0].facts["cause"] == "since the response to PSN 2 is missing"

    def test_a_read_behind_a_cut_is_one_packet(self) -> None:
        """Without Identifications; a repetition that the NAK cuts shows only at its end that the hole was a loss."""
        told_story = story("0 send 0, 2 send 4, 5 nak 1, 9 send 1, 10 read 2-3, 12 send 4, 30 ack 1, 50 ack 4")
        *before, (read, reading), (send, sending) = told_story.events
        told_story.events = [
            *before,
            (read, reading.replace(after=reading.frame - 1)),
            (send, sending.replace(after=sending.frame - 1)),
        ]
        lost = told(told_story.tell()[0], "lost")
        assert [(each.packets, each.facts["psn"], each.facts["last"]) for each in lost] == [(1, 1, 1), (1, 2, 3)]

    def test_latency_of_a_spurious_timeout(self) -> None:
        timers = FlowTimers()
        timers.answered(3 * [10_000])
        verdicts = self.tell("v4: 0 send 0-3, 4100 send 0, 4101 ack 3, 4103 send 4, 4120 ack 4", timers)
        facts = told(verdicts, "spurious-timeout")[0].facts
        assert facts == {"waited": 4_100_000, "psn": 0, "latency": 4_101_000}

    def test_an_answer_that_comes_too_soon(self) -> None:
        """No answer to the repetition takes less than a quarter of the shortest latency of the flow."""
        timers = FlowTimers()
        text = "v4: 0 send 0, 4100 send 0, 4102 ack 0, 4200 send 1, 4220 ack 1"
        for _ in range(3):
            assert not told(self.tell(text, timers), "spurious-timeout")  # one or two answers do not show that
            timers.latency(10_000)
        assert told(self.tell(text, timers), "spurious-timeout")
        for later in ("4103", "4115"):
            assert not told(self.tell(text.replace("4102", later), timers), "spurious-timeout")

    def test_what_was_lost_before_the_tap_has_no_answer_under_way(self) -> None:
        """The repetition was the first that came, however soon its answer does."""
        timers = FlowTimers()
        timers.answered(3 * [10_000])
        text = "v4: 0 send 0, 20 ack 0, 100 send 2, 4100 send 1-2, 4101 ack 2, 4200 send 3, 4220 ack 3"
        verdicts = self.tell(text, timers)
        assert told(verdicts, "timeout")
        assert not told(verdicts, "spurious-timeout")
        assert told(self.tell(text.replace("100 send 2", "100 send 1-2"), timers), "spurious-timeout")

    def test_an_answer_may_come_sooner_than_all_before(self) -> None:
        """They may have been responses to READs, which take longer."""
        timers = FlowTimers()
        for _ in range(8):
            timers.latency(10_000)
        text = "v4: 0 send 0, 4100 send 0, 4107 ack 0, 4200 send 1, 4220 ack 1"
        assert not told(self.tell(text, timers), "spurious-timeout")

    def test_one_answer_for_two_copies_tells_nothing(self) -> None:
        """The request was lost behind the tap, or its ACK before it."""
        verdicts = self.tell("v4: 0 send 0, 4100 send 0, 4115 ack 0, 4200 send 1, 4220 ack 1")
        assert not told(verdicts, "spurious-timeout")
        assert not told(verdicts, "lost")

    def test_declared_timer(self) -> None:
        """A wait of less than nine tenths of the declared timer is no evidence of it."""
        for waited, count in ((50_000, 0), (66_000, 1)):
            timers = FlowTimers()
            timers.declare(67_000_000, 7, 7)
            verdicts = self.tell(f"v4: 0 send 0, {waited} send 0, {waited + 20} ack 0", timers)
            assert len(told(verdicts, "timeout")) == count
            assert len(told(verdicts, "retransmission")) == 1


def test_a_slow_responder_raises_the_limit() -> None:
    """Four times the median latency, where that is more: else each late answer would be a timeout."""
    for latency, count in ((10_000, 1), (500_000, 0)):
        timers = FlowTimers()
        timers.latency(latency)
        verdicts, _ = story("v4: 0 send 0-3, 1500 send 0-3, 1600 ack 3").tell(timers=timers)
        assert len(told(verdicts, "timeout")) == count


@pytest.mark.parametrize(
    ("answer", "waited", "count"),
    [
        pytest.param("", 15_100, 1, id="as long as the shortest usual timer"),
        pytest.param("", 15_000, 0, id="less"),
        pytest.param("10000 ack 3, ", 15_100, 0, id="an answer meanwhile"),
    ],
)
def test_a_silence_shorter_than_answers_may_take(answer: str, waited: int, count: int) -> None:
    """What else makes a requester go back passes the tap: only its timer is left."""
    timers = FlowTimers()
    timers.latency(10_000_000)
    verdicts, _ = story(f"v4: 0 send 0-3, {answer}{waited} send 0-3, {waited + 100} ack 3").tell(timers=timers)
    assert len(told(verdicts, "timeout")) == count
    assert len(told(verdicts, "retransmission")) == 1


def test_nothing_but_the_timer_is_left_where_a_nak_was_answered_in_vain() -> None:
    """The responder has asked, and asks only once: a wait shorter than answers take may be the timer all the same."""
    for psn, count in ((4, 1), (3, 0)):  # where the responder stands, and before that
        timers = FlowTimers()
        timers.latency(500_000)
        told_of = f"v4: 0 send 0-9, 20 nak 4, 30 send 4-9, 1830 send {psn}-9, 1900 ack 9"
        verdicts, _ = story(told_of).tell(timers=timers)
        assert len(told(verdicts, "timeout")) == count
        assert len(told(verdicts, "retransmission")) == 2


@pytest.mark.parametrize(("declared", "count"), [(-1, 1), (0, 1), (4_000_000, 0), (1_000_000, 1)])
def test_no_timer_expires_sooner_than_was_declared(declared: int, count: int) -> None:
    """IBA 1, 9.7.6.1.3: not even where what answered a NAK was lost, for which another may not be in the capture."""
    timers = FlowTimers()
    timers.declare(declared, 7, 7)
    verdicts, _ = story("v4: 0 send 0-9, 20 nak 4, 30 send 4-9, 1830 send 4-9, 1900 ack 9").tell(timers=timers)
    assert len(told(verdicts, "timeout")) == count
    assert len(told(verdicts, "retransmission")) == 2


def test_bounds() -> None:
    """More holes, NAKs and READs than a half may keep are closed as undecided, and counted."""
    holes = ", ".join(f"{4 * number} send {2 * number}" for number in range(200))
    verdicts, queue = story(holes + ", 900 end").tell()
    assert queue.given_up == 199 - 64
    assert not verdicts
    naks = ", ".join(f"{1000 + number} nak {number}" for number in range(100))
    assert story("0 send 0-199, " + naks + ", 1200 end").tell()[1].given_up == 100 - 64
    reads = ", ".join(f"{number} read {number}" for number in range(200))
    assert story(reads + ", 900 end").tell()[1].given_up == 200 - 128
    fillings = (f"{9 * n} send {2 * n + 1}, {9 * n + 1} nak {2 * n}, {9 * n + 2} send {2 * n}" for n in range(90))
    assert story(", ".join(fillings) + ", 900 end").tell()[1].given_up == 90 - 64
