"""``ibpkt check``: is it intact?"""

from __future__ import annotations

from functools import partial
from typing import Any, NamedTuple

import click

from ibpkt.batch import Batch
from ibpkt.cli import PROBLEMS
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.options import capture_options, examples, format_option, jobs_option, report_color
from ibpkt.cli.run import FileEnd, FileStart, run
from ibpkt.cli.terminal import output, table_width
from ibpkt.errors import escape_text
from ibpkt.output.report import Layout, make_report
from ibpkt.output.table_fit import wrapped
from ibpkt.stats.check import IntegrityReport, Problem

#: columns of the number of a packet
_FRAME = 7
LAYOUT: Layout[Problem] = Layout(
    "problems",
    record=Problem._asdict,
    text=lambda problems: "".join(wrapped(str(problem), table_width(), _FRAME) for problem in problems),
    spooled=True,
)


class CheckResult(NamedTuple):
    """What was found in a batch."""

    counts: IntegrityReport
    problems: list[Problem]


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt check captures/rc_write.pcap",
        "ibpkt check captures/corrupt_write.pcap",
        "ibpkt check --format json captures/ib_small.pcap",
    ),
)
@capture_options()
@jobs_option
@format_option(["text", "json"], "Text, or a JSON object per file.")
def command(inputs: Files, jobs: int, form: str) -> int:
    """Is it intact?

    Verifies every ICRC, VCRC and LPCRC, and compares every length field with its surroundings. Prints a line for each
    problem with its likely cause, and counts at the end. Exits with 1 if there are problems.
    """
    report = make_report(form, output(), LAYOUT, color=report_color())
    problems = 0
    for item in run(inputs, _check, jobs):
        if isinstance(item, FileStart):
            counts = IntegrityReport()
            report.begin(item.name)
        elif isinstance(item, FileEnd):
            report.end(before=partial(_members, counts), text=partial(_last_line, item.capture.name, counts))
            problems += counts.problems
        elif item.value is not None:
            report.add(item.value.problems)
            counts.merge(item.value.counts)
    return inputs.code or (PROBLEMS if problems else 0)


def _check(batch: Batch) -> CheckResult:
    counts = IntegrityReport()
    return CheckResult(counts, list(counts.add(batch)))


def _members(counts: IntegrityReport) -> dict[str, Any]:
    return {"packets": counts.packets, **counts.counts}


def _last_line(name: str, counts: IntegrityReport) -> str:
    parts = [f"{escape_text(name)}: {counts.packets} packets"]
    for crc, statuses in counts.counts.items():
        if any(statuses.values()):
            verdicts = ", ".join(f"{count} {status}" for status, count in statuses.items() if count)
            parts.append(f"{crc.upper()} {verdicts}")
    parts.append(f"{counts.problems} problem{'s' if counts.problems != 1 else ''}")
    return wrapped("; ".join(parts), table_width())
