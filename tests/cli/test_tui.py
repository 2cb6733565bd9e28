"""`ibpkt tui` where there is no terminal, no file, no textual; and in a real terminal, through tmux."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time

import pytest

from ibpkt.cli.tui import see_terminal
from ibpkt.errors import CallerError
from tests.support.command import PROGRAM, REPOSITORY, run, spawn
from tests.support.imports import imported

CAPTURE = "captures/loss_write_3pct.pcap.gz"
DECODE = "`ibpkt decode` prints text"


def test_without_a_terminal_it_is_one_sentence(monkeypatch):
    monkeypatch.setenv("TERM", "xterm")
    result = run("tui", CAPTURE)
    assert (result.code, result.out, result.err) == (2, "", f"ibpkt: the screens need a terminal: {DECODE}\n")


@pytest.mark.parametrize("term", ["dumb", None])
def test_a_dumb_terminal(term, monkeypatch):
    monkeypatch.delenv("TERM", raising=False)
    if term:
        monkeypatch.setenv("TERM", term)
    result = run("tui", CAPTURE)
    assert (result.code, result.err) == (
        2, f"ibpkt: this terminal cannot show screens (TERM is dumb): {DECODE}\n",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("terminals", "from_pipe", "reason"),
    [
        ({"stdin"}, False, "need a terminal"),
        ({"stdin", "stdout"}, False, "need a terminal"),
        ({"stdout", "stderr"}, False, "need a keyboard"),
        ({"stdout", "stderr"}, True, ""),
        ({"stdin", "stdout", "stderr"}, False, ""),
    ],
)
def test_what_must_be_a_terminal(terminals, from_pipe, reason, monkeypatch):
    class Stream:
        def __init__(self, name):
            self.name = name

        def isatty(self):
            return self.name in terminals

    monkeypatch.setenv("TERM", "xterm")
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, Stream(name))
    if not reason:
        see_terminal(from_pipe=from_pipe)
        return
    with pytest.raises(CallerError, match=reason):
        see_terminal(from_pipe=from_pipe)


def test_options(monkeypatch):
    assert run("tui").code == 2
    assert run("tui", "--nosuch", CAPTURE).code == 2
    assert run("tui", CAPTURE, CAPTURE).code == 2


def test_the_command_needs_no_numpy_before_its_screen():
    assert not imported("import ibpkt.cli.tui; import ibpkt.tui.app") & {"numpy", "construct", "ibpkt.protocols"}


@pytest.fixture
def terminal(tmp_path):
    """A terminal of 80x24 in which commands run; returns what types keys, and what shows the screen."""
    if shutil.which("tmux") is None:
        pytest.skip("tmux is not installed: the command is not tried in a terminal")
    server = ["tmux", "-S", str(tmp_path / "socket"), "-f", os.devnull]
    environment = {**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PYTHONPATH": str(REPOSITORY)}
    environment.pop("TMUX", None)

    def tmux(*words):
        return subprocess.run([*server, *words], capture_output=True, text=True, env=environment, timeout=60).stdout

    tmux("new-session", "-d", "-x", "80", "-y", "24", "-c", str(REPOSITORY), "sh")

    class Terminal:
        def type(self, *keys):
            tmux("send-keys", "-t", "0", *keys)

        def until(self, text, seconds=30):
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                screen = tmux("capture-pane", "-p", "-t", "0")
                if text in screen:
                    return screen
                time.sleep(0.1)
            raise TimeoutError(screen)

    yield Terminal()
    tmux("kill-server")


def line(*words):
    return shlex.join([*PROGRAM, "tui", *words]) + "; echo exit code $?"


def test_in_a_terminal(terminal):
    terminal.type(line(CAPTURE), "Enter")
    assert "Filter▸" in terminal.until("▲ 2 incidents")
    terminal.type(":", "9", "9", "Enter")  # all at once, as somebody types who knows the keys
    terminal.until(" 99/2,855")
    terminal.type("g")
    terminal.until(" 1/2,855")
    terminal.type("n")
    terminal.until("nak-sequence")
    terminal.type("l")
    assert "192.168.77.2 QP 0x29" in terminal.until("▌   1.510698      81!")
    terminal.type("Escape")
    terminal.until("Tree ─ 2")
    terminal.type("q")
    terminal.until("exit code 0")


def test_a_pipe_in_a_terminal(terminal):
    """Standard input is the capture, the keyboard is the terminal."""
    command = line("-")
    terminal.type(f"(cat captures/rc_write.pcap; sleep 1) | {command}", "Enter")
    terminal.until("1/163")
    terminal.type("G")
    terminal.until("163/163")
    terminal.type("q")
    terminal.until("exit code 0")


@pytest.mark.parametrize(
    ("name", "sentence", "code"),
    [
        ("nosuch.pcap", "ibpkt: nosuch.pcap: no such file", 3),
        ("README.md", "ibpkt: README.md: not a capture (pcap, pcapng or ERF)", 3),
        ("captures", "ibpkt: captures: is a directory", 3),
    ],
)
def test_what_cannot_be_shown(terminal, name, sentence, code):
    terminal.type(line(name), "Enter")
    assert sentence in terminal.until(f"exit code {code}").replace("\n", "")


def test_without_textual(terminal, tmp_path):
    (tmp_path / "textual").mkdir()
    (tmp_path / "textual" / "__init__.py").write_text("raise ModuleNotFoundError('no textual', name='textual')")
    terminal.type(f"PYTHONPATH={tmp_path}:$PYTHONPATH {line(CAPTURE)}", "Enter")
    assert "ibpkt: the screens need textual: pip install 'ibpkt[tui]'" in terminal.until("exit code 2")


def test_a_closed_pipe_has_no_keyboard(tmp_path):
    process = spawn("tui", "-", env={**os.environ, "TERM": "dumb"})
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.count(b"\n")) == (2, 1)
