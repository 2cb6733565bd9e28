"""The judge of `tests.live.trials` finds what is false, and nothing else, in two trials that two Linux kernels left."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from ibpkt.analysis.recovery.kinds import BEHIND_TAP, BEHIND_TAP_OR_LATER
from ibpkt.analysis.recovery.recovery_run import Cause
from ibpkt.analysis.results.finding import Finding, FindingType, Severity
from ibpkt.protocols import PSN_MASK
from tests.analysis.truth.told import Told
from tests.live.trials.judge import judged, untrue
from tests.live.trials.story import story
from tests.live.trials.table import table
from tests.live.trials.truth import Frame, Truth

STORED = Path(__file__).parent / "trials"
#: the stored trials, and the tap whose capture of each is stored
TAPS = {"lost": "requester", "copied": "middle"}
BEFORE, BEHIND = {"where": "before the tap"}, {"where": "behind the tap"}
#: the first PSNs
LOST, COPIED = 11087183, 2114188


def trial(name):
    return Truth.read(STORED / f"{name}.json")


def told(name):
    return Told(STORED / f"{name}-{TAPS[name]}.pcap", together=True)


def said(kind, frame, first, packets=1, **facts):
    """A finding about so many PSNs from one on."""
    facts = {"psn": first, "last": first + packets - 1, "count": packets, **facts}
    return Finding(FindingType(kind, Severity.WARNING, "sequence", kind, "", ""), frame, 0, 1, facts, packets)


def because(why, cause):
    return {"why": why, "cause": cause}


#: what did not happen in the trial `lost`; of each thing that it says there is one that did
NOT_SO = [
    said("lost", 12, LOST + 6, **BEFORE),
    said("lost", 14, LOST + 7, **BEHIND),
    said("lost", 12, LOST + 6, 2, **BEHIND),
    said("capture-loss", 12, LOST + 6),
    said("gap", 14, LOST + 7, missing=LOST + 6),
    said("datagram-gap", 14, LOST + 7),
    said("out-of-order", 16, LOST + 6),
    said("reordered-or-lost", 14, LOST + 7, **BEHIND),
    said("reordered-or-lost", 12, LOST + 6, **BEFORE),
    said("duplicate", 16, LOST + 6),
    said("captured-twice", 1, LOST),
    said("request-or-answer-lost", 10, LOST + 5, where=BEHIND_TAP_OR_LATER),
    said("request-or-answer-lost", 10, LOST + 5, **BEHIND),
    said("retransmission", 10, LOST + 5, **because(Cause.UNKNOWN, "")),
    said("retransmission", 16, LOST + 6, 3, **because(Cause.UNKNOWN, "")),
    said("retransmission", 39, LOST + 15, **because(Cause.NAK, f"after the NAK for PSN {LOST + 15}")),
    said("retransmission", 16, LOST + 6, **because(Cause.RNR_NAK, f"after the RNR NAK for PSN {LOST + 6}")),
    said("retransmission", 17, LOST + 7, **because(Cause.RESPONSE, f"the response to PSN {LOST + 3} is missing")),
    said("retransmission-differs", 16, LOST + 6),
    said("timeout", 10, LOST + 5),
    said("spurious-timeout", 39, LOST + 15),
    said("duplicate-request", 16, LOST + 6),
    said("duplicate-request", 39, LOST + 15),
    said("duplicate-unconfirmed", 12, LOST + 36),
    said("out-of-sequence", 14, LOST + 7, expected=LOST + 5),
    said("out-of-sequence", 17, LOST + 7, expected=LOST + 6),
    said("nak-sequence", 18, LOST + 6),
    said("rnr-nak", 15, LOST + 6),
    said("rnr-retry", 16, LOST + 6),
    said("rnr-early", 16, LOST + 6),
    said("nak-refused", 15, LOST + 6),
    said("implied-nak", 15, LOST + 6, missing=LOST + 5),
    said("message-incomplete", 14, LOST + 2),
    said("unanswered", 39, LOST + 15),
    said("retries-exhausted", 39, LOST + 15),
    said("rnr-retries-exhausted", 39, LOST + 15),
    said("ack-of-unsent", 13, LOST + 5),
    said("icrc-bad", 1, LOST),
    said("msn", 13, LOST + 5),
    said("stray", 13, LOST + 5),
]


@pytest.mark.parametrize("name", TAPS)
def test_nothing_false_is_said(name):
    (result,) = judged(STORED / f"{name}.json")
    assert result.untrue == []
    assert told(name).findings
    assert told(name).work


@pytest.mark.parametrize("finding", NOT_SO, ids=lambda finding: f"{finding.kind.name}-{finding.frame}")
def test_what_did_not_happen(finding):
    said_of_lost = told("lost")
    said_of_lost.findings = [finding]
    kinds = {each.kind for each in untrue(said_of_lost, trial("lost"), TAPS["lost"])}
    assert finding.kind.name in {kind.removesuffix(" (counter)") for kind in kinds}


@pytest.mark.parametrize(
    ("exponent", "cause", "is_so"),
    [
        pytest.param(14, "", True, id="a NAK, and soon the repetition"),
        pytest.param(5, "", False, id="the timer was shorter than the wait"),
        pytest.param(5, ", or after a timeout", True, id="both are said"),
    ],
)
def test_a_requester_that_has_waited_for_its_timer(exponent, cause, is_so):
    """As it does where an earlier NAK has made it send again, and nothing has answered that."""
    told_of_lost, truth = told("lost"), trial("lost")
    finding = said("retransmission", 16, LOST + 6, **because(Cause.NAK, f"after the NAK for PSN {LOST + 6}{cause}"))
    told_of_lost.findings = [finding]
    found = untrue(told_of_lost, truth._replace(plan={**truth.plan, "timeout": exponent}), TAPS["lost"])
    assert [each.kind for each in found] == ([] if is_so else ["retransmission"])


@pytest.mark.parametrize("where", [BEHIND_TAP, BEHIND_TAP_OR_LATER])
@pytest.mark.parametrize(
    ("first", "packets", "is_so"),
    [
        pytest.param(LOST + 7, 1, True, id="it came behind one that was lost"),
        pytest.param(LOST + 6, 2, True, id="one was lost, the other came behind it"),
        pytest.param(LOST + 4, 2, False, id="both were executed"),
    ],
)
def test_requests_that_were_dropped(first, packets, is_so, where):
    """The responder drops what comes ahead of the PSN that it expects."""
    told_of_lost = told("lost")
    told_of_lost.findings = [said("request-or-answer-lost", 14, first, packets, where=where)]
    found = [each.kind for each in untrue(told_of_lost, trial("lost"), TAPS["lost"])]
    assert found == ([] if is_so else ["request-or-answer-lost"])


@pytest.mark.parametrize(("arrived", "is_so"), [([11, 13, 15], True), ([13, 15], False)], ids=["executed", "not yet"])
def test_a_repetition_that_is_lost_behind_the_tap(arrived, is_so):
    """What is sent again has been executed or not, and what is lost of it no kernel counts."""
    told_of_lost, truth = told("lost"), trial("lost")
    received = [number for number in truth.received[1] if not 11 <= number <= 16]
    place = received.index(10) + 1
    truth = truth._replace(
        received={**truth.received, 1: [*received[:place], *arrived, *received[place:]]},
        ledger=[*truth.ledger[1:], truth.ledger[0]._replace(number=16)],
        counters={**truth.counters, 1: {**truth.counters[1], "duplicate_request": 1}},
    )
    told_of_lost.findings = [said("duplicate-request", 16, LOST + 6, 2)]
    found = untrue(told_of_lost, truth, TAPS["lost"])
    assert [each.kind for each in found] == ([] if is_so else ["duplicate-request"])


@pytest.mark.parametrize("is_so", [True, False], ids=["the later answer first", "in their order"])
def test_a_response_that_another_answer_has_passed(is_so):
    """It was not lost, but its requester takes it for missing."""
    told_of_lost, truth = told("lost"), trial("lost")
    told_of_lost.findings = [said("implied-nak", 30, LOST + 10, missing=LOST + 9)]
    received = list(truth.received[2])
    at = received.index(28)
    assert received[at + 1] == 29
    if is_so:
        received[at : at + 2] = 29, 28
    found = untrue(told_of_lost, truth._replace(received={**truth.received, 2: received}), TAPS["lost"])
    assert [each.kind for each in found] == ([] if is_so else ["implied-nak"])


def test_packets_that_come_ahead_of_one_behind_that_which_is_expected():
    """The PSN that the responder expects can be one that was lost behind the tap, and the one before them another."""
    told_of_lost = told("lost")
    told_of_lost.findings = [said("out-of-sequence", 23, LOST + 10, expected=LOST + 9)]
    assert untrue(told_of_lost, trial("lost"), TAPS["lost"]) == []
    told_of_lost.findings = [said("out-of-sequence", 23, LOST + 10, expected=LOST + 7)]
    assert [each.kind for each in untrue(told_of_lost, trial("lost"), TAPS["lost"])] == ["out-of-sequence"]


def test_more_than_the_kernel_has_counted():
    """Each by itself could be so: something was sent again from that PSN."""
    said_of_lost = told("lost")
    said_of_lost.findings = [said("timeout", 39, LOST + 15)] * 3
    counted = trial("lost").counters[2]["completer_retry_err"]
    assert untrue(said_of_lost, trial("lost"), "requester") == []
    said_of_lost.findings *= counted
    (one,) = untrue(said_of_lost, trial("lost"), "requester")
    assert one.kind == "timeout (counter)"
    assert one.text == f"{3 * counted} told of what node 2 asks, completer_retry_err is {counted}"


def test_each_fault_proves_one_packet():
    said_of_copied = told("copied")
    late, copy = said("out-of-order", 72, COPIED + 30), said("duplicate", 8, COPIED + 3)
    said_of_copied.findings = [late, copy]
    assert untrue(said_of_copied, trial("copied"), "middle") == []
    said_of_copied.findings = [late, copy, copy]
    assert [each.kind for each in untrue(said_of_copied, trial("copied"), "middle")] == ["duplicate"]


def otherwise(name, place, **changes):
    """What is told, with one message changed."""
    changed = told(name)
    work = list(changed.work)
    work[place] = dataclasses.replace(work[place], **changes)
    changed.work = work
    return changed


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"kind": "WRITE"}, "it is a SEND"),
        ({"size": 60}, "size is 61, not 60"),
        ({"size": None}, "size is 61, not None"),
        ({"immediate": 1}, "immediate is None, not 1"),
        ({"outcome": "unanswered"}, "status is success"),
        ({"outcome": "refused"}, "status is success"),
        ({"outcome": "under way"}, "status is success"),
        ({"first_psn": LOST + 100}, "nobody posted that"),
        ({"number": 9}, "posted before the one before it"),
    ],
    ids=str,
)
def test_a_message_that_was_posted_otherwise(changes, text):
    found = untrue(otherwise("lost", 2, **changes), trial("lost"), "requester")
    assert {each.kind for each in found} == {"message"}
    assert any(text in each.text for each in found)


def test_an_outcome_that_is_not_known_is_no_statement():
    assert untrue(otherwise("lost", 2, outcome="unknown"), trial("lost"), "requester") == []


def test_a_message_that_is_not_told_or_told_twice():
    changed = told("lost")
    changed.work = [*changed.work[:2], changed.work[3], *changed.work[3:]]
    texts = [each.text for each in untrue(changed, trial("lost"), "requester")]
    assert any(text.startswith(f"no message of the SEND from PSN {LOST + 2} on") for text in texts)
    assert any(text.endswith("nobody posted that") for text in texts)


def test_flows_that_are_not_so():
    changed = told("lost")
    (flow,) = changed.connections
    other = dataclasses.replace(flow.sides[0], qpn=1000)
    changed.connections = [
        flow, flow, dataclasses.replace(flow, ended="reused"), dataclasses.replace(flow, sides=(other, flow.sides[1])),
    ]  # fmt: skip
    texts = [each.text for each in untrue(changed, trial("lost"), "requester") if each.kind == "flow"]
    assert [text.rpartition(": ")[2] for text in texts if "twice" not in text] == ["reused", "these are no pair"]
    assert sum("told twice" in text for text in texts) == 2


@pytest.mark.parametrize("name", TAPS)
def test_a_truth_is_read_as_it_was_written(name, tmp_path):
    path = tmp_path / "trial.json"
    trial(name).write(path)
    assert Truth.read(path) == trial(name)
    assert path.read_text(encoding="ascii") == (STORED / f"{name}.json").read_text(encoding="ascii")


@pytest.mark.parametrize("name", TAPS)
def test_frames_are_those_of_the_capture(name):
    """The truth reads them by itself."""
    fields = ("opcode", "psn", "destqp")
    with told(name).open() as capture:
        columns = capture.columns([f"infiniband.bth.{field}" for field in fields])
    read = zip(*(columns[f"infiniband.bth.{field}"].tolist() for field in fields), strict=True)
    frames = [trial(name).frames[number] for number in trial(name).taps[TAPS[name]]]
    assert list(read) == [(frame.opcode, frame.psn, frame.qpn) for frame in frames]


@pytest.mark.parametrize(
    ("syndrome", "psn", "proven"),
    [
        pytest.param(0x1F, 5, [5, 4, 0, -1], id="an ACK"),
        pytest.param(0x60, 5, [4, 0, -1], id="a NAK asks for its PSN"),
        pytest.param(0x34, 0, [-1], id="an RNR NAK, too"),
    ],
)
def test_what_an_answer_proves(syndrome, psn, proven):
    frame = Frame(1, 17, 0x11, psn, syndrome)
    assert [other for other in (6, 5, 4, 0, -1) if frame.proves(other & PSN_MASK)] == proven


def test_the_story_shows_what_happened():
    lines = list(story(told("copied"), trial("copied"), "middle"))
    assert "     8 #6 node 2 pair 0 0x05 PSN 2114191 copied@0 executed/2114191 duplicate/2114192" in lines
    assert "    72 #64 node 2 pair 0 0x0a PSN 2114218 overtaken@0 executed/2114218" in lines
    assert "         out-of-order: 1 packet arrives out of order, PSN 2114218, overtaken by later packets" in lines


def test_the_table():
    results = [result for name in TAPS for result in judged(STORED / f"{name}.json")]
    false = untrue(otherwise("lost", 2, size=60), trial("lost"), "requester")
    chats = [each._replace(kind="out-of-sequence", is_chat=True) for each in false]
    results = [results[0]._replace(untrue=false), results[1]._replace(untrue=chats)]
    assert table(results).splitlines()[2:] == [
        "| rc-small | 2 | 2 | 1 | 94 | 1 | 1 message | 1 out-of-sequence |",
        "| all | 2 | 2 | 1 | 94 | 1 | 1 message | 1 out-of-sequence |",
    ]
