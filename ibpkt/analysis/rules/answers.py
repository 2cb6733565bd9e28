"""Rules of what receivers send back: AETH with its NAKs, and congestion notifications."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibpkt.analysis.finding import Kind, Severity
from ibpkt.analysis.rules.look import Bools, Look, Rule, raw_facts
from ibpkt.frames import Ints
from ibpkt.protocols.extended import AETH, CNP, NAK, NAK_CODES, RESERVED_SYNDROME
from ibpkt.protocols.transport import BTH

_SYNDROME, _DESTQP = AETH.leaf("syndrome"), BTH.leaf("destqp")

_NAK_MEANS = {
    0: "",
    1: "The responder does not know the operation, or it came in the wrong order or with a wrong length; both queue "
    "pairs go into error.",
    2: "The R_Key, the address or the length is not one that the responder has allowed: a stale key after a new "
    "registration, or a program's mistake; both queue pairs go into error.",
    3: "The responder failed on its own side, as where its receive request cannot hold the message; both queue pairs "
    "go into error.",
    4: "The responder does not know the datagram context; the request fails.",
}
REFUSED = {
    code: Kind(
        f"nak-{name.lower().replace(' ', '-')}",
        Severity.ERROR,
        "messages",
        f"QP {{destqp:#08x}} is told: {name}, for PSN {{psn}}",
        _NAK_MEANS[code],
        "IBA 1, 9.7.5.2; sheets 03-aeth-syndrome and 07-analysis, errors and retry",
    )
    for code, name in NAK_CODES.items()
    if code  # a sequence error is the business of those who know the sequence
}
RESERVED = Kind(
    "reserved-syndrome",
    Severity.ERROR,
    "protocol",
    "syndrome {syndrome:#04x} is reserved",
    "The responder is wrong, or newer than the specification; the requester drops the packet.",
    "IBA 1, 9.7.5.1; sheet 03-aeth-syndrome",
)
CNP_FIELD = Kind(
    "cnp-format",
    Severity.WARNING,
    "protocol",
    "{field} of a CNP is {value}, should be {should}",
    "The adapter builds CNPs in a way of its own; others may not take them for such, and go on at full rate.",
    "RoCEv2 annex A17; sheet 01-packet, section 3",
)

#: what the fields of BTH are in a CNP
CNP_FIELDS = {"se": 0, "m": 0, "padcnt": 0, "fecn": 0, "becn": 1, "a": 0, "psn": 0}


def _refused(code: int, kind: Kind) -> Rule:
    syndrome = NAK << 5 | code
    return Rule(
        kind,
        (BTH, AETH),
        lambda look: look(_SYNDROME) == syndrome,
        raw_facts(destqp=_DESTQP, psn=BTH.leaf("psn")),
    )


def _reserved(look: Look) -> Bools:
    syndrome = look(_SYNDROME)
    what = syndrome >> 5
    known = np.isin(syndrome & 0x1F, np.fromiter(NAK_CODES, np.uint8))
    wrong: Bools = (what > NAK) | (what == RESERVED_SYNDROME) | ((what == NAK) & ~known)
    return wrong


def _cnp(name: str, should: int) -> Rule:
    leaf = BTH.leaf(name)

    def facts(look: Look, places: Ints) -> dict[str, list[Any]]:
        count = len(places)
        return {"field": [leaf.label] * count, "value": look(leaf)[places].tolist(), "should": [should] * count}

    return Rule(CNP_FIELD, (BTH, CNP), lambda look: look(leaf) != should, facts)


RULES = (
    *(_refused(code, kind) for code, kind in REFUSED.items()),
    Rule(RESERVED, (BTH, AETH), _reserved, raw_facts(syndrome=_SYNDROME)),
    *(_cnp(name, should) for name, should in CNP_FIELDS.items()),
)
