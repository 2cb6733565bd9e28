"""How fast traffic is made: microseconds of processor time a packet, and what share of it is the machine.

    python tests/benchmarks/traffic.py [PACKETS]

Small messages in four conversations over RoCEv2, without faults and with one packet in a hundred lost; then large ones,
natively.  The last column divides by what reading and verifying the same packets takes (`ibpkt check`).
"""

from __future__ import annotations

import io
import sys
import time
from typing import Any

import ibpkt
from ibpkt import traffic
from ibpkt.stats.check import IntegrityReport

CASES: dict[str, dict[str, Any]] = {
    "small": {"sizes": (1, 256)},
    "small, 1 % lost": {"sizes": (1, 256), "faults": traffic.Faults(loss=0.01)},
    "small, 1 % lost, truth": {"sizes": (1, 256), "faults": traffic.Faults(loss=0.01), "truth": True},
    "mixed": {"sizes": (1, 4096), "operations": "WRITE=2,READ=1,SEND=1,FETCH_ADD=1"},
    "datagrams": {"sizes": (1, 256), "service": "UD", "operations": "SEND"},
    "large, native": {"sizes": 65536, "pmtu": 4096, "carrier": "native", "share": 0.1},
}


class Nowhere(io.RawIOBase):
    """Takes bytes and forgets them."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return len(data)


def spend(work: Any) -> float:
    begin = time.process_time()
    work()
    return time.process_time() - begin


def main() -> None:
    packets = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    print(f"{'':24}{'µs/packet':>10}{'machine':>10}{'check':>10}{'ratio':>8}")
    for name, given in CASES.items():
        arguments = {"seed": 1, "conversations": 4, "truth": None, **given}
        count = int(packets * arguments.pop("share", 1.0))

        def write(count: int = count, arguments: dict[str, Any] = arguments) -> None:
            scene = traffic.Traffic(packets=count, **arguments)
            with ibpkt.create(Nowhere(), format="pcap", link=scene.link) as sink:  # type: ignore[arg-type]
                for batch in scene.batches():
                    sink.write_batch(batch)

        def machine(count: int = count, arguments: dict[str, Any] = arguments) -> None:
            scene = traffic.Traffic(packets=count, **arguments)
            scene._renderer.batch = lambda *_: ibpkt.batch.batch.Batch.of([b""], 1)  # type: ignore[method-assign]
            for _ in scene.batches():
                pass

        batches = list(traffic.Traffic(packets=count, **arguments).batches())
        report = IntegrityReport()
        whole, alone = spend(write), spend(machine)
        checked = spend(lambda batches=batches, report=report: [list(report.add(batch)) for batch in batches])
        each = 1e6 / count
        print(f"{name:24}{whole * each:10.2f}{alone * each:10.2f}{checked * each:10.2f}{whole / checked:8.1f}")


if __name__ == "__main__":
    main()
