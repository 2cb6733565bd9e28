"""``ibpkt check-protocol``: is a plug-in right?"""

from __future__ import annotations

import json
from collections.abc import Iterator

import click

from ibpkt.batch import Batch
from ibpkt.cli.files import Files
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.option_types import PythonFile
from ibpkt.cli.options import CAPTURE, examples, format_option, roce_port_option
from ibpkt.cli.terminal import output
from ibpkt.commands.foreign_messages import ForeignMessages
from ibpkt.stats.protocol_check import ProtocolProblem, check_protocol

PROBLEMS = 1


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt check-protocol docs/examples/plugin/telemetry.py",
        "ibpkt check-protocol docs/examples/plugin/telemetry.py captures/rc_send.pcap",
        "ibpkt check-protocol --format json docs/examples/plugin/telemetry.py captures/nvmeof.pcap",
    ),
)
@click.argument("plugin", metavar="FILE.py", type=PythonFile())
@click.argument("captures", nargs=-1, metavar="CAPTURE…", type=CAPTURE)
@roce_port_option
@format_option(["text", "json"], "A line per problem, or one JSON object.")
def command(plugin: str, captures: tuple[str, ...], roce_port: int, form: str) -> int:
    """Load the plug-in FILE.py and tell its author what is wrong with it; exit 1 where something is.

    Checked are the names of its fields, rules that overlap with those of ibpkt, functions that raise or are slow, and
    what it claims of random messages and of the packets in each CAPTURE, of which none must be its own.
    """
    inputs = Files(captures, roce_port)
    problems = list(check_protocol(plugin, _foreign(inputs), ForeignMessages))
    out = output()
    if form == "json":
        rows = [problem._asdict() for problem in problems]
        out.write((json.dumps({"file": plugin, "problems": rows}, ensure_ascii=False) + "\n").encode())
    else:
        for problem in problems:
            out.write(_line(problem).encode())
        if not problems:
            out.write(f"{plugin}: nothing is wrong\n".encode())
    return PROBLEMS if problems else inputs.code


def _line(problem: ProtocolProblem) -> str:
    return f"{problem.kind}: {problem.sentence}\n"


def _foreign(inputs: Files) -> Iterator[Batch]:
    for capture in inputs:
        yield from capture.batches()
