"""JSON objects, member by member: what ``-T json``, ``jsonl`` and ``ek`` share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from ibpkt.arrays import Bools
from ibpkt.output.text_layout import FieldText, Literal, Piece, joined

#: a text as a JSON string
quoted: Callable[[Any], str] = json.JSONEncoder(ensure_ascii=False).encode


class Members:
    """The members of an object that is being put together.

    Members that every row has come first, nested objects last among them; members that some rows lack follow.

    Args:
        colon: written between a name and its value.
        comma: written between members.
    """

    def __init__(self, colon: str = ": ", comma: str = ", ") -> None:
        self.colon = colon
        self.comma = comma
        self.required: list[list[Piece]] = []
        self.optional: list[tuple[Bools | None, list[Piece]]] = []
        self.nested: list[tuple[str, Members]] = []

    def __bool__(self) -> bool:
        return bool(self.required or self.optional or self.nested)

    def add(self, name: str, text: FieldText | None) -> None:
        """Add a member; None adds nothing."""
        if text is None:
            return
        value, present = text
        member = [Literal(f'"{name}"{self.colon}'), *value]
        if present is None:
            self.required.append(member)
        else:
            self.optional.append((present, member))

    def join(self, other: Members) -> None:
        """Take over the members of another object."""
        self.required += other.required
        self.nested += other.nested
        self.optional += other.optional

    def pieces(self) -> Iterator[Piece]:
        """The members with their commas."""
        objects = [[Literal(f'"{name}"{self.colon}{{'), *inner.pieces(), Literal("}")] for name, inner in self.nested]
        return joined([*((None, pieces) for pieces in self.required + objects), *self.optional], self.comma)


def any_of(masks: Iterable[Bools | None], count: int) -> Bools | None:
    """The rows that at least one mask has.

    Args:
        masks: shape (count,) each; None for all rows.
        count: how many rows there are.

    Returns:
        A mask; None for all rows.
    """
    present = np.zeros(count, np.bool_)
    for mask in masks:
        present |= True if mask is None else mask
    return None if present.all() else present
