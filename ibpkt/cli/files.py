"""The captures that a command reads."""

from __future__ import annotations

import contextlib
import copy
import gc
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import click

from ibpkt.batch import Batch
from ibpkt.capture import Following, JoinedReader, StopSwitch
from ibpkt.cli import OK, UNREADABLE
from ibpkt.cli.progress import with_progress
from ibpkt.cli.selection import Selection
from ibpkt.cli.terminal import remark, say
from ibpkt.errors import CaptureError, escape_text
from ibpkt.io import source
from ibpkt.io.source import Capture
from ibpkt.io.workers import LocalToken, SequenceToken
from ibpkt.output.names import NameTable

if TYPE_CHECKING:
    from ibpkt.filter import Filter
    from ibpkt.stats.other_traffic import OtherTraffic


def collect_seldom() -> None:
    """Look for garbage seldom: what packets are followed by is many small objects, which stay, and little garbage."""
    gc.set_threshold(200_000, 20, 20)


class Files:
    """Opens captures one after the other or all as one, reports what is wrong with them, and keeps the exit code.

    Args:
        names: of the files, ``-`` for standard input.
        roce_port: the UDP destination port that means RoCEv2.
        wanted: the display filter; None for all packets.
        join: all of them are one capture.
        selection: whose packets are read at all; None for all.

    Attributes:
        selection: likewise.
        name_table: names of addresses and queue pairs.
        code: what the command should return: `UNREADABLE` once a file could not be read to its end.
        tells_absence: say so where a capture that was read to its end has no RDMA packets.
        is_piece: of a capture: another piece may have what this one lacks.
        absent: fields of the filter that no packet has had so far; None before there was one.
        limit: packets of each file that are read; None for all.
        live: the current file is a pipe, or the output a terminal, so that each batch must go out at once.
        growing: how the file is followed as it grows; None for files that are complete.
        tick: called again and again while a file that is followed does not grow.
    """

    def __init__(
        self,
        names: tuple[str, ...],
        roce_port: int,
        wanted: Filter | None = None,
        *,
        join: bool = False,
        selection: Selection | None = None,
    ) -> None:
        self.names = names
        self.join = join
        self.roce_port = roce_port
        self.filter = wanted
        self.selection: Selection = selection or Selection()
        self.name_table: NameTable = NameTable()
        self._selected = self.selection.filter
        self.code: int = OK
        self.live: bool = False
        self.tells_absence: bool = True
        self.is_piece: bool = False
        self.growing: Following | None = None
        self.tick: Callable[[], object] = lambda: None
        self._fields: tuple[str, ...] | None = ()
        self._twice = False
        self._label = ""
        self._absence = ""  # said after what is written about the current file
        self.absent: tuple[str, ...] | None = None
        self.limit: int | None = None
        self._one_of_several = False
        self.follow(())

    @property
    def several(self) -> bool:
        """There is more than one capture, so that results must say which they are of."""
        return self._one_of_several or (len(self.names) > 1 and not self.join)

    def only(self, number: int) -> Files:
        """One of the files, by its place, reported as one of several; it gives no hint about all of them."""
        part = copy.copy(self)
        part.names, part.absent, part._one_of_several = (self.names[number],), None, True
        return part

    def follow_growth(self, stop: StopSwitch) -> None:
        """Follow the file as it grows, until the switch is set.

        Raises:
            click.UsageError: there is not one file, or it is to be joined with others.
        """
        if len(self.names) != 1 or self.join:
            raise click.UsageError("-f follows one FILE as it grows")
        self.growing = Following(stop, lambda: self.tick())

    def require(self) -> None:
        """See that at least one file is named.

        Raises:
            click.UsageError: none is.
        """
        if not self.names:
            raise click.UsageError("name a capture FILE, or - for standard input")

    def follow(self, names: Iterable[str] | None, twice: bool = False) -> None:
        """Annotate packets with what other packets say about them; see `Capture.follow`.

        Args:
            names: fields that are asked for besides those of the filter; None for all.
            twice: read each file twice.
        """
        wanted = () if self.filter is None else self.filter.fields
        self._fields = None if names is None else (*names, *wanted)
        self._twice = twice

    def __iter__(self) -> Iterator[Capture]:
        """Each capture in turn, opened; a file that cannot be opened is reported and skipped."""
        for capture in self._joined() if self.join else self._one_by_one():
            with capture:
                if self._fields != () or self._twice:
                    collect_seldom()
                    capture.follow(self._fields, twice=self._twice)
                self.live = capture.reader.size is None or sys.stdout.isatty()
                yield capture
                if self._absence:
                    remark(capture.name, self._absence)
                    self._absence = ""
                if capture.given_up:
                    remark(
                        capture.name,
                        f"{capture.given_up} exchanges were given up unfinished, since too many were open at once",
                    )
                for sentence in capture.remarks:
                    say(sentence)
                self._check_damage(capture)
            if self.growing is not None:
                self._tell_total(capture)
        if not self._one_of_several:
            self.hint_absent()

    def hint_absent(self) -> None:
        """Say which fields of the filter no packet has had."""
        if self.absent:
            of = f" of the first {self.limit:,}" if self.limit is not None else ""
            say(f"hint: no packet{of} has {' or '.join(self.absent)}, which the filter asks for")

    def _one_by_one(self) -> Iterator[Capture]:
        for number, name in enumerate(self.names, 1):
            restart = True
            while restart:
                try:
                    capture = source.open(name, roce_port=self.roce_port, follow=self.growing)
                except CaptureError as error:
                    self.complain(str(error))
                    break
                self._label = f"{escape_text(name)} ({number} of {len(self.names)})" if self.several else ""
                yield capture
                reason = getattr(capture.reader, "restart", "")
                restart = bool(reason)
                if restart:
                    remark(name, f"{reason}; it is followed from its beginning")

    def _tell_total(self, capture: Capture) -> None:
        """Say how much of a file that was followed has come."""
        assert not isinstance(capture.reader, JoinedReader)
        count = capture.reader.count
        remark(capture.name, f"{count:,} packet{'s' if count != 1 else ''}")

    def _joined(self) -> Iterator[Capture]:
        capture = source.open_joined(
            self.names, roce_port=self.roce_port, refused=lambda error: self.complain(str(error))
        )
        if capture.files:
            self._label = f"{len(capture.files)} files" if len(capture.files) > 1 else ""
            yield capture

    @contextlib.contextmanager
    def together(self) -> Iterator[list[Capture]]:
        """All captures, open at the same time.

        Raises:
            CaptureError: one cannot be opened.
        """
        with contextlib.ExitStack() as stack:
            captures = []
            for name in self.names:
                capture = stack.enter_context(source.open(name, roce_port=self.roce_port))
                captures.append(capture.follow(self._fields))
            yield captures
            for capture in captures:
                self._check_damage(capture)

    def opened_again(self, capture: Capture) -> Capture:
        """A capture opened once more, to be read from its beginning; not a pipe."""
        if capture.files:
            return source.open_joined(list(capture.files), roce_port=self.roce_port)
        return source.open(capture.name, roce_port=self.roce_port)

    @property
    def once(self) -> bool:
        """They can be read only once: one is a pipe, or grows."""
        return "-" in self.names or self.growing is not None

    @property
    def chooses(self) -> bool:
        """Not all packets are wanted, but those of a filter, of hosts or of queue pairs."""
        return self.filter is not None or self._selected is not None

    def read(self, capture: Capture, **limits: int | None) -> Iterator[Batch]:
        """All packets of a capture, with a progress bar.

        Args:
            capture: the current one.
                **limits: as `Capture.batches` takes them.
        """
        batches = with_progress(capture.batches(**limits), capture, label=self._label)
        if self.tells_absence and not self.is_piece and limits.get("limit") is None:
            batches = self._look_for_rdma(batches, capture)
        return self.selected(batches)

    def selected(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """The packets of the hosts and queue pairs that were asked for; all where none were."""
        return batches if self._selected is None else self._of_selection(batches)

    def _of_selection(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """Their packets; notes at the end if there are none."""
        token, found = LocalToken(), False
        for batch in batches:
            part = select(batch, self._selected, token)
            del batch  # its buffer is used again for the next
            if part is not None:
                found = True
                yield part
                del part
        if not found and not self._absence and not self.is_piece:
            self._absence = "hint: no packet is of the hosts and queue pairs that were asked for"

    def _look_for_rdma(self, batches: Iterator[Batch], capture: Capture) -> Iterator[Batch]:
        """The batches; notes at their end if none of their packets was RDMA, which no result would show."""
        traffic: OtherTraffic | None = None
        found = False
        for batch in batches:
            found = found or any(header.group == "infiniband" for shape in batch.shapes for header in shape.headers)
            if not found:
                if traffic is None:
                    from ibpkt.stats import other_traffic  # late: most captures have RDMA at once

                    traffic = other_traffic.OtherTraffic()
                traffic.add(batch)
            yield batch
            del batch
        if traffic is not None and not found and not capture.damages:  # what a damaged file lacks nobody knows
            self._absence = traffic.absence

    def batches(self, capture: Capture) -> Iterator[Batch]:
        """The packets of a capture that the filter lets through, with a progress bar."""
        return self.select(self.read(capture))

    def select(self, batches: Iterator[Batch]) -> Iterator[Batch]:
        """The packets that the filter lets through; batches of which nothing is left are dropped."""
        token = LocalToken()
        for batch in batches:
            self.look_for_fields(batch)
            part = select(batch, self.filter, token)
            del batch  # its buffer is used again for the next
            if part is not None:
                yield part
                del part

    def look_for_fields(self, batch: Batch) -> None:
        """Note which fields of the filter the packets have."""
        if self.filter is not None and self.absent != ():
            self.note_absent(self.filter.absent(batch, self.absent))

    def note_absent(self, absent: Iterable[str]) -> None:
        """Note which fields of the filter some packets did not have."""
        names = tuple(absent)
        self.absent = names if self.absent is None else tuple(name for name in self.absent if name in names)

    def complain(self, sentence: str) -> None:
        """Report what is wrong with a file."""
        say(sentence)
        self.code = UNREADABLE

    def _check_damage(self, capture: Capture) -> None:
        for damage in capture.damages:
            self.complain(str(damage))


def select(batch: Batch, wanted: Filter | None, token: SequenceToken) -> Batch | None:
    """The packets of a batch that a filter lets through, None where there are none.

    Args:
        batch: some packets.
        wanted: the filter; None for all.
        token: carries the time of the last packet let through from batch to batch.
    """
    if wanted is None:
        return batch
    rows = wanted.rows(batch)
    if not rows.any():
        token.take(None)
        return None
    return batch.select(rows, token.take(int(batch.frames.time[rows][-1])))
