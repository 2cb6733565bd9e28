"""Payload of messages, reassembled from their packets.

A message may end several batches after its first packet.  Payload that may still be needed is kept
in temporary files; memory holds one batch and the packet numbers of messages.
"""

from __future__ import annotations

import contextlib
import dataclasses
import tempfile
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import Transport, transport
from ibpkt.analysis.results.message import Message
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.protocols import OPCODES, PMTUS, PSN_MASK, AtomicAckETH, AtomicETH, tabulated

#: kinds of messages that have a payload: of the request, and of the response to a READ
WITH_PAYLOAD = tabulated(
    lambda: {"READ", *(opcode.operation for opcode in OPCODES.values() if opcode.verbs and opcode.payload)}
)
#: place, size and PSN of a packet's payload; a size of 0 means that it is not known
_PLACE = np.dtype([("at", "<i8"), ("size", "<i4"), ("psn", "<i4")])

#: bytes of a number in an atomic operation
_WORD = AtomicAckETH.size


def _numbers(code: int) -> tuple[int, int]:
    """Of the last header of an operation what is kept as if it were payload: how far from its end, and bytes.

    It is the number that a FetchAdd adds; those that a CmpSwap swaps in and compares with; what an atomic has found.
    """
    opcode = OPCODES.get(code)
    if opcode is None or opcode.headers[-1:] not in ((AtomicETH,), (AtomicAckETH,)):
        return 0, 0
    if opcode.headers[-1] is AtomicAckETH:
        return _WORD, _WORD
    operands = AtomicETH.size - AtomicETH.leaf("swapdt").bit // 8
    return operands, operands if "CMP_SWAP" in opcode.verbs else _WORD


_NUMBERS = tabulated(lambda: np.array([_numbers(code) for code in range(256)], np.int64))


class Atomic(NamedTuple):
    """The operands and the result of an atomic operation.

    Attributes:
        operand: what it has added, or swapped in.
        compare: what it has compared with; None for an addition.
        original: what it found.
    """

    operand: int
    compare: int | None
    original: int

    @property
    def result(self) -> int:
        """What it has left."""
        if self.compare is None:
            return (self.original + self.operand) % (1 << 8 * _WORD)
        return self.operand if self.compare == self.original else self.original


@dataclasses.dataclass(frozen=True, slots=True)
class MessagePayload:
    """The payload of a message, as far as it is in the capture.

    Attributes:
        offsets: where in the message each packet's payload lies, shape (n,), ascending.
        sizes: their bytes, shape (n,).
        total: bytes of the message; None where packets of its request are not in the capture.
        most: bytes that it can have at most, by its sequence numbers.
        gaps: ``(offset, bytes)`` of what is missing; none where the total is not known: then what is here is the
            beginning.
        exact: it is known where payloads lie; else the beginning or the path MTU is not in the capture, and nothing
            can be put together.
        places: where the payloads are kept.
        source: what keeps them.
    """

    offsets: Ints
    sizes: Ints
    total: int | None
    most: int
    gaps: list[tuple[int, int]]
    exact: bool
    places: NDArray[np.void]
    source: Payloads

    @property
    def whole(self) -> bool:
        """Nothing is missing."""
        return self.exact and self.total is not None and not self.gaps

    def pieces(self) -> Iterator[tuple[int, bytes]]:
        """The payload, packet by packet, as ``(offset, bytes)``.  Valid until the next batch comes."""
        for offset, place in zip(self.offsets.tolist(), self.places, strict=True):
            yield offset, self.source.read(int(place["at"]), int(place["size"]))


