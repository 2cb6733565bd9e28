"""Lets the n-th system call of a command fail, for every n, as sqlite's tests do: strace puts the error in its place.

    python -m tests.faults.system_calls [--seconds 3600] [--seed 1 [--skip N]] [--command edit] [--of files]

Each run is a process of its own.  What must hold of it: an exit code of the documented ones; nothing but sentences on
standard error, and one of them where the command has not succeeded; the file that it writes has its new bytes where the
command says so and its old ones where not; and no other file is left.  Faults begin where the program does: before,
the interpreter speaks.

Most calls load modules, the same ones in the same way in each command: such a fault (the call, the error, the file,
which of its calls on that file) is tried in the first command that has it.  All others are tried in every command.
"""

from __future__ import annotations

import argparse
import collections
import contextlib
import functools
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
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
#: seconds of the processor after which a command hangs; ten times as many of the clock
PATIENCE = 60
OLD = b"what stood there before"


#: what a call is made for
FILES, IBPKT, PACKAGES, MEMORY = KINDS = ("files", "ibpkt", "packages", "memory")


class Call(NamedTuple):
    """A system call of a command that succeeds.

    Attributes:
        name: of the call.
        number: which of the calls of that name, counted from the start of the process.
        path: the file that it is about, empty where it is about none.
        step: which of the calls of that name about that file, counted from the beginning of the program.
    """

    name: str
    number: int
    path: str
    step: int

    @property
    def kind(self) -> str:
        """What it is made for, one of `KINDS`."""
        if self.name == "mmap" and not self.path:
            return MEMORY
        if self.path.startswith(str(REPOSITORY / "ibpkt")):
            return IBPKT
        return PACKAGES if re.search(r"/site-packages|/lib(64)?/", self.path) else FILES


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
    code, errors = _ended(["strace", "-f", "-qq", "--seccomp-bpf", *options, *PROGRAM, *words])
    written = out.read_bytes() if out.exists() else None
    others = sorted(str(each.relative_to(folder)) for each in folder.rglob("*") if each != out)
    return Run(code, errors, written, others)


def _ended(line: list[str]) -> tuple[int, str]:
    """The exit code of a program, and what it said on standard error.

    Raises:
        subprocess.TimeoutExpired: it hangs without using the processor.
    """
    limit = (PATIENCE, PATIENCE)
    with subprocess.Popen(
        line, cwd=REPOSITORY, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE, start_new_session=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, limit),
    ) as process:  # fmt: skip
        try:
            errors = process.communicate(timeout=10 * PATIENCE)[1]
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # the traced program, too
            raise
    return process.returncode, errors.decode(errors="replace")


@functools.cache
def counted(command: str) -> tuple[Run, list[Call]]:
    """A run without a fault, and its calls from the beginning of the program on."""
    with _folder() as folder:  # the first run may write bytecode
        traced(command, ["-e", "trace=none"], folder)
    with _folder() as folder, tempfile.NamedTemporaryFile() as file:
        log = Path(file.name)
        run = traced(command, ["-y", "-o", str(log), "-e", f"trace={','.join(map(_known, ERRORS))}"], folder)
        numbers: collections.Counter[str] = collections.Counter()
        steps: collections.Counter[tuple[str, str]] = collections.Counter()
        calls = []
        begun = False
        for line in log.read_text(errors="replace").splitlines():
            if match := re.match(r"\d+ +(\w+)\((.*)", line):
                begun = begun or BEGIN in line
                name, path = match[1], _path(match[1], match[2])
                numbers[name] += 1
                if begun:
                    steps[name, path] += 1
                    calls.append(Call(name, numbers[name], path, steps[name, path]))
    return run, calls


def _path(name: str, arguments: str) -> str:
    """The file that a call is about: strace writes it behind a descriptor, or in quotation marks."""
    if name in ("openat", "newfstatat", "rename", "unlink") and (quoted := re.search(r'"([^"]+)"', arguments)):
        return quoted[1]
    described = re.search(r"\d<([^>]*)>", arguments)
    return described[1] if described else ""


def _known(call: str) -> str:
    """A name that strace may leave out where the machine has no such call."""
    return f"?{call}"


def wrong(fault: Fault, good: Run, run: Run) -> str:
    """What does not hold of a run, empty where all of it does."""
    told = run.errors.strip()
    if run.code in (-signal.SIGXCPU, -signal.SIGKILL):
        return "it does not end"
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
    # of a capture that cannot be read to its end commands make a file of what they have read
    of_a_part = bool(run.written) and fault.call in ("read", "pread64") and " in packet " in told
    if not succeeded and run.written not in (kept, good.written) and not of_a_part:
        return "the old file is lost"
    if run.others and fault.call not in ("unlink", "unlinkat"):
        return f"left behind: {run.others[0]}"
    return ""


def faults(commands: list[str], calls: list[str], kinds: list[str]) -> Iterator[tuple[Fault, str, Run]]:
    """The faults of some commands, each with the kind of its call, and the run without any."""
    known: set[tuple[str, str, int]] = set()  # calls that load modules, of any command
    for command in commands:
        good, found = counted(command)
        for call in found:
            if call.name not in calls or call.kind not in kinds:
                continue
            if call.kind in (IBPKT, PACKAGES):
                same = (call.name, call.path, call.step)
                if same in known:
                    continue
                known.add(same)
            for error in ERRORS[call.name]:
                yield Fault(command, call.name, error, call.number), call.kind, good


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
    parser.add_argument("--skip", type=int, default=0, help="how many were tried before")
    parser.add_argument("--command", action="append", choices=sorted(WRITERS))
    parser.add_argument("--call", action="append", choices=sorted(ERRORS))
    parser.add_argument("--of", action="append", choices=KINDS, help="what the calls are made for")
    arguments = parser.parse_args()
    if not shutil.which("strace"):
        sys.exit("strace is not installed")
    chosen = arguments.command or sorted(WRITERS), arguments.call or sorted(ERRORS), arguments.of or list(KINDS)
    all_of = list(faults(*chosen))
    random.Random(arguments.seed).shuffle(all_of)
    tries: collections.Counter[str] = collections.Counter()
    failures: collections.Counter[str] = collections.Counter()
    end = time.monotonic() + arguments.seconds
    with contextlib.suppress(KeyboardInterrupt):  # it ends early, and says what it has tried
        for fault, kind, good in all_of[arguments.skip :]:
            if time.monotonic() > end:
                break
            try:
                run = tried(fault)
                what = wrong(fault, good, run)
            except subprocess.TimeoutExpired:
                run, what = None, "it does not end"
            tries[kind] += 1
            if what:
                failures[kind] += 1
                print(f"{what}: {' '.join(map(str, fault))}", flush=True)
                if run is not None:
                    print("    " + "\n    ".join(run.errors.strip().splitlines()[-4:]), flush=True)
    for kind, count in collections.Counter(kind for _, kind, _ in all_of).items():
        print(f"{kind}: {tries[kind]:,} of {count:,} faults tried, {failures[kind]} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
