"""What ``ibpkt extcap`` writes for Wireshark: packets as they come, those that something is wrong with commented."""

from __future__ import annotations

import contextlib
import select
from collections.abc import Callable, Iterator
from typing import BinaryIO

from ibpkt.capture import Following, StopSwitch
from ibpkt.capture.live import LiveReader, give_up_rights
from ibpkt.cli.files import select as matching
from ibpkt.cli.options import display_filter
from ibpkt.cli.stopping import stopped_by_signals
from ibpkt.cli.terminal import remark
from ibpkt.io import source
from ibpkt.io.atomic import whole_file
from ibpkt.io.sink import create
from ibpkt.io.workers import LocalToken
from ibpkt.output.summary import packet_notes
from ibpkt.protocols import ROCE_PORT

#: seconds of packets that are analysed together: a batch takes some milliseconds, however few packets it has
_TOGETHER = 0.1


class PacketPipe:
    """A stream of packets for Wireshark.

    Args:
        fifo: the pipe that Wireshark reads, or a file.
        chosen: the display filter; None for all packets.
        port: the UDP destination port of RoCEv2; None for the usual one.
        commented: comment packets.
    """

    def __init__(self, fifo: str, chosen: str | None, port: int | None, *, commented: bool) -> None:
        self._fifo, self._chosen, self._commented = fifo, chosen, commented
        self._port = ROCE_PORT if port is None else port

    def of_interface(self, name: str, *, everything: bool) -> None:
        """Capture on a network interface.

        Args:
            name: of the interface.
            everything: all packets, not only RoCE.

        Raises:
            CallerError: the filter is wrong, or there is no such interface.
            CaptureError: the interface cannot be captured on.
        """
        with (
            self._pipe() as (pipe, stop, look),
            source.open_live(name, roce_port=self._port, everything=everything, stop=stop) as capture,
        ):
            assert isinstance(capture.reader, LiveReader)
            capture.reader.tick = look
            if self._commented:
                capture.reader.gather = _TOGETHER
            give_up_rights()
            self._write(capture, pipe)
            if capture.reader.dropped:
                remark(capture.name, f"{capture.reader.dropped:,} packets dropped by the kernel")

    def of_file(self, path: str, *, grows: bool) -> None:
        """Read a capture file.

        Args:
            path: where it is.
            grows: follow it as it grows.

        Raises:
            CallerError: the filter is wrong.
            CaptureError: the file cannot be read, or not to its end.
        """
        with self._pipe() as (pipe, stop, look):
            follow = Following(stop, look) if grows else None
            with source.open(path, roce_port=self._port, follow=follow) as capture:
                self._write(capture, pipe)

    @contextlib.contextmanager
    def _pipe(self) -> Iterator[tuple[BinaryIO, StopSwitch, Callable[[], None]]]:
        """What is written to, what ends the capture, and what sees whether the reader has gone while no packets come.

        Open it before anything that can fail: Wireshark blocks on the pipe until somebody opens it.
        """
        with stopped_by_signals() as stop, contextlib.suppress(BrokenPipeError), whole_file(self._fifo) as pipe:
            state = select.poll()
            state.register(pipe, 0)

            def look() -> None:
                if state.poll(0):
                    stop.set()

            yield pipe, stop, look

    def _write(self, capture: source.Capture, pipe: BinaryIO) -> None:
        """Write the packets of a capture until it ends."""
        wanted, token = display_filter(self._chosen), LocalToken()
        capture.follow(None if self._commented else () if wanted is None else wanted.fields)
        interfaces = capture.reader.interfaces
        with create(pipe, format="pcapng", interfaces=interfaces, flush=True) as sink:
            sink.begin()
            for batch in capture.batches():
                part = matching(batch, wanted, token)
                del batch  # its buffer is used again for the next
                if part is None:
                    continue
                if self._commented:
                    comments = dict(part.frames.comments)
                    for row, note in packet_notes(part).items():
                        comments[row] = (*comments.get(row, ()), note)
                    part.frames.comments = comments
                sink.write_batch(part, interfaces=interfaces)
                del part
            sink.dropped = capture.reader.dropped if isinstance(capture.reader, LiveReader) else None
        if capture.damage is not None:
            raise capture.damage
