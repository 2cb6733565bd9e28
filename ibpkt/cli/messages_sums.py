"""What messages come to, as tables, CSV and JSON: latencies, depth, memory."""

from __future__ import annotations

import math
from typing import Any, BinaryIO, NamedTuple

from ibpkt.analysis.results.tables import ENDS
from ibpkt.analysis.verbs.latency import PERCENTILES, Latencies, Latency
from ibpkt.analysis.verbs.memory_regions import MemoryRegions
from ibpkt.analysis.verbs.queue_depth import QueueDepth
from ibpkt.cli.common import remark
from ibpkt.cli.messages_rows import MessageRows
from ibpkt.errors import escape_text
from ibpkt.output.table import comma_separated, json_object, json_text, table
from ibpkt.schema.value_types import seconds

#: characters of the longest bar of a histogram
BAR = 40


class SummaryReport(NamedTuple):
    """A report on one file.

    Attributes:
        key: the key of its rows in JSON.
        columns: names of the values in CSV.
        rows: for programs.
        shown: for people.
        below: lines below the table.
        more: what JSON has beside the rows.
    """

    key: str
    columns: tuple[str, ...]
    rows: list[dict[str, Any]]
    shown: list[dict[str, Any]]
    below: str
    more: dict[str, Any]

    @property
    def remarks(self) -> list[str]:
        """What is left out, as sentences."""
        return [_LEFT_OUT[name].format(count) for name, count in self.more.items() if name in _LEFT_OUT and count]


#: what is left out, by the key in JSON
_LEFT_OUT = {
    "left_out": "{} messages of other flows are left out",
    "refused": "{} messages were refused and touched nothing",
    "given_up": "{} regions that were quiet for long have been left out",
}


def written(out: BinaryIO, form: str, name: str, several: bool, report: SummaryReport, state: MessageRows) -> None:
    """Write a report.

    Args:
        out: where to.
        form: the format.
        name: the file's name.
        several: there are several files: say which it is of.
        report: the report.
        state: knows whether the header of a CSV has been written.
    """
    rows = [{"file": name, **row} for row in report.rows] if several else report.rows
    if form == "text":
        title = f"==> {escape_text(name)} <==\n" if several else ""
        text = title + table(report.shown) + report.below + "".join(f"{line}\n" for line in report.remarks)
    elif form == "csv":
        columns = ("file", *report.columns) if several else report.columns
        kept = [{key: _flat(row[key]) for key in columns} for row in rows]
        text = comma_separated(columns, kept, state.fresh)
        state.fresh = False
    elif form == "jsonl":
        text = "".join(json_text(row) + "\n" for row in rows)
    else:
        text = json_object(name, report.key, report.rows, **report.more)
    out.write(text.encode())
    if form in ("csv", "jsonl"):  # there is no place for it among the rows
        for line in report.remarks:
            remark(name, line)


def _flat(value: Any) -> Any:
    """A value for CSV: lists as their items."""
    return " ".join(map(str, value)) if isinstance(value, list) else value


def _percent(percentile: float) -> str:
    """The key of a percentile: p50, p99_9."""
    return f"p{percentile:g}".replace(".", "_")


def _whose(latency: Latency) -> str:
    if latency.flow is None or latency.side is None:
        return f"others {latency.kind}"
    return f"{latency.flow}{ENDS[latency.side]} {latency.kind}"


LATENCY = (
    "flow", "side", "kind", "completed", "others", "min_us", *(f"{_percent(each)}_us" for each in PERCENTILES),
    "max_us", "mean_us", "response_p50_us", "response_p99_us",
)  # fmt: skip


