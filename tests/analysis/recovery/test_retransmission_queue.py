"""The requester of one half: what it sends again and why, what was lost before the tap, what was overtaken."""

from __future__ import annotations

import pytest

from ibpkt.analysis.recovery.flow_timers import FlowTimers
from ibpkt.analysis.recovery.verdict import Verdict
from tests.analysis.recovery.requester_story import story, totals

#: 60 PSNs before the wrap, which no verdict may notice
STARTS = (1 << 16, (1 << 24) - 3)


def expected(text: str) -> dict[str, int]:
    """``lost 1, retransmission 5`` as packets by kind."""
    pairs = (part.split() for part in text.split(",") if part.strip())
    return {kind: int(count) for kind, count in pairs}


def told(verdicts: list[Verdict], kind: str) -> list[Verdict]:
    """The verdicts of a kind."""
    return [verdict for verdict in verdicts if verdict.kind.name == kind]


#: what happened, why that follows, the story, and packets by kind
CASES = [
    (
        "nothing is wrong",
        "every PSN follows, every message is answered",
        "0 send 0-3, 20 ack 3, 30 send 4-9, 50 ack 9",
        "",
    ),
    (
        "lost before the tap, go-back-N",
        "a hole filled by what was sent after the packet behind it: lost, and the run that fills it is sent again",
        "v4: 0 send 0-2, 4 send 4-7 skip 1, 10 nak 3, 20 send 3-7, 40 ack 7",
        "lost 1, retransmission 5",
    ),
    (
        "the same without Identifications",
        "another carrier tells no other story: the repetition goes over what the tap has seen",
        "0 send 0-2, 4 send 4-7, 10 nak 3, 20 send 3-7, 40 ack 7",
        "lost 1, retransmission 5",
    ),
    (
        "late behind what a timer sent again",
        "its timer makes it go back to the oldest request: one below that came late, and was not sent again",
        "0 send 1, 501 send 1, 522 send 0, 900 ack 1",
        "out-of-order 1, retransmission 1, timeout 1",
    ),
    (
        "a READ is one packet",
        "a READ request is one packet, whatever PSNs it uses",
        "v4: 0 send 0, 2 send 9 skip 1, 5 nak 1, 9 read 1-8, 12 send 9, 40 resp 1-8, 50 ack 9",
        "lost 1, retransmission 2",
    ),
    (
        "two holes, selective, without Identifications",
        "every NAK is answered: what came once behind it is the answer, so the originals were lost",
        (
            "0 send 0-1, 3 send 3-5, 7 send 7-9, 15 nak 2, 25 send 2, 35 nak 6, 45 send 6, 60 ack 9, 9000 send 10, "
            "9020 ack 10"
        ),
        "lost 2, retransmission 2",
    ),
    (
        "two holes, selective",
        "each is asked for by its own NAK",
        "v4: 0 send 0-1, 3 send 3-5 skip 1, 7 send 7-9 skip 1, 15 nak 2, 25 send 2, 35 nak 6, 45 send 6, 60 ack 9",
        "lost 2, retransmission 2",
    ),
    (
        "overtaken",
        "filled by what was sent before the packet behind the hole: no loss, no retransmission, no timeout",
        "v4: 0 send 0-3, 5 send 5, 6 send 4 late, 7 send 6-7, 30 ack 7",
        "out-of-order 1",
    ),
    (
        "overtaken, and a NAK is under way",
        "the original was there before the NAK; what is sent again behind it answers the NAKs",
        "v4: 0 send 0-3, 5 send 5, 6 send 4 late, 7 send 6-7, 12 nak 4, 22 nak 5, 30 send 5-7, 50 ack 7",
        "out-of-order 1, retransmission 3",
    ),
    (
        "section 5, rule 2: nobody asked",
        "no NAK for it, and sooner than any timer: nobody knew that it was missing",
        "0 send 0-3, 5 send 5, 6 send 4, 7 send 6-7, 30 ack 7",
        "out-of-order 1",
    ),
    (
        "section 5, rule 2, from another connection's middle",
        "as before; the answer shows that a NAK would have been seen",
        "0 send 0-3, 5 send 6, 6 send 4-5, 8 send 7, 12 send 9-10, 14 send 8, 30 ack 10",
        "out-of-order 3",
    ),
    (
        "section 5, rule 2 needs answers",
        "the tap sees one direction only: a NAK would not be seen, so both explain it",
        "0 send 0-3, 5 send 5, 6 send 4, 7 send 6-7",
        "reordered-or-lost 1",
    ),
    (
        "section 5, rule 3: asked once, came twice",
        "the first fill was late, the second is the answer to the NAK",
        "0 send 0-3, 10 send 10-11, 15 nak 4, 20 send 4-9, 40 send 4-11, 60 ack 11",
        "out-of-order 6, retransmission 8",
    ),
    (
        "the same with Identifications",
        "the old Identifications behind the NAK are the originals",
        "v4: 0 send 0-3, 10 send 10-11, 15 nak 4, 20 send 4-9 late, 40 send 4-11, 60 ack 11",
        "out-of-order 6, retransmission 8",
    ),
    (
        "section 5, rule 3, and the second follows at once",
        "either the first is a late original, or it is the answer and the network made a copy of it",
        "0 send 0-3, 10 send 5-6, 15 nak 4, 40 send 4, 41 send 4-6, 60 ack 6",
        "reordered-or-lost 1, retransmission 3",
    ),
    (
        "section 5, rule 3, and rule 4: the first came too soon",
        "sooner than this requester has ever reacted: the second, which follows at once, is no copy",
        (
            "0 send 0-2, 4 send 4-7, 10 nak 3, 60 send 3-7, 80 ack 7, 90 send 8, 92 send 10, 95 nak 9, 125 send 9, "
            "145 send 9-10, 160 ack 10"
        ),
        "lost 1, retransmission 7, out-of-order 1",
    ),
    (
        "a repetition, overtaken",
        "the requester goes back and sends all again, and no NAK has asked for the one that comes behind others",
        "0 send 0-3, 5 send 5-9, 10 nak 4, 20 send 4-6, 23 send 8-9, 24 send 7, 60 ack 9",
        "lost 1, retransmission 6, out-of-order 1",
    ),
    (
        "the last of a repetition, overtaken by new requests",
        "as before, though the repetition is over",
        "0 send 0-3, 5 send 5-9, 10 nak 4, 20 send 4-8, 23 send 10-12, 24 send 9, 60 ack 12",
        "lost 1, retransmission 6, out-of-order 1",
    ),
    (
        "a repetition, lost in part",
        "a NAK has asked for what is missing: what comes then may be its answer",
        "0 send 0-3, 5 send 5-9, 10 nak 4, 20 send 4-6, 23 send 8-9, 30 nak 7, 40 send 7-9, 60 ack 9",
        "lost 1, retransmission 8",
    ),
    (
        "a repetition, and much later what was missing in it",
        "nothing is overtaken for so long: the timer",
        "0 send 0-3, 5 send 5-9, 10 nak 4, 20 send 4-6, 23 send 8-9, 60 ack 6, 5000 send 7-9, 5100 ack 9",
        "lost 1, retransmission 8, timeout 1",
    ),
    (
        "section 5, rule 3, asked twice",
        "a second NAK of the same PSN in between: each repetition may answer one",
        "0 send 0-3, 5 send 5-6, 15 nak 4, 20 send 4, 35 nak 4, 40 send 4, 60 ack 6, 9000 send 7, 9020 ack 7",
        "lost 1, retransmission 2",
    ),
    (
        "section 5, rule 4: too soon",
        "sooner behind its NAK than this requester has ever reacted: likely late, but the NAK has no other answer",
        (
            "0 send 0-2, 4 send 4-7, 10 nak 3, 60 send 3-7, 80 ack 7, 90 send 8, 92 send 10, 95 nak 9, 96 send 9, "
            "120 ack 10, 9000 send 11, 9020 ack 11"
        ),
        "lost 1, retransmission 5, reordered-or-lost 1",
    ),
    (
        "section 5, rule 5: it ends where the hole ends",
        "this requester goes back, and would have gone on: likely late",
        (
            "0 send 0-2, 4 send 4-7, 10 nak 3, 20 send 3-7, 40 ack 7, 90 send 8, 92 send 10-11, 95 nak 9, 120 send 9, "
            "150 ack 11, 9000 send 12, 9020 ack 12"
        ),
        "lost 1, retransmission 5, reordered-or-lost 1",
    ),
    (
        "section 5, rule 6",
        "a NAK asks for the hole, what comes does not begin there, and nothing else tells: both are said",
        "0 send 0-3, 7 send 7-8, 15 nak 4, 20 send 5, 60 ack 8, 9000 send 9, 9020 ack 9",
        "reordered-or-lost 1, capture-loss 2",
    ),
    (
        "undecided, and the capture ends",
        "the NAK's answer may still come: nothing tells whether this is it",
        "0 send 0-3, 5 send 5-6, 15 nak 4, 20 send 4, 40 end",
        "reordered-or-lost 1",
    ),
    (
        "asked once, came once, all acknowledged, and the capture ends",
        "nothing is left that a NAK could make the requester repeat",
        "0 send 0-1, 3 send 3-5, 7 send 7-9, 15 nak 2, 25 send 2, 35 nak 6, 45 send 6, 60 ack 9",
        "lost 2, retransmission 2",
    ),
    (
        "rule 1: a recovery goes on, its middle is lost again",
        "PSNs and Identifications are missing inside the repetition",
        "v4: 0 send 0-2, 4 send 4-9 skip 1, 15 nak 3, 20 send 3-4, 24 send 7-9 skip 2, 40 nak 5, 50 send 5-9, 70 ack 9",
        "lost 3, retransmission 10",
    ),
    (
        "rule 1: a slow requester pauses in its repetition",
        "the timer would begin at the oldest PSN without an answer, not where it paused",
        "v4: 0 send 0-5, 20 rnr 2, 720 send 2-3, 900 rnr 2, 1500 send 4-5, 2500 send 2-5, 2600 ack 5",
        "rnr-retry 2, retransmission 8",
    ),
    (
        "rule 1: a selective sender skips on purpose",
        "PSNs are skipped, Identifications are not: nothing was lost again",
        "v4: 0 send 0-2, 4 send 4-6 skip 1, 8 send 8-9 skip 1, 15 nak 3, 20 send 3, 21 send 7, 40 ack 9",
        "lost 2, retransmission 2",
    ),
    (
        "rule 1: without Identifications a skip is not counted",
        "a sender that skips looks the same",
        "0 send 0-9, 15 nak 3, 20 send 3-4, 24 send 7-9, 40 ack 9",
        "retransmission 5",
    ),
    (
        "the end of a repetition is lost again",
        "new PSNs begin, and Identifications of the rest of the window are missing",
        "v4: 0 send 0-2, 4 send 4-7 skip 1, 15 nak 3, 20 send 3-5, 24 send 8-9 skip 2, 40 nak 6, 50 send 6-9, 70 ack 9",
        "lost 3, retransmission 7",
    ),
    (
        "rule 2: the first packets of the answer to a NAK are lost again",
        "Identifications say that one packet is missing before it",
        "v4: 0 send 0-2, 4 send 4-7 skip 1, 10 nak 3, 20 send 4-7 skip 1, 70000 send 3-7, 70020 ack 7",
        "lost 2, retransmission 9, timeout 1",
    ),
    (
        "a timeout before any answer, and an Identification is missing before the repetition",
        "it begins with the first packet of the connection, so nothing of it is missing",
        "v4: 0 send 0-3, 70000 send 0-3 skip 1, 70020 ack 3",
        "timeout 1, retransmission 4",
    ),
    (
        "a repetition before any answer, from the fourth packet on",
        "the tap may not see the answers to the first three: what is missing before it was not of this repetition",
        "v4: 0 send 0-2, 9000 send 3-5, 79000 send 3-5 skip 2, 79020 ack 5",
        "timeout 1, retransmission 3",
    ),
    (
        "rule 2: what begins before the NAK is not its answer",
        "a NAK acknowledges what is before it, so it crossed the repetition, or was lost behind the tap",
        "v4: 0 send 0-3, 10 nak 2, 20 send 1-3, 40 ack 3",
        "retransmission 3",
    ),
    (
        "a NAK's PSN is acknowledged meanwhile",
        "answers lag: the repetition still begins where the NAK said",
        "v4: 0 send 0-7, 15 nak 3, 18 ack 5, 22 send 3-7, 40 ack 7",
        "retransmission 5",
    ),
    (
        "an RNR NAK",
        "the requester waits for what it states; nothing was lost",
        "v4: 0 send 0-5, 20 rnr 2, 720 send 2-5, 740 ack 5",
        "rnr-retry 1, retransmission 4",
    ),
    (
        "an RNR NAK, and the NAK behind it",
        "the train behind it brings a NAK for the same PSN, which must not take its place",
        "v4: 0 send 0-5, 20 rnr 2, 25 nak 2, 720 send 2-5, 740 ack 5",
        "rnr-retry 1, retransmission 4",
    ),
    (
        "the NAK behind an RNR NAK, heeded at once",
        "it is the NAK that is answered, so nothing came too early",
        "v4: 0 send 0-5, 20 rnr 2, 25 nak 2, 40 send 2-5, 60 ack 5",
        "retransmission 4",
    ),
    (
        "too early behind an RNR NAK",
        "the requester waits at least the time in the RNR NAK",
        "v4: 0 send 0-5, 20 rnr 2, 120 send 2-5, 140 ack 5",
        "rnr-early 1, retransmission 4",
    ),
    (
        "a NAK behind an unanswered READ",
        "the NAK proves that the READ was executed, its response is missing: both are asked for again",
        "v4: 0 send 0, 1 read 1-4, 2 send 5-8, 20 ack 0, 30 nak 7, 40 read 1-4, 41 send 5-8, 60 resp 1-4, 70 ack 8",
        "retransmission 5",
    ),
    (
        "an RNR NAK behind an unanswered atomic",
        "both come again when the delay is over: no timeout",
        "0 send 0, 1 read 1, 2 send 2, 20 ack 0, 30 rnr 2, 730 read 1, 731 send 2, 760 resp 1, 770 ack 2",
        "rnr-retry 1, retransmission 2",
    ),
    (
        "rule 3: a READ again, for something behind it is answered",
        "the response to the third READ implies that the second's is missing",
        (
            "0 read 0-1, 1 read 2-3, 2 read 4-5, 20 resp 0-1, 22 resp 4-5, 30 read 2-3, 31 read 4-5, 50 resp 2-3, "
            "52 resp 4-5"
        ),
        "retransmission 2",
    ),
    (
        "a READ again from its middle",
        "the requester asks for the rest; Identifications show that a response was lost before the tap",
        "v4: 0 read 0-7, 20 resp 0-1, 24 resp 3-7 skip 1, 40 read 2-7, 60 resp 2-7",
        "lost 1, retransmission 1",
    ),
    (
        "a READ again from its middle, by the timer",
        "implied NAKs within a READ's responses may be ignored: only the timer asks then",
        "v4: 0 read 0-7, 20 resp 0-1, 24 resp 3-7 skip 1, 70000 read 2-7, 70020 resp 2-7",
        "timeout 1, lost 1, retransmission 1",
    ),
    (
        "responses overtake one another",
        "what was missing comes, and nobody asked again",
        "v4: 0 read 0-7, 20 resp 0-1, 22 resp 3-7, 24 resp 2 late, 60 send 8, 80 ack 8",
        "out-of-order 1",
    ),
    (
        "rule 4: a timeout",
        "a whole timer without an answer",
        "v4: 0 send 0, 10 ack 0, 100 send 1, 70100 send 1, 70110 ack 1",
        "timeout 1, retransmission 1",
    ),
    (
        "rule 4: the lost packet is found by the timer alone",
        "the NAK is lost, too: the requester goes back to its oldest unanswered PSN",
        "v4: 0 send 0-1, 3 send 3 skip 1, 70000 send 0-3, 70020 ack 3",
        "timeout 1, lost 1, retransmission 4",
    ),
    (
        "rule 4: an ACK beyond the PSN is no progress",
        "the requester cannot have seen it when it decided: it was lost behind the tap, or they crossed",
        "v4: 0 send 0, 10 ack 0, 100 send 1, 110 ack 1, 67100 send 1, 67110 repeat 1",
        "timeout 1, retransmission 1",
    ),
    (
        "a timeout answers no old NAK",
        "the NAK was lost behind the tap: no requester takes that long to answer one",
        "v4: 0 send 0-3, 10 nak 2, 70000 send 2-3, 70010 ack 3",
        "timeout 1, retransmission 2",
    ),
    (
        "a window filled by the timer, without Identifications",
        "nothing that was overtaken comes so late",
        "0 send 0-1, 3 send 3-4, 70000 send 2-4, 70020 ack 4",
        "timeout 1, lost 1, retransmission 3",
    ),
    (
        "rule 5: the cause is not in the capture",
        "no NAK, no timer: an answer was lost behind the tap, or the capture misses it",
        "v4: 0 send 0-7, 20 ack 3, 40 send 2-7, 60 ack 7",
        "retransmission 6",
    ),
    (
        "a response is missing, and a busy requester asks for it again after 3 ms",
        "9.7.5.1.3: no timer that programs choose is as short",
        "v4: 0 read 0-7, 10 resp 0-3, 20 resp 5-7, 3000 read 4-7, 3010 resp 4-7",
        "retransmission 1",
    ),
    (
        "a spurious timeout: an ACK runs ahead",
        "it acknowledges more than has been sent again",
        "v4: 0 send 0-3, 4100 send 0, 4101 ack 3, 4103 send 4, 4120 ack 4",
        "timeout 1, retransmission 1, spurious-timeout 1",
    ),
    (
        "a spurious timeout: both copies are answered",
        "two ACKs for two copies, both behind the repetition: nothing was lost, the timer is too short",
        "v4: 0 send 0, 10 ack 0, 100 send 1, 4100 send 1, 5100 ack 1, 5105 repeat 1, 5200 send 2, 5210 ack 2",
        "timeout 1, retransmission 1, spurious-timeout 1",
    ),
    (
        "an ACK of new requests runs ahead of nothing",
        "they were sent behind the repetition",
        "v4: 0 send 0, 4100 send 0, 4115 ack 0, 4120 send 1-2, 4140 ack 2, 4150 send 3, 4170 ack 3",
        "timeout 1, retransmission 1",
    ),
    (
        "capture loss",
        "a hole that is acknowledged, and that nothing fills: the tap missed it",
        "v4: 0 send 0-3, 6 send 6-7 skip 2, 20 ack 7, 9000 send 8, 9020 ack 8",
        "capture-loss 2",
    ),
    (
        "capture loss, and the ACK is lost behind the tap",
        "what is acknowledged had arrived: the repetition does not make it lost",
        "v4: 0 send 0-1, 3 send 3 skip 1, 20 ack 3, 70000 send 0-3, 70020 repeat 3",
        "capture-loss 1, timeout 1, retransmission 4",
    ),
    (
        "the same, sooner",
        "what the answers prove does not wait for the capture to go on",
        "v4: 0 send 0-1, 3 send 3 skip 1, 20 ack 3, 1000 send 0-3, 1020 repeat 3",
        "capture-loss 1, timeout 1, retransmission 4",
    ),
    (
        "a hole of which a part is acknowledged",
        "that part has arrived, the rest was lost",
        "v4: 0 send 0-3, 8 send 8-9 skip 4, 20 ack 5, 70000 send 6-9, 70020 ack 9",
        "capture-loss 2, timeout 1, lost 2, retransmission 4",
    ),
    (
        "a hole of which a part still comes",
        "two of three are missing, as Identifications show: the third is overtaken by its own repetition",
        "v4: 0 send 0-3, 7 send 7-8 skip 2, 15 nak 4, 25 send 4, 35 nak 5, 45 send 5-6, 50 send 6 late, 60 ack 8",
        "lost 2, retransmission 3, out-of-order 1",
    ),
    (
        "one packet again by the timer, without Identifications",
        "nobody asked, but nothing that was overtaken comes so late",
        "0 send 0-1, 3 send 3-4, 70000 send 2, 70020 ack 4",
        "timeout 1, lost 1, retransmission 1",
    ),
    (
        "section 5, rule 4, with a requester that repeats single packets",
        "sooner than it has ever reacted",
        "0 send 0-4, 10 nak 2, 60 send 2, 80 ack 4, 90 send 5, 92 send 7, 95 nak 6, 96 send 6, 120 ack 7, 9000 send 8",
        "retransmission 1, reordered-or-lost 1",
    ),
    (
        "an RNR NAK that a timeout has gone over",
        "what is repeated once more later does not answer it",
        "v4: 0 send 0-5, 20 rnr 2, 17000 send 1-5, 70000 send 2-5, 70020 ack 5",
        "timeout 2, retransmission 9",
    ),
    (
        "an RNR NAK for the last packet of a message",
        "Linux sends the message from its beginning again when the delay is over: no timer is as short",
        "v4: 0 send 0-5, 20 rnr 2, 4720 send 1-5, 4740 ack 5",
        "rnr-retry 1, retransmission 5",
    ),
    (
        "the message from its beginning, before the delay of an RNR NAK is over",
        "nothing shows why",
        "v4: 0 send 0-5, 20 rnr 2, 220 send 1-5, 240 ack 5",
        "retransmission 5",
    ),
    (
        "a READ again from its beginning, by the timer",
        "one response is missing, whatever else its sender sent that is not in the capture",
        "v4: 0 read 0-7, 20 resp 0-1, 24 resp 3-7 skip 3, 70000 read 0-7, 70020 resp 0-7",
        "timeout 1, lost 1, retransmission 1",
    ),
    (
        "a damaged packet is no hole",
        "its PSN shows that it was sent: it is damaged, not lost",
        "0 send 0-1, 2 bad 2, 3 send 3-4, 10 nak 2, 20 send 2-4, 40 ack 4",
        "retransmission 3",
    ),
    (
        "a damaged packet that is answered",
        "evidence beats the ICRC: it has arrived, and is not missing from the capture",
        "0 send 0-1, 2 bad 2, 3 send 3-4, 20 ack 4, 9000 send 5, 9010 ack 5",
        "",
    ),
    (
        "the capture ends, the hole is young",
        "nothing is claimed of a hole younger than twice the longest wait",
        "v4: 0 send 0-3, 5 send 5-6 skip 1, 20 ack 3, 300 end",
        "",
    ),
    (
        "nothing fills the hole, and the requester goes on",
        "a reliable requester would have repeated it if the tap could see that",
        "v4: 0 send 0-3, 5 send 5-6 skip 1, 20 ack 3, 900000 send 7, 2900000 send 8, 2900010 end",
        "lost 1",
    ),
    (
        "the same in one direction only",
        "nothing shows whether it arrived",
        "0 send 0-3, 5 send 5-6, 900000 send 7, 2900000 send 8, 2900010 end",
        "gap 1",
    ),
    (
        "the repetition overtakes the original",
        "Identifications say that nothing is missing from the capture: the original still comes",
        "v4: 0 send 0-3, 5 send 5-6, 15 nak 4, 25 send 4-6, 40 send 4 late, 60 ack 6",
        "retransmission 3, out-of-order 1",
    ),
    (
        "it does not come",
        "then it was lost",
        "v4: 0 send 0-3, 5 send 5-6, 15 nak 4, 25 send 4-6, 60 ack 6, 2000000 send 7, 2000020 ack 7",
        "retransmission 3, lost 1",
    ),
    (
        "the repetition is overtaken by itself",
        "the original is not in the capture, as Identifications show: what comes late is its repetition",
        "v4: 0 send 0-3, 5 send 5-7 skip 1, 15 nak 4, 25 send 5, 26 send 4 late, 27 send 6-7, 60 ack 7",
        "out-of-order 1, lost 1, retransmission 4",
    ),
    (
        "a NAK is answered once",
        "what comes again without another NAK is due to the timer",
        "0 send 0-3, 10 nak 1, 20 send 1-3, 1000 send 1-3, 1010 ack 3",
        "retransmission 6, timeout 1",
    ),
    (
        "the first packet of the connection is lost",
        "connection management named the first PSN",
        "v4: 1 send 1 skip 1, 10 nak 0, 20 send 0-1, 40 ack 1",
        "lost 1, retransmission 2",
    ),
    (
        "a busy requester answers a NAK late",
        "it has sent all the time, and gets to the NAK when it is done: nothing else asked for this PSN",
        "v4: 0 send 0-3, 5 send 5-9 skip 1, 20 nak 4, 1900 send 10, 3800 send 11, 5700 send 4-11, 5800 ack 11",
        "lost 1, retransmission 8",
    ),
    (
        "a requester that pauses in the middle answers a NAK after such a pause",
        "a pause as long as one that it made in the middle of its work is no timer",
        "v4: 0 send 0-3, 5 send 5-9 skip 1, 20 nak 4, 9000 send 10, 16000 send 4-10, 16100 ack 10",
        "lost 1, retransmission 7",
    ),
    (
        "an idle requester answers a NAK at once or never",
        "it had nothing else to do, so the NAK did not reach it, and the timer made it go back",
        "v4: 0 send 0-3, 5 send 5-9 skip 1, 20 nak 4, 9000 send 4-9, 9100 ack 9",
        "lost 1, timeout 1, retransmission 6",
    ),
    (
        "a NAK is answered once",
        "the responder asks only once for a PSN, so going back there again is due to the timer",
        "v4: 0 send 0-3, 5 send 5-9 skip 1, 20 nak 4, 30 send 4-9, 4030 send 4-9, 4100 ack 9",
        "lost 1, timeout 1, retransmission 12",
    ),
    (
        "what a NAK asked for comes once more than it was asked for",
        "no order of sending is known: one of both is the original, which came late, or a copy",
        "0 send 0-3, 5 send 5-6, 15 nak 4, 25 send 4-6, 40 send 4, 60 ack 6",
        "retransmission 4, reordered-or-lost 1",
    ),
    (
        "one of two packets that a NAK asked for comes once more than it was asked for",
        "the other one was lost: nothing shows that it came",
        "0 send 0-3, 5 send 6-7, 15 nak 4, 25 send 4-7, 40 send 4, 60 ack 7",
        "retransmission 5, reordered-or-lost 1, lost 1",
    ),
    (
        "what a NAK asked for comes by the timer as well",
        "another repetition has a reason",
        "0 send 0-3, 5 send 5-6, 15 nak 4, 25 send 4-6, 90000 send 4-6, 90020 ack 6",
        "retransmission 6, timeout 1, lost 1",
    ),
    (
        "what the timer sends again is overtaken by itself",
        "it goes back to the oldest packet that nothing answers and sends all from there: a gap in that comes late",
        "0 send 0-3, 10 ack 0, 70000 send 1, 70003 send 3, 70010 send 2, 70040 ack 3",
        "timeout 1, retransmission 3, out-of-order 1",
    ),
    (
        "the first packet that the timer sends again is overtaken",
        "two timeouts cannot be so near: the oldest packet that nothing answers belongs to the same repetition",
        "0 send 0-3, 10 ack 0, 70000 send 2-3, 70010 send 1, 70040 ack 3",
        "timeout 1, retransmission 3, out-of-order 1",
    ),
    (
        "a READ is overtaken in what the timer sends again",
        "no response shows that the requester lacks one, so it is no other repetition",
        "0 send 0-1, 1 read 2-5, 6 send 6, 10 ack 0, 70000 send 1, 70002 send 6, 70005 read 2-5, 70040 resp 2-5",
        "timeout 1, retransmission 3, out-of-order 1",
    ),
    (
        "a READ is sent again behind what the timer sends again, since responses came meanwhile",
        "the requester has seen that the first responses are missing, and asks for them",
        "0 send 0-1, 1 read 2-5, 6 send 6, 10 ack 0, 70000 send 1, 70002 send 6, 70010 resp 4-5, 70015 read 2-3",
        "timeout 1, retransmission 3",
    ),
    (
        "the first packet that the timer sends again is overtaken, and an answer was lost behind the tap",
        "where the requester stands its last repetition has shown, if nothing was answered since",
        "0 send 0-3, 10 ack 1, 70000 send 0-3, 140000 send 1-3, 140010 send 0, 210000 send 2-3, 210010 send 0-1",
        "timeout 3, retransmission 12, out-of-order 3",
    ),
    (
        "the first packet that the timer sends again does not come",
        "the timer has run out once more when it comes",
        "0 send 0-3, 10 ack 0, 70000 send 2-3, 140000 send 1-3, 140040 ack 3",
        "timeout 2, retransmission 5",
    ),
]


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
    ("later than any delay, in no known order", "0 send 0-1, 3 send 3, 40000 send 4, 40010 send 2", "lost 1"),
    ("a PSN comes again, in no known order", "0 send 0-3, 9000 send 2, 9100 send 4", ""),
]


