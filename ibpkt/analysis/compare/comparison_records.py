"""A comparison as plain values by name, as JSON has it."""

from __future__ import annotations

from typing import Any

from ibpkt.analysis.compare.comparison import Comparison
from ibpkt.analysis.compare.differences import Difference
from ibpkt.analysis.compare.tap_table import opcode_name
from ibpkt.schema.value_types import seconds


def difference_record(difference: Difference) -> dict[str, Any]:
    """A difference; times are seconds in text that keeps nanoseconds."""
    facts = {name: value for name, value in difference.facts.items() if name != "fields"}
    changes = [change._asdict() for change in difference.facts.get("fields", ())]
    return {
        "kind": difference.kind.name,
        "severity": str(difference.kind.severity),
        "frame_a": difference.frame_a,
        "frame_b": difference.frame_b,
        "time": seconds(difference.time),
        "flow": difference.flow,
        "opcode": opcode_name(difference.opcode),
        "psn": difference.psn,
        **facts,
        **({"changes": changes} if changes else {}),
    }


def comparison_record(comparison: Comparison, a: str, b: str, limit: int = 0, left_out: int = 0) -> dict[str, Any]:
    """What is known of the two captures as a whole, once the differences have been read.

    Args:
        comparison: read to its end.
        a: the name of one capture.
        b: the name of the other.
        limit: flows and rewrites, at most; 0 for all.
        left_out: differences that are not shown.
    """
    summary = comparison.summary()
    clock = summary.clock
    flows, rewrites = comparison.flows(), comparison.rewrites()
    most = limit or max(len(flows), len(rewrites))
    return {
        "a": a,
        "b": b,
        "packets": _by_tap(summary.packets),
        "transport": _by_tap(summary.transport),
        "both": summary.both,
        "outside": _by_tap(summary.outside),
        "counts": summary.counts,
        "forced": summary.forced,
        "unnamed": summary.unnamed,
        "jumps": _by_tap(summary.jumps),
        "clock": {
            "offset": _seconds(clock.offset),
            "uncertainty": _seconds(clock.uncertainty),
            "drift_ppm": None if clock.drift is None else clock.drift / 1000,
            "drift_uncertainty_ppm": None if clock.drift_uncertainty is None else clock.drift_uncertainty / 1000,
            "round_trip": _seconds(clock.round_trip),
            "at": seconds(clock.at),
        },
        "more": {"flows": len(flows[most:]), "rewrites": len(rewrites[most:]), "differences": left_out},
        "flows": flows[:most],
        "rewrites": rewrites[:most],
    }


def _by_tap(pair: tuple[int, int]) -> dict[str, int]:
    return dict(zip("ab", pair, strict=True))


def _seconds(nanoseconds: int | None) -> str | None:
    return None if nanoseconds is None else seconds(nanoseconds)
