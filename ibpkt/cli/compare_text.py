"""What ``ibpkt compare`` prints for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ibpkt.analysis.compare.comparison import Comparison, Summary
from ibpkt.analysis.compare.differences import Difference
from ibpkt.analysis.compare.tap_table import ADDRESSES, opcode_name
from ibpkt.errors import escape_text
from ibpkt.output.table import limited_table


def difference_lines(differences: Sequence[Difference]) -> str:
    """A line for each difference."""
    return "".join(map(_line, differences))


def _line(difference: Difference) -> str:
    frames = f"{difference.frame_a or '-':>7} {difference.frame_b or '-':>7}"
    packet = f"flow {difference.flow} {opcode_name(difference.opcode)} PSN={difference.psn}"
    return f"{frames} {difference.kind.name:<11} {packet}: {difference}\n"


def summary_text(comparison: Comparison, names: tuple[str, str], limit: int, left_out: int) -> str:
    """What follows the differences: counts, clocks, and tables of flows and rewrites.

    Args:
        comparison: read to its end.
        names: of the captures.
        limit: rows of a table, at most; 0 for all.
        left_out: differences that are not shown.
    """
    summary = comparison.summary()
    lines = [f"… and {left_out} more differences"] if left_out else []
    lines += [""] if any(summary.counts.values()) else []
    for place, name in enumerate(names):
        lines.append(
            f"{'AB'[place]}: {escape_text(name)}: {summary.packets[place]} packets, "
            f"{summary.transport[place]} with a BTH, {summary.outside[place]} of them when the other did not"
            f" capture{_jumps(summary.jumps[place])}"
        )
    text = "".join(f"{line}\n" for line in (*lines, *_sentences(summary)))
    for rows in (list(map(_flow, comparison.flows())), comparison.rewrites()):
        text += f"\n{limited_table(rows, limit)}" if rows else ""
    return text


def _jumps(count: int) -> str:
    return f"; its clock was set back {count} time{'s' if count > 1 else ''}" if count else ""


def _sentences(summary: Summary) -> Iterator[str]:
    counts = ", ".join(f"{count} {name}" for name, count in summary.counts.items() if count)
    yield f"{summary.both} packets seen at both; {counts or 'no differences'}"
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
_DELAYS = {"delay_median": "median µs", "delay_p99": "99 % µs", "delay_max": "max µs"}


def _flow(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the table of flows; delays in microseconds."""
    ends = {name: row[name] for name in ("flow", "source", "destination")}
    counts = {title: row[name] for name, title in _COUNTS.items()}
    delays = {title: None if row[name] is None else round(row[name] * 1e6, 1) for name, title in _DELAYS.items()}
    return {**ends, "QP": f"0x{row['destqp']:06x}", "way": row["way"], **counts, **delays}
