"""What goes wrong on request: how often, and which packets a caller names."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ibpkt.arguments import checked, checked_fields
from ibpkt.errors import CallerError

#: what the network can do to one packet, in the order in which it does it
NETWORK = ("loss", "corrupt", "ce", "duplicate", "reorder")


class At(NamedTuple):
    """A fault of one packet that the caller names.

    Attributes:
        fault: one of `NETWORK`.
        packet: which of the packets that this end sends, counted from 0, retransmissions and ACKs included.
        side: the end that sends it, "a" or "b".
        conversation: its number.
        behind: it happens behind the tap, which sees nothing of it.
    """

    fault: str
    packet: int
    side: str = "a"
    conversation: int = 0
    behind: bool = False


@checked_fields
@dataclass(frozen=True)
class Faults:
    """How much goes wrong.  All shares are between 0 and 1.

    Attributes:
        loss: share of the packets that the network loses.
        reorder: share that it holds back until one to ``distance`` packets of the same sender have overtaken them.
        duplicate: share that it delivers twice.
        corrupt: share in which it flips a bit behind the carrier; the receiver drops them silently.
        ce: share of the packets with payload that it marks: CE where IP carries them, FECN elsewhere.
        behind: share of these faults that happens behind the tap.
        only: "requests" or "responses" leaves the others alone; "" is all packets.  A CNP is a response.
        rnr: share of the messages that take a receive request and find none at first.
        access_error: share of the messages with an R_Key that name a wrong one.
        distance: overtaking packets, at most.
        at: faults of packets that the caller names.
    """

    loss: float = 0.0
    reorder: float = 0.0
    duplicate: float = 0.0
    corrupt: float = 0.0
    ce: float = 0.0
    behind: float = 0.0
    only: str = ""
    rnr: float = 0.0
    access_error: float = 0.0
    distance: int = 4
    at: Sequence[At] = ()

    def __post_init__(self) -> None:
        for name in (*NETWORK, "behind", "rnr", "access_error"):
            share = getattr(self, name)
            if not 0 <= share <= 1:
                raise CallerError(f"the share {name} is between 0 and 1, not {share!r}")
        if self.only not in ("", "requests", "responses"):
            raise CallerError(
                f"faults befall only requests or responses, not {self.only!r}",
                name=self.only,
                known=("requests", "responses"),
            )
        if self.distance < 1:
            raise CallerError(f"a packet is overtaken by at least 1 other, not {self.distance}")
        for each in self.at:
            if each.fault not in NETWORK:
                raise CallerError(f"there is no fault {each.fault!r}", name=each.fault, known=NETWORK)
            if each.side not in ("a", "b"):
                raise CallerError(f"the sides are a and b, not {each.side!r}")

    @property
    def any_share(self) -> float:
        """The share of packets that suffer at least one fault of the network, if all may."""
        return 1.0 - float(math.prod(1.0 - getattr(self, name) for name in NETWORK))

    @checked
    def draw(self, rng: random.Random) -> dict[str, bool]:
        """Faults for a packet that suffers at least one: each by its share, and whether behind the tap."""
        found: list[str] = []
        while not found:
            found = [name for name in NETWORK if (share := getattr(self, name)) and rng.random() < share]
        return {name: self.behind > 0 and rng.random() < self.behind for name in found}

    def named(self) -> dict[tuple[int, int, int], dict[str, bool]]:
        """The faults that were named, by conversation, side (0 or 1) and number of the packet."""
        table: dict[tuple[int, int, int], dict[str, bool]] = {}
        for each in self.at:
            key = (each.conversation, "ab".index(each.side), each.packet)
            table.setdefault(key, {})[each.fault] = each.behind
        return table
