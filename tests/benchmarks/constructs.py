"""One packet by construct and by the fast paths, and the CRCs of one: ``python -m tests.benchmarks.constructs``."""

from __future__ import annotations

import functools
import timeit
import zlib
from collections.abc import Callable

from ibpkt import decode
from ibpkt.batch import crc
from ibpkt.constructs import RoCEv2
from ibpkt.packet import crc_function
from ibpkt.protocols import BTH, ICRC, VCRC
from tests.benchmarks.building import send


def best(function: Callable[[], object], count: int = 300) -> float:
    """Microseconds per call, the best of several rounds."""
    return min(timeit.repeat(function, number=count, repeat=7)) / count * 1e6


def main() -> None:
    """Print the figures."""
    frame = send()
    parsed = RoCEv2.parse(frame)
    bth = frame[42:54]
    values = {name: value for name, value in parsed.bth.items() if name != "_io"}
    given = {"ethernet": {}, "ipv4": {}, "udp": {}, "bth": {"destqp": 5}, "payload": parsed.payload}
    rows: dict[str, Callable[[], object]] = {
        "BTH.parse": lambda: BTH.parse(bth),
        "BTH.read": lambda: BTH.read(bth),
        "BTH.build": lambda: BTH.build(values),
        "BTH.write": lambda: BTH.write(values),
        "RoCEv2.parse": lambda: RoCEv2.parse(frame),
        "decode, ICRC verified": lambda: decode(frame, "ethernet").icrc,
        "RoCEv2.build, all given": lambda: RoCEv2.build(parsed),
        "RoCEv2.build, filled in": lambda: RoCEv2.build(given),
        "ibpkt.build": send,
    }
    for name, function in rows.items():
        print(f"{name:24} {best(function):8.2f} us")
    for size in (64, 256, 1024, 4096):
        data = (bytes(range(256)) * 16)[:size]
        functions = {
            "CRC-32: crcmod": crc_function(ICRC),
            "zlib": zlib.crc32,
            f"{crc.crc32.__module__} as installed": crc.crc32,
            "CRC-16: crcmod": crc_function(VCRC),
            f"{type(crc.crc16()).__name__} as installed": crc.crc16(),
        }
        figures = [f"{name} {best(functools.partial(f, data), 2000):.2f} us" for name, f in functions.items()]
        print(f"{size:5} bytes,", ", ".join(figures))


if __name__ == "__main__":
    main()
