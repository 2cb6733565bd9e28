"""``ibpkt check``: is it intact?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

import click

from ibpkt.batch import Batch
from ibpkt.cli import PROBLEMS
from ibpkt.cli.batch_jobs import Begin, Done, Job
from ibpkt.cli.common import (
    Files,
    asked_by,
    capture_arguments,
    display_filter,
    examples,
    filter_option,
    jobs_option,
    named_files,
    output,
)
from ibpkt.cli.json_spool import Spool
from ibpkt.cli.parameters import Choice
from ibpkt.errors import escape_text
from ibpkt.stats.check import IntegrityReport, Problem


class CheckResult(NamedTuple):
    """What is known of a batch."""

    report: IntegrityReport
    problems: Iterable[Problem]


@click.command(
    epilog=examples(
        "ibpkt check captures/rc_write.pcap",
        "ibpkt check captures/corrupt_write.pcap",
        "ibpkt check --format json captures/ib_small.pcap",
    )
)
@capture_arguments
@filter_option
@jobs_option
@click.option("--format", "form", type=Choice(["text", "json"]), default="text", help="Text, or an object a file.")
def command(
    files: tuple[str, ...], more: tuple[str, ...], roce_port: int, chosen: str | None, jobs: int, form: str
) -> int:
    """Is it intact?

    Verifies every ICRC, VCRC and LPCRC and compares every length with its surroundings. Prints a line for each thing
    that is wrong, with its likely cause, and counts at the end. Exit code 1 where something is wrong.
    """
    wanted = display_filter(chosen)
    inputs = Files(named_files(files, more), roce_port, asked_by(wanted))
    found = 0
    for each in Job(_check, wanted, jobs).results(inputs):
        if isinstance(each, Begin):
            report = IntegrityReport()
            account: Account = Objects(each.name) if form == "json" else Lines(each.name)
        elif not isinstance(each, Done):
            account.end(report)
            found += report.problems
        elif each.result is not None:
            account.add(each.result.problems)
            report.merge(each.result.report)
    return inputs.code or (PROBLEMS if found else 0)


def _check(batch: Batch) -> CheckResult:
    report = IntegrityReport()
    return CheckResult(report, list(report.add(batch)))


class Account(Protocol):
    """What is told of a file."""

    def add(self, problems: Iterable[Problem]) -> None:
        """More problems."""

    def end(self, report: IntegrityReport) -> None:
        """The counts."""


class Lines:
    """Lines for people: problems as they are found, the counts at the end."""

    def __init__(self, name: str) -> None:
        self.name = name

    def add(self, problems: Iterable[Problem]) -> None:
        """Print a line for each."""
        output().writelines(f"{problem}\n".encode() for problem in problems)

    def end(self, report: IntegrityReport) -> None:
        """Print the counts."""
        parts = [f"{escape_text(self.name)}: {report.packets} packets"]
        for crc, counts in report.counts.items():
            if any(counts.values()):
                parts.append(
                    f"{crc.upper()} " + ", ".join(f"{count} {status}" for status, count in counts.items() if count)
                )
        parts.append(f"{report.problems} problem{'s' if report.problems != 1 else ''}")
        output().write(("; ".join(parts) + "\n").encode())


class Objects:
    """An object a file.  Problems come last in it but are found first; a capture may have millions."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._spool = Spool()

    def add(self, problems: Iterable[Problem]) -> None:
        """Keep them for later."""
        for problem in problems:
            self._spool.add(problem._asdict())

    def end(self, report: IntegrityReport) -> None:
        """Print it all."""
        self._spool.write({"file": self.name, "packets": report.packets, **report.counts}, "problems")
