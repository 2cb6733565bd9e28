"""Keeps the state of an analysis, so that it goes on with the next piece of a capture.

from ibpkt.analysis.state.analysis_state import load_state, save_state

expert = Expert()
before = load_state("today.state", expert)
with ibpkt.open("tomorrow.pcap") as capture:
    capture.follow_on(*before)
    for batch in capture.batches():
        findings += expert.findings(batch)
        before = before.behind(batch)
save_state("tomorrow.state", expert, before)

An analysis whose state is kept is not finished: what only the end of the capture shows is left to the last piece.
"""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.reassembly.packets import LINE
from ibpkt.analysis.state.forms import ByKey, Column, Form, KeptPart, Number, Record, check_bounds, expect
from ibpkt.analysis.state.kept_checks import CHECKS
from ibpkt.analysis.state.kept_datagrams import DATAGRAMS, UNACKNOWLEDGED_COPIES
from ibpkt.analysis.state.kept_recovery import COPY_FINDINGS, RECOVERIES, VERDICTS
from ibpkt.analysis.state.kept_runs import (
    COPIES,
    COUNTS,
    HALVES,
    HELD_PACKETS,
    LATENCIES,
    PSN,
    REASSEMBLY,
    RECENT_PACKETS,
    REPEATED,
    RESPONSES,
    UNCLEAN,
)
from ibpkt.analysis.state.kept_streams import EVENTS, STREAMS, Texts
from ibpkt.analysis.state.kept_waiting import READS, WAITING
from ibpkt.analysis.state.state_file import (
    Contradiction,
    StateArrays,
    StateContent,
    StateError,
    read_state,
    write_state,
)
from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.errors import CallerError


class PacketsBefore(NamedTuple):
    """What the pieces of a capture were that have been analysed.

    Attributes:
        packets: how many packets they have; the next one has the number behind that.
        first_time: the time of the first one, in nanoseconds since the epoch; None for no packets.
        last_time: the time of the last one.
    """

    packets: int = 0
    first_time: int | None = None
    last_time: int | None = None

    def behind(self, batch: Batch) -> PacketsBefore:
        """With those of a batch, and those between that were not chosen."""
        times = batch.frames.time
        if not len(times):
            return self
        first = batch.frames.first_time if self.first_time is None else self.first_time
        return PacketsBefore(int(batch.frames.number_of[-1]), first, int(times[-1]))


def part_of(analysis: Analyser | Expert) -> KeptPart:
    """What is kept of an analysis."""
    if isinstance(analysis, Expert):
        return KeptPart({"analyser": _analyser(analysis.analyser), **CHECKS}, ("ended", "messages", "last"))
    return _analyser(analysis)


_MESSAGES = KeptPart(
    {"_copies": COPIES, "_order": KeptPart({"_expected": Column(*PSN)}), "reassembly": REASSEMBLY},
    ("_streams", "_halves", "_reads", "_wants_messages", "_choice", "totals"),
)

_TROUBLED = KeptPart(
    {
        "recoveries": RECOVERIES,
        "_recent": RECENT_PACKETS,
        "_held": HELD_PACKETS,
        "_latencies": LATENCIES,
        "_firsts": ByKey(Number(0), Number(0)),
    },
    ("_streams", "_halves", "_verdicts"),
)

_CONNECTED = KeptPart(
    {
        "_halves": HALVES,
        "_responses": RESPONSES,
        "_unclean": UNCLEAN,
        "copy_findings": COPY_FINDINGS,
        "_unreliable": KeptPart({"_copies": UNACKNOWLEDGED_COPIES, "_latest": Number()}),
        "_counts": COUNTS,
        "_reads": READS,
        "_messages": _MESSAGES,
        "_verdicts": VERDICTS,
        "_troubled_halves": _TROUBLED,
        "_repeated": REPEATED,
        "_now": Number(),
        "_frame": Number(0),
    },
    ("_streams", "_wants_flows", "troubled", "_facts"),
)


def _analyser(analyser: Analyser) -> KeptPart:
    kept: dict[str, Form] = {
        "addresses": Texts(),
        "without": Number(0),
        "_events": EVENTS,
        "_streams": STREAMS,
        "_waiting": WAITING,
        "_connected": _CONNECTED,
        "_datagrams": DATAGRAMS,
    }
    return KeptPart(kept, ("verify", "_wants_messages", "_choice", "_wants_paths", "_wanted", "_payload"), _settle)


