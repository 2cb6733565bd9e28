"""Where an axis has labels, and what they say."""

from __future__ import annotations

import math
from typing import NamedTuple

from ibpkt.plot.chart import ChartAxis, Unit

#: prefixes of scaled units, by the power of ten
_PREFIXES = ((12, "T"), (9, "G"), (6, "M"), (3, "k"))
#: units of time by their length in seconds, and the ending of labels
_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
#: numbers of a decade that get a label, where there are few decades
_FEW = (1.0, 2.0, 5.0)


class AxisTick(NamedTuple):
    """A label.

    Attributes:
        value: where.
        text: what it says.
    """

    value: float
    text: str


def nice_step(span: float, most: int) -> float:
    """The least of 1, 2, 5, 10, 20 … that makes no more than ``most`` steps of a span."""
    if span <= 0 or not math.isfinite(span):
        return 1.0
    rough = span / most
    power = 10.0 ** math.floor(math.log10(rough))
    return next(step for factor in (1, 2, 5, 10, 20) if (step := factor * power) >= rough * 0.999)


def axis_ticks(axis: ChartAxis, most: int = 7) -> list[AxisTick]:
    """Labels of the axis that lanes share."""
    return _decades(axis, most) if axis.logarithmic else _times(axis, most)


def _times(axis: ChartAxis, most: int) -> list[AxisTick]:
    step = nice_step(axis.high - axis.low, most)
    reach = max(abs(axis.low), abs(axis.high))
    size, unit = next(((size, unit) for size, unit in _TIMES if reach >= size), _TIMES[-1])
    digits = max(0, -math.floor(math.log10(step / size) + 1e-9))
    first = math.ceil(axis.low / step - 1e-6)
    last = math.floor(axis.high / step + 1e-6)
    return [AxisTick(at * step, f"{at * step / size:,.{digits}f} {unit}") for at in range(first, last + 1)]


def _decades(axis: ChartAxis, most: int) -> list[AxisTick]:
    low, high = math.log10(axis.low), math.log10(axis.high)
    factors = _FEW if high - low < most / 3 else (1.0,)
    every = max(1, math.ceil((high - low) / most))
    found = []
    for power in range(math.floor(low), math.ceil(high) + 1, every):
        found += [AxisTick(factor * 10.0**power, span_label(factor * 10.0**power)) for factor in factors]
    return [tick for tick in found if axis.low * 0.999 <= tick.value <= axis.high * 1.001]


def span_label(seconds: float) -> str:
    """A span of time with three digits at most."""
    for size, unit in _TIMES:
        if seconds >= size * 0.9995:
            return f"{seconds / size:,.3g} {unit}" if seconds / size < 1000 else f"{seconds / size:,.0f} {unit}"
    return "0" if not seconds else f"{seconds * 1e9:.3g} ns"


def value_ticks(low: float, high: float, unit: Unit, most: int = 4) -> list[AxisTick]:
    """Labels of y; 0 has none."""
    step = nice_step(high - low, most)
    if not unit.scaled:
        step = max(1.0, step)
    places = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    return [AxisTick(at * step, value_label(at * step, unit, high)) for at in places if at]


def value_label(value: float, unit: Unit, like: float) -> str:
    """A number of a lane, in the unit that suits the largest."""
    if unit.signed:
        return f"{value:+,.0f}"
    if not unit.scaled:
        return f"{value:,.0f}" if value == round(value) else f"{value:,.3g}"
    size, _ = scale(like)
    return f"{value / size:,.4g}"


def unit_label(unit: Unit, like: float) -> str:
    """The unit in which `value_label` writes numbers."""
    return f"{scale(like)[1]}{unit.name}" if unit.scaled else unit.name


def scale(like: float) -> tuple[float, str]:
    """What numbers like this one are divided by, and the prefix of their unit."""
    return next(((10.0**power, prefix) for power, prefix in _PREFIXES if like >= 10**power), (1.0, ""))


def with_unit(value: float, unit: Unit) -> str:
    """A number of a lane with its unit, for sentences."""
    size, prefix = scale(value) if unit.scaled else (1.0, "")
    return f"{value / size:,.3g} {prefix}{unit.name}" if unit.scaled else f"{value:,.0f} {unit.name}".rstrip()
