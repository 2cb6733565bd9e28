"""Display filters in Wireshark's language.

    from ibpkt import filter

    wanted = filter.compile('infiniband.bth.opcode == "RC Acknowledge" and ip.src in {10.0.0.0/8}')
    with ibpkt.open("capture.pcap") as capture:
        for batch in capture.batches():
            rows = wanted.rows(batch)

A filter is parsed and checked once.  Over a batch it runs shape by shape, and reads only the columns that it names.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Bools
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
        text: the filter as it was written.
        fields: the names of the fields that it uses, in their order.
    """

    def __init__(self, text: str, condition: Condition, fields: tuple[str, ...]) -> None:
        self.text = text
        self.fields = fields
        self._condition = condition

    def __repr__(self) -> str:
        return f"<Filter {self.text}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return compile, (self.text,)

    @checked
    def rows(self, batch: Batch) -> Bools:
        """Which packets of a batch match, shape (n,).

        Raises:
            FilterError: it joins fields of which packets have too many values.
        """
        from ibpkt.filter.operands import MAX_STEPS, TooManyValues, steps_left  # loaded when the filter was compiled

        chosen = np.zeros(len(batch), np.bool_)
        with np.errstate(all="ignore"):
            for shape in batch.shapes:
                steps_left.set(MAX_STEPS)
                try:
                    chosen[shape.rows] = self._condition.rows(shape)
                except TooManyValues as error:
                    raise FilterError(str(error), 1, self.text) from None
        return chosen

    @checked
    def absent(self, batch: Batch, names: Iterable[str] | None = None) -> tuple[str, ...]:
        """The fields of the filter that no packet of a batch has; computed fields, such as CRCs, count as present.

        Args:
            batch: the packets.
            names: the fields to look for; None for all that the filter uses.
        """
        from ibpkt.filter.presence import is_present

        wanted = self.fields if names is None else names
        return tuple(name for name in wanted if not any(is_present(name, shape) for shape in batch.shapes))

    def __call__(self, packet: Packet) -> bool:
        """Whether a packet matches; relative times take it as the first of its capture.

        It is evaluated as a batch of one, so that the two cannot disagree.

        Raises:
            CallerError: the packet was decoded from an inner header on and has no link type.
        """
        return bool(self.rows(Batch.of_packet(packet))[0])


@checked
def compile(text: str) -> Filter:  # as re.compile
    """Compile a display filter; the last 64 are kept.

    Args:
        text: the filter, as wireshark-filter(4) describes the language; `docs/filter.md` lists the differences.

    Raises:
        FilterError: a syntax error, an unknown name, or types that cannot be compared.
    """
    return _compile(text)


@renewed
@functools.lru_cache(maxsize=64)
def _compile(text: str) -> Filter:
    from ibpkt.filter.parser import parse
    from ibpkt.filter.type_checker import TypeChecker  # late: loaded only where there is a filter

    tree = parse(text)
    checker = TypeChecker(text)
    return Filter(text, checker.condition(tree), tuple(checker.used))
