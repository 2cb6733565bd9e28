"""Requests that came when they had been executed: which of them have reached the responder, as its answers show.

Source: IBA 1, 9.7.5.1.2.
"""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.analysis.recovery.kinds import DUPLICATE_REQUEST, DUPLICATE_UNCONFIRMED, OR_ANOTHER
from ibpkt.analysis.recovery.logged_requests import LoggedRequests, Range, common, merged, without
from ibpkt.analysis.recovery.responder_verdicts import run_verdicts, undecided
from ibpkt.analysis.recovery.verdict import Verdict

#: the share of duplicates with an ACK of their own from which on the responder is taken to acknowledge each
NEARLY_EACH = 0.9


class ExecutedRequests:
    """What is said of the duplicates of one half.

    Attributes:
        acks_each: how often its responder repeated an ACK for each duplicate, less how often not.
    """

    def __init__(self) -> None:
        self.acks_each = 0

    def settle(
        self, entry: LoggedRequests, acked: int, *, keeps: bool, asks: bool, may_be_lost: bool
    ) -> Iterator[Verdict]:
        """Nothing will change what is known of a run that has duplicates.

        Args:
            entry: the run.
            acked: up to where answers prove that requests were received.
            keeps: the responder keeps packets that come early.
            asks: it sends NAKs for what it lacks.
            may_be_lost: packets are lost behind the tap.
        """
        packets = entry.packets(entry.duplicates)
        proven = _proven(entry, packets, keeps=keeps, asks=asks)
        old = entry.duplicates
        if keeps and not entry.wanted and 0 < entry.answers < packets and entry.acked == entry.first:
            # it answers what it had kept; whether it had the packet before that, which it lacked, nothing shows
            asked = next(entry.parts(entry.first, entry.first + 1))[2]
            yield from undecided(entry, common(old, asked))
            old = tuple(part for whole in old for part in without(whole, [asked]))
        executed = [part for whole in proven for part in common(old, whole)]
        unknown = [part for whole in old for part in without(whole, executed)]
        arrived, lost = executed, list[Range]()
        if entry.reads:
            arrived, lost = _answered(entry, executed, acked)
        else:
            self._learn(entry, packets, may_be_lost=may_be_lost)
            # a responder that sends an ACK for nearly each of them does not acknowledge several by one
            if entry.repeated and not entry.answers:
                arrived, lost = [], executed
            elif may_be_lost and (self.acks_each > 0 or entry.answers >= NEARLY_EACH * packets):
                arrived, lost = entry.split(executed, entry.answers)
        if entry.unordered:
            either = [part for whole in arrived for part in common(entry.unordered, whole)]
            arrived = [part for whole in arrived for part in without(whole, entry.unordered)]
            yield from run_verdicts(DUPLICATE_REQUEST, entry, either, entry.proof, or_else=OR_ANOTHER)
        yield from run_verdicts(DUPLICATE_REQUEST, entry, arrived, entry.proof)
        yield from run_verdicts(DUPLICATE_UNCONFIRMED, entry, lost, entry.proof)
        yield from undecided(entry, unknown)

    def _learn(self, entry: LoggedRequests, packets: int, *, may_be_lost: bool) -> None:
        """Whether this responder repeats an ACK for each duplicate."""
        if packets > 1 and entry.answers:
            if entry.answers == packets:
                self.acks_each += 1
            elif not may_be_lost:
                self.acks_each -= 1


def _answered(entry: LoggedRequests, executed: list[Range], acked: int) -> tuple[list[Range], list[Range]]:
    """Of READs and atomics that had been executed, those that have arrived once more, and those that may not have.

    Each has responses of its own: of one request, one of them is proof enough.  Where they had not all been seen
    before, those that come now may be the first in the capture; of several tries they answer the last one.
    """
    arrived, lost = list[Range](), list[Range]()
    for whole in executed:
        for piece, _, (first, end) in entry.parts(*whole):
            shown = [*common(entry.answered, (first, end))]
            if end > entry.acked and first < acked and not entry.repeated:
                shown.append((max(first, entry.acked), min(end, acked)))
            if piece.packets == 1 and shown:
                shown = [(first, end)]
            shown = merged(shown)
            arrived += shown
            lost += without((first, end), shown)
    return arrived, lost


def _proven(entry: LoggedRequests, packets: int, *, keeps: bool, asks: bool) -> list[Range]:
    """The PSNs of a run, ascending, that the responder had before, as answers show.

    An answer to one of the packets shows that of all where the responder takes them in order, or asks for what it
    lacks.  Where it takes any order, each of those that came before the answer may be the one that it lacked.
    """
    first, end = entry.first, entry.end
    answers = entry.answers if asks or not keeps else entry.answers == packets
    if entry.reads and entry.silent and entry.acked <= first and entry.ahead <= first:
        answers = 0  # all responses are to this repetition, and something has copied it, or them
    # an ACK that stays behind may be a late one of the first copies, so an ACK for each duplicate says more
    needed = not keeps and entry.answers < packets and entry.is_needed
    if (answers or entry.wanted) and not entry.unsure and not needed:
        if entry.reads and not entry.wanted:  # a response that comes again says nothing of the requests behind its own
            end = max(entry.acked, entry.ahead, *(behind for _, behind in entry.answered))
        return [(first, end)]
    if not keeps:
        return [(first, max(first, entry.acked, entry.ahead))]
    return entry.needless