class Payloads(contextlib.ExitStack[None]):
    """Keeps the payload of packets until their messages have ended.

    Use it in a ``with``: it holds two temporary files, one with bytes and a sparse one with places by packet number.

    Args:
        directory: where these files lie; None for the usual place.
    """

    def __init__(self, directory: str | None = None) -> None:
        super().__init__()
        self._bytes = self.enter_context(tempfile.TemporaryFile(dir=directory))  # noqa: SIM115  # the stack closes it
        self._index = self.enter_context(tempfile.TemporaryFile(dir=directory))  # noqa: SIM115  # the stack closes it
        self._behind = 0
        self._frames: Ints = np.zeros(0, np.int64)  # the packets at hand: numbers, places, and the buffer
        self._places = np.zeros(0, _PLACE)
        self._data: memoryview | None = None
        self.callback(setattr, self, "_data", None)
        self._wanted = np.zeros(0, np.bool_)

    def take(self, batch: Batch) -> None:
        """The next batch is at hand: what the last one has that no message has had so far goes to the files."""
        columns = transport(batch, Addresses())
        self._frames = columns.frame
        self._places = _places(columns)
        self._data = batch.frames.view
        self._wanted = self._places["size"] > 0

    def put_away(self) -> None:
        """Write payload that is still needed to the files.

        Call it after reading the messages that ended with the batch.
        """
        rows = np.flatnonzero(self._wanted)
        data = self._data
        if data is not None and len(rows):
            places = self._places[rows]
            starts, sizes = places["at"], places["size"].astype(np.int64)
            pieces = [data[at : at + size] for at, size in zip(starts.tolist(), sizes.tolist(), strict=True)]
            self._bytes.seek(self._behind)
            self._bytes.writelines(pieces)
            places["at"] = self._behind + np.cumsum(sizes) - sizes
            self._behind += int(sizes.sum())
            self._write_index(self._frames[rows], places)
        self._data = None
        self._frames = np.zeros(0, np.int64)

    def _write_index(self, frames: Ints, places: NDArray[np.void]) -> None:
        """Places go where the packets' numbers say, run by run."""
        ends = np.flatnonzero(np.diff(frames) != 1) + 1
        for run, part in zip(np.split(frames, ends), np.split(places, ends), strict=True):
            self._index.seek(int(run[0]) * _PLACE.itemsize)
            self._index.write(part.tobytes())

    def of(self, message: Message, pmtu: int | None) -> MessagePayload:
        """What a message carried.

        Args:
            message: one that has ended with the batch at hand, from an analyser that keeps ``payload``.
            pmtu: the path MTU of its flow, where it is known.
        """
        frames = np.array(message.frames, np.int64)
        places = self._find(frames)
        places = places[places["size"] > 0]
        # numbers count from the beginning of the message; a READ that was asked for again has them, too
        steps = (places["psn"].astype(np.int64) - message.first_psn) & PSN_MASK
        places, steps = places[np.argsort(steps, kind="stable")], np.sort(steps)
        fresh = np.ones(len(steps), np.bool_)
        fresh[1:] = steps[1:] != steps[:-1]
        places, steps = places[fresh], steps[fresh]
        sizes = places["size"].astype(np.int64)
        last_step = None if message.last_psn is None else (message.last_psn - message.first_psn) & PSN_MASK
        inside = steps != last_step if last_step is not None else np.ones(len(steps), np.bool_)
        unit = int(sizes[inside].max()) if inside.any() else pmtu
        exact = message.size is not None or message.address is not None  # its beginning is there
        if len(steps) and steps[-1] > 0 and unit is None:
            exact = False
        offsets = steps * (unit or 0)
        if message.whole or message.kind == "READ":
            total = message.size
        else:  # after the first gap another message may have begun
            total = None
            sure = int(np.argmin(np.append(steps == np.arange(len(steps)), False)))
            offsets, sizes, places = offsets[:sure], sizes[:sure], places[:sure]
        most = total if total is not None else ((last_step or 0) + 1) * (unit or PMTUS[-1])
        if total is None and len(offsets):  # its last packet may be larger than its numbers and the path MTU allow
            most = max(most, int((offsets + sizes).max()))
        gaps = _gaps(offsets, sizes, total) if exact and total is not None else []
        return MessagePayload(offsets, sizes, total, most, gaps, exact, places, self)

    def atomic(self, message: Message) -> Atomic | None:
        """What an atomic that was completed did; None where the capture does not show all of it."""
        places = self._find(np.array([message.first_frame, message.closed], np.int64))
        if message.outcome != "completed" or (places["psn"] != message.first_psn).any() or not places["size"].all():
            return None
        words, original = (self.read(int(place["at"]), int(place["size"])) for place in places)
        numbers = [int.from_bytes(words[at : at + _WORD], "big") for at in range(0, len(words), _WORD)]
        if len(original) != _WORD or len(numbers) > 2:
            return None
        return Atomic(numbers[0], numbers[1] if len(numbers) > 1 else None, int.from_bytes(original, "big"))

    def _find(self, frames: Ints) -> NDArray[np.void]:
        places = np.zeros(len(frames), _PLACE)
        at = np.searchsorted(self._frames, frames)
        here = np.zeros(len(frames), np.bool_)
        if len(self._frames):
            here = self._frames[np.minimum(at, len(self._frames) - 1)] == frames
            rows = at[here]
            places[here] = self._places[rows]
            places["at"][here] = -1 - places["at"][here]  # below zero: in the batch at hand
            self._wanted[rows] = False
        away = np.flatnonzero(~here)
        for run in np.split(away, np.flatnonzero(np.diff(frames[away]) != 1) + 1) if len(away) else ():
            self._index.seek(int(frames[run[0]]) * _PLACE.itemsize)
            stored = np.frombuffer(self._index.read(len(run) * _PLACE.itemsize), _PLACE)
            places[run[: len(stored)]] = stored
        return places

    def read(self, at: int, size: int) -> bytes:
        """Bytes at a place, see `MessagePayload`."""
        if at < 0:
            assert self._data is not None
            return bytes(self._data[-1 - at : -1 - at + size])
        self._bytes.seek(at)
        return self._bytes.read(size)


def _places(columns: Transport) -> NDArray[np.void]:
    """Where the packets' payloads lie in the batch; 0 bytes where the capture has cut them, or decoding stopped."""
    frames = columns.batch.frames
    places = np.zeros(len(columns), _PLACE)
    places["at"], places["psn"] = columns.payload_at, columns.psn
    available = frames.start[columns.rows] + frames.captured[columns.rows] - columns.payload_at
    size = columns.size
    places["size"] = np.where((size <= available) & ~columns.stopped, size, 0)
    before, words = _NUMBERS[columns.opcode].T
    atomics = np.flatnonzero((words > 0) & ~columns.stopped)
    places["at"][atomics] -= before[atomics]
    places["size"][atomics] = words[atomics]
    return places


def _gaps(offsets: Ints, sizes: Ints, total: int) -> list[tuple[int, int]]:
    """What of a message's bytes is missing."""
    ends = np.concatenate((np.zeros(1, np.int64), offsets + sizes))
    begins = np.concatenate((offsets, np.array([total], np.int64)))
    missing = np.flatnonzero(begins > ends)
    return [(int(ends[at]), int(begins[at] - ends[at])) for at in missing]
