"""Looks for exchanges that the analysis reads otherwise in small batches than as a whole; prints those that it finds.

    python -m tests.analysis.scan_batches [--exchanges N] [--first SEED] [--missed]

With --missed the tap misses what one of the hosts sends, up to some packet or altogether.  Some of the exchanges in
which it is heard later still differ: answers whose requests come behind them are read again at the join, but not all.

Every exchange follows from its seed: so does what befalls it, how it is cut, and what is asked of the analysis.
`test_scan_batches.py` tries some; `test_analyser.py` keeps those that differed once.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
from collections.abc import Iterator

from ibpkt import traffic
from ibpkt.batch import Batch
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, Run, cut, plain, run, sent_by

#: what befalls packets, by how much of it
FAULTS = {
    "none": {},
    "few": {"loss": 0.001, "duplicate": 0.001, "reorder": 0.001, "rnr": 0.001, "corrupt": 0.0005, "ce": 0.01},
    "many": {"loss": 0.01, "duplicate": 0.01, "reorder": 0.01, "rnr": 0.01, "access_error": 0.002, "behind": 0.3},
}
#: what `plain` compares, in its order
PARTS = ("findings", "messages", "flows", "facts")


@dataclasses.dataclass(frozen=True)
class CutExchange:
    """An exchange, and how it is cut.

    Attributes:
        seed: of the traffic.
        service: "RC" or "UC".
        faults: a name in `FAULTS`.
        size: packets of a batch.
        verify: whether the analysis verifies ICRCs.
        pmtu: bytes.
        psn: the first one; None for any.
        packets: how many there are.
        missed: the address of the host that the tap misses; empty for none.
        until: the packet with which it is heard.
    """

    seed: int
    service: str
    faults: str
    size: int
    verify: bool
    pmtu: int
    psn: int | None
    packets: int
    missed: str = ""
    until: int = 0

    @classmethod
    def of(cls, number: int, *, missed: bool = False) -> CutExchange:
        """The exchange with a number; ``missed``: with a host that the tap misses."""
        choose = random.Random(number).choice
        exchange = cls(
            seed=number, service=choose(["RC", "RC", "RC", "UC"]), faults=choose(["few", "many", "many"]),
            size=choose([1, 3, 7, 13, 13, 71]), verify=choose([False, False, True]),
            pmtu=choose([256, 1024, 2048, 4096]), psn=choose([None, 0, 0xFFFFF0]), packets=choose([150, 300, 300, 600]),
        )  # fmt: skip
        if not missed:
            return exchange
        until = choose([50, 150, 1 << 30])
        return dataclasses.replace(exchange, missed=choose(["10.0.0.1", "10.0.0.2"]), until=until)

    def batches(self, truth: traffic.Truth | None = None) -> Iterator[Batch]:
        """Its packets; what happened goes into ``truth``."""
        scene = traffic.Traffic(
            self.seed, service=self.service, faults=traffic.Faults(**FAULTS[self.faults]), packets=self.packets,
            operations=OPERATIONS if self.service == "RC" else UC_OPERATIONS, sizes=(0, 5000), conversations=2,
            both_ways=True, pmtu=self.pmtu, first_psn=self.psn, truth=truth,
        )  # fmt: skip
        for batch in scene.batches():
            if self.missed:
                batch = batch.select(~sent_by(batch, self.missed) | (batch.frames.number_of >= self.until))
            yield batch

    def joins(self) -> tuple[int, int]:
        """How many directions answers have joined, and how many of these pairs are no connection of the generator's."""
        truth = traffic.Truth()
        flows = run(self.batches(truth)).flows
        right = {frozenset((each["a"]["qpn"], each["b"]["qpn"])) for each in truth.conversations}
        joined = [frozenset(side.qpn for side in flow.sides) for flow in flows if flow.how == "acknowledgements"]
        return len(joined), sum(pair not in right for pair in joined)

    def differing(self) -> list[str]:
        """What differs, of `PARTS`."""
        whole, pieces = (plain(self._run(size)) for size in (0, self.size))
        return [name for name, one, other in zip(PARTS, whole, pieces, strict=True) if one != other]

    def _run(self, size: int) -> Run:
        return run(cut(self.batches(), size) if size else self.batches(), verify=self.verify)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--exchanges", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first")
    parser.add_argument("--missed", action="store_true", help="the tap misses one of the hosts, up to some packet")
    options = parser.parse_args()
    tried = found = 0
    try:
        for number in range(options.first, options.first + options.exchanges):
            exchange = CutExchange.of(number, missed=options.missed)
            differing = exchange.differing()
            tried += 1
            if differing:
                found += 1
                print(exchange, "differs in", " and ".join(differing), flush=True)
    except KeyboardInterrupt:
        pass  # what was tried until then counts
    print(f"{found} of {tried} exchanges differ")


if __name__ == "__main__":
    main()
