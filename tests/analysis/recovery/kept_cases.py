"""Exchanges with responders that keep what comes early; see `tests.analysis.recovery.responder_rows` for the rows."""

from tests.analysis.recovery.responder_rows import Case

KEPT: list[Case] = [
    (
        "two holes, each asked for and sent alone: the responder keeps what comes early",
        "9.7.6.1.2 leaves it to the requester what it sends again",
        [
            *(("requests", 0, 2), ("requests", 3, 6), ("requests", 7, 10), ("nak", 2), ("requests", 2, 3)),
            *(("nak", 6), ("requests", 6, 7), ("ack", 9), ("requests", 10, 11), ("ack", 10)),
        ],
        {"nak-sequence": 2, "out-of-sequence": 6},
    ),
    (
        "overtaken packets, a receiver of any order, and no NAK",
        "9.7.4.1.2 says nothing of such receivers; nothing of this is an event",
        [
            *(("requests", 0, 2), ("requests", 3, 4), ("late", 2, 3), ("requests", 4, 6), ("ack", 5)),
            *(("requests", 7, 9), ("late", 6, 7), ("requests", 9, 10), ("ack", 9)),
        ],
        {},
    ),
]

#: two holes that show that the responder keeps what comes early; the next PSN is 11
_SHOWS_THAT_IT_KEEPS = (
    *(("requests", 0, 2), ("requests", 3, 6), ("requests", 7, 10), ("nak", 2), ("requests", 2, 3)),
    *(("nak", 6), ("requests", 6, 7), ("ack", 9), ("requests", 10, 11), ("ack", 10)),
)

KEPT += [
    (
        "not ready for a packet that was kept, when the hole before it is filled: what was kept behind it is dropped",
        "9.7.5.2.8: what comes again is needed, and no duplicate",
        [
            *_SHOWS_THAT_IT_KEEPS,
            *(("requests", 12, 20), ("nak", 11), ("requests", 11, 12), ("ack", 14), ("rnr", 15)),
            *(("requests", 15, 20), ("ack", 19), ("requests", 20, 21), ("ack", 20)),
        ],
        {"nak-sequence": 3, "rnr-nak": 1, "out-of-sequence": 6 + 8},
    ),
    (
        "a run fills a hole, repeats what was kept, and goes on with new packets, which are in order",
        "9.7.4.1.2",
        [
            *_SHOWS_THAT_IT_KEEPS,
            ("requests", 12, 16),
            ("nak", 11),
            ("requests", 11, 18),
            ("repeat", 15, 4),
            ("ack", 17),
        ],
        {"nak-sequence": 3, "out-of-sequence": 6 + 4, "duplicate-request": 4},
    ),
    (
        "the same, and the first new packet is lost behind the tap",
        "9.7.4.1.2",
        [
            *_SHOWS_THAT_IT_KEEPS,
            *(("requests", 12, 16), ("nak", 11), ("requests", 11, 18), ("nak", 16), ("requests", 16, 17), ("ack", 17)),
        ],
        {"nak-sequence": 4, "out-of-sequence": 6 + 4 + 1, "lost": 1, "request-or-answer-lost": 4},
    ),
    (
        "the packet that was asked for comes, and again with what was kept behind it; one ACK is repeated",
        "9.7.5.1.3: the ACK is for what was kept; the packet asked for may have been lost the first time",
        [
            *_SHOWS_THAT_IT_KEEPS,
            *(("requests", 12, 16), ("nak", 11), ("requests", 11, 12), ("requests", 11, 16), ("ack", 15)),
            *(("repeat", 15, 1), ("requests", 16, 17), ("ack", 16), ("requests", 17, 18), ("ack", 17)),
        ],
        {"nak-sequence": 3, "out-of-sequence": 6 + 4, "request-or-answer-lost": 1, "duplicate-request": 4},
    ),
    (
        "the same, but there is a repeated ACK for each of them: all were there before",
        "9.7.5.1.3",
        [
            *_SHOWS_THAT_IT_KEEPS,
            *(("requests", 12, 16), ("nak", 11), ("requests", 11, 12), ("requests", 11, 16), ("repeat", 15, 5)),
            *(("requests", 16, 17), ("ack", 16), ("requests", 17, 18), ("ack", 17)),
        ],
        {"nak-sequence": 3, "out-of-sequence": 6 + 4, "duplicate-request": 5},
    ),
]
