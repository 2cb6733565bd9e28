"""How fast the analyser is: clean traffic, traffic with losses, and datagrams.

python tests/benchmarks/analysis.py [PACKETS]
"""

from __future__ import annotations

import sys
import time
from typing import Any

from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser


def cost(packets: int, loss: float, service: str = "RC", **options: bool) -> tuple[float, int]:
    """Nanoseconds a packet, decoding left out, and findings."""
    scene = traffic.Traffic(
        1,
        conversations=16,
        service=service,
        operations={"WRITE": 3, "READ": 1, "SEND": 2} if service == "RC" else "SEND",
        sizes=(1, 8192) if service == "RC" else (1, 1024),
        packets=packets,
        faults=traffic.Faults(loss=loss),
        truth=None,
    )
    analyser = Analyser(**options)
    spent, findings, count = 0.0, 0, 0
    for batch in scene.batches():
        _ = batch.shapes
        begin = time.perf_counter()
        found = analyser.add(batch)
        spent += time.perf_counter() - begin
        findings += len(found.findings)
        count += len(batch)
    return spent / count * 1e9, findings


def main() -> None:
    """Print a table."""
    packets = int(sys.argv[1]) if len(sys.argv) > 1 else 300_000
    cases: tuple[tuple[str, float, dict[str, Any]], ...] = (
        ("clean, with messages", 0.0, {}),
        ("clean, without messages", 0.0, {"messages": False}),
        ("0.01 % lost, without messages", 0.0001, {"messages": False}),
        ("0.1 % lost, without messages", 0.001, {"messages": False}),
        ("1 % lost, without messages", 0.01, {"messages": False}),
        ("datagrams, without messages", 0.0, {"messages": False, "service": "UD"}),
    )
    for name, loss, options in cases:
        spent, findings = cost(packets, loss, **options)
        print(f"{name:40}{spent:8.0f} ns a packet, {findings} findings")


if __name__ == "__main__":
    main()
