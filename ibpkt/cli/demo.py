"""``ibpkt demo``: a tour in fifteen seconds, of a capture that comes with the program."""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
from pathlib import Path
from typing import NamedTuple

import click

from ibpkt.cli.help_text import ExamplesHelp
from ibpkt.cli.options import color_option, examples
from ibpkt.cli.terminal import output, use_color
from ibpkt.errors import CallerError
from ibpkt.io.atomic import whole_file
from ibpkt.output.paint import RESET, TITLE

#: the capture: an NVMe host and its target, Soft-RoCE, with 2 % of the packets dropped behind the tap
CAPTURE = Path(__file__).with_name("demo.pcap.xz")
#: seconds for a step on a terminal
PAUSE = 3.0


class DemoStep(NamedTuple):
    """A command line of the tour.

    Attributes:
        says: what it answers.
        line: what follows ``ibpkt``, without the capture.
    """

    says: str
    line: str


TOUR = (
    DemoStep("What went wrong? The cause first: its place, its cost, its proof.", "expert"),
    DemoStep(
        "What proves it? A line a packet, with what other packets say of it.",
        "decode -A -Y 'frame.number in {804,853,854,864}'",
    ),
    DemoStep("Which operation did it hit? A line a message.", "messages --flow 4 --outcome unanswered"),
    DemoStep("And what did the storage notice? A line a command, the slowest first.", "commands --slowest 4"),
    DemoStep("Is the capture itself intact? Every CRC and every length is verified.", "check"),
)
#: where to go on
NEXT = ("report {0} -o page.html", "plot sequence --flow 4 {0}", "decode -V -c 1 {0}")


@click.command(
    cls=ExamplesHelp, epilog=examples("ibpkt demo --pause 0", "ibpkt demo --color never", "ibpkt demo -w demo.pcap.xz")
)
@click.option("-w", "--write", "target", metavar="FILE", help="Only write the capture to FILE, which must be new.")
@click.option(
    "--pause",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="Wait so long after each step; by default 3 on a terminal, 0 elsewhere.",
)
@color_option
def command(target: str | None, pause: float | None, color: str) -> int:
    """The tour: what ibpkt says of an NVMe host whose reads stopped.

    The capture comes with the program. Each step shows the line that prints it; -w writes the capture to a file, so
    that you can go on by yourself.
    """
    if target is not None:
        return _write(target)
    painted = use_color(color)
    seconds = pause if pause is not None else PAUSE if sys.stdout.isatty() else 0
    _say(f"{CAPTURE.name} comes with ibpkt. An NVMe host reads over RoCE, and its\nreads stop. Why?\n\n")
    with contextlib.chdir(CAPTURE.parent):
        for step in TOUR:
            line = f"{step.line} {CAPTURE.name}"
            _say(_bold(f"{step.says}\n$ ibpkt {line}\n", painted))
            _run([*shlex.split(line), *(["--color", color] if color != "auto" else [])])
            _say("\n")
            time.sleep(seconds)
    _say(_bold("Now you:\n", painted))
    lines = (f"demo -w {CAPTURE.name}", *(line.format(CAPTURE.name) for line in NEXT))
    _say("".join(f"  ibpkt {line}\n" for line in lines))
    return 0


def _run(words: list[str]) -> None:
    """Run a command as the line would."""
    from ibpkt.cli.program import cli  # late: it imports this module

    cli.main(words, prog_name="ibpkt", standalone_mode=False)
    sys.stdout.flush()


def _write(target: str) -> int:
    """Write the capture to a new file."""
    if Path(target).exists():
        raise CallerError(f"{target} exists already; name another file")
    with whole_file(target) as out:
        out.write(CAPTURE.read_bytes())
    return 0


def _say(text: str) -> None:
    out = output()
    out.write(text.encode())
    out.flush()


def _bold(text: str, painted: bool) -> str:
    return f"{TITLE}{text}{RESET}" if painted else text
