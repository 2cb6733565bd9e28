"""``ibpkt tui``: a capture looked at in the terminal.

The first screen is to appear at once, so that nothing here imports NumPy: the capture is opened behind the screen.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, BinaryIO

import click

from ibpkt.cli import OK, UNREADABLE
from ibpkt.cli.habits import HabitCommand
from ibpkt.cli.help_text import examples
from ibpkt.cli.light_options import filter_option, port_option, trust_option
from ibpkt.cli.streams import tell
from ibpkt.errors import CallerError, CaptureError, sentence

if TYPE_CHECKING:
    from ibpkt.tui.session import CaptureSession


@click.command(
    cls=HabitCommand,
    epilog=examples(
        "ibpkt tui captures/nvmeof.pcap",
        "ibpkt tui -Y 'infiniband.aeth.syndrome >= 96' captures/loss_write_3pct.pcap.gz",
        "ibpkt tui --follow captures/rc_write.pcap",
    ),
)
@click.argument("file", type=click.Path(allow_dash=True, readable=False), metavar="FILE")
@click.option("-f", "--follow", is_flag=True, help="FILE grows: show packets as they come.")
@filter_option
@port_option(None)
@trust_option
@click.option("--light", is_flag=True, help="Dark text on light ground; T switches.")
def command(file: str, follow: bool, chosen: str | None, roce_port: int | None, no_crc: bool, light: bool) -> int:
    """A capture in the terminal: packets, tree, bytes.

    Filter with /, follow a flow with f, see its ladder with l, incidents with i; ? lists all keys. It shows the first
    packets at once, also of a file of many gigabytes, and reads on behind the screen. - is standard input.
    """
    see_terminal(from_pipe=file == "-")
    source = _source(file)
    try:
        from ibpkt.tui.app import PacketBrowser
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "textual":
            raise
        raise CallerError("the screens need textual: pip install 'ibpkt[tui]'") from error

    def begin() -> CaptureSession:
        from ibpkt.protocols import ROCE_PORT
        from ibpkt.tui.session import CaptureOptions, CaptureSession

        port = ROCE_PORT if roce_port is None else roce_port
        return CaptureSession(CaptureOptions(source, file, follow, port, not no_crc, chosen or ""))

    if chosen:
        from ibpkt.cli.options import display_filter  # late: most captures are opened without a filter

        display_filter(chosen)
    browser = PacketBrowser(begin, name=file, light=light)
    trouble = browser.run()
    if browser.crash is not None:
        raise browser.crash
    if trouble:
        tell(trouble)
        return UNREADABLE
    return OK


def see_terminal(*, from_pipe: bool) -> None:
    """See that there is a terminal that can show screens, and a keyboard.

    Args:
        from_pipe: standard input is the capture.

    Raises:
        CallerError: there is none.
    """
    text = "`ibpkt decode` prints text"
    if os.environ.get("TERM", "dumb") == "dumb" and sys.platform != "win32":
        raise CallerError(f"this terminal cannot show screens (TERM is dumb): {text}")
    if not (sys.stdout.isatty() and sys.stderr.isatty()):
        raise CallerError(f"the screens need a terminal: {text}")
    if not from_pipe and not sys.stdin.isatty():
        raise CallerError(f"the screens need a keyboard, and standard input is none; - reads a capture from it: {text}")


def _source(file: str) -> str | BinaryIO:
    """The file; standard input as a file of its own, since the keyboard takes its place.

    Raises:
        CaptureError: there is no such file.
        CallerError: there is no keyboard.
    """
    if file != "-":
        try:
            os.close(os.open(file, os.O_RDONLY))
        except (OSError, ValueError) as error:
            raise CaptureError(file, sentence(error)) from error
        return file
    if sys.stdin.isatty():
        raise CallerError("standard input is the keyboard: pipe a capture into it, or name a FILE")
    source = os.fdopen(os.dup(0), "rb", buffering=0)
    try:
        keyboard = os.open("/dev/tty", os.O_RDWR)
    except OSError as error:
        raise CallerError(f"the screens need a keyboard, and /dev/tty is none: {sentence(error)}") from error
    os.dup2(keyboard, 0)
    os.close(keyboard)
    return source
