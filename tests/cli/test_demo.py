"""``ibpkt demo``: every line of the tour prints what the tour shows."""

from __future__ import annotations

import hashlib
import lzma
import re
import shlex
import time

import pytest

from ibpkt.cli import demo
from tests.analysis.truth.counters import RECORDED
from tests.support.command import run

RECORDING = RECORDED / "upper" / "nvmeof_loss_after_tap_2pct.pcap"


@pytest.fixture(scope="module")
def tour():
    return run("demo")


@pytest.mark.costly
def test_each_line_prints_what_the_tour_shows(tour, tmp_path):
    capture = tmp_path / "demo.pcap.xz"
    assert run("demo", "-w", capture) == (0, "", "")
    parts = re.split(r"^\$ ibpkt (.*)\n", tour.out, flags=re.MULTILINE)
    lines, shown = parts[1::2], parts[2::2]
    assert [line.split()[0] for line in lines] == ["expert", "decode", "messages", "commands", "check"]
    for line, text in zip(lines, shown, strict=True):
        own = run(*(str(capture) if word == capture.name else word for word in shlex.split(line)))
        assert own.code == 0
        head = own.out.replace(str(capture), capture.name)
        if line.startswith("expert"):  # its sentences are broken at another place after a longer name
            head, text = " ".join(head.split()), " ".join(text.split())
        assert text.startswith(head)


def test_it_ends_with_lines_that_exist(tour, tmp_path):
    capture = tmp_path / "demo.pcap.xz"
    run("demo", "-w", capture)
    _, _, after = tour.out.partition("Now you:\n")
    first, *lines = [shlex.split(line)[1:] for line in after.splitlines()]
    assert first == ["demo", "-w", "demo.pcap.xz"]
    assert len(lines) >= 3
    for words in lines:
        there = {"demo.pcap.xz": str(capture), "page.html": str(tmp_path / "page.html")}
        assert run(*(there.get(word, word) for word in words)).code == 0


@pytest.mark.costly
def test_a_pipe_is_not_kept_waiting(monkeypatch, tour):
    waits = []
    monkeypatch.setattr(time, "sleep", waits.append)
    assert run("demo").out == tour.out
    assert set(waits) == {0}
    waits.clear()
    assert run("demo", "--pause", "2").code == 0
    assert waits == [2.0] * len(demo.TOUR)
    assert demo.PAUSE * len(demo.TOUR) == 15


def test_colours(tour):
    painted = run("demo", "--color", "always").out
    assert "\x1b[1m" in painted
    assert re.sub(r"\x1b\[\d*m", "", painted) == tour.out
    assert "\x1b" not in tour.out


def test_a_file_is_not_replaced(tmp_path):
    target = tmp_path / "mine.pcap.xz"
    target.write_bytes(b"mine")
    assert run("demo", "-w", target) == (2, "", f"ibpkt: {target} exists already; name another file\n")
    assert target.read_bytes() == b"mine"


@pytest.mark.skipif(not RECORDING.exists(), reason="the recording is not there")
def test_the_capture_is_the_recording():
    packed = lzma.decompress(demo.CAPTURE.read_bytes())
    assert hashlib.sha256(packed).digest() == hashlib.sha256(RECORDING.read_bytes()).digest()
