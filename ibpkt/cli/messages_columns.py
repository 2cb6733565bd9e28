"""The lines of ``ibpkt messages`` out of columns: all cells of a column at once, and no object a message.

The lines are those of `ibpkt.cli.messages_text`, byte by byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from ibpkt.analysis.results.message_table import NONE, OUTCOME_NAMES, MessageTable
from ibpkt.analysis.results.tables import ENDS
from ibpkt.arrays import Array, Bools, Ints, Octets
from ibpkt.output.column_text import decimal, hexadecimal, table
from ibpkt.output.number_text import decimal_digits
from ibpkt.output.text_layout import Block, Decimal, Literal, PageLayout, Piece, joined, only
from ibpkt.protocols import NAK_CODES, OPERATIONS, tabulated

#: times from which on a double no longer has all digits that are printed
_TOO_LONG = 1 << 50
_KINDS = tabulated(lambda: [f"{operation:<12}" for operation in OPERATIONS])


def outcome_text(outcome: str, nak: int | None, refusals: int, invalidated: int | None, whole: bool) -> str:
    """How a message ended, in words; see `Message` for the arguments."""
    text = outcome
    if nak is not None:
        text += f", {NAK_CODES.get(nak, f'NAK code {nak}')}"
    if refusals:
        text += f", after {refusals} RNR NAKs"
    if invalidated is not None:
        text += f", invalidates 0x{invalidated:08x}"
    return text if whole else f"{text}, not whole in the capture"


#: of messages of which nothing else is to be said: by twice the outcome, and 1 for those that are whole
_PLAIN = [outcome_text(name, None, 0, None, whole) for name in OUTCOME_NAMES for whole in (False, True)]


class MessagePieces:
    """Lays out lines of messages with all columns."""

    def __init__(self) -> None:
        self._layout = PageLayout()

    def lines(self, messages: MessageTable, first_time: int) -> str | None:
        """A line for each; None where a time is too long for columns, or before the first packet.

        Args:
            messages: the messages.
            first_time: of the capture's first packet, in nanoseconds since the epoch.
        """
        count = len(messages)
        if not count:
            return ""
        since = messages.column("start") - first_time
        if since.min() < 0 or max(int(since.max()), *_latest(messages)) > _TOO_LONG:
            return None
        parts = [(None, list(cell)) for cell in _cells(messages, since)]
        pieces = [*joined(parts, "  "), Literal("\n")]
        return "".join(str(page, "utf-8") for page in self._layout.pages(count, [(np.arange(count), pieces)]))


def _latest(messages: MessageTable) -> Iterator[int]:
    """The longest spans from the beginning of a message to its first answer, and to its completion."""
    for name in ("responded", "completed"):
        yield int((messages.column(name) - messages.column("start")).max())


def _cells(messages: MessageTable, since: Ints) -> Iterator[list[Piece]]:
    """The cells of each column."""
    column = messages.column
    yield [decimal(column("first_frame"), 8)]
    yield _seconds(since)
    yield [decimal(column("flow"), 5), table(ENDS, column("side"))]
    yield [table(_KINDS, column("operation"))]
    yield _known(column("size"), column("size") != NONE, " " * 9 + "?", lambda values: [decimal(values, 10)])
    yield [decimal(column("packets"), 7)]
    remote = column("remote") != 0
    yield _known(column("address").view(np.uint64), remote, " " * 18, lambda values: hexadecimal(values, 16))
    for name, known in (("r_key", remote), ("immediate", column("immediate") != NONE)):
        yield _known(column(name), known, " " * 10, lambda values: hexadecimal(values.astype(np.uint32), 8))
    for name in ("responded", "completed"):
        span = column(name) - column("start")
        yield _known(span, (column(name) != NONE) & (span >= 0), " " * 10, _microseconds)
    resent = column("retransmissions")
    yield _known(resent, resent > 0, " " * 6, lambda values: [decimal(values, 6)])
    yield [_outcomes(messages)]


def _known(values: Array, known: Bools, blank: str, texts: Callable[[Array], list[Piece]]) -> list[Piece]:
    """Cells with what is known, and others.

    Args:
        values: shape (n,).
        known: which of them are known.
        blank: what the other cells have.
        texts: makes the text of values.
    """
    if known.all():
        return texts(values)
    if not known.any():
        return [Literal(blank)]
    pieces = texts(np.where(known, values, values[known][0]))
    matrices = [_matrix(piece, len(values)) for piece in pieces]
    same = [each for each in matrices if each is not None]
    if len(same) < len(matrices) or sum(each.shape[1] for each in same) != len(blank):  # some are longer than the cell
        return [*only(known, pieces), *only(~known, [Literal(blank)])]
    cells = np.ascontiguousarray(np.concatenate(same, axis=1))
    cells[~known] = np.frombuffer(blank.encode(), np.uint8)
    return [Block(cells)]


def _matrix(piece: Piece, count: int) -> Octets | None:
    """The texts of a piece as a matrix, shape (n, size); None where they differ in size."""
    if isinstance(piece, Literal):
        return np.broadcast_to(np.frombuffer(piece.text.encode(), np.uint8), (count, piece.size))
    if isinstance(piece, Decimal):
        piece = piece.laid_out()
    return piece.matrix if isinstance(piece, Block) else None


def _seconds(since: Ints) -> list[Piece]:
    """Nanoseconds as seconds with six decimals, as `moment_text` writes them."""
    microseconds = since // 1000
    whole = microseconds // 1_000_000
    return [decimal(whole, 5), Literal("."), Block(decimal_digits(microseconds - whole * 1_000_000, 6))]


def _microseconds(span: Array) -> list[Piece]:
    whole = span // 1000
    return [decimal(whole, 6), Literal("."), Block(decimal_digits(span - whole * 1000, 3))]


def _outcomes(messages: MessageTable) -> Piece:
    outcome, nak, refusals, invalidated, whole = (
        messages.column(name) for name in ("outcome", "nak", "refusals", "invalidated", "whole")
    )
    texts, index = [*_PLAIN], 2 * outcome + (whole != 0)
    others = np.flatnonzero((nak != NONE) | (refusals > 0) | (invalidated != NONE))
    lists = (column[others].tolist() for column in (outcome, nak, refusals, invalidated, whole))
    for number, code, count, key, complete in zip(*lists, strict=True):
        known, named = (None if value == NONE else value for value in (code, key))
        texts.append(outcome_text(OUTCOME_NAMES[number], known, count, named, bool(complete)))
    index[others] = np.arange(len(_PLAIN), len(texts))
    return table(texts, index)
