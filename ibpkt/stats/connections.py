"""``stats connections``: a row for each exchange of connection management (`ibpkt.management`)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import ClassVar

from ibpkt.batch import Batch
from ibpkt.management import Connection, Connections as Exchanges
from ibpkt.stats.statistic import Row, Statistic
from ibpkt.stats.tally import MAX_KEYS


class ConnectionCounts(Statistic):
    """Connections in the order of their first messages.  Beyond `MAX_KEYS` they are only counted.

    Attributes:
        more: the number of connections without a row.
        exchanges: collects the connections; it counts messages of connections whose start is not in the capture.
    """

    KEY: ClassVar[str] = "connections"

    def __init__(self) -> None:
        self.exchanges: Exchanges = Exchanges()
        self.more: int = 0
        self._rows: list[Row] = []
        self._ended = False

    @property
    def columns(self) -> tuple[str, ...]:
        """The facts of a connection; times in seconds since the epoch, spans in milliseconds."""
        return (
            "frame", "transport", "active", "active_qp", "active_psn", "passive", "passive_qp", "passive_psn",
            "service_id", "service", "outcome", "reason", "alternate_paths", "path_mtu", "requested", "setup_ms",
            "messages",
        )  # fmt: skip

    @property
    def first_to_go(self) -> tuple[str, ...]:
        """The columns in the order in which a table leaves them out that is too wide."""
        return (
            "alternate_paths", "messages", "active_psn", "passive_psn", "path_mtu", "transport", "passive_qp",
            "active_qp", "setup_ms", "frame", "reason", "outcome",
        )  # fmt: skip

    def add(self, batch: Batch) -> None:
        """Take a batch."""
        for connection in self.exchanges.add(batch):
            self._keep(connection)

    def _keep(self, connection: Connection) -> None:
        if len(self._rows) < MAX_KEYS:
            self._rows.append(self.row(*_values(connection)))
        else:
            self.more += 1

    @property
    def remarks(self) -> Iterator[str]:
        """What could not be counted because memory is bounded."""
        if self.exchanges.given_up:
            limit = self.exchanges.limit
            yield f"{self.exchanges.given_up} connections are shown as they were when more than {limit} were open"
        if self.more:
            yield f"{self.more} more connections are not listed"

    def rows(self) -> list[Row]:
        """A row a connection, in the order of their first frames."""
        if not self._ended:
            self._ended = True
            for connection in self.exchanges.finish():
                self._keep(connection)
            self._rows.sort(key=lambda row: row["frame"])
        return self._rows

    def shown(self) -> list[Row]:
        """The rows without empty columns, and with queue pairs in hexadecimal."""
        return [{name: _text(name, value) for name, value in row.items()} for row in super().shown()]

    def hidden(self, rows: Sequence[Row]) -> Collection[str]:
        """Empty columns, the time of the request, and the service ID, which ``service`` says in words."""
        return {name for name in self.columns if all(row[name] is None for row in rows)} | {"requested", "service_id"}


def _values(connection: Connection) -> tuple[object, ...]:
    active, passive = connection.active, connection.passive
    return (
        connection.frames[0],
        connection.transport,
        active.ip or active.address,
        active.qpn,
        active.psn,
        passive.ip or passive.address,
        passive.qpn,
        passive.psn,
        connection.service_id,
        connection.service,
        connection.outcome,
        connection.reason,
        "; ".join(map(str, connection.alternates)) or None,
        connection.path_mtu,
        connection.requested / 1e9,
        None if connection.setup is None else connection.setup / 1e6,
        len(connection.frames),
    )


def _text(name: str, value: object) -> object:
    if value is None:
        return ""
    return f"0x{value:06x}" if name.endswith("_qp") else value
