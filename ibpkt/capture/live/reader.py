"""Reading packets from a network interface, chunk by chunk, as a `CaptureReader` reads a file."""

from __future__ import annotations

import select
import time
from collections.abc import Callable, Collection, Iterator
from typing import Self

import numpy as np

from ibpkt.arguments import checked, whole_number
from ibpkt.arrays import Bools, Ints, Octets, gather, scatter
from ibpkt.capture.live.bpf import Instruction, everything, packet_filter
from ibpkt.capture.live.interfaces import NetworkInterface, interface_named, refusal
from ibpkt.capture.live.ring import BLOCK, RETIRE_MS, PacketRing, RingPackets, packets_of
from ibpkt.capture.records import LEAD, SLACK, Interface, Records
from ibpkt.capture.stop_switch import StopSwitch
from ibpkt.capture.window import BufferPool
from ibpkt.errors import CallerError, CaptureError

ETHERNET, COOKED = 1, 276
"""LINKTYPE values: packets as they are on an Ethernet, and Linux's cooked header of version 2 for all other links."""

LONGEST = 262144
"""Bytes of a packet that are kept, unless fewer are wanted."""

MEMORY_MIB = 64
"""MiB of packets that wait in the kernel, at most: a second of work may stop, at the rate of a fast link."""

TICK = 0.1
"""Seconds between two calls of `LiveReader.tick` while nothing comes."""

#: bytes that are copied out of the ring for one chunk, at most
_CHUNK = 4 << 20
_VLAN_VALID, _TPID_VALID = 0x10, 0x40
_VLAN = 0x8100
_MAC_ADDRESSES = 12

_TAG = np.dtype([("tpid", ">u2"), ("tci", ">u2")])
_COOKED_HEADER = np.dtype(
    [
        ("protocol", ">u2"), ("reserved", ">u2"), ("index", ">i4"), ("hardware", ">u2"), ("direction", "u1"),
        ("address_length", "u1"), ("address", "V8"),
    ]
)  # fmt: skip


