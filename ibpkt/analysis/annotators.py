"""All annotators, and `Capture.follow`, which chooses among them by the fields that are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ibpkt.batch import Annotation, Batch
from ibpkt.batch.annotate import AnnotatorFactory, LaterFacts
from ibpkt.batch.fields import field_named
from ibpkt.io.source import Capture
from ibpkt.management.annotators import Partners, Tables
from ibpkt.protocols.analysis_facts import ANSWERED, FACTS
from ibpkt.protocols.annotation_headers import MADAnswer, RMPPTable


class SequenceAnnotator:
    """Queue pairs (`ibpkt.analysis.flow.analyser`): flow and message of each packet, and what is unusual about it.

    Args:
        later: takes what is known of earlier packets, where anybody wants it.
        known: what was found before; not needed here.
    """

    headers = (*FACTS.values(), ANSWERED)

    def __init__(self, later: LaterFacts | None = None, known: LaterFacts | None = None) -> None:
        from ibpkt.analysis.flow.analyser import Analyser  # late: most captures are decoded without it

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
ANNOTATORS: tuple[AnnotatorFactory, ...] = (SequenceAnnotator, Partners, Tables)
#: fields that bring those whose work is done in passing
USUAL = (MADAnswer.fields[0].filter, RMPPTable.fields[0].filter)


def needed_by(names: Iterable[str] | None) -> tuple[AnnotatorFactory, ...]:
    """The annotators without which some display-filter fields would be missing; all of them for None.

    Raises:
        CallerError: no such field.
    """
    if names is None:
        return ANNOTATORS
    wanted = {getattr(leaf, "header", None) for name in names for leaf in field_named(name).leaves}
    return tuple(annotator for annotator in ANNOTATORS if not wanted.isdisjoint(annotator.headers))


def follow(capture: Capture, names: Iterable[str] | None = None, *, twice: bool | None = None) -> Capture:
    """Find out what is known of a packet because of others: in which packet a request is answered, tables of segments.

    It is there in batches, columns and filters as any other field; `Packet.annotations` has it, too.

    Args:
        capture: one that has not been read yet.
        names: display-filter names that are going to be asked for, None for all; what none of them needs is not
            looked for.
        twice: read the file twice, so that a packet also has what comes later; None leaves that as it is.

    Returns:
        The capture itself.

    Raises:
        CallerError: no such field, or a pipe is to be read twice.
    """
    capture.annotate(needed_by(names), twice=twice)
    return capture
