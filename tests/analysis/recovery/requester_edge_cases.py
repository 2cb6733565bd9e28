"""Stories at the edges of the rules: of each kind what is just inside, and what is just outside.

`tests.analysis.recovery.requester_story.story` reads them; the others are in `tests.analysis.recovery.requester_cases`.
"""

#: what happened, why that follows, the story, and packets by kind
EDGES = [
    (
        "a damaged packet comes again, and new ones behind it",
        "it was sent before, as its PSN shows; what is behind it was not",
        "v4: 0 send 0-3, 5 bad 4, 10 ack 3, 70000 send 4-6, 70020 ack 6",
        "timeout 1, retransmission 1",
    ),
    (
        "the same without Identifications",
        "as above",
        "0 send 0-3, 5 bad 4, 10 ack 3, 70000 send 4-6, 70020 ack 6",
        "timeout 1, retransmission 1",
    ),
    (
        "a requester that pauses in the middle answers a NAK after nearly such a pause",
        "a pause that is shorter than one that it made in the middle of its work is no timer",
        "v4: 0 send 0-3, 5 send 5-9 skip 1, 20 nak 4, 9000 send 10, 17900 send 4-10, 18000 ack 10",
        "lost 1, retransmission 7",
    ),
    (
        "the end of a repetition is lost, and new packets behind it as well",
        "each of the four packets that are missing was sent, as Identifications show",
        "v4: 0 send 0-3, 70000 send 0-1, 70010 send 6-7 skip 4, 70030 nak 2, 70040 send 2-7, 70060 ack 7",
        "timeout 1, lost 4, retransmission 8",
    ),
    (
        "a repetition breaks off, and new packets are lost behind it",
        "an ACK made the requester go on with new packets: two Identifications are missing, those of the hole",
        "v4: 0 send 0-3, 70000 send 0-1, 70008 ack 3, 70010 send 6-7 skip 2, 70030 nak 4, 70040 send 4-7, 70060 ack 7",
        "timeout 1, lost 2, retransmission 6",
    ),
    (
        "the last packet of a repetition is lost",
        "one Identification is missing before the new packets",
        "v4: 0 send 0-1, 70000 send 0, 70010 send 2-3 skip 1, 70030 nak 1, 70040 send 1-3, 70060 ack 3",
        "timeout 1, lost 1, retransmission 4",
    ),
    (
        "a repetition is whole, and a packet of another flow was missed behind it",
        "nothing of the repetition is missing, so the Identification is none of its packets",
        "v4: 0 send 0-1, 70000 send 0-1, 70010 send 2-3 skip 1, 70030 ack 3",
        "timeout 1, retransmission 2",
    ),
    (
        "a hole is filled while an earlier repetition is under way, which need not go on there",
        "no order of sending is known: the original may be late, or the repetition may have come so far",
        "0 send 0-3, 70000 send 7-8, 70003 send 0, 71000 ack 4, 71500 send 5, 71600 ack 5",
        "timeout 1, retransmission 1, reordered-or-lost 1, capture-loss 1",
    ),
    (
        "more ACKs come than were sent again, of what a NAK shows to be dropped",
        "9.7.5.2.8: the responder has taken nothing behind a PSN that it asks for, so no answer to it was under way",
        "v4: 0 send 0-2, 10 nak 1, 70000 send 1-2, 70010 ack 2, 70012 repeat 2, 70014 repeat 2",
        "timeout 1, retransmission 2",
    ),
    (
        "more ACKs come than were sent again, and no NAK",
        "9.7.6.1.3: those of the originals were under way when the timer expired",
        "v4: 0 send 0-2, 10 ack 0, 70000 send 1-2, 70010 ack 2, 70012 repeat 2, 70014 repeat 2",
        "timeout 1, retransmission 2, spurious-timeout 1",
    ),
    (
        "more ACKs come than were sent again by the timer, behind the answer to a NAK",
        "9.7.6.1.3: those of the first repetition were under way",
        "v4: 0 send 0-2, 10 nak 1, 20 send 1-2, 70020 send 1-2, 70030 ack 2, 70032 repeat 2, 70034 repeat 2",
        "timeout 1, retransmission 4, spurious-timeout 1",
    ),
    (
        "the first packet of what the timer sends again is lost",
        "it goes back to the oldest PSN without an answer, and one Identification is missing",
        "v4: 0 send 0-3, 10 ack 0, 70000 send 2-3 skip 1, 70030 nak 1, 70040 send 1-3, 70060 ack 3",
        "timeout 1, lost 1, retransmission 5",
    ),
    (
        "the first packet of the connection is lost when it comes again",
        "the NAK asks for it, and one Identification is missing",
        "v4: 0 send 0-3, 20 nak 0, 30 send 1-3 skip 1, 50 nak 0, 60 send 0-3, 80 ack 3",
        "lost 1, retransmission 7",
    ),
    (
        "an original comes late that an ACK had proved to have arrived",
        "it was not lost, and is no repetition",
        "v4: 0 send 0-3, 5 send 8-9 skip 3, 20 ack 9, 30 send 7 late, 9000 send 10, 9020 ack 10",
        "out-of-order 1, capture-loss 3",
    ),
    (
        "a NAK for what has come and a late copy of it",
        "what was overtaken and fills no hole was sent again",
        "v4: 0 send 0-3, 24 send 3 late, 60 ack 3",
        "out-of-order 1, retransmission 1",
    ),
    (
        "an ACK of what the capture lacks",
        "9.7.5.1.1: it is no response, so it belongs to no READ: each PSN is a request",
        "v4: 0 send 0, 10 unsent 2, 20 send 3 skip 2, 30 ack 3, 9000 send 4, 9020 ack 4",
        "capture-loss 2",
    ),
    (
        "responses that go on, to a READ that the capture lacks",
        "9.4.4: one request has all of them",
        "v4: 0 send 0-1, 10 unsent 3 reads, 20 send 4-6 skip 1, 30 ack 6, 9000 send 7, 9020 ack 7",
        "capture-loss 1",
    ),
    (
        "a timeout, and then a READ that is answered at once",
        "responses acknowledge what came before them, and ask for nothing",
        "0 send 0-4, 9000 send 0, 18000 resp 0-3, 18700 read 5-7, 18800 resp 4-7",
        "timeout 1, retransmission 1",
    ),
    (
        "a hole is filled soon by what was sent behind it, as Identifications show",
        "it was sent again, whatever made the requester do that",
        "v4: 0 send 0-3, 5 send 5-6 skip 1, 15 send 4, 30 ack 6",
        "lost 1, retransmission 1",
    ),
    (
        "two damaged packets in a hole",
        "each of them was sent, and is in the capture: two others are not",
        "0 send 0-1, 3 bad 3, 5 bad 5, 7 send 6, 20 ack 6, 9000 send 7, 9020 ack 7",
        "capture-loss 2",
    ),
    (
        "a repetition is overtaken whose original the capture misses, as an answer proves",
        "all that is missing before the hole's end was sent, so what comes late is no original; nothing was lost",
        "v4: 0 send 0-3, 5 send 8-9 skip 4, 20 ack 9, 30 send 7 late, 9000 send 10, 9020 ack 10",
        "out-of-order 1, retransmission 1, capture-loss 3",
    ),
    (
        "a hole is acknowledged by the last packet of the capture",
        "it had arrived, so the tap missed it",
        "v4: 0 send 0-3, 6 send 6-7 skip 2, 20 ack 7",
        "capture-loss 2",
    ),
    (
        "nothing fills a hole for nearly twice the longest wait",
        "its repetition may still come",
        "v4: 0 send 0-3, 5 send 5-6 skip 1, 20 ack 3, 900000 send 7, 1000004 end",
        "",
    ),
    (
        "nothing fills a hole for twice the longest wait",
        "it would have been sent again",
        "v4: 0 send 0-3, 5 send 5-6 skip 1, 20 ack 3, 900000 send 7, 1000005 end",
        "lost 1",
    ),
    (
        "nothing fills a hole, and nothing follows",
        "the requester may be gone: nothing shows that it was lost before the tap",
        "v4: 0 send 0-3, 5 send 5-6 skip 1, 20 ack 3, 2900010 end",
        "",
    ),
    (
        "nothing fills a hole, and the requester goes on no longer than the shortest timer",
        "it has not waited for the missing packet",
        "v4: 0 send 0-3, 5 send 5-6 skip 1, 20 ack 3, 404 send 7, 2900010 end",
        "",
    ),
    (
        "nothing fills a hole, and the requester goes on for as long as the shortest timer",
        "a reliable requester would have sent it again",
        "v4: 0 send 0-3, 5 send 5-6 skip 1, 20 ack 3, 405 send 7, 2900010 end",
        "lost 1",
    ),
    (
        "not all of a repetition came, and a NAK asks for it; later packets of the gap come",
        "they may be the answer to that NAK, of which the first packets are missing",
        "0 send 0-9, 10 ack 0, 70000 send 1-3, 70004 send 8-9, 70015 nak 4, 70030 send 6-7, 71000 ack 9",
        "timeout 1, retransmission 7",
    ),
    (
        "not all of a repetition came, and no NAK asks for it; later packets of the gap come",
        "nobody has asked for them again, so they were overtaken",
        "0 send 0-9, 10 ack 0, 70000 send 1-3, 70004 send 8-9, 70030 send 6-7, 71000 ack 9",
        "timeout 1, retransmission 7, out-of-order 2",
    ),
    (
        "a requester that sends single packets again, and its timer expires though two ACKs are under way",
        "the responder has kept what is behind: the ACK of it may be one of the first repetition",
        "v4: 0 send 0-2, 5 send 5-7 skip 2, 10 nak 3, 20 send 3-4, 70020 send 3, 70030 ack 7, 70035 repeat 7",
        "lost 2, retransmission 3, timeout 1, spurious-timeout 1",
    ),
    (
        "overtaken requests behind an RNR NAK",
        "9.7.5.2.8: they were sent before others that came before it, so they are no retry",
        "v4: 0 send 0-3, 20 rnr 2, 30 send 2-3 late, 60000 end",
        "rnr-retries-exhausted 1, out-of-order 2, retransmission 2",
    ),
    (
        "the rest of a READ of the first PSN is asked for",
        "the responses before it have arrived, and end the row of tries",
        "0 read 0-7, 10 resp 0-7, 17100 read 1-7, 17110 resp 1-7, 34100 read 5-7, 100000 end",
        "timeout 2, retransmission 2",
    ),
    (
        "a READ is all that is seen of the last try",
        "the request before it was lost before the tap; the READ begins at its first PSN, so it has no response yet",
        "0 send 0, 10 ack 0, 100 send 1, 101 read 2-5, 17100 send 1, 17101 read 2-5, 34100 read 2-5, 100000 end",
        "timeout 2, retransmission 3, retries-exhausted 1",
    ),
    (
        "nobody asks for what fills a hole, and it comes within 2 ms",
        "no timer is as short: it was overtaken",
        "0 send 0-1, 3 send 3-4, 2002 send 2, 2020 ack 4",
        "out-of-order 1",
    ),
    (
        "nobody asks for what fills a hole, and it comes after 2 ms",
        "nothing shows whether it was overtaken for so long, or a timer was as short",
        "0 send 0-1, 3 send 3-4, 2003 send 2, 2020 ack 4",
        "reordered-or-lost 1",
    ),
]

