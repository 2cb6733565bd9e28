"""Rules for what receivers send: AETH and congestion notifications.  `response_tracker` interprets NAKs."""

from __future__ import annotations

import numpy as np

from ibpkt.analysis.checks.rules.packet_rule import PacketRule, ShapeView, facts_of
from ibpkt.analysis.results.finding import FindingTypes
from ibpkt.arrays import Bools
from ibpkt.protocols import AETH, BTH, CNP, NAK, NAK_CODES, RESERVED_SYNDROME, VALUE, VALUE_BITS

_SYNDROME = AETH.leaf("syndrome")

_PROTOCOL = FindingTypes("protocol")
RESERVED = _PROTOCOL.error(
    "reserved-syndrome",
    "Syndrome {syndrome:#04x} is reserved",
    "The responder is wrong, or newer than the specification; the requester drops the packet.",
    "IBA 1, 9.7.5.1",
)
CNP_FIELD = _PROTOCOL.warning(
    "cnp-format",
    "{field} of a CNP is {value}, should be {should}",
    "The adapter builds CNPs in its own way; others may not recognise them, and keep sending at full rate.",
    "RoCEv2 annex A17",
)

#: the values of BTH fields in a CNP
CNP_FIELDS = {"se": 0, "m": 0, "padcnt": 0, "fecn": 0, "becn": 1, "a": 0, "psn": 0}


def _meaningless() -> Bools:
    """The syndromes without a meaning, as a table of 256."""
    syndrome = np.arange(256)
    what = syndrome >> VALUE_BITS
    known = np.isin(syndrome & VALUE, np.fromiter(NAK_CODES, np.int64))
    table: Bools = (what > NAK) | (what == RESERVED_SYNDROME) | ((what == NAK) & ~known)
    return table


_MEANINGLESS = _meaningless()


def _reserved(view: ShapeView) -> Bools | None:
    if view.common(_SYNDROME).some < RESERVED_SYNDROME << VALUE_BITS:
        return None
    return _MEANINGLESS[view(_SYNDROME)]


def _cnp(name: str, should: int) -> PacketRule:
    leaf = BTH.leaf(name)

    def wrong(view: ShapeView) -> Bools | None:
        return None if view.common(leaf).are_all(should) else view(leaf) != should

    facts = facts_of(field=leaf.label, value=leaf, should=should)
    return PacketRule(CNP_FIELD, (BTH, CNP), wrong, facts)


RULES = (
    PacketRule(RESERVED, (BTH, AETH), _reserved, facts_of(syndrome=_SYNDROME)),
    *(_cnp(name, should) for name, should in CNP_FIELDS.items()),
)
