"""``stats protocols``: the hierarchy of headers, with packets and bytes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.protocols import MAD, Chain
from ibpkt.stats.statistic import Row, SummedStatistic

#: chains of headers that are counted separately; an attack may bring more, whose innermost headers are left out
MAX_CHAINS = 10_000


def _without_repeats(chain: Chain) -> Chain:
    """A chain with each record of a management datagram's table only once.

    Records are repeated one after the other; tunnels and tags, which are nested, stay as they are.
    """
    if MAD not in chain:
        return chain
    mad = chain.index(MAD)
    return (*chain[:mad], *dict.fromkeys(chain[mad:]))


class Protocols(SummedStatistic):
    """Packets by the headers that they begin with; the records of a table count as one header."""

    KEY: ClassVar[str] = "protocols"

    def __init__(self) -> None:
        self.counts: dict[Chain, list[int]] = {(): [0, 0]}

    @property
    def columns(self) -> tuple[str, ...]:
        """``protocols`` (the keys of the headers, outermost first), ``header``, ``depth``, ``packets``, ``bytes``."""
        return ("protocols", "header", "depth", "packets", "bytes")

    @checked
    def batch_counts(self, batch: Batch) -> list[tuple[Chain, int, int]]:
        """What a batch holds: headers, packets that have them, bytes of these."""
        lengths = batch.frames.frame_len
        shapes = sorted(batch.shapes, key=lambda shape: int(shape.rows[0]))  # however packets come in batches
        return [(_without_repeats(shape.headers), len(shape), int(lengths[shape.rows].sum())) for shape in shapes]

    @checked
    def merge(self, counts: Sequence[tuple[Chain, int, int]]) -> None:
        """Count what a batch holds."""
        for headers, packets, size in counts:
            for depth in range(len(headers) + 1):
                chain = headers[:depth]
                if chain not in self.counts:
                    if len(self.counts) >= MAX_CHAINS:
                        break
                    self.counts[chain] = [0, 0]
                count = self.counts[chain]
                count[0] += packets
                count[1] += size

    @property
    def is_full(self) -> bool:
        """There are too many chains of headers."""
        return len(self.counts) >= MAX_CHAINS

    def rows(self) -> list[Row]:
        """The hierarchy: each header before those that it carries, those with the most packets first.

        Of headers with as many packets, the one that came first in the capture is first.
        """
        children: dict[Chain, list[Chain]] = {}
        for chain in self.counts:
            if chain:
                children.setdefault(chain[:-1], []).append(chain)
        ordered: list[Row] = []
        pending: list[Chain] = [()]
        while pending:
            chain = pending.pop()
            path = ":".join(header.key for header in chain)
            name = chain[-1].name if chain else "frame"
            ordered.append(self.row(path, name, len(chain), *self.counts[chain]))
            latest = children.get(chain, ())[::-1]  # of equal counts the first one comes last, to be taken first
            pending += sorted(latest, key=lambda inner: self.counts[inner][0])
        return ordered

    def shown(self) -> list[Row]:
        """The rows as a tree."""
        return [
            {"header": "  " * row["depth"] + row["header"], "packets": row["packets"], "bytes": row["bytes"]}
            for row in self.rows()
        ]
