"""What commands that read captures have in common: their arguments, their output, their progress."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import click

from ibpkt.batch import Batch
from ibpkt.cli import OK, UNREADABLE
from ibpkt.cli.parameters import roce_port_option
from ibpkt.errors import CaptureError, escape_text
from ibpkt.io import source
from ibpkt.io.workers import Local, SequenceToken

if TYPE_CHECKING:
    from ibpkt.filter import Filter

Command = TypeVar("Command", bound=Callable[..., Any])

#: seconds of work before a progress bar shows
PATIENCE = 1.0


def capture_arguments(command: Command) -> Command:
    """The files to read, and what to take for RoCE."""
    command = click.argument("files", nargs=-1, metavar="FILE…", type=click.Path(allow_dash=True))(command)
    command = click.option(
        "-r", "--read", "more", multiple=True, metavar="FILE", type=click.Path(allow_dash=True), help="Another FILE."
    )(command)
    return roce_port_option(command)


def filter_option(command: Command) -> Command:
    """``-Y``: which packets to look at."""
    return click.option(
        "-Y", "--filter", "chosen", metavar="FILTER", help="Only packets that match, in Wireshark's language."
    )(command)


def trusting_option(command: Command) -> Command:
    """``--no-crc``: whether packets are believed that nobody has verified."""
    return click.option(
        "--no-crc",
        is_flag=True,
        help="Verify the ICRC of packets that stand out only: faster, and others are believed though damaged.",
    )(command)


def display_filter(text: str | None) -> Filter | None:
    """The filter that ``-Y`` names, None where it is not given.

    Raises:
        FilterError: it cannot be read.
    """
    if text is None:
        return None
    from ibpkt import filter  # late: only if there is a filter

    return filter.compile(text)


def asked_by(wanted: Filter | None, names: Iterable[str] = ()) -> tuple[str, ...]:
    """The fields that a filter asks for, and others."""
    return (*names, *(() if wanted is None else wanted.fields))


def matching(batches: Iterator[Batch], wanted: Filter | None, files: Files | None = None) -> Iterator[Batch]:
    """The packets that a filter lets through, with their numbers; batches of which nothing is left are dropped.

    With ``files``, a field that the filter names and no packet of any file has is told at the end.
    """
    turns = Local()
    for batch in batches:
        if wanted is not None and files is not None:
            files.look_for(wanted, batch)
        part = let_through(batch, wanted, turns)
        del batch  # its buffer is used again for the next
        if part is not None:
            yield part
            del part


def let_through(batch: Batch, wanted: Filter | None, turns: SequenceToken) -> Batch | None:
    """The packets that a filter lets through, None where there are none.

    Args:
        batch: some packets.
        wanted: None for all.
        turns: goes from batch to batch with the time of the last packet.
    """
    if wanted is None:
        return batch
    rows = wanted.rows(batch)
    if not rows.any():
        turns.take(None)
        return None
    return batch.select(rows, turns.take(int(batch.frames.time[rows][-1])))


def jobs_option(command: Command) -> Command:
    """``--jobs``: how many processes work."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(0),
        default=1,
        show_default=True,
        metavar="N",
        help="Processes that work on it; 0 for as many as there are cores. The output is the same.",
    )(command)


def processes(jobs: int, names: tuple[str, ...]) -> int:
    """How many processes to use; pipes are shown as they come, which needs one."""
    if any(name == "-" or (os.path.exists(name) and not os.path.isfile(name)) for name in names):
        return 1
    return jobs or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else jobs or os.cpu_count() or 1


