"""How a half ends: given up, refused, closed, or under way."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.flow_end import FlowEnd
from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.run import Run, RunKind
from tests.analysis.recovery.requester_story import EPOCH, story, totals

MS = 1_000_000
#: PSN 0 is answered; 1 and 2 are sent every 17 ms, three times in all
TRIES = "0 send 0, 10 ack 0, 100 send 1-2, 17100 send 1-2, 34100 send 1-2, "
READY = "0 send 0, 10 ack 0, 100 send 1-3, 120 rnr 1, 820 send 1-3, 840 rnr 1, "

#: the rule, the story, what is told of its end, and the fate: its kind and the PSN of the first message without success
CASES = [
    (
        "same PSN by timeout twice or more without progress, then silence of 1.5 waits",
        TRIES + "100000 end",
        {"retries-exhausted": 1, "timeout": 2, "retransmission": 4},
        ("exhausted", 1),
    ),
    (
        "the first packet of the last try was lost before the tap",
        "0 send 0, 10 ack 0, 100 send 1-3, 17100 send 1-3, 34100 send 2-3, 100000 end",
        {"retries-exhausted": 1, "timeout": 2, "retransmission": 5},
        ("exhausted", 1),
    ),
    (
        "the first packet of the first try was lost before the tap",
        "0 send 0, 10 ack 0, 100 send 1-3, 17100 send 2-3, 34100 send 1-3, 100000 end",
        {"retries-exhausted": 1, "timeout": 2, "retransmission": 5},
        ("exhausted", 1),
    ),
    (
        "an ACK below the try, of which the first packet was lost, is progress",
        "0 send 0, 10 ack 0, 100 send 1-3, 17100 send 3, 17110 ack 1, 34200 send 2-3, 100000 end",
        {"timeout": 2, "retransmission": 3},
        ("open", -1),
    ),
    (
        "the rest of a READ is asked for: the responses before it have arrived, and end the row of tries",
        "0 send 0, 10 ack 0, 100 read 1-8, 110 resp 1-8, 17100 read 2-8, 17110 resp 2-8, 34100 read 6-8, 100000 end",
        {"timeout": 2, "retransmission": 2},
        ("open", -1),
    ),
    (
        "the rest of a READ is asked for twice: nothing of it has arrived in between",
        "0 send 0, 10 ack 0, 100 read 1-8, 110 resp 1-5, 17100 read 5-8, 34100 read 5-8, 100000 end",
        {"timeout": 2, "retransmission": 2, "retries-exhausted": 1},
        ("exhausted", 5),
    ),
    (
        "the last try is answered: the answer may have arrived",
        "0 send 0, 9 ack 0, 80 send 1, 99 ack 1, 17100 send 1, 17110 repeat 1, 34100 send 1, 34110 repeat 1, 90000 end",
        {"timeout": 2, "retransmission": 2},
        ("open", -1),
    ),
    (
        "seven tries, each of them answered: no requester has more",
        "0 send 0, 10 ack 0, 100 send 1, 110 ack 1, "
        + "".join(f"{at * 17000} send 1, {at * 17000 + 10} repeat 1, " for at in range(1, 8))
        + "200000 end",
        {"timeout": 7, "retransmission": 7, "retries-exhausted": 1},
        ("exhausted", 1),
    ),
    (
        "eight tries, each of them answered: this requester retries without end, and the last answer may have arrived",
        "0 send 0, 10 ack 0, 100 send 1, 110 ack 1, "
        + "".join(f"{at * 17000} send 1, {at * 17000 + 10} repeat 1, " for at in range(1, 9))
        + "200000 end",
        {"timeout": 8, "retransmission": 8},
        ("open", -1),
    ),
    (
        "a capture that ends within a wait of the last try says under way",
        TRIES + "50000 end",
        {"timeout": 2, "retransmission": 4},
        ("open", -1),
    ),
    (
        "progress ends the row of tries",
        TRIES + "34110 ack 1, 34120 ack 2, 51000 send 3, 200000 end",
        {"timeout": 2, "retransmission": 4},
        ("open", -1),
    ),
    (
        "one try is no evidence: what waits less than the flow's own timer is under way",
        "0 send 0, 10 ack 0, 100 send 1, 1100100 send 1, 1100110 ack 1, 1100200 send 2, 1900200 end",
        {"timeout": 1, "retransmission": 1},
        ("open", -1),
    ),
    (
        "one try and then silence: the capture may lack what came next, but seven more tries would be over, too",
        "0 send 0, 10 ack 0, 100 send 1, 17100 send 1, 9000000 end",
        {"timeout": 1, "retransmission": 1},
        ("unknown", 1),
    ),
    (
        "one try: a first wait may be much shorter than the timer",
        "0 send 0, 10 ack 0, 100 send 1, 17100 send 1, 4000000 end",
        {"timeout": 1, "retransmission": 1},
        ("open", -1),
    ),
    (
        "one try, and the flow has shown its timer before",
        TRIES + "34110 ack 2, 34200 send 3, 51200 send 3, 190000 end",
        {"timeout": 3, "retransmission": 5},
        ("unknown", 3),
    ),
    (
        "one try, and seven more may be on their way",
        TRIES + "34110 ack 2, 34200 send 3, 51200 send 3, 180000 end",
        {"timeout": 3, "retransmission": 5},
        ("open", -1),
    ),
    (
        "one try, and all of it is acknowledged",
        "0 send 0, 10 ack 0, 100 send 1, 17100 send 1, 17110 ack 1, 9000000 end",
        {"timeout": 1, "retransmission": 1},
        ("open", -1),
    ),
    (
        "no request for longer than a timer after the last RNR NAK",
        READY + "60000 end",
        {"rnr-retries-exhausted": 1, "rnr-retry": 1, "retransmission": 3},
        ("rnr-exhausted", 1),
    ),
    (
        "the delay of the last RNR NAK is not over",
        READY + "1400 end",
        {"rnr-retry": 1, "retransmission": 3},
        ("open", -1),
    ),
    (
        "an RNR NAK that was answered ends nothing",
        READY + "1540 send 1-3, 1560 ack 3, 60000 end",
        {"rnr-retry": 2, "retransmission": 6},
        ("open", -1),
    ),
    (
        "what was under way when the RNR NAK came is no retry",
        "0 send 0-1, 20 rnr 1, 30 send 2-3, 60000 end",
        {"rnr-retries-exhausted": 1},
        ("rnr-exhausted", 1),
    ),
    (
        "the last RNR NAK was answered, and nothing follows",
        READY + "1540 send 1-3, 60000 end",
        {"rnr-retry": 2, "retransmission": 6},
        ("open", -1),
    ),
    (
        "what is sent again behind an RNR NAK ends before its PSN",
        "0 send 0, 10 ack 0, 100 send 1-3, 120 rnr 2, 820 send 1, 60000 end",
        {"rnr-retries-exhausted": 1, "rnr-retry": 1, "retransmission": 1},
        ("rnr-exhausted", 2),
    ),
    (
        "the RNR NAK of an earlier PSN counts no more",
        "0 send 0-3, 20 rnr 1, 720 send 1-3, 740 rnr 2, 60000 end",
        {"rnr-retries-exhausted": 1, "rnr-retry": 1, "retransmission": 3},
        ("rnr-exhausted", 2),
    ),
    (
        "the first packet is asked for, comes again, and is tried twice: an answer was seen",
        "0 send 0-1, 20 nak 0, 30 send 0-1, 17030 send 0-1, 34030 send 0-1, 100000 end",
        {"retries-exhausted": 1, "timeout": 2, "retransmission": 6},
        ("exhausted", 0),
    ),
    ("nothing that was sent asks for an answer", "0 send 0, 10 ack 0, 100 send 1-2, 900000000 end", {}, ("open", -1)),
    (
        "a fatal NAK: the message with that PSN is refused, later ones are flushed",
        "0 send 0-3, 20 fatal 1, 60000 end",
        {},
        ("refused", 1),
    ),
    (
        "the first fatal NAK counts, and whatever follows it is of no use",
        "0 send 0-3, 20 fatal 1, 30 fatal 3, 40 rnr 3, 60000 end",
        {},
        ("refused", 1),
    ),
    (
        "one direction only: without any answer, the responder may be out of the tap's sight",
        "0 send 0, 17000 send 0, 34000 send 0, 900000 end",
        {"retransmission": 2},
        ("open", -1),
    ),
]


@pytest.mark.parametrize(("rule", "text", "kinds", "fate"), CASES, ids=[case[0] for case in CASES])
def test_table(rule: str, text: str, kinds: dict[str, int], fate: tuple[str, int]) -> None:
    made = story("v4: " + text)
    verdicts, queue = made.tell(known="ack" in text or "rnr" in text)
    assert totals(verdicts) == kinds, rule
    assert queue.end.fate(made.now) == fate, rule


def test_no_requests() -> None:
    """The tap sees answers alone: what follows an RNR NAK is not in the capture."""
    made = story("0 rnr 0, 60000 end")
    verdicts, queue = made.tell(known=False)
    assert totals(verdicts) == {}
    assert queue.end.fate(made.now) == ("open", -1)


#: as CASES: the capture has the beginning of the connection, and no answers
UNANSWERED = [
    (
        "each packet is tried twice, and answers that the tap does not see may have come",
        "0 send 0, 17000 send 0, 34000 send 0, 51000 send 1, 68000 send 1, 85000 send 1, 300000 end",
        {"timeout": 4, "retransmission": 4},
        ("open", -1),
    ),
    (
        "another packet is tried, and that is a row of its own",
        "".join(f"{at * 17000} send {at // 5}, " for at in range(10)) + "400000 end",
        {"timeout": 8, "retransmission": 8},
        ("open", -1),
    ),
    (
        "a requester has no more than seven tries",
        "".join(f"{at * 17000} send 0, " for at in range(8)) + "300000 end",
        {"timeout": 7, "retransmission": 7, "retries-exhausted": 1},
        ("exhausted", 0),
    ),
]


@pytest.mark.parametrize(("rule", "text", "kinds", "fate"), UNANSWERED, ids=[case[0] for case in UNANSWERED])
def test_no_answers(rule: str, text: str, kinds: dict[str, int], fate: tuple[str, int]) -> None:
    """The peer is gone, or the tap does not see what it sends."""
    made = story("v4: " + text)
    verdicts, queue = made.tell()
    assert totals(verdicts) == kinds, rule
    assert queue.end.fate(made.now) == fate, rule


def test_tries_are_counted() -> None:
    verdicts, queue = story("v4: " + TRIES + "100000 end").tell()
    assert queue.end.tries == 2
    [told] = [verdict for verdict in verdicts if verdict.kind.name == "retries-exhausted"]
    assert told.facts == {"psn": 1, "count": 2}
    assert told.because == (5, 7)
    assert told.run.first == 1


@pytest.mark.parametrize(
    ("acked", "firsts", "has_part", "tries"),
    [
        pytest.param(None, (4, 4), False, [1, 2], id="the same PSN"),
        pytest.param(None, (4, 5), False, [1, 1], id="no answer is seen: the requester may have got one"),
        pytest.param(None, (4, 3), False, [1, 2], id="a lower PSN: the first packet was lost before the tap"),
        pytest.param(None, (4, 3, 4), False, [1, 2, 1], id="and then a higher one"),
        pytest.param(0, (4, 5), False, [1, 2], id="an answer was seen, though nothing is received: a packet was lost"),
        pytest.param(4, (4, 5), False, [1, 2], id="what was sent before is received: a packet was lost"),
        pytest.param(4, (4, 5), True, [1, 1], id="the rest of a READ: the responses before that have come"),
        pytest.param(4, (4, 4), True, [1, 2], id="the same rest"),
    ],
)
def test_which_tries_are_in_a_row(acked: int | None, firsts: tuple[int, ...], has_part: bool, tries: list[int]) -> None:
    end = FlowEnd(FlowTimers())
    if acked is not None:
        end.progress(acked)
    runs = [Run(RunKind.REQUESTS, psn, psn + 1, 1, 10 + at, 10 + at, 0, 0, 9, 0) for at, psn in enumerate(firsts)]
    assert [end.timed_out(run, has_part=has_part) for run in runs] == tries


@pytest.mark.parametrize(
    ("text", "psn", "count"),
    [
        pytest.param(READY, 1, 2, id="two of one PSN"),
        pytest.param(READY + "1540 send 1-3, 1560 rnr 2, ", 2, 1, id="those of an earlier PSN do not count"),
        pytest.param(READY + "1540 send 1-3, 1560 rnr 1, ", 1, 3, id="three"),
    ],
)
def test_rnr_naks_are_counted(text: str, psn: int, count: int) -> None:
    verdicts, _ = story(f"v4: {text}60000 end").tell()
    [told] = [verdict for verdict in verdicts if verdict.kind.name == "rnr-retries-exhausted"]
    assert told.facts == {"psn": psn, "count": count}


@pytest.mark.parametrize("start", [1 << 16, (1 << 24) - 1])
@pytest.mark.parametrize("text", [TRIES + "100000 end", READY + "60000 end"], ids=["retries", "RNR retries"])
def test_the_psn_at_which_it_was_given_up(text: str, start: int) -> None:
    """It is the one behind the first, which begins anew behind the last of all PSNs."""
    verdicts, _ = story("v4: " + text, start).tell()
    [told] = [verdict for verdict in verdicts if verdict.kind.name.endswith("retries-exhausted")]
    assert (told.first, told.end, told.facts["psn"]) == (start + 1, start + 2, (start + 1) % (1 << 24))


@pytest.mark.parametrize(
    ("retries", "kind"),
    [
        pytest.param(0, "exhausted", id="more than it has"),
        pytest.param(1, "exhausted", id="the only try that it has"),
        pytest.param(2, "open", id="one more may come"),
        pytest.param(-1, "open", id="not declared"),
    ],
)
def test_one_try(retries: int, kind: str) -> None:
    """IBA 1, 12.7.38: the number of tries is declared; silence behind the last one ends it."""
    timers = FlowTimers()
    timers.declare(17 * MS, retries, 7)
    made = story("v4: 0 send 0, 10 ack 0, 100 send 1, 17100 send 1, 100000 end")
    assert made.tell(timers=timers)[1].end.fate(made.now)[0] == kind


def test_where_there_is_no_timer_it_never_expires() -> None:
    """IBA 1, 9.7.6.1.3: a timeout of 0 stands for none."""
    timers = FlowTimers()
    timers.declare(0, 0, 7)
    made = story("v4: 0 send 0, 10 ack 0, 100 send 1-2, 900000000 end")
    assert made.tell(timers=timers)[1].end.fate(made.now) == ("open", -1)


def test_an_answer_that_shows_nothing_new_ends_no_row_of_tries() -> None:
    end = FlowEnd(FlowTimers())
    assert end.tries == 0
    for acked, tries in ((4, 1), (4, 2), (3, 3), (5, 1)):
        end.progress(acked)
        assert end.timed_out(Run(RunKind.REQUESTS, 5, 6, 1, 10, 10, 0, 0, 9, 0)) == tries


def test_closed_before_any_answer() -> None:
    """No message has completed, from the first PSN on."""
    made = story("v4: 0 send 0-1, 900000 end")
    queue = made.tell()[1]
    queue.end.close(EPOCH + 150_000)
    assert queue.end.fate(made.now) == ("closed", 0)


def test_rnr_retries_without_end() -> None:
    """IBA 1, 12.7.39: an RNR retry count of 7 means for ever."""
    for count, kind in ((6, "rnr-exhausted"), (7, "open")):
        timers = FlowTimers()
        timers.declare(4 * MS, 7, count)
        made = story("v4: " + READY + "60000 end")
        assert made.tell(timers=timers)[1].end.fate(made.now)[0] == kind


def test_no_retry_at_all() -> None:
    """With a retry count of 0 the first expiry of the timer is the end: silence is all there is to see."""
    for retries, now, kind in ((0, 60_000, "exhausted"), (0, 20_000, "open"), (7, 60_000, "open")):
        timers = FlowTimers()
        timers.declare(4 * MS, retries, 7)
        made = story(f"v4: 0 send 0, 10 ack 0, 100 send 1-2, {now} end")
        assert made.tell(timers=timers)[1].end.fate(made.now)[0] == kind


@pytest.mark.parametrize(
    ("text", "fate"),
    [
        pytest.param("", ("unanswered", 1), id="never answered"),
        pytest.param("120 nak 1, ", ("unanswered", 1), id="the requester answers no NAK, nor does its timer expire"),
        pytest.param("899000000 nak 1, ", ("open", -1), id="the NAK has just come"),
        pytest.param("120 nak 1, 140 send 1-2, ", ("unanswered", 1), id="it has sent again, and nothing answers that"),
        pytest.param("120 nak 1, 140 send 1-2, 150 nak 2, ", ("unanswered", 2), id="another NAK"),
        pytest.param("120 nak 1, 140 send 1-2, 899000000 nak 2, ", ("open", -1), id="another NAK has just come"),
    ],
)
def test_a_request_that_asks_for_an_answer(text: str, fate: tuple[str, int]) -> None:
    """Silence ends it that is longer than any usual timer; a NAK breaks the silence."""
    made = story(f"v4: 0 send 0, 10 ack 0, 100 send 1-2, {text}900000000 end")
    queue = made.tell()[1]
    queue.end.awaited = True
    assert queue.end.fate(made.now) == fate


@pytest.mark.parametrize(
    ("text", "fate"),
    [
        pytest.param("0 send 0-2, 10 ack 2", ("open", -1), id="all is answered"),
        pytest.param("0 send 0-2", ("open", -1), id="nothing is: the tap may not see the answers"),
        pytest.param("0 send 0-2, 20 nak 0, 30 send 0-2", ("unanswered", 0), id="all was asked for again"),
        pytest.param("0 send 0-2, 10 ack 0, 17100 send 1-2", ("unknown", 1), id="it was tried again"),
        pytest.param("0 send 0-2, 10 ack 0, 20 rnr 1", ("open", -1), id="the requester never tries again"),
    ],
)
def test_where_no_answer_has_to_come(text: str, fate: tuple[str, int]) -> None:
    """The requester retries without end when the responder is not ready (IBA 1, 12.7.39)."""
    timers = FlowTimers()
    timers.declare(-1, -1, 7)
    made = story(f"v4: {text}, 900000000 end")
    queue = made.tell(timers=timers)[1]
    queue.end.awaited = True
    assert queue.end.fate(made.now) == fate


@pytest.mark.parametrize(
    ("declared", "code", "silence"),
    [
        pytest.param(-1, 0x2C, 4_000, id="an RNR timer of 0.64 ms: as long as what is late may be on its way"),
        pytest.param(-1, 0x20, 3 * 655_360, id="an RNR timer of 655 ms: three of them"),
        pytest.param(67, 0x2C, 4 * 67_000, id="the timer is declared: the longest wait for it"),
        pytest.param(0, 0x2C, 4_000, id="there is no timer"),
    ],
)
def test_silence_behind_an_rnr_nak(declared: int, code: int, silence: int) -> None:
    """In microseconds since the last RNR NAK."""
    timers = FlowTimers()
    timers.declare(declared * MS, 7, 6)
    made = story("v4: " + READY + "841 end")
    made.events = [(name, run.replace(code=code) if name == "rnr" else run) for name, run in made.events]
    end = made.tell(timers=timers)[1].end
    last = EPOCH + 840_000
    assert end.fate(last + 1000 * silence - 1) == ("open", -1)
    assert end.fate(last + 1000 * silence) == ("rnr-exhausted", 1)


@pytest.mark.parametrize("text", [TRIES + "100000 end", READY + "60000 end", "0 send 0-3, 20 fatal 1, 60000 end"])
def test_an_end_that_is_kept(text: str) -> None:
    made = story("v4: " + text)
    timers = FlowTimers()
    end = made.tell(timers=timers)[1].end
    again = FlowEnd(timers)
    again.restore(end.state())
    assert again.state() == end.state()
    assert again.fate(made.now) == end.fate(made.now)
    assert again.finish(made.now) == end.finish(made.now)


def test_a_requester_that_answers_is_alive() -> None:
    """A queue pair in error answers nothing either."""
    made = story("v4: " + TRIES + "100000 end")
    queue = made.tell()[1]
    queue.end.alive(EPOCH + 90 * MS)
    assert queue.end.fate(made.now) == ("open", -1)


def test_closed() -> None:
    """IBA 1, 12.9.8: a release puts the queue pair into error, and what is under way is flushed."""
    made = story("v4: 0 send 0, 10 ack 0, 100 send 1, 900000 end")
    queue = made.tell()[1]
    queue.end.close(EPOCH + 150_000)
    assert queue.end.fate(made.now) == ("closed", 1)
    assert not queue.end.finish(made.now)


def test_given_up_before_it_was_closed() -> None:
    made = story("v4: " + TRIES + "200000 end")
    queue = made.tell()[1]
    queue.end.close(EPOCH + 100 * MS)
    assert queue.end.fate(made.now) == ("exhausted", 1)
    queue.end.close(EPOCH + 40 * MS)  # only the first counts
    assert queue.end.fate(made.now) == ("exhausted", 1)


def test_repeated_acks_in_one_row_that_goes_on_behind_the_last_try() -> None:
    made = story("v4: 0 send 0, 9 ack 0, 80 send 1, 99 ack 1, 17100 send 1, 17110 repeat 1, 34100 send 1, 90000 end")
    queue = made.tell()[1]
    assert queue.end.fate(made.now) == ("exhausted", 1)
    made.events = [
        (name, run.replace(last_frame=run.last_frame + 2) if name == "repeat" else run) for name, run in made.events
    ]
    assert made.tell()[1].end.fate(made.now) == ("open", -1)
