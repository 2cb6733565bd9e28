"""Mixtures of faults, and what both ends do about losses: what precision and recall are measured with."""

from __future__ import annotations

from typing import Any

from ibpkt import traffic

#: what both ends do about losses
RECOVERIES: dict[str, dict[str, Any]] = {
    "go-back-n": {"coalesce": 8},
    "an ACK per packet": {"coalesce": 0},
    "selective": {"recovery": "selective"},
    "any order": {"recovery": "any-order"},
}
#: from some packet on nothing arrives: no request of the first connection, no answer of the second
_NO_WAY = [
    *(traffic.At("loss", packet, behind=True) for packet in range(150, 500)),
    *(traffic.At("loss", packet, side="b", conversation=1) for packet in range(60, 400)),
]
#: faults (`ibpkt.traffic.Faults`), and arguments of `ibpkt.traffic.Traffic`
FAULTS: dict[str, dict[str, Any]] = {
    "loss": {"loss": 0.02},
    "loss of requests": {"loss": 0.02, "only": "requests"},
    "loss of answers": {"loss": 0.02, "only": "responses"},
    "loss of requests behind": {"loss": 0.02, "behind": 1.0, "only": "requests"},
    "loss of answers behind": {"loss": 0.02, "behind": 1.0, "only": "responses"},
    "loss behind": {"loss": 0.02, "behind": 1.0},
    "loss on both sides": {"loss": 0.02, "behind": 0.5},
    "heavy loss": {"loss": 0.1},
    "copies": {"duplicate": 0.03},
    "copies behind": {"duplicate": 0.03, "behind": 1.0},
    "reordering": {"reorder": 0.02},
    "reordering behind": {"reorder": 0.02, "behind": 1.0},
    "corruption": {"corrupt": 0.01},
    "corruption behind": {"corrupt": 0.01, "behind": 1.0},
    "not ready": {"rnr": 0.1},
    "gives up": {"loss": 0.1, "at": _NO_WAY},
    "sprayed": {},
    "sprayed behind": {},
    "sprayed and lost": {"loss": 0.01},
    "mixture": {"loss": 0.01, "duplicate": 0.01, "reorder": 0.005, "rnr": 0.02},
}
_SPRAYED = {"routes": 4, "route_step": 150}
ARGUMENTS: dict[str, dict[str, Any]] = {
    "gives up": {"retry_count": 3},
    "sprayed": _SPRAYED,
    "sprayed behind": {**_SPRAYED, "tap": 0.0},
    "sprayed and lost": _SPRAYED,
}
