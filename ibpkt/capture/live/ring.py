"""A packet socket whose packets the kernel writes into memory shared with it: TPACKET_V3 (Linux `packet_mmap`).

The ring is a number of blocks.  The kernel fills one block after the other with packets and hands each over when it is
full or has waited long enough; `PacketRing.take` copies what a block holds, finds its packets and gives it back.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import select
import socket
import struct
from collections.abc import Sequence
from typing import NamedTuple, Self

import numpy as np

from ibpkt.arrays import Ints, Octets, gather
from ibpkt.capture.live.bpf import LOOPBACK_INDEX, Instruction, nothing, packed

BLOCK = 1 << 18
"""Bytes of a block: some packets of the largest size that a kernel hands over (64 KiB)."""

RETIRE_MS = 10
"""Milliseconds after which the kernel hands over a block that is not full."""

# numbers of <linux/if_packet.h> and <asm-generic/socket.h> that Python's socket module lacks
_SOL_PACKET = 263
_RX_RING, _STATISTICS, _VERSION, _RESERVE, _ADD_MEMBERSHIP, _IGNORE_OUTGOING = 5, 6, 10, 12, 1, 23
_V3 = 2
_PROMISCUOUS = 1
_ATTACH_FILTER = 26
_ALL_PROTOCOLS = 3

_KERNEL, _USER = 0, 1
#: room before each packet, for what is put there: a VLAN tag that the kernel has taken away, a cooked header
_ROOM = 32

#: fields of `struct tpacket3_hdr` by their offsets, and of the `struct sockaddr_ll` behind it
_PACKET = np.dtype(
    {
        "names": [
            "next", "seconds", "nanoseconds", "caplen", "wirelen", "status", "mac", "net", "tci", "tpid",
            "protocol", "index", "hardware", "direction", "address_length", "address",
        ],
        "formats": [
            "=u4", "=u4", "=u4", "=u4", "=u4", "=u4", "=u2", "=u2", "=u4", "=u2",
            ">u2", "=i4", "=u2", "u1", "u1", "V8",
        ],
        "offsets": [0, 4, 8, 12, 16, 20, 24, 26, 32, 36, 50, 52, 56, 58, 59, 60],
        "itemsize": 68,
    }
)  # fmt: skip
#: the fields of `struct tpacket_block_desc` behind its status: packets, offset of the first, bytes
_BLOCK_FIELDS = struct.Struct("=III")
_BLOCK_STATUS = 8


class RingPackets(NamedTuple):
    """Packets of a block, as columns; all of shape (n,).

    Attributes:
        places: where in the block each packet's header begins.
        headers: the headers, with the fields of `struct tpacket3_hdr` and `struct sockaddr_ll` by name.
    """

    places: Ints
    headers: np.ndarray[tuple[int], np.dtype[np.void]]


class RingCounts(NamedTuple):
    """What the kernel has counted since the ring was opened.

    Attributes:
        packets: that passed the filter, those included that were dropped.
        dropped: those of them for which the ring had no room.
    """

    packets: int
    dropped: int


class PacketRing:
    """The socket and its ring.  Use it in a ``with``, or `close` it.

    Args:
        interface: the number of the interface; 0 for all of them.
        cooked: packets begin with the network header; otherwise as they are on the link.
        program: chooses packets, before the ring has them.
        blocks: how many blocks the ring has.
        promiscuous: have the interface hand over packets that are for others.

    Raises:
        OSError: the system refuses something: the right to capture, memory, the interface.
    """

    def __init__(
        self, interface: int, *, cooked: bool, program: Sequence[Instruction], blocks: int, promiscuous: bool
    ) -> None:
        kind = socket.SOCK_DGRAM if cooked else socket.SOCK_RAW
        self._counts = RingCounts(0, 0)
        self._at = 0
        # with protocol 0 it gets nothing before it is bound, so no packet passes by the filter
        self._socket = socket.socket(socket.AF_PACKET, kind, 0)
        try:
            self._socket.setsockopt(_SOL_PACKET, _VERSION, _V3)
            self._socket.setsockopt(_SOL_PACKET, _RESERVE, _ROOM)
            self._attach(program)
            if interface == LOOPBACK_INDEX and not cooked:  # it shows each packet twice, otherwise
                self._socket.setsockopt(_SOL_PACKET, _IGNORE_OUTGOING, 1)
            request = struct.pack("=7I", BLOCK, blocks, BLOCK, blocks, RETIRE_MS, 0, 0)
            self._socket.setsockopt(_SOL_PACKET, _RX_RING, request)
            self._map = mmap.mmap(self._socket.fileno(), BLOCK * blocks)
            if promiscuous and interface:
                membership = struct.pack("=iHH8s", interface, _PROMISCUOUS, 0, b"")
                self._socket.setsockopt(_SOL_PACKET, _ADD_MEMBERSHIP, membership)
            self._bind(interface)
        except BaseException:
            self._socket.close()
            raise
        whole: Octets = np.frombuffer(self._map, np.uint8)
        self._blocks = whole.reshape(blocks, BLOCK)
        self._status = self._blocks.view("=u4")[:, _BLOCK_STATUS // 4]

    def _bind(self, interface: int) -> None:
        """Python's own `bind` knows interfaces by name only, and not all of them together."""
        address = struct.pack("=HHiHBB8s", socket.AF_PACKET, socket.htons(_ALL_PROTOCOLS), interface, 0, 0, 0, b"")
        if ctypes.CDLL(None, use_errno=True).bind(self._socket.fileno(), address, len(address)):
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def _attach(self, program: Sequence[Instruction]) -> None:
        code = ctypes.create_string_buffer(packed(program))
        self._socket.setsockopt(
            socket.SOL_SOCKET, _ATTACH_FILTER, struct.pack("@HP", len(program), ctypes.addressof(code))
        )

    def refuse(self) -> None:
        """Let no more packets in; what has come can still be taken."""
        self._attach(nothing())

    def fileno(self) -> int:
        """The descriptor of the socket, to wait for packets with."""
        return self._socket.fileno()

    @property
    def ready(self) -> bool:
        """Whether a block waits to be taken."""
        return bool(self._status[self._at] & _USER)

    @property
    def waiting(self) -> Octets:
        """The bytes in use of the block that waits; valid until `release`."""
        block = self._blocks[self._at]
        used = _BLOCK_FIELDS.unpack_from(block.data, _BLOCK_STATUS + 4)[2]
        part: Octets = block[: min(used, BLOCK)]
        return part

    def release(self) -> None:
        """Give the block that waits back to the kernel, and go on to the next one."""
        self._status[self._at] = _KERNEL
        self._at = (self._at + 1) % len(self._status)

    def wait(self, seconds: float, *others: int) -> bool:
        """Wait until there is a block, or another descriptor can be read; False where the time is over.

        Raises:
            OSError: the interface is down or gone.
        """
        poll = select.poll()
        poll.register(self._socket, select.POLLIN | select.POLLERR)
        for other in others:
            poll.register(other, select.POLLIN)
        events = dict(poll.poll(max(0.0, seconds) * 1000))
        if events.get(self.fileno(), 0) & select.POLLERR:
            error = self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            if error:
                raise OSError(error, "the interface is down or gone")
        return bool(events)

    def counts(self) -> RingCounts:
        """What the kernel has counted since the ring was opened.  It counts anew from each reading on."""
        packets, dropped, _ = struct.unpack("=III", self._socket.getsockopt(_SOL_PACKET, _STATISTICS, 12))
        self._counts = RingCounts(self._counts.packets + packets, self._counts.dropped + dropped)
        return self._counts

    def close(self) -> None:
        """Close the socket.  The memory of the ring goes when nothing refers to it."""
        self._socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def packets_of(block: Octets) -> RingPackets:
    """The packets of a block.

    Args:
        block: its bytes in use, shape (n,).
    """
    count, at, _ = _BLOCK_FIELDS.unpack_from(block.data, _BLOCK_STATUS + 4)
    places = _places(block, at, count)
    return RingPackets(places, gather(block, places, _PACKET.itemsize).view(_PACKET)[:, 0])


def _places(block: Octets, at: int, count: int) -> Ints:
    """Where the headers begin: each says how far the next one is."""
    steps = block[: len(block) & ~3].view("=u4").data  # headers are aligned to 16 bytes
    places: list[int] = []
    last = len(block) - _PACKET.itemsize
    while len(places) < count and at <= last:
        places.append(at)
        at += steps[at >> 2]
    return np.array(places, np.int64)
