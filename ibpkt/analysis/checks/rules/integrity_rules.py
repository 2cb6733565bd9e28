"""Integrity of packets: CRCs, checksums, lengths, and headers that do not fit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ibpkt import protocols
from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.checks.rules.packet_rule import RuleFacts, ShapeView, facts_of, finding_columns
from ibpkt.analysis.results.finding import FindingType, FindingTypes
from ibpkt.arrays import Ints
from ibpkt.batch import Batch
from ibpkt.batch.checksums import CHECKSUM_STATUSES, ChecksumStatus, ChecksumVerdicts, checksum_verdicts
from ibpkt.batch.known_mistakes import rxe_flushes
from ibpkt.packet import STATUSES, Status
from ibpkt.protocols import BTH, ICRC, LPCRC, VCRC
from ibpkt.schema import Header

_BAD = STATUSES.index(Status.BAD)
_WRONG_SUM = CHECKSUM_STATUSES.index(ChecksumStatus.BAD)


_PROTOCOL = FindingTypes("protocol")


def _crc(which: Header, means: str, rule: str) -> FindingType:
    return _PROTOCOL.error(
        f"{which.name.lower()}-bad", f"{which.name} is {{stored}}, should be {{computed}}{{cause}}", means, rule
    )


_OF_CRCS = (
    _crc(
        ICRC,
        "Bits changed between the sender and the tap, or the sender computes it wrongly; the receiver drops the packet "
        "silently, so the sender learns of it by a timeout or by a NAK for a later packet.",
        "IBA 1, 7.8.1",
    ),
    _crc(
        VCRC,
        "Bits changed on the last link, or the tool that wrote the capture changed the packet; the next port drops it.",
        "IBA 1, 7.8.2",
    ),
    _crc(LPCRC, "A flow control packet was damaged on the link; the next one brings its credits.", "IBA 1, 7.9.4"),
)
CRCS = dict(zip(protocols.CRCS, _OF_CRCS, strict=True))
RXE_FLUSH = _PROTOCOL.note(
    "rxe-flush-icrc",
    "ICRC is {stored}, as Linux rxe computes it for FLUSH; specified is {computed}",
    "The sender is rxe, which runs the ICRC over the bytes from BTH on once more; another rxe takes the packet, an "
    "adapter drops it.",
    "IBA 1, 7.8.1",
)
PAD = _PROTOCOL.error(
    "pad-count",
    "PadCnt says {says} pad bytes, but only {there} bytes follow the headers",
    "The sender counted its pad wrongly, or the packet was cut short; the receiver treats it as a length error.",
    "IBA 1, 9.2.3",
)
LENGTH = _PROTOCOL.warning(
    "length-disagrees",
    "{layer} {field} says {says} bytes, but there are {there}",
    "The sender counted wrongly, the packet was cut short, or a tool that rewrote the capture left the length alone.",
    "IBA 1, 7.7.8 and 8.3.4",
)
MALFORMED = _PROTOCOL.error(
    "malformed",
    "The packet is too short for the {layer} that it announces",
    "The sender built it wrongly, or it was cut short; the receiver drops it.",
    "IBA 1, 9.2",
)
CHECKSUM = _PROTOCOL.warning(
    "checksum-bad",
    "The {layer} checksum is {stored}, should be {computed}",
    "Bits changed on the way, or a router or a tool changed the header and left the checksum alone; the next router or "
    "the receiver drops the packet.",
    "RFC 791, 3.1 and RFC 768",
)

KINDS = (*CRCS.values(), RXE_FLUSH, PAD, LENGTH, MALFORMED, CHECKSUM)


def check_integrity(batch: Batch, views: list[ShapeView]) -> Iterator[FindingColumns]:
    """Findings about CRCs, checksums, lengths and malformed packets of a batch."""
    for view in views:
        shape = view.shape
        for which in shape.closing:
            checks = shape.checks(which)
            if checks is None or not (bad := checks.status == _BAD).any():
                continue
            if which is ICRC and (known := rxe_flushes(shape)).any():
                yield finding_columns(RXE_FLUSH, view, np.flatnonzero(known), _stored_and_computed(which))
                bad &= ~known
            if bad.any():
                yield _bad(batch, view, which, np.flatnonzero(bad))
        for verdicts in checksum_verdicts(shape):
            wrong = verdicts.status == _WRONG_SUM
            if wrong.any() and view.trusted is not None:
                wrong &= view.trusted
            if wrong.any():
                yield finding_columns(CHECKSUM, view, np.flatnonzero(wrong), _checksum_facts(verdicts))
        if shape.stop is not None and shape.stop[0] == "malformed":
            yield finding_columns(MALFORMED, view, np.arange(len(shape)), facts_of(layer=shape.stop[1]))
    _ = batch.shapes  # decoding the shapes finds the length conflicts
    for conflict in batch.frames.conflicts:
        kind = PAD if (conflict.layer, conflict.field) == (BTH.name, "padcnt") else LENGTH
        yield FindingColumns.of(
            kind, conflict.rows, layer=conflict.layer, field=conflict.field, says=conflict.stated, there=conflict.actual
        )


def _checksum_facts(verdicts: ChecksumVerdicts) -> RuleFacts:
    def facts(view: ShapeView, some: Ints) -> dict[str, list[Any]]:
        return {
            "layer": [verdicts.header.name] * len(some),
            "stored": [f"0x{number:04x}" for number in verdicts.stored[some].tolist()],
            "computed": [f"0x{number:04x}" for number in verdicts.computed[some].tolist()],
        }

    return facts


def _bad(batch: Batch, view: ShapeView, which: Header, places: Ints) -> FindingColumns:
    values = _stored_and_computed(which)

    def facts(view: ShapeView, some: Ints) -> dict[str, list[Any]]:
        causes = [getattr(batch[row], which.key).cause for row in view.shape.rows[some].tolist()]
        return {**values(view, some), "cause": [f" ({cause})" if cause else "" for cause in causes]}

    return finding_columns(CRCS[which], view, places, facts)


def _stored_and_computed(which: Header) -> RuleFacts:
    def facts(view: ShapeView, some: Ints) -> dict[str, list[Any]]:
        checks = view.shape.checks(which)
        assert checks is not None  # it found them
        digits = which.size * 2
        return {
            "stored": [f"0x{number:0{digits}x}" for number in checks.stored[some].tolist()],
            "computed": [f"0x{number:0{digits}x}" for number in checks.computed[some].tolist()],
        }

    return facts
