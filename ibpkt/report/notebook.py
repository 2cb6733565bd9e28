"""Flows, messages, commands, findings and incidents in notebooks (``_repr_html_``): tables of what they say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ibpkt.analysis.incidents import Incident
from ibpkt.analysis.incidents.rows import incident_row
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.tables import MESSAGES, ResultColumn, row
from ibpkt.arguments import checked
from ibpkt.commands.command import Command
from ibpkt.commands.command_rows import COMMANDS
from ibpkt.output.notebook import facts_html, table_html
from ibpkt.plot.capture_plot import PlotOptions
from ibpkt.report.page_tables import FLOW_COLUMNS, flow_row


@checked
def flow_html(flow: Flow) -> str:
    """A flow as the table of flows of a page has it."""
    return table_html(FLOW_COLUMNS, [[cell.text for cell in flow_row(flow, PlotOptions(""))]])


@checked
def message_html(message: Message) -> str:
    """What is known of a message, under the names that JSON has."""
    return facts_html(f"{message.kind}, {message.outcome}", _facts(MESSAGES, message))


@checked
def command_html(command: Command) -> str:
    """What is known of a command, under the names that JSON has."""
    return facts_html(f"{command.kind}, {command.status or command.outcome}", _facts(COMMANDS, command))


@checked
def finding_html(finding: Finding) -> str:
    """A finding: its sentence, what it usually means, and where it is."""
    kind = finding.kind
    facts = {
        "kind": kind.name,
        "severity": str(kind.severity),
        "packet": finding.frame,
        "packets": finding.packets,
        "flow": finding.flow or None,
        "because of packets": ", ".join(map(str, finding.because)),
        "means": kind.means,
        "source": kind.source,
    }
    return facts_html(str(finding), facts)


@checked
def incident_html(incident: Incident) -> str:
    """An incident: what it is, and what JSON says of it."""
    return facts_html(incident.title, incident_row(incident) | {"flows": ", ".join(incident.names)})


def _facts(columns: Sequence[ResultColumn], item: Any) -> dict[str, Any]:
    """The row of a result, with keys and addresses as people read them."""
    facts = row(columns, item)
    hexadecimal = [column.name for column in columns if column.kind == "hex" and facts[column.name] is not None]
    return facts | {name: f"0x{facts[name]:x}" for name in hexadecimal}
