"""Exchanges in order, and with requests that come again; see `tests.analysis.recovery.responder_rows` for the rows."""

from tests.analysis.recovery.responder_rows import Case

IN_ORDER: list[Case] = [
    ("requests in order, acknowledged", "9.7.5.1.2", [("requests", 0, 10), ("ack", 9)], {}),
    ("nothing is answered, nothing is known", "9.7.6.1.3", [("requests", 0, 10)], {}),
    (
        "READs, atomics and SENDs",
        "9.7.5.1.2",
        [("read", 0, 8), ("responses", 0, 8), ("atomics", 8, 10), ("requests", 10, 12), ("responses", 8, 10)],
        {},
    ),
]

DUPLICATES: list[Case] = [
    (
        "the ACK passed the tap and was lost behind it: all come again",
        "9.7.4.1.1: acknowledged before they were sent again",
        [("requests", 0, 4), ("ack", 3), ("requests", 0, 4), ("repeat", 3)],
        {"duplicate-request": 4},
    ),
    (
        "acknowledged before, sent again, and nothing is answered ever after",
        "9.7.4.1.1 counts what arrives; nothing shows that",
        [("requests", 0, 4), ("ack", 3), ("requests", 0, 4)],
        {},
    ),
    (
        "the timer was too short: each copy gets its ACK",
        "9.7.4.1.1: the responder repeats its ACK for a duplicate",
        [("requests", 0, 2), ("ack", 0), ("requests", 1, 2), ("ack", 1), ("repeat", 1)],
        {"duplicate-request": 1},
    ),
    (
        "an ACK runs ahead of the repetition: the responder had them",
        "9.7.4.1.2: a go-back-N responder cannot have them from a repetition that has not come so far",
        [("requests", 0, 8), ("requests", 0, 8, {"ahead": 8}), ("ack", 7)],
        {"duplicate-request": 8},
    ),
    (
        "an ACK runs ahead of a part of it",
        "as above",
        [("requests", 0, 8), ("requests", 0, 8, {"ahead": 5}), ("ack", 7)],
        {"duplicate-request": 5, "request-or-answer-lost": 3},
    ),
    (
        "the last request is repeated, and acknowledged once",
        "9.7.6.1.3: the request or its ACK was lost; one ACK does not tell which",
        [("requests", 0, 1), ("ack", 0), ("requests", 1, 2), ("requests", 1, 2), ("ack", 1)],
        {"request-or-answer-lost": 1},
    ),
    (
        "a packet overtook another, of which nothing shows when it was sent; nothing asks for it",
        "9.7.4.1.2: what came early would have been sent again, too",
        [("requests", 0, 2), ("requests", 3, 4), ("requests", 2, 3), ("requests", 4, 5), ("ack", 4)],
        {},
    ),
    (
        "a copy among requests fed as one run; what was sent behind it is acknowledged, then the last is sent again",
        "9.7.4.1: answers come in the order of the requests, so the repeated ACK is none of the copy's",
        [*(("requests", 0, 8), ("copies", 0, 1, {"sent": 1}), ("ack", 7), ("requests", 7, 8)), ("repeat", 7)],
        {"duplicate-request": 1},
    ),
    (
        "the same, and the last is not sent again",
        "9.7.4.1: as above, so nothing explains the repeated ACK",
        [("requests", 0, 8), ("copies", 0, 1, {"sent": 1}), ("ack", 7), ("repeat", 7)],
        {"ghost-ack": 1},
    ),
    (
        "late originals behind their NAK, and then the repetition that it asked for",
        "9.7.4.1.1: the originals were executed when they came",
        [*(("requests", 0, 4), ("requests", 10, 12), ("nak", 4), ("late", 4, 10)), *(("requests", 4, 12), ("ack", 11))],
        {"nak-sequence": 1, "out-of-sequence": 2, "duplicate-request": 6},
    ),
    (
        "a lagging responder: NAK and repeated ACKs come after the whole repetition was seen",
        "9.7.4.1: it works through a queue; its answers lag by more than a recovery",
        [
            *(("requests", 0, 4), ("requests", 5, 8), ("requests", 4, 8), ("requests", 2, 8)),
            *(("nak", 4), ("ack", 7), ("repeat", 7, 6)),
        ],
        {"nak-sequence": 1, "out-of-sequence": 3, "duplicate-request": 6},
    ),
    (
        "repeated ACKs that began, as one row, before the second repetition which they answer as well",
        "9.7.4.1.1",
        [
            *(("requests", 0, 4), ("ack", 3), ("requests", 0, 4)),
            *(("repeat", 3, 8, {"last_frame": 90}), ("requests", 0, 4), ("requests", 4, 5), ("ack", 4)),
        ],
        {"duplicate-request": 8},
    ),
    (
        "fewer repeated ACKs than duplicates from a responder that sent one for each, after a loss behind the tap",
        "section 9.7.4.1.1: what was not acknowledged again may not have arrived",
        [
            *(("requests", 0, 4), ("ack", 3), ("requests", 0, 4), ("repeat", 3, 4)),
            *(("requests", 4, 8), ("nak", 5), ("requests", 5, 8), ("ack", 7)),
            *(("requests", 4, 8), ("repeat", 7, 3), ("requests", 8, 9), ("ack", 8)),
        ],
        {"duplicate-request": 7, "duplicate-unconfirmed": 1, "nak-sequence": 1, "lost": 1, "out-of-sequence": 2},
    ),
    (
        "one ACK for all duplicates, nothing was lost behind the tap",
        "9.7.5.1.2: ACKs may be coalesced",
        [("requests", 0, 4), ("ack", 3), ("requests", 0, 4), ("repeat", 3), ("requests", 4, 5), ("ack", 4)],
        {"duplicate-request": 4},
    ),
    (
        "a repetition has answered the NAK, and comes again after a timeout",
        "9.7.4.1.2: the NAK may ask for either repetition, so the second does not show that the first arrived",
        [
            *(("requests", 0, 8), ("nak", 0), ("nak", 1), ("requests", 0, 8), ("requests", 1, 8), ("nak", 5)),
            *(("requests", 5, 8), ("ack", 7)),
        ],
        {"nak-sequence": 3, "out-of-sequence": 7 + 2, "duplicate-request": 1, "request-or-answer-lost": 4 + 3 + 1},
    ),
    (
        "a NAK right behind a repetition that came after a long silence; later repetitions, of which one is answered",
        "9.7.4.1.2: it asks for 5 behind the second run, so that lost 5; the first may have lost it, or one before it",
        [
            *(("requests", 0, 10), ("requests", 0, 10, {"time": 90_000_000, "last_time": 90_001_000})),
            *(("nak", 5, {"time": 90_100_000}), ("requests", 5, 10), ("requests", 5, 10), ("ack", 9), ("repeat", 9, 5)),
        ],
        {"nak-sequence": 1, "lost": 1, "out-of-sequence": 4, "request-or-answer-lost": 6 + 5},
    ),
    (
        "the same, and its NAK is lost behind the tap, so that all come a third time",
        "9.7.5.2.8: it asked for 5 behind the second try, so this brought 0 to 4, or at least nothing from 5 on",
        [
            *(("requests", 0, 10), ("requests", 0, 10, {"time": 90_000_000, "last_time": 90_001_000})),
            *(("nak", 5, {"time": 90_100_000}), ("requests", 0, 10), ("repeat", 4, 5), ("ack", 9)),
        ],
        {"nak-sequence": 1, "lost": 1, "out-of-sequence": 4, "request-or-answer-lost": 6, "duplicate-request": 5},
    ),
    (
        "the same, and some from behind that PSN on come once more before the NAK",
        "9.7.5.2.8: what comes again out of sequence does not make the first try the one that brought it there",
        [
            *(("requests", 0, 10), ("requests", 0, 10, {"time": 90_000_000, "last_time": 90_001_000})),
            ("requests", 7, 10, {"time": 90_050_000, "last_time": 90_051_000}),
            *(("nak", 5, {"time": 90_100_000}), ("requests", 5, 10), ("ack", 9)),
        ],
        {"nak-sequence": 1, "lost": 1, "out-of-sequence": 4 + 3, "request-or-answer-lost": 6},
    ),
    (
        "acknowledged before, sent again three times, and the last one is answered",
        "9.7.5.1.2: the others may have been lost behind the tap",
        [
            *(("requests", 0, 2), ("ack", 1), ("requests", 1, 2), ("requests", 1, 2), ("requests", 1, 2)),
            *(("repeat", 1), ("requests", 2, 3), ("ack", 2)),
        ],
        {"duplicate-request": 1, "duplicate-unconfirmed": 2},
    ),
    (
        "the same, with a READ before each",
        "9.7.5.1.2",
        [
            *(("read", 0, 2), ("requests", 2, 3), ("responses", 0, 2), ("ack", 2)),
            *(("read", 1, 2), ("requests", 2, 3), ("read", 1, 2), ("requests", 2, 3)),
            *(("read", 1, 2), ("requests", 2, 3), ("responses", 1, 2), ("repeat", 2), ("requests", 3, 4), ("ack", 3)),
        ],
        {"duplicate-request": 2, "duplicate-unconfirmed": 4},
    ),
    (
        "ACKs of the originals lag behind the repetition, and then run ahead of it",
        "9.7.4.1.2",
        [("requests", 0, 8), ("requests", 0, 8, {"behind": 3, "ahead": 8}), ("requests", 8, 9), ("ack", 8)],
        {"duplicate-request": 8},
    ),
    (
        "ACKs of the originals lag behind the repetition, and then come those of the duplicates",
        "9.7.4.1.1",
        [
            *(("requests", 0, 8), ("ack", 3), ("requests", 4, 8, {"behind": 3}), ("ack", 7), ("repeat", 7, 4)),
            *(("requests", 8, 9), ("ack", 8)),
        ],
        {"duplicate-request": 4},
    ),
    (
        "an ACK overtaken by others, and duplicates: it proves no loss",
        "9.7.5.1.1: what was acknowledged stays acknowledged",
        [("requests", 0, 16), ("ack", 15), ("requests", 0, 16), ("repeat", 7), ("repeat", 15, 16)],
        {"duplicate-request": 16, "ghost-ack": 1},
    ),
    (
        "READs that come again, of which one is lost behind the tap: each has responses of its own",
        "9.7.5.1.2; recorded between two rxe: duplicate_request counts those that are answered",
        [
            *(("read", 0, 4), ("read", 4, 8), ("responses", 0, 8)),
            *(("read", 2, 4), ("read", 4, 8, {"continues": True}), ("responses", 2, 4)),
            *(("read", 4, 8), ("responses", 4, 8), ("read", 8, 9), ("responses", 8, 9)),
        ],
        {"duplicate-request": 2, "duplicate-unconfirmed": 1},
    ),
    (
        "READs that come again, of which the second of three is lost behind the tap",
        "9.4.4: the responder executes each duplicate by itself",
        [
            *(("read", 0, 2), ("read", 2, 4), ("read", 4, 6), ("responses", 0, 6)),
            *(("read", 0, 2), ("read", 2, 4), ("read", 4, 6), ("responses", 0, 2), ("responses", 4, 6)),
        ],
        {"duplicate-request": 2, "duplicate-unconfirmed": 1},
    ),
    (
        "atomics come again, of which the last had no response before",
        "9.4.5: each is one packet, whatever shows that it arrived",
        [
            *(("atomics", 0, 4), ("responses", 0, 2), ("atomics", 0, 4), ("responses", 0, 4), ("responses", 2, 4)),
            *(("requests", 4, 5), ("ack", 4)),
        ],
        {"duplicate-request": 4},
    ),
    (
        "a READ comes again twice, and one of the responses to the last is overtaken",
        "9.4.4: it is no response to the READ before",
        [
            *(("read", 0, 4), ("responses", 0, 4), ("read", 0, 4), ("read", 0, 4)),
            *(("responses", 0, 2), ("responses", 3, 4), ("responses", 2, 3)),
        ],
        {"duplicate-request": 1, "duplicate-unconfirmed": 1},
    ),
    (
        "all but one of the first duplicates are acknowledged, one by one, after a loss behind the tap",
        "9.7.5.1.2; recorded between two rxe: the one was lost behind the tap, too",
        [
            *(("requests", 0, 20), ("requests", 20, 24), ("nak", 20), ("requests", 0, 24)),
            *(("repeat", 19, 19), ("ack", 23), ("requests", 24, 25), ("ack", 24)),
        ],
        {"duplicate-request": 19, "duplicate-unconfirmed": 1, "nak-sequence": 1, "lost": 1, "out-of-sequence": 3},
    ),
    (
        "atomics and SENDs are repeated: the first are answered by responses, the others by ACKs",
        "9.7.4.1.1",
        [
            *(("atomics", 0, 2), ("requests", 2, 4, {"continues": True}), ("responses", 0, 2), ("ack", 3)),
            *(("atomics", 0, 2), ("requests", 2, 4, {"continues": True}), ("responses", 0, 2), ("repeat", 3, 2)),
        ],
        {"duplicate-request": 4},
    ),
    (
        "copies that the network made, acknowledged again",
        "9.7.4.1.1: to the responder they are duplicates",
        [("requests", 0, 2), ("copies", 1, 2), ("ack", 1), ("repeat", 1)],
        {"duplicate-request": 1},
    ),
    (
        "the same, within a run that goes on",
        "9.7.4.1.1",
        [("requests", 0, 4), ("copies", 1, 2), ("ack", 1), ("repeat", 1), ("ack", 3)],
        {"duplicate-request": 1},
    ),
    (
        "copies in the middle of messages, of which one is acknowledged again",
        "9.7.4.1.1: where one has reached the responder the others have; it may answer several with one ACK",
        [
            *(("requests", 0, 4), ("copies", 1, 2), ("ack", 3), ("requests", 4, 6), ("copies", 4, 5), ("ack", 4)),
            *(("repeat", 4), ("ack", 5), ("requests", 6, 9), ("copies", 7, 8), ("ack", 8)),
        ],
        {"duplicate-request": 3},
    ),
    (
        "copies that the capture made, acknowledged once",
        "a mirror's copies reach nobody",
        [("requests", 0, 2), ("copies", 1, 2), ("ack", 1), ("requests", 2, 3), ("ack", 2)],
        {},
    ),
    (
        "a repeated ACK that nothing asked for",
        "9.7.5.1.1",
        [("requests", 0, 2), ("ack", 1), ("repeat", 1), ("requests", 2, 3), ("ack", 2)],
        {"ghost-ack": 1},
    ),
]
