"""What the analysis says of a capture, by what its commands call, so that any core can be held to it."""

from __future__ import annotations

import io
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import numpy as np

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.results.finding import Finding, Severity
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.whole_capture import analysis_results
from ibpkt.batch import Batch
from ibpkt.protocols import by_opcode
from ibpkt.protocols.analysis_facts import ANSWERED, FACTS

#: kinds whose fact "count" counts packets, where a finding does not say itself for how many it stands
COUNT_IS_PACKETS = frozenset({"lost", "gap", "capture-loss", "datagram-gap"})
#: the queue pair of management, which is left out where connections are judged
MANAGEMENT = 1
SEVERITIES = {str(severity): severity for severity in Severity}
IS_RESPONSE = by_opcode(lambda opcode: opcode.kind == "response", np.bool_)


def packets(finding: Finding) -> int:
    """For how many packets a finding stands."""
    count: int = getattr(finding, "packets", 1)
    if count == 1 and finding.kind.name in COUNT_IS_PACKETS:
        count = finding.facts.get("count", 1)
    return count


class _Cut(ibpkt.Capture):
    """A capture whose batches have no more packets than somebody wants."""

    most: int

    def batches(self, max_packets: int | None = None, **options: int | None) -> Iterator[Batch]:
        """The packets, so many at a time."""
        return super().batches(self.most if max_packets is None else min(max_packets, self.most), **options)


class Told:
    """The findings, messages and flows of a capture.

    Args:
        source: the file, or its bytes.
        batch: how many packets the analysis gets at a time at most; as many as it likes if that is not given.
        together: one expert gives all of it, which takes half the time; otherwise findings are its, and flows and
            messages those of an analyser, as ``expert`` and ``messages`` have them.
    """

    def __init__(self, source: Path | bytes, batch: int | None = None, *, together: bool = False) -> None:
        self._source = source
        self._batch = batch
        self._together = together

    def open(self) -> ibpkt.Capture:
        """The capture, from its beginning."""
        source = self._source
        capture = ibpkt.open(io.BytesIO(source) if isinstance(source, bytes) else source)
        if self._batch is not None:
            capture = _Cut(capture.reader)
            capture.most = self._batch
        return capture

    @cached_property
    def _of_expert(self) -> tuple[list[Finding], list[Flow], list[Message]]:
        expert = Expert(messages=self._together, flows=self._together)
        findings: list[Finding] = []
        flows: list[Flow] = []
        messages: list[Message] = []
        with self.open() as capture:
            for batch in capture.batches():
                result = expert.add(batch)
                findings += result.in_order(batch)
                flows += result.ended
                messages += result.messages
                del batch  # its buffer is reused for the next
        findings += expert.finish()
        return findings, flows + expert.ended, messages + expert.messages

    @cached_property
    def _of_analyser(self) -> tuple[list[Flow], list[Message]]:
        """What `ibpkt.analysis.flows` and `ibpkt.analysis.messages` give: see tests/analysis/test_whole_capture.py."""
        if self._together:
            return self._of_expert[1:]
        flows: list[Flow] = []
        messages: list[Message] = []
        with self.open() as capture:
            for result in analysis_results(capture, Analyser(paths=True)):
                flows += result.flows
                messages += result.messages
        return flows, messages

    @cached_property
    def findings(self) -> list[Finding]:
        """All that ``expert --severity chat`` reports."""
        return self._of_expert[0]

    @cached_property
    def flows(self) -> list[Flow]:
        """In the order of their numbers."""
        return sorted(self._of_analyser[0], key=lambda flow: flow.number)

    @cached_property
    def messages(self) -> list[Message]:
        """In the order in which they were posted, flow by flow and side by side."""
        return sorted(self._of_analyser[1], key=lambda message: (message.flow, message.side, message.number))

    @cached_property
    def connections(self) -> list[Flow]:
        """The flows without those of management."""
        return [flow for flow in self.flows if all(side.qpn != MANAGEMENT for side in flow.sides)]

    @cached_property
    def work(self) -> list[Message]:
        """The messages without those of management."""
        numbers = {number for flow in self.connections for number in (flow.number, flow.also) if number}
        return [message for message in self.messages if message.flow in numbers]

    @cached_property
    def times(self) -> list[int]:
        """When each packet was captured, in nanoseconds."""
        with self.open() as capture:
            return [int(time) for batch in capture.batches() for time in batch.frames.time]

    @cached_property
    def packet_facts(self) -> list[dict[str, int]]:
        """What the lines of the packets say, by the names of the facts, once all of the capture is known."""
        names = [f"{header.filter}.{leaf.name}" for header in (*FACTS.values(), ANSWERED) for leaf in header.leaves]
        with tempfile.NamedTemporaryFile() as file:
            file.write(self._source if isinstance(self._source, bytes) else self._source.read_bytes())
            file.flush()
            columns = ibpkt.open(file.name).follow(twice=True).columns(names)
        rows = zip(*(values.filled(0).tolist() for values in columns.values()), strict=True)
        short = [name.rpartition(".")[2] for name in columns]
        return [{name: value for name, value in zip(short, row, strict=True) if value} for row in rows]

    @cached_property
    def kinds(self) -> Counter[str]:
        """The packets of each kind of finding."""
        counts: Counter[str] = Counter()
        for finding in self.findings:
            counts[finding.kind.name] += packets(finding)
        return counts

    def count(self, kinds: str) -> int:
        """The packets of a kind, of several (``lost+implied-nak``), or of a severity and above (``warning``)."""
        if kinds in SEVERITIES:
            return sum(packets(each) for each in self.findings if each.kind.severity >= SEVERITIES[kinds])
        return sum(self.kinds[kind] for kind in kinds.split("+"))

    @cached_property
    def requesters(self) -> dict[int, tuple[str, str]]:
        """Of each packet with a BTH, by its number: the address of the requester that it is about, and the other."""
        with self.open() as capture:
            columns = capture.columns(["ip.src", "ip.dst", "ipv6.src", "ipv6.dst", "infiniband.bth.opcode"])
        ends = [_addresses(columns[f"ip.{end}"], columns[f"ipv6.{end}"]) for end in ("src", "dst")]
        opcodes = columns["infiniband.bth.opcode"]
        return {
            number: (target, source) if IS_RESPONSE[opcode] else (source, target)
            for number, (opcode, source, target) in enumerate(zip(opcodes.tolist(), *ends, strict=True), 1)
            if opcode is not None
        }

    def count_from(self, kind: str, requesters: tuple[str, ...]) -> int:
        """The packets of a kind that are about requests of these addresses."""
        return sum(
            packets(finding)
            for finding in self.findings
            if finding.kind.name == kind and self.requesters.get(finding.frame, ("",))[0] in requesters
        )


def _addresses(version4: np.ndarray, version6: np.ndarray) -> list[str]:
    """As flows name them: "" where there is none."""
    return [
        str(IPv6Address(bytes(six))) if six and six[0] is not None else "" if four is None else str(IPv4Address(four))
        for four, six in zip(version4.tolist(), version6.tolist(), strict=True)
    ]
