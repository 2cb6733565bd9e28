"""The requests that a half has lost, found by their PSNs: they are asked for often, and are many where much is lost."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ibpkt.analysis.incidents.half_events import MOST_FRAMES, PSNSpan
from ibpkt.protocols import PSN_MASK

#: spans that are looked through as fast, and PSNs that are looked up one by one
_FEW = 16


class LostRequests:
    """Lost requests by PSN; nearly all of them are a few packets.

    Args:
        spans: what is lost, requests and answers, the first one first.
    """

    def __init__(self, spans: Sequence[PSNSpan]) -> None:
        self._spans = spans
        self._is_indexed = False
        self._places: dict[int, int] = {}  # the first place of each PSN
        self._runs: list[tuple[int, PSNSpan]] = []  # place and span of long ones, the first one first

    def having(self, psn: int, before: int) -> PSNSpan | None:
        """The last of them, of a packet before another, that has a PSN; the first one where none is before it."""
        if len(self._spans) <= _FEW:
            return _last(self._spans, psn, before) or having(self._spans, psn, answers=False)
        if not self._is_indexed:
            self._index()
        found = self._places.get(psn, len(self._spans))
        for place, span in self._runs:
            if place < found and span.has(psn):
                found = place
        if found == len(self._spans):
            return None
        return _last(self._spans, psn, before) or self._spans[found]

    def meeting(self, psns: PSNSpan, since: int, before: int) -> PSNSpan | None:
        """The first of them, from one packet on and before another, that has one of some PSNs."""
        count = (psns.last - psns.first) & PSN_MASK
        if len(self._spans) <= _FEW or count >= _FEW:
            return meeting(self._spans, psns, answers=False, since=since, before=before)
        if not self._is_indexed:
            self._index()
        none, places = len(self._spans), self._places
        found = min([places.get((psns.first + behind) & PSN_MASK, none) for behind in range(count + 1)])
        for place, span in self._runs:
            if place < found and span.meets(psns.first, psns.last):
                found = place
        if found == none:
            return None
        if since <= self._spans[found].frame < before:
            return self._spans[found]
        return meeting(self._spans, psns, answers=False, since=since, before=before)

    def _index(self) -> None:
        """Note where each PSN is: when one is looked for first, which often none is."""
        self._is_indexed = True
        places = self._places
        place = len(self._spans)
        for span in reversed(self._spans):
            place -= 1
            first, last, _, _, _, answers, _ = span
            if answers:
                continue
            if first == last:
                places[first] = place
                continue
            count = (last - first) & PSN_MASK
            if count < _FEW:
                for behind in range(count + 1):
                    places[(first + behind) & PSN_MASK] = place
            else:
                self._runs.append((place, span))
        self._runs.reverse()


def having(spans: Iterable[PSNSpan], psn: int, answers: bool) -> PSNSpan | None:
    """The first span that has a PSN."""
    for span in spans:
        first = span.first
        if (psn - first) & PSN_MASK <= (span.last - first) & PSN_MASK and span.answers == answers:
            return span
    return None


def _last(spans: Sequence[PSNSpan], psn: int, before: int) -> PSNSpan | None:
    """The last span of requests, of a packet before another, that has a PSN."""
    return next((span for span in reversed(spans) if span.frame < before and not span.answers and span.has(psn)), None)


def meeting(
    spans: Iterable[PSNSpan], psns: PSNSpan, answers: bool, since: int = 0, before: int = MOST_FRAMES
) -> PSNSpan | None:
    """The first span, from one packet on and before another, that has one of some PSNs."""
    first, last = psns.first, psns.last
    count = (last - first) & PSN_MASK
    for span in spans:
        own = span.first
        if ((first - own) & PSN_MASK <= (span.last - own) & PSN_MASK or (own - first) & PSN_MASK <= count) and (
            span.answers == answers and since <= span.frame < before
        ):
            return span
    return None
