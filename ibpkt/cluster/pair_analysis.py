"""The map and the merge: what the analysis says of the pairs of endpoints of one shard, and of all of them.

Every task reads all captures and analyses its share of the pairs, with the packet numbers and the clock of the whole: a
pair's conversation goes through as many files as it likes.  To find its packets costs a task a small part of what the
analysis of all of them would.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message_table import MessageTable
from ibpkt.arguments import checked
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.batch.endpoint_pairs import MOST_SHARDS, shard_numbers
from ibpkt.cluster.storage import opened
from ibpkt.errors import CallerError
from ibpkt.protocols import ROCE_PORT

#: packets and bytes of a batch: a task analyses a part of each
BATCH_PACKETS, BATCH_BYTES = 1 << 17, 20 << 20


class PairPartial(NamedTuple):
    """What the analysis says of one shard.

    Attributes:
        shard: its number, from 0.
        shards: how many there are.
        packets: packets of all captures.
        begins: the packet with which each number of a flow was given, from number 1 on.
        flows: flows that have ended, with the numbers that they have in the shard; so has everything else.
        messages: messages.
        findings: findings.
        damages: what is wrong with files, in sentences.
    """

    shard: int
    shards: int
    packets: int
    begins: Ints
    flows: list[Flow]
    messages: MessageTable
    findings: list[Finding]
    damages: list[str]


class PairResult(NamedTuple):
    """What the analysis says of all captures.

    Attributes:
        packets: how many they have.
        flows: in the order of their numbers, that is of their first packets.
        messages: in the order of the packets that ended them; those that nothing ended come last.
        findings: in the order of their packets.
        damages: what is wrong with files, in sentences.
    """

    packets: int
    flows: list[Flow]
    messages: MessageTable
    findings: list[Finding]
    damages: list[str]


class PairAnalysis:
    """Analyses the pairs of endpoints of a shard; call it with the number of one, from 0 on.

    It can be pickled, keeps nothing between calls, and gives the same for the same files, wherever it is called.

    Args:
        files: the captures, read as one in the order of their packets' times: paths, or addresses that fsspec knows
            (``s3://bucket/host1.pcap``).
        shards: how many shards there are, so many tasks.
        messages: messages are wanted.
        verify: verify the ICRC of every packet; otherwise damaged packets are taken for intact.
        storage: options for fsspec, as ``endpoint_url`` of S3.
        roce_port: the UDP destination port that means RoCEv2.

    Raises:
        CallerError: there is no file, or too many shards.
    """

    @checked
    def __init__(
        self,
        files: Sequence[str],
        shards: int,
        *,
        messages: bool = True,
        verify: bool = True,
        storage: Mapping[str, Any] | None = None,
        roce_port: int = ROCE_PORT,
    ) -> None:
        if not files:
            raise CallerError("there is no capture to analyse")
        if not 1 <= shards <= MOST_SHARDS:
            raise CallerError(f"there can be 1 to {MOST_SHARDS} shards, not {shards}")
        self.files, self.shards = tuple(files), shards
        self._messages, self._verify = messages, verify
        self._storage, self._roce_port = dict(storage or {}), roce_port

    @checked
    def __call__(self, shard: int) -> PairPartial:
        """What the analysis says of one shard.

        Raises:
            CallerError: there is no such shard.
            CaptureError: a file cannot be opened.
        """
        if not 0 <= shard < self.shards:
            raise CallerError(f"the shards have the numbers 0 to {self.shards - 1}, not {shard}")
        expert = Expert(messages=self._messages, flows=True, verify=self._verify, paths=True)
        expert.analyser.note_begins()
        findings: list[Finding] = []
        flows: list[Flow] = []
        messages = MessageTable()
        packets = 0
        with contextlib.ExitStack() as stack:
            capture = opened(self.files, self._storage, self._roce_port, stack)
            for batch in capture.batches(BATCH_PACKETS, max_bytes=BATCH_BYTES):
                packets += len(batch)
                now, last = int(batch.frames.time[-1]), batch.frames.number_at(len(batch) - 1)
                part = self._part(batch, shard)
                del batch  # its buffer is used again for the next
                if len(part):
                    found = expert.add(part)
                    findings += found.in_order(part)
                    messages.add(found.analysed.message_table)
                    flows += found.ended
                    del found
                del part
                expert.advance(now, last)  # as the packets of the other shards show
            damages = [str(damage) for damage in capture.damages]
        findings += expert.finish()
        messages.add(expert.last.message_table)
        flows += expert.ended
        begins = expert.analyser.begins
        return PairPartial(shard, self.shards, packets, begins, flows, messages, findings, damages)

    def _part(self, batch: Batch, shard: int) -> Batch:
        """The packets of the shard; the others are not decoded."""
        if self.shards == 1:
            return batch
        rows = np.flatnonzero(shard_numbers(batch, self.shards) == shard)
        return Batch(batch.frames.select(rows))


@checked
def merge(partials: Iterable[PairPartial]) -> PairResult:
    """What the analysis says of all shards.

    Args:
        partials: of all shards, each once, in any order.

    Raises:
        CallerError: one is missing, there twice, or of other captures.
    """
    parts = sorted(partials, key=lambda part: part.shard)
    shards = parts[0].shards if parts else 1
    if [part.shard for part in parts] != list(range(shards)):
        known = ", ".join(str(part.shard) for part in parts) or "none"
        raise CallerError(f"each of the shards 0 to {shards - 1} is needed once, and there are: {known}")
    if len({(part.packets, part.shards) for part in parts}) > 1:
        raise CallerError("the shards are not of the same captures: they have different numbers of packets")
    flows: list[Flow] = []
    findings: list[Finding] = []
    messages = MessageTable()
    for part, numbers in zip(parts, _numbers(parts), strict=True):
        flows += [
            dataclasses.replace(flow, number=int(numbers[flow.number]), also=int(numbers[flow.also]))
            for flow in part.flows
        ]
        findings += [finding._replace(flow=int(numbers[finding.flow])) for finding in part.findings]
        messages.add(part.messages.with_flows(numbers))
    flows.sort(key=lambda flow: flow.number)
    findings.sort(key=lambda finding: (finding.frame, finding.flow, finding.kind.name))
    messages.sort_by_end()
    return PairResult(parts[0].packets, flows, messages, findings, parts[0].damages)


def _numbers(parts: Sequence[PairPartial]) -> list[Ints]:
    """The number that each flow of each shard has among all, by its number there: 0 for 0."""
    begins = np.concatenate([part.begins for part in parts])
    ranks = np.empty(len(begins), np.int64)
    ranks[np.argsort(begins, kind="stable")] = np.arange(1, len(begins) + 1)
    ends = np.cumsum([len(part.begins) for part in parts])
    return [np.concatenate(([0], each)) for each in np.split(ranks, ends[:-1])]
