"""Names of files and directories with anything in them: no traceback, nothing raw at a terminal."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess

import pytest

from tests.support.command import CAPTURES, PATIENCE, PROGRAM, REPOSITORY, environment, run

#: no UTF-8; controls of seven and eight bits; marks that turn the direction of text round
NAMES = (b"\xff.pcap", b"a\x1b[31m\n.pcap", "c1\x9b31m.pcap".encode(), "\u202efdp.pcap\u2066".encode())
OTHER = "captures/rc_read.pcap"
COMMANDS = (
    "check", "check --format json", "expert", "expert --format json", "flows", "flows --format json",
    "flows --format csv", "messages", "messages --format json", "messages --format jsonl", "messages --format csv",
    "messages --latency --format json", "messages --latency --format csv", "messages --depth --format jsonl",
    "messages --memory --format json", "compare", "compare --format json", "stats endpoints",
    "stats endpoints --format json", "stats endpoints --format csv", "decode -c 1",
)  # fmt: skip


def _run(*arguments):
    """A process, which gets the bytes of a name from the system."""
    return subprocess.run(
        [*PROGRAM, *arguments], capture_output=True, cwd=REPOSITORY, env=environment(), timeout=PATIENCE, check=False
    )


def _is_clean(text):
    return all(char.isprintable() or char in "\r\n" for char in text)


@pytest.fixture(params=NAMES, ids=["bytes", "C0", "C1", "directions"])
def odd(request, tmp_path):
    """A capture with such a name."""
    path = os.path.join(os.fsencode(tmp_path), request.param)
    try:
        shutil.copy(CAPTURES / "rc_write.pcap", path)
    except OSError:
        pytest.skip("this file system takes no such name")
    return path


@pytest.mark.parametrize(
    "command", [pytest.param(each, marks=pytest.mark.slow) if "--" in each else each for each in COMMANDS]
)
def test_captures(command, odd):
    """In this process, with the text that Python makes of the arguments of a process."""
    code, text, err = run(*command.split(), os.fsdecode(odd), OTHER)
    assert (code, err) == (0, "")
    assert _is_clean(text)
    if "json" in command.split()[-1]:
        first = json.loads(text.splitlines()[0])
        assert os.fsencode(first.get("file", first.get("a"))) == odd


@pytest.mark.costly
@pytest.mark.parametrize("command", ["check", "flows --format json"])
def test_a_process_says_the_same(command, odd):
    done = _run(*command.split(), odd, OTHER)
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == run(
        *command.split(), os.fsdecode(odd), OTHER
    )


def test_csv_has_as_many_rows(odd):
    header, *rows = csv.reader(run("flows", "--format", "csv", os.fsdecode(odd), OTHER).out.splitlines())
    assert len(rows) == 2
    assert all(len(row) == len(header) for row in rows)


@pytest.mark.parametrize("more", [(), ("--memory",)], ids=["messages", "memory"])
def test_payload(more, odd, tmp_path):
    done = run("messages", "--payload", tmp_path / "out", *more, os.fsdecode(odd))
    assert (done.code, done.err) == (0, "")
    text = (tmp_path / "out" / "index.json").read_text(encoding="utf-8")
    assert _is_clean(text)
    assert os.fsencode(json.loads(text)["file"]) == odd


@pytest.mark.costly
def test_a_directory_that_is_not_empty(odd):
    directory = odd + b".d"
    os.mkdir(directory)
    shutil.copy(odd, directory)
    done = _run("messages", "--payload", directory, OTHER)
    assert done.returncode == 2
    assert done.stderr.endswith(b" is not empty: name a new directory\n")
    assert _is_clean(done.stderr.decode())
