"""Requests and their answers in the rows of one attribute."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Bools, Ints
from ibpkt.fabric.columns import ANSWER, AttributeRows

#: the half of a TransactionID that is the requester's own
_HALF = np.uint64((1 << 32) - 1)
#: an odd number with as many ones as zeros
_ODD = np.uint64(0x9E3779B97F4A7C15)
#: bits of a LID
_LID = 16


class RequestAnswers:
    """Which answer belongs to which request.

    They have the lower half of the TransactionID, the route or the LIDs, and the modifier in common; of several
    requests the last before the answer is meant, so that a repeated one is answered once.

    Args:
        rows: datagrams of one attribute, in the order of the packets.

    Attributes:
        request: of each answer the row of its request, -1 where it is not in the capture and for requests.
        answered: which requests have an answer.
    """

    def __init__(self, rows: AttributeRows) -> None:
        envelope = rows.envelope
        count = len(rows)
        self.request: Ints = np.full(count, -1, np.int64)
        self.answered: Bools = np.zeros(count, np.bool_)
        if not count:
            return
        answers = envelope.method & ANSWER != 0
        asker = np.where(answers, envelope.destination, envelope.source)
        asked = np.where(answers, envelope.source, envelope.destination)
        number = (envelope.transaction.astype(np.uint64) & _HALF).astype(np.int64)
        keys = (number, envelope.route, envelope.modifier, asker << _LID | asked, envelope.interface)
        order = np.argsort(_mixed(keys), kind="stable")  # the rows of one exchange together, in packet order
        fresh = np.ones(count, np.bool_)
        fresh[1:] = np.any([key[order][1:] != key[order][:-1] for key in keys], axis=0)
        group_start = np.maximum.accumulate(np.where(fresh, np.arange(count), 0))
        last = np.maximum.accumulate(np.where(answers[order], -1, np.arange(count)))
        good = answers[order] & (last >= group_start)
        self.request[order[good]] = order[last[good]]
        found = self.request[self.request >= 0]
        self.answered[found] = True
        self._mark_repeats(order, group_start, answers)

    def _mark_repeats(self, order: Ints, group_start: Ints, answers: Bools) -> None:
        """A request that was repeated and then answered is answered."""
        answered_at = np.where(self.answered[order], np.arange(len(order)), -1)
        latest = np.full(len(order), -1, np.int64)
        np.maximum.at(latest, group_start, answered_at)
        self.answered[order] |= ~answers[order] & (np.arange(len(order)) <= latest[group_start])

    def asked_with(self, rows: AttributeRows, method: int) -> Bools:
        """Which answers are to a request with a method."""
        there: Bools = (self.request >= 0) & (rows.envelope.method[self.request] == method)
        return there


def _mixed(keys: tuple[Ints, ...]) -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """A number for each row that is the same where all keys are, and else nearly always another."""
    found = np.zeros(len(keys[0]), np.uint64)
    for key in keys:
        found = (found ^ key.astype(np.uint64)) * _ODD
        found ^= found >> np.uint64(29)
    return found
