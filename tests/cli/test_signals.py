"""Signals at any moment, from the first import to the last: no traceback, no half-written file, the right exit code."""

from __future__ import annotations

import signal
import subprocess
import time

import pytest

from tests.support.command import PATIENCE, PROGRAM, REPOSITORY, environment, run

GOOD = "captures/rc_write.pcap"
COMMANDS = [
    ("decode", GOOD, "-w"),
    ("edit", GOOD, GOOD, "-w"),
    ("decode", "-T", "parquet", GOOD, "-w"),
    ("decode", "-j", "2", GOOD, GOOD, GOOD, "-w"),
]
#: what a shell shows for a process that ended by itself, by its own answer to the signal, or by that of the system,
#: as before Python runs the first line of ours
CODES = {signal.SIGTERM: {0, 143, -signal.SIGTERM}, signal.SIGINT: {0, 130, -signal.SIGINT}}


def stopped(arguments, number, delay):
    """Run a command and send it a signal after a while: exit code and standard error."""
    with subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        cwd=REPOSITORY,
        env=environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        time.sleep(delay)
        process.send_signal(number)
        try:
            _, err = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()  # leaving the block would wait for it
            raise
    return process.returncode, err.decode()


@pytest.mark.family("endings")
@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:3]))
def test_terminated_at_any_moment(command, tmp_path):
    target = tmp_path / "out"
    assert run(*command, target).code == 0
    right = target.read_bytes()
    target.write_bytes(b"old")
    codes = []
    # every 40 ms, and at other moments for each command: every 5 ms took two minutes and a half
    for step in range(1 + 2 * COMMANDS.index(command), 120, 8):
        code, err = stopped((*command, target), signal.SIGTERM, step * 0.005)
        assert err == "", (step, err)
        assert code in CODES[signal.SIGTERM], step
        assert [path.name for path in tmp_path.iterdir()] == ["out"], step
        assert target.read_bytes() in (b"old", right), step
        if code == 0:
            assert target.read_bytes() == right, step
            target.write_bytes(b"old")
        codes.append(code)
        if codes[-2:] == [0, 0]:  # it has ended before the signal, and so it has before a later one
            break


@pytest.mark.parametrize("delay", [0.15, 0.3])
def test_interrupted_at_some_moments(delay, tmp_path):
    target = tmp_path / "out"
    code, err = stopped(("craft", "traffic", "--packets", "100000000", "-w", target), signal.SIGTERM, delay)
    assert (code, err) in ((143, ""), (-signal.SIGTERM, ""))
    assert list(tmp_path.iterdir()) == []


def test_an_import_that_answers_a_signal_with_an_error_of_its_own(monkeypatch):
    """As extension modules do, whose initialisation a signal interrupts."""

    def interrupted(*_, **__):
        try:
            signal.raise_signal(signal.SIGTERM)
        except SystemExit as error:
            raise ImportError("numpy could not be initialised") from error

    monkeypatch.setattr("ibpkt.io.source.Capture.batches", interrupted)
    assert run("decode", GOOD) == (143, "", "")


@pytest.mark.family("endings")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_in_a_callback_that_swallows_exceptions(number, code, monkeypatch, request):
    """As the interpreter's own callbacks do, which run while modules are imported."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in what it starts with &
    request.addfinalizer(lambda: signal.signal(signal.SIGINT, before))

    class Swallowing:
        def __del__(self):
            signal.raise_signal(number)

    def batches(*_, **__):
        Swallowing()
        time.sleep(30)
        return iter(())

    monkeypatch.setattr("ibpkt.io.source.Capture.batches", batches)
    begin = time.monotonic()
    result = run("decode", GOOD)
    assert (result.code, result.out, result.err.strip()) == (code, "", "")  # click ends the line of a ^C
    assert time.monotonic() - begin < 20
