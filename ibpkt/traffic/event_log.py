"""Collects events while the simulation runs; they wait until the frame number of their packet is known."""

from __future__ import annotations

from typing import Any

import numpy as np

from ibpkt.arrays import Ints
from ibpkt.protocols import opcode_name
from ibpkt.traffic.frame_builder import flipped_bit
from ibpkt.traffic.message import WorkRequest
from ibpkt.traffic.simulated_network import COLUMNS, FOREVER, NS
from ibpkt.traffic.truth import Record, TruthSink

OPCODE, PSN, SIZE = (COLUMNS.index(name) for name in ("opcode", "psn", "size"))

#: an event: time, reference, what, wire, message's number, further keys
Event = tuple[int, int | None, str, tuple[int, ...], int | None, dict[str, Any]]


class EventLog:
    """Takes the events of the simulation, and hands records to a sink.

    A packet is referred to by its copy (its row at the tap, from 0), or by -1 - the number of its transmission where it
    is not known yet whether it will come to the tap.

    Args:
        sink: takes the records.
        start: the time of the beginning, in nanoseconds since 1970.
        horizon: picoseconds by which an event and the passing of its packet at the tap may differ.
    """

    def __init__(self, sink: TruthSink, start: int, horizon: int) -> None:
        self.sink = sink
        self.start = start
        self._horizon = horizon
        self._events: list[Event] = []
        self._recent: list[Ints] = [np.zeros(0, np.int64)] * 4

    def stamp(self, time: int) -> int:
        """A time in nanoseconds since 1970."""
        return self.start + time // NS

    def note(
        self, what: str, time: int, ref: int | None, wire: tuple[int, ...], message: WorkRequest | None, /, **more: Any
    ) -> None:
        """Record an event."""
        self._events.append((time, ref, what, wire, None if message is None else message.id, more))

    def passed(self, now: int, uids: Ints, numbers: Ints, frames: Ints, times: Ints, last: int = FOREVER) -> None:
        """Packets have passed the tap, and have numbers in the capture.

        Args:
            now: nothing more will pass before.
            uids: their copies, shape (n,).
            numbers: their transmissions, likewise.
            frames: their numbers in the capture, likewise.
            times: when they passed, ascending, likewise.
            last: what happens later is left out.
        """
        joined = [np.concatenate(pair) for pair in zip(self._recent, (uids, numbers, frames, times), strict=True)]
        settled = now - self._horizon
        ready = [event for event in self._events if event[0] <= settled]
        if ready:
            self._events = [event for event in self._events if event[0] > settled]
            ready = [event for event in ready if event[0] <= last]
            ready.sort(key=lambda event: event[0])
            refs = {ref for event in ready if (ref := event[1]) is not None}
            refs |= {event[5]["copy"] for event in ready if "copy" in event[5]}
            found = self._frames(refs, *joined[:3])
            for event in ready:
                self.sink.keep(self._record(event, found))
        recent = int(np.searchsorted(joined[3], settled - self._horizon))
        self._recent = [column[recent:] for column in joined]

    @staticmethod
    def _frames(refs: set[int], uids: Ints, numbers: Ints, frames: Ints) -> dict[int, int]:
        """The frame of each reference that is in the capture; of several copies that pass, the first."""
        found: dict[int, int] = {}
        wanted = np.array(list(refs), np.int64)
        for column, kind in ((uids, wanted[wanted >= 0]), (-1 - numbers, wanted[wanted < 0])):
            rows = np.flatnonzero(np.isin(column, kind))
            for ref, frame in zip(column[rows].tolist(), frames[rows].tolist(), strict=True):
                found.setdefault(ref, frame)
        return found

    def _record(self, event: Event, found: dict[int, int]) -> Record:
        time, ref, what, wire, message, more = event
        record: Record = {
            "record": "event",
            "time": self.stamp(time),
            "frame": None if ref is None else found.get(ref),
            "conversation": wire[0] >> 1,
            "sender": "ab"[wire[0] & 1],
            "what": what,
        }
        if len(wire) > 1:
            record["opcode"] = opcode_name(wire[OPCODE])
            record["psn"] = wire[PSN]
        if message is not None:
            record["message"] = message
        record.update(more)
        if "copy" in more:
            record["copy"] = found.get(more["copy"])
        if what == "corrupted":
            record["bit"] = flipped_bit(wire[OPCODE], wire[SIZE], more["bit"])
        return record
