"""Messages as lines, CSV, or JSON, written as they come."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any, BinaryIO

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.tables import ENDS, MESSAGES, row
from ibpkt.errors import escape_text
from ibpkt.output.table import comma_separated, json_text
from ibpkt.protocols import NAK_CODES

FORMATS = ("text", "csv", "json", "jsonl")


class MessageRows(abc.ABC):
    """Writes messages of files, one after the other; see `rows_of`.

    Attributes:
        first_time: the time of the capture's first packet, in nanoseconds since the epoch.
        fresh: nothing has been written yet.
    """

    def __init__(self, out: BinaryIO, several: bool) -> None:
        self.out, self.several = out, several
        self.first_time = 0
        self.fresh = True
        self.name = ""

    def begin(self, name: str) -> None:
        """A file begins."""
        self.name = name

    @abc.abstractmethod
    def add(self, messages: Sequence[Message]) -> None:
        """Messages of it."""

    def end(self) -> None:  # noqa: B027  # most have nothing to add
        """The file is at its end."""

    def row(self, message: Message) -> dict[str, Any]:
        """The keys and values of a message."""
        values = row(MESSAGES, message)
        return {"file": self.name, **values} if self.several else values


class MessageJsonLines(MessageRows):
    """A JSON object a line."""

    def add(self, messages: Sequence[Message]) -> None:
        """Messages."""
        self.out.writelines(json_text(self.row(message)).encode() + b"\n" for message in messages)


class Json(MessageRows):
    """An object a file, with a list of messages; written piece by piece."""

    def begin(self, name: str) -> None:
        """A file begins."""
        super().begin(name)
        self.fresh = True
        self.out.write(f'{{"file": {json_text(name)}, "messages": ['.encode())

    def add(self, messages: Sequence[Message]) -> None:
        """Messages."""
        for message in messages:
            text = json_text(row(MESSAGES, message))
            self.out.write(("" if self.fresh else ", ").encode() + text.encode())
            self.fresh = False

    def end(self) -> None:  # most have nothing to add
        """The file is at its end."""
        self.out.write(b"]}\n")


class CommaSeparated(MessageRows):
    """CSV under one header."""

    def begin(self, name: str) -> None:
        """A file begins."""
        super().begin(name)
        self.add(())

    def add(self, messages: Sequence[Message]) -> None:
        """Messages."""
        names = [column.name for column in MESSAGES]
        names = ["file", *names] if self.several else names
        self.out.write(comma_separated(names, map(self.row, messages), self.fresh).encode())
        self.fresh = False


#: the columns of a line: title, width, and which side is filled up; they come as messages do, so nothing is measured
_LINE = (
    ("frame", 8, ">"), ("time", 12, ">"), ("flow", 6, ">"), ("kind", 12, "<"), ("size", 10, ">"), ("packets", 7, ">"),
    ("address", 18, "<"), ("r_key", 10, "<"), ("immediate", 10, "<"), ("first µs", 10, ">"), ("done µs", 10, ">"),
    ("resent", 6, ">"), ("outcome", 0, "<"),
)  # fmt: skip


class Lines(MessageRows):
    """A line a message."""

    def begin(self, name: str) -> None:
        """A file begins."""
        super().begin(name)
        if self.several:
            self.out.write(f"==> {escape_text(name)} <==\n".encode())
        self.fresh = True

    def add(self, messages: Sequence[Message]) -> None:
        """Messages."""
        if self.fresh and messages:
            self.fresh = False
            self.out.write(_line([title for title, _, _ in _LINE]))
        self.out.writelines(_line(self._cells(message)) for message in messages)

    def _cells(self, message: Message) -> list[str]:
        latency, response = message.latency, message.response
        outcome = message.outcome
        if message.nak is not None:
            outcome += f", {NAK_CODES.get(message.nak, f'NAK code {message.nak}')}"
        if message.refusals:
            outcome += f", after {message.refusals} RNR NAKs"
        if message.invalidated is not None:
            outcome += f", invalidates 0x{message.invalidated:08x}"
        if not message.whole:
            outcome += ", not whole in the capture"
        return [
            str(message.first_frame),
            f"{(message.start - self.first_time) / 1e9:.6f}",
            f"{message.flow}{ENDS[message.side]}",
            message.kind,
            "?" if message.size is None else str(message.size),
            str(message.packets),
            "" if message.address is None else f"0x{message.address:016x}",
            "" if message.r_key is None else f"0x{message.r_key:08x}",
            "" if message.immediate is None else f"0x{message.immediate:08x}",
            "" if response is None else f"{response / 1000:.3f}",
            "" if latency is None else f"{latency / 1000:.3f}",
            str(message.retransmissions or ""),
            outcome,
        ]


def _line(cells: list[str]) -> bytes:
    padded = (f"{cell:{side}{width}}" for cell, (_, width, side) in zip(cells, _LINE, strict=True))
    return "  ".join(padded).rstrip().encode() + b"\n"


def rows_of(form: str, out: BinaryIO, several: bool) -> MessageRows:
    """What writes a format.

    Args:
        form: one of `FORMATS`.
        out: where to.
        several: there are several files: say which a message is of.
    """
    makers: dict[str, type[MessageRows]] = {
        "text": Lines,
        "csv": CommaSeparated,
        "json": Json,
        "jsonl": MessageJsonLines,
    }
    return makers[form](out, several)
