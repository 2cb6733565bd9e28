"""Which two directions are one flow, as answers show it: their PSNs were used by requests of one flow alone.

A vote of an answer counts for the flows whose requests have used its PSN before it came, or may have used it before the
capture began.  Where several have, those stay candidates that all answers agree on, until the others are joined, or one
alone fits: their packets wait for that.

Applications give all their connections the same first PSN, so that a PSN alone does not tell whose answer it is where
the capture misses requests.  One answer is enough if its MSN says that the capture has seen all messages before it;
else `AGREEMENTS` have to fit no other flow, and no other flow's answers may fit the same requests.

A decision is taken at a packet and by what came before it, so it is the same however the packets are cut into batches.

Source: IBA 1, 9.7.5.1 (an answer carries the PSN of its request).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.analysis.streams.flow_columns import FlowColumns
from ibpkt.analysis.streams.joins_of_batch import NEVER, JoinsOfBatch
from ibpkt.analysis.streams.open_directions import OpenDirections
from ibpkt.analysis.streams.packet_lengths import LARGEST_PMTU
from ibpkt.analysis.streams.psn_windows import PSNWindows
from ibpkt.analysis.streams.request_history import HISTORY_COLUMNS
from ibpkt.analysis.streams.response_votes import COMPLETE, Ballot, Votes
from ibpkt.analysis.streams.stream_rows import ADDRESS_BITS
from ibpkt.arrays import Array, Bools, Ints, rows_where
from ibpkt.protocols import PSN_MASK

#: candidates that are remembered of a flow
MAX_CANDIDATES = 8
#: answers of a flow that vote, from the first request on that they may answer; after them, the 2nd, 4th, 8th ...
MAX_VOTES = 64
#: answers with different PSNs that join two flows where the capture has not seen all messages
AGREEMENTS = 3
#: how sure a join is at least
MIN_SURE = 0.5


class Joins(NamedTuple):
    """Joins by answers, in the order of `rows`.

    Attributes:
        askers: the flows whose requests are answered, shape (k,).
        answerers: the flows that answer.
        rows: the packets that decided.
        sure: how likely each is right.
    """

    askers: Ints
    answerers: Ints
    rows: Ints
    sure: Array


_NONE = Joins(*(np.zeros(0, np.int64) for _ in range(4)))


class ResponseJoining:
    """Finds joins, batch by batch, and remembers candidates.

    Args:
        flows: the flows.
    """

    def __init__(self, flows: FlowColumns) -> None:
        self._flows = flows
        #: by row of a flow that answers
        self._candidacies: dict[int, Candidacy] = {}
        self._search: _Search | None = None

    def commit(self, waiting: dict[int, int]) -> None:
        """The batch ends: windows of requests have grown.

        Args:
            waiting: by row of a flow the first of its packets that will come again.
        """
        if self._search is not None:
            self._search.commit(self._flows, waiting)
            found = self._search.candidacies
            for flow in waiting:  # its answers come again
                found.pop(flow, None)
                if flow in self._candidacies:
                    found[flow] = self._candidacies[flow]
            is_open = self._flows.flows["open"]
            self._candidacies = {flow: found[flow] for flow in found if is_open[flow]}
            self._search = None

    def unclear(self) -> list[tuple[Ints, int]]:
        """Flows that may be directions of one another, and the packet from which on that is open.

        All open flows between the same addresses are among them: what their windows held at a packet is known as long
        as they come again with it.
        """
        if self._search is None or not self._search.unclear:
            return []
        flows, ends = self._flows.flows, self._flows.ends
        rows = rows_where(flows["open"][: self._flows.size])
        address = np.sort(ends["address"][: 2 * self._flows.size].reshape(-1, 2)[rows], axis=1)
        pairs = address[:, 0] << ADDRESS_BITS | address[:, 1]
        first: dict[int, int] = {}
        for flow, row in self._search.unclear.items():
            if flow in self._search.candidacies and flows["open"][flow]:
                pair = int(pairs[np.searchsorted(rows, flow)])
                first[pair] = min(row, first.get(pair, row))
        return [(rows[pairs == pair], row) for pair, row in first.items()]

    def forget(self, rows: Ints) -> None:
        """These rows are no longer those flows."""
        for row in rows.tolist() if self._candidacies else ():
            self._candidacies.pop(row, None)

    def find(
        self,
        columns: Transport,
        flow: Ints,
        asks: Bools,
        answers: Bools,
        over: Bools | None,
        final: Collection[int] | None,
    ) -> Joins:
        """The joins that a batch shows; may be asked again, until `commit`.

        Args:
            columns: the packets.
            flow: rows of their flows, -1 for none, shape (n,).
            asks, answers: which of them are requests and responses.
            over: which flows have ended in this batch, by row; they have no windows any more.
            final: rows of flows for whose later packets nothing waits any more; None for all.
        """
        flows, ends = self._flows.flows, self._flows.ends
        self._search = None
        is_open = flows["open"][: self._flows.size]
        if over is not None:
            is_open = is_open & ~over[: self._flows.size]
        if not is_open.any():
            return _NONE
        mine = (flow >= 0) & is_open[flow]
        voters = rows_where(mine & answers)
        if not len(voters) and not (mine & asks).any():
            return _NONE
        slots = rows_where(is_open)
        place = np.full(self._flows.size, -1, np.int64)
        place[slots] = np.arange(len(slots))
        address = ends["address"]
        pair = address[2 * slots] << ADDRESS_BITS | address[2 * slots + 1]
        back = address[2 * slots + 1] << ADDRESS_BITS | address[2 * slots]
        pairs, number = np.unique(pair, return_inverse=True)
        back_at = np.minimum(np.searchsorted(pairs, back), len(pairs) - 1)
        back_number = np.where(pairs[back_at] == back, back_at, -1)
        rows = rows_where(mine & asks)
        owners = place[flow[rows]]
        first = ends["first_psn"][2 * slots].astype(np.int64)
        reads = -(-ends["length"][2 * slots] // LARGEST_PMTU)
        windows = PSNWindows(
            columns, rows, owners, first, ends["window"][2 * slots], number, reads,
            [ends[name][2 * slots] for name in HISTORY_COLUMNS], flows["first"][slots],
        )  # fmt: skip
        self._search = _Search(slots, windows, dict(self._candidacies))
        if not len(voters):
            return _NONE
        votes = Votes(columns, voters, place[flow[voters]], back_number, windows, flows["service"][slots])
        return self._decide(votes, slots, number, columns, final)

    def _decide(
        self, votes: Votes, slots: Ints, number: Ints, columns: Transport, final: Collection[int] | None
    ) -> Joins:
        early = votes.early(number)
        before = self._flows.ends["answers"][2 * slots] - self._flows.ends["early_answers"][2 * slots]
        ordinal = votes.ordinals(before, early)
        assert self._search is not None
        self._search.early = votes.voter[early], votes.rows[early]
        allowed = ~early & ((ordinal <= MAX_VOTES) | (ordinal & (ordinal - 1) == 0))
        firsts = votes.firsts & allowed
        query, holder = votes.fits(rows_where(firsts))
        alone = np.ones(len(query), np.bool_)
        alone[1:] &= query[1:] != query[:-1]
        alone[:-1] &= query[:-1] != query[1:]
        alone &= votes.complete(query, holder)
        if self._candidacies:
            alone &= ~np.isin(slots[votes.voter[query]], np.fromiter(self._candidacies, np.int64))
        taken, directions = JoinsOfBatch(len(slots)), OpenDirections(self._flows, slots, columns.frame)
        taken.take_single(votes.voter[query[alone]], holder[alone], votes.rows[query[alone]])
        more = rows_where(allowed & (votes.rows < taken.row[votes.voter]))
        if len(more) or (self._candidacies and taken.votes.any()):
            self._step_through(votes, more, taken, allowed, slots, directions)
            self._settle(taken, slots, final)
        voters = rows_where(taken.votes)
        if not len(voters):
            return _NONE
        voters = voters[np.argsort(taken.row[voters], kind="stable")]
        askers, rows = taken.other[voters], taken.row[voters]
        # how likely it is that no other window holds the PSN by chance
        others = directions.of_the_same_way(askers, rows, taken)
        chance = votes.windows.lengths_at(askers, rows) / (PSN_MASK + 1)
        sure = np.maximum(MIN_SURE, 1.0 - chance * np.maximum(1, others))
        return Joins(slots[askers], slots[voters], rows, sure)

    def _step_through(
        self, votes: Votes, more: Ints, taken: JoinsOfBatch, allowed: Bools, slots: Ints, directions: OpenDirections
    ) -> None:
        """Count the votes of some answers one by one, in their order.

        Args:
            votes: all answers.
            more: those before the joins of their flows.
            taken: the joins so far; those that others come before are taken back.
            allowed: which answers may vote.
            slots: rows of the flows.
            directions: those that are open.
        """
        assert self._search is not None
        known = np.isin(slots, np.fromiter(self._candidacies, np.int64, len(self._candidacies)))
        queue = votes.ballots(more, known)
        single = rows_where(taken.votes)
        queue += [
            Ballot(row, voter, -1, {}, is_join=True)
            for row, voter in zip(taken.row[single].tolist(), single.tolist(), strict=True)
        ]
        heapq.heapify(queue)
        rivals = _Rivals(self._search.candidacies, slots)

        def is_alone(of: Ballot) -> bool:
            return directions.between(of.voter, of.row, taken) <= 2

        while queue:
            ballot = heapq.heappop(queue)
            row, voter = ballot.row, ballot.voter
            if ballot.is_join:
                joined = [(voter, int(taken.other[voter]))] if taken.row[voter] == row else []
            elif taken.row[voter] > row:
                fits = {other for other in ballot.fits if taken.row[other] > row}
                joined = self._vote(ballot, fits, rivals, is_alone)
            else:
                continue
            left = taken.take(voter, joined[0][1], row) if joined and not ballot.is_join else set()
            while joined:
                for pair in rivals.left_alone(joined.pop(), taken, row):
                    left |= taken.take(*pair, row)
                    joined.append(pair)
            for end in left:
                for again in votes.ballots(rows_where(allowed & (votes.voter == end) & (votes.rows > row)), known):
                    heapq.heappush(queue, again)

    def _settle(self, taken: JoinsOfBatch, slots: Ints, final: Collection[int] | None) -> None:
        """Join flows whose further answers are not waited for, if those that there are fit one flow alone."""
        assert self._search is not None
        rivals = _Rivals(self._search.candidacies, slots)
        for flow, row in self._search.firsts.items() if final is None or final else ():
            candidacy = self._search.candidacies.get(flow)
            if (final is not None and flow not in final) or candidacy is None or not candidacy.psns:
                continue
            voter, (other,) = rivals.place(flow), map(rivals.place, candidacy.flows)
            if other >= 0 and NEVER == taken.row[voter] == taken.row[other] and not rivals.is_contested(other, flow):
                taken.take(voter, other, row)

    def _vote(
        self, ballot: Ballot, fits: set[int], rivals: _Rivals, is_alone: Callable[[Ballot], bool]
    ) -> list[tuple[int, int]]:
        """Count an answer; returns the flow that answers and the one that it answers, if that is known now.

        Args:
            ballot: the answer.
            fits: the places of the flows whose requests it fits that are not joined yet.
            rivals: candidates.
            is_alone: whether there are no other flows than these two between the addresses that are not joined yet.
        """
        assert self._search is not None
        candidacies, flow = self._search.candidacies, int(rivals.slots[ballot.voter])
        before = candidacies.get(flow)
        psns: tuple[int, ...] = ()
        missed = -1
        if before is not None:
            if not ballot.is_first:
                return []
            both = {other for other in fits if int(rivals.slots[other]) in before.flows}
            if both:
                fits, psns, missed = both, before.psns, before.missed
        candidacies.pop(flow, None)
        if not 1 <= len(fits) <= MAX_CANDIDATES:
            return []
        if len(fits) == 1:
            (other,) = fits
            count = ballot.fits[other]
            if count in COMPLETE or (count is not None and is_alone(ballot)):
                return [(ballot.voter, other)]
            if count is not None:
                if missed >= 0 and count >= 0 and (count - missed + 1 & PSN_MASK) > 2:
                    psns = ()  # messages were missed meanwhile, or it is another one
                if not psns:
                    self._search.firsts[flow] = ballot.row
                psns += (ballot.psn,) if ballot.psn not in psns else ()
                missed = count if count >= 0 else missed
                if len(psns) >= AGREEMENTS and not rivals.is_contested(other, flow):
                    return [(ballot.voter, other)]
        self._search.unclear.setdefault(flow, ballot.row)
        named = frozenset(int(rivals.slots[other]) for other in fits)
        candidacies[flow] = Candidacy(named, psns[:AGREEMENTS], missed)
        rivals.name(flow)
        return []


class Candidacy(NamedTuple):
    """What a flow that answers may be the other direction of.

    Attributes:
        flows: the rows of the flows whose requests all its answers fit.
        psns: of answers that fit one flow alone, `AGREEMENTS` of them at most.
        missed: how many of its messages the capture has missed, as these say; -1 for unknown.
    """

    flows: frozenset[int]
    psns: tuple[int, ...]
    missed: int


class _Rivals:
    """Flows that are candidates of the same answers.

    Args:
        candidacies: by row of a flow that answers.
        slots: rows of the open flows, shape (k,).
    """

    def __init__(self, candidacies: dict[int, Candidacy], slots: Ints) -> None:
        self.slots = slots
        self._candidacies = candidacies
        self._names: dict[int, set[int]] = {}
        for flow in candidacies:
            self.name(flow)

    def name(self, flow: int) -> None:
        """A flow has other candidates."""
        for other in self._candidacies[flow].flows:
            self._names.setdefault(other, set()).add(flow)

    def is_contested(self, place: int, voter: int) -> bool:
        """Whether other flows than one may answer the requests of a flow, too.

        Args:
            place: of the flow that asks.
            voter: the row of the one that answers.
        """
        flow = int(self.slots[place])
        return any(other != voter and flow in self._flows(other) for other in self._names.get(flow, ()))

    def _flows(self, flow: int) -> frozenset[int]:
        """The candidates of a flow, none if it has none any more."""
        return self._candidacies[flow].flows if flow in self._candidacies else frozenset()

    def left_alone(self, joined: tuple[int, int], taken: JoinsOfBatch, row: int) -> Iterator[tuple[int, int]]:
        """The flows that have one candidate left, since others were joined at a packet, and that one, by place."""
        flows = {flow for place in joined for flow in self._names.get(int(self.slots[place]), ())}
        for flow in sorted(flows):
            voter = self.place(flow)
            others = [self.place(other) for other in self._flows(flow)]
            rest = [other for other in others if other >= 0 and taken.row[other] > row]
            if len(rest) == 1 and voter >= 0 and taken.row[voter] > row:
                yield voter, rest[0]

    def place(self, flow: int) -> int:
        """Where a flow is among those that are open, -1 if it is not."""
        place = int(np.searchsorted(self.slots, flow))
        return place if place < len(self.slots) and self.slots[place] == flow else -1


class _Search:
    """What a batch shows of open flows, until it is over.

    Attributes:
        slots: rows of the flows, shape (k,).
        windows: of their requests.
        candidacies: of flows that answer, by row.
        early: answers before all requests that they may answer: the places of their flows, and the packets.
        unclear: by row of a flow the first of its packets that may answer requests of several.
        firsts: by row of a flow the first of its packets that fits what it is a candidate for alone.
    """

    def __init__(self, slots: Ints, windows: PSNWindows, candidacies: dict[int, Candidacy]) -> None:
        self.slots, self.windows, self.candidacies = slots, windows, candidacies
        self.early: tuple[Ints, Ints] = (np.zeros(0, np.int64), np.zeros(0, np.int64))
        self.unclear: dict[int, int] = {}
        self.firsts: dict[int, int] = {}

    def commit(self, flows: FlowColumns, waiting: dict[int, int]) -> None:
        """Keep it for the next batch.

        Args:
            flows: the flows.
            waiting: by row of a flow the first of its packets that will come again.
        """
        slots, lengths = self.slots, self.windows.lengths
        ends = np.full(len(slots), self.windows.size)
        places, rows = self.early
        if waiting:
            lengths = lengths.copy()
            held = np.array(sorted(waiting), np.int64)
            since = np.array([waiting[flow] for flow in held.tolist()], np.int64)
            at = np.minimum(np.searchsorted(slots, held), len(slots) - 1)
            mine = slots[at] == held
            lengths[at[mine]] = self.windows.lengths_before(at[mine], since[mine])
            ends[at[mine]] = since[mine]
            places = places[rows < ends[places]]
        still = flows.flows["open"][slots]
        flows.ends["window"][2 * slots[still]] = lengths[still]
        for name, values in zip(HISTORY_COLUMNS, self.windows.history_before(ends), strict=True):
            flows.ends[name][2 * slots[still]] = values[still]
        np.add.at(flows.ends["early_answers"], 2 * slots[places], still[places])
