"""Setting fields: ``infiniband.bth.psn+=100``, ``ip#2.src=10.0.0.1``."""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.arguments import checked
from ibpkt.batch import Batch, Shape
from ibpkt.batch.fields import field_named
from ibpkt.craft.checksums import Rows
from ibpkt.craft.drafts import raw_values
from ibpkt.errors import CallerError
from ibpkt.protocols import graph
from ibpkt.schema import TEXT, Field, Leaf, Part

_ASSIGNMENT = re.compile(r"\s*([^\s=+\-^|&]+)\s*([+\-^|&]?=)\s*(.*?)\s*", re.DOTALL)
_NUMBER = re.compile(r"\d{1,20}|0[xX][0-9a-fA-F]{1,16}", re.ASCII)
_BITWISE: dict[str, Callable[[Any, Any], Any]] = {"^=": operator.xor, "|=": operator.or_, "&=": operator.and_}
NOT_THERE = "without {}, as all are"


class Set:
    """Set one field of every packet that has it.

    Args:
        text: a display-filter name, ``=``, ``+=``, ``-=``, ``^=``, ``|=`` or ``&=``, and a value: a number, the name
            of an enumerated value, an address.  Where a header occurs more than once, as in a tunnel, all of them are
            set; ``#2`` after a word of the name means only the second from the outside: ``ip#2.src``.
        wrap: numbers that grow or shrink beyond their field wrap around, as PSNs do.

    Raises:
        CallerError: no such field, a field that is computed from others, or a value that does not fit.
    """

    operator: str
    name: str
    occurrence: int

    @checked
    def __init__(self, text: str, *, wrap: bool = False) -> None:
        match = _ASSIGNMENT.fullmatch(text)
        if match is None:
            raise CallerError(f"{text!r} sets nothing; write FIELD=VALUE, or += -= ^= |= &= in place of =")
        given, self.operator, value = match.groups()
        self.name, self.occurrence = _occurrence(given)
        self.wrap = wrap
        self._found = False
        self._missing = 0
        leaves = field_named(self.name).leaves
        self.values: dict[Leaf, Any] = {}
        self._unfit: dict[Leaf, CallerError] = {}  # of several of one name some may be too narrow
        for leaf in filter(_settable, leaves):
            try:
                self.values[leaf] = _value(leaf, self.name, self.operator, value)
            except CallerError as error:
                self._unfit[leaf] = error
        if not self.values:
            computed = CallerError(f"{self.name} is computed from other fields and cannot be set")
            raise next(iter(self._unfit.values()), computed)
        deciding = deciding_leaves()
        self.structural: bool = any(_overlaps(leaf, other) for leaf in self.values for other in deciding)

    @property
    def left(self) -> Counter[str]:
        """What could not be done: the field is nowhere."""
        nowhere = self._missing and not self._found
        return Counter({NOT_THERE.format(self.name): self._missing} if nowhere else {})

    @checked
    def change(self, batch: Batch) -> Rows:
        """Set the field; returns which packets have changed, shape (n,).

        Raises:
            CallerError: the value does not fit into the field of a packet; nothing has changed, and the first such
                packet is named.
        """
        changed = np.zeros(len(batch), np.bool_)
        places = [(shape, index, leaf) for shape in batch.shapes for index, leaf in self._places(shape)]
        faults = [fault for place in places if (fault := self._fault(*place)) is not None]
        if faults:
            raise CallerError(min(faults)[1], name=self.name)
        self._found |= bool(places)
        self._missing += len(batch)
        for shape, index, leaf in places:
            rows = self._set(shape, index, leaf)
            changed[shape.rows[rows]] = True
            shape.forget()
        return changed

    def _places(self, shape: Shape) -> list[tuple[int, Leaf]]:
        """Where a shape has the field: places in the chain, and leaves."""
        leaves = (*self.values, *self._unfit)
        places = [
            (index, leaf) for index, header in enumerate(shape.headers) for leaf in leaves if leaf.header is header
        ]
        if not self.occurrence:
            return places
        headers = sorted({index for index, _ in places})
        wanted = headers[self.occurrence - 1] if self.occurrence <= len(headers) else -1
        return [place for place in places if place[0] == wanted]

    def _fault(self, shape: Shape, index: int, leaf: Leaf) -> tuple[int, str] | None:
        """The first packet into which the value does not fit, and what to say of it."""
        before, present = shape.column(index, leaf)
        wrong = np.ones(len(shape), np.bool_) if present is None else present
        most = (1 << leaf.width) - 1
        if leaf not in self._unfit:
            if self.operator not in ("+=", "-=") or self.wrap:
                return None
            value = self.values[leaf]
            wrong = wrong & (before > most - value if self.operator == "+=" else before < value)
        if not wrong.any():
            return None
        row = int(np.argmax(wrong))
        number = int(shape.frames.number_of[shape.rows[row]])
        if leaf in self._unfit:
            return number, f"{self._unfit[leaf]}, in packet {number}"
        would = int(before[row]) + (value if self.operator == "+=" else -value)
        return number, (
            f"{leaf.header.name}.{leaf.name} ({self.name}) takes 0 to {most}, and packet {number} would have {would}; "
            "--wrap goes on at the other end"
        )

    def _set(self, shape: Shape, index: int, leaf: Leaf) -> NDArray[np.int64]:
        """Set it in one header of a shape; returns the rows of the shape that have changed."""
        before, present = shape.column(index, leaf)
        at = shape.position(index)
        rows = np.arange(len(shape)) if present is None else np.flatnonzero(present)
        before, at, frames = before[rows], at[rows], shape.frames
        if leaf.wide:
            blocks = self._bytes(before, self.values[leaf])
            different = (before != blocks).any(axis=1)
            frames.write_block(at[different] + leaf.bit // 8, blocks[different])
        else:
            after = self._numbers(leaf, before.astype(np.uint64), self.values[leaf])
            different = before != after
            little = getattr(leaf, "little", False)
            frames.write(at[different], leaf.bit, leaf.width, after[different], little=little)
        changed: NDArray[np.int64] = rows[different]
        return changed

    def _bytes(self, before: NDArray[np.uint8], value: bytes) -> NDArray[np.uint8]:
        given = np.frombuffer(value, np.uint8)
        if self.operator == "=":
            return np.broadcast_to(given, before.shape)
        result: NDArray[np.uint8] = _BITWISE[self.operator](before, given)
        return result

    def _numbers(self, leaf: Leaf, before: NDArray[np.uint64], value: int) -> NDArray[np.uint64]:
        if self.operator == "=":
            return np.full(len(before), value, np.uint64)
        if self.operator in _BITWISE:
            result: NDArray[np.uint64] = _BITWISE[self.operator](before, np.uint64(value))
            return result
        step = np.uint64(value)
        with np.errstate(over="ignore"):
            moved = before + step if self.operator == "+=" else before - step
        return moved & np.uint64((1 << leaf.width) - 1)


def _occurrence(given: str) -> tuple[str, int]:
    """A name without its ``#2``, and that number, 0 for all."""
    name, numbers = re.subn(r"#([1-9]\d{0,3})(?=\.|$)", "", given)
    if numbers > 1 or "#" in name:
        raise CallerError(
            f"{given!r} is not a field; one #2 after one of its words chooses the second from the outside"
        )
    number = re.search(r"#(\d+)", given)
    return name, int(number[1]) if number else 0


def _settable(leaf: Leaf) -> bool:
    in_header = getattr(leaf, "header", None) is not None
    return in_header and isinstance(leaf, Field | Part) and leaf.width > 0 and leaf.count == 1


def _value(leaf: Leaf, name: str, sign: str, text: str) -> Any:
    """The raw value that is meant.

    Raises:
        CallerError: it does not fit.
    """
    if leaf.wide and sign not in ("=", *_BITWISE):
        raise CallerError(f"{name} is not a number: it takes =, ^=, |= and &=, not {sign}", name=name)
    value: Any = text
    if leaf.kind is TEXT:
        value = text.encode().ljust(leaf.width // 8, b"\0")
    elif leaf.wide and text.lower().startswith("0x"):
        value = text[2:]
    elif not leaf.wide and _NUMBER.fullmatch(text):
        value = int(text, 10 if text.isdecimal() else 16)  # an IPv4 address may grow by a number too
    try:
        raw = raw_values(leaf.header, {leaf.name: value})
    except CallerError as error:
        raise CallerError(f"{name}: {error}") from None
    if isinstance(leaf, Part):
        field = leaf.header.parent(leaf)
        return raw[field.name] >> (field.width - leaf.offset - leaf.width) & ((1 << leaf.width) - 1)
    return raw[leaf.name]


def deciding_leaves() -> set[Leaf]:
    """The leaves that say which headers follow, how long they are and how far they reach."""
    deciding: set[Leaf] = set()
    for header, rules in graph().rules.items():
        for rule in rules:
            deciding.update(rule.looks_at())
            if rule.room is not None and rule.room.told is not None:
                deciding.add(rule.room.told[0])
            if rule.require is not None:
                deciding.add(rule.require[0])
        lengths = [length.field for length in (header.extent, header.tail) if length]
        deciding.update(header.leaf(name) for name in (*lengths, header.partial, header.pad) if name)
    return deciding


def _overlaps(leaf: Leaf, other: Leaf) -> bool:
    """Whether they have bits in common."""
    return leaf.header is other.header and leaf.bit < other.bit + other.width and other.bit < leaf.bit + leaf.width
