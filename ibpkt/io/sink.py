"""A capture that is being written, the counterpart of `ibpkt.io.source`."""

from __future__ import annotations

import contextlib
import io
import operator
import os
import time as clock
from collections.abc import Iterable, Iterator, Sequence
from types import TracebackType
from typing import Any, BinaryIO, Self, SupportsBytes

from ibpkt.arguments import checked
from ibpkt.arrays import Bools, Ints
from ibpkt.batch import Batch
from ibpkt.capture.records import Interface, Records
from ibpkt.capture.write_compressed import by_suffix, compressed
from ibpkt.capture.writer import ByteSink, CaptureWriter, format_by_suffix, writer_format
from ibpkt.errors import CallerError
from ibpkt.io.atomic import whole_file, write_errors
from ibpkt.packet import Packet
from ibpkt.protocols import link_type

Rows = Bools | Ints

DEFAULT = "pcapng"
"""The format where none is named: it holds everything."""


class Sink:
    """A capture file that is being written; made by `create`.

    Use it in a ``with``: the file takes its name when the block ends, and is discarded if it ends with an exception.

    Attributes:
        name: the file's name, ``-`` for standard output.
        link: the link type of packets that have none themselves, or None.
        dropped: packets that the capturing system has dropped, to be noted at the end of the file (pcapng only); None
            where that is not known.
    """

    def __init__(self, writer: CaptureWriter, link: int | None, below: contextlib.ExitStack) -> None:
        self.name: str = writer.name
        self.link = link
        self.dropped: int | None = None
        self._writer = writer
        self._below = below
        self._open = True

    @property
    def count(self) -> int:
        """The packets written so far."""
        return self._writer.count

    @checked
    def write(
        self,
        packet: Packet | SupportsBytes | bytes | bytearray | memoryview,
        *,
        time: int | None = None,
        comment: str | None = None,
        wirelen: int | None = None,
        link: int | str | None = None,
        interface: int = 0,
    ) -> None:
        """Write one packet.

        Args:
            packet: a decoded or built packet, or bytes.
            time: nanoseconds since 1970; None for the packet's own, or 0 where it has none.
            comment: text to store with it (pcapng only); None for the packet's own, if the format can store them.
            wirelen: bytes on the wire; None for the packet's own, or as many as there are bytes.
            link: the link type by number or name; None for the packet's own, or that of the file.
            interface: which of the file's ``interfaces`` it came from.

        Raises:
            CallerError: the format cannot hold it, or its link type is unknown.
            CaptureError: the file cannot be written.
        """
        self._check_open()
        number: int | None = None
        comments: tuple[str, ...] = () if comment is None else (comment,)
        if isinstance(packet, Packet):
            if comment is None and self._writer.has_comments:
                comments = packet.comments
            data, number = packet.data, packet.number
            time = packet.time if time is None else time
            wirelen = packet.wirelen if wirelen is None else wirelen
            if link is None and isinstance(packet.link, int):
                link = packet.link
        else:
            data = _bytes(packet)
        known = self.link if link is None else _link(link)
        if known is None:
            raise CallerError(f"{self.name}: the packet has no link type; say link=")
        self._writer.write(
            data,
            link=known,
            time=0 if time is None else _whole(time, "time"),
            wirelen=None if wirelen is None else _whole(wirelen, "wirelen"),
            interface=_whole(interface, "interface"),
            comments=comments,
            number=number,
        )

    @checked
    def write_batch(
        self, batch: Batch, rows: Rows | None = None, *, interfaces: Sequence[Interface] | None = None
    ) -> None:
        """Write a batch, or some of its packets, with the bytes that its buffer holds now.

        Args:
            batch: the packets.  Comments are left out if the format cannot store them.
            rows: which of them, as a mask or as indices in the order wanted; None for all.
            interfaces: those of the capture that the batch is from, if they are not the file's.

        Raises:
            CallerError: the format cannot hold one of them; no packet of the batch is written.
            CaptureError: the file cannot be written.
        """
        frames = batch.frames
        self.write_records(
            Records(
                data=frames.data,
                start=frames.start,
                caplen=frames.captured,
                wirelen=frames.wirelen,
                time=frames.time,
                link=frames.link,
                interface=frames.interface,
                offset=frames.offset,
                first=frames.first,
                comments=frames.comments,
            ),
            rows,
            interfaces=interfaces,
        )

    @checked
    def write_records(
        self, records: Records, rows: Rows | None = None, *, interfaces: Sequence[Interface] | None = None
    ) -> None:
        """Write a chunk of a `ibpkt.capture.CaptureReader`; see `write_batch`."""
        self._check_open()
        self._writer.write_records(records, rows, interfaces=interfaces)

    def begin(self) -> None:
        """Write the file header now, so that a reader at the other end of a pipe knows that the capture runs.

        Raises:
            CaptureError: the file cannot be written.
        """
        self._check_open()
        self._writer.begin()

    def close(self) -> None:
        """Write the rest, and give the file its name.  A file object that the caller passed stays open."""
        self.__exit__(None, None, None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not self._open:
            return
        self._open = False
        if error is not None:
            self._below.__exit__(kind, error, trace)
            return
        with self._below:
            self._writer.finish(self.dropped)

    def _check_open(self) -> None:
        if not self._open:
            raise CallerError(f"{self.name} is closed")


@checked
def create(
    target: str | os.PathLike[str] | BinaryIO,
    *,
    format: str | None = None,
    link: int | str | None = None,
    interfaces: Sequence[Interface] = (),
    comments: Iterable[str] = (),
    flush: bool = False,
) -> Sink:
    """Begin a capture file.

    A file at a path appears complete or not at all: it is written next to it and moved into place at the end.  Standard
    output, pipes and file objects are written directly.

    Args:
        target: a path, ``-`` for standard output, or a binary file object.  The suffix ``.gz``, ``.zst``, ``.lz4``,
            ``.xz`` or ``.bz2`` of a path compresses.
        format: ``pcap`` (times in microseconds, rounded down), ``pcap-ns``, ``pcapng`` or ``erf``; None for that of the
            suffix, pcapng if there is none.
        link: the link type by number or name; None for that of the first packet.
        interfaces: the sources that the packets' interface numbers refer to, such as ``capture.reader.interfaces``:
            pcapng keeps their names, their clocks (times are rounded down to them) and their comments.
        comments: of the whole file (pcapng), such as ``capture.reader.comments``.
        flush: flush after each packet or batch, for a reader at the other end of a pipe.

    Raises:
        CallerError: no such format, link type or suffix.
        CaptureError: the file cannot be written.
    """
    if isinstance(target, io.TextIOBase):
        raise CallerError("the file was opened as text: open it in binary mode")
    number = None if link is None else _link(link)
    if isinstance(target, (str, os.PathLike)):
        name = os.fspath(target)
        format = format or format_by_suffix(name)
    else:
        own = getattr(target, "name", None)
        name = own if isinstance(own, str) else "<stream>"
    form = writer_format(format or DEFAULT, number, comments)
    below = contextlib.ExitStack()
    stream = below.enter_context(_stream(target, name))
    return Sink(CaptureWriter(stream, form, name, interfaces=interfaces, live=flush), number, below)


@checked
def lossless_format(target: str, interfaces: Iterable[Interface]) -> str | None:
    """The format in which a file loses no nanoseconds, where its suffix does not say enough; else None.

    Args:
        target: a path, ``-`` for standard output.
        interfaces: the sources of the packets to be written.
    """
    if target == "-":
        return None
    try:
        named = format_by_suffix(target)
    except CallerError:
        return None  # `create` reports it
    fine = any(interface.resolution > 1_000_000 for interface in interfaces)
    return "pcap-ns" if named == "pcap" and fine else None


@contextlib.contextmanager
def _stream(target: str | os.PathLike[str] | BinaryIO, name: str) -> Iterator[ByteSink]:
    if not isinstance(target, (str, os.PathLike)):
        given = _Given(target, name)
        yield given
        given.flush()
        return
    with whole_file(target) as stream:
        kind = by_suffix(name)[1]
        with contextlib.nullcontext(stream) if kind is None else compressed(stream, kind, name) as packed:
            yield packed


class _Given:
    """A caller's file object, which may write less than it is given, and raises its own errors."""

    def __init__(self, file: Any, name: str) -> None:
        self._file = file
        self._name = name
        self._raw = isinstance(file, io.RawIOBase)

    def write(self, data: bytes | memoryview) -> None:
        left = memoryview(data)
        with write_errors(self._name):
            while len(left):
                count = self._file.write(left)
                if self._raw and count is None:  # a non-blocking descriptor whose buffer is full
                    clock.sleep(0.01)
                elif isinstance(count, int):
                    left = left[count:]
                else:
                    return

    def flush(self) -> None:
        if hasattr(self._file, "flush"):
            with write_errors(self._name):
                self._file.flush()


def _link(link: int | str) -> int:
    number = link_type(link)
    if not 0 <= number <= 0xFFFF:
        raise CallerError(f"there is no link type {number}")
    return number


def _bytes(packet: object) -> bytes:
    """The bytes of bytes, arrays, scapy's packets; not of a number, of which Python makes zeros."""
    if not isinstance(packet, (int, str)):
        with contextlib.suppress(TypeError):
            return bytes(packet)  # type: ignore[call-overload, no-any-return]
    raise CallerError(f"a packet is bytes or a Packet, not {type(packet).__name__}")


def _whole(value: int, what: str) -> int:
    try:
        return operator.index(value)
    except TypeError:
        raise CallerError(f"{what} is a whole number, not {value!r}") from None
