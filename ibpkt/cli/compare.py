"""``ibpkt compare``: the same packets at two points."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import click

from ibpkt.analysis.compare.comparison import AT_ONCE, LATE, WINDOW, Comparison, Summary
from ibpkt.analysis.compare.differences import Difference
from ibpkt.analysis.compare.tap_table import ADDRESSES, opcode_name
from ibpkt.analysis.results.finding import Severity
from ibpkt.batch import Batch
from ibpkt.cli import PROBLEMS
from ibpkt.cli.common import Files, asked_by, display_filter, examples, filter_option, matching, output, with_progress
from ibpkt.cli.json_spool import Spool
from ibpkt.cli.parameters import Choice, Seconds, roce_port_option
from ibpkt.errors import escape_text
from ibpkt.filter import Filter
from ibpkt.io import source
from ibpkt.output.table import table
from ibpkt.schema.value_types import seconds

#: differences that are told, and rows of a table, unless told otherwise
ROWS = 1000
#: seconds between two clocks, at most: one that was never set stands at 1970
FARTHEST = 4 * 10**9


@click.command(
    epilog=examples(
        "ibpkt compare captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap",
        "ibpkt compare --late 0.003 --format json captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap",
        "ibpkt compare --fail warning -Y 'infiniband.bth.opcode < 17' captures/rc_write.pcap captures/rc_write.pcap",
    )
)
@click.argument("a", metavar="A", type=click.Path(allow_dash=True))
@click.argument("b", metavar="B", type=click.Path(allow_dash=True))
@filter_option
@click.option(
    "--window",
    default=WINDOW / 1e9,
    type=Seconds(1e-9),
    show_default=True,
    metavar="SECONDS",
    help="How long a packet may be under way from tap to tap.",
)
@click.option(
    "--late",
    default=LATE / 1e9,
    type=Seconds(),
    show_default=True,
    metavar="SECONDS",
    help="Tell of packets that took so much longer than the fastest.",
)
@click.option(
    "--offset",
    type=Seconds(-FARTHEST, FARTHEST),
    metavar="SECONDS",
    help="How far B's clock is ahead; found out unless given.",
)
@click.option(
    "--limit",
    default=ROWS,
    type=click.IntRange(0),
    show_default=True,
    metavar="N",
    help="Tell of the first N differences, flows and rewrites; 0 for all.",
)
@click.option(
    "--fail",
    type=Choice([str(severity) for severity in Severity]),
    help="Exit with 1 where a difference is as bad: warning for what is lost, duplicated or altered.",
)
@roce_port_option
@click.option("--format", "form", type=Choice(["text", "json"]), default="text", help="Text, or one object of JSON.")
def command(
    a: str,
    b: str,
    chosen: str | None,
    window: int,
    late: int,
    offset: int | None,
    limit: int,
    fail: str | None,
    roce_port: int,
    form: str,
) -> int:
    """What happened to packets between two taps?

    A and B are captures of the same flows at two points. Tells which packets only one of them has seen, which came
    late, twice, overtaken, marked (CE, FECN) or changed, and how far the clocks of the taps are apart.
    """
    if a == b == "-":
        raise click.UsageError("one of A and B may be standard input, not both")
    inputs = Files((a, b), roce_port)
    with contextlib.ExitStack() as stack:
        wanted = display_filter(chosen)
        captures = [
            stack.enter_context(source.open(name, roce_port=roce_port)).follow(asked_by(wanted)) for name in (a, b)
        ]
        comparison = Comparison(
            with_progress(_packets(captures[0], wanted, inputs), captures[0]),
            _packets(captures[1], wanted, inputs),
            window=window,
            late=late,
            offset=offset,
        )
        account = Objects(limit) if form == "json" else Lines(limit)
        bad = 0
        for difference in comparison:
            account.add(difference, comparison)
            bad += fail is not None and difference.kind.severity >= Severity[fail.upper()]
        account.end((a, b), comparison)
        for capture in captures:
            if capture.damage is not None:
                inputs.complain(str(capture.damage))
    if fail is not None and not comparison.summary().both:
        bad += 1  # nothing could be compared
    return inputs.code or (PROBLEMS if bad else 0)


def _packets(capture: source.Capture, wanted: Filter | None, inputs: Files) -> Iterator[Batch]:
    return matching(capture.batches(max_packets=2 * AT_ONCE), wanted, inputs)


def _row(difference: Difference) -> dict[str, Any]:
    """A difference as it is told."""
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


class Lines:
    """Text: a line a difference, then tables."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.left = 0
        self._told = 0

    def add(self, difference: Difference, comparison: Comparison) -> None:
        """A difference."""
        if self.limit and self._told >= self.limit:
            self.left += 1
            return
        self._told += 1
        frames = f"{difference.frame_a or '-':>7} {difference.frame_b or '-':>7}"
        packet = f"flow {difference.flow} {opcode_name(difference.opcode)} PSN={difference.psn}"
        output().write(f"{frames} {difference.kind.name:<11} {packet}: {difference}\n".encode())

    def end(self, names: tuple[str, str], comparison: Comparison) -> None:
        """The tables."""
        summary = comparison.summary()
        lines = [f"… and {self.left} more differences\n"] if self.left else []
        lines += ["\n"] if self._told else []
        for place, name in enumerate(names):
            lines.append(
                f"{'AB'[place]}: {escape_text(name)}: {summary.packets[place]} packets, "
                f"{summary.transport[place]} with a BTH, {summary.outside[place]} of them when the other did not"
                f" capture{_jumps(summary.jumps[place])}\n"
            )
        lines += [f"{sentence}\n" for sentence in _sentences(summary)]
        lines += self._table([_flow(row) for row in comparison.flows()])
        lines += self._table(comparison.rewrites())
        output().write("".join(lines).encode())

    def _table(self, rows: list[dict[str, Any]]) -> list[str]:
        kept = rows[: self.limit] if self.limit else rows
        more = [f"… and {len(rows) - len(kept)} more\n"] if len(rows) > len(kept) else []
        return ["\n", table(kept), *more] if kept else []


