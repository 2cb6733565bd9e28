"""Annotators of management datagrams: requests with their answers, and the tables of RMPP transfers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from ibpkt.batch import Annotation, Batch
from ibpkt.batch.annotate import LaterFacts, rows_of
from ibpkt.protocols.annotation_headers import (
    MADAnswer,
    MADRepeat,
    MADRequest,
    RMPPData,
    RMPPSegment,
    RMPPTable,
    RMPPTableIn,
)
from ibpkt.protocols.mad.base import RESPONSE
from ibpkt.protocols.mad.sa import RECORDS
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.management.transfers import Transfer


class TransactionAnnotator:
    """Annotates requests and answers of management datagrams (`ibpkt.management.transactions`).

    Args:
        later: takes facts about earlier packets; None to drop them.
        known: the facts of an earlier pass; not needed here.
    """

    headers: ClassVar[tuple[Header, ...]] = (MADAnswer, MADRequest, MADRepeat)
    decides_late: ClassVar[bool] = False

    def __init__(self, later: LaterFacts | None = None, known: LaterFacts | None = None) -> None:
        from ibpkt.management.transactions import Transactions  # late: few captures need it

        self._later = later
        self._transactions = Transactions()

    @property
    def given_up(self) -> int:
        """See `Annotator`."""
        return self._transactions.given_up

    def track(self, batch: Batch) -> Iterator[Annotation]:
        """Annotate a batch."""
        answers: list[tuple[int, int, int]] = []
        repeats: list[tuple[int, int]] = []
        for datagram, first, _ in self._transactions.matched(batch):
            if first is None:
                continue
            if datagram.method & RESPONSE:
                answers.append((datagram.frame, first.frame, max(datagram.time - first.time, 0)))
                if self._later is not None:
                    self._later.add(MADRequest, first.frame, datagram.frame)
            else:
                repeats.append((datagram.frame, first.frame))
        if answers:
            frames, requests, times = map(list, zip(*answers, strict=True))
            yield Annotation(MADAnswer, rows_of(batch, frames), {"response_to": requests, "response_time": times})
        if repeats:
            frames, requests = map(list, zip(*repeats, strict=True))
            yield Annotation(MADRepeat, rows_of(batch, frames), {"repeat_of": requests})

    def finish(self, later: LaterFacts | None = None) -> None:
        """The capture ends."""


class TransferAnnotator:
    """Annotates RMPP transfers (`ibpkt.management.transfers`): the packet that ends one gets the whole table.

    Args:
        later: takes facts about earlier packets; None to drop them.
        known: the facts of an earlier pass, None if there was none.
    """

    headers: ClassVar[tuple[Header, ...]] = (RMPPSegment, RMPPTableIn, RMPPTable, RMPPData, *RECORDS.values())
    decides_late: ClassVar[bool] = False

    def __init__(self, later: LaterFacts | None = None, known: LaterFacts | None = None) -> None:
        from ibpkt.management.transfers import Transfers  # late: few captures need it

        self._later = later
        self._transfers = Transfers(ends=known.ends if known else ())

    @property
    def given_up(self) -> int:
        """See `Annotator`."""
        return self._transfers.given_up

    def track(self, batch: Batch) -> Iterator[Annotation]:
        """Annotate a batch."""
        from ibpkt.management.transfers import OUTCOME, contents, segments

        first_segments: list[tuple[int, int]] = []  # segment, first segment
        tables = []
        for segment in segments(batch):
            first, ended = self._transfers.take(segment)
            if first is not None:
                first_segments.append((segment.frame, first))
            for transfer in ended:
                self._ended(transfer)
                if transfer.last == segment.frame:
                    tables.append(transfer)
        if first_segments:
            frames, first_frames = map(list, zip(*first_segments, strict=True))
            yield Annotation(RMPPSegment, rows_of(batch, frames), {"first_segment_in": first_frames})
        if tables:
            values = {
                "length": [len(table.data) for table in tables],
                "segments": [len(table.frames) for table in tables],
                "outcome": [OUTCOME[table.outcome] for table in tables],
            }
            for name in ("missing", "announced", "mgmtclass", "attributeid", "attributeoffset"):
                values[name] = [getattr(table, name) for table in tables]
            rows = rows_of(batch, [table.last for table in tables])
            yield Annotation(RMPPTable, rows, values, [*map(contents, tables)])

    def finish(self, later: LaterFacts | None = None) -> None:
        """The capture ends."""
        for transfer in self._transfers.finish():
            self._ended(transfer)

    def _ended(self, transfer: Transfer) -> None:
        if self._later is None:
            return
        for frame in transfer.frames:
            if frame != transfer.last:
                self._later.add(RMPPTableIn, frame, transfer.last)
        if transfer.outcome == "unfinished":
            self._later.ends.add(transfer.last)
