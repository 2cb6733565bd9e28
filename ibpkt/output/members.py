"""Objects of JSON, member by member: what ``-T json``, ``jsonl`` and ``ek`` have in common."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

import numpy as np

from ibpkt.arrays import Bools
from ibpkt.output.constant_bytes import Given
from ibpkt.output.page import Literal, Piece, joined

#: a text in quotes
quoted = json.JSONEncoder(ensure_ascii=False).encode


class Members:
    """The members of an object under way.

    Members that every row has come first, objects among them last; those that some rows lack follow.

    Args:
        colon: what stands between a name and its value.
        comma: what stands between members.
    """

    def __init__(self, colon: str = ": ", comma: str = ", ") -> None:
        self.colon = colon
        self.comma = comma
        self.sure: list[list[Piece]] = []
        self.maybe: list[tuple[Bools | None, list[Piece]]] = []
        self.nested: list[tuple[str, Members]] = []

    def __bool__(self) -> bool:
        return bool(self.sure or self.maybe or self.nested)

    def add(self, name: str, given: Given) -> None:
        """A member, where there is one."""
        if given is None:
            return
        value, present = given
        member = [Literal(f'"{name}"{self.colon}'), *value]
        if present is None:
            self.sure.append(member)
        else:
            self.maybe.append((present, member))

    def join(self, other: Members) -> None:
        """Take over the members of another."""
        self.sure += other.sure
        self.nested += other.nested
        self.maybe += other.maybe

    def pieces(self) -> Iterator[Piece]:
        """The members with their commas."""
        objects = [[Literal(f'"{name}"{self.colon}{{'), *inner.pieces(), Literal("}")] for name, inner in self.nested]
        return joined([*((None, pieces) for pieces in self.sure + objects), *self.maybe], self.comma)


def any_of(masks: Iterable[Bools | None], count: int) -> Bools | None:
    """Which of ``count`` rows any mask names; None for all, as in the masks."""
    there = np.zeros(count, np.bool_)
    for mask in masks:
        there |= True if mask is None else mask
    return None if there.all() else there
