"""What the model of the responder tells of exchanges, row by row; each with the rule that demands it."""

import pytest

from ibpkt.analysis.recovery.kinds import DUPLICATE_REQUEST, LOST, OUT_OF_SEQUENCE, REORDERED_OR_LOST
from tests.analysis.recovery.responder_rows import Exchange, Row, exchange, told

Case = tuple[str, str, list[Row], dict[str, int]]

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
        "9.7.4.1.2: the NAK asked for the first repetition, so the second does not show that the first arrived",
        [
            *(("requests", 0, 8), ("nak", 0), ("nak", 1), ("requests", 0, 8), ("requests", 1, 8), ("nak", 5)),
            *(("requests", 5, 8), ("ack", 7)),
        ],
        {
            "nak-sequence": 3,
            "reordered-or-lost": 1,
            "out-of-sequence": 7 + 2,
            "duplicate-request": 1,
            "request-or-answer-lost": 4 + 3,
        },
    ),
    (
        "a NAK right behind a repetition that came after a long silence; later repetitions, of which one is answered",
        "9.7.4.1.2: the whole first run may have been lost, or PSN 5, or one before it, behind which that was dropped",
        [
            *(("requests", 0, 10), ("requests", 0, 10, {"time": 90_000_000, "last_time": 90_001_000})),
            *(("nak", 5, {"time": 90_100_000}), ("requests", 5, 10), ("requests", 5, 10), ("ack", 9), ("repeat", 9, 5)),
        ],
        {"nak-sequence": 1, "out-of-sequence": 4, "request-or-answer-lost": 6 + 5},
    ),
    (
        "the same, and its NAK is lost behind the tap, so that all come a third time",
        "9.7.5.2.8: it asked for 5 behind the second try, so this brought 0 to 4, or at least nothing from 5 on",
        [
            *(("requests", 0, 10), ("requests", 0, 10, {"time": 90_000_000, "last_time": 90_001_000})),
            *(("nak", 5, {"time": 90_100_000}), ("requests", 0, 10), ("repeat", 4, 5), ("ack", 9)),
        ],
        {"nak-sequence": 1, "out-of-sequence": 4, "request-or-answer-lost": 6, "duplicate-request": 5},
    ),
    (
        "the same, and some from behind that PSN on come once more before the NAK",
        "9.7.5.2.8: what comes again out of sequence does not make the first try the one that brought it there",
        [
            *(("requests", 0, 10), ("requests", 0, 10, {"time": 90_000_000, "last_time": 90_001_000})),
            ("requests", 7, 10, {"time": 90_050_000, "last_time": 90_051_000}),
            *(("nak", 5, {"time": 90_100_000}), ("requests", 5, 10), ("ack", 9)),
        ],
        {"nak-sequence": 1, "out-of-sequence": 4 + 3, "request-or-answer-lost": 6},
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
        "sixteen packets are lost behind the tap: ACKs follow the repetition",
        "9.7.4.1.2: had one of them come, it would have asked for the others",
        [("requests", 0, 20), ("ack", 3), ("requests", 4, 20, {"behind": 16}), ("ack", 19)],
        {"lost": 16},
    ),
    (
        "a long train is answered only when it comes again: its first packet was lost, the others or the NAK",
        "9.7.4.1.2: packets behind a lost one are dropped and asked for once; that one NAK may have been lost",
        [("requests", 0, 21), ("ack", 3), ("requests", 4, 21, {"behind": 17}), ("ack", 20)],
        {"lost": 1, "request-or-answer-lost": 16},
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


KNOWN_START = [*IN_ORDER, *DUPLICATES, *READS, *NAKS, *KEPT, *UNSENT]


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
        "1 packet was overtaken, or lost behind the tap and sent again, PSN 9"
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
    assert found["lost"] == 1  # it may be the answer to what came first


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


@pytest.mark.parametrize("continues", [True, False])
def test_what_is_said_of_a_claimed_packet_does_not_go_on_with_what_was_said_before(continues: bool) -> None:
    """The finding counts one packet, whatever comes behind it in its run."""
    tried = Exchange()
    tried.feed(("requests", 0, 4), ("requests", 4, 8, {"continues": continues}), ("nak", 5), ("requests", 5, 8))
    tried.feed(("ack", 7), ("requests", 8, 9), ("ack", 8))
    tried.finish()
    (lost,) = (verdict for verdict in tried.verdicts if verdict.kind.name == "lost")
    assert (lost.first, lost.end, lost.packets, lost.run.continues) == (5, 6, 1, False)