#: the capture begins in the middle of a connection
EDGES_OF_UNKNOWN = [
    (
        "a refusal shows where the responder is",
        "9.7.5.2: what is sent again behind it has no cause before the capture",
        "0 send 5-7, 9000 fatal 7, 80000 send 7",
        "timeout 1, retransmission 1",
    )
]

#: UC: nothing is acknowledged, nothing is sent again
EDGES_OF_UNRELIABLE = [
    (
        "a copy is overtaken",
        "nothing is sent again, and it was not lost: it is a copy",
        "v4: 0 send 0-2, 2505 send 0-2 late, 2600 send 3",
        "",
    ),
    (
        "a packet comes late, and copies of those that overtook it come behind it",
        "it fills the hole; nothing was lost, and copies are not out of order",
        "v4: 0 send 0-3, 5 send 5-6 skip 1, 8 send 4-6 late, 900000 send 7",
        "out-of-order 1",
    ),
    (
        "the same without Identifications",
        "as above",
        "0 send 0-3, 5 send 5-6 skip 1, 8 send 4-6 late, 900000 send 7",
        "out-of-order 1",
    ),
]

#: of each repetition its first PSN, and the end of the sentence that says why it was sent
CAUSES = [
    (
        "nothing has been answered, and the connection's beginning is in the capture",
        "v4: 0 send 0-3, 24 send 3 late",
        True,
        {3: "for a reason that the capture does not show; an answer may have been lost behind the tap"},
    ),
    (
        "nothing has been answered, and the connection's beginning is not in the capture",
        "0 send 0-4, 9740 send 0-4",
        False,
        {0: "for a reason from before the first answer in the capture"},
    ),
    (
        "an answer, and the connection's beginning is not in the capture",
        "0 send 0-4, 20 ack 1, 40 send 2-4",
        False,
        {2: "for a reason that the capture does not show; an answer may have been lost behind the tap"},
    ),
    (
        "a requester that is busy with another repetition answers a NAK when it is done",
        "v4: 0 send 0-9, 10 nak 5, 7000 send 2-3, 14000 send 5-9, 14100 ack 9",
        True,
        {2: "after a timeout of 6.998 ms", 5: "13.99 ms after the NAK for PSN 5, or after a timeout"},
    ),
    (
        "responses are missing to a READ that others overtook; the order of sending is not known",
        "0 send 0, 5 send 9, 6 read 1-8, 40 resp 1-4, 42 resp 6-8, 50 read 5-8, 80 resp 5-8",
        True,
        {5: "since the response to PSN 5 is missing"},
    ),
    (
        "a NAK is answered as late as the shortest usual timer expires, by a requester that was busy meanwhile",
        "v4: 0 send 0-3, 5 send 5-9 skip 1, 20 nak 4, 9000 send 10, 17900 send 4-10, 18000 ack 10",
        True,
        {4: "17.88 ms after the NAK for PSN 4, or after a timeout"},
    ),
    (
        "the delay of an RNR NAK was over, and the timer not as long",
        "v4: 0 send 0-5, 20 rnr 1, 17400 send 1-5, 17500 ack 5",
        True,
        {1: "after the RNR NAK for PSN 1"},
    ),
    (
        "two NAKs, and the first repetition goes on with the PSN of the second",
        "0 send 0-3, 5 send 5-9, 15 nak 4, 30 send 4-6, 40 nak 7, 60 send 7-9, 80 ack 9",
        True,
        {4: "after the NAK for PSN 4", 7: "after the NAK for PSN 7"},
    ),
    (
        "the second NAK comes sooner before that than this requester has ever answered one",
        "0 send 0-3, 5 send 5-9, 15 nak 4, 30 send 4-6, 40 nak 7, 50 send 7-9, 70 ack 9",
        True,
        {4: "after the NAK for PSN 4", 7: "after the NAK for PSN 4"},
    ),
    (
        "a READ comes again right before half of the shortest usual timer has passed since others were answered",
        "0 read 0-1, 1 read 2-3, 20 resp 2-3, 8408 read 0-1",
        True,
        {0: "since the response to PSN 0 is missing"},
    ),
    (
        "a READ comes again when half of the shortest usual timer has passed",
        "0 read 0-1, 1 read 2-3, 20 resp 2-3, 8410 read 0-1",
        True,
        {0: "after a timeout of 8.41 ms"},
    ),
    (
        "the shortest wait that may be a timer's",
        "0 send 0-3, 400 send 0-3, 500 ack 3",
        True,
        {0: "after a timeout of 400 µs"},
    ),
    (
        "a wait shorter than any timer",
        "0 send 0-3, 399 send 0-3, 500 ack 3",
        True,
        {0: "for a reason that the capture does not show; an answer may have been lost behind the tap"},
    ),
    (
        "the first packets of the answer to a NAK are missing, and so soon it is no timeout",
        "v4: 0 send 0-7, 20 nak 2, 600 send 4-7, 700 ack 7",
        True,
        {4: "after the NAK for PSN 2"},
    ),
    (
        "the first packets of what comes again are missing, and the timer may have expired",
        "v4: 0 send 0-7, 20 nak 2, 20000 send 4-7, 20100 ack 7",
        True,
        {4: "after a timeout of 19.98 ms"},
    ),
    (
        "a NAK is answered as fast as this requester ever has",
        "0 send 0-3, 5 send 5-9, 15 nak 4, 30 send 4-6, 40 nak 7, 55 send 7-9, 75 ack 9",
        True,
        {4: "after the NAK for PSN 4", 7: "after the NAK for PSN 7"},
    ),
    (
        "a message comes again from its beginning when the delay of an RNR NAK has just ended",
        "v4: 0 send 0-5, 20 rnr 2, 660 send 1-5, 740 ack 5",
        True,
        {1: "after the RNR NAK for PSN 2"},
    ),
    (
        "a message comes again from its beginning, and half of the shortest usual timer behind the delay is not over",
        "v4: 0 send 0-5, 20 rnr 2, 9048 send 1-5, 9100 ack 5",
        True,
        {1: "after the RNR NAK for PSN 2"},
    ),
    (
        "a message comes again from its beginning when that is over",
        "v4: 0 send 0-5, 20 rnr 2, 9049 send 1-5, 9100 ack 5",
        True,
        {1: "after a timeout of 9.048 ms"},
    ),
    (
        "a NAK follows an RNR NAK, and what it asks for comes before the delay is over",
        "v4: 0 send 0-5, 20 rnr 2, 25 nak 2, 659 send 2-5, 740 ack 5",
        True,
        {2: "after the NAK for PSN 2"},
    ),
    (
        "a NAK follows an RNR NAK, and what it asks for comes when the delay is over",
        "v4: 0 send 0-5, 20 rnr 2, 25 nak 2, 660 send 2-5, 740 ack 5",
        True,
        {2: "after the RNR NAK for PSN 2"},
    ),
]

