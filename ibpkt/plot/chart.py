"""A chart as data: lanes below each other on one axis.  What draws it, as SVG or as text, knows nothing else."""

from __future__ import annotations

import dataclasses
import enum
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ibpkt.conveniences import extensible

Floats = NDArray[np.float64]


class ChartRole(enum.StrEnum):
    """What a series is about: it decides its colour, and never stands for anything else."""

    A = "a"
    B = "b"
    C = "c"
    D = "d"
    OTHER = "other"
    AGAIN = "again"
    REFUSED = "refused"
    WAITING = "waiting"
    ACKNOWLEDGED = "acknowledged"
    MARKED = "marked"


#: roles of what a chart compares: the first four, then all others
COMPARED = (ChartRole.A, ChartRole.B, ChartRole.C, ChartRole.D)


class SeriesForm(enum.Enum):
    """How a series is drawn."""

    AREA = "area"  # from 0 to y, from x to x2
    STEPS = "steps"  # a line at y from x to the next x
    DOTS = "dots"  # from y to y2 at x: one dot where they are equal
    SQUARES = "squares"  # likewise, with corners
    CROSSES = "crosses"  # a cross at x, y
    STICKS = "sticks"  # from 0 to y at x, never too short to be seen
    BARS = "bars"  # from 0 to y, from x to x2, with room between them
    SPANS = "spans"  # a box from x to x2, y to y2


@dataclasses.dataclass(frozen=True, eq=False)
class ChartSeries:
    """Values of one kind.

    Attributes:
        name: as the legend says it.
        role: what it is about.
        form: how it is drawn.
        x: shape (n,), in the units of the axis, ascending.
        y: shape (n,), in the unit of the lane.
        x2, y2: other ends, where the form has them; else as x and y.
        step: of `STEPS`, the line ends at the last x.
    """

    name: str
    role: ChartRole
    form: SeriesForm
    x: Floats
    y: Floats
    x2: Floats
    y2: Floats

    @classmethod
    def of(
        cls,
        name: str,
        role: ChartRole,
        form: SeriesForm,
        x: Sequence[float] | NDArray[np.generic],
        y: Sequence[float] | NDArray[np.generic],
        *,
        x2: Sequence[float] | NDArray[np.generic] | None = None,
        y2: Sequence[float] | NDArray[np.generic] | None = None,
    ) -> ChartSeries:
        """A series out of anything that is an array of numbers."""
        xs, ys = np.asarray(x, np.float64), np.asarray(y, np.float64)
        ends = np.asarray(xs if x2 is None else x2, np.float64), np.asarray(ys if y2 is None else y2, np.float64)
        return cls(name, role, form, xs, ys, *ends)

    def __len__(self) -> int:
        return len(self.x)


class Unit(NamedTuple):
    """What numbers of a lane count.

    Attributes:
        name: behind the number: ``bit/s``, ``packets``.
        scaled: write 2.5 Gbit/s, not 2,500,000,000 bit/s.
        signed: write +400: the numbers are distances.
    """

    name: str
    scaled: bool = False
    signed: bool = False


@dataclasses.dataclass(frozen=True, eq=False)
class ChartLane:
    """One part of a chart.

    Attributes:
        title: what it shows.
        unit: of y.
        series: drawn in this order.
        aside: what stands behind the title, in a softer colour.
        height: in pixels.
        fit: y begins at its smallest value, not at 0.
        labelled: y has labels.
    """

    title: str
    unit: Unit
    series: tuple[ChartSeries, ...]
    aside: str = ""
    height: int = 132
    fit: bool = False
    labelled: bool = True

    @property
    def range(self) -> tuple[float, float]:
        """The lowest y and the highest; never the same."""
        lows = [float(min(each.y.min(), each.y2.min())) for each in self.series if len(each)]
        highs = [float(max(each.y.max(), each.y2.max())) for each in self.series if len(each)]
        low, high = (min(lows), max(highs)) if lows else (0.0, 1.0)
        if not self.fit:
            low = min(0.0, low)
        return low, high if high > low else low + 1.0


@dataclasses.dataclass(frozen=True)
class ChartAxis:
    """The axis that lanes share: seconds since the first packet, or spans of seconds on a logarithmic scale.

    Attributes:
        low, high: its ends, in seconds.
        logarithmic: each decade is as wide as the next.
    """

    low: float
    high: float
    logarithmic: bool = False

    def share(self, values: Floats) -> Floats:
        """Where values are, from 0 at the left end to 1 at the right one."""
        if self.logarithmic:
            low, high = math.log(self.low), math.log(self.high)
            return (np.log(np.maximum(values, 1e-12)) - low) / (high - low)
        # a nanosecond a century after the first packet is nothing in seconds
        return (values - self.low) / ((self.high - self.low) or 1.0)


@extensible
@dataclasses.dataclass(frozen=True, eq=False)
class Chart:
    """A chart.

    Attributes:
        kind: of the plot.
        title: what it shows, in a few words.
        facts: one line of facts below.
        axis: what lanes share.
        lanes: from top to bottom; none where there is nothing to show.
        command: the line that prints the numbers.
        description: what it says, in sentences, for those who do not see it.
    """

    kind: str
    title: str
    facts: str
    axis: ChartAxis
    lanes: tuple[ChartLane, ...]
    command: str
    description: str

    def legend(self) -> list[tuple[str, ChartRole, SeriesForm]]:
        """Names with how they are drawn, each once."""
        seen: dict[tuple[str, ChartRole], SeriesForm] = {}
        for lane in self.lanes:
            for each in lane.series:
                if len(each) and each.name:
                    seen.setdefault((each.name, each.role), each.form)
        return [(name, role, form) for (name, role), form in seen.items()]


@dataclasses.dataclass(frozen=True)
class MatrixCell:
    """What went from one to another.

    Attributes:
        source, target: places of the two in the names of the matrix.
        value: how much.
    """

    source: int
    target: int
    value: int


@extensible
@dataclasses.dataclass(frozen=True)
class MatrixChart:
    """Who talks to whom.

    Attributes:
        title, facts, command, description: as those of a `Chart`.
        names: of the rows and of the columns, those with the most first.
        cells: those with a value.
        text: how a value is written.
        left_out: what is not shown, a sentence or nothing.
    """

    title: str
    facts: str
    command: str
    description: str
    names: tuple[str, ...]
    cells: tuple[MatrixCell, ...]
    text: Callable[[int], str]
    left_out: str = ""
    kind: str = "matrix"


@extensible
@dataclasses.dataclass(frozen=True)
class DrawnPicture:
    """A picture that something else has drawn.

    Attributes:
        title, description, command: as those of a `Chart`.
        svg: the whole document.
        kind: of the plot.
    """

    title: str
    description: str
    command: str
    svg: str
    kind: str = "topology"


Picture = Chart | MatrixChart | DrawnPicture
