"""The screens on a large capture: ``python -m tests.benchmarks.tui CAPTURE [GIGABYTES [FOLDER]]``.

The capture is repeated until it has so many gigabytes (10), the command is driven through a pseudo terminal of 80x24,
and times are taken from outside: from the start of the process to its first frame and to the first packet on it, and
from a key to the line that names the packet it leads to.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from pathlib import Path

#: presses of a key that are measured
PRESSES = 40
_DOWN, _UP = b"\x1b[6~", b"\x1b[5~"


def repeated(capture: Path, target: Path, size: int) -> None:
    """Write a pcap file of about ``size`` bytes with the packets of another again and again."""
    data = capture.read_bytes()
    piece = data[24:] * max(1, (32 << 20) // len(data))
    with target.open("wb") as out:
        out.write(data[:24])
        while out.tell() < size:
            out.write(piece)


class Terminal:
    """The command in a pseudo terminal."""

    def __init__(self, *arguments: str) -> None:
        self.begun = time.perf_counter()
        self.pid, self._master = pty.fork()
        if not self.pid:
            os.environ["TERM"] = "xterm-256color"
            os.execv(sys.executable, [sys.executable, "-m", "ibpkt", "tui", *arguments])
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.seen = b""

    def until(self, wanted: str, seconds: float = 60) -> float:
        """Read until something matches; when it came."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            if select.select([self._master], [], [], 0.005)[0]:
                self.seen += os.read(self._master, 1 << 16)
                if re.search(wanted.encode(), self.seen):
                    return time.perf_counter()
        raise TimeoutError(f"{wanted!r} does not come: {self.seen[-400:]!r}")

    def until_redrawn(self, wanted: str) -> None:
        """Draw the screen anew (light, dark) until something is on it."""
        for _ in range(300):
            self.press(b"T")
            self.for_seconds(1, keep=True)
            if wanted.encode() in self.seen:
                return
        raise TimeoutError(wanted)

    def for_seconds(self, seconds: float, *, keep: bool = False) -> None:
        """Read for a while."""
        end = time.perf_counter() + seconds
        while (left := end - time.perf_counter()) > 0:
            if select.select([self._master], [], [], left)[0]:
                data = os.read(self._master, 1 << 16)
                self.seen = self.seen + data if keep else data

    def press(self, key: bytes) -> None:
        """Press a key; what was read before is forgotten."""
        self.seen = b""
        os.write(self._master, key)

    def processor(self) -> float:
        """Seconds of processor time so far."""
        return sum(map(int, Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])) / 100

    def memory(self) -> str:
        """Resident memory, now and at its highest, in MiB."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        now, most = (int(re.search(rf"{name}:\s+(\d+)", status)[1]) // 1024 for name in ("VmRSS", "VmHWM"))
        return f"{now} MiB now, {most} MiB at most"

    def pages(self, key: bytes, row: int, step: int) -> tuple[str, int]:
        """How long it takes from a key to the title that names the packet, and which packet that is in the end."""
        times = []
        for _ in range(PRESSES):
            row += step
            begun = time.perf_counter()
            self.press(key)
            times.append((self.until(rf"\D{row:,}/") - begun) * 1e3)
            self.for_seconds(0.2)  # so that work behind the screen goes on
        times.sort()
        return f"median {times[len(times) // 2]:.0f} ms, 95 % {times[int(len(times) * 0.95)]:.0f} ms", row


def main() -> None:
    """Measure."""
    capture = Path(sys.argv[1])
    size = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    folder = sys.argv[3] if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory(dir=folder) as place:
        large = Path(place) / "large.pcap"
        repeated(capture, large, int(size * 1e9))
        terminal = Terminal(str(large))
        try:
            _measure(terminal)
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(terminal.pid, signal.SIGKILL)


def _measure(terminal: Terminal) -> None:
    terminal.until("Filter")
    print(f"first frame after {time.perf_counter() - terminal.begun:.2f} s, processor {terminal.processor():.2f} s")
    terminal.until(r"\D1/\d")
    print(f"first packet after {time.perf_counter() - terminal.begun:.2f} s, processor {terminal.processor():.2f} s")
    terminal.for_seconds(1)
    terminal.press(_DOWN)
    terminal.until(r"\D(?:[2-9]|\d\d)/")
    row = int(re.findall(rb"\D(\d+)/", terminal.seen)[-1])
    step = row - 1
    text, row = terminal.pages(_DOWN, row, step)
    print(f"a page while the file is read: {text}")
    terminal.until_redrawn("i analyses it")
    read = time.perf_counter() - terminal.begun
    print(f"read to its end after {read:.0f} s, processor {terminal.processor():.1f} s; {terminal.memory()}")
    text, row = terminal.pages(_UP, row, -step)
    print(f"a page when it is read: {text}")
    terminal.press(b"i")
    terminal.until("analysed")
    terminal.press(b"\x1b")
    terminal.for_seconds(3)
    text, row = terminal.pages(_DOWN, row, step)
    print(f"a page while it is analysed: {text}; {terminal.memory()}")
    terminal.press(b"q")
    with contextlib.suppress(OSError):  # the terminal is gone
        terminal.for_seconds(2)
    print(f"exit code {os.waitstatus_to_exitcode(os.waitpid(terminal.pid, 0)[1])}")


if __name__ == "__main__":
    main()
