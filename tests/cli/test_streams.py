"""Standard streams that are closed or full: one sentence, the right exit code; files are written all the same."""

from __future__ import annotations

import os
import subprocess

import pytest

from tests.support.command import CAPTURES, PATIENCE, PROGRAM, REPOSITORY, environment, run
from tests.support.shared import CAPTURES as SHARED_CAPTURES, needs

GOOD = "captures/rc_write.pcap"
COMMANDS = {
    "decode": ("decode", "-c", "2", GOOD),
    "processes": ("decode", "-j", "2", GOOD, GOOD),
    "json": ("decode", "-T", "json", "-c", "2", GOOD),
    "check": ("check", GOOD),
    "stats": ("stats", "opcodes", GOOD),
    "flows": ("flows", GOOD),
    "messages": ("messages", GOOD),
    "expert": ("expert", GOOD),
    "info": ("info", GOOD),
    "compare": ("compare", GOOD, GOOD),
    "commands": ("commands", "captures/nvmeof.pcap"),
    "fabric": ("fabric", "captures/ib_small.pcap"),
    "fields": ("fields", "infiniband.bth"),
    "craft": ("craft", "traffic", "--packets", "3"),
    "edit": ("edit", GOOD, "-w", "-"),
    "help": ("--help",),
    "version": ("--version",),
}


def closed(arguments, redirections, cwd=REPOSITORY):
    """Run a command by a shell that redirects its streams: exit code, standard output, standard error."""
    line = ["sh", "-c", f'exec "$@" {redirections}', "sh", *PROGRAM, *map(str, arguments)]
    done = subprocess.run(line, cwd=cwd, env=environment(), capture_output=True, timeout=PATIENCE, stdin=None)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


@pytest.mark.family("endings")
@pytest.mark.parametrize("name", COMMANDS)
def test_output_that_is_closed(name):
    code, _, err = closed(COMMANDS[name], ">&-")
    assert code == 3
    assert err in ("ibpkt: standard output is closed\n", "ibpkt: -: cannot be written: bad file descriptor\n")


@pytest.mark.family("endings")
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("name", COMMANDS)
def test_output_that_is_full(name):
    code, _, err = closed(COMMANDS[name], "> /dev/full")
    assert code == 3
    assert err in ("ibpkt: no space left on device\n", "ibpkt: -: cannot be written: no space left on device\n")


@pytest.mark.family("endings")
@pytest.mark.parametrize("name", ["decode", "flows", "craft"])
@pytest.mark.parametrize("redirections", ["2>&-", "<&-", "<&- 2>&-"])
def test_streams_that_a_command_does_not_use(name, redirections):
    assert closed(COMMANDS[name], redirections) == run(*COMMANDS[name])


@pytest.mark.family("endings")
@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "cp1252"])
@pytest.mark.parametrize(
    "line", ["decode --help", "info captures/rc_write.pcap", "plot sequence captures/rc_write.pcap"]
)
def test_output_is_utf_8_whatever_the_locale_says(line, encoding):
    surroundings = environment(PYTHONIOENCODING=encoding)
    done = subprocess.run([*PROGRAM, *line.split()], cwd=REPOSITORY, env=surroundings, capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, run(*line.split()).out, b"")
    assert not done.stdout.isascii() or "info" in line


@pytest.mark.family("endings")
@pytest.mark.parametrize("line", ["decode -", "craft hex", "craft yaml -", "edit - -w -"])
def test_input_that_is_closed(line):
    code, out, err = closed(line.split(), "<&-")
    assert (code, out, err) == (3, "", "ibpkt: -: standard input is closed\n")


@pytest.mark.family("endings")
@pytest.mark.parametrize("redirections", ["2>&-", "2> /dev/full", ">&- 2>&- <&-"])
def test_errors_that_nobody_can_read(redirections):
    assert closed(("decode", "nowhere.pcap"), redirections) == (3, "", "")
    assert closed(("decode", "--nonsense"), redirections) == (2, "", "")
    assert closed(("check", "captures/corrupt_write.pcap"), redirections)[0] == (3 if ">&-" in redirections[:3] else 1)


@pytest.mark.family("endings")
@pytest.mark.parametrize("redirections", ["<&-", ">&-", "2>&-", "<&- >&-", "<&- >&- 2>&-"])
def test_files_are_written_without_any_stream(redirections, tmp_path):
    """None of their bytes goes into the place of a stream, and nothing that is printed goes into them."""
    assert closed(("edit", REPOSITORY / GOOD, "-w", tmp_path / "out.pcap"), redirections) == (0, "", "")
    assert (tmp_path / "out.pcap").read_bytes() == (CAPTURES / "rc_write.pcap").read_bytes()
    assert closed(("decode", REPOSITORY / GOOD, "-w", tmp_path / "out.txt"), redirections) == (0, "", "")
    assert (tmp_path / "out.txt").read_text(encoding="utf-8") == run("decode", GOOD).out
    assert sorted(os.listdir(tmp_path)) == ["out.pcap", "out.txt"]


@pytest.mark.costly
@needs(SHARED_CAPTURES / "faults")
def test_the_commands_that_were_reported():
    faults = SHARED_CAPTURES / "faults"
    assert closed(("decode", "-"), "<&-", faults)[0] == 3
    assert closed(("decode", "compare-plain.pcapng"), ">&-", faults)[0] == 3
