"""Exchanges with READs, and with NAKs; see `tests.analysis.recovery.responder_rows` for the rows."""

from tests.analysis.recovery.responder_rows import Case

READS: list[Case] = [
    (
        "the response passed the tap and was lost behind it: the atomic comes again, and its response",
        "9.7.4.1.1 and 9.4.5: answered from what was kept",
        [("atomics", 0, 1), ("responses", 0, 1), ("atomics", 0, 1), ("responses", 0, 1)],
        {"duplicate-request": 1},
    ),
    (
        "an atomic is repeated, and only then a response is seen",
        "9.7.6.1.3: the request was lost behind the tap, or the response before it",
        [("atomics", 0, 1), ("atomics", 0, 1), ("responses", 0, 1)],
        {"request-or-answer-lost": 1},
    ),
    (
        "the third response of eight is missing, the rest is asked for again",
        "9.7.5.1.3 and 9.7.6.1.2: a READ is one packet, whatever PSNs it takes",
        [("read", 0, 8), ("responses", 0, 2), ("responses", 3, 8), ("read", 2, 8), ("responses", 2, 8)],
        {"duplicate-request": 1},
    ),
    (
        "the last responses are missing, a timer expires, the rest is asked for again",
        "9.7.4.1.1: its first responses show that the READ was executed",
        [("read", 0, 8), ("responses", 0, 5), ("read", 5, 8), ("responses", 5, 8)],
        {"duplicate-request": 1},
    ),
    (
        "the response to the second of three READs is missing",
        "9.7.5.1.3",
        [
            *(("read", 0, 2), ("read", 2, 4), ("read", 4, 6), ("responses", 0, 2), ("responses", 4, 6)),
            *(("read", 2, 4), ("read", 4, 6), ("responses", 2, 6)),
        ],
        {"duplicate-request": 2},
    ),
    (
        "responses that overtook one another: nothing asks for anything again",
        "9.7.5.1.3 would be an implied NAK if it were lost",
        [("read", 0, 8), ("responses", 0, 2), ("responses", 3, 8), ("responses", 2, 3), ("requests", 8, 9), ("ack", 8)],
        {},
    ),
    (
        "a response that overtook another was dropped, and is asked for again",
        "9.7.5.1.3: the requester takes responses in order only",
        [("read", 0, 8), ("responses", 0, 2), ("responses", 3, 4), ("responses", 2, 3), ("read", 3, 8)],
        {},
    ),
    (
        "another response is missing while the requester goes back already",
        "9.7.5.1.3: the first one that is missing counts",
        [
            *(("read", 0, 2), ("read", 2, 4), ("read", 4, 6), ("read", 6, 8), ("responses", 2, 4), ("responses", 6, 8)),
            *(("read", 0, 2), ("read", 2, 4), ("read", 4, 6), ("read", 6, 8), ("responses", 0, 8)),
        ],
        {"duplicate-request": 4},
    ),
    (
        "another response is missing while a repetition has not come so far",
        "as above",
        [
            *(("read", 0, 2), ("read", 2, 4), ("requests", 4, 5), ("responses", 2, 4)),
            *(("read", 5, 7), ("requests", 7, 8), ("read", 0, 2), ("passing", 7)),
            *(("read", 2, 4), ("requests", 4, 5), ("read", 5, 7), ("responses", 0, 4), ("responses", 5, 7)),
        ],
        {"duplicate-request": 4},
    ),
    (
        "an ACK for what is behind a READ without a response",
        "9.7.5.1.3",
        [("read", 0, 2), ("requests", 2, 3), ("passing", 2), ("read", 0, 2), ("responses", 0, 2)],
        {"duplicate-request": 1},
    ),
    (
        "an RNR NAK for the SEND behind an atomic without a response",
        "9.7.5.2.8 with 9.7.5.1.3: it proves that the atomic was executed",
        [
            *(("atomics", 0, 1), ("requests", 1, 2), ("rnr", 1)),
            *(("atomics", 0, 1), ("requests", 1, 2), ("responses", 0, 1), ("ack", 1)),
        ],
        {"rnr-nak": 1, "duplicate-request": 1},
    ),
    (
        "an executed READ asked for again, without a response ever after",
        "9.7.4.1.1: nothing shows that the repetition arrived",
        [("read", 0, 2), ("responses", 0, 2), ("read", 0, 2), ("repeat", 1)],
        {"duplicate-unconfirmed": 1, "ghost-ack": 1},
    ),
]

