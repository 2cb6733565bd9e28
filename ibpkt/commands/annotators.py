"""All annotators, and `Capture.follow`, which selects those that the requested fields need.

The annotator of this room says of each packet to which command it belongs, and what the message is that begins in it:
so trees, filters, JSON and columns have the headers of upper protocols like any other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from ibpkt.analysis.annotators import SequenceAnnotator
from ibpkt.analysis.results.finding import Finding
from ibpkt.arguments import checked
from ibpkt.batch import Annotation, Batch
from ibpkt.batch.annotate import AnnotatorFactory, LaterFacts
from ibpkt.batch.fields import field_named
from ibpkt.batch.protocol_names import PROTOCOL_NAMES
from ibpkt.commands.command import Command
from ibpkt.commands.ipoib_packets import IPoIBAnnotator
from ibpkt.commands.kinds import PROBLEM_NUMBERS
from ibpkt.commands.shown_messages import ShownMessage
from ibpkt.commands.smc_packets import CLCAnnotator
from ibpkt.io.source import Capture
from ibpkt.management.annotators import TransactionAnnotator, TransferAnnotator
from ibpkt.protocols import tabulated
from ibpkt.protocols.annotation_headers import MADAnswer, RMPPTable, UpperCommand, UpperMessage, UpperProblem
from ibpkt.protocols.upper.contents import inner_headers, upper_headers
from ibpkt.protocols.upper.ipoib import IPoIBARP
from ibpkt.protocols.upper.smc_clc import SMCCLC
from ibpkt.schema import Header

if TYPE_CHECKING:
    from ibpkt.commands.follower import CommandFollower

#: headers of packets that say themselves what they are
_SAY_THEMSELVES = {*IPoIBAnnotator.headers, *CLCAnnotator.headers}


class CommandAnnotator:
    """Commands of upper protocols (`ibpkt.commands.follower`).

    A command is known when it has ended, which may be batches after its first packet: then only a second reading has
    it.  What the end of the capture decides about its last batch comes with that batch.

    Args:
        later: takes facts about earlier packets; None if they are not wanted.
        known: facts from an earlier pass, which the capture's batches get besides.
        follower: one that somebody else feeds, who hands on what it says (`annotations`, `finish_with`).
    """

    headers: ClassVar[Sequence[Header]] = tabulated(
        lambda: [
            *(UpperCommand, UpperProblem, UpperMessage),
            *(header for header in upper_headers() if header not in _SAY_THEMSELVES),
            *inner_headers(),
        ]
    )
    decides_late: ClassVar[bool] = True

    def __init__(
        self, later: LaterFacts | None = None, known: LaterFacts | None = None, follower: CommandFollower | None = None
    ) -> None:
        from ibpkt.commands.follower import CommandFollower  # late: most captures are decoded without it

        self._later, self._known = later, known
        self._follower = follower or CommandFollower(frames=True)

    @property
    def given_up(self) -> int:
        """See `Annotator`."""
        return self._follower.analyser.given_up

    def track(self, batch: Batch) -> Iterator[Annotation]:
        """Take a batch."""
        if len(batch):
            yield from self.annotations(batch, self._follower.add(batch))

    def annotations(self, batch: Batch, found: Iterable[Command]) -> Iterator[Annotation]:
        """The annotations of a batch, by the commands that have ended with it."""
        first = int(batch.frames.number_of[0])
        numbers = batch.frames.number_of
        for header, facts in _facts(found, self._follower.shown, self._follower.findings):
            frames = np.array(sorted(facts), np.int64)
            here = frames >= first
            if self._later is not None:
                values = np.array([facts[frame] for frame in frames[~here].tolist()], np.int64)
                self._later.extend(header, frames[~here], values)
            chosen = frames[here]
            chosen = chosen[np.isin(chosen, numbers)]
            if self._known is not None:
                chosen = chosen[~self._known.among(header, chosen)]
            if len(chosen):
                values = np.array([facts[frame] for frame in chosen.tolist()], np.int64)
                yield Annotation(header, np.searchsorted(numbers, chosen), {header.fields[0].name: values})

        private = [each for each in self._follower.private if each[0] >= first]
        if private:
            told = sorted({each[0]: each for each in private}.values())
            rows = np.searchsorted(numbers, np.array([frame for frame, _, _ in told], np.int64))
            contents = {"contents": [number for _, number, _ in told]}
            yield Annotation(UpperMessage, rows, contents, [data for _, _, data in told])

    def finish(self, later: LaterFacts | None = None) -> None:
        """There are no more packets: commands that are still open are handed on.

        Args:
            later: see `Annotator`.
        """
        self.finish_with(self._follower.finish(), later)

    def finish_with(self, found: Iterable[Command], later: LaterFacts | None = None) -> None:
        """Likewise, by the commands that were open."""
        later = later if self._later is None else self._later
        if later is None:
            return
        for header, facts in _facts(found, self._follower.shown, self._follower.findings):
            frames = np.array(sorted(facts), np.int64)
            later.extend(header, frames, np.array([facts[frame] for frame in frames.tolist()], np.int64))


class FlowAnnotator:
    """Both annotators that need an analysis of flows, above one.

    Args:
        later: as of both.
        known: as of both.
    """

    headers: ClassVar[Sequence[Header]] = tabulated(lambda: [*SequenceAnnotator.headers, *CommandAnnotator.headers])
    decides_late: ClassVar[bool] = True

    def __init__(self, later: LaterFacts | None = None, known: LaterFacts | None = None) -> None:
        from ibpkt.analysis.analyser import Analyser  # late: most captures are decoded without it
        from ibpkt.commands.follower import CommandFollower
        from ibpkt.commands.wanted_messages import WantedMessages

        choice = WantedMessages()
        self._analyser = Analyser(payload=True, choice=choice)
        self._follower = CommandFollower(frames=True, analyser=self._analyser, choice=choice)
        self._sequence = SequenceAnnotator(later, known, self._analyser)
        self._commands = CommandAnnotator(later, known, self._follower)

    @property
    def given_up(self) -> int:
        """See `Annotator`."""
        return self._analyser.given_up

    def track(self, batch: Batch) -> Iterator[Annotation]:
        """Take a batch."""
        analysed = self._analyser.add(batch)
        yield from self._sequence.annotations(batch, analysed)
        if len(batch):
            yield from self._commands.annotations(batch, self._follower.follow(batch, analysed))

    def finish(self, later: LaterFacts | None = None) -> None:
        """See both."""
        analysed = self._analyser.finish()
        self._sequence.finish_with(analysed, later)
        self._commands.finish_with(self._follower.follow_last(analysed), later)


def _facts(
    found: Iterable[Command], shown: Iterable[ShownMessage], wrong: Iterable[Finding]
) -> tuple[tuple[Header, dict[int, int]], ...]:
    """By packet the command that it belongs to, what the message is that begins in it, and what is wrong with it."""
    problems = {each.frame: PROBLEM_NUMBERS[each.kind] for each in wrong if each.kind in PROBLEM_NUMBERS}
    belongs: dict[int, int] = {}
    contents: dict[int, int] = {message.frame: message.contents for message in shown}
    for command in found:
        for part in command.parts:
            for frame in (part.first_frame, *part.frames):
                if frame:
                    belongs.setdefault(frame, command.number)
            if part.contents:
                contents[part.first_frame] = part.contents
    return (UpperCommand, belongs), (UpperProblem, problems), (UpperMessage, contents)


#: all annotators
ANNOTATORS: tuple[AnnotatorFactory, ...] = (
    SequenceAnnotator,
    TransactionAnnotator,
    TransferAnnotator,
    IPoIBAnnotator,
    CLCAnnotator,
    CommandAnnotator,
)
#: names that a header tells: within IP over InfiniBand, too
_PROTOCOLS = frozenset(each.name for each in PROTOCOL_NAMES)
#: fields of the annotators that cost next to nothing
USUAL = (MADAnswer.fields[0].filter, RMPPTable.fields[0].filter, IPoIBARP.fields[0].filter, SMCCLC.fields[0].filter)


def needed_by(names: Iterable[str] | None) -> tuple[AnnotatorFactory, ...]:
    """The annotators that some display-filter fields need; all of them for None.

    Raises:
        CallerError: no such field.
    """
    if names is None:
        return _sharing(ANNOTATORS)
    names = tuple(names)
    wanted = {getattr(leaf, "header", None) for name in names for leaf in field_named(name).leaves}
    if not _PROTOCOLS.isdisjoint(names):
        wanted.add(IPoIBARP)
    return _sharing(tuple(annotator for annotator in ANNOTATORS if not wanted.isdisjoint(annotator.headers)))


def _sharing(annotators: tuple[AnnotatorFactory, ...]) -> tuple[AnnotatorFactory, ...]:
    """The same, of which those that need an analysis share it."""
    if SequenceAnnotator not in annotators or CommandAnnotator not in annotators:
        return annotators
    shared = (FlowAnnotator if each is SequenceAnnotator else each for each in annotators)
    return tuple(each for each in shared if each is not CommandAnnotator)


@checked
def follow(capture: Capture, names: Iterable[str] | None = None, *, twice: bool | None = None) -> Capture:
    """Annotate packets with facts that depend on other packets: the packet that answers a request, tables of segments,
    the commands of storage protocols.

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
