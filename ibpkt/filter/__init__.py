"""Display filters, in Wireshark's language.

    from ibpkt import filter

    wanted = filter.compile('infiniband.bth.opcode == "RC Acknowledge" and ip.src in {10.0.0.0/8}')
    with ibpkt.open("capture.pcap") as capture:
        for batch in capture.batches():
            rows = wanted.rows(batch)

A filter is read and checked once.  Over a batch it goes shape by shape, and only the columns that it names are read.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ibpkt.batch import Batch
from ibpkt.filter.error import FilterError
from ibpkt.protocols import renewed

if TYPE_CHECKING:
    from ibpkt.filter.conditions import Condition
    from ibpkt.packet import Packet

__all__ = ["Filter", "FilterError", "compile"]


class Filter:
    """A display filter.

    Attributes:
        text: as it was given.
        fields: the names of the fields that it asks for, in their order.
    """

    def __init__(self, text: str, condition: Condition, fields: tuple[str, ...]) -> None:
        self.text = text
        self.fields = fields
        self._condition = condition

    def __repr__(self) -> str:
        return f"<Filter {self.text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return compile, (self.text,)

    def rows(self, batch: Batch) -> NDArray[np.bool_]:
        """Which packets of a batch the filter lets through, shape (n,).

        Raises:
            FilterError: it joins several fields, of which a packet has dozens each.
        """
        from ibpkt.filter.operands import MOST_PAIRS, TooMany, steps  # loaded when the filter was made

        chosen = np.zeros(len(batch), np.bool_)
        with np.errstate(all="ignore"):
            for shape in batch.shapes:
                steps.set(MOST_PAIRS)
                try:
                    chosen[shape.rows] = self._condition.rows(shape)
                except TooMany as error:
                    raise FilterError(str(error), 1, self.text) from None
        return chosen

    def absent(self, batch: Batch, names: Iterable[str] | None = None) -> tuple[str, ...]:
        """Those of its fields that no packet of a batch has; what is computed, as CRCs are, counts as there.

        Args:
            batch: the packets.
            names: of which fields; None for all.
        """
        from ibpkt.filter.presence import is_in

        wanted = self.fields if names is None else names
        return tuple(name for name in wanted if not any(is_in(name, shape) for shape in batch.shapes))

    def __call__(self, packet: Packet) -> bool:
        """Whether the filter lets a packet through; the first of its capture, as far as times are relative.

        A packet is a batch of one, so that the two cannot disagree.

        Raises:
            CallerError: the packet was decoded from some header on and has no link type.
        """
        return bool(self.rows(Batch.of_packet(packet))[0])


@renewed
@functools.lru_cache(maxsize=64)
def compile(text: str) -> Filter:  # as re.compile
    """Read a display filter.

    Args:
        text: as wireshark-filter(4) describes it; `docs/filter.md` tells the differences.

    Raises:
        FilterError: it cannot be read, or names what is not there, or compares what cannot be compared.
    """
    from ibpkt.filter.syntax import parse
    from ibpkt.filter.type_checker import TypeChecker  # late: lark and the grammar take 50 ms

    tree = parse(text)
    meaning = TypeChecker(text)
    return Filter(text, meaning.condition(tree), tuple(meaning.used))
