"""Lets the n-th system call of a command fail, for every n, as sqlite's tests do: strace puts the error in its place.

    python -m tests.faults.system_calls [--seconds 3600] [--seed 1] [--command edit] [--call read] [--every 7]

Each run is a process of its own.  What must hold of it: an exit code of the documented ones; nothing but sentences on
standard error, and one of them where the command has not succeeded; the file that it writes has its new bytes where the
command says so and its old ones where not; and no other file is left.  Faults begin where the program does: before,
the interpreter speaks.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import itertools
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ibpkt.cli import EXHAUSTED, OK, PROBLEMS, UNREADABLE
from tests.support.command import PROGRAM, REPOSITORY, environment

#: commands that write a file, each with what it writes; {out} is its name
WRITERS = {
    "commands": ("commands captures/nvmeof.pcap --follow 3 --payload {out}", "data.bin"),
    "craft": ("craft yaml docs/recipe.yaml -w {out}", "out.pcap"),
    "decode": ("decode captures/rc_write.pcap -T jsonl -w {out}", "out.jsonl"),
    "edit": ("edit captures/rc_write.pcap -w {out}", "out.pcapng"),
    "expert": ("expert captures/loss_write_3pct.pcap.gz --state {out}", "state.zip"),
    "fabric": ("fabric captures/ib_small.pcap --export {out}", "fabric.dot"),
    "parquet": ("decode captures/rc_write.pcap -T parquet -w {out}", "out.parquet"),
    "plot": ("plot throughput captures/rc_write.pcap -o {out}", "plot.svg"),
    "report": ("report captures/rc_write.pcap -o {out}", "page.html"),
    "trace": ("trace captures/rc_write.pcap -o {out}", "trace.json"),
    "vectors": ("craft vectors -w {out}", "vectors.json"),
}
#: system calls, and the errors that each may really end with
ERRORS = {
    "openat": ("EMFILE", "EIO", "EACCES"),
    "read": ("EIO",),
    "pread64": ("EIO",),
    "write": ("ENOSPC", "EIO"),
    "lseek": ("EIO",),
    "newfstatat": ("EIO",),
    "ftruncate": ("EIO",),
    "fsync": ("EIO", "ENOSPC"),
    "rename": ("EIO", "ENOSPC"),
    "unlink": ("EIO",),
    "flock": ("ENOLCK",),
    "close": ("EIO",),
    "mmap": ("ENOMEM",),
    "clone": ("EAGAIN",),
    "clone3": ("EAGAIN",),
    "getdents64": ("EIO",),
}
CODES = {OK, PROBLEMS, UNREADABLE, EXHAUSTED}
#: where the program begins: what is called before is the interpreter's
BEGIN = "ibpkt/cli/program"
#: seconds after which a command hangs
PATIENCE = 60
OLD = b"what stood there before"


class Fault(NamedTuple):
    """A system call that fails.

    Attributes:
        command: which of `WRITERS`.
        call: its name.
        error: the name of the error.
        number: which of its calls, counted from the start of the process.
    """

    command: str
    call: str
    error: str
    number: int


class Run(NamedTuple):
    """What a command has done.

    Attributes:
        code: its exit code; negative where a signal has ended it.
        errors: standard error.
        written: the file of its name, None where there is none.
        others: names of further files.
    """

    code: int
    errors: str
    written: bytes | None
    others: list[str]


def traced(command: str, options: list[str], folder: Path, old: bytes | None = OLD) -> Run:
    """Run a command of `WRITERS` under strace, with a file that stands in its place already."""
    line, name = WRITERS[command]
    out = folder / name
    if old is not None:
        out.write_bytes(old)
    words = [word.format(out=out) for word in line.split()]
    if name == "state.zip":
        out.unlink(missing_ok=True)
    done = subprocess.run(
        ["strace", "-f", "-qq", "--seccomp-bpf", *options, *PROGRAM, *words],
        cwd=REPOSITORY, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE,
    )  # fmt: skip
    written = out.read_bytes() if out.exists() else None
    others = sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each != out)
    return Run(done.returncode, done.stderr.decode(errors="replace"), written, others)


def counted(command: str) -> tuple[Run, Mapping[str, range]]:
    """A run without a fault, and which numbers the calls of each name have from the beginning of the program on."""
    with _folder() as folder:  # the first run may write bytecode
        traced(command, ["-e", "trace=none"], folder)
    with _folder() as folder, tempfile.NamedTemporaryFile() as file:
        log = Path(file.name)
        run = traced(command, ["-o", str(log), "-e", f"trace={','.join(map(_known, ERRORS))}"], folder)
        before: collections.Counter[str] = collections.Counter()
        all_of: collections.Counter[str] = collections.Counter()
        begun = False
        for line in log.read_text(errors="replace").splitlines():
            if match := re.match(r"\d+ +(\w+)\(", line):
                begun = begun or BEGIN in line
                all_of[match[1]] += 1
                before[match[1]] += not begun
    return run, {call: range(before[call] + 1, all_of[call] + 1) for call in ERRORS}


def _known(call: str) -> str:
    """A name that strace may leave out where the machine has no such call."""
    return f"?{call}"


def wrong(fault: Fault, good: Run, run: Run) -> str:
    """What does not hold of a run, empty where all of it does."""
    told = run.errors.strip()
    if run.code not in CODES:
        return f"exit code {run.code}"
    if "Traceback" in told or "Error:" in told or "Exception" in told:
        return "a traceback"
    if run.code in (UNREADABLE, EXHAUSTED) and not told:
        return "no sentence"
    if told.count("\n") > good.errors.strip().count("\n") + 1:
        return "more than a sentence"
    succeeded = run.code == good.code
    kept = None if good.written is not None and WRITERS[fault.command][1] == "state.zip" else OLD
    if succeeded and run.written != good.written:
        return "a success without its file"
    if not succeeded and run.written not in (kept, good.written):
        return "the old file is lost"
    if run.others and fault.call not in ("unlink", "unlinkat"):
        return f"left behind: {run.others[0]}"
    return ""


def faults(commands: list[str], calls: list[str], every: int) -> Iterator[tuple[Fault, Run]]:
    """All faults of some commands, and the run without any."""
    for command in commands:
        good, numbers = counted(command)
        for call in calls:
            for number, error in itertools.product(numbers[call][::every], ERRORS[call]):
                yield Fault(command, call, error, number), good


def tried(fault: Fault) -> Run:
    """A run with a fault."""
    inject = f"inject={fault.call}:error={fault.error}:when={fault.number}"
    with _folder() as folder:
        return traced(fault.command, ["-e", f"trace={fault.call}", "-e", inject, "-o", "/dev/null"], folder)


@contextlib.contextmanager
def _folder() -> Iterator[Path]:
    """An empty folder, which always has the same name: some files say how they were made."""
    folder = Path(tempfile.gettempdir()) / f"ibpkt-faults-{os.getpid()}"
    folder.mkdir()
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


def main() -> int:
    """Try faults in a random order, and print what does not hold and how many were tried."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--command", action="append", choices=sorted(WRITERS))
    parser.add_argument("--call", action="append", choices=sorted(ERRORS))
    parser.add_argument("--every", type=int, default=1, help="only every n-th call")
    arguments = parser.parse_args()
    if not shutil.which("strace"):
        sys.exit("strace is not installed")
    all_of = list(faults(arguments.command or sorted(WRITERS), arguments.call or sorted(ERRORS), arguments.every))
    random.Random(arguments.seed).shuffle(all_of)
    failures: collections.Counter[str] = collections.Counter()
    tries, end = 0, time.monotonic() + arguments.seconds
    for fault, good in all_of:
        if time.monotonic() > end:
            break
        tries += 1
        try:
            run = tried(fault)
            what = wrong(fault, good, run)
        except subprocess.TimeoutExpired:
            run, what = None, "it does not end"
        if what:
            failures[what] += 1
            print(f"{what}: {' '.join(map(str, fault))}", flush=True)
            if run is not None:
                print("    " + "\n    ".join(run.errors.strip().splitlines()[-4:]), flush=True)
    print(f"{tries} of {len(all_of)} faults tried, {sum(failures.values())} wrong: {dict(failures)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