def _jumps(count: int) -> str:
    return f"; its clock was set back {count} time{'s' if count > 1 else ''}" if count else ""


def _sentences(summary: Summary) -> Iterator[str]:
    """What is known of the whole."""
    counts = ", ".join(f"{count} {name}" for name, count in summary.counts.items() if count)
    yield f"{summary.both} packets seen at both; {counts or 'no differences'}"
    if summary.forced:
        yield f"{summary.forced} packets were given up early, since too many waited for their partners"
    if summary.unnamed:
        yield f"{summary.unnamed} packets have addresses beyond the first {ADDRESSES}: their flows are not told apart"
    clock = summary.clock
    if clock.offset is None:
        yield "clocks: nothing is known, no packet was seen at both"
        return
    drift = (
        "" if clock.drift is None else f", and gains {clock.drift / 1000:.3f} ± {_drift(clock.drift_uncertainty)} ppm"
    )
    ahead = f"clocks: B is {abs(clock.offset) / 1e9:.9f} s {'ahead' if clock.offset >= 0 else 'behind'}"
    if clock.uncertainty is None:
        yield f"{ahead}{drift}, or the packets take so long: they went one way only"
    else:
        yield (
            f"{ahead} ± {clock.uncertainty / 1e9:.9f} s{drift}; "
            f"the fastest packets there and back take {(clock.round_trip or 0) / 1e9:.9f} s"
        )


def _drift(uncertainty: float | None) -> str:
    return f"{(uncertainty or 0) / 1000:.3f}"


#: columns of a flow that are told even where they are 0 for all
_ALWAYS = ("both", "only_at_a", "only_at_b")


def _flow(row: dict[str, Any]) -> dict[str, Any]:
    """A flow as a table for people shows it: delays in microseconds."""
    shown = {name: row[name] for name in ("flow", "source", "destination")}
    shown |= {"QP": f"0x{row['destqp']:06x}", "way": row["way"]}
    names = {"only_at_a": "only A", "only_at_b": "only B", "duplicated": "twice", "ce_marked": "CE", "fecn_set": "FECN"}
    for name in (*_ALWAYS, "duplicated", "reordered", "delayed", "ce_marked", "fecn_set", "corrupted", "altered"):
        shown[names.get(name, name)] = row[name]
    for name, label in (("delay_median", "median µs"), ("delay_p99", "99 % µs"), ("delay_max", "max µs")):
        shown[label] = None if row[name] is None else round(row[name] * 1e6, 1)
    return shown


class Objects:
    """One JSON object."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._spool = Spool()

    def add(self, difference: Difference, comparison: Comparison) -> None:
        """A difference."""
        if not self.limit or len(self._spool) < self.limit:
            self._spool.add(_row(difference))

    def end(self, names: tuple[str, str], comparison: Comparison) -> None:
        """Print it all."""
        summary = comparison.summary()
        clock = summary.clock
        flows, rewrites = comparison.flows(), comparison.rewrites()
        result = {
            "a": names[0],
            "b": names[1],
            "packets": dict(zip("ab", summary.packets, strict=True)),
            "transport": dict(zip("ab", summary.transport, strict=True)),
            "both": summary.both,
            "outside": dict(zip("ab", summary.outside, strict=True)),
            "counts": summary.counts,
            "forced": summary.forced,
            "unnamed": summary.unnamed,
            "jumps": dict(zip("ab", summary.jumps, strict=True)),
            "clock": {
                "offset": None if clock.offset is None else seconds(clock.offset),
                "uncertainty": None if clock.uncertainty is None else seconds(clock.uncertainty),
                "drift_ppm": None if clock.drift is None else clock.drift / 1000,
                "drift_uncertainty_ppm": None if clock.drift_uncertainty is None else clock.drift_uncertainty / 1000,
                "round_trip": None if clock.round_trip is None else seconds(clock.round_trip),
                "at": seconds(clock.at),
            },
            "more": {
                "flows": len(flows) - len(self._kept(flows)),
                "rewrites": len(rewrites) - len(self._kept(rewrites)),
                "differences": sum(summary.counts.values()) - len(self._spool),
            },
            "flows": self._kept(flows),
            "rewrites": self._kept(rewrites),
        }
        self._spool.write(result, "differences")

    def _kept(self, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        return rows[: self.limit] if self.limit else rows
