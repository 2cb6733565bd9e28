"""What commands do at a terminal: progress, colours, and no packets."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import time

import pytest

from ibpkt.capture import compression
from ibpkt.cli.progress_line import progress_text
from ibpkt.output.paint import painted
from tests.support.command import CAPTURES, PATIENCE, PROGRAM, REPOSITORY, environment, run

GOOD = "captures/rc_write.pcap"


def at_terminal(*arguments, program=PROGRAM, stdout=None, **environment_variables):
    """Run a command whose standard error, and output unless it goes elsewhere, is a terminal."""
    parent, child = pty.openpty()
    process = subprocess.Popen(
        [*program, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=child if stdout is None else stdout,
        stderr=child,
        cwd=REPOSITORY,
        env=environment(**{"TERM": "xterm", **environment_variables}),
    )
    os.close(child)
    shown = b""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if select.select([parent], [], [], 0.1)[0]:
            try:
                piece = os.read(parent, 1 << 16)
            except OSError:  # Linux says so at the end
                break
            if not piece:
                break
            shown += piece
        elif process.poll() is not None:
            break
    os.close(parent)
    return process.wait(PATIENCE), shown.decode(errors="replace").replace("\r\n", "\n")


#: the program without the second that work may take before it shows progress
IMPATIENT = [PROGRAM[0], "-c", "import ibpkt.cli.progress as p; p.PATIENCE = 0; from ibpkt.cli import main; main()"]


@pytest.mark.family("endings")
@pytest.mark.parametrize("command", [("stats", "opcodes"), ("expert",), ("flows",), ("check",), ("messages",)])
@pytest.mark.parametrize("elsewhere", [True, False], ids=["output to a file", "output to the terminal"])
def test_progress_shows_whenever_standard_error_is_a_terminal(command, elsewhere, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "500")
    with (tmp_path / "out").open("wb") as out:
        arguments = (*command, "--color", "never", GOOD)
        code, shown = at_terminal(*arguments, program=IMPATIENT, stdout=out if elsewhere else None)
    assert code == 0
    lines = re.findall(r"\r\x1b\[K([^\r\x1b]+)", shown)
    assert any(re.match(r"\[#+\.*\] +\d+%  163 packets  [\d.]+ MB/s  \d+:\d\d left", line) for line in lines)
    left = re.sub(r"\r\x1b\[K(\[[^\r]*(?=\r\x1b\[K))?", "", shown)
    text = (tmp_path / "out").read_text() if elsewhere else left
    assert text == run(*command, GOOD).out
    assert left == ("" if elsewhere else text)


@pytest.mark.family("endings")
@pytest.mark.parametrize(
    "command",
    [("edit", GOOD, "captures/rc_read.pcap", "-w"), ("compare", GOOD, GOOD), ("info", GOOD), ("decode", GOOD, "-w")],
    ids=lambda command: command[0],
)
def test_progress_of_commands_that_read_otherwise(command, tmp_path):
    target = (tmp_path / "out",) if command[-1] == "-w" else ()
    code, shown = at_terminal(*command, *target, program=IMPATIENT)
    assert code == 0
    assert re.search(r"\r\x1b\[K\[#+\.*\] +\d+%  \d+ packets", shown)


def test_no_progress_where_a_terminal_cannot_wipe_or_work_is_short():
    code, shown = at_terminal("stats", "opcodes", GOOD, program=IMPATIENT, TERM="dumb")
    assert (code, shown) == (0, run("stats", "opcodes", GOOD).out)
    assert at_terminal("stats", "opcodes", GOOD) == (0, run("stats", "opcodes", GOOD).out)


def test_workers_write_at_a_terminal_what_they_write_to_a_pipe():
    code, shown = at_terminal("decode", "-j", "2", "--color", "never", GOOD, program=IMPATIENT)
    assert code == 0
    assert re.sub(r"\r\x1b\[K(\[[^\r]*(?=\r\x1b\[K))?", "", shown) == run("decode", GOOD).out


@pytest.mark.parametrize(
    ("share", "position", "packets", "seconds", "text"),
    [
        (0.5, 50_000_000, 1234, 2.0, "[##########..........]  50%  1,234 packets  25.0 MB/s  0:02 left"),
        (0.0, 0, 0, 0.0, "[....................]   0%  0 packets  0.0 MB/s  0:00 left"),
        (1.7, 10, 10, 100.0, "[####################] 100%  10 packets  0.0 MB/s  0:00 left"),
        (0.01, 10**9, 5, 10.0, "[....................]   1%  5 packets  100.0 MB/s  16:30 left"),
    ],
)
def test_what_progress_says(share, position, packets, seconds, text):
    assert progress_text(share, position, packets, seconds) == text


REPORTS = (
    ("check", "captures/corrupt_write.pcap"),
    ("check", GOOD),
    ("expert", "captures/loss_ack_10pct.pcap"),
    ("expert", "--summary", "captures/nak_send_too_long.pcap"),
    ("flows", GOOD),
    ("messages", "captures/nak_send_too_long.pcap"),
    ("stats", "opcodes", GOOD),
    ("compare", GOOD, GOOD),
    ("compare", "captures/guest_any_sll2.pcap", "captures/guest_any_sll1_tcpdump.pcap"),
    ("decode", "-V", "captures/corrupt_write.pcap"),
    ("decode", "-x", "-c", "40", "captures/corrupt_write.pcap"),
    ("info", "captures/corrupt_write.pcap"),
    ("commands", "captures/iser.pcap"),
    ("fabric", "captures/ib_small.pcap"),
    ("stats", "mad", "captures/ib_small.pcap"),
    ("craft", "yaml", "docs/recipe.yaml"),
)


@pytest.mark.parametrize("command", REPORTS, ids=" ".join)
def test_colour_adds_nothing_that_words_do_not_say(command):
    plain, colored = run(*command), run(*command, "--color", "always")
    assert re.sub(r"\x1b\[\d*m", "", colored.out) == plain.out
    assert (colored.code, colored.err) == (plain.code, plain.err)


def test_trouble_is_red_and_health_green():
    bad = run("check", "--color", "always", "captures/corrupt_write.pcap").out
    assert "\x1b[31mICRC bad" in bad
    assert re.search(r"\x1b\[31m\d+ problems", bad)
    assert "\x1b[32m0 problems" in run("check", "--color", "always", GOOD).out
    found = run("expert", "--summary", "--color", "always", "captures/nak_send_too_long.pcap").out
    assert re.search(r"^\x1b\[31merror\x1b\[0m", found, re.MULTILINE)
    assert "\x1b" not in run("check", "--color", "always", "--format", "json", "captures/corrupt_write.pcap").out


@pytest.mark.costly
def test_colour_at_a_terminal_unless_told_otherwise():
    assert "\x1b[32m" in at_terminal("check", GOOD)[1]
    assert "\x1b" not in at_terminal("check", GOOD, NO_COLOR="1")[1]
    assert "\x1b" not in at_terminal("check", "--color", "never", GOOD)[1]


def colored(*arguments):
    """What has a colour, by the colour."""
    found = {}
    for color, text in re.findall(r"\x1b\[(\d+)m([^\x1b]*)\x1b", run(*arguments, "--color", "always").out):
        found.setdefault(color, set()).add(text)
    return found


def test_colours_mean_the_same_everywhere():
    red, yellow, green, dim = "31", "33", "32", "2"
    assert colored("decode", "-V", "captures/corrupt_write.pcap").keys() == {red}
    assert "[bad, should be 0xf348d6aa]" in colored("decode", "-V", "captures/corrupt_write.pcap")[red]
    assert colored("info", "captures/corrupt_write.pcap")[red] == {"28 packets damaged"}
    assert green not in colored("info", "captures/corrupt_write.pcap")
    assert colored("info", GOOD)[green] == {"every ICRC is right"}
    assert "1 refused" in colored("commands", "captures/iser.pcap")[red]
    assert colored("commands", "captures/nvmeof.pcap") == {}, "nothing is refused there"
    assert "refused" in colored("messages", "captures/nak_send_too_long.pcap")[red]
    assert red not in colored("stats", "mad", "captures/ib_small.pcap"), "the title of a column"
    assert red not in colored("expert", "--kinds"), "words of sentences"
    assert colored("compare", GOOD, GOOD)[green] == {"no differences"}
    taps = "captures/guest_any_sll2.pcap", "captures/guest_any_sll1_tcpdump.pcap"
    assert colored("compare", *taps)[dim] == {"delayed"}
    assert yellow in colored("expert", "captures/loss_write_3pct.pcap.gz")


def test_only_the_words_are_coloured():
    assert painted("0 errors, 10 errors") == "0 errors, \x1b[31m10 errors\x1b[0m"
    assert painted("terror 1 erroneous\n") == "terror 1 erroneous\n"


@pytest.mark.costly
@pytest.mark.parametrize(
    "arguments",
    [("edit", GOOD, "-w", "-"), ("craft", "python", "-w", "-", "LRH()/BTH()"), ("decode", "-T", "parquet", GOOD)],
    ids=" ".join,
)
def test_no_packets_to_a_terminal(arguments):
    code, shown = at_terminal(*arguments)
    assert code == 2
    assert "binary" in shown
    assert "\x00" not in shown


def test_packets_to_a_terminal_if_told():
    code, shown = at_terminal("edit", "--force", "--frames", "1", "--format", "pcap", GOOD, "-w", "-")
    assert code == 0
    assert "\x00" in shown


def test_a_capture_is_not_replaced_by_what_is_made_of_it(tmp_path):
    path = tmp_path / "x.pcap"
    path.write_bytes((CAPTURES / "rc_write.pcap").read_bytes())
    (tmp_path / "link.pcap").symlink_to(path)
    for target in (path, tmp_path / "link.pcap"):
        result = run("edit", path, "--frames", "1-10", "-w", target)
        assert result.code == 2
        assert "would replace a FILE that is read: add --force" in result.err
        assert path.read_bytes() == (CAPTURES / "rc_write.pcap").read_bytes()
    assert run("edit", path, "--force", "--frames", "1-10", "-w", path).code == 0
    assert len(run("decode", path).lines) == 10
    assert run("edit", path, "--frames", "1-3", "-w", tmp_path / "other.pcap").code == 0


@pytest.mark.parametrize("command", [("report",), ("plot", "throughput"), ("trace",)])
def test_a_capture_is_not_replaced_by_a_picture_of_it(command, tmp_path):
    path = tmp_path / "x.svg"
    path.write_bytes((CAPTURES / "rc_write.pcap").read_bytes())
    result = run(*command, path, "-o", path)
    assert (result.code, "would replace a FILE that is read: name another file" in result.err) == (2, True)
    assert path.read_bytes() == (CAPTURES / "rc_write.pcap").read_bytes()


def test_a_file_without_permission_is_unreadable(monkeypatch):
    """Not wrong usage.  The user who runs this may be root, whom no permission stops."""

    def refused(*_, **__):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(compression, "open", refused, raising=False)
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    for command in ("decode", "check", "expert", "flows", "messages"):
        result = run(command, GOOD)
        assert (result.code, result.err) == (3, f"ibpkt: {GOOD}: permission denied\n")
