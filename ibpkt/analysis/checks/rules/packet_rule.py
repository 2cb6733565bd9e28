"""Rules for single packets, and the view of the packets of one shape that they read."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ibpkt.analysis.checks.finding_columns import FindingColumns
from ibpkt.analysis.results.finding import FindingType
from ibpkt.arrays import Array, Bools, Ints, raw_list
from ibpkt.batch import Common, Shape, can_be_common
from ibpkt.batch.known_mistakes import rxe_flushes
from ibpkt.packet import STATUSES, Status
from ibpkt.packet.coverage import coverage
from ibpkt.protocols import BTH, CLOSED_BY, EXTENDED, ICRC, tabulated
from ibpkt.schema import Header, Leaf

_ABSENT, _BAD = STATUSES.index(Status.ABSENT), STATUSES.index(Status.BAD)
_OPCODE, _PADCNT = BTH.leaf("opcode"), BTH.leaf("padcnt")

#: BTH and the headers that an operation announces
TRANSPORT = tabulated(lambda: {BTH, *EXTENDED})
#: the length of a payload that is not known
UNKNOWN = -1


class ShapeView:
    """The packets of one shape.

    Attributes:
        shape: these packets.
    """

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        cover = coverage(shape.headers)
        self._network = None if cover is None else cover[0]

    def place(self, header: Header) -> int | None:
        """The place of a header in the chain, None where it is not there.

        Of the network headers (GRH, IP) only the one that carries BTH counts, not those of tunnels.
        """
        if header.icrc == "ones" and BTH in self.shape.headers:
            network = self._network
            return network if network is not None and self.shape.headers[network] is header else None
        return self.shape.index(header)

    def __contains__(self, header: Header) -> bool:
        return self.place(header) is not None

    def __call__(self, leaf: Leaf) -> Array:
        """The raw values of a leaf, one a packet; the packets must have its header."""
        place = self.place(leaf.header)
        assert place is not None, f"{self.shape!r} has no {leaf.header.name}"
        return self.shape.column(place, leaf).values

    def common(self, leaf: Leaf) -> Common:
        """Which bits of a leaf any packet has set, and which all have; the packets must have its header."""
        place = self.place(leaf.header)
        assert place is not None, f"{self.shape!r} has no {leaf.header.name}"
        return self.shape.common(place, leaf) if can_be_common(leaf) else Common((1 << leaf.width) - 1, 0)

    def text(self, leaf: Leaf, places: Ints) -> list[str]:
        """The values of a leaf in some packets, as text."""
        return [leaf.display(raw) for raw in raw_list(self(leaf)[places])]

    @functools.cached_property
    def network(self) -> Header | None:
        """The network header that carries BTH, None where none does."""
        return None if self._network is None else self.shape.headers[self._network]

    @functools.cached_property
    def opcode(self) -> Array:
        """The operation codes."""
        return self(_OPCODE)

    @functools.cached_property
    def _codes(self) -> Bools:
        return np.bincount(self.opcode, minlength=256) > 0

    def among(self, codes: Bools) -> bool:
        """Whether any packet has one of the operation codes that are set in a table of 256."""
        return bool((self._codes & codes).any())

    def operations(self, places: Ints) -> list[str]:
        """The names of the operations of some packets."""
        return [_OPCODE.enum[code] for code in self.opcode[places].tolist()]

    def payloads(self, places: Ints) -> list[int]:
        """What some packets carry, see `carried`."""
        sizes: list[int] = self.carried[places].tolist()
        return sizes

    @functools.cached_property
    def trusted(self) -> Bools | None:
        """Packets without a wrong CRC, and FLUSHes of rxe: fields of the others cannot be trusted.  None for all."""
        wrong: Bools | None = None
        for which in {CLOSED_BY[header] for header in self.shape.headers if header in CLOSED_BY}:
            checks = self.shape.checks(which)
            if checks is not None and (bad := checks.status == _BAD).any():
                if which is ICRC:
                    bad &= ~rxe_flushes(self.shape)
                wrong = bad if wrong is None else wrong | bad
        return None if wrong is None else ~wrong

    @functools.cached_property
    def carried(self) -> Ints:
        """The bytes on the wire between the transport headers and the pad, `UNKNOWN` where lengths do not say.

        A snap length changes nothing: the lengths come from the headers.
        """
        shape = self.shape
        closing = shape.closing.get(ICRC)
        stop = shape.stop
        last = max((index for index, header in enumerate(shape.headers) if header in TRANSPORT), default=None)
        if closing is None or last is None:
            return np.full(len(shape), UNKNOWN)
        if stop is not None and stop[0] != "unknown" and any(header.name == stop[1] for header in TRANSPORT):
            return np.full(len(shape), UNKNOWN)
        size = closing.at - (shape.position(last) + shape.headers[last].size)
        if self.common(_PADCNT).some:
            size -= self(_PADCNT)
        absent = closing.status == _ABSENT
        if absent.any() or (len(size) and size.min() < 0):
            size[absent | (size < 0)] = UNKNOWN
        for conflict in shape.frames.conflicts:
            size[np.isin(shape.rows, conflict.rows)] = UNKNOWN
        return size


#: the values in the sentences about some packets, by name
RuleFacts = Callable[[ShapeView, Ints], dict[str, list[Any]]]


class PacketRule(NamedTuple):
    """A rule for single packets.

    Attributes:
        kind: the kind of finding when it is broken.
        needs: headers without which the rule does not apply.
        wrong: returns a mask of the packets that break it; None for none.
        facts: the values in the sentences.
        excludes: headers with which the rule does not apply.
    """

    kind: FindingType
    needs: tuple[Header, ...]
    wrong: Callable[[ShapeView], Bools | None]
    facts: RuleFacts = lambda look, places: {}
    excludes: tuple[Header, ...] = ()

    def concerns(self, view: ShapeView) -> bool:
        """Whether packets of this shape can break it."""
        return all(header in view for header in self.needs) and not any(header in view for header in self.excludes)

    def check(self, view: ShapeView) -> FindingColumns | None:
        """The packets that break it; None for none."""
        wrong = self.wrong(view)
        if wrong is None or not wrong.any():
            return None
        if view.trusted is not None:
            wrong = wrong & view.trusted
        places = np.flatnonzero(wrong)
        return finding_columns(self.kind, view, places, self.facts) if len(places) else None


def finding_columns(kind: FindingType, view: ShapeView, places: Ints, facts: RuleFacts) -> FindingColumns:
    """Findings of some packets of a shape."""
    return FindingColumns(kind, view.shape.rows[places], lambda some: facts(view, places[some]))


def facts_of(**parts: Any) -> RuleFacts:
    """Facts under the names of the arguments.

    Args:
        parts: a leaf for its raw values, a function of a view and of places in it for what it returns, or one value
            for all packets.
    """

    def values(part: Any, view: ShapeView, places: Ints) -> list[Any]:
        if isinstance(part, Leaf):
            raw: list[Any] = view(part)[places].tolist()
            return raw
        return part(view, places) if callable(part) else [part] * len(places)

    return lambda view, places: {name: values(part, view, places) for name, part in parts.items()}


def texts(leaf: Leaf) -> Callable[[ShapeView, Ints], list[str]]:
    """A fact that is the text of a leaf."""
    return lambda view, places: view.text(leaf, places)
