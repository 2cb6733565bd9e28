"""The program as a whole: help, suggestions, exit codes, pipes, signals."""

from __future__ import annotations

import gc
import os
import re
import shlex
import signal
import subprocess
import sys
import time

import pytest

import ibpkt
from ibpkt.cli import COMMANDS, UNREADABLE
from tests.support.command import CAPTURES, PATIENCE, REPOSITORY, Result, environment, run, spawn
from tests.support.network_namespace import NetworkNamespace

CUT = "captures/derived_cut_in_record.pcap"
GOOD = "captures/rc_write.pcap"


@pytest.mark.parametrize("flag", ["-h", "--help"])
def test_help_lists_every_command(flag):
    result = run(flag)
    assert (result.code, result.err) == (0, "")
    for name in COMMANDS:
        assert re.search(rf"^  {name} +\S", result.out, re.MULTILINE)


def test_version():
    assert ibpkt.__version__ in run("--version").out


def examples(command):
    help_text = run(command, "--help").out
    _, _, after = help_text.partition("Examples:\n")
    lines = re.sub(r" \\\n\s+", " ", after)
    return [line.strip() for line in lines.splitlines()]


def alone(arguments):
    """A command in a process of its own, so that what it registers is not known to other tests."""
    process = spawn(*arguments)
    out, err = process.communicate(timeout=PATIENCE)
    return Result(process.returncode, out.decode(), err.decode())


def captured(arguments):
    """Capture on an interface that nobody uses, in a process of its own: it gives up rights that tests need."""
    namespace = NetworkNamespace()
    done = namespace.run(*arguments)
    namespace.close()
    assert done.returncode == 0, done.stderr
    assert "ibpkt: lo: 0 packets, 0 dropped by the kernel" in done.stderr


@pytest.mark.parametrize("command", COMMANDS)
def test_help_ends_with_three_examples(command):
    found = examples(command)
    assert len(found) == 3
    assert all(line.startswith(f"ibpkt {command} ") for line in found)


#: examples of `tui` need a terminal: tests/tui runs them
@pytest.mark.parametrize("line", [line for command in COMMANDS if command != "tui" for line in examples(command)])
def test_examples_of_the_help_run(line, tmp_path):
    arguments = shlex.split(line.partition(" > ")[0])[1:]
    for place, option in enumerate(arguments[:-1]):
        if option in ("-w", "-o", "--state", "--fifo"):  # what they write is not left in the repository
            arguments[place + 1] = str(tmp_path / arguments[place + 1])
    if arguments[:2] == ["capture", "-i"]:
        captured(arguments)
        return
    result = alone(arguments) if arguments[0] == "check-protocol" else run(*arguments)
    assert result.code == (1 if "corrupt" in line and arguments[0] == "check" else 0)
    silent = arguments[0] == "mcp"  # nobody asks it
    assert result.out or silent or any(path.stat().st_size for path in tmp_path.iterdir())
    remark = {"shard": "packets in", "edit": "the order of the old LIDs"}.get(arguments[0])
    assert result.err == "" or (remark is not None and remark in result.err)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("decode", GOOD), 0),
        (("check", GOOD), 0),
        (("fields",), 0),
        (("check", "captures/corrupt_write.pcap"), 1),
        ((), 2),
        (("decode",), 2),
        (("check",), 2),
        (("nosuch",), 2),
        (("--nosuch",), 2),
        (("decode", "--nosuch", GOOD), 2),
        (("decode", "-t", "x", GOOD), 2),
        (("decode", "-c", "-1", GOOD), 2),
        (("decode", "-c", "x", GOOD), 2),
        (("decode", "-T", "xml", GOOD), 2),
        (("decode", "-T", "fields", "-e", "nosuch", GOOD), 2),
        (("decode", "-T", "json", "-e", "nosuch", GOOD), 2),
        (("decode", "-T", "jsonl", "-e", "nosuch", GOOD), 2),
        (("decode", "--roce-port", "x", GOOD), 2),
        (("fields", "nosuch"), 2),
        (("decode", "nosuch.pcap"), 3),
        (("check", "nosuch.pcap"), 3),
        (("decode", "captures"), 3),
        (("decode", CUT), 3),
        (("check", CUT), 3),
        (("decode", CUT, GOOD), 3),
        (("decode", GOOD, CUT), 3),
        (("check", "nosuch.pcap", "captures/corrupt_write.pcap"), 3),
    ],
)
def test_exit_codes(arguments, code):
    result = run(*arguments)
    assert result.code == code
    assert "Traceback" not in result.err
    assert (result.err == "") == (code in (0, 1))


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (("decod", GOOD), "decode"),
        (("chek", GOOD), "check"),
        (("field",), "fields"),
        (("decode", "-T", "fields", "-e", "infiniband.bth.opcod", GOOD), "infiniband.bth.opcode"),
        (("decode", "-T", "jsonl", "-e", "infiniband.bth.opcod", GOOD), "infiniband.bth.opcode"),
        (("decode", "-T", "json", "-e", "infiniband.reth.dmalenn", GOOD), "infiniband.reth.dmalen"),
        (("fields", "infiniband.icrc.statu"), "infiniband.icrc.status"),
    ],
)
def test_suggestions(arguments, suggestion):
    result = run(*arguments)
    assert result.code == 2
    assert f"did you mean {suggestion}" in result.err
    assert result.out == ""


