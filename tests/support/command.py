"""Running the command line, in this process or in one of its own, and packets to give to it."""

from __future__ import annotations

import contextlib
import io
import os
import struct
import subprocess
import sys
import types
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import ibpkt
from ibpkt.cli import main

REPOSITORY = Path(__file__).resolve().parent.parent.parent
CAPTURES = REPOSITORY / "captures"
PROGRAM = [sys.executable, "-m", "ibpkt"]
#: seconds after which a test gives up on a process that says nothing
PATIENCE = 60


class Result(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@contextlib.contextmanager
def _streams(stdin: bytes, *, together: bool = False) -> Iterator[tuple[io.BytesIO, io.BytesIO]]:
    before = sys.stdin, sys.stdout, sys.stderr, sys.argv, sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")  # click would name the program after pytest
    out, err = io.BytesIO(), io.BytesIO()
    err = out if together else err
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    sys.stdout, sys.stderr = (io.TextIOWrapper(stream, "utf-8", write_through=True) for stream in (out, err))
    try:
        yield out, err
    finally:
        sys.stdout.flush()
        for wrapper in (sys.stdout, sys.stderr):
            wrapper.detach()
        sys.stdin, sys.stdout, sys.stderr, sys.argv, sys.modules["__main__"] = before


def run(*arguments: str | Path, stdin: bytes = b"", directory: Path = REPOSITORY, together: bool = False) -> Result:
    """Run ``ibpkt`` in this process.

    Args:
        arguments: those of the command.
        stdin: what it reads.
        directory: where it runs; without it at the root of the repository.
        together: both of its streams go into one, and so into ``out`` and ``err`` of the result.
    """
    code, out, err = run_to_bytes(*arguments, stdin=stdin, directory=directory, together=together)
    return Result(code, out.decode(), err.decode())


def run_to_bytes(
    *arguments: str | Path, stdin: bytes = b"", directory: Path = REPOSITORY, together: bool = False
) -> tuple[int, bytes, bytes]:
    """The same for what is no text: exit code, standard output and standard error."""
    with _streams(stdin, together=together) as (out, err), contextlib.chdir(directory):
        sys.argv = ["ibpkt", *map(str, arguments)]
        try:
            main()
            code = 0
        except SystemExit as left:
            code = left.code
    return code, out.getvalue(), err.getvalue()


def spawn(*arguments: str | Path, **options: object) -> subprocess.Popen[bytes]:
    """Start ``ibpkt`` in a process of its own, at the root of the repository."""
    pipe = subprocess.PIPE
    settings = {"stdin": pipe, "stdout": pipe, "stderr": pipe, "cwd": REPOSITORY, "env": environment(), **options}
    return subprocess.Popen([*PROGRAM, *map(str, arguments)], **settings)


def environment(**more: str) -> dict[str, str]:
    """An environment in which nothing asks for colour, and to which `more` is added.

    A process without it has that of the C library, where readline, once anything imports it, puts the size of a
    terminal that is none.
    """
    return {**{key: value for key, value in os.environ.items() if key != "NO_COLOR"}, **more}


def pcap(packets: Iterable[bytes], link: int = 1) -> bytes:
    """A pcap file of packets a millisecond apart."""
    records = (
        struct.pack("<IIII", 1_700_000_000 + number // 1000, number % 1000 * 1000, len(data), len(data)) + data
        for number, data in enumerate(packets)
    )
    return struct.pack("<IHHiIII", 0xA1B2C3D4, 2, 4, 0, 0, 65535, link) + b"".join(records)


def picked(capture: str, *numbers: int) -> bytes:
    """A pcap file of some packets of a capture, by their numbers from 1."""
    with ibpkt.open(CAPTURES / capture) as source:
        found = {packet.number: packet for packet in source if packet.number in numbers}
    return pcap([found[number].data for number in numbers], found[numbers[0]].link)
