"""The answers of open flows in a batch, and for which flows each of them votes: whose requests it may answer.

Source: IBA 1, 9.7.5.1 (an answer carries the PSN of its request) and 9.7.7.1 (and the number of messages completed).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import BEGINS, HAS_AETH, Transport
from ibpkt.analysis.streams.joins_of_batch import NEVER
from ibpkt.analysis.streams.psn_windows import PSNWindows
from ibpkt.arrays import Bools, Ints, in_order, run_starts
from ibpkt.protocols import HALF_OF_PSNS, PSN_MASK

#: messages that the capture has missed where it has missed none: a NAK comes before its message counts
COMPLETE = (0, PSN_MASK)


class Ballot(NamedTuple):
    """An answer and the flows that it votes for.

    Attributes:
        row: the packet.
        voter: the place of its flow.
        psn: its PSN.
        fits: by the places of the flows whose requests it fits how many of their messages the capture has missed, see
            `Votes.missed`; None where it has missed the request itself.
        is_first: it is the first response of its message.  How many PSNs a READ takes is not known without the path
            MTU, so that the others exclude nothing.
        is_join: it stands for a join by one answer that is taken already.
    """

    row: int
    voter: int
    psn: int
    fits: dict[int, int | None]
    is_first: bool = True
    is_join: bool = False


class Votes:
    """The answers of open flows in a batch.

    Attributes:
        rows: the packets, ascending, shape (v,).
        voter: the places of their flows.
        firsts: which are the first of their flow.
        windows: of the requests.
    """

    def __init__(
        self, columns: Transport, rows: Ints, voter: Ints, pairs: Ints, windows: PSNWindows, services: Ints
    ) -> None:
        self.rows, self.voter, self.windows = rows, voter, windows
        self._psn = columns.psn[rows].astype(np.int64)
        self._msn = np.where(HAS_AETH[columns.opcode[rows]], columns.msn[rows].astype(np.int64), -1)
        self._first = BEGINS[columns.opcode[rows]]
        self._pairs = pairs[voter]
        self._services = services
        self._order = in_order(voter)
        ordered = voter[self._order]
        self._starts = run_starts(ordered)
        self.firsts = np.zeros(len(rows), np.bool_)
        self.firsts[self._order[self._starts]] = True

    def early(self, pairs: Ints) -> Bools:
        """Answers before all requests between their addresses, shape (v,).

        Args:
            pairs: a number for the pair of addresses of each flow.
        """
        windows = self.windows
        begins = np.full(int(pairs.max(initial=-1)) + 2, NEVER)  # the last stands for no pair
        np.minimum.at(begins, pairs, windows.begins)
        return self.rows < begins[self._pairs]

    def ordinals(self, before: Ints, early: Bools) -> Ints:
        """The number of each answer among those of its flow, from 1, by how many it had before, shape (v,).

        Args:
            before: of each flow.
            early: answers that do not count.
        """
        counts = np.cumsum(~early[self._order])
        at = self._starts
        inside: Ints = counts - np.repeat((counts - ~early[self._order])[at], np.diff(at, append=len(self.rows)))
        ordinals = np.empty(len(self.rows), np.int64)
        ordinals[self._order] = inside
        ordinals += before[self.voter]
        return ordinals

    def fits(self, chosen: Ints) -> tuple[Ints, Ints]:
        """Answers, and places of the flows whose requests have used their PSNs, in the order of the answers."""
        query, holder = self.windows.holders(self.rows[chosen], self._psn[chosen], self._pairs[chosen])
        query = chosen[query]
        right = (holder != self.voter[query]) & (self._services[holder] == self._services[self.voter[query]])
        return query[right], holder[right]

    def complete(self, query: Ints, holder: Ints) -> Bools:
        """Whether MSNs say that the capture has seen all messages of a flow, up to those that are answered.

        Args:
            query, holder: answers, and flows whose requests have used their PSNs, see `fits`.
        """
        missed = self.missed(query, holder)
        return np.isin(missed, COMPLETE)

    def missed(self, query: Ints, holder: Ints) -> Ints:
        """How many messages the capture has missed of flows, as MSNs say, modulo 2^24; -1 where they do not."""
        counted, msn = self.windows.messages_to(holder, self.rows[query], self._psn[query]), self._msn[query]
        unknown = (counted < 0) | (msn < 0) | self.windows.may_miss(holder, self._psn[query])
        return np.where(unknown, -1, msn - counted & PSN_MASK)

    def ballots(self, chosen: Ints, known: Bools) -> list[Ballot]:
        """Some answers, of flows with answers that fit any requests.

        Args:
            chosen: the answers.
            known: which flows had such answers before.
        """
        query, holder = self.fits(chosen)
        missed, early = self.missed(query, holder), self.windows.may_miss(holder, self._psn[query])
        fit: dict[int, dict[int, int | None]] = {}
        for at, other, count, is_early in zip(
            query.tolist(), holder.tolist(), missed.tolist(), early.tolist(), strict=True
        ):
            fit.setdefault(at, {})[other] = None if is_early else count
        for at, counts in fit.items():
            few = {
                other: count
                for other, count in counts.items()
                if count is None or count <= HALF_OF_PSNS or count in COMPLETE
            }
            fit[at] = few or counts  # no responder counts fewer messages than were sent, unless it counts none
        known = known.copy()
        known[self.voter[query]] = True
        chosen = chosen[known[self.voter[chosen]]]
        listed = (each[chosen].tolist() for each in (self.rows, self.voter, self._psn, self._first))
        return [
            Ballot(row, voter, psn, fit.get(at, {}), is_first)
            for at, row, voter, psn, is_first in zip(chosen.tolist(), *listed, strict=True)
        ]
