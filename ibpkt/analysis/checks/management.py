"""Management problems: rejected, repeated or unreleased connections, unanswered requests, error status."""

from __future__ import annotations

from collections.abc import Iterator

from ibpkt.analysis.results.finding import Finding, FindingTypes
from ibpkt.batch import Batch
from ibpkt.management.cm_connections import Connection, Connections
from ibpkt.management.reject_words import private_in_words
from ibpkt.management.transactions import Datagram, Transaction, Transactions
from ibpkt.protocols.mad.base import operation
from ibpkt.protocols.mad.cm import OPENING

_CM = FindingTypes("management", "IBA 1, 12.9")
_MAD = FindingTypes("management", "IBA 1, 13.4")

CM_REJECTED = _CM.warning(
    "cm-reject",
    "The connection to {service} was rejected: {reason}",
    "Nothing listens at that service ID, the peer lacks resources, or the two ends do not agree on the parameters.",
)
CM_TIMEOUT = _CM.warning(
    "cm-timeout",
    "The connection request to {service} was sent {count:time|times} and never answered",
    "The peer is down, or management datagrams to or from it are lost.",
)
CM_REPEATED = _CM.note(
    "cm-repeat",
    "{what} to {service} was sent {count} times",
    "The first of them or its answer was lost, or the peer takes longer than it announced.",
)
CM_UNRELEASED = _CM.note(
    "cm-unreleased",
    "The disconnect request (DREQ) for the connection to {service} was never answered",
    "The peer is down or has forgotten the connection; the queue pair has to wait before it can be reused.",
)
MAD_UNANSWERED = _MAD.warning(
    "mad-unanswered",
    "{operation} was sent {count:time|times} and never answered",
    "The port is down, it has no agent for that class, or management datagrams are lost.",
)
MAD_REPEATED = _MAD.note(
    "mad-repeat",
    "{operation} was sent {count:time|times} before it was answered",
    "Management datagrams are lost, or the agent is slow.",
)
MAD_STATUS = _MAD.warning(
    "mad-status",
    "{operation} returned an error: {outcome}",
    "The agent cannot do what it was asked to, or does not support it.",
)

#: nanoseconds after which a request counts as unanswered, if no timeout is known
DEFAULT_TIMEOUT = 1_000_000_000
_REQUESTS = tuple(header.name for header in OPENING)


class ManagementChecks:
    """Tracks connection management and other management datagrams, batch by batch."""

    def __init__(self) -> None:
        self._connections = Connections()
        self._transactions = Transactions()
        self._now = 0

    def advance(self, time: int) -> None:
        """The capture has come so far, with packets that are not given here."""
        self._now = max(self._now, time)

    def add(self, batch: Batch) -> Iterator[Finding]:
        """The findings of a batch."""
        if len(batch):
            self._now = max(self._now, int(batch.frames.time.max()))
        for connection in self._connections.add(batch):
            yield from self._connection(connection)
        for transaction in self._transactions.add(batch):
            yield from self._transaction(transaction)

    def finish(self) -> Iterator[Finding]:
        """The findings at the end of the capture."""
        for connection in self._connections.finish():
            yield from self._connection(connection)
        for transaction in self._transactions.finish():
            yield from self._transaction(transaction)

    def _connection(self, connection: Connection) -> Iterator[Finding]:
        about = {"service": connection.service}
        requests, replies = connection.requests, connection.names.count("REP")
        unanswered = _gave_up_waiting(connection) or self._is_overdue(connection)
        if requests > 1 and not unanswered:
            facts = {**about, "what": "The connection request", "count": requests}
            yield Finding(CM_REPEATED, *_last_of(connection, *_REQUESTS), 0, facts)
        if replies > requests:  # each request is answered once more
            facts = {**about, "what": "The reply to the connection request", "count": replies}
            yield Finding(CM_REPEATED, *_last_of(connection, "REP"), 0, facts)
        if unanswered:
            yield Finding(CM_TIMEOUT, *_last_of(connection, *_REQUESTS), 0, {**about, "count": requests})
        elif connection.reason is not None:
            end = connection.active if connection.given_up else connection.passive
            said = private_in_words(end.private, connection.service)
            facts = {
                **about, "reason": connection.reason, "rejected": connection.rejected or "", "private": said,
                "given_up": int(connection.given_up),
            }  # fmt: skip
            yield Finding(CM_REJECTED, connection.frames[-1], connection.times[-1], 0, facts)
        if connection.release is not None and connection.released is None:
            patience = max(connection.local_timeout or 0, connection.remote_timeout or 0) or DEFAULT_TIMEOUT
            if self._now - connection.release > patience:
                yield Finding(CM_UNRELEASED, *_last_of(connection, "DREQ"), 0, about)

    def _is_overdue(self, connection: Connection) -> bool:
        """Whether the last try has waited for its answer as long as it says; an MRA asks for longer."""
        if connection.outcome != "requested" or "MRA" in connection.names:
            return False
        _, last = _last_of(connection, *_REQUESTS)
        return self._now - last > (connection.remote_timeout or DEFAULT_TIMEOUT)

    def _transaction(self, transaction: Transaction) -> Iterator[Finding]:
        request, answer = transaction.request, transaction.answer
        count = transaction.repeats + 1
        if answer is None:
            assert request is not None
            if transaction.repeats or self._now - request.time > DEFAULT_TIMEOUT:
                yield Finding(MAD_UNANSWERED, request.frame, request.time, 0, {**_describe(request), "count": count})
            return
        if request is not None and transaction.repeats:
            yield Finding(MAD_REPEATED, answer.frame, answer.time, 0, {**_describe(request), "count": count})
        if answer.status and answer.outcome not in ("", "OK"):
            yield Finding(MAD_STATUS, answer.frame, answer.time, 0, {**_describe(answer), "outcome": answer.outcome})


def _gave_up_waiting(connection: Connection) -> bool:
    """Whether the active end says, or the capture shows, that no answer came to its request."""
    if connection.outcome != "timed out":
        return False
    return connection.reason is None or (connection.given_up and "REP" not in connection.names)


def _last_of(connection: Connection, *names: str) -> tuple[int, int]:
    """Packet and time of the last message with one of some names, as far as they are kept."""
    places = [place for place, name in enumerate(connection.names) if name in names]
    place = places[-1] if places else -1
    return connection.frames[place], connection.times[place]


def _describe(datagram: Datagram) -> dict[str, int | str]:
    name = operation(datagram.mgmtclass, datagram.method, datagram.attributeid)
    return {"operation": name, "mgmtclass": datagram.mgmtclass, "attributeid": datagram.attributeid}