#: of each READ that is sent again its PSN, and that of the READ of which it asks for the rest
READS = [
    (
        "a READ is asked for again twice, each time from its middle",
        "0 read 0-7, 20 resp 0-1, 22 resp 3-7, 30 read 2-7, 40 resp 2-4, 42 resp 6-7, 50 read 5-7",
        {2: 0, 5: 0},
    ),
    (
        "a READ is lost before the tap, and when it came again asked for from its middle",
        "0 send 0, 5 send 9, 10 nak 1, 20 read 1-8, 21 send 9, 40 resp 1-4, 42 resp 6-8, 70000 read 5-8",
        {9: -1, 5: 1},
    ),
    (
        "a READ is overtaken, and asked for again from its middle",
        "0 send 0, 5 send 9, 6 read 1-8, 40 resp 1-4, 42 resp 6-8, 50 read 5-8, 80 resp 5-8",
        {5: 1},
    ),
    (
        "the same with Identifications",
        "v4: 0 send 0, 5 send 9, 6 read 1-8 late, 40 resp 1-4, 42 resp 6-8, 50 read 5-8, 80 resp 5-8",
        {5: 1},
    ),
    ("other requests have no rest", "v4: 0 send 0-3, 70000 send 0-3, 70020 ack 3", {0: -1}),
]
