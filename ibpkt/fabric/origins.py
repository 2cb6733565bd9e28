"""Who walked a directed route: a requester does not name itself in one.

A directed-route SMP names neither its sender nor its receiver.  What tells requesters apart:

* the interface of the capture, and the upper half of the TransactionID, which a client's kernel gives out;
* within these the lower half, which counts on from datagram to datagram: a *run*;
* the NodeInfo answered at hop 0, which is the requester's own; one that names another node begins a new run.

Answers alone are looked at: they repeat route, TransactionID and modifier.  A run without such an answer has the origin
with which all nodes that it names agree.

Source: IBA 1, 14.2.2 (directed routes) and 13.4.3 (TransactionID).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.arrays import Array, Ints
from ibpkt.fabric.directed_routes import NOWHERE, DirectedRoutes
from ibpkt.protocols.mad.base import CLIENT_BITS, CLIENT_HALF

#: how far apart the numbers of a run may be
WINDOW = 1024
#: what speaks against a run, more than any distance of numbers: it knows nothing of the route, or another node there
_ROUTE_UNKNOWN, _OTHER_NODE = 1, 2
#: runs that are compared with an answer: those that went on last
_RUNS = 64


class Origin(NamedTuple):
    """Where directed routes begin.

    Attributes:
        guid: the node's GUID.
        port: the number of the port by which it was asked.
    """

    guid: int
    port: int


class DirectedAnswers(NamedTuple):
    """Answers with a directed route, in the order of the packets, a column each, shape (n,).

    Attributes:
        interface: of the capture.
        transaction: TransactionIDs, uint64.
        route: numbers of the routes.
        what: a number for the attribute and its modifier.
        guid: the NodeGUID where the attribute is NodeInfo, else 0, uint64.
        port: its LocalPortNum.
    """

    interface: Array
    transaction: np.ndarray[tuple[int], np.dtype[np.uint64]]
    route: Array
    what: Ints
    guid: np.ndarray[tuple[int], np.dtype[np.uint64]]
    port: Array


class _Run:
    """Answers to one requester that counts on."""

    __slots__ = ("last", "named", "numbers", "origin", "rows")

    def __init__(self) -> None:
        self.origin: Origin | None = None
        self.last = 0
        self.rows: list[int] = []
        self.named: dict[int, int] = {}
        self.numbers: dict[int, tuple[int, int]] = {}

    def take(self, row: int, number: int, asked: tuple[int, int], guid: int, port: int) -> None:
        self.rows.append(row)
        self.last = number
        self.numbers[number] = asked
        if guid:
            self.named[asked[0]] = guid
            if asked[0] == 0 and self.origin is None:
                self.origin = Origin(guid, port)


class Origins:
    """The origin of each answer.

    Args:
        answers: all of them.
        routes: what their routes are.

    Attributes:
        known: the origins.
        of_row: of each answer the place of its origin among them, `NOWHERE` where it is not known, shape (n,).
        runs: how many runs of TransactionIDs there were.
    """

    def __init__(self, answers: DirectedAnswers, routes: DirectedRoutes) -> None:
        self.known: list[Origin] = []
        self.of_row: Array = np.full(len(answers.route), NOWHERE, np.int32)
        self.runs: int = 0
        self._answers = answers
        self._parents = routes.parents
        self._places: dict[Origin, int] = {}
        self._named: dict[int, dict[int, set[int]]] = {}
        nameless: list[tuple[Sequence[int] | Ints, dict[int, set[int]]]] = []
        for rows in _by_client(answers):
            origin = self._single(rows)
            if origin is not None:
                self.runs += 1
                self._settle(rows, origin, self._names(rows))
                continue
            for run in self._split(rows.tolist()):
                self.runs += 1
                names = {route: {guid} for route, guid in run.named.items()}
                if run.origin is None:
                    nameless.append((run.rows, names))
                else:
                    self._settle(run.rows, run.origin, names)
        for chosen, names in nameless:
            self._settle_nameless(chosen, names)
        del self._answers  # they take much memory

    def _names(self, rows: Ints) -> dict[int, set[int]]:
        """The nodes that answers name at each route."""
        found: dict[int, set[int]] = {}
        chosen = rows[self._answers.guid[rows] != 0]
        pairs = zip(self._answers.route[chosen].tolist(), self._answers.guid[chosen].tolist(), strict=True)
        for route, guid in dict.fromkeys(pairs):
            found.setdefault(route, set()).add(guid)
        return found

    def _single(self, rows: Ints) -> Origin | None:
        """The only origin of some answers, where it named itself first and nothing speaks against it."""
        answers = self._answers
        naming = rows[answers.guid[rows] != 0]
        if not len(naming) or answers.route[naming[0]] != 0:
            return None
        own = naming[answers.route[naming] == 0]
        ends = set(zip(answers.guid[own].tolist(), answers.port[own].tolist(), strict=True))
        if len(ends) > 1 or any(len(guids) > 1 for guids in self._names(rows).values()):
            return None
        return Origin(*ends.pop())

    def _settle(self, rows: Sequence[int] | Ints, origin: Origin, names: dict[int, set[int]]) -> None:
        place = self._places.setdefault(origin, len(self._places))
        if place == len(self.known):
            self.known.append(origin)
        self.of_row[np.asarray(rows, np.int64)] = place
        known = self._named.setdefault(place, {})
        for route, guids in names.items():
            known.setdefault(route, set()).update(guids)

    def _settle_nameless(self, rows: Sequence[int] | Ints, names: dict[int, set[int]]) -> None:
        """Give a run without an origin the one with which all its nodes agree."""
        if not names:
            if len(self.known) == 1:
                self.of_row[np.asarray(rows, np.int64)] = 0
            return
        agreeing = [
            place
            for place, known in self._named.items()
            if all(guids <= known.get(route, set()) for route, guids in names.items())
        ]
        if len(agreeing) == 1:
            self.of_row[np.asarray(rows, np.int64)] = agreeing[0]

    def _split(self, rows: Sequence[int]) -> list[_Run]:
        """The runs of one agent, each with its rows."""
        answers = self._answers
        runs: list[_Run] = []
        recent: list[_Run] = []
        numbers = (answers.transaction[rows] & np.uint64(CLIENT_HALF)).tolist()
        columns = (numbers, answers.route[rows].tolist(), answers.what[rows].tolist(), answers.guid[rows].tolist())
        ports = answers.port[rows].tolist()
        for row, number, route, what, guid, port in zip(rows, *columns, ports, strict=True):
            run = self._run_of(recent, number, (route, what), guid, port)
            if run is None:
                run = _Run()
                runs.append(run)
                recent.append(run)
                del recent[:-_RUNS]
            elif recent[-1] is not run:
                recent.remove(run)
                recent.append(run)
            run.take(row, number, (route, what), guid, port)
        return runs

    def _run_of(self, runs: list[_Run], number: int, asked: tuple[int, int], guid: int, port: int) -> _Run | None:
        """The run that an answer goes on with, None where it begins one."""
        route, own = asked[0], None if asked[0] or not guid else Origin(guid, port)
        best, least = None, (_OTHER_NODE, WINDOW)
        for run in runs:  # of equal ones that which has waited longest: requesters in step take turns
            distance, against = abs(number - run.last), 0
            if distance > WINDOW or (own is not None and run.origin not in (None, own)):
                continue
            if run.numbers.get(number, asked) != asked:  # one requester does not use a number twice
                continue
            if guid and run.named.get(route, guid) != guid:
                against = _OTHER_NODE
            elif route and route not in run.named and self._parents[route] not in run.named:
                against = _ROUTE_UNKNOWN
            if (against, distance) < least:
                best, least = run, (against, distance)
        if best is None and own is None:
            return self._run_that_knows(runs, number, route)
        return best

    def _run_that_knows(self, runs: list[_Run], number: int, route: int) -> _Run | None:
        """The run that knows the route of an answer far from all numbers: these go to and fro where requests wait."""
        knowing = [run for run in runs if route in run.named and run.origin is not None]
        if len({run.origin for run in knowing}) != 1 or not any(run.last < number for run in knowing):
            return None
        return min(knowing, key=lambda run: abs(number - run.last))


def _by_client(answers: DirectedAnswers) -> list[Ints]:
    """The rows of each client: those of one interface with one upper half of the TransactionID."""
    agents, interface = answers.transaction >> np.uint64(CLIENT_BITS), answers.interface
    order = np.lexsort((agents, interface))
    agents, interface = agents[order], interface[order]
    fresh = np.flatnonzero((agents[1:] != agents[:-1]) | (interface[1:] != interface[:-1])) + 1
    return [rows for rows in np.split(order, fresh) if len(rows)]
