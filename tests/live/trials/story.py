"""A trial as one tap could have seen it, packet by packet, with what happened to each and what is said of it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from tests.analysis.truth.told import Told
from tests.live.trials.truth import Truth
from tests.live.trials.view import View


def story(told: Told, truth: Truth, tap: str) -> Iterator[str]:
    """A line for each packet, and for each frame that did not come to the tap, as they were sent; findings below.

    A packet has the number of its frame, its sender, its queue pairs, opcode, PSN and syndrome; then what the ledger
    has of it (``lost@2``), and what the responder did with it, with the PSN that it expected (``ahead/7``).
    """
    view = View(truth, tap)
    notes: dict[int, list[str]] = defaultdict(list)
    for entry in truth.ledger:
        notes[entry.number].append(f"{entry.fault}@{entry.stretch}")
    if truth.service == "RC":
        for of in {view.conversation(number) for number in range(len(truth.frames))}:
            for taken in view.taken(of):
                notes[taken.number].append(f"{taken.how}/{taken.expected}")
    said: dict[int, list[str]] = defaultdict(list)
    for finding in told.findings:
        said[finding.frame].append(f"         {finding.kind.name}: {finding}")
    unseen = sorted(set(range(len(truth.frames))) - set(view.records), reverse=True)
    for packet, number in enumerate(view.records, 1):
        while unseen and unseen[-1] < number:
            yield _line("-", unseen.pop(), view, notes)
        yield _line(str(packet), number, view, notes)
        yield from said[packet]
    yield from (_line("-", number, view, notes) for number in reversed(unseen))


def _line(packet: str, number: int, view: View, notes: dict[int, list[str]]) -> str:
    frame = view.truth.frames[number]
    values = [f"{packet:>6} #{number} node {frame.node} pair {view.conversation(number).pair} {frame.opcode:#04x}"]
    values += [f"PSN {frame.psn}"]
    values += [f"syndrome {frame.syndrome:#04x}"] if frame.syndrome >= 0 else []
    values += [f"READ of {frame.read}"] if frame.read >= 0 else []
    return " ".join([*values, *notes[number]])
