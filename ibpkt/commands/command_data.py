"""The data of one command: of the messages that moved them, or those behind the headers of its request or response."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.batch import Batch
from ibpkt.commands.command import Command, MessagePart
from ibpkt.packet import dissect_message


class CommandData:
    """Collects the payload of a command out of the packets of its capture, which is read again.

    Args:
        command: one whose messages list their packets.
    """

    def __init__(self, command: Command) -> None:
        self._command = command
        self._payload: dict[int, tuple[int, int, bytes]] = {}  # with the queue pair and the PSN
        self._frames = np.array(sorted({frame for part in command.parts for frame in _frames(part)}), np.int64)

    def add(self, batch: Batch) -> None:
        """Take packets."""
        for row in np.flatnonzero(np.isin(batch.frames.number_of, self._frames)).tolist():
            packet = batch[row]
            bth = packet["BTH"]
            self._payload[int(batch.frames.number_of[row])] = bth.destqp, bth.psn, bytes(packet.payload)

    def data(self) -> bytes:
        """All of it, in the order of the messages."""
        moved = [part for part in self._command.parts if part.role == "data"]
        if moved:
            return b"".join(self._message(part) for part in sorted(moved, key=lambda part: part.first_frame))
        return b"".join(self._inside())

    def _inside(self) -> Iterator[bytes]:
        """What stands behind the headers of request and response."""
        for part in self._command.parts:
            message = self._message(part)
            if part.contents and message:
                layers, _ = dissect_message(message, part.contents)
                yield message[sum(layer.size for layer in layers) :]

    def _message(self, part: MessagePart) -> bytes:
        packets = [self._payload[frame] for frame in _frames(part) if frame in self._payload]
        found: dict[int, bytes] = {}  # what is sent again has its PSN twice
        for destination, psn, payload in packets:
            if destination == packets[0][0]:  # the packet that ends the message may go the other way
                found.setdefault(psn, payload)
        return b"".join(found.values())


def _frames(part: MessagePart) -> tuple[int, ...]:
    return part.frames or (part.first_frame,)