def latency_report(latencies: Latencies) -> SummaryReport:
    """Percentiles by flow, end and kind; the histograms of completion below."""
    rows: list[dict[str, Any]] = []
    below = []
    for latency in latencies:
        done = latency.completion
        row: dict[str, Any] = {
            "flow": latency.flow,
            "side": None if latency.side is None else ENDS[latency.side],
            "kind": latency.kind,
            "completed": done.count,
            "others": latency.without,
            "min_us": done.least / 1000 if done.count else None,
        }
        for percentile in PERCENTILES:
            row[f"{_percent(percentile)}_us"] = done.percentile(percentile) / 1000 if done.count else None
        row["max_us"] = done.most / 1000 if done.count else None
        row["mean_us"] = round(done.mean / 1000, 6) if done.count else None
        first = latency.response
        row["response_p50_us"] = first.percentile(50) / 1000 if first.count else None
        row["response_p99_us"] = first.percentile(99) / 1000 if first.count else None
        steps = list(done.steps())
        row["histogram"] = [[low / 1000, behind / 1000, count] for low, behind, count in steps]
        rows.append(row)
        if done.count > 1:
            below.append(_histogram(_whose(latency), steps))
    shown = [{name: row[name] for name in LATENCY} for row in rows]
    return SummaryReport("latency", LATENCY, rows, shown, "".join(below), {})


def _histogram(title: str, steps: list[tuple[int, int, int]]) -> str:
    most = max(count for _, _, count in steps)
    widths = [max(len(_span(step[at])) for step in steps) for at in (0, 1)]
    digits = len(str(most))
    lines = [f"\n{title}: from the first packet to the completion\n"]
    for low, behind, count in steps:
        bar = "#" * (-(-count * BAR // most))
        line = f"  {_span(low):>{widths[0]}} to {_span(behind):>{widths[1]}}  {count:>{digits}}  {bar}"
        lines.append(line.rstrip() + "\n")
    return "".join(lines)


def _span(nanoseconds: int) -> str:
    for unit, name in ((1_000_000_000, "s"), (1_000_000, "ms"), (1000, "µs")):
        if nanoseconds >= unit:
            return f"{nanoseconds / unit:.3g} {name}" if nanoseconds < 1000 * unit else f"{nanoseconds // unit} {name}"
    return f"{nanoseconds} ns"


DEPTH = ("flow", "side", "start", "length", "mean", "peak", "begun")


def depth_report(depth: QueueDepth, first_time: int) -> SummaryReport:
    """Outstanding messages by flow, end and interval, and those of all together where there are several ends."""
    rows, shown = [], []
    for each in (*depth, *depth.total()):
        end = None if each.side is None else ENDS[each.side]
        own = {"mean": round(each.mean, 6), "peak": each.peak, "begun": each.begun}
        rows.append({"flow": each.flow, "side": end, "start": seconds(each.start), "length": each.length / 1e9, **own})
        time = f"{max(0, each.start - first_time) / 1e9:.6f}"
        bar = "#" * min(BAR, math.ceil(each.mean) if each.peak is None else each.peak)
        shown.append({"flow": "all" if end is None else f"{each.flow}{end}", "time": time, **own, "": bar})
    below = f"intervals of {_span(depth.length)}\n" if rows else ""
    if depth.asked is not None and depth.length > depth.asked:
        below = f"intervals of {_span(depth.length)}: there would be too many of {_span(depth.asked)}\n"
    return SummaryReport("depth", DEPTH, rows, shown, below, {"length": depth.length / 1e9, "left_out": depth.left_out})


REGION = (
    "owner", "r_key", "address", "size", "reads", "read_bytes", "writes", "written_bytes", "atomics", "flushes",
    "again", "unconfirmed", "first", "last", "other_keys",
)  # fmt: skip


def memory_rows(memory: MemoryRegions) -> list[dict[str, Any]]:
    """The regions for programs."""
    rows = []
    for region in memory:
        row = {name: getattr(region, name) for name in REGION if hasattr(region, name)}
        row.update(first=seconds(region.first), last=seconds(region.last), other_keys=region.keys)
        rows.append({name: row[name] for name in REGION})
    return rows


def memory_report(memory: MemoryRegions) -> SummaryReport:
    """The regions of remote memory that were touched."""
    rows = memory_rows(memory)
    shown = []
    for row in rows:
        line = dict(row, r_key=f"0x{row['r_key']:08x}", address=f"0x{row['address']:016x}")
        line["other_keys"] = " ".join(f"0x{key:08x}" for key in row["other_keys"]) or None
        del line["first"], line["last"]
        shown.append(line)
    idle = {name for name in REGION[4:] if all(line.get(name) in (0, None) for line in shown)}
    shown = [{name: value for name, value in line.items() if name not in idle} for line in shown]
    return SummaryReport("regions", REGION, rows, shown, "", {"refused": memory.refused, "given_up": memory.given_up})
