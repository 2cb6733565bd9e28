"""What kernels counted while a capture was recorded, and for how many packets the kinds of findings stand.

``python -m tests.analysis.truth.counters --write`` writes the table of all figures, to be read in review.
"""

from __future__ import annotations

import argparse
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ibpkt.analysis.recovery.recovery_run import Cause
from tests.analysis.truth.told import Told
from tests.support.shared import CAPTURES

RECORDED = CAPTURES / "recorded"
TABLE = Path(__file__).parent / "counters.tsv"
FOLDERS = ("", "upper/", "flush/")
#: the addresses of the two hosts: IPv4, in the VLAN, IPv6
NODES = {"node1": ("192.168.77.1", "192.168.100.1", "fd77::1"), "node2": ("192.168.77.2", "192.168.100.2", "fd77::2")}
#: kinds, the counter of rxe that counts the same, whether the responder or the requester has it
COUNTERS = (
    ("duplicate-request", "duplicate_request", "responder"),
    ("nak-sequence", "out_of_seq_request", "responder"),
    ("rnr-nak", "send_rnr_err", "responder"),
    ("retries-exhausted", "retry_exceeded_err", "requester"),
    ("rnr-retries-exhausted", "retry_rnr_exceeded_err", "requester"),
    ("timeout", "completer_retry_err", "requester"),
)
#: duplicates may differ by so much: the tap does not see all
SHARE = 0.02
HEADER = ("recording", "node", "counter", "kernel", "kind", "told", "")


class Explained(NamedTuple):
    """A difference that the capture explains.

    Attributes:
        told: what is told all the same.
        because: why, with the packets that show it.
    """

    told: int
    because: str


#: by recording, node and kind
DIFFERENT: dict[tuple[str, str, str], Explained] = {
    ("flush/flush_retry_exceeded", "node2", "retries-exhausted"): Explained(
        0, "packet 14 belongs to the last try and is the last of the capture: no silence shows that it was the last"
    ),
    ("flush/mw1_send_inv", "node2", "retries-exhausted"): Explained(
        0, "packet 8 is the last try and the last of the capture: no silence shows that it was the last"
    ),
    ("flush/send_inv_mr", "node2", "retries-exhausted"): Explained(
        0, "packet 6 is the last try and the last of the capture: no silence shows that it was the last"
    ),
}


class Count(NamedTuple):
    """A counter of a kernel, and the packets of the kind of findings that it counts."""

    recording: str
    node: str
    counter: str
    kernel: int
    kind: str
    told: int
    asked: int = 0

    @property
    def agrees(self) -> bool:
        """Whether they are the same; a requester's counter of retries is only a bound.

        It moves where the requester goes back, also if a NAK (of a sequence error) or a response that is missing asks
        for that: those are ``asked``.
        """
        if self.kind == "timeout":
            return self.told + self.asked <= self.kernel
        if self.kind == "duplicate-request":
            return abs(self.told - self.kernel) <= SHARE * self.kernel
        return self.told == self.kernel

    @property
    def explained(self) -> Explained | None:
        """Why they differ, if that is known."""
        found = DIFFERENT.get((self.recording, self.node, self.kind))
        return found if found and found.told == self.told else None

    @property
    def right(self) -> bool:
        """Whether the figure can stand as it is."""
        return self.agrees or self.explained is not None

    @property
    def cells(self) -> tuple[str, ...]:
        """As a row of the table."""
        remark = "" if self.agrees else self.explained.because if self.explained else "WRONG"
        return (self.recording, self.node, self.counter, str(self.kernel), self.kind, str(self.told), remark)

    def __str__(self) -> str:
        bound = {"timeout": f"with {self.asked} that were asked for at most ", "duplicate-request": "about "}.get(
            self.kind, ""
        )
        expected = f"expected {bound}{self.kernel} ({self.counter})"
        return f"{self.recording}: {self.node}: {self.kind}: {expected}, told {self.told}"


def recordings() -> list[str]:
    """Those with counters of both kernels, as ``NAME``, ``upper/NAME`` and ``flush/NAME``."""
    return [
        f"{folder}{path.name.removesuffix('.truth.json')}"
        for folder in FOLDERS
        for path in sorted((RECORDED / folder).glob("*.truth.json"))
    ]


@cache
def truth(name: str) -> dict[str, object]:
    """What is known of a recording."""
    found: dict[str, object] = json.loads((RECORDED / f"{name}.truth.json").read_text(encoding="utf-8"))
    return found


@cache
def told(name: str) -> Told:
    """What is told of a recording."""
    return Told(RECORDED / f"{name}.pcap")


#: whether the captures that were put aside may be read


def counts(name: str) -> list[Count]:
    """All figures of a recording in which either side has counted anything."""
    kernels = truth(name).get("hw_delta") or {}
    assert isinstance(kernels, dict)
    found = []
    for node, addresses in NODES.items():
        (other,) = (theirs for peer, theirs in NODES.items() if peer != node)
        for kind, counter, role in COUNTERS:
            kernel = kernels.get(node, {}).get(counter, 0)
            mine = told(name).count_from(kind, addresses if role == "requester" else other)
            if kernel or mine:
                asked = _asked(name, addresses) if kind == "timeout" else 0
                found.append(Count(name, node, counter, kernel, kind, mine, asked))
    return found


def _asked(name: str, requesters: tuple[str, ...]) -> int:
    """How often these went back since a NAK of a sequence error, or a missing response, asked for that."""
    found = told(name)
    return len({
        (finding.flow, finding.facts["recovery"])
        for finding in found.findings
        if finding.kind.name == "retransmission"
        and finding.facts["why"] in (Cause.NAK, Cause.RESPONSE)
        and found.requesters[finding.frame][0] in requesters
    })  # fmt: skip


def table(names: list[str]) -> str:
    """All figures of these recordings."""
    rows = [HEADER, *(count.cells for name in names for count in counts(name))]
    return "".join("\t".join(row).rstrip("\t") + "\n" for row in rows)


def main() -> None:
    """Write or print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--write", action="store_true", help=f"write {TABLE.name}")
    options = parser.parse_args()
    written = table(recordings())
    if options.write:
        TABLE.write_text(written, encoding="utf-8")
    else:
        print(written, end="")


if __name__ == "__main__":
    main()
