"""Queue pairs of two guests that are connected with each other."""

from __future__ import annotations

from typing import Any

from tests.live.lab.live import GUEST_IP4, GUEST_IP6, Kernel

Made = dict[str, Any]
_TRIES = 8
_NODE1 = {4: f"::ffff:{GUEST_IP4}", 6: str(GUEST_IP6)}


def _next_qpn(kernel: Kernel) -> int:
    """The number that the next queue pair gets."""
    pair = kernel.rc(1, rq_psn=0, sq_psn=0)
    kernel.destroy(pair["qpn"])
    number: int = pair["qpn"]
    return number + 1


def connected(
    node2: Kernel, node1: Kernel, psns: tuple[int, int], kind: str = "rc", family: int = 4, **setup: int
) -> tuple[Made, Made]:
    """A queue pair of node 2 and one of node 1, connected.

    Args:
        node2, node1: the guests.
        psns: the first PSN of what node 2 asks, and of what node 1 does.
        kind: ``rc`` or ``uc``.
        family: 4 or 6.
        setup: more options, as of `Kernel.rc`.
    """
    mine_psn, theirs_psn = psns
    for _ in range(_TRIES):
        expected = _next_qpn(node1)
        make = getattr(node2, kind), getattr(node1, kind)
        mine = make[0](
            expected, peer=_NODE1[family], rq_psn=theirs_psn, sq_psn=mine_psn, family=family, **setup
        )  # fmt: skip
        theirs = make[1](mine["qpn"], rq_psn=mine_psn, sq_psn=theirs_psn, family=family, **setup)
        if theirs["qpn"] == expected:
            return mine, theirs
        node2.destroy(mine["qpn"])
        node1.destroy(theirs["qpn"])
    raise AssertionError("queue pairs are not numbered one by one")


def datagrams(node2: Kernel, node1: Kernel, psns: tuple[int, int], family: int = 4, **setup: int) -> tuple[Made, Made]:
    """A queue pair of UD of each, which may send to the other."""
    mine = node2.ud(sq_psn=psns[0], peer=_NODE1[family], family=family, **setup)
    return mine, node1.ud(sq_psn=psns[1], family=family, **setup)
