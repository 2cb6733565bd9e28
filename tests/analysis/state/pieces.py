"""A capture analysed piece by piece, with the state of the analysis kept in a file in between."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.state.analysis_state import PacketsBefore, load_state, save_state
from tests.analysis.truth import transformations
from tests.analysis.truth.scenes.exchange import NANOSECOND_PCAP


class Results(NamedTuple):
    """What an analysis says, in its order."""

    findings: list
    messages: list
    flows: list


def pcap_of(times: list[int], packets: list[bytes], link: int) -> bytes:
    """Packets as a capture; their times in nanoseconds."""
    parts = [struct.pack("<IHHiIII", NANOSECOND_PCAP, 2, 4, 0, 0, 65535, link)]
    for time, packet in zip(times, packets, strict=True):
        parts.append(struct.pack("<IIII", *divmod(time, 10**9), len(packet), len(packet)) + packet)
    return b"".join(parts)


def cut(data: bytes, count: int) -> list[bytes]:
    """A capture in so many pieces."""
    pcap = transformations.read(data)
    size = max(1, -(-len(pcap.records) // count))
    return [
        pcap._replace(records=pcap.records[begin : begin + size]).bytes() for begin in range(0, len(pcap.records), size)
    ]


def analyse(pieces: list[bytes], kept: Path | None = None, make: Callable = Expert, most: int | None = None) -> Results:
    """Analyse pieces, one after the other.

    Args:
        pieces: the captures.
        kept: the file that keeps the state; None for one analysis that takes them all.
        make: makes the analysis.
        most: packets of a batch.
    """
    results = Results([], [], [])
    analysis, before = make(), PacketsBefore()
    for piece in pieces:
        if kept is not None and before.packets:
            analysis = make()
            assert load_state(kept, analysis) == before
        with ibpkt.open(io.BytesIO(piece)) as capture:
            capture.follow_on(*before)
            for batch in capture.batches(most):
                before = before.behind(batch)
                _add(results, analysis, batch)
                del batch
        if kept is not None and piece is not pieces[-1]:
            save_state(kept, analysis, before)
    if isinstance(analysis, Analyser):
        _take(results, analysis.finish())
    else:
        results.findings.extend(analysis.finish())
    return results


def _add(results: Results, analysis: Analyser | Expert, batch: ibpkt.Batch) -> None:
    if isinstance(analysis, Analyser):
        _take(results, analysis.add(batch))
    else:
        results.findings.extend(analysis.findings(batch))


def _take(results: Results, found: object) -> None:
    for name in Results._fields:
        getattr(results, name).extend(getattr(found, name))
