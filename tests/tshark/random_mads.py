"""Management datagrams of random bytes (`tests.support.mads`) as captures, for tshark to read."""

from __future__ import annotations

import atexit
import functools
import shutil
import tempfile
from pathlib import Path

import ibpkt
from tests.support import mads
from tests.tshark import crafted

CARRIERS = {"erf": lambda datagram, number: crafted.record(mads.native(datagram, number)), "ethernet": mads.routed}
NAMES = tuple(f"{link}.pcap" for link in CARRIERS)


@functools.cache
def directory() -> Path:
    """A directory with the captures, made once and gone when the process ends."""
    folder = Path(tempfile.mkdtemp(prefix="ibpkt-mads-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for link, wrapped in CARRIERS.items():
        with ibpkt.create(folder / f"{link}.pcap", link=link) as capture:
            for number, (_, datagram) in enumerate(mads.datagrams()):
                capture.write(wrapped(datagram, number), time=number * 1_000_000)
    return folder
