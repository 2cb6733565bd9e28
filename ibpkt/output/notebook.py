"""Packets and batches in notebooks: HTML that consists of text, tables and folded parts; nothing in it runs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.output.quantities import count_text
from ibpkt.output.summary import SummaryLines
from ibpkt.output.svg import escape_markup
from ibpkt.output.tree import INDENT, packet_text

if TYPE_CHECKING:
    from ibpkt.packet import Packet

#: characters of one text; what is longer is cut
LONGEST = 2000
#: packets of a batch that are shown
MOST_PACKETS = 20
#: lines of a header that are shown
_MOST_LINES = 500


@checked
def packet_html(packet: Packet) -> str:
    """The tree of a packet for notebooks (``_repr_html_``): its headers folded, their fields within."""
    headers: list[tuple[str, list[str]]] = []
    for line in packet_text(packet).splitlines():
        if line.startswith(INDENT) and headers:
            headers[-1][1].append(line.removeprefix(INDENT))
        else:
            headers.append((line, []))
    return "".join(_folded(title, lines) if lines else f"<div>{marked(title)}</div>" for title, lines in headers)


@checked
def batch_html(batch: Batch) -> str:
    """The first packets of a batch for notebooks (``_repr_html_``), a line each, without checking CRCs."""
    count = len(batch)
    some = batch.select(np.arange(count) < MOST_PACKETS) if count > MOST_PACKETS else batch
    lines = [text.decode().rstrip("\n") for text in SummaryLines(crc=False).texts(some)]
    more = f"<div>and {count_text(count - MOST_PACKETS, 'packet')} more</div>" if count > MOST_PACKETS else ""
    return f"<div>{count_text(count, 'packet')}</div>{_preformatted(lines)}{more}"


def facts_html(title: str, facts: Mapping[str, Any]) -> str:
    """Facts by name as a table of two columns; those without a value are left out.

    Args:
        title: what they are about.
        facts: by name.
    """
    rows = [(name, value) for name, value in facts.items() if value not in (None, "", [], {}, ())]
    cells = "".join(f"<tr><th>{marked(name)}</th><td>{marked(str(value))}</td></tr>" for name, value in rows)
    return f"<div><b>{marked(title)}</b></div><table><tbody>{cells}</tbody></table>"


def table_html(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Rows as a table with a title for each column."""
    head = "".join(f"<th>{marked(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{marked(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def marked(text: str) -> str:
    """Text as HTML, cut where it is very long."""
    return escape_markup(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def _folded(title: str, lines: list[str]) -> str:
    return f"<details><summary>{marked(title)}</summary>{_preformatted(lines)}</details>"


def _preformatted(lines: list[str]) -> str:
    more = [f"and {len(lines) - _MOST_LINES:,} lines more"] if len(lines) > _MOST_LINES else []
    return f"<pre>{marked_lines([*lines[:_MOST_LINES], *more])}</pre>"


def marked_lines(lines: Iterable[str]) -> str:
    """Lines as HTML."""
    return "\n".join(map(marked, lines))
