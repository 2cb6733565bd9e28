"""Recordings in which neither kernel counted trouble and no queueing discipline lost anything: nothing may be told."""

from __future__ import annotations

from tests.analysis.truth.counters import COUNTERS, NODES, recordings, told, truth
from tests.analysis.truth.judgement import Figure

#: what cannot be where nothing was lost, repeated, or held up
TROUBLE = (
    "lost", "gap", "capture-loss", "retransmission", "out-of-order", "reordered-or-lost", "duplicate",
    "duplicate-request", "nak-sequence", "rnr-nak", "timeout", "retries-exhausted", "rnr-retries-exhausted",
    "unanswered", "implied-nak", "ack-of-unsent", "msn", "message-order", "message-length", "response-length",
    "response-without-request", "datagram-gap", "ghost-ack",
)  # fmt: skip
SETUPS = ("setup_node1", "setup_node2", "setup", "setup_out1", "setup_out2")


def is_quiet(name: str) -> bool:
    """Whether nothing went wrong on the way."""
    known = truth(name)
    kernels = known.get("hw_delta") or {}
    assert isinstance(kernels, dict)
    if any(kernels.get(node, {}).get(counter, 0) for node in NODES for _, counter, _ in COUNTERS):
        return False
    return not any("netem" in str(known.get(setup)) or "ifb" in str(known.get(setup)) for setup in SETUPS)


def quiet_recordings() -> list[str]:
    """Their names."""
    return [name for name in recordings() if is_quiet(name)]


def figures(name: str) -> list[Figure]:
    """One: what is told all the same."""
    kinds = told(name).kinds
    loud = ", ".join(f"{kinds[kind]} {kind}" for kind in TROUBLE if kinds[kind])
    return [Figure(name, "trouble", "none", loud or "none", not loud)]
