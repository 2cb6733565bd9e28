"""Commands and the connections that carry them as rows of plain values, for JSON and CSV."""

from __future__ import annotations

from typing import Any

from ibpkt.analysis.results.tables import ResultColumn, microseconds
from ibpkt.commands.command import Command
from ibpkt.commands.follower import UpperConnection
from ibpkt.schema.value_types import seconds

COMMANDS = (
    ResultColumn("command", "integer", "its number, from 1; `--follow` takes it", lambda c: c.number),
    ResultColumn("flow", "integer", "number of its flow: `flow` of `ibpkt flows`, or `also`", lambda c: c.flow),
    ResultColumn("protocol", "text", "`nvme`, `iser`, `srp`, `nfs` and other programs of RPC: `nfsacl`, `mount` …",
                 lambda c: c.protocol),
    ResultColumn("queue", "text", "`admin`, the number of an I/O queue, `LUN 0`, or empty", lambda c: c.queue),
    ResultColumn("kind", "text", "its name in the specification", lambda c: c.kind),
    ResultColumn("id", "integer", "what joins it and its response: command identifier, tag, XID",
                 lambda c: c.identifier),
    ResultColumn("first_frame", "integer", "packet with which it begins", lambda c: c.first_frame),
    ResultColumn("last_frame", "integer", "last packet of its messages", lambda c: c.last_frame),
    ResultColumn("start", "time", "time of its first packet", lambda c: c.start),
    ResultColumn("end", "time", "time of the first packet of its response", lambda c: c.end),
    ResultColumn("latency_us", "number", "µs between the two", lambda c: microseconds(c.latency)),
    ResultColumn("data_us", "number", "µs from its first packet until its data had moved",
                 lambda c: microseconds(c.until_data)),
    ResultColumn("device_us", "number", "µs from the end of its request until the other end did something",
                 lambda c: microseconds(c.device)),
    ResultColumn("bytes", "integer", "bytes that it asks to move", lambda c: c.size),
    ResultColumn("moved", "integer", "bytes that messages moved for it", lambda c: c.moved),
    ResultColumn("status", "text", "as the specification spells it; null where the answer is not in the capture",
                 lambda c: c.status),
    ResultColumn("ok", "boolean", "whether it succeeded; null where that is not known", lambda c: c.ok),
    ResultColumn("outcome", "text", "`answered`, `unanswered`, or `open` at the end of the capture or by design",
                 lambda c: c.outcome),
    ResultColumn(
        "retransmissions", "integer", "packets of it that were sent again before their message ended at the tap",
        lambda c: c.retransmissions,
    ),
    ResultColumn("detail", "text", "blocks, page, feature, property, queue, target, operations", lambda c: c.detail),
)  # fmt: skip


def command_row(command: Command) -> dict[str, Any]:
    """A command as a row: times as seconds in texts that keep nanoseconds."""
    return {
        column.name: seconds(value) if column.kind == "time" and value is not None else value
        for column, value in ((column, column.of(command)) for column in COMMANDS)
    }


def connection_row(connection: UpperConnection, max_depth: int) -> dict[str, Any]:
    """A connection as a row.

    Args:
        connection: it.
        max_depth: the most commands that were under way at once.
    """
    return {
        "flow": connection.flow,
        "protocol": connection.protocol,
        "how": connection.how,
        "sure": connection.sure,
        "initiator": connection.initiator,
        "target": connection.target,
        "name": connection.name,
        "queue": connection.queue,
        "commands": connection.commands,
        "errors": connection.errors,
        "max_depth": max_depth,
        "unmatched": connection.unmatched,
        "credits": connection.credits,
        "exhausted_us": microseconds(connection.exhausted),
    }
