"""Pause frames: pauses and resumes of a link (IEEE 802.3, annex 31B) or of its priorities (IEEE 802.1Qbb)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.results.finding import FindingTypes, duration
from ibpkt.batch import Batch, Shape
from ibpkt.protocols import PFC, PRIORITIES, Ethernet, Pause

_CONGESTION = FindingTypes("congestion", "IEEE 802.1Qbb; IEEE 802.3, annexes 31B and 31D")
PAUSE = _CONGESTION.warning(
    "pfc-pause",
    "{sender} pauses {what} for {quanta} quanta",
    "Its buffers are full; it stops its neighbour from sending, and congestion spreads upstream.",
)
RESUME = _CONGESTION.chat("pfc-resume", "{sender} resumes {what}{behind}", "Its buffers have room again.")

#: ports whose pauses are kept
PORTS = 4096
#: bit times of a quantum (IEEE 802.3, 31B.2)
QUANTUM_BITS = 512
#: nanoseconds that a quantum takes at most, on a link of 1 Gbit/s: behind them a pause is over without a resume
LONGEST_QUANTUM = 512


class PauseChecks:
    """Tracks pauses, batch by batch."""

    def __init__(self) -> None:
        self._paused: dict[tuple[bytes, int], int] = {}  # by port and priority: since when (ns)
        self._until: dict[tuple[bytes, int], int] = {}  # and when it is over in any case

    def add(self, batch: Batch) -> Iterator[FindingColumns]:
        """The pauses and resumes of a batch."""
        for shape in batch.shapes:
            for header in (PFC, Pause):
                if (place := shape.index(header)) is not None:
                    yield from self._of_shape(shape, place)

    def _of_shape(self, shape: Shape, place: int) -> Iterator[FindingColumns]:
        """Pauses and resumes of a link or of its priorities."""
        header = shape.headers[place]
        outer = shape.index(Ethernet)
        source = [b""] * len(shape)  # without Ethernet the sender is not known
        if outer is not None:
            source = [row.tobytes() for row in shape.column(outer, Ethernet.leaf("src")).values]
        if header is PFC:
            enabled = shape.column(place, PFC.leaf("enbv")).values.tolist()
            timers = np.stack(
                [shape.column(place, PFC.leaf(f"time_c{priority}")).values for priority in PRIORITIES], axis=1
            )
        else:
            enabled = [1] * len(shape)
            timers = shape.column(place, Pause.leaf("pause_time")).values[:, np.newaxis]
        times = shape.frames.time[shape.rows].tolist()
        began: list[tuple[int, dict[str, Any]]] = []
        ended: list[tuple[int, dict[str, Any]]] = []
        for row, (sender, mask, quanta, time) in enumerate(zip(source, enabled, timers.tolist(), times, strict=True)):
            text = Ethernet.leaf("src").text(sender) if sender else "A port"
            stopped = [priority for priority, timer in enumerate(quanta) if mask >> priority & 1 and timer]
            resumed = [priority for priority, timer in enumerate(quanta) if mask >> priority & 1 and not timer]
            if stopped:
                longest = max(quanta[priority] for priority in stopped)
                began.append((row, {"sender": text, "what": _priorities(header, stopped), "quanta": longest}))
                for priority in stopped:
                    self._pause(sender, priority, time, quanta[priority])
            since = [begin for priority in resumed if (begin := self._resume(sender, priority, time)) is not None]
            if resumed and since:
                paused = time - min(since) if time >= max(since) else None  # the clock was set back
                after = "" if paused is None else f" after a pause of {duration(paused)}"
                what = _priorities(header, resumed)
                ended.append((row, {"sender": text, "what": what, "paused": paused, "behind": after}))
        for kind, events in ((PAUSE, began), (RESUME, ended)):
            if events:
                yield FindingColumns(
                    kind,
                    shape.rows[[row for row, _ in events]],
                    lambda some, events=events: {  # type: ignore[misc]
                        name: [events[place][1][name] for place in some.tolist()] for name in events[0][1]
                    },
                )

    def _pause(self, sender: bytes, priority: int, time: int, quanta: int) -> None:
        """A frame pauses a priority: a pause that goes on has begun before."""
        key = sender, priority
        if len(self._paused) >= PORTS and key not in self._paused:
            return
        if time > self._until.get(key, 0):
            self._paused[key] = time
        self._until[key] = time + quanta * LONGEST_QUANTUM

    def _resume(self, sender: bytes, priority: int, time: int) -> int | None:
        """Since when a priority was paused; None if it was not, or if its pause was over by itself."""
        since, until = self._paused.pop((sender, priority), None), self._until.pop((sender, priority), 0)
        return since if time <= until else None


def _priorities(header: Any, which: list[int]) -> str:
    if header is not PFC:
        return "the link"
    return ("priority " if len(which) == 1 else "priorities ") + ", ".join(map(str, which))
