"""Packets of several batches as one: those that waited for a later packet, and those behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import KIND_OF, OPERATION_OF, POSITION_OF, SERVICE_OF, Transport
from ibpkt.arrays import Array, Ints

_FLAGS = ("stopped", "bad_icrc", "ce")
_OCTETS = ("opcode", "ackreq", "migreq", "fecn", "syndrome", "hop_limit")
_WORDS = ("destqp", "psn", "dmalen", "msn", "immediate", "icrc", "srq")
_NUMBERS = ("frame", "time", "length", "source", "destination", "size", "r_key", "srcqp", "ident")
_LONG = ("va", "swap", "compare")
#: the columns that packets have then, as `Transport` names them, and their types; nothing else can be asked of them
KEPT: dict[str, type] = {
    **dict.fromkeys(_FLAGS, np.bool_), **dict.fromkeys(_OCTETS, np.uint8), **dict.fromkeys(_WORDS, np.uint32),
    **dict.fromkeys(_NUMBERS, np.int64), **dict.fromkeys(_LONG, np.uint64),
}  # fmt: skip

#: what stands before the names of path facts, where these are kept
PATH = "path "

#: columns that follow from the operation code
_BY_OPCODE = {"service": SERVICE_OF, "operation": OPERATION_OF, "position": POSITION_OF, "kind": KIND_OF}


class PacketRows(NamedTuple):
    """Some packets.

    Attributes:
        columns: a batch, or what is gathered of several.
        rows: places there, ascending; None for all.
    """

    columns: Transport
    rows: Ints | None = None

    @property
    def size(self) -> int:
        """How many they are."""
        return len(self.columns) if self.rows is None else len(self.rows)

    def of(self, values: Array) -> Array:
        """What values of all are of these."""
        return values if self.rows is None else values.take(self.rows)


class GatheredPackets(Transport):
    """Columns of packets of several batches, in the order of the capture.

    Args:
        parts: the packets, in this order.
        verify: whether ICRCs are verified; otherwise all seem right.
    """

    def __init__(self, parts: Sequence[PacketRows], *, verify: bool) -> None:
        columns: dict[str, Array] = {}
        for name, dtype in KEPT.items():
            if name == "bad_icrc" and not verify:
                columns[name] = np.zeros(sum(part.size for part in parts), np.bool_)
            else:
                values = [part.of(getattr(part.columns, name)) for part in parts]
                columns[name] = np.concatenate(values, dtype=dtype, casting="unsafe")
        for name in parts[0].columns.path:
            columns[f"{PATH}{name}"] = np.concatenate([part.of(part.columns.path[name]) for part in parts])
        self._take(columns)

    @classmethod
    def of(cls, columns: dict[str, Array]) -> GatheredPackets:
        """Packets whose columns are known, by name."""
        packets = cls.__new__(cls)
        packets._take(columns)
        return packets

    def _take(self, columns: dict[str, Array]) -> None:
        self.rows = np.arange(len(columns["frame"]))
        # what is found here is not computed from a batch
        self.__dict__.update({name: columns[name] for name in KEPT if name not in ("source", "destination")})
        self.__dict__.update({name: table[columns["opcode"]] for name, table in _BY_OPCODE.items()})
        self._ends = columns["source"], columns["destination"]
        self.parts, self.places, self._columns = [], [], {}
        self.path = {name.removeprefix(PATH): column for name, column in columns.items() if name.startswith(PATH)}

    def saved(self) -> dict[str, Array]:
        """The columns by name, from which `of` makes the same again."""
        path = {f"{PATH}{name}": column for name, column in self.path.items()}
        return {name: getattr(self, name) for name in KEPT} | path
