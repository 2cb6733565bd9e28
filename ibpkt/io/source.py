"""A capture opened for decoding: its packets, its batches, its columns."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from ibpkt.arguments import checked
from ibpkt.batch import Batch, Frames
from ibpkt.batch.annotate import Annotator, AnnotatorFactory, annotated, first_pass
from ibpkt.batch.copies import TapCopies
from ibpkt.batch.fields import concatenate, field_named
from ibpkt.capture import CaptureReader, Following, JoinedReader, StopSwitch, join_captures, open_capture
from ibpkt.conveniences import extensible
from ibpkt.errors import CallerError, CaptureError
from ibpkt.packet import Packet
from ibpkt.protocols import ROCE_PORT
from ibpkt.protocols.assigned_numbers import ETHERTYPES

if TYPE_CHECKING:
    from ibpkt.bound_methods import CaptureMethods
    from ibpkt.capture.live import LiveReader
else:
    CaptureMethods = object


@extensible
class Capture(CaptureMethods):
    """A capture file (or a pipe, or many of them joined) whose packets are decoded as they are read.

    It can be read once, by one of `batches`, `__iter__`, `columns` and `to_arrow`, and holds one batch at a time: what
    was read in part has lost the rest of its batch, so another call of these is refused.

    Attributes:
        name: the file's name, ``-`` for standard input; of a join the first one's, and how many more there are.
        reader: reads the records: format, interfaces, comments, position.
        roce_port: the UDP destination port that means RoCEv2.
        packets: how many have been read so far, and those before them (`follow_on`).
    """

    def __init__(self, reader: CaptureReader | JoinedReader | LiveReader, *, roce_port: int = ROCE_PORT) -> None:
        self.reader: CaptureReader | JoinedReader | LiveReader = reader
        self.name: str = reader.name
        self.roce_port = roce_port
        self.packets: int = 0
        self._annotators: tuple[AnnotatorFactory, ...] = ()
        self._twice = False
        self._running: list[Annotator] = []
        self._begun = False
        self._before: tuple[int, int | None, int | None] = 0, None, None

    def __enter__(self) -> Capture:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.reader.close()

    @property
    def damage(self) -> CaptureError | None:
        """Why the file ended early, once it has been read to its end; None if it is complete."""
        return self.reader.damage

    @property
    def damages(self) -> list[CaptureError]:
        """The same for each file of a join, as far as they have been read."""
        if isinstance(self.reader, JoinedReader):
            return self.reader.damages
        return [] if self.damage is None else [self.damage]

    @property
    def files(self) -> tuple[str, ...]:
        """The names of the files that are joined, in the order in which they begin; none where there is no join."""
        return self.reader.files if isinstance(self.reader, JoinedReader) else ()

    @property
    def remarks(self) -> list[str]:
        """What was peculiar about the files of a join, in sentences, once they have been read."""
        return self.reader.remarks() if isinstance(self.reader, JoinedReader) else []

    @property
    def given_up(self) -> int:
        """How many requests, transfers and flows were given up unfinished, since too many were open; see `follow`."""
        return sum(annotator.given_up for annotator in self._running)

    @property
    def is_annotated(self) -> bool:
        """Packets get what other packets say about them, so that they must come in order; see `follow`."""
        return bool(self._annotators)

    @checked
    def annotate(self, annotators: tuple[AnnotatorFactory, ...], *, twice: bool | None = None) -> None:
        """Let annotators add to packets what other packets say about them.

        Args:
            annotators: factories of annotators.
            twice: read the file twice, so that packets are also annotated with what comes later; None for no change.

        Raises:
            CallerError: a pipe cannot be read twice.
        """
        if twice and self.reader.size is None:
            raise CallerError(f"{self.name} is a pipe, which cannot be read twice")
        self._annotators = annotators
        self._twice = self._twice if twice is None else twice

    @checked
    def follow_on(self, packets: int, first_time: int | None = None, last_time: int | None = None) -> None:
        """Number packets as if others came before them: this is a later piece of a capture.

        Args:
            packets: how many.
            first_time: the time of the first of them, in nanoseconds since the epoch; None for no packets.
            last_time: the time of the last of them.
        """
        self._before = packets, first_time, last_time
        self.packets = packets

    @checked
    def batches(
        self, max_packets: int | None = None, *, max_bytes: int | None = None, limit: int | None = None
    ) -> Iterator[Batch]:
        """The packets in batches, by default of a size that suits memory and speed.

        Args:
            max_packets: packets in a batch, at most.
            max_bytes: bytes in a batch, approximately.
            limit: stop after this many packets.

        Raises:
            CallerError: it has been read before, if only in part.
        """
        if self._begun:
            raise CallerError(f"{self.name} is read only once: open it again")
        self._begun = True
        batches = self._batches(max_packets, max_bytes, limit)
        if not self._annotators:
            return batches
        later = None
        if self._twice:
            with Capture(self.reader.reopened(), roce_port=self.roce_port) as first:
                # cut alike: a fact is either told with its packet's batch, or noted for the second reading
                same = first.batches(max_packets, max_bytes=max_bytes, limit=limit)
                later = first_pass(same, self._annotators)
        self._running = [make(None, later) for make in self._annotators]
        return annotated(batches, self._running, later, ahead=self.reader.size is not None)

    def _batches(self, max_packets: int | None, max_bytes: int | None, limit: int | None) -> Iterator[Batch]:
        most = {"max_records": max_packets, "max_bytes": max_bytes}
        records = self.reader.records(**{name: value for name, value in most.items() if value is not None})
        before, first, previous = self._before
        for chunk in records:
            if limit is not None and chunk.first - 1 + len(chunk) >= limit:
                if chunk.first <= limit:
                    head = chunk.at(slice(limit - chunk.first + 1))
                    frames = Frames(head, roce_port=self.roce_port, first_time=first, previous_time=previous)
                    frames.first += before
                    self.packets = before + limit
                    yield Batch(frames)
                return
            frames = Frames(chunk, roce_port=self.roce_port, first_time=first, previous_time=previous)
            frames.first += before
            self.packets = before + chunk.first - 1 + len(chunk)
            first = frames.first_time
            previous = int(frames.time[-1]) if len(frames) else previous
            batch = Batch(frames)
            del chunk, frames  # the reader reuses the buffer when nothing else refers to it
            yield batch
            del batch

    def __iter__(self) -> Iterator[Packet]:
        for batch in self.batches():
            yield from batch

    @checked
    def columns(self, names: Sequence[str]) -> dict[str, np.ma.MaskedArray[Any, Any]]:
        """Whole columns of the capture by display-filter name.

        Args:
            names: display-filter names, as `ibpkt fields` lists them.

        Returns:
            An array for each name, with one row per packet; masked where the packet lacks the field.  Of several (the
            addresses of a tunnelled packet) it has the innermost.

        Raises:
            CallerError: no such field.
        """
        fields = {name: field_named(name) for name in names}
        self.follow(names)
        parts = [{name: field.column(batch) for name, field in fields.items()} for batch in self.batches()]
        return {name: concatenate([part[name] for part in parts]) for name in names}


@checked
def open(  # ibpkt.open, as gzip.open
    source: str | os.PathLike[str] | BinaryIO, *, roce_port: int = ROCE_PORT, follow: Following | None = None
) -> Capture:
    """Open a capture: pcap, pcapng or ERF, compressed or not, recognised by its content.

    Args:
        source: a path, ``-`` for standard input, or a binary file object.
        roce_port: the UDP destination port that means RoCEv2.
        follow: go on behind the end of the file as it grows; None for a file that is complete.

    Raises:
        CaptureError: it cannot be read, or is not a capture.
    """
    return Capture(open_capture(source, follow=follow), roce_port=roce_port)


#: frames without UDP that a live capture keeps, by their names
_FRAMES = ("RoCE", "MAC Control (PAUSE, PFC)")


@checked
def open_live(
    interface: str,
    *,
    roce_port: int = ROCE_PORT,
    everything: bool = False,
    stop: StopSwitch | None = None,
    **options: Any,
) -> Capture:
    """Capture from a network interface of Linux, packets as they come; `ibpkt.capture.live` says which rights it needs.

    The kernel chooses the packets: RoCEv2 with its fragments and the ICMP errors about it, RoCEv1, pause frames.

    Args:
        interface: its name; ``any`` for all of them.
        roce_port: the UDP destination port that means RoCEv2.
        everything: keep all packets.
        stop: ends the capture, once it is set; None for a capture that never ends by itself.
        **options: as `ibpkt.capture.live.open_interface` takes them: ``snaplen``, ``count``, ``duration``, ….

    Raises:
        CallerError: there is no such interface.
        CaptureError: the system refuses it, or is no Linux.
    """
    from ibpkt.capture.live import open_interface  # late: whoever reads files needs no sockets

    wanted = None if everything else tuple(number for number, name in ETHERTYPES.items() if name in _FRAMES)
    reader = open_interface(interface, ethertypes=wanted, udp_ports=(roce_port,), stop=stop, **options)
    return Capture(reader, roce_port=roce_port)


@checked
def open_joined(
    sources: Iterable[str | os.PathLike[str] | BinaryIO],
    *,
    roce_port: int = ROCE_PORT,
    refused: Callable[[CaptureError], None] | None = None,
) -> Capture:
    """Open captures as one, whose packets come in the order of their times: rotated files, one file a port or a host.

    Formats, compressions and link types may differ, and the order in which captures are given does not matter.
    Packets are numbered through; a packet that several captures have counts once.  Files that do not overlap in time
    are open one after the other.

    Args:
        sources: paths, ``-`` for standard input, or binary file objects.
        roce_port: the UDP destination port that means RoCEv2.
        refused: called for each capture that cannot be opened, which is then left out.

    Raises:
        CaptureError: a capture cannot be opened, and there is no ``refused``.
    """
    reader = join_captures(sources, detector=partial(TapCopies, roce_port), refused=refused)
    return Capture(reader, roce_port=roce_port)
