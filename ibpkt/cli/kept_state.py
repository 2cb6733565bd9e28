"""``--state``: an analysis that goes on from run to run, with a piece of the capture in each."""

from __future__ import annotations

import functools
import os
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from ibpkt.batch import Batch
from ibpkt.cli.files import Files
from ibpkt.cli.light_options import Command
from ibpkt.cli.terminal import remark
from ibpkt.errors import CaptureError, IbpktError
from ibpkt.io.source import Capture

if TYPE_CHECKING:
    from ibpkt.analysis.analyser import Analyser
    from ibpkt.analysis.checks.expert import Expert


#: nanoseconds by which a piece may begin before the end of the last one without a remark
OVERLAP = 1_000_000


class KeptState:
    """The state of a command's analysis, in a file between its runs; without a file nothing is kept.

    Args:
        path: the file; None for none.
        final: this run has the last piece.
        inputs: the files of the command; with a state they are one capture.
    """

    def __init__(self, path: str | None, final: bool, inputs: Files) -> None:
        if final and path is None:
            raise click.UsageError("--final goes with --state")
        if path == "-":
            raise click.UsageError("--state takes a file")
        self._path, self._final, self._inputs = path, final, inputs
        self._before: Any = None
        self._compared = False
        if path is not None:
            inputs.is_piece = True
        if path is not None and len(inputs.names) > 1:
            inputs.join = True

    def load(self, analysis: Analyser | Expert, capture: Capture) -> None:
        """Let a new analysis go on where the last run ended, if there was one.

        Raises:
            StateError: the file is no state of such an analysis.
        """
        if self._path is None:
            return
        from ibpkt.analysis.state.analysis_state import PacketsBefore, load_state  # late: only with --state

        self._before = load_state(self._path, analysis) if os.path.lexists(self._path) else PacketsBefore()
        capture.follow_on(*self._before)

    def count(self, batches: Iterable[Batch], capture: Capture) -> Iterator[Batch]:
        """Pass on the batches of a capture, unfiltered, and note where it ends."""
        for batch in batches:
            if self._before is not None:
                last = self._before.last_time
                if batch.frames.first == self._before.packets + 1 and last is not None:
                    self._compare(last, batch, capture)
                self._before = self._before.behind(batch)
            yield batch
            del batch  # its buffer is used again for the next
        if self._before is not None:  # the next piece is numbered on, whatever was chosen of this one
            self._before = self._before._replace(packets=capture.packets)

    def _compare(self, last: int, batch: Batch, capture: Capture) -> None:
        if not self._compared and len(batch) and int(batch.frames.time[0]) < last - OVERLAP:
            remark(
                capture.name,
                f"begins before the end of the packets that {self._path} has the state of; "
                "its packets are counted as others",
            )
        self._compared = True

    def save(self, analysis: Analyser | Expert) -> bool:
        """Keep the analysis, if that is wanted.

        Returns:
            Whether it was kept, so that it is not finished here.
        """
        if self._path is None or self._final:
            return False
        if self._inputs.code:
            remark(self._path, "left as it was, since a file could not be opened")
            return True
        from ibpkt.analysis.state.analysis_state import save_state

        try:
            save_state(self._path, analysis, self._before)
        except CaptureError as error:  # what the piece has shown is told all the same, and the output ends as it should
            self._inputs.complain(str(error))
        return True


#: what arithmetic on numbers that contradict each other raises
_CONTRADICTIONS = (ArithmeticError, AssertionError, LookupError, MemoryError, TypeError, ValueError)


def state_options(command: Command) -> Command:
    """``--state`` and ``--final``."""

    @functools.wraps(command)
    def with_state(state: str | None, **options: Any) -> Any:
        begun = state is not None and os.path.lexists(state)
        try:
            return command(state=state, **options)
        except IbpktError:
            raise
        except _CONTRADICTIONS as error:
            if not begun:
                raise
            raise CaptureError(
                str(state), f"contradicts itself, or shows a mistake of ibpkt ({type(error).__name__}: {error})"
            ) from error

    wrapped: Any = click.option(
        "--final",
        is_flag=True,
        help="With --state: the last piece. Report what only the end shows; leave FILE as it is.",
    )(with_state)
    return click.option(  # type: ignore[no-any-return]
        "--state",
        metavar="FILE",
        type=click.Path(readable=False),
        help="Go on with the analysis that FILE keeps, or begin one if there is no FILE, and keep it there.",
    )(wrapped)