NAKS: list[Case] = [
    (
        "the NAK of the last of three tries, the second of which had brought the packet behind the tap as it seemed",
        "9.7.5.2.8: a NAK comes soon or never, so this one shows that neither try had brought it",
        [
            *(("requests", 0, 4), ("requests", 5, 8)),
            ("requests", 4, 8, {"time": 70_000_000, "last_time": 70_000_000}),
            ("requests", 4, 8, {"time": 140_000_000, "last_time": 140_000_000}),
            ("nak", 4, {"time": 140_100_000, "last_time": 140_100_000}),
            ("requests", 4, 8, {"time": 140_200_000, "last_time": 140_200_000}),
            ("ack", 7),
        ],
        {"nak-sequence": 1, "lost": 2, "out-of-sequence": 9},
    ),
    (
        "a whole message twice, and a NAK for its last packet behind the next one",
        "9.7.5.2.8: neither try brought it; the second lost it, the first may have lost one before it",
        [
            *(("requests", 0, 3), ("requests", 0, 3), ("ack", 1), ("requests", 3, 4), ("nak", 2), ("requests", 2, 4)),
            ("ack", 3),
        ],
        {"nak-sequence": 1, "lost": 1, "out-of-sequence": 1, "request-or-answer-lost": 1 + 2},
    ),
    (
        "a whole message twice, and its last packet missing behind the third try, as an ACK shows that comes again",
        "9.7.4.1.2: each of the tries may have lost it, or one before it",
        [
            *(("requests", 0, 3), ("requests", 0, 3), ("requests", 0, 2), ("ack", 1), ("requests", 2, 3)),
            *(("repeat", 1, 1), ("requests", 2, 3), ("ack", 2)),
        ],
        {"duplicate-request": 2, "request-or-answer-lost": 3 + 1 + 1},
    ),
    (
        "a packet is lost before the tap: the NAK was to be expected",
        "9.7.4.1.2: what came behind was dropped, and is no duplicate when it comes again",
        [("requests", 0, 2), ("requests", 3, 8), ("nak", 2), ("requests", 2, 8), ("ack", 7)],
        {"nak-sequence": 1, "out-of-sequence": 5},
    ),
    (
        "a packet is lost behind the tap",
        "9.7.5.2.8: the NAK names a PSN that the tap has seen",
        [("requests", 0, 8), ("nak", 2), ("requests", 2, 8), ("ack", 7)],
        {"nak-sequence": 1, "lost": 1, "out-of-sequence": 5},
    ),
    (
        "the repetition loses another packet behind the tap",
        "9.7.4.1.2: it asks again, for another PSN",
        [
            *(("requests", 0, 2), ("requests", 3, 8), ("nak", 2), ("requests", 2, 8)),
            *(("nak", 5), ("requests", 5, 8), ("ack", 7)),
        ],
        {"nak-sequence": 2, "lost": 1, "out-of-sequence": 5 + 2},
    ),
    (
        "the repetition loses its first packet behind the tap: a timeout, ACKs that follow the next repetition",
        "9.7.4.1.2: one NAK, none until that PSN comes",
        [
            *(("requests", 0, 2), ("requests", 3, 8), ("nak", 2), ("requests", 2, 8)),
            *(("requests", 2, 8, {"behind": 4}), ("ack", 7), ("requests", 8, 9), ("ack", 8)),
        ],
        {"nak-sequence": 1, "lost": 1, "out-of-sequence": 5 + 5},
    ),
    (
        "the last four packets are lost behind the tap: ACKs follow the repetition",
        "9.7.4.1.2: had one of them come, it would have asked for the others",
        [("requests", 0, 8), ("ack", 3), ("requests", 4, 8, {"behind": 4}), ("ack", 7)],
        {"lost": 4},
    ),
    (
        "eight packets are lost behind the tap: ACKs follow the repetition",
        "9.7.4.1.2: had one of them come, it would have asked for the others",
        [("requests", 0, 12), ("ack", 3), ("requests", 4, 12, {"behind": 8}), ("ack", 11)],
        {"lost": 8},
    ),
    (
        "a long train is answered only when it comes again: its first packet was lost, the others or the NAK",
        "9.7.4.1.2: packets behind a lost one are dropped and asked for once; that one NAK may have been lost",
        [("requests", 0, 13), ("ack", 3), ("requests", 4, 13, {"behind": 9}), ("ack", 12)],
        {"lost": 1, "request-or-answer-lost": 8},
    ),
    (
        "a READ comes again behind a request, and is answered behind the repeated ACK of that",
        "9.7.5.1.3: it was lost, or its first response was: nothing else shows that a READ has arrived",
        [
            *(("read", 0, 4), ("responses", 0, 4), ("requests", 4, 5), ("ack", 4), ("read", 5, 7)),
            *(("read", 1, 4), ("requests", 4, 5), ("read", 5, 7), ("responses", 1, 4), ("repeat", 4)),
            *(("responses", 5, 7), ("requests", 7, 8), ("ack", 7)),
        ],
        {"duplicate-request": 2, "request-or-answer-lost": 1},
    ),
    (
        "a long train that begins with a READ comes again, and its ACKs stand still before that",
        "9.7.4.1.2: of the READ it is not known either, since its response may have been lost before the tap",
        [
            *(("requests", 0, 4), ("ack", 3), ("read", 4, 12), ("requests", 12, 30)),
            *(("read", 4, 12), ("requests", 12, 30), ("repeat", 3, 18), ("responses", 4, 12), ("ack", 29)),
        ],
        {"request-or-answer-lost": 19, "ghost-ack": 18},
    ),
    (
        "duplicates and new packets in one repetition: its ACKs stand still in the middle",
        "9.7.4.1.1: the ACK of the latest state proves that what was behind had not arrived",
        [("requests", 0, 16), ("ack", 7), ("requests", 0, 16), ("repeat", 7, 8), ("ack", 15)],
        {"duplicate-request": 8, "lost": 8},
    ),
    (
        "an ACK more than the duplicates, from a responder that has just sent one for each; then duplicates again",
        "9.7.4.1.1: a copy that the network made behind the tap explains it; sixteen losses in a row do not",
        [
            *(("requests", 0, 8), ("ack", 7), ("requests", 0, 16), ("requests", 0, 16), ("repeat", 7, 9), ("ack", 12)),
            *(("requests", 16, 17), ("ack", 16)),
        ],
        {"duplicate-request": 16, "request-or-answer-lost": 8, "ghost-ack": 1},
    ),
    (
        "an atomic is late behind the tap: a NAK asks for it, it comes again, and is answered twice",
        "9.7.4.1.1: the second response answers the original, which came before the repetition or behind it",
        [
            *(("atomics", 0, 1), ("atomics", 1, 2), ("responses", 0, 1), ("atomics", 2, 3), ("nak", 1)),
            *(("atomics", 1, 3), ("responses", 1, 2), ("responses", 1, 2), ("responses", 2, 3)),
        ],
        {"nak-sequence": 1, "out-of-sequence": 1, "reordered-or-lost": 1},
    ),
    (
        "the same, answered once: the atomic was lost",
        "9.7.4.1.2",
        [
            *(("atomics", 0, 1), ("atomics", 1, 2), ("responses", 0, 1), ("atomics", 2, 3), ("nak", 1)),
            *(("atomics", 1, 3), ("responses", 1, 2), ("responses", 2, 3)),
        ],
        {"nak-sequence": 1, "out-of-sequence": 1, "lost": 1},
    ),
    (
        "packet 4 is overtaken by 5: the responder asks for 4, has it, and asks for 5, which it has dropped",
        "9.7.4.1.2",
        [
            *(("requests", 0, 4), ("requests", 5, 6), ("late", 4, 5), ("requests", 6, 10), ("nak", 4), ("nak", 5)),
            *(("requests", 5, 10), ("ack", 9)),
        ],
        {"nak-sequence": 2, "out-of-sequence": 1 + 4},
    ),
    (
        "an RNR NAK in the middle of a window, and the NAK of the train behind it",
        "9.7.5.2.8: nothing was lost, and what was dropped is no duplicate",
        [("requests", 0, 6), ("rnr", 2), ("nak", 2), ("requests", 2, 6), ("ack", 5)],
        {"rnr-nak": 1, "nak-sequence": 1, "out-of-sequence": 3},
    ),
    (
        "not ready for the same PSN twice, each time a NAK for the train",
        "9.7.5.2.8",
        [
            *(("requests", 0, 6), ("rnr", 2), ("nak", 2), ("requests", 2, 6), ("rnr", 2), ("nak", 2)),
            *(("requests", 2, 6), ("ack", 5)),
        ],
        {"rnr-nak": 2, "nak-sequence": 2, "out-of-sequence": 6},
    ),
    (
        "not ready for a PSN, and the next time the NAK for the train is all that the tap sees",
        "9.7.5.2.8: the packet was lost behind the tap, or the second RNR NAK before it",
        [
            *(("requests", 0, 6), ("rnr", 2), ("nak", 2), ("requests", 2, 6), ("nak", 2)),
            *(("requests", 2, 6), ("ack", 5)),
        ],
        {"rnr-nak": 1, "nak-sequence": 2, "out-of-sequence": 6, "request-or-answer-lost": 1},
    ),
    (
        "not ready for a PSN; it is taken the next time, and a later one is lost behind the tap",
        "9.7.5.1.2: it was ready again, so nothing but a loss explains the NAK",
        [
            *(("requests", 0, 6), ("rnr", 2), ("nak", 2), ("requests", 2, 6), ("ack", 2), ("nak", 3)),
            *(("requests", 3, 6), ("ack", 5)),
        ],
        {"rnr-nak": 1, "nak-sequence": 2, "out-of-sequence": 5, "lost": 1},
    ),
    (
        "a NAK for a PSN that the responder is not ready for when it comes again: lost, or an RNR NAK before it was",
        "9.7.5.2.8: it may not have been ready the first time; the NAK follows the RNR NAK, which the tap did not see",
        [*(("requests", 0, 6), ("nak", 5), ("requests", 5, 8), ("rnr", 5), ("nak", 5), ("requests", 5, 8)), ("ack", 7)],
        {"rnr-nak": 1, "nak-sequence": 2, "out-of-sequence": 2, "request-or-answer-lost": 1},
    ),
    (
        "a NAK for a PSN, and it is not ready for the one behind it",
        "9.7.5.2.8: an RNR NAK is about its own PSN",
        [*(("requests", 0, 7), ("nak", 5), ("requests", 5, 8), ("ack", 5), ("rnr", 6), ("requests", 6, 8)), ("ack", 7)],
        {"rnr-nak": 1, "nak-sequence": 1, "out-of-sequence": 2, "lost": 1},
    ),
    (
        "the ACK of a late original covers the PSN of a NAK, and the repetition starts there all the same",
        "9.7.5.1.2",
        [
            *(("requests", 0, 2), ("requests", 3, 8), ("late", 2, 3), ("nak", 2), ("ack", 2)),
            *(("requests", 2, 8), ("ack", 7)),
        ],
        {"nak-sequence": 1, "out-of-sequence": 5, "duplicate-request": 1},
    ),
    (
        "a wrong key: what was sent behind it is not executed, nor anything later",
        "9.7.4.1.5 and 9.9.3",
        [("requests", 0, 4), ("ack", 0), ("refusal", 1), ("requests", 1, 4)],
        {"nak-refused": 1},
    ),
    (
        "a repetition and its repetition after a timeout were seen when an RNR NAK and the NAK of its train come",
        "9.7.5.2.8: the packet had come, so its train is asked for again",
        [
            *(("requests", 0, 2), ("requests", 3, 6), ("nak", 2), ("requests", 2, 6), ("requests", 2, 6)),
            *(("rnr", 2), ("nak", 2), ("ack", 5)),
        ],
        {"rnr-nak": 1, "nak-sequence": 2, "out-of-sequence": 6},
    ),
    (
        "two holes in one window, one NAK; later the last four packets are lost behind the tap",
        "9.7.4.1.2: the second hole is not asked for",
        [
            *(("requests", 0, 2), ("requests", 3, 5), ("requests", 6, 8), ("nak", 2), ("requests", 2, 8), ("ack", 7)),
            *(("requests", 8, 16), ("ack", 11), ("requests", 12, 16, {"behind": 4}), ("ack", 15)),
        ],
        {"nak-sequence": 1, "out-of-sequence": 4, "lost": 4},
    ),
    (
        "where a NAK was lost before the tap, silence behind a gap proves the loss of one packet only",
        "9.7.4.1.2: it may have asked for the others",
        [
            *(("requests", 0, 2), ("requests", 3, 8), ("requests", 2, 8), ("ack", 7)),
            *(("requests", 8, 16), ("ack", 11), ("requests", 12, 16, {"behind": 4}), ("ack", 15)),
        ],
        {"lost": 1, "out-of-sequence": 8},
    ),
    (
        "a responder that asks again when the repetition has lost its first packet behind the tap",
        "9.7.5.2.8",
        [
            *(("requests", 0, 2), ("requests", 3, 8), ("nak", 2), ("requests", 2, 8), ("nak", 2)),
            *(("requests", 2, 8), ("ack", 7)),
        ],
        {"nak-sequence": 2, "out-of-sequence": 10, "lost": 1},
    ),
    (
        "a NAK of a PSN that was never sent",
        "9.7.5.1.1: it does not move the expected PSN",
        [("requests", 0, 4), ("nak", 40), ("requests", 4, 6), ("ack", 5), ("requests", 4, 6), ("repeat", 5, 2)],
        {"nak-sequence": 1, "duplicate-request": 2},
    ),
    (
        "a NAK overtaken by the ACK of what it had asked for",
        "9.7.5.1.2: the ACK proves that it came",
        [("requests", 0, 8), ("ack", 7), ("nak", 2)],
        {"nak-sequence": 1},
    ),
    (
        "a NAK for a packet that the run shows behind it",
        "9.7.5.2.8: that copy was not the one that was missed",
        [("requests", 0, 8), ("nak", 5, {"frame": 3}), ("ack", 7)],
        {"nak-sequence": 1},
    ),
    (
        "a NAK for what the capture lacks",
        "9.7.5.2.8: it proves that everything before arrived",
        [("requests", 0, 2), ("requests", 6, 8), ("nak", 5), ("requests", 5, 8), ("ack", 7)],
        {"nak-sequence": 1},
    ),
    (
        "the capture misses requests that were acknowledged; a later one is lost behind the tap",
        "9.7.5.1.2: the ACK proves that the responder was past them",
        [
            *(("requests", 0, 2), ("requests", 5, 6), ("ack", 5), ("requests", 6, 10), ("nak", 7)),
            *(("requests", 7, 10), ("ack", 9)),
        ],
        {"nak-sequence": 1, "lost": 1, "out-of-sequence": 2},
    ),
    (
        "requests behind a refusal",
        "9.9.3: the queue pair is in the error state and executes nothing",
        [("requests", 0, 4), ("refusal", 2), ("requests", 0, 4), ("refusal", 2)],
        {"nak-refused": 2},
    ),
]
