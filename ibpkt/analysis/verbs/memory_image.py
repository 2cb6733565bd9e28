"""Images of remote memory, rebuilt from what READs and WRITEs carried.

An address holds what the last message carried there, in the order in which messages ended.  Bytes that no
packet in the capture shows are holes, and never treated as zeros.

An atomic works on a number whose byte order in memory is the owner's.  The capture shows it if an atomic
has found bytes that were known before.  Until then, the result of an atomic is a hole.
"""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator, Sequence
from typing import Literal

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.verbs.memory_regions import DONE, REFUSED
from ibpkt.analysis.verbs.payload import WITH_PAYLOAD, Atomic, MessagePayload
from ibpkt.protocols import ATOMIC_SIZE

#: bytes of memory that are next to each other in the temporary files
CHUNK = 1 << 20
_KNOWN = b"\1"
_ORDERS: tuple[Literal["big", "little"], ...] = ("big", "little")


class MemoryImages(contextlib.ExitStack[None]):
    """Images of remote memory, completed message by message.

    Use it in a ``with``: it holds two temporary files with holes, one for bytes and one that says which are known.
    Main memory grows by some hundred bytes for each MiB of remote memory that was touched.

    Args:
        directory: where these files lie; None for the usual place.
    """

    def __init__(self, directory: str | None = None) -> None:
        super().__init__()
        # by owner and key, the chunks that have a place in the files
        self._chunks: dict[tuple[str, int], list[int]] = {}
        self._bytes = self.enter_context(tempfile.TemporaryFile(dir=directory))  # noqa: SIM115  # the stack closes it
        self._known = self.enter_context(tempfile.TemporaryFile(dir=directory))  # noqa: SIM115  # the stack closes it
        self._slots: dict[tuple[str, int, int], int] = {}
        # by owner, the orders of bytes that atomics have shown
        self._orders: dict[str, set[Literal["big", "little"]]] = {}

    def take(self, message: Message, owner: str, carried: MessagePayload | None, atomic: Atomic | None = None) -> bool:
        """Take what a message has done to memory, or shown of it.

        Args:
            message: one that has ended.
            owner: the address of the end whose memory it is.
            carried: its payload; None for an atomic.
            atomic: what an atomic did, where that is known.

        Returns:
            Whether it was taken.  A WRITE is when the capture shows that it was executed, or when it shows nothing of
            the other end; a READ is as far as its response came.
        """
        if message.address is None or message.r_key is None:
            return False
        done = message.outcome in (*DONE, "unknown")
        if message.kind == "ATOMIC":
            if message.outcome in REFUSED:
                return False
            data = None if atomic is None else self._result_bytes(owner, message.r_key, message.address, atomic)
            if data is None:
                self.forget(owner, message.r_key, message.address, message.size or 0)
            else:
                self.write(owner, message.r_key, message.address, data)
            return True
        if message.kind not in WITH_PAYLOAD or carried is None or not (done or message.kind == "READ"):
            return False
        if message.kind != "READ":
            # parts of a WRITE that the capture misses have overwritten memory
            missing = carried.gaps
            if not carried.exact:
                missing = [(0, carried.most)]
            elif carried.total is None:
                end = int((carried.offsets + carried.sizes).max(initial=0))
                missing = [(end, carried.most - end)]
            for offset, size in missing:
                self.forget(owner, message.r_key, message.address + offset, size)
        if not carried.exact:
            return False
        for offset, data in carried.pieces():
            self.write(owner, message.r_key, message.address + offset, data)
        return True

    def _result_bytes(self, owner: str, r_key: int, address: int, atomic: Atomic) -> bytes | None:
        """The bytes that result from an atomic; None if their order is not known."""
        pieces = list(self.read(owner, r_key, address, ATOMIC_SIZE))
        before, known = (b"".join(part) for part in zip(*pieces, strict=True))
        shown = self._orders.setdefault(owner, set())
        matching = {order for order in _ORDERS if atomic.original.to_bytes(ATOMIC_SIZE, order) == before}
        if known == _KNOWN * ATOMIC_SIZE and len(matching) == 1:
            shown |= matching
        results = {atomic.result.to_bytes(ATOMIC_SIZE, order) for order in (shown or _ORDERS)}
        return results.pop() if len(results) == 1 else None

    def write(self, owner: str, r_key: int, address: int, data: bytes) -> None:
        """Bytes are known."""
        at = 0
        for place, size in self._places(owner, r_key, address, len(data), True):
            self._bytes.seek(place)
            self._bytes.write(data[at : at + size])
            self._known.seek(place)
            self._known.write(_KNOWN * size)
            at += size

    def forget(self, owner: str, r_key: int, address: int, size: int) -> None:
        """Bytes are not known any more."""
        for _, place, count in self._touched(owner, r_key, address, size):
            self._known.seek(place)
            self._known.write(bytes(count))

    def read(self, owner: str, r_key: int, address: int, size: int) -> Iterator[tuple[bytes, bytes]]:
        """Memory piece by piece: its bytes, 0 where they are not known, and a byte 1 for each that is known."""
        for place, count in self._places(owner, r_key, address, size, False):
            if place < 0:
                yield bytes(count), bytes(count)
                continue
            yield self._piece(place, count)

    def known(self, owner: str, r_key: int, address: int, size: int) -> Iterator[tuple[int, bytes, bytes]]:
        """The parts of a region of which anything may be known, ascending: addresses, and what `read` says of them."""
        for start, place, count in self._touched(owner, r_key, address, size):
            yield start, *self._piece(place, count)

    def holes(self, owner: str, r_key: int, address: int, size: int) -> Iterator[tuple[int, int]]:
        """What is not known of a region: address and bytes."""
        known_end = address  # what is known
        for start, _, known in self.known(owner, r_key, address, size):
            at = known.find(_KNOWN)
            while at >= 0:
                if start + at > known_end:
                    yield known_end, start + at - known_end
                end = known.find(b"\0", at)
                known_end = start + (len(known) if end < 0 else end)
                at = -1 if end < 0 else known.find(_KNOWN, end)
        if known_end < address + size:
            yield known_end, address + size - known_end

    def _piece(self, place: int, count: int) -> tuple[bytes, bytes]:
        """Bytes of both files."""
        pieces = []
        for file in (self._bytes, self._known):
            file.seek(place)
            pieces.append(file.read(count).ljust(count, b"\0"))
        data, known = pieces
        if b"\0" in known:  # what is not known any more must not be seen
            mask = int.from_bytes(known, "little") * 255
            data = (int.from_bytes(data, "little") & mask).to_bytes(count, "little")
        return data, known

    def _touched(self, owner: str, r_key: int, address: int, size: int) -> Iterator[tuple[int, int, int]]:
        """Where those chunks of a region lie that have a place in the files: address, place and bytes."""
        touched = self._chunks.get((owner, r_key), ())
        chunks: Sequence[int] = range(address // CHUNK, -(-(address + size) // CHUNK))
        if len(chunks) > len(touched):  # a region may be as large as memory
            chunks = sorted(chunk for chunk in touched if chunk in chunks)
        for chunk in chunks:
            slot = self._slots.get((owner, r_key, chunk), -1)
            if slot >= 0:
                start = max(address, chunk * CHUNK)
                yield start, slot * CHUNK + start % CHUNK, min(address + size, (chunk + 1) * CHUNK) - start

    def _places(self, owner: str, r_key: int, address: int, size: int, make: bool) -> Iterator[tuple[int, int]]:
        """Where addresses lie in the files, chunk by chunk: place (below zero for nowhere) and bytes."""
        while size > 0:
            chunk, inside = divmod(address, CHUNK)
            count = min(size, CHUNK - inside)
            key = (owner, r_key, chunk)
            slot = self._slots.get(key, -1)
            if slot < 0 and make:
                slot = self._slots[key] = len(self._slots)
                self._chunks.setdefault((owner, r_key), []).append(chunk)
            yield (-1 if slot < 0 else slot * CHUNK + inside), count
            address += count
            size -= count
