"""Differences between two taps, and their types."""

from __future__ import annotations

from typing import Any, NamedTuple

from ibpkt.analysis.results.finding import FindingType, FindingTypes

_ICRC = "no switch or router changes what the ICRC covers: IBA 1, 7.8"
_ECN = "RFC 3168, 5; IBA 1, annex A17"

_PATH = FindingTypes("path", "the same packet at two taps")
ONLY_AT_A = _PATH.warning(
    "only-at-a",
    "seen at A, not at B",
    "sent from A to B: it was lost between the taps; sent from B to A: the tap at B missed it",
)
ONLY_AT_B = _PATH.warning(
    "only-at-b",
    "seen at B, not at A",
    "sent from B to A: it was lost between the taps; sent from A to B: the tap at A missed it",
)
DUPLICATED = _PATH.warning(
    "duplicated",
    "another copy of packet {of} at {at}",
    "the network between the taps, or the mirroring switch, made a copy of the packet",
)
REORDERED = _PATH.note(
    "reordered",
    "overtaken by a later packet of its flow",
    "paths of different length between the taps: adaptive routing, link aggregation or multipath",
    "RFC 4737, 3",
)
DELAYED = _PATH.note(
    "delayed",
    "{delay:.6f} s slower than the fastest packet in its direction",
    "it waited in a queue between the taps, was held up by a pause frame, or took another path",
)
CE_MARKED = _PATH.note(
    "ce-marked",
    "ECN was set to CE",
    "a queue between the taps exceeded the switch's threshold; the receiver will send a CNP",
    _ECN,
)
FECN_SET = _PATH.note(
    "fecn-set",
    "FECN was set",
    "a switch port between the taps was congested; the receiver will answer with BECN",
    "IBA 1, annex A10",
)
CORRUPTED = _PATH.error(
    "corrupted",
    "corrupted: {changes}",
    "a faulty link, switch or memory between the taps; the receiver drops the packet because its ICRC is wrong",
    _ICRC,
)
ALTERED = _PATH.warning(
    "altered",
    "altered, with a correct ICRC: {changes}",
    "a device between the taps rewrites packets: a gateway, address translation, a program",
    _ICRC,
)

#: all of them, in the order in which results count them
KINDS = (*(ONLY_AT_A, ONLY_AT_B, DUPLICATED, REORDERED, DELAYED), *(CE_MARKED, FECN_SET, CORRUPTED, ALTERED))


class Difference(NamedTuple):
    """A packet that is not at both taps as it should be.

    Attributes:
        kind: its type; one of `KINDS`.
        frame_a: the packet's number in A's capture, None if it is not in it.
        frame_b: likewise in B's.
        time: nanoseconds since the epoch, by the clock of A, or of B if A has not seen the packet.
        flow: the number of its flow, from 1; 0 for flows beyond the limit.
        opcode: operation code.
        psn: PSN.
        facts: the values in the sentence, by name: numbers and texts.
    """

    kind: FindingType
    frame_a: int | None
    frame_b: int | None
    time: int
    flow: int
    opcode: int
    psn: int
    facts: dict[str, Any]

    def __str__(self) -> str:
        return self.kind.sentence(self.facts)