class LiveReader:
    """Packets of a network interface; made by `open_interface`.  Use it in a ``with``, or `close` it.

    It has what a `CaptureReader` has, so that what reads files reads an interface too.

    Attributes:
        name: of the interface.
        format: ``live``.
        compression: None.
        size: None: nobody knows how many packets will come.
        position: bytes taken out of the ring so far.
        interfaces: the one that is captured from.
        comments: none.
        damage: why it ended before it was stopped; None if it did not.
        count: packets so far.
        tick: called again and again while no packets come; to be replaced.
        observer: called with each chunk before it is handed out; to be replaced.
        gather: seconds for which packets are let come together before they are handed out; 0 for as soon as the kernel
            gives them.  Whose work costs much a chunk takes fewer then.
    """

    format = "live"
    compression = None
    size = None

    def __init__(
        self,
        ring: PacketRing,
        interface: NetworkInterface,
        snaplen: int,
        *,
        count: int | None,
        duration: int | None,
        stop: StopSwitch,
    ) -> None:
        self.name: str = interface.name
        link = ETHERNET if interface.has_ethernet else COOKED
        described = Interface(link, snaplen, interface.name, interface.kind, resolution=10**9)
        self.interfaces: list[Interface] = [described]
        self.comments: list[str] = []
        self.damage: CaptureError | None = None
        self.position: int = 0
        self.count: int = 0
        self._ring = ring
        self._dropped = 0
        self._limit = count
        self._deadline = None if duration is None else time.monotonic_ns() + duration
        self._stop = stop
        self.tick: Callable[[], object] = lambda: None
        self.observer: Callable[[Records], object] = lambda records: None
        self.gather: float = 0.0
        self._pool = BufferPool()
        self._closed = False

    @property
    def dropped(self) -> int:
        """Packets that passed the filter and for which the ring had no room, as the kernel counts them."""
        if not self._closed:
            self._dropped = self._ring.counts().dropped
        return self._dropped

    def reopened(self) -> LiveReader:
        """An interface cannot be read twice.

        Raises:
            CallerError: always.
        """
        raise CallerError(f"{self.name} is an interface, which cannot be read twice")

    @checked
    def records(self, *, max_bytes: int = _CHUNK, max_records: int = 32768) -> Iterator[Records]:
        """The packets as they come, until the limits are reached or the stop switch is set.

        Args:
            max_bytes: about the most bytes of a chunk; a chunk has at least what the kernel hands over at once.
            max_records: the most records of a chunk.
        """
        room, most = max(BLOCK, min(max_bytes, _CHUNK)), max(max_records, 1)
        waits = True
        while not self._closed and self._wait():
            if self.gather and waits and not self._stop.is_set:
                select.select([self._stop.fileno()], [], [], self.gather)
            whole = self._take(room, most)
            waits = not self._ring.ready  # there is time
            self.position += int(whole.caplen.sum())
            for begin in range(0, len(whole), most):
                part = whole.at(slice(begin, begin + most)) if len(whole) > most else whole
                if self._limit is not None and self.count + len(part) > self._limit:
                    part = part.at(slice(self._limit - self.count))
                if not len(part):
                    return
                part.first = self.count + 1
                self.count += len(part)
                self.observer(part)
                yield part
                del part
            del whole  # otherwise its buffer could not be reused
            if self._limit is not None and self.count >= self._limit:
                return

    def _wait(self) -> bool:
        """Wait for packets; False once there will be none any more."""
        while not self._ring.ready:
            self.tick()
            if self._stop.is_set:
                return self._last()
            patience = TICK
            if self._deadline is not None:
                left = (self._deadline - time.monotonic_ns()) / 1e9
                if left <= 0:
                    self._stop.set()
                    continue
                patience = min(left, TICK)
            try:
                self._ring.wait(patience, self._stop.fileno())
            except OSError as error:
                self.damage = CaptureError(self.name, str(error.strerror), packet=self.count + 1)
                return self._ring.ready
        if self._deadline is not None and time.monotonic_ns() >= self._deadline:
            self._stop.set()
        if self._stop.is_set:
            self._ring.refuse()
        return True

    def _last(self) -> bool:
        """Whether there are packets left that came before the capture was stopped."""
        self._ring.refuse()
        until = time.monotonic() + 3 * RETIRE_MS / 1000
        while not self._ring.ready and time.monotonic() < until:
            time.sleep(RETIRE_MS / 4000)
        return self._ring.ready

    def _take(self, room: int, most: int) -> Records:
        """The packets of the blocks that are ready, as many as one chunk has."""
        buffer = self._pool.take(LEAD + room + BLOCK + SLACK)
        parts: list[tuple[int, RingPackets]] = []
        at, count = LEAD, 0
        while self._ring.ready and at < LEAD + room and count < most:
            waiting = self._ring.waiting
            block = buffer[at : at + len(waiting)]
            block[:] = waiting
            self._ring.release()
            parts.append((at, packets_of(block)))
            count += len(parts[-1][1].places)
            at += len(waiting) + 15 & ~15
        places = np.concatenate([begin + packets.places for begin, packets in parts])
        headers = np.concatenate([packets.headers for _, packets in parts])
        return _records(buffer[: at + SLACK], places, headers, self.interfaces[0], self.position)

    def close(self) -> None:
        """Close the socket, once its last counters have been read."""
        if not self._closed:
            self._dropped = self.dropped
            self._closed = True
            self._ring.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


def _records(
    data: Octets, places: Ints, headers: np.ndarray[tuple[int], np.dtype[np.void]], source: Interface, before: int
) -> Records:
    """Packets of the ring as records, with what the kernel keeps beside their bytes put before them.

    Args:
        data: the buffer.
        places: where in it each packet's header begins.
        headers: the headers.
        source: where they come from.
        before: bytes of packets that have come before.
    """
    cooked = source.link == COOKED
    start = places + headers["net" if cooked else "mac"]
    caplen, wirelen = headers["caplen"].astype(np.int64), headers["wirelen"].astype(np.int64)
    tagged = (headers["status"] & _VLAN_VALID) != 0
    if cooked:
        grown = _put_cooked_headers(data, start, headers, tagged)
    else:
        grown = np.where(tagged, _TAG.itemsize, 0)
        _put_tags(data, start[tagged], headers[tagged])
    caplen = np.minimum(caplen + grown, source.snaplen)
    return Records(
        data=data,
        start=start - grown,
        caplen=caplen,
        wirelen=wirelen + grown,
        time=headers["seconds"].astype(np.int64) * 10**9 + headers["nanoseconds"],
        link=np.full(len(start), source.link, np.int32),
        interface=np.zeros(len(start), np.int32),
        offset=before + np.cumsum(caplen) - caplen,
        first=1,
    )


