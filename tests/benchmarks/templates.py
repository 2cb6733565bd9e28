"""Packets that differ in one field: a builder, a template, columns: ``python -m tests.benchmarks.templates``.

Also what an import costs beside what it cannot do without: the interpreter, hypothesis.  Ratios are against what is
wanted; above 1 is as fast as wanted, or faster.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
import timeit
from collections.abc import Callable

import numpy as np

import ibpkt
from ibpkt import craft
from tests.benchmarks.building import send

#: packets in columns, and how many of them at a time: a buffer of them is used again
PACKETS, AT_A_TIME = 2_000_000, 100_000


def per_call(function: Callable[[], object], count: int) -> float:
    """Microseconds of processor time a call, the best of several rounds."""
    return min(timeit.repeat(function, number=count, repeat=7, timer=time.process_time)) / count * 1e6


def columns(packet: ibpkt.Packet) -> float:
    """Million packets a second with one column."""
    template = packet.template("bth.psn")
    start = time.process_time()
    for first in range(0, PACKETS, AT_A_TIME):
        craft.columns(template, {"bth.psn": np.arange(first, first + AT_A_TIME) & 0xFFFFFF})
    return PACKETS / (time.process_time() - start) / 1e6


def processor_time(code: str) -> float:
    """Milliseconds of processor time that a program takes; its byte code is there after the first run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) * 1e3


def start_up(code: str, without: str) -> float:
    """Milliseconds that a program takes longer than another, the best of several runs of both in turn."""
    pairs = [(processor_time(code), processor_time(without)) for _ in range(9)]
    return min(pair[0] for pair in pairs) - min(pair[1] for pair in pairs)


def main() -> None:
    """Print what was measured, what was wanted, and the ratio."""
    packet = ibpkt.decode(send(), "ethernet")
    large = packet.replace(payload=bytes(4096))
    small_fill, large_fill = packet.template("bth.psn").fill, large.template("bth.psn").fill
    ttl = packet.template("ipv4.ttl").fill
    hypothesis = "from hypothesis import given, strategies"
    rows = (
        ("SEND by the builder", per_call(send, 2000), 25, "us"),
        ("template, PSN, 64 bytes of payload", per_call(lambda: small_fill(psn=9), 20000), 4, "us"),
        ("template, PSN, 4 KiB of payload", per_call(lambda: large_fill(psn=9), 20000), 4, "us"),
        ("template, TTL", per_call(lambda: ttl(ttl=9), 20000), 4, "us"),
        ("replace, PSN", per_call(lambda: packet.replace(bth__psn=9), 2000), 0, "us"),
        ("columns, PSN, 64 bytes of payload", columns(packet), 2, "million/s"),
        ("columns, PSN, 4 KiB of payload", columns(large), 0, "million/s"),
        ("hypothesis itself", start_up(hypothesis, "pass"), 0, "ms"),
        ("import ibpkt", start_up("import ibpkt", "pass"), 60, "ms"),
        ("ibpkt.strategies after hypothesis", start_up("from ibpkt.strategies import packets", hypothesis), 80, "ms"),
    )
    for name, measured, wanted, unit in rows:
        ratio = measured / wanted if wanted and unit == "million/s" else wanted / measured
        print(f"{name:38} {measured:8.1f} {unit:9}", f"wanted {wanted:3}, {ratio:4.1f} times" if wanted else "")


if __name__ == "__main__":
    main()
