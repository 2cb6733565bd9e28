"""The tables: which results are their rows, which columns they have, and the version of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ibpkt.analysis.incidents.rows import INCIDENTS
from ibpkt.analysis.results.tables import FINDINGS, FLOWS, MESSAGES, ResultColumn
from ibpkt.commands.command_rows import COMMANDS
from ibpkt.tables.fabric_rows import EVENTS, LINKS, NODES, PROBLEMS


class ResultTable(NamedTuple):
    """A table of results.

    Attributes:
        name: of the table, and of the directory that has it.
        version: a number that grows with every change of the columns; the tests hold which columns it stands for.
        command: the command that writes it.
        rows: what a row is.
        columns: its columns, in order.
        time: the column whose day a row is kept under; empty where the rows have no time.
    """

    name: str
    version: int
    command: str
    rows: str
    columns: Sequence[ResultColumn]
    time: str


#: all of them by their names
TABLES = {
    table.name: table
    for table in (
        ResultTable("flows", 1, "flows", "a flow: two queue pairs, both directions", FLOWS, "first"),
        ResultTable("messages", 1, "messages", "a message: a SEND, WRITE, READ, ATOMIC …", MESSAGES, "start"),
        ResultTable("findings", 1, "expert", "a finding", FINDINGS, "time"),
        ResultTable("incidents", 1, "expert", "an incident", INCIDENTS, "start"),
        ResultTable("commands", 1, "commands", "a command of a storage or messaging protocol", COMMANDS, "start"),
        ResultTable("nodes", 1, "fabric", "a node of a subnet", NODES, ""),
        ResultTable("links", 1, "fabric", "a link of a subnet", LINKS, "since"),
        ResultTable("events", 1, "fabric", "an event of a subnet", EVENTS, "time"),
        ResultTable("problems", 1, "fabric", "a problem of a subnet", PROBLEMS, ""),
    )
}
