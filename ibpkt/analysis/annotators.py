"""All annotators, and `Capture.follow`, which selects those that the requested fields need."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import numpy as np

from ibpkt.arguments import checked
from ibpkt.batch import Annotation, Batch
from ibpkt.batch.annotate import AnnotatorFactory, LaterFacts
from ibpkt.batch.fields import field_named
from ibpkt.io.source import Capture
from ibpkt.management.annotators import TransactionAnnotator, TransferAnnotator
from ibpkt.protocols.analysis_facts import ANSWERED, FACTS
from ibpkt.protocols.annotation_headers import MADAnswer, RMPPTable
from ibpkt.schema import Header


class SequenceAnnotator:
    """Queue pairs (`ibpkt.analysis.analyser`): flow, message and anomalies of each packet.

    Args:
        later: takes facts about earlier packets; None if they are not wanted.
        known: facts from an earlier pass; not used here.
    """

    headers: ClassVar[tuple[Header, ...]] = (*FACTS.values(), ANSWERED)

    def __init__(self, later: LaterFacts | None = None, known: LaterFacts | None = None) -> None:
        from ibpkt.analysis.analyser import Analyser  # late: most captures are decoded without it

        self._later = later
        self._analyser = Analyser(messages=False)

    @property
    def given_up(self) -> int:
        """See `Annotator`."""
        return self._analyser.given_up

    def track(self, batch: Batch) -> Iterator[Annotation]:
        """Take a batch."""
        facts = self._analyser.add(batch).packets
        for name, header in FACTS.items():
            values = facts.get(name)
            rows = np.zeros(0, np.int64) if values is None else np.flatnonzero(values)
            if values is not None and len(rows):
                yield Annotation(header, rows, {header.fields[0].name: values[rows]})
                if name == "answers" and self._later is not None:
                    self._later.extend(ANSWERED, values[rows], batch.frames.number_of[rows])

    def finish(self) -> None:
        """There are no more packets."""


#: all annotators
ANNOTATORS: tuple[AnnotatorFactory, ...] = (SequenceAnnotator, TransactionAnnotator, TransferAnnotator)
#: fields of the annotators that cost next to nothing
USUAL = (MADAnswer.fields[0].filter, RMPPTable.fields[0].filter)


def needed_by(names: Iterable[str] | None) -> tuple[AnnotatorFactory, ...]:
    """The annotators that some display-filter fields need; all of them for None.

    Raises:
        CallerError: no such field.
    """
    if names is None:
        return ANNOTATORS
    wanted = {getattr(leaf, "header", None) for name in names for leaf in field_named(name).leaves}
    return tuple(annotator for annotator in ANNOTATORS if not wanted.isdisjoint(annotator.headers))


@checked
def follow(capture: Capture, names: Iterable[str] | None = None, *, twice: bool | None = None) -> Capture:
    """Annotate packets with facts that depend on other packets: the packet that answers a request, tables of segments.

    Batches, columns and filters have them like any other field; so does `Packet.annotations`.

    Args:
        capture: one that has not been read yet.
        names: display-filter names that will be requested, None for all; facts that none of them needs are not
            computed.
        twice: read the file twice, so that packets also have facts from later ones; None leaves the setting alone.

    Returns:
        The capture itself.

    Raises:
        CallerError: no such field, or a pipe is to be read twice.
    """
    capture.annotate(needed_by(names), twice=twice)
    return capture
