"""How many packets of a capture a sweep takes that spends a millisecond and more on each."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TypeVar

import hypothesis

T = TypeVar("T")
FIRST = 500
ENDLESS = hypothesis.settings.get_profile("endless").max_examples


def most_packets() -> int | None:
    """How many it takes: all with ``--hypothesis-profile endless``."""
    return None if hypothesis.settings().max_examples >= ENDLESS else FIRST


def first_packets(packets: Iterable[T]) -> Iterator[T]:
    """The first of them."""
    return itertools.islice(packets, most_packets())
