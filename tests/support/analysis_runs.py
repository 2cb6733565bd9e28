"""What tests of the analyser share: a run over batches, and how batches are cut into others."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.batch import Batch

#: every operation that the generator knows
OPERATIONS = {
    "WRITE": 3, "READ": 2, "SEND": 2, "FETCH_ADD": 1, "SEND_WITH_IMM": 1, "CMP_SWAP": 1, "WRITE_WITH_IMM": 1,
    "FLUSH": 1, "ATOMIC_WRITE": 1, "SEND_WITH_INV": 1,
}  # fmt: skip
#: those that UC knows
UC_OPERATIONS = {"WRITE": 2, "SEND": 1, "SEND_WITH_IMM": 1, "WRITE_WITH_IMM": 1}


@dataclass
class Run:
    """What an analyser has said.

    Attributes:
        facts: by name, the value of each packet that has it, by its number.
    """

    findings: list[Finding] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)
    flows: list[Flow] = field(default_factory=list)
    facts: dict[str, dict[int, int]] = field(default_factory=dict)
    analyser: Analyser = field(default_factory=Analyser)

    @property
    def kinds(self) -> Counter[str]:
        """The packets of each kind of finding."""
        counts: Counter[str] = Counter()
        for finding in self.findings:
            counts[finding.kind.name] += finding.packets
        return counts

    @property
    def outcomes(self) -> Counter[str]:
        """How messages have ended."""
        return Counter(message.outcome for message in self.messages)

    def frames(self, fact: str) -> set[int]:
        """The packets that have a fact."""
        return set(self.facts.get(fact, {}))


def run(batches: Iterable[Batch], **options: object) -> Run:
    """Analyse batches."""
    result = Run(analyser=Analyser(**options))
    for batch in batches:
        found = result.analyser.add(batch)
        numbers = batch.frames.number_of
        for name, values in found.packets.items():
            assert values.shape == (len(batch),)
            there = np.flatnonzero(values)
            into = result.facts.setdefault(name, {})
            into.update(zip(numbers[there].tolist(), values[there].tolist(), strict=True))
        _take(result, found)
    _take(result, result.analyser.finish())
    for finding in result.findings:
        assert str(finding)
        assert finding.frame > 0
    return result


def _take(result: Run, found: object) -> None:
    for name, frames, values in found.later:  # these replace what the packets had before
        result.facts.setdefault(name, {}).update(zip(frames.tolist(), values.tolist(), strict=True))
    result.findings += found.findings
    result.messages += found.messages
    result.flows += found.flows


def recorded(path: Path, **options: object) -> Run:
    """Analyse a file."""
    with ibpkt.open(path) as source:
        return run(source.batches(), **options)


def cut(batches: Iterable[Batch], size: int) -> Iterator[Batch]:
    """The same packets in batches of at most so many."""
    for batch in batches:
        for low in range(0, len(batch), size):
            chosen = np.zeros(len(batch), np.bool_)
            chosen[low : low + size] = True
            yield batch.select(chosen)


def keep(batches: Iterable[Batch], wanted: Callable[[Batch], np.ndarray]) -> Iterator[Batch]:
    """Some of the packets, with the numbers that they have."""
    for batch in batches:
        yield batch.select(wanted(batch))


def sent_by(batch: Batch, *hosts: str) -> np.ndarray:
    """Which packets come from one of these addresses."""
    addresses = Addresses()
    columns = transport(batch, addresses)
    chosen = np.zeros(len(batch), np.bool_)
    chosen[columns.rows] = [addresses.text(number) in hosts for number in columns.source.tolist()]
    return chosen


def plain(result: Run) -> tuple[object, ...]:
    """What must be the same, in an order that does not depend on batches."""
    return (
        sorted(result.findings, key=lambda finding: (finding.frame, finding.kind.name, str(finding))),
        sorted(result.messages, key=lambda message: (message.flow, message.side, message.number)),
        sorted(result.flows, key=lambda flow: flow.number),
        result.facts,
    )


def steps_of(work: Callable[[], object]) -> int:
    """How many lines of the analysis run."""
    count = 0

    def line(frame, event, argument):
        nonlocal count
        count += event == "line"
        return line

    def call(frame, event, argument):
        return line if "/analysis/" in frame.f_code.co_filename else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        work()
    finally:
        sys.settrace(before)
    return count
