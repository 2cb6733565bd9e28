"""The two guests of all trials."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.live.lab.live import Kernel
from tests.live.second_guest import node2


@contextmanager
def two_guests(suite: str) -> Iterator[tuple[Kernel, Kernel]]:
    """Node 2 and node 1, which find each other."""
    with Kernel(suite=suite) as answering, node2(suite) as asking:
        for family in (4, 6):
            made = answering.rc(1, family=family)  # waits until the kernel has found the address of node 2
            answering.destroy(made["qpn"])
        yield asking, answering
