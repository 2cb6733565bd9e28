"""Messages that have ended, as columns; objects are made of them where somebody asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.reassembly.message_rows import COLUMNS, COMPLETED, SENT, sizes
from ibpkt.analysis.reassembly.payload_frames import PacketLists
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.message_table import NONE, OUTCOME_NAMES, MessageTable
from ibpkt.arrays import Bools, Ints, numbered
from ibpkt.protocols import OPERATIONS, PSN_MASK


class EndedMessages(NamedTuple):
    """Sums over messages that have ended, for the counters of flows.

    Attributes:
        halves: ascending, shape (k,).
        messages: how many, by half and operation (index in OPERATIONS), shape (k, operations).
        completed: bytes of those that were completed or sent, shape (k,).
    """

    halves: Ints
    messages: Ints
    completed: Ints


class MessageColumns:
    """Messages in the order of their ends; columns have the shape (m,).

    Columns are those of `message_rows.COLUMNS`, read as ``columns["half"]``, and ``size`` (`NONE` where it is not
    known).

    Attributes:
        frames: the packets with the payload of each message, in the order of PSNs, where that was asked for.
    """

    def __init__(self, rows: Mapping[str, Ints], chosen: Ints, frames: PacketLists | None = None) -> None:
        """Some rows of a table.

        Args:
            rows: the columns.
            chosen: the rows that are meant, in order.
            frames: packets with their payload, by message.
        """
        self._rows, self._chosen = rows, chosen
        self._columns: dict[str, Ints] = {}
        self.frames: PacketLists | None = frames

    @classmethod
    def joined(cls, parts: Sequence[MessageColumns]) -> MessageColumns:
        """The messages of several, in the order of their ends."""
        rows = {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}
        order = np.argsort(rows["done_frame"], kind="stable")
        frames = [part.frames for part in parts if part.frames is not None]
        return cls(rows, order, PacketLists.joined(frames).of(order) if frames else None)

    def __len__(self) -> int:
        return len(self._chosen)

    def chosen(self, wanted: Bools) -> MessageColumns:
        """Some of them.

        Args:
            wanted: which, shape (m,).
        """
        if wanted.all():
            return self
        frames = None if self.frames is None else self.frames.of(wanted)
        return MessageColumns(self._rows, self._chosen[wanted], frames)

    def __getitem__(self, name: str) -> Ints:
        if name not in self._columns:
            if name == "size":
                self._columns[name] = sizes({column: self[column] for column in SIZE_COLUMNS})
            else:
                self._columns[name] = self._rows[name][self._chosen]
        return self._columns[name]

    def counts(self) -> EndedMessages:
        """Messages by half and operation, and bytes of those that were completed."""
        halves, of = numbered(self["half"])
        width = len(OPERATIONS)
        messages = np.bincount(of * width + self["operation"], minlength=len(halves) * width).reshape(-1, width)
        good = (self["outcome"] == COMPLETED) | (self["outcome"] == SENT)
        size = np.where(good, np.maximum(self["size"], 0), 0)
        completed = np.bincount(of, weights=size, minlength=len(halves)).astype(np.int64)
        return EndedMessages(halves, messages, completed)

    def outcomes(self) -> Ints:
        """Messages by operation and outcome, shape (operations, outcomes)."""
        width = len(OUTCOME_NAMES)
        found = np.bincount(self["operation"] * width + self["outcome"], minlength=len(OPERATIONS) * width)
        return found.reshape(-1, width)

    def table(self, flow: Ints, side: Ints) -> MessageTable:
        """The messages as a table of their flows.

        Args:
            flow: the number of the flow, by half.
            side: which end of the flow asks, by half.
        """
        half = self["half"]
        columns = {name: self[source] for name, source in _SAME.items()}
        columns |= {
            "flow": flow[half],
            "side": side[half],
            "first_psn": self["first"] & PSN_MASK,
            "last_psn": np.where(self["sent"] & self["end_known"] > 0, (self["end"] - 1) & PSN_MASK, NONE),
            "completed": np.where(self["outcome"] == COMPLETED, self["done_time"], NONE),
            "whole": self["whole"] & self["sent"],
        }
        return MessageTable(columns, self.frames)

    def messages(self, flow: Ints, side: Ints) -> list[Message]:
        """Objects; see `table`."""
        return self.table(flow, side).objects


#: columns out of which the size follows
SIZE_COLUMNS = ("operation", "declared", "carried", "whole", "sent")
#: columns of a table of messages that are columns here, by their names there
_SAME = {
    name: name
    for name in (
        "number", "operation", "service", "first_frame", "start", "last_frame", "size", "packets", "r_key", "immediate",
        "responded", "retransmissions", "refusals", "outcome", "nak", "invalidated", "remote",
    )
} | {"end": "last_time", "address": "va", "closed": "done_frame"}  # fmt: skip