def _tags(headers: np.ndarray[tuple[int], np.dtype[np.void]]) -> np.ndarray[tuple[int], np.dtype[np.void]]:
    """The VLAN tags that the kernel has taken out of packets."""
    tags = np.empty(len(headers), _TAG)
    tags["tpid"] = np.where(headers["status"] & _TPID_VALID, headers["tpid"], _VLAN)
    tags["tci"] = headers["tci"]
    return tags


def _put_tags(data: Octets, start: Ints, headers: np.ndarray[tuple[int], np.dtype[np.void]]) -> None:
    """Put the tags of Ethernet frames back: the addresses move forward by four bytes."""
    if len(start):
        addresses = gather(data, start, _MAC_ADDRESSES)
        scatter(data, start - _TAG.itemsize, addresses.view(f"V{_MAC_ADDRESSES}")[:, 0])
        scatter(data, start - _TAG.itemsize + _MAC_ADDRESSES, _tags(headers))


def _put_cooked_headers(
    data: Octets, start: Ints, headers: np.ndarray[tuple[int], np.dtype[np.void]], tagged: Bools
) -> Ints:
    """Write cooked headers before packets, and behind them their VLAN tags, if there are any; how long they are."""
    tags = _tags(headers)
    cooked = np.zeros(len(start), _COOKED_HEADER)
    for name in ("index", "hardware", "direction", "address_length", "address"):
        cooked[name] = headers[name]
    cooked["protocol"] = np.where(tagged, tags["tpid"], headers["protocol"])
    if tagged.any():  # the tag and the EtherType that it stands before
        inner = np.empty(int(np.count_nonzero(tagged)), [("tci", ">u2"), ("protocol", ">u2")])
        inner["tci"], inner["protocol"] = tags["tci"][tagged], headers["protocol"][tagged]
        scatter(data, start[tagged] - _TAG.itemsize, inner)
    grown: Ints = np.where(tagged, _TAG.itemsize, 0) + _COOKED_HEADER.itemsize
    scatter(data, start - grown, cooked)
    return grown


@checked
def open_interface(
    name: str,
    *,
    ethertypes: Collection[int] | None = None,
    udp_ports: Collection[int] = (),
    program: Collection[Instruction] | None = None,
    snaplen: int = LONGEST,
    promiscuous: bool = True,
    memory: int = MEMORY_MIB << 20,
    count: int | None = None,
    duration: int | None = None,
    stop: StopSwitch | None = None,
) -> LiveReader:
    """Begin to capture on a network interface of Linux.

    Args:
        name: of the interface; ``any`` for all of them.
        ethertypes: keep frames of these EtherTypes only, and of ``udp_ports``; None for all packets.
        udp_ports: keep UDP datagrams to these ports, with their fragments and ICMP errors about them.
        program: choose packets by this program instead.
        snaplen: bytes of a packet to keep, at most, from 1 to 262144.
        promiscuous: have the interface hand over packets that are for others.
        memory: bytes of packets that may wait until they are read; whole blocks of 256 KiB.
        count: end after this many packets; None for no limit.
        duration: end after this many nanoseconds; None for no limit.
        stop: ends it; None for a switch of its own.

    Raises:
        CallerError: there is no such interface.
        CaptureError: the system refuses it, or is no Linux.
    """
    interface = interface_named(name)
    snaplen = whole_number(snaplen, "the snap length", 1, LONGEST)
    memory = whole_number(memory, "the memory in bytes", 1, 1 << 32)
    for port in udp_ports:
        whole_number(port, "a UDP port", 0, 0xFFFF)
    for ethertype in ethertypes or ():
        whole_number(ethertype, "an EtherType", 0, 0xFFFF)
    for limit, what in ((count, "the number of packets"), (duration, "the duration in nanoseconds")):
        if limit is not None:
            whole_number(limit, what, 0, (1 << 62) - 1)
    if program is None:
        if ethertypes is None:
            program = everything(snaplen)
        else:
            program = packet_filter(
                has_ethernet=interface.has_ethernet, ethertypes=ethertypes, udp_ports=udp_ports, snaplen=snaplen
            )
    try:
        ring = PacketRing(
            interface.number,
            cooked=not interface.has_ethernet,
            program=list(program),
            blocks=max(2, memory // BLOCK),
            promiscuous=promiscuous,
        )
    except OSError as error:
        raise refusal(interface.name, error) from error
    return LiveReader(ring, interface, snaplen, count=count, duration=duration, stop=stop or StopSwitch())
