"""``-f``: commands on a file that grows, on pipes, on files that begin anew, until Ctrl-C."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.command import CAPTURES, PATIENCE, PROGRAM, REPOSITORY, environment, run

WHOLE = (CAPTURES / "rc_write.pcap").read_bytes()
COUNT = 163
BEGIN = 24 + 16 + int.from_bytes(WHOLE[32:36], "little")  # where the second record begins


class Following:
    """``ibpkt`` as it follows something."""

    def __init__(self, *arguments, **options):
        words = [*PROGRAM, *map(str, arguments)]
        self.process = subprocess.Popen(
            words, cwd=REPOSITORY, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options
        )
        os.set_blocking(self.process.stdout.fileno(), False)
        self.out = b""

    def until(self, wanted, times=1):
        """Read on until something was printed so many times."""
        late = time.monotonic() + PATIENCE
        while self.out.count(wanted) < times:
            assert time.monotonic() < late, self.out
            assert self.process.poll() is None, self.process.stderr.read()
            self.out += self.process.stdout.read() or b""
            time.sleep(0.02)

    def until_read(self, path):
        """Wait until it has read a file to the end: a signal ends it wherever it is."""
        late = time.monotonic() + PATIENCE
        while sys.platform == "linux" and self._position(path) < path.stat().st_size:
            assert time.monotonic() < late, self.out
            assert self.process.poll() is None, self.process.stderr.read()
            time.sleep(0.02)

    def _position(self, path):
        """How far it has read."""
        of_process = Path("/proc", str(self.process.pid))
        for link in of_process.joinpath("fd").iterdir():
            with contextlib.suppress(FileNotFoundError):  # it was closed meanwhile
                if link.readlink() == path:
                    return int(of_process.joinpath("fdinfo", link.name).read_text().split()[1])
        return 0

    def end(self, number=signal.SIGINT):
        os.set_blocking(self.process.stdout.fileno(), True)
        if number is not None:
            self.process.send_signal(number)
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, (self.out + out).decode(), err.decode()


def grow(path, data):
    with path.open("ab") as file:
        file.write(data)


def test_lines_appear_as_packets_are_written(tmp_path):
    path = tmp_path / "growing.pcap"
    path.write_bytes(WHOLE[: BEGIN + 7])
    following = Following("decode", "-f", path)
    following.until(b"\n")
    assert following.out.count(b"\n") == 1
    grow(path, WHOLE[BEGIN + 7 : 60000])
    following.until(b"\n   60 ")
    grow(path, WHOLE[60000:])
    following.until(f"\n  {COUNT} ".encode())
    code, out, err = following.end()
    assert (code, err) == (0, f"ibpkt: {path}: {COUNT} packets\n")
    assert out.splitlines() == run("decode", CAPTURES / "rc_write.pcap").lines


def test_a_half_written_record_is_no_damage(tmp_path):
    path = tmp_path / "growing.pcap"
    path.write_bytes(WHOLE[:-5])
    following = Following("decode", "-f", "-c", "1000", path)
    following.until(f"\n  {COUNT - 1} ".encode())
    code, _, err = following.end()
    assert (code, err) == (0, f"ibpkt: {path}: {COUNT - 1} packets\n")


def test_a_file_that_begins_anew_is_told(tmp_path):
    path = tmp_path / "growing.pcap"
    path.write_bytes(WHOLE)
    following = Following("decode", "-f", path)
    following.until(f"\n  {COUNT} ".encode())
    path.write_bytes(WHOLE[:BEGIN])
    following.until(b"    1   0.000000 ", 2)
    other = tmp_path / "other.pcap"
    other.write_bytes(WHOLE[:BEGIN])
    other.rename(path)
    following.until(b"    1   0.000000 ", 3)
    code, _, err = following.end(signal.SIGTERM)
    assert code == 0
    said = [line for line in err.splitlines() if "no RoCE" not in line]  # the first packet is TCP
    assert said == [
        f"ibpkt: {path}: {COUNT} packets",
        f"ibpkt: {path}: was truncated; it is followed from its beginning",
        f"ibpkt: {path}: 1 packet",
        f"ibpkt: {path}: is another file now; it is followed from its beginning",
        f"ibpkt: {path}: 1 packet",
    ]


def test_a_pipe_that_ends(tmp_path):
    following = Following("decode", "-f", "-", stdin=subprocess.PIPE)
    following.process.stdin.write(WHOLE[: BEGIN + 40])
    following.process.stdin.flush()
    following.until(b"\n")
    following.process.stdin.write(WHOLE[BEGIN + 40 :])
    code, out, err = following.end(None)
    assert (code, err) == (0, f"ibpkt: -: {COUNT} packets\n")
    assert len(out.splitlines()) == COUNT


def test_flows_that_have_changed(tmp_path):
    path = tmp_path / "growing.pcap"
    path.write_bytes(WHOLE[:60000])
    following = Following("flows", "-f", path)
    following.until(b" RC ")
    grow(path, WHOLE[60000:])
    following.until(f": {COUNT} packets; ".encode())
    code, out, _ = following.end()
    assert code == 0
    result = run("flows", CAPTURES / "rc_write.pcap").out
    assert out.endswith(result)
    assert out.count("\nflow  service ") >= 2


@pytest.mark.costly
def test_incidents_as_soon_as_they_are_seen(tmp_path):
    path = tmp_path / "growing.pcap"
    data = (CAPTURES / "corrupt_write.pcap").read_bytes()
    path.write_bytes(data)
    following = Following("expert", "-f", path)
    following.until(b"before the tap, from ")
    first = following.out.decode().splitlines()[0]
    following.until_read(path)
    code, out, _ = following.end()
    assert code == 0
    whole = run("expert", path).lines
    seen = out.splitlines()[: -len(whole)]
    assert out.splitlines()[len(seen) :] == whole
    assert seen[0] == first
    assert " error " in first or " warning " in first
    assert all("again: " in line for line in seen[1:])  # what has become worse by the next look, on a busy machine


def test_findings_as_soon_as_they_are_seen(tmp_path):
    path = tmp_path / "growing.pcap"
    path.write_bytes((CAPTURES / "corrupt_write.pcap").read_bytes())
    following = Following("expert", "-f", "--findings", path)
    following.until(b"icrc-bad")
    following.until_read(path)
    code, out, _ = following.end()
    # in the order in which they were decided
    assert (code, sorted(out.splitlines())) == (0, sorted(run("expert", "--findings", path).lines))


def test_statistics(tmp_path):
    path = tmp_path / "growing.pcap"
    path.write_bytes(WHOLE)
    following = Following("stats", "opcodes", "-f", path)
    following.until(f": {COUNT} packets; ".encode())
    assert following.end()[1].endswith(run("stats", "opcodes", CAPTURES / "rc_write.pcap").out)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["decode", "-f", "captures/rc_write.pcap", "captures/rc_read.pcap"], "-f follows one FILE as it grows"),
        (["flows", "-f", "--join", "captures/rc_write.pcap"], "-f follows one FILE as it grows"),
        (["decode", "-f", "-2", "captures/rc_write.pcap"], "-2 reads FILE twice, -f as it grows"),
    ],
)
def test_what_cannot_be_meant(words, sentence):
    done = run(*words)
    assert done.code == 2
    assert sentence in done.err


def test_a_file_that_is_not_there():
    done = run("decode", "-f", "none.pcap")
    assert (done.code, done.err) == (3, "ibpkt: none.pcap: no such file\n")
