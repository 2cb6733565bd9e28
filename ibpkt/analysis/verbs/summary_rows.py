"""Latency, queue depth and remote memory as flat rows: the values of CSV and JSON by name."""

from __future__ import annotations

from typing import Any

from ibpkt.analysis.results.tables import ENDS, microseconds
from ibpkt.analysis.verbs.latency import PERCENTILES, Latency
from ibpkt.analysis.verbs.memory_regions import MemoryRegions
from ibpkt.analysis.verbs.queue_depth import Interval
from ibpkt.schema.value_types import seconds


def percentile_key(percentile: float) -> str:
    """The key of a percentile in microseconds: p50_us, p99_9_us."""
    return f"p{percentile:g}".replace(".", "_") + "_us"


#: columns of latencies; JSON also has a ``histogram``
LATENCY = (
    "flow", "side", "kind", "completed", "others", "min_us", *map(percentile_key, PERCENTILES), "max_us", "mean_us",
    "response_p50_us", "response_p99_us",
)  # fmt: skip
DEPTH = ("flow", "side", "start", "length", "mean", "peak", "begun")
REGION = (
    "owner", "r_key", "address", "size", "reads", "read_bytes", "writes", "written_bytes", "atomics", "flushes",
    "again", "unconfirmed", "first", "last", "other_keys",
)  # fmt: skip


def latency_row(latency: Latency) -> dict[str, Any]:
    """The latencies of one flow, end and kind; spans in microseconds, None where no message was completed."""
    done, response = latency.completion, latency.response
    row: dict[str, Any] = {
        "flow": latency.flow,
        "side": None if latency.side is None else ENDS[latency.side],
        "kind": latency.kind,
        "completed": done.count,
        "others": latency.without,
        "min_us": microseconds(done.least) if done.count else None,
    }
    for percentile in PERCENTILES:
        row[percentile_key(percentile)] = done.percentile(percentile) / 1000 if done.count else None
    row["max_us"] = microseconds(done.most) if done.count else None
    row["mean_us"] = round(done.mean / 1000, 6) if done.count else None
    for percentile in (50, 99):
        row[f"response_{percentile_key(percentile)}"] = (
            response.percentile(percentile) / 1000 if response.count else None
        )
    row["histogram"] = [[low / 1000, high / 1000, count] for low, high, count in done.steps()]
    return row


def depth_row(interval: Interval) -> dict[str, Any]:
    """The messages outstanding in an interval."""
    return interval._asdict() | {
        "side": None if interval.side is None else ENDS[interval.side],
        "start": seconds(interval.start),
        "length": interval.length / 1e9,
        "mean": round(interval.mean, 6),
    }


def region_rows(memory: MemoryRegions) -> list[dict[str, Any]]:
    """The regions of remote memory."""
    rows = []
    for region in memory:
        values = {name: getattr(region, name) for name in REGION if hasattr(region, name)}
        values.update(first=seconds(region.first), last=seconds(region.last), other_keys=region.keys)
        rows.append({name: values[name] for name in REGION})
    return rows
