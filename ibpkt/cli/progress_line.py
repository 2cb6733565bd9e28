"""One line on standard error that says how far a command is; it is wiped before anything else is written."""

from __future__ import annotations

import shutil
import sys
import time

#: seconds between two drawings
_PAUSE = 0.1
#: cells of the bar
_CELLS = 20
_WIPE = "\r\x1b[K"


class ProgressLine:
    """The line.

    Args:
        size: bytes to read.
        label: text before the bar.
        begin: when the work began, on the monotonic clock.
    """

    def __init__(self, size: int, label: str, begin: float) -> None:
        self._size = max(size, 1)
        self._label = label
        self._begin = begin
        self._drawn = 0.0

    def update(self, position: int, packets: int) -> None:
        """Draw it anew.

        Args:
            position: bytes that have been read.
            packets: packets that have been worked on.
        """
        now = time.monotonic()
        if now - self._drawn < _PAUSE:
            return
        self._drawn = now
        text = progress_text(position / self._size, position, packets, now - self._begin)
        width = shutil.get_terminal_size().columns - 1
        show(f"{self._label}  {text}"[:width] if self._label else text[:width])


def progress_text(share: float, position: int, packets: int, seconds: float) -> str:
    """What the line says.

    Args:
        share: of the work that is done, from 0 to 1.
        position: bytes that have been read.
        packets: packets that have been worked on.
        seconds: since the work began.
    """
    share = min(share, 1.0)
    cells = round(share * _CELLS)
    bar = "#" * cells + "." * (_CELLS - cells)
    left = seconds / share - seconds if share else 0.0
    minutes, rest = divmod(round(left), 60)
    rate = position / max(seconds, 1e-9) / 1e6
    return f"[{bar}] {share:4.0%}  {packets:,} packets  {rate:.1f} MB/s  {minutes}:{rest:02d} left"


_shown = False


def show(text: str) -> None:
    """Show a text in the line."""
    global _shown
    sys.stdout.flush()
    sys.stderr.write(f"{_WIPE}{text}")
    sys.stderr.flush()
    _shown = True


def wipe() -> None:
    """Wipe the line, if it is shown."""
    global _shown
    if _shown:
        sys.stderr.write(_WIPE)
        sys.stderr.flush()
        _shown = False