def test_no_suggestion_for_what_is_far_from_everything():
    assert "did you mean" not in run("xyzzyxyzzy").err


WHAT_IS_NO_CAPTURE = {
    "empty": b"",
    "one byte": b"\xa1",
    "text": b"No capture, but a letter to a friend.\n" * 10,
    "zeros": bytes(1000),
    "ones": b"\xff" * 1000,
    "half a header": (CAPTURES / "rc_write.pcap").read_bytes()[:20],
    "huge record": (CAPTURES / "rc_write.pcap").read_bytes()[:24] + b"\xff" * 40,
    "gzip of nothing": bytes.fromhex("1f8b08000000000000030300000000000000000000"),
    "cut gzip": (CAPTURES / "derived_gz.pcap.gz").read_bytes()[:300],
    "broken gzip": (CAPTURES / "derived_gz.pcap.gz").read_bytes()[:200] + b"\xff" * 300,
    "cut pcapng": (CAPTURES / "derived_comments.pcapng").read_bytes()[:1001],
    "broken pcapng": (CAPTURES / "derived_comments.pcapng").read_bytes()[:40] + b"\xff" * 300,
    "cut erf": (CAPTURES / "derived_plain.erf").read_bytes()[:1001],
}


@pytest.mark.parametrize("command", ["decode", "check"])
@pytest.mark.parametrize("piped", [False, True], ids=["file", "pipe"])
@pytest.mark.parametrize("what", WHAT_IS_NO_CAPTURE)
def test_damaged_files_are_told_in_one_sentence(what, command, piped, tmp_path):
    data = WHAT_IS_NO_CAPTURE[what]
    path = tmp_path / "damaged"
    path.write_bytes(data)
    result = run(command, "-", stdin=data) if piped else run(command, path)
    assert result.code == 3
    assert re.fullmatch(rf"ibpkt: {'-' if piped else re.escape(str(path))}: [^\n]+\n", result.err)


@pytest.mark.parametrize(
    ("name", "told"),
    [("a.pcap", "a.pcap: "), (b"a.pcap", "a.pcap: "), ("a\x1b[2J", r"a\x1b[2J: "), (3, ""), (None, "")],
)
def test_what_the_system_says_of_a_file_names_it(name, told, monkeypatch):
    def fail():
        raise OSError(5, "Input/output error", name)

    monkeypatch.setattr("ibpkt.cli.program.run", fail)
    assert run("info", "a.pcap") == (UNREADABLE, "", f"ibpkt: {told}input/output error\n")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may read everything")
def test_file_without_permission(tmp_path):
    path = tmp_path / "secret.pcap"
    path.write_bytes(b"")
    path.chmod(0)
    result = run("decode", path)
    assert (result.code, result.err.count("\n")) == (3, 1)


@pytest.mark.costly
@pytest.mark.parametrize(
    "arguments",
    [
        ("decode", "captures/loss_write_3pct.pcap.gz"),
        ("decode", "-V", "captures/loss_write_3pct.pcap.gz"),
        ("decode", "-x", "captures/loss_write_3pct.pcap.gz"),
        ("decode", "-T", "json", "captures/loss_write_3pct.pcap.gz"),
        ("decode", "-T", "jsonl", "captures/loss_write_3pct.pcap.gz"),
        ("decode", "-T", "fields", "-e", "infiniband.payload", "captures/loss_write_3pct.pcap.gz"),
    ],
)
def test_a_closed_pipe_ends_it_silently(arguments):
    with spawn(*arguments) as process:
        assert process.stdout.readline()
        process.stdout.close()
        process.stdout = None
        _, err = process.communicate(timeout=PATIENCE)
    assert err == b""
    assert process.returncode == 0


def test_interrupted():
    with spawn("decode", "-") as process:
        process.stdin.write((CAPTURES / "rc_write.pcap").read_bytes()[:5000])
        process.stdin.flush()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_terminated_it_leaves_no_half_of_a_file(tmp_path):
    with spawn("craft", "traffic", "--packets", "100000000", "-w", tmp_path / "out.pcap") as process:
        begin = time.monotonic()
        while not list(tmp_path.iterdir()) and time.monotonic() - begin < PATIENCE:
            time.sleep(0.01)
        assert [path.suffix for path in tmp_path.iterdir()] == [".part"]
        process.terminate()
        assert process.wait(PATIENCE) == 143
    assert list(tmp_path.iterdir()) == []


def test_as_a_module_and_in_a_poor_locale():
    done = subprocess.run(
        [sys.executable, "-m", "ibpkt", "decode", "-c", "1", GOOD],
        cwd=REPOSITORY,
        env=environment(LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0"),
        capture_output=True,
        check=True,
    )
    assert "→" in done.stdout.decode()
    assert done.stderr == b""


def test_a_process_that_runs_commands_again_and_again_keeps_no_garbage():
    """What is frozen is never collected: the modules of a command may be, and nothing that a run of it leaves."""
    run("stats", "opcodes", GOOD)
    frozen = gc.get_freeze_count()
    for _ in range(3):
        run("stats", "opcodes", GOOD)
    assert gc.get_freeze_count() == frozen
