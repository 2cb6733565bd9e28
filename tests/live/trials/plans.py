"""What a trial is to be, drawn by lot: each kind has its own work, and its own mishaps."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from tests.live.faulty_wire import NONE, Faults
from tests.live.trials.cable import PERFECT, STRETCHES, Ways

WITHOUT_ANSWER = ("WRITE", "WRITE_IMM", "SEND", "SEND_IMM")
ASKING_BACK = ("READ", "FETCH_ADD", "CMP_SWAP")
_SMALL = (1, 4, 8, 61, 64, 200, 256)
_BIG = (256, 257, 1000, 2058, 4000, 4096)
_HUGE = (*_BIG, 8192, 16000)
#: codes of the ACK timer: 16, 34, 67 and 134 ms
_TIMEOUTS = (12, 13, 14, 15)
#: codes of the RNR timer: 0.64, 2.56 and 10.24 ms
_RNR_TIMERS = (12, 16, 20)
_INFINITE = 7
_SHARES = (0.01, 0.02, 0.03, 0.05, 0.08, 0.12)
_MUCH = (0.1, 0.15, 0.2, 0.25)


class Plan(NamedTuple):
    """What a trial is to be.

    Attributes:
        kind: its name.
        service, family, mtu: of the queue pairs.
        pairs: how many.
        asking: the nodes that post work requests.
        operations, sizes: of which each work request is drawn.
        batches, batch: how often each queue pair posts how many work requests at once.
        ways: the faults of the cable.
        timeout, retry, rnr_retry, rnr_timer: of the queue pairs, as verbs code them.
        mishap: ``""``, ``gone`` (a queue pair of the responder is destroyed), ``wrong key``, ``late receives`` or ``no
            receives``.
    """

    kind: str
    service: str = "RC"
    family: int = 4
    mtu: int = 256
    pairs: int = 1
    asking: tuple[int, ...] = (2,)
    operations: tuple[str, ...] = WITHOUT_ANSWER
    sizes: tuple[int, ...] = _SMALL
    batches: int = 3
    batch: int = 8
    ways: Ways = PERFECT
    timeout: int = 14
    retry: int = 7
    rnr_retry: int = _INFINITE
    rnr_timer: int = 12
    mishap: str = ""


def _faults(lot: random.Random, shares: tuple[float, ...], others: bool) -> Faults:
    """Of one stretch in one direction: mostly nothing."""
    if lot.random() < 0.6:
        return NONE
    if not others or lot.random() < 0.6:
        return Faults(lost=lot.choice(shares))
    small = [lot.choice((0, 0, *_SHARES)) for _ in range(3)]
    return Faults(*small)


def _ways(lot: random.Random, shares: tuple[float, ...] = _SHARES, others: bool = True) -> Ways:
    return {node: tuple(_faults(lot, shares, others) for _ in range(STRETCHES)) for node in (1, 2)}


def _small(lot: random.Random) -> dict[str, Any]:
    return {"operations": (*WITHOUT_ANSWER, *ASKING_BACK), "batches": 4, "ways": _ways(lot)}


def _big(lot: random.Random) -> dict[str, Any]:
    return {"sizes": _HUGE, "mtu": lot.choice((256, 512, 1024)), "batch": 6, "ways": _ways(lot)}


def _reads(lot: random.Random) -> dict[str, Any]:
    operations = (*ASKING_BACK, "READ", "READ", "WRITE")
    return {"operations": operations, "sizes": (*_SMALL, *_HUGE), "batch": 6, "ways": _ways(lot)}


def _retry(lot: random.Random) -> dict[str, Any]:
    operations = (*WITHOUT_ANSWER, *ASKING_BACK)
    ways = _ways(lot, _MUCH, others=False)
    return {"operations": operations, "sizes": (*_SMALL, *_BIG), "batch": 6, "ways": ways}


def _receivers(lot: random.Random) -> dict[str, Any]:
    operations = ("SEND", "SEND", "SEND_IMM", "WRITE")
    ways = _ways(lot, _SHARES[:4], others=False) if lot.random() < 0.5 else PERFECT
    return {
        "operations": operations,
        "sizes": (*_SMALL, 1000, 2000),
        "batch": 6,
        "mishap": "late receives",
        "ways": ways,
    }


def _no_receivers(lot: random.Random) -> dict[str, Any]:
    return {
        "operations": ("SEND", "WRITE"),
        "pairs": 2,
        "batch": 4,
        "rnr_retry": lot.randint(1, 4),
        "mishap": "no receives",
    }


def _version6(lot: random.Random) -> dict[str, Any]:
    return {"family": 6, "operations": (*WITHOUT_ANSWER, *ASKING_BACK), "sizes": (*_SMALL, *_BIG), "ways": _ways(lot)}


def _uc(lot: random.Random) -> dict[str, Any]:
    return {
        "service": "UC",
        "sizes": (*_SMALL, *_BIG),
        "family": lot.choice((4, 4, 6)),
        "batch": 10,
        "ways": _ways(lot),
    }


def _ud(lot: random.Random) -> dict[str, Any]:
    family = lot.choice((4, 4, 6))
    return {"service": "UD", "operations": ("SEND", "SEND_IMM"), "family": family, "batch": 15, "ways": _ways(lot)}


def _gone(lot: random.Random) -> dict[str, Any]:
    ways = _ways(lot, _SHARES[:4], others=False) if lot.random() < 0.5 else PERFECT
    sizes = (*_SMALL, 1000, 2000)
    return {"pairs": 2, "sizes": sizes, "batch": 4, "retry": lot.randint(2, 5), "mishap": "gone", "ways": ways}


def _refused(lot: random.Random) -> dict[str, Any]:
    ways = _ways(lot, _SHARES[:4], others=False) if lot.random() < 0.5 else PERFECT
    return {"operations": ("WRITE", "SEND", "READ"), "sizes": (*_SMALL, 1000), "mishap": "wrong key", "ways": ways}


def _several(lot: random.Random) -> dict[str, Any]:
    operations = (*WITHOUT_ANSWER, *ASKING_BACK)
    return {"operations": operations, "sizes": (*_SMALL, *_BIG), "pairs": 4, "batch": 4, "ways": _ways(lot)}


def _both(lot: random.Random) -> dict[str, Any]:
    operations = (*WITHOUT_ANSWER, *ASKING_BACK)
    return {"operations": operations, "sizes": (*_SMALL, *_BIG), "asking": (1, 2), "batch": 5, "ways": _ways(lot)}


#: by their names
KINDS: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    "rc-small": _small, "rc-big": _big, "reads": _reads, "retry": _retry, "rnr": _receivers,
    "rnr-exhausted": _no_receivers, "ipv6": _version6, "uc": _uc, "ud": _ud, "gone": _gone, "refused": _refused,
    "several": _several, "both-ask": _both,
}  # fmt: skip


def draw(kind: str, lot: random.Random) -> Plan:
    """A trial of a kind."""
    return Plan(
        **{"kind": kind, "timeout": lot.choice(_TIMEOUTS), "rnr_timer": lot.choice(_RNR_TIMERS)} | KINDS[kind](lot)
    )  # fmt: skip
