"""Exchanges at the edges of the rules; see `tests.analysis.recovery.responder_rows` for the rows."""

from tests.analysis.recovery.responder_rows import Case

EDGES: list[Case] = [
    (
        "three ACKs advance and stay behind a repetition",
        "9.7.4.1.2: a responder that had some of it before would be ahead of it once in three",
        [("requests", 0, 8), ("ack", 3), ("requests", 4, 8, {"behind": 3}), ("ack", 7)],
        {"lost": 4},
    ),
    (
        "two ACKs advance and stay behind a repetition",
        "9.7.5.1.2: they may be those of the first try, which come late",
        [("requests", 0, 8), ("ack", 3), ("requests", 4, 8, {"behind": 2}), ("ack", 7)],
        {"request-or-answer-lost": 4},
    ),
    (
        "a repetition begins below what is acknowledged, and ACKs stay behind it",
        "9.7.4.1.1: what had been acknowledged is a duplicate, the rest was needed",
        [("requests", 0, 12), ("ack", 5), ("requests", 4, 12, {"behind": 6}), ("ack", 11)],
        {"lost": 6, "duplicate-request": 2},
    ),
    (
        "a repetition of nothing but duplicates, and ACKs advance meanwhile",
        "9.7.4.1.1: the packet behind it is acknowledged, and was not sent again",
        [("requests", 0, 5), ("ack", 3), ("requests", 0, 4, {"behind": 5}), ("ack", 4)],
        {"duplicate-request": 4},
    ),
    (
        "two NAKs of one PSN, and one repetition",
        "9.7.5.2.8: both ask for the packet that was lost",
        [("requests", 0, 10), ("nak", 5), ("nak", 5), ("requests", 5, 10), ("ack", 9)],
        {"nak-sequence": 2, "out-of-sequence": 4, "lost": 1},
    ),
    (
        "a NAK crosses a repetition, and no other comes",
        "9.7.4.1.2: it asks for the first try, in which the packet was lost",
        [("requests", 0, 8), ("requests", 4, 8), ("nak", 4), ("ack", 7)],
        {"nak-sequence": 1, "out-of-sequence": 3, "lost": 1},
    ),
    (
        "not ready for a PSN behind a timeout, and the next time the NAK for the train is all that the tap sees",
        "9.7.5.2.8: the packet was lost behind the tap, or the second RNR NAK before it",
        [
            *(("requests", 0, 6), ("ack", 0), ("requests", 1, 6), ("rnr", 2), ("nak", 2), ("requests", 2, 6)),
            *(("nak", 2), ("requests", 2, 6), ("ack", 5)),
        ],
        {"rnr-nak": 1, "nak-sequence": 2, "out-of-sequence": 3 + 3, "request-or-answer-lost": 1 + 4 + 1},
    ),
    (
        "one of two tries was lost, as a NAK shows; of two later repetitions the duplicates of one are acknowledged",
        "9.7.4.1.1: where packets are lost behind the tap those of the other may not have arrived",
        [
            *(("requests", 0, 10), ("requests", 0, 10, {"time": 90_000_000, "last_time": 90_001_000})),
            *(("nak", 5, {"time": 90_100_000}), ("requests", 0, 10), ("requests", 0, 10), ("repeat", 4, 5), ("ack", 9)),
        ],
        {
            "nak-sequence": 1,
            "out-of-sequence": 4,
            "lost": 1,
            "request-or-answer-lost": 6 + 5,
            "duplicate-request": 5,
            "duplicate-unconfirmed": 5,
        },
    ),
    (
        "a NAK of the PSN that comes next",
        "9.7.5.2.8: the capture lacks the packet that was lost",
        [("requests", 0, 4), ("nak", 4), ("requests", 4, 6), ("ack", 5)],
        {"nak-sequence": 1},
    ),
    (
        "requests behind the refusal of one that the capture lacks",
        "9.9.3: the queue pair is in the error state and executes nothing",
        [("requests", 0, 4), ("refusal", 4), ("requests", 2, 4)],
        {"nak-refused": 1},
    ),
    (
        "a READ comes twice, and its responses once, behind those of another that the capture lacks",
        "9.7.5.1.3: they are the first, of either try",
        [("read", 0, 2), ("read", 2, 4), ("read", 2, 4), ("responses", 2, 4)],
        {"request-or-answer-lost": 1},
    ),
    (
        "duplicates come before new packets, and what was acknowledged last is acknowledged again",
        "9.7.4.1.1: the ACKs of the duplicates came before the last packet was acknowledged",
        [("requests", 0, 7), ("requests", 4, 8), ("ack", 7), ("repeat", 7, 4)],
        {"request-or-answer-lost": 3, "ghost-ack": 4},
    ),
    (
        "the NAK for the first packet of the connection was lost before the tap; silence behind a later gap",
        "9.7.4.1.2: where NAKs are lost silence proves the loss of one packet only",
        [
            *(("requests", 2, 8), ("requests", 0, 8), ("ack", 7)),
            *(("requests", 8, 16), ("ack", 11), ("requests", 12, 16, {"behind": 4}), ("ack", 15)),
        ],
        {"lost": 1, "out-of-sequence": 6 + 3},
    ),
    (
        "a request that comes again is refused",
        "9.9.3: it was another with the same PSN, the connection is broken, and nothing behind it is executed again",
        [("requests", 0, 4), ("ack", 3), ("requests", 1, 4), ("refusal", 2)],
        {"nak-refused": 1, "duplicate-request": 1},
    ),
]