def named_files(files: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """All files that were named.

    Raises:
        click.UsageError: none was.
    """
    names = (*more, *files)
    if not names:
        raise click.UsageError("name a capture FILE, or - for standard input")
    return names


def examples(*lines: str) -> str:
    """An epilogue of a help text that shows examples, a line each."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def output() -> BinaryIO:
    """Standard output for bytes: text goes out as UTF-8 whatever the locale says."""
    return sys.stdout.buffer


def use_color(choice: str) -> bool:
    """Whether to colour: ``always``, ``never``, or ``auto`` (a terminal, and no NO_COLOR)."""
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return choice == "always"


def remark(name: str, sentence: str) -> None:
    """Say something about a file on standard error, behind what was written about it."""
    sys.stdout.flush()
    click.echo(f"ibpkt: {escape_text(name)}: {sentence}", err=True)


def remark_given_up(name: str, flows: int) -> None:
    """Say that flows were given up, where some were."""
    if flows:
        remark(name, f"there were too many flows at once: {flows} were given up early")


class Files:
    """Reads captures one after the other, with progress on standard error, and keeps the exit code.

    Args:
        names: of the files, ``-`` for standard input.
        roce_port: the UDP destination port that means RoCEv2.
        asked: display-filter names that are asked for, None for all; see `Capture.follow`.
        twice: read each file twice; see there, too.

    Attributes:
        code: what the command should return: `UNREADABLE` once a file could not be read to its end.
        live: whether the file being read is a pipe, so that each batch must go out at once.
    """

    def __init__(
        self, names: tuple[str, ...], roce_port: int, asked: Iterable[str] | None = (), twice: bool = False
    ) -> None:
        self.names = names
        self.roce_port = roce_port
        self._asked = asked if asked is None else tuple(asked)
        self._twice = twice
        self.code = OK
        self.live = False
        self._unseen: tuple[str, ...] | None = None  # fields that no packet has had so far

    def __iter__(self) -> Iterator[tuple[str, source.Capture]]:
        for name in self.names:
            try:
                capture = source.open(name, roce_port=self.roce_port)
            except CaptureError as error:
                self.complain(str(error))
                continue
            with capture:
                if self._asked != () or self._twice:
                    capture.follow(self._asked, twice=self._twice)
                self.live = capture.reader.size is None or sys.stdout.isatty()
                yield capture.name, capture
                if capture.given_up:
                    count = capture.given_up
                    remark(
                        capture.name, f"{count} exchanges were given up unfinished, since too many were open at once"
                    )
                if capture.damage is not None:
                    sys.stdout.flush()
                    self.complain(str(capture.damage))
        if self._unseen:
            sys.stdout.flush()
            click.echo(f"ibpkt: hint: no packet has {' or '.join(self._unseen)}, which the filter asks for", err=True)

    def look_for(self, wanted: Filter, batch: Batch) -> None:
        """Note which fields of a filter the packets have."""
        if self._unseen is None or self._unseen:
            self.lack(wanted.absent(batch, self._unseen))

    def lack(self, absent: Iterable[str]) -> None:
        """Note which fields of a filter some packets did not have."""
        names = tuple(absent)
        self._unseen = names if self._unseen is None else tuple(name for name in self._unseen if name in names)

    def complain(self, sentence: str) -> None:
        """Say what is wrong with a file."""
        click.echo(f"ibpkt: {sentence}", err=True)
        self.code = UNREADABLE


def with_progress(
    batches: Iterator[Batch], capture: source.Capture, *, to_file: bool = False, label: str = ""
) -> Iterator[Batch]:
    """The batches; where reading them takes long and somebody looks on, with a progress bar on standard error.

    Args:
        batches: of the capture.
        capture: what is read.
        to_file: nothing goes to standard output, so a terminal there does not matter.
        label: what to say before the bar.
    """
    size = capture.reader.size
    if size is None or not sys.stderr.isatty() or (sys.stdout.isatty() and not to_file):
        yield from batches
        return
    begin = time.monotonic()
    bar: Any = None
    packets = 0
    try:
        for batch in batches:
            yield batch
            packets += len(batch)
            del batch
            if bar is None and time.monotonic() - begin > PATIENCE:
                bar = _bar(size, label)
            if bar is not None:
                bar.update(0, completed=capture.reader.position, packets=packets)
    finally:
        if bar is not None:
            bar.stop()


def _bar(size: int, label: str) -> Any:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    bar = Progress(
        TextColumn(label, markup=False),
        BarColumn(),
        TextColumn("{task.fields[packets]:,} packets"),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task("", total=size, packets=0)
    bar.start()
    return bar
