"""A sample of what `python -m tests.faults.system_calls` tries for hours."""

from __future__ import annotations

import random
import shutil

import pytest

from ibpkt.cli import UNREADABLE
from tests.faults.system_calls import (
    ERRORS,
    FILES,
    IBPKT,
    MEMORY,
    OLD,
    PACKAGES,
    WRITERS,
    Call,
    Fault,
    Run,
    counted,
    faults,
    tried,
    wrong,
)
from tests.support.command import REPOSITORY

needs_strace = pytest.mark.skipif(not shutil.which("strace"), reason="needs strace, which puts the errors in")
GOOD = Run(0, "", b"new", [])
FAULT = Fault("edit", "write", "EIO", 5)


@pytest.mark.family("endings")
@pytest.mark.slow
@needs_strace
@pytest.mark.parametrize("command", ["edit", "parquet", "report"])
def test_faults_of_a_command(command):
    """The last calls of a kind are those that read, write and name the file."""
    good, calls = counted(command)
    numbers = {name: [call.number for call in calls if call.name == name] for name in ERRORS}
    assert good.code == 0
    assert good.errors == ""
    assert good.written not in (None, OLD)
    assert good.others == []
    chance = random.Random(command)
    chosen = [
        Fault(command, call, ERRORS[call][0], numbers[call][-1]) for call in ("write", "fsync", "rename", "flock")
    ]
    for call in ("openat", "read", "mmap"):
        chosen += [Fault(command, call, ERRORS[call][-1], chance.choice(numbers[call]))]
    codes = {}
    for fault in chosen:
        run = tried(fault)
        assert wrong(fault, good, run) == "", (fault, run)
        codes[fault.call] = run.code
    assert codes["write"] == codes["fsync"] == codes["rename"] == UNREADABLE


@needs_strace
@pytest.mark.slow
def test_what_loads_modules_is_tried_once():
    """And what a command reads and writes, in each."""
    found = list(faults(["craft", "edit"], ["openat", "rename"], [FILES, IBPKT]))
    opened = [fault for fault, kind, _ in found if kind == IBPKT]
    assert {fault.command for fault in opened} == {"craft", "edit"}
    own = [fault for fault, kind, _ in found if kind == FILES and fault.call == "rename"]
    assert [fault.command for fault in own] == ["craft", "craft", "edit", "edit"]
    _, calls = counted("edit")
    modules = {call.path for call in calls if call.kind == IBPKT and call.name == "openat"}
    assert len([fault for fault in opened if fault.command == "edit"]) < len(modules) * len(ERRORS["openat"])


@pytest.mark.parametrize(
    ("name", "path", "kind"),
    [
        ("mmap", "", MEMORY),
        ("mmap", "/usr/lib/libz.so", PACKAGES),
        ("read", str(REPOSITORY / "ibpkt" / "io" / "source.py"), IBPKT),
        ("openat", "/a/lib/python3.11/site-packages/click/core.py", PACKAGES),
        ("openat", "captures/rc_write.pcap", FILES),
        ("write", "out/.ibpkt-x.part", FILES),
        ("clone3", "", FILES),
    ],
)
def test_what_a_call_is_made_for(name, path, kind):
    assert Call(name, 1, path, 1).kind == kind


@pytest.mark.parametrize(
    ("run", "expected"),
    [
        (Run(0, "", b"new", []), ""),
        (Run(3, "ibpkt: input/output error\n", OLD, []), ""),
        (Run(3, "ibpkt: out.pcap: cannot be synchronised\n", b"new", []), ""),
        (Run(1, "Traceback (most recent call last):\nOSError\n", OLD, []), "a traceback"),
        (Run(-11, "", OLD, []), "exit code -11"),
        (Run(2, "Usage: …", OLD, []), "exit code 2"),
        (Run(3, "", OLD, []), "no sentence"),
        (Run(3, "a\nb\nc\n", OLD, []), "more than a sentence"),
        (Run(0, "", OLD, []), "a success without its file"),
        (Run(0, "", b"ne", []), "a success without its file"),
        (Run(3, "ibpkt: input/output error\n", b"ne", []), "the old file is lost"),
        (Run(3, "ibpkt: input/output error\n", None, []), "the old file is lost"),
        (Run(3, "ibpkt: input/output error\n", OLD, [".ibpkt-x.part"]), "left behind: .ibpkt-x.part"),
    ],
)
def test_what_is_wrong(run, expected):
    assert wrong(FAULT, GOOD, run) == expected


def test_a_capture_that_cannot_be_read_to_its_end():
    run = Run(3, "ibpkt: a.pcap: cannot be read: input/output error in packet 5 at byte 700", b"of a part", [])
    assert wrong(Fault("edit", "read", "EIO", 5), GOOD, run) == ""
    assert wrong(Fault("edit", "write", "EIO", 5), GOOD, run) == "the old file is lost"
    assert wrong(Fault("edit", "read", "EIO", 5), GOOD, run._replace(written=b"")) == "the old file is lost"


def test_every_command_that_names_a_file_is_there():
    lines = " ".join(line for line, _ in WRITERS.values())
    assert {"commands", "craft", "decode", "edit", "expert", "fabric", "plot", "report", "trace"} <= set(lines.split())
