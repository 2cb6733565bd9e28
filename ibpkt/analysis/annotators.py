"""The annotator of queue pairs: flow, message and anomalies of each packet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ibpkt.arrays import Ints, rows_where
from ibpkt.batch import Annotation, Batch
from ibpkt.batch.annotate import LaterFacts
from ibpkt.protocols.analysis_facts import ANSWERED, FACTS
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.analysis.analyser import Analyser, AnalysisResult


class SequenceAnnotator:
    """Queue pairs (`ibpkt.analysis.analyser`): flow, message and anomalies of each packet.

    Some facts are decided only batches later: then only a second reading has them.  What the end of the capture decides
    about its last batch comes with that batch.

    Args:
        later: takes facts about earlier packets; None if they are not wanted.
        known: facts from an earlier pass, which the capture's batches get besides.
        analyser: one that somebody else feeds, who hands on what it says (`annotations`, `finish_with`).
    """

    headers: ClassVar[tuple[Header, ...]] = (*FACTS.values(), ANSWERED)
    decides_late: ClassVar[bool] = True

    def __init__(
        self, later: LaterFacts | None = None, known: LaterFacts | None = None, analyser: Analyser | None = None
    ) -> None:
        from ibpkt.analysis.analyser import Analyser  # late: most captures are decoded without it

        self._later, self._known = later, known
        self._late: dict[str, list[tuple[Ints, Ints]]] = {}
        self._analyser = analyser or Analyser(messages=False)

    @property
    def given_up(self) -> int:
        """See `Annotator`."""
        return self._analyser.given_up

    def track(self, batch: Batch) -> Iterator[Annotation]:
        """Take a batch."""
        yield from self.annotations(batch, self._analyser.add(batch))

    def annotations(self, batch: Batch, analysed: AnalysisResult) -> Iterator[Annotation]:
        """The annotations of a batch, by what the analyser said of it."""
        numbers = batch.frames.number_of
        for name, header in FACTS.items():
            values = analysed.packets.get(name)
            rows = np.zeros(0, np.int64) if values is None else rows_where(values)
            if values is None or not len(rows):
                continue
            if name == "answers" and self._later is not None:
                self._later.extend(ANSWERED, values[rows], numbers[rows])
            if self._known is not None:
                rows = rows[~self._known.among(header, numbers[rows])]
            yield Annotation(header, rows, {header.fields[0].name: values[rows]})
        self._note(analysed.later)

    def finish(self, later: LaterFacts | None = None) -> None:
        """There are no more packets: facts that were decided late are handed on.

        Args:
            later: see `Annotator`.
        """
        self.finish_with(self._analyser.finish(), later)

    def finish_with(self, analysed: AnalysisResult, later: LaterFacts | None = None) -> None:
        """Likewise, by what the analyser said of the end."""
        self._later = later if self._later is None else self._later
        self._note(analysed.later)
        if self._later is None:
            return
        for name, noted in self._late.items():
            # the last value counts, and of those handed on the first
            frames, values = (np.concatenate(columns)[::-1] for columns in zip(*noted, strict=True))
            self._later.extend(FACTS[name], frames, values)

    def _note(self, facts: list[tuple[str, Ints, Ints]]) -> None:
        """Facts of packets of earlier batches."""
        if self._later is None:
            return
        for name, frames, values in facts:
            self._late.setdefault(name, []).append((frames, values))
            if name == "answers":
                self._later.extend(ANSWERED, values, frames)