def _settle(analyser: Analyser) -> None:
    """See that nothing refers to flows that are not there, and make room for those that are."""
    streams, connected = analyser._streams, analyser._connected
    messages = connected._messages
    held = connected._reads.held
    for packets in (analyser._waiting.packets, None if held is None else held.columns):
        if packets is not None:
            expect(bool(packets.path) == analyser._wants_paths, "waiting/packets")
            for addresses in (packets.source, packets.destination):
                expect(set(addresses.tolist()) <= analyser.addresses._texts.keys(), "waiting/packets")
    reassembly = messages.reassembly
    size, capacity = streams.columns.size, streams.columns.flows.capacity
    flows = [
        streams._ended, streams._streams.columns["flow"], [flow for flow, _ in streams._migration._expected.values()],
        list(streams._joining._candidacies), list(streams.columns.carries), list(streams.columns.recovery),
    ]  # fmt: skip
    flows += (list(each.flows) for each in streams._joining._candidacies.values())
    for rows in flows:
        check_bounds(np.asarray(rows, np.int64), -1, size - 1, "streams")
    check_bounds(np.array(list(streams.columns.paths.further), np.int64), 0, 2 * size - 1, "streams/columns/paths")
    if held is not None:
        check_bounds(held.row, 0, size - 1, "reads")
        check_bounds(held.half, -1, 2 * size - 1, "reads")
    troubled, counts = connected._troubled_halves, connected._counts
    recoveries = troubled.recoveries
    halves = [
        connected._responses._keys // LINE, counts._keys // LINE, messages._copies._waiting.get("half", ()),
        np.flatnonzero(reassembly.waiting.count), [half for half, _ in connected._verdicts._pieces],
        *(list(part) for part in (recoveries._halves, counts._checks, recoveries._beside)),
        [int(row[0]) for row in (*reassembly._repetitions._again, *reassembly._repetitions._refused)],
        *(part.half for part in troubled._recent._parts),
        *(part.half for part in (*troubled._held._parts, *troubled._latencies._waiting)),
        *(list(part) for part in (troubled._firsts, recoveries._fed, connected._verdicts._last_request)),
        *(requests.half for _, _, requests in connected._repeated._pieces),
        [refusal.half for refusals in reassembly._refusals._by_half.values() for refusal in refusals],
        list(reassembly._refusals._by_half),
    ]  # fmt: skip
    for rows in halves:
        check_bounds(np.asarray(rows, np.int64), 0, 2 * size - 1, "halves")
    connected._halves.reserve(2 * capacity)
    connected._reads.path_mtus.reserve(capacity)
    messages._copies._reserve(2 * capacity)
    expect(len(messages._order._expected) <= 2 * capacity, "connected/messages/order")
    reassembly.reserve(2 * capacity)


def _purpose(analysis: Analyser | Expert) -> str:
    """What an analysis is for: states of one purpose do not serve another."""
    if isinstance(analysis, Expert):
        return "expert"
    if analysis._wants_messages and not (analysis._wants_paths and analysis._choice is not None):
        name = "messages and paths" if analysis._wants_paths else "messages"
    else:  # chosen messages only show what flows carry
        name = "flows" if analysis._wants_paths else "flows without paths"
    return name if analysis.verify else f"{name} --no-crc"


@checked
def save_state(path: str | os.PathLike[str], analysis: Analyser | Expert, before: PacketsBefore) -> None:
    """Write the state of an analysis that is not finished, whole or not at all.

    Args:
        path: the file.
        analysis: it has taken all batches of the pieces so far, and can go on.
        before: what these pieces were.

    Raises:
        CallerError: the analysis keeps payload, which no state has.
        CaptureError: the file cannot be written, or the capture has times that no state keeps.
    """
    analyser = analysis.analyser if isinstance(analysis, Expert) else analysis
    if analyser._connected._messages.reassembly.frames is not None:
        raise CallerError("an analysis that keeps the payload of messages has no state")
    arrays = StateArrays()
    try:
        header = {
            "of": _purpose(analysis),
            "before": _BEFORE.save(before, "before", arrays),
            "state": part_of(analysis).save(analysis, "", arrays),
        }
    except OverflowError as error:
        raise StateError(os.fspath(path), "not written: it keeps times between 1823 and 2116") from error
    write_state(path, StateContent(header, arrays))


@checked
def load_state(path: str | os.PathLike[str], analysis: Analyser | Expert) -> PacketsBefore:
    """Let a new analysis go on from a file; it must not have taken anything, and is useless if this fails.

    Returns:
        What the pieces so far were: number the packets of the next from there on (`Capture.follow_on`).

    Raises:
        StateError: the file cannot be read, is damaged, or is the state of another analysis.
    """
    name = os.fspath(path)
    header, arrays = read_state(path)
    of = header.get("of")
    if of != _purpose(analysis):
        raise StateError(name, f"the state of {of!r:.20}, not of {_purpose(analysis)!r}")
    try:
        before = _BEFORE.load(header.get("before"), "before", arrays)
        part_of(analysis).load(header.get("state"), "", arrays, analysis)
        if len(arrays):
            raise Contradiction("there are further arrays")
    except Contradiction as error:
        raise StateError(name, f"not the state of an analysis, or damaged: {error}") from error
    assert isinstance(before, PacketsBefore)
    return before


_BEFORE = Record(PacketsBefore)
