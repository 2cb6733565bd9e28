"""What ``ibpkt compare`` prints for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ibpkt.analysis.compare.comparison import Comparison, Summary
from ibpkt.analysis.compare.differences import Difference
from ibpkt.analysis.compare.tap_table import ADDRESSES, opcode_name
from ibpkt.errors import escape_text
from ibpkt.output.table import Row
from ibpkt.output.table_fit import TableFit, cut, wrapped


def difference_lines(differences: Sequence[Difference], fit: TableFit = TableFit()) -> str:  # noqa: B008  # immutable
    """A line for each difference, cut where it is wider than the terminal."""
    return "".join(f"{cut(_line(difference), fit.limit)}\n" for difference in differences)


def _line(difference: Difference) -> str:
    frames = f"{difference.frame_a or '-':>7} {difference.frame_b or '-':>7}"
    packet = f"flow {difference.flow} {opcode_name(difference.opcode)} PSN={difference.psn}"
    return f"{frames} {difference.kind.name:<11} {packet}: {difference}"


def summary_text(comparison: Comparison, names: tuple[str, str], limit: int, left_out: int, fit: TableFit) -> str:
    """What follows the differences: counts, clocks, and tables of flows and rewrites.

    Args:
        comparison: read to its end.
        names: of the captures.
        limit: rows of a table, at most; 0 for all.
        left_out: differences that are not shown.
        fit: how wide tables may be, and which columns of the flows are wanted.
    """
    summary = comparison.summary()
    lines = [f"… and {left_out} more differences"] if left_out else []
    lines += [""] if any(summary.counts.values()) else []
    for place, name in enumerate(names):
        lines.append(
            f"{'AB'[place]}: {escape_text(name)}: {summary.packets[place]} packets, "
            f"{summary.transport[place]} with a BTH, {summary.outside[place]} of them while the other was not"
            f" capturing{_jumps(summary.jumps[place])}"
        )
    text = "".join(wrapped(line, fit.limit) for line in (*lines, *_sentences(summary)))
    flows = list(map(_flow, comparison.flows()))
    text += _limited(flows, limit, fit, _first_to_go(flows))
    return text + _limited(comparison.rewrites(), limit, fit._replace(columns=()))


def _limited(rows: Sequence[Row], limit: int, fit: TableFit, first_to_go: Sequence[str] | None = None) -> str:
    """A table of the first rows, and how many more there are; nothing where there are none."""
    shown = rows[:limit] if limit else rows
    more = len(rows) - len(shown)
    table = fit.table(shown, first_to_go=first_to_go)
    return f"\n{table}" + (f"… and {more} more\n" if more else "") if rows else ""


def _first_to_go(flows: Sequence[Row]) -> list[str]:
    """The columns of the flows as they are left out: first the counts of what did not happen."""
    nothing = [title for title in _COUNTS.values() if not any(row[title] for row in flows)]
    return [*nothing, "p99 µs", "median µs", "way", *reversed([*_COUNTS.values()][1:]), "max µs"]


def _jumps(count: int) -> str:
    return f"; its clock was set back {count} time{'s' if count > 1 else ''}" if count else ""


def _sentences(summary: Summary) -> Iterator[str]:
    counts = ", ".join(f"{count} {name}" for name, count in summary.counts.items() if count)
    nothing = "no differences" if summary.both else "nothing can be compared"
    yield f"{summary.both} packets seen at both; {counts or nothing}"
    if summary.forced:
        yield f"{summary.forced} packets were given up early, since too many waited for their partners"
    if summary.unnamed:
        yield f"{summary.unnamed} packets have addresses beyond the first {ADDRESSES}: their flows are not separated"
    clock = summary.clock
    if clock.offset is None:
        yield "clocks: unknown, since no packet was seen at both"
        return
    drift = ""
    if clock.drift is not None:
        drift = f", and gains {clock.drift / 1000:.3f} ± {(clock.drift_uncertainty or 0) / 1000:.3f} ppm"
    ahead = f"clocks: B is {abs(clock.offset) / 1e9:.9f} s {'ahead' if clock.offset >= 0 else 'behind'}"
    if clock.uncertainty is None:
        yield f"{ahead}{drift}, or the packets take so long: they went one way only"
    else:
        yield (
            f"{ahead} ± {clock.uncertainty / 1e9:.9f} s{drift}; "
            f"the fastest packets there and back take {(clock.round_trip or 0) / 1e9:.9f} s"
        )


#: differences of a flow in the order of its columns, and their titles where these are not their names
_COUNTS = {
    "both": "both",
    "only_at_a": "only A",
    "only_at_b": "only B",
    "duplicated": "twice",
    "reordered": "reordered",
    "delayed": "delayed",
    "ce_marked": "CE",
    "fecn_set": "FECN",
    "corrupted": "corrupted",
    "altered": "altered",
}
_DELAYS = {"delay_median": "median µs", "delay_p99": "p99 µs", "delay_max": "max µs"}
#: the columns of the table of flows
FLOW_TITLES = ("flow", "source", "destination", "QP", "way", *_COUNTS.values(), *_DELAYS.values())


def _flow(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the table of flows; delays in microseconds."""
    ends = [row[name] for name in ("flow", "source", "destination")]
    delays = (None if row[name] is None else round(row[name] * 1e6, 1) for name in _DELAYS)
    values = (*ends, f"0x{row['destqp']:06x}", row["way"], *(row[name] for name in _COUNTS), *delays)
    return dict(zip(FLOW_TITLES, values, strict=True))
