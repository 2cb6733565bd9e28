"""Requests and their answers in the rows of one attribute."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.arrays import HASH_FACTOR, Array, Bools, Ints
from ibpkt.fabric.attribute_rows import Envelope
from ibpkt.protocols.mad.base import CLIENT_HALF

#: bits of a LID
_LID = np.uint64(16)


class RequestAnswers:
    """Which answer belongs to which request.

    They have the lower half of the TransactionID, the route or the LIDs, and the modifier in common; of several
    requests the last before the answer is meant, so that a repeated one is answered once.

    Args:
        answers, requests: datagrams of one attribute, each in the order of the packets.

    Attributes:
        request: of each answer the row of its request, -1 where it is not in the capture.
        answered: which requests have an answer.
    """

    def __init__(self, answers: Envelope, requests: Envelope) -> None:
        self._method = requests.method
        self.request: Ints = np.full(len(answers.frame), -1, np.int64)
        self.answered: Bools = np.zeros(len(requests.frame), np.bool_)
        if not len(self.request) or not len(self.answered):
            return
        marks = _mixed(requests, answer=False)
        order = np.argsort(marks, kind="stable")  # the requests of one exchange together, in packet order
        marks = marks[order]
        fresh = np.ones(len(order), np.bool_)
        fresh[1:] = marks[1:] != marks[:-1]
        names, starts = marks[fresh], np.flatnonzero(fresh)
        group = np.cumsum(fresh) - 1
        del marks, fresh
        top = max(int(answers.frame.max()), int(requests.frame.max())) + 1
        places = group * top + requests.frame[order]
        asked = _mixed(answers, answer=True)
        at = np.minimum(np.searchsorted(names, asked), len(names) - 1)
        known = names[at] == asked
        del asked
        place = np.searchsorted(places, at * top + answers.frame, side="right") - 1
        del places
        rows = np.flatnonzero(known & (place >= starts[at]))
        place = place[rows]
        for own, other in zip(_keys(answers, answer=True), _keys(requests, answer=False), strict=True):
            same = own[rows] == other[order[place]]
            if not same.all():  # two exchanges with one mark
                rows, place = rows[same], place[same]
        self.request[rows] = order[place]
        latest = np.full(len(names), -1, np.int64)
        np.maximum.at(latest, group[place], place)
        self.answered[order] = np.arange(len(order)) <= latest[group]  # those repeated before it, too

    def asked_with(self, method: int) -> Bools:
        """Which answers are to a request with a method."""
        found: Bools = self.request >= 0
        found[found] = self._method[self.request[found]] == method
        return found


def _keys(rows: Envelope, *, answer: bool) -> Iterator[Array]:
    """What a request and its answer have in common, one column after the other."""
    yield rows.transaction & np.uint64(CLIENT_HALF)
    yield rows.route
    yield rows.modifier
    asker, asked = (rows.destination, rows.source) if answer else (rows.source, rows.destination)
    yield asker.astype(np.uint64) << _LID | asked.astype(np.uint64)
    yield rows.interface


def _mixed(rows: Envelope, *, answer: bool) -> Array:
    """A number for each row that is the same where all keys are, and else nearly always another."""
    found = np.zeros(len(rows.frame), np.uint64)
    for key in _keys(rows, answer=answer):
        found ^= key.astype(np.uint64)
        found *= HASH_FACTOR
        found ^= found >> np.uint64(29)
    return found