@pytest.mark.parametrize(("name", "text", "kinds"), UNRELIABLE, ids=[case[0] for case in UNRELIABLE])
def test_unreliable(name: str, text: str, kinds: str) -> None:
    assert totals(story(text).tell(reliable=False)[0]) == expected(kinds)


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
        told_story.events = [*before, (read, reading.replace(continues=True)), (send, sending.replace(continues=True))]
        lost = told(told_story.tell()[0], "lost")
        assert [(each.packets, each.facts["psn"], each.facts["last"]) for each in lost] == [(1, 1, 1), (1, 2, 3)]

    def test_latency_of_a_spurious_timeout(self) -> None:
        verdicts = self.tell("v4: 0 send 0-3, 4100 send 0, 4101 ack 3, 4103 send 4, 4120 ack 4")
        facts = told(verdicts, "spurious-timeout")[0].facts
        assert facts == {"waited": 4_100_000, "psn": 0, "latency": 4_101_000}

    def test_an_answer_that_comes_too_soon(self) -> None:
        """No answer to the repetition takes less than a quarter of the shortest latency of the flow."""
        timers = FlowTimers()
        timers.latency(10_000)
        text = "v4: 0 send 0, 4100 send 0, 4102 ack 0, 4200 send 1, 4220 ack 1"
        assert told(self.tell(text, timers), "spurious-timeout")
        for later in ("4103", "4115"):
            assert not told(self.tell(text.replace("4102", later), timers), "spurious-timeout")

    def test_what_was_lost_before_the_tap_has_no_answer_under_way(self) -> None:
        """The repetition was the first that came, however soon its answer does."""
        timers = FlowTimers()
        timers.latency(10_000)
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


def test_nothing_but_the_timer_is_left_where_a_nak_was_answered_in_vain() -> None:
    """The responder has asked, and asks only once: a wait shorter than answers take may be the timer all the same."""
    for psn, count in ((4, 1), (3, 0)):  # where the responder stands, and before that
        timers = FlowTimers()
        timers.latency(500_000)
        told_of = f"v4: 0 send 0-9, 20 nak 4, 30 send 4-9, 1830 send {psn}-9, 1900 ack 9"
        verdicts, _ = story(told_of).tell(timers=timers)
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
