"""``ibpkt check``: is it intact?"""

from __future__ import annotations

import json
import tempfile
from typing import TYPE_CHECKING

import click

from ibpkt.check import Report
from ibpkt.cli import PROBLEMS
from ibpkt.cli.common import (
    Files,
    capture_arguments,
    display_filter,
    examples,
    filter_option,
    matching,
    named_files,
    output,
    with_progress,
)
from ibpkt.errors import escape_text
from ibpkt.source import Capture

if TYPE_CHECKING:
    from ibpkt.filter import Filter


@click.command(
    epilog=examples(
        "ibpkt check captures/rc_write.pcap",
        "ibpkt check captures/corrupt_write.pcap",
        "ibpkt check --format json captures/ib_small.pcap",
    )
)
@capture_arguments
@filter_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", help="Text, or an object a file."
)
def command(files: tuple[str, ...], more: tuple[str, ...], roce_port: int, chosen: str | None, form: str) -> int:
    """Is it intact?

    Verifies every ICRC, VCRC and LPCRC and compares every length with its surroundings. Prints a line for each thing
    that is wrong, with its likely cause, and counts at the end. Exit code 1 where something is wrong.
    """
    inputs = Files(named_files(files, more), roce_port)
    wanted = display_filter(chosen)
    found = 0
    for name, capture in inputs:
        report = (_json if form == "json" else _text)(name, capture, wanted, inputs)
        found += report.problems
    return inputs.code or (PROBLEMS if found else 0)


def _text(name: str, capture: Capture, wanted: Filter | None, files: Files) -> Report:
    out, report = output(), Report()
    for batch in matching(with_progress(capture.batches(), capture), wanted, files):
        for problem in report.add(batch):
            out.write(f"{problem}\n".encode())
    parts = [f"{escape_text(name)}: {report.packets} packets"]
    for crc, counts in report.counts.items():
        if any(counts.values()):
            parts.append(
                f"{crc.upper()} " + ", ".join(f"{count} {status}" for status, count in counts.items() if count)
            )
    parts.append(f"{report.problems} problem{'s' if report.problems != 1 else ''}")
    out.write(("; ".join(parts) + "\n").encode())
    return report


def _json(name: str, capture: Capture, wanted: Filter | None, files: Files) -> Report:
    out, report = output(), Report()
    # problems come last in the object but are found first; a capture may have millions
    with tempfile.SpooledTemporaryFile(max_size=1 << 20) as spool:
        comma = ""
        for batch in matching(with_progress(capture.batches(), capture), wanted, files):
            for problem in report.add(batch):
                spool.write((comma + json.dumps(problem._asdict())).encode())
                comma = ", "
        start = json.dumps({"file": name, "packets": report.packets, **report.counts})
        out.write(f'{start[:-1]}, "problems": ['.encode())
        spool.seek(0)
        while piece := spool.read(1 << 20):
            out.write(piece)
    out.write(b"]}\n")
    return report
