"""Counters of kernels and adapters that move with what findings tell, and by how much.

A capture has what passed the tap; a counter has what its host saw.  What is lost between them makes them differ, so a
counter is exact, or at least or at most what the capture tells.

Sources: Linux, drivers/infiniband/sw/rxe/rxe_hw_counters.c and rxe_comp.c, rxe_resp.c; NVIDIA, "Understanding mlx5
Linux counters and status parameters", and drivers/infiniband/hw/mlx5/counters.c.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from ibpkt.analysis.incidents.host_counts import HostCounts, HostPart
from ibpkt.errors import CallerError
from ibpkt.protocols import NAK_CODES
from ibpkt.schema import number_of

#: how a counter relates to what the capture tells
RELATIONS = {
    "=": "exactly",
    "≈": "about: the tap does not see all that the host sees",
    "≥": "at least: what the capture does not show moves it, too",
    "≤": "at most: some of them do not move it",
}
#: as a share of the counter, by which "about" may be missed
NEAR = 0.1
_ACCESS = f"nak-refused {number_of(NAK_CODES, 'Remote Access Error')}"
_INVALID = f"nak-refused {number_of(NAK_CODES, 'Invalid Request')}"
_OPERATIONAL = f"nak-refused {number_of(NAK_CODES, 'Remote Operational Error')}"


class HostCounter(NamedTuple):
    """A counter.

    Attributes:
        driver: ``rxe`` or ``mlx5``.
        name: as ``rdma statistic`` or ``ethtool -S`` print it.
        role: whose it is: "requester", "responder", "sender" or "receiver".
        relation: one of `RELATIONS`.
        kinds: of findings whose packets it counts (see `HostPart.kind`).
    """

    driver: str
    name: str
    role: str
    relation: str
    kinds: tuple[str, ...]


#: all that are known
COUNTERS = tuple(
    HostCounter(driver, name, role, relation, kinds)
    for driver, name, role, relation, kinds in (
        ("rxe", "out_of_seq_request", "responder", "=", ("nak-sequence",)),
        # a NAK that acknowledges nothing new does not count, as those behind an RNR NAK (rxe_comp.c, check_ack)
        ("rxe", "rcvd_seq_err", "requester", "≤", ("nak-sequence",)),
        ("rxe", "duplicate_request", "responder", "≈", ("duplicate-request",)),
        ("rxe", "send_rnr_err", "responder", "=", ("rnr-nak",)),
        ("rxe", "rcvd_rnr_err", "requester", "≈", ("rnr-nak",)),
        ("rxe", "completer_retry_err", "requester", "≥", ("timeout",)),
        ("rxe", "retry_exceeded_err", "requester", "≥", ("retries-exhausted",)),
        ("rxe", "retry_rnr_exceeded_err", "requester", "=", ("rnr-retries-exhausted",)),
        ("mlx5", "out_of_sequence", "responder", "≈", ("out-of-sequence",)),
        ("mlx5", "packet_seq_err", "requester", "≈", ("nak-sequence",)),
        ("mlx5", "implied_nak_seq_err", "requester", "≈", ("implied-nak",)),
        ("mlx5", "duplicate_request", "responder", "≈", ("duplicate-request",)),
        ("mlx5", "local_ack_timeout_err", "requester", "=", ("timeout",)),
        ("mlx5", "roce_adp_retrans", "requester", "≤", ("timeout",)),
        ("mlx5", "rnr_nak_retry_err", "requester", "≈", ("rnr-nak",)),
        ("mlx5", "out_of_buffer", "responder", "≈", ("rnr-nak",)),
        ("mlx5", "req_transport_retries_exceeded", "requester", "≥", ("retries-exhausted",)),
        ("mlx5", "req_rnr_retries_exceeded", "requester", "=", ("rnr-retries-exhausted",)),
        ("mlx5", "req_remote_access_errors", "requester", "=", (_ACCESS,)),
        ("mlx5", "resp_remote_access_errors", "responder", "=", (_ACCESS,)),
        ("mlx5", "req_remote_invalid_request", "requester", "=", (_INVALID,)),
        ("mlx5", "resp_remote_invalid_request", "responder", "=", (_INVALID,)),
        ("mlx5", "resp_remote_op_errors", "responder", "=", (_OPERATIONAL,)),
        ("mlx5", "rx_icrc_encapsulated", "receiver", "≈", ("icrc-bad",)),
        ("mlx5", "np_ecn_marked_roce_packets", "receiver", "≈", ("congestion-mark",)),
        ("mlx5", "np_cnp_sent", "sender", "≈", ("cnp", "cnp-without-mark")),
        ("mlx5", "rp_cnp_handled", "receiver", "≈", ("cnp", "cnp-without-mark")),
    )
)


class Expected(NamedTuple):
    """By how much a counter of a host should have moved.

    Attributes:
        host: its address.
        counter: the counter.
        value: what the findings say.
        seen: what the host says; None if that is not known.
    """

    host: str
    counter: HostCounter
    value: int
    seen: int | None = None

    @property
    def agrees(self) -> bool | None:
        """Whether the host says what the capture does; None if it says nothing."""
        if self.seen is None:
            return None
        match self.counter.relation:
            case "=":
                return self.seen == self.value
            case "≥":
                return self.seen >= self.value
            case "≤":
                return self.seen <= self.value
        return abs(self.seen - self.value) <= max(1, NEAR * max(self.seen, self.value))


def expected(counts: HostCounts, drivers: Iterable[str] = ("rxe", "mlx5")) -> list[Expected]:
    """The counters that the findings move, by host."""
    wanted = set(drivers)
    found = []
    for host in sorted(counts.hosts):
        for counter in COUNTERS:
            value = sum(counts.counts[HostPart(host, counter.role, kind)] for kind in counter.kinds)
            if value and counter.driver in wanted:
                found.append(Expected(host, counter, value))
    return found


_COUNTER = re.compile(r'"?\b([a-z][a-z0-9_]*_[a-z0-9_]+)"?\s*[:= \t]\s*(\d+)\b')


def read_counters(text: str) -> dict[str, int]:
    """Counters as ``rdma statistic`` (also ``-j``), ``ethtool -S`` or sysfs have them; of several ports the sum.

    Raises:
        CallerError: there are none.
    """
    found: dict[str, int] = {}
    for name, value in _COUNTER.findall(text):
        found[name] = found.get(name, 0) + int(value)
    if not found:
        raise CallerError("there are no counters in it, as rdma statistic or ethtool -S print them")
    return found


def compared(counts: HostCounts, host: str, seen: Mapping[str, int]) -> list[Expected]:
    """The counters that a host has, beside what the findings say of it, also where that is nothing.

    Raises:
        CallerError: the capture has no such host.
    """
    if host not in counts.hosts:
        raise CallerError(f"there is no host {host!r} in the capture", name=host, known=sorted(counts.hosts))
    return [
        Expected(
            host, counter, sum(counts.counts[HostPart(host, counter.role, kind)] for kind in counter.kinds),
            seen[counter.name],
        )
        for counter in _of_driver(seen) if counter.name in seen
    ]  # fmt: skip


def likely_host(counts: HostCounts, seen: Mapping[str, int]) -> str:
    """The host whose counters agree best; of several the first."""

    def score(host: str) -> int:
        rows = [each for each in compared(counts, host, seen) if each.value or each.seen]
        return sum(1 if each.agrees else -1 for each in rows)

    return max(sorted(counts.hosts), key=score, default="")


def _of_driver(seen: Mapping[str, int]) -> list[HostCounter]:
    """The counters of the driver that has most of these names."""
    drivers = {counter.driver for counter in COUNTERS}
    best = max(sorted(drivers), key=lambda driver: sum(c.name in seen for c in COUNTERS if c.driver == driver))
    return [counter for counter in COUNTERS if counter.driver == best]
