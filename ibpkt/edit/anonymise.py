"""The change that replaces what identifies people, machines and networks, and leaves what an analysis needs.

Opcodes, queue pairs, sequence numbers, lengths, sizes and times stay.
"""

from __future__ import annotations

import functools
import re
import secrets
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import raw_list
from ibpkt.batch import Batch, Shape
from ibpkt.craft.checksums import Rows
from ibpkt.edit.pseudonyms import Pseudonyms
from ibpkt.errors import CallerError
from ibpkt.protocols import MAD
from ibpkt.protocols.mad.base import METHODS
from ibpkt.protocols.mad.sa_records import TABLES_BY_LID
from ibpkt.protocols.mad.subn import ATTRIBUTES as SUBN_ATTRIBUTES
from ibpkt.protocols.mad.subn_nodes import SMInfo
from ibpkt.schema import BYTES, IPV4, IPV6, MAC, TEXT, Field, Leaf, number_of
from ibpkt.schema.value_types import Memo

#: what can be replaced, and what that is
CATEGORIES = {
    "addresses": "MAC and IP addresses",
    "gids": "GIDs and their prefixes",
    "lids": "LIDs",
    "guids": "GUIDs, also those in GIDs",
    "keys": "P_Keys, Q_Keys, R_Keys, M_Keys, SM_Keys, GRE keys",
    "names": "texts, such as node descriptions",
    "payload": "payloads, immediate data, trailers, and whatever else is opaque",
}

#: GUIDs and LIDs by other names
_GUIDS = ("nodeid", "chassisid", "entryportid", "exitportid")
_LID = re.compile(r"\w*lid|\w*lidaddr[12]?|lidrange(begin|end)")
_ADDRESS = ("src", "dst", "sender", "daddr")
#: an R_Key is as wide, and no key is narrower than a P_Key
_KEY_WIDTHS = (16, 32, 64)

#: categories that the contents of management datagrams may reveal
_IDENTITIES = {"gids", "lids", "guids", "keys", "names"}
#: subnet management that is only asked for stands in memory that held something else before; SMInfo tells who asks
_ASKED_FOR = set(SUBN_ATTRIBUTES.values()) - {SMInfo}
_GET = number_of(METHODS, "Get")

BLANKED = "management contents that are not declared, such as the records after the first; now zeros"
BY_OLD_LID = "forwarding tables, whose entries stay in the order of the old LIDs, so routes do not arrive"

Replace = Callable[[Any], Any]


