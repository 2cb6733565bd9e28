"""What draws one kind of picture of a capture, batch by batch."""

from __future__ import annotations

import abc
import dataclasses
import shlex
from collections.abc import Callable, Sequence

import numpy as np

from ibpkt.arrays import Array, Ints
from ibpkt.batch import Batch
from ibpkt.errors import CallerError, escape_text
from ibpkt.output.quantities import count_text, span_text
from ibpkt.plot.chart import COMPARED, ChartRole, Picture

#: nanoseconds from the first packet at which every picture ends: clocks that jump may say more than 64 bits can hold
LATEST = (1 << 62) - 1
#: characters of a name in a picture
LONGEST_NAME = 60


def _same(address: str) -> str:
    return address


@dataclasses.dataclass(frozen=True)
class PlotOptions:
    """What can be asked of a picture.

    Attributes:
        name: of the capture, for the lines that print what is drawn.
        files: the files that it is read from, where they are several.
        flow: the number of the flow that is wanted; None for the one that says most.
        interval: nanoseconds of an interval; None for one that suits the picture.
        since, until: nanoseconds from the first packet between which it is drawn; None for the first and the last.
        verify: verify ICRCs; otherwise damaged packets are taken for intact.
        names: gives the name of an address, or the address where it has none.

    Raises:
        CallerError: an interval is not positive, or a time before the first packet.
    """

    name: str
    files: tuple[str, ...] = ()
    flow: int | None = None
    interval: int | None = None
    since: int | None = None
    until: int | None = None
    verify: bool = True
    names: Callable[[str], str] = _same

    def __post_init__(self) -> None:
        if self.interval is not None and not 0 < self.interval < 1 << 62:
            raise CallerError(f"{self.interval} is no number of nanoseconds of an interval")
        for time in (self.since, self.until):
            if time is not None and not 0 <= time <= LATEST:
                raise CallerError(f"{time} is no number of nanoseconds from the first packet")

    def named(self, address: str) -> str:
        """The name of an address, cut where it is very long."""
        name = escape_text(self.names(address))
        return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"

    def command(self, line: str) -> str:
        """The line that prints the numbers of a picture."""
        names = self.files or (self.name,)
        join = "--join " if len(names) > 1 else ""
        return f"ibpkt {line} {join}{' '.join(shlex.quote(escape_text(name)) for name in names)}"


class CaptureClock:
    """The times of a capture and of its RDMA packets, and how many packets it has."""

    def __init__(self) -> None:
        self.first: int | None = None
        self.last: int = 0
        self.packets: int = 0
        self._rdma: tuple[int, int] | None = None

    def add(self, batch: Batch) -> None:
        """See the packets of a batch."""
        if len(batch):
            self.first = batch.frames.first_time if self.first is None else self.first
            self.last = max(self.last, int(batch.frames.time.max()))
            self.packets += len(batch)

    def add_rdma(self, times: Ints) -> None:
        """See the times of RDMA packets."""
        if len(times):
            low, high = int(times.min()), int(times.max())
            self._rdma = (low, high) if self._rdma is None else (min(low, self._rdma[0]), max(high, self._rdma[1]))

    @property
    def start(self) -> int:
        """The first time, 0 without packets."""
        return self.first or 0

    def window(self, options: PlotOptions) -> tuple[int, int]:
        """Between which times a picture is drawn, in nanoseconds since the first packet; those of RDMA if not told."""
        first, last = self._rdma or (self.start, self.last)
        low = min(max(0, first - self.start), LATEST) if options.since is None else options.since
        high = min(max(0, last - self.start), LATEST) if options.until is None else options.until
        return low, max(high, low + 1)

    def facts(self, options: PlotOptions) -> str:
        """What is known of a capture in a line: its name, packets, and how long it is."""
        span = span_text(max(0, self.last - self.start))
        return " · ".join((escape_text(options.name), count_text(self.packets, "packet"), span))


class CapturePlot(abc.ABC):
    """Takes the batches of one capture, in order.

    Args:
        options: what is wanted.
    """

    def __init__(self, options: PlotOptions) -> None:
        self.options: PlotOptions = options
        self.clock: CaptureClock = CaptureClock()

    @abc.abstractmethod
    def add(self, batch: Batch) -> None:
        """Take the next batch."""

    @abc.abstractmethod
    def picture(self) -> Picture:
        """The picture, once all batches are taken."""


def busiest(totals: Array) -> list[int]:
    """The keys with the largest sums that are not 0, the largest first; key 0 stands for all that have no key."""
    order = np.argsort(-totals, kind="stable")
    return [key for key in order.tolist() if key and totals[key] > 0][: len(COMPARED)]


def roles(keys: Sequence[int]) -> dict[int, ChartRole]:
    """A role for each of a few keys."""
    return dict(zip(keys, COMPARED, strict=False))
