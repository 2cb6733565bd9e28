"""Captures of made traffic in which some packets are different, or others are added."""

from __future__ import annotations

from pathlib import Path

import ibpkt
from tests.support.command import run

MANY = ("--conversations", "6", "--packets", "600", "--size", "64..2048", "--seed", "3")


def made(path: Path, *options: str) -> Path:
    """A capture of conversations between 10.0.0.1 and 10.0.0.2, and more with ``--pairs``."""
    assert run("craft", "traffic", *MANY, *options, "-w", path).code == 0
    return path


def changed(path: Path, field: str, value: object, condition: str, folder: Path) -> Path:
    """Some packets have another value in a field; their ICRCs are right."""
    rest, some, out = folder / "rest.pcap", folder / "some.pcap", folder / "changed.pcap"
    assert run("edit", path, "-Y", f"not ({condition})", "-w", rest).code == 0
    assert run("edit", path, "-Y", condition, "--set", f"{field}={value}", "-w", some).code == 0
    assert run("edit", rest, some, "-w", out, "--force").code == 0
    return out


def added(path: Path, frames: list[bytes], out: Path) -> Path:
    """The capture, and these Ethernet frames behind it, a millisecond apart."""
    with ibpkt.open(path) as capture, ibpkt.create(out, link="ethernet") as sink:
        last = 0
        for packet in capture:
            sink.write(packet)
            last = packet.time
        for number, frame in enumerate(frames, 1):
            sink.write(frame, time=last + 1_000_000 * number)
    return out
