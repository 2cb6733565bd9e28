"""The change that replaces what identifies people, machines and networks, and leaves what an analysis needs.

Opcodes, queue pairs, sequence numbers, lengths, sizes and times stay.
"""

from __future__ import annotations

import secrets as randomness
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ibpkt.batch import Batch, Shape
from ibpkt.craft.checksums import Rows
from ibpkt.edit.pseudonyms import Pseudonyms
from ibpkt.edit.secrets import CATEGORIES, category
from ibpkt.errors import CallerError
from ibpkt.protocols import MAD
from ibpkt.schema import BYTES, IPV4, IPV6, MAC, TEXT, Leaf
from ibpkt.schema.value_types import Memo, raw_list

UNKNOWN_CONTENTS = "management contents that are not declared; left as they were: add payload to replace them"

Replace = Callable[[Any], Any]


class Anonymise:
    """Replace addresses, keys and contents.

    Args:
        what: names out of `ibpkt.edit.secrets.CATEGORIES`, or ``all``.
        key: equal values become equal ones, in all captures for which the same key is used; None takes a random key,
            which is thrown away.
        keep_prefix: IPv4 addresses with these many first bits in common (0 to 32) keep as many in common.
        zero: payloads become zero bytes; else other bytes, equal payloads equal ones.

    Raises:
        CallerError: no category of that name, or a prefix that no address has.
    """

    structural = False

    def __init__(
        self,
        what: Iterable[str] = ("all",),
        key: str | bytes | None = None,
        *,
        keep_prefix: int = 0,
        zero: bool = False,
    ) -> None:
        names = list(what)
        for name in names:
            if name not in CATEGORIES and name != "all":
                raise CallerError(f"{name!r} cannot be anonymised", name=name, known=[*CATEGORIES, "all"])
        if not 0 <= keep_prefix <= 32:
            raise CallerError(f"an IPv4 address has 32 bits; {keep_prefix} of them cannot be kept")
        self.what = set(CATEGORIES) if "all" in names else set(names)
        self.zero = zero
        secret = randomness.token_bytes(32) if key is None else key.encode() if isinstance(key, str) else key
        if not secret:
            raise CallerError("the key is empty")
        self._names = Pseudonyms(secret, keep_prefix=keep_prefix)
        self._known: dict[Any, Memo] = {}
        self.left: Counter[str] = Counter()

    def change(self, batch: Batch) -> Rows:
        """Replace it; returns which packets have changed, shape (n,)."""
        changed = np.zeros(len(batch), np.bool_)
        for shape in batch.shapes:
            for index, header in enumerate(shape.headers):
                for leaf in header.leaves:
                    if category(leaf) in self.what:
                        self._fields(shape, index, leaf, changed)
                tail = header.tail_leaf
                if tail is not None and "payload" in self.what:
                    ends = shape.position(index + 1) if index + 1 < len(shape.headers) else shape.payload[0]
                    self._ranges(shape, shape.position(index) + header.size, ends, changed)
            self._contents(shape, changed)
            shape.forget()
        return changed

    def _fields(self, shape: Shape, index: int, leaf: Leaf, changed: Rows) -> None:
        """Replace one field, or its rows where it is a table."""
        values, present = shape.column(index, leaf)
        rows = np.arange(len(shape)) if present is None else np.flatnonzero(present)
        if not len(rows):
            return
        at, known = shape.position(index)[rows], self._replacement(leaf)
        for item in range(leaf.count):
            before = (values[:, item] if leaf.count > 1 else values)[rows]
            bit = leaf.bit + item * leaf.stride
            if leaf.wide:
                whole = np.ascontiguousarray(before).view(f"V{leaf.width // 8}").reshape(-1)
                kinds, inverse = np.unique(whole, return_inverse=True)
                new = b"".join(known[raw] for raw in raw_list(kinds.view(np.uint8).reshape(len(kinds), -1)))
                after = np.frombuffer(new, np.uint8).reshape(len(kinds), -1)[inverse.reshape(-1)]
                different = (after != before).any(axis=1)
                shape.frames.write_block(at[different] + bit // 8, after[different])
            else:
                kinds, inverse = np.unique(before, return_inverse=True)
                numbers = np.array([known[raw] for raw in kinds.tolist()], np.uint64)[inverse.reshape(-1)]
                different = numbers != before
                little = getattr(leaf, "little", False)
                shape.frames.write(at[different], bit, leaf.width, numbers[different], little=little)
            changed[shape.rows[rows[different]]] = True

    def _replacement(self, leaf: Leaf) -> Memo:
        """The replacements of a leaf's values, remembered while they are likely to occur again."""
        what, names = category(leaf), self._names
        key = (what, leaf.kind, leaf.width, leaf.name == "gidprefix")
        if key not in self._known:
            self._known[key] = Memo(self._function(leaf, str(what), names))
        return self._known[key]

    def _function(self, leaf: Leaf, what: str, names: Pseudonyms) -> Replace:
        if leaf.kind is MAC:
            return names.mac
        if leaf.kind is IPV4:
            return names.ipv4
        if leaf.kind is IPV6:
            return names.gid
        if leaf.kind is TEXT:
            return lambda raw: _name(names, raw)
        if what == "addresses":
            return lambda raw: _hardware_address(names, raw)
        if what == "gids":
            return names.gid_prefix
        if what == "guids":
            return names.guid
        if what == "lids":
            return names.lid
        if what == "keys" and leaf.kind is BYTES:
            size = leaf.width // 8
            return lambda raw: names.key(int.from_bytes(raw, "big"), leaf.width).to_bytes(size, "big")
        if what == "keys":
            return lambda raw: names.key(raw, leaf.width)
        return self._opaque

    def _opaque(self, data: bytes) -> bytes:
        return bytes(len(data)) if self.zero else self._names.opaque(data)

    def _contents(self, shape: Shape, changed: Rows) -> None:
        """Replace what no header declares: the payload and the bytes after the packet; pad bytes become zero."""
        (start, end), trailer = shape.payload, shape.trailer
        if "payload" not in self.what:
            if MAD in shape.headers and self.what & {"gids", "lids", "guids", "keys", "names"}:
                after_mad = shape.headers[shape.headers.index(MAD) :]
                opaque = any(category(leaf) == "payload" for header in after_mad for leaf in header.leaves)
                unknown = len(shape) if opaque else int((end > start).sum())
                if unknown:
                    self.left[UNKNOWN_CONTENTS] += unknown
            return
        self._ranges(shape, start, end, changed)
        self._ranges(shape, end, shape.pad_end, changed, zero=True)
        self._ranges(shape, *trailer, changed)

    def _ranges(self, shape: Shape, starts: Any, ends: Any, changed: Rows, *, zero: bool = False) -> None:
        """Replace bytes of each packet, from one index in the buffer to another."""
        rows = np.flatnonzero(ends > starts)
        view = shape.frames.view
        replace = (lambda data: bytes(len(data))) if zero else self._opaque
        for row, begin, end in zip(shape.rows[rows].tolist(), starts[rows].tolist(), ends[rows].tolist(), strict=True):
            before = bytes(view[begin:end])
            after = replace(before)
            if before != after:
                view[begin:end] = after
                changed[row] = True


def _name(names: Pseudonyms, raw: bytes) -> bytes:
    """Another text of at most the same size, of hexadecimal digits."""
    text = raw.rstrip(b"\0")
    return names.opaque(text).hex()[: len(text)].encode().ljust(len(raw), b"\0") if text else raw


def _hardware_address(names: Pseudonyms, raw: bytes) -> bytes:
    """An address of another size: 8 bytes of a cooked capture that hold a MAC, 20 of IPoIB that end with a GID."""
    if len(raw) == 8:
        return names.mac(raw[:6]) + (raw[6:] if not any(raw[6:]) else names.opaque(raw[6:]))
    if len(raw) == 20 and any(raw[4:]):
        return raw[:4] + names.gid(raw[4:])
    return names.opaque(raw)