class Anonymise:
    """Replace addresses, keys and contents.

    Args:
        what: names out of `ibpkt.edit.anonymise.CATEGORIES`, or ``all``.
        key: equal values become equal ones, in all captures for which the same key is used; None takes a random key,
            which is thrown away.
        keep_prefix: IPv4 addresses with these many first bits in common (0 to 32) keep as many in common.
        zero: payloads become zero bytes; else other bytes, equal payloads equal ones.

    Raises:
        CallerError: no category of that name, or a prefix that no address has.
    """

    structural = False

    @checked
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
        self.what: set[str] = set(CATEGORIES) if "all" in names else set(names)
        self._only_guids = "guids" in self.what and "gids" not in self.what
        self.zero = zero
        secret = secrets.token_bytes(32) if key is None else key.encode() if isinstance(key, str) else key
        if not secret:
            raise CallerError("the key is empty")
        other = self._names = Pseudonyms(secret, keep_prefix=keep_prefix)
        self._by_kind: dict[Any, Replace] = {MAC: other.mac, IPV4: other.ipv4, IPV6: other.gid, TEXT: other.text}
        self._by_category: dict[str | None, Replace] = {
            "addresses": other.hardware_address, "gids": other.gid_prefix, "guids": other.guid, "lids": other.lid,
        }  # fmt: skip
        self._known: dict[Any, Memo] = {}
        self._zeros = Memo(_zeros)
        self.left: Counter[str] = Counter()

    @checked
    def change(self, batch: Batch) -> Rows:
        """Replace it; returns which packets have changed, shape (n,)."""
        changed = np.zeros(len(batch), np.bool_)
        for shape in batch.shapes:
            for index, header in enumerate(shape.headers):
                for leaf in header.leaves:
                    if category(leaf) in self.what or (self._only_guids and _is_gid(leaf)):
                        self._fields(shape, index, leaf, self._replacement(leaf), changed)
                if header.tail_leaf is not None and "payload" in self.what:
                    self._ranges(shape, *_tail(shape, index), changed)
            if "payload" in self.what:
                self._contents(shape, changed)
                self._residue(shape, changed)
            elif self.what & _IDENTITIES and MAD in shape.headers:
                self._blank(shape, changed)
            if "lids" in self.what and any(header in TABLES_BY_LID for header in shape.headers):
                self.left[BY_OLD_LID] += len(shape)
            shape.forget()
        return changed

    def _fields(self, shape: Shape, index: int, leaf: Leaf, known: Memo, changed: Rows) -> None:
        """Replace one field by what is known for its values, or its rows where it is a table."""
        values, present = shape.column(index, leaf)
        rows = np.arange(len(shape)) if present is None else np.flatnonzero(present)
        if not len(rows):
            return
        at = shape.position(index)[rows]
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
        what = category(leaf)
        key = (what, leaf.kind, leaf.width, leaf.name == "gidprefix")
        if key not in self._known:
            replace = self._by_kind.get(leaf.kind) or self._by_category.get(what, self._opaque)
            if self._only_guids and _is_gid(leaf):
                replace = self._names.guid_in_gid
            self._known[key] = Memo(functools.partial(self._names.key, width=leaf.width) if what == "keys" else replace)
        return self._known[key]

    def _opaque(self, data: bytes) -> bytes:
        return bytes(len(data)) if self.zero else self._names.opaque(data)

    def _contents(self, shape: Shape, changed: Rows) -> None:
        """Replace what no header declares: the payload and the bytes after the packet; pad bytes become zero.

        In a management datagram the payload becomes zero too: a reader takes it for records, and would believe others.
        """
        (start, end), trailer = shape.payload, shape.trailer
        self._ranges(shape, start, end, changed, zero=MAD in shape.headers)
        self._ranges(shape, end, shape.pad_end, changed, zero=True)
        self._ranges(shape, *trailer, changed)

    def _blank(self, shape: Shape, changed: Rows) -> None:
        """Make zeros of all in a management datagram that is opaque: nobody can tell what names and GUIDs are in it."""
        blanked = np.zeros_like(changed)
        for index in range(shape.headers.index(MAD), len(shape.headers)):
            header = shape.headers[index]
            for leaf in header.leaves:
                if category(leaf) == "payload":
                    self._fields(shape, index, leaf, self._zeros, blanked)
            if header.tail_leaf is not None:
                self._ranges(shape, *_tail(shape, index), blanked, zero=True)
        self._ranges(shape, *shape.payload, blanked, zero=True)
        self._residue(shape, blanked)
        if blanked.any():
            self.left[BLANKED] += int(blanked.sum())
        changed |= blanked

    def _residue(self, shape: Shape, changed: Rows) -> None:
        """Make zeros of what stands in the place of an attribute in a Get()."""
        for index, header in enumerate(shape.headers):
            if header in _ASKED_FOR:
                method = shape.column(shape.headers.index(MAD), MAD.leaf("method")).values
                start = shape.position(index)
                self._ranges(shape, start, np.where(method == _GET, start + header.size, start), changed, zero=True)

    def _ranges(self, shape: Shape, starts: Any, ends: Any, changed: Rows, *, zero: bool = False) -> None:
        """Replace bytes of each packet, from one index in the buffer to another."""
        rows = np.flatnonzero(ends > starts)
        view = shape.frames.view
        replace = _zeros if zero else self._opaque
        for row, begin, end in zip(shape.rows[rows].tolist(), starts[rows].tolist(), ends[rows].tolist(), strict=True):
            before = bytes(view[begin:end])
            after = replace(before)
            if before != after:
                view[begin:end] = after
                changed[row] = True


def _zeros(value: Any) -> Any:
    return bytes(len(value)) if isinstance(value, bytes) else 0


def _is_gid(leaf: Leaf) -> bool:
    return category(leaf) == "gids" and leaf.kind is IPV6


def _tail(shape: Shape, index: int) -> tuple[Any, Any]:
    """Where the part of a header begins and ends that has no fixed length."""
    ends = shape.position(index + 1) if index + 1 < len(shape.headers) else shape.payload[0]
    return shape.position(index) + shape.headers[index].size, ends


@functools.cache
def category(leaf: Leaf) -> str | None:
    """Which of `CATEGORIES` a leaf belongs to; None where it identifies nothing, or another leaf shows it.

    Its declaration decides (kind, name, width), so a header that is declared tomorrow is anonymised tomorrow.
    """
    if not isinstance(leaf, Field) or leaf is leaf.header.tail_leaf:
        return None
    if leaf.reserved:  # memory that was not cleared holds what it held before
        return "payload" if leaf.kind is BYTES else None
    name = leaf.name
    if leaf.kind in (MAC, IPV4):
        return "addresses"
    if leaf.kind is IPV6:
        return "gids" if leaf.header.group == "infiniband" and "gid" in name else "addresses"
    if leaf.kind is TEXT:
        return "names"
    if name == "gidprefix":
        return "gids"
    if name.endswith("guid") and leaf.width == 64:
        return "guids"
    if name in _GUIDS and leaf.width == 64:
        return "guids"
    if (_LID.fullmatch(name) or "lid" in name.split("_")) and leaf.width == 16:
        return "lids"
    if (name.endswith("key") and leaf.width in _KEY_WIDTHS) or name == "p_keybase":
        return "keys"
    if leaf.kind is BYTES:
        return "addresses" if name in _ADDRESS else "payload"
    return None
