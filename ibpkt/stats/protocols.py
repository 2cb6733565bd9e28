"""``stats protocols``: the hierarchy of headers, with packets and bytes."""

from __future__ import annotations

from ibpkt.batch import Batch
from ibpkt.protocols import MAD, Chain
from ibpkt.stats.tally import Row

#: different chains of headers that are kept apart; an attack may bring more, whose innermost headers are left out
MOST = 10_000


def _once(chain: Chain) -> Chain:
    """A chain in which what a management datagram repeats, the records of a table, stands once.

    Records stand beside each other; tunnels and tags, which stand in each other, are left as they are.
    """
    if MAD not in chain:
        return chain
    inside = chain.index(MAD)
    return (*chain[:inside], *dict.fromkeys(chain[inside:]))


class Protocols:
    """Packets by the headers that they begin with; the records of a table are one header."""

    KEY = "protocols"

    def __init__(self) -> None:
        self.counts: dict[Chain, list[int]] = {(): [0, 0]}

    @property
    def columns(self) -> tuple[str, ...]:
        """``protocols`` (the headers from the outermost, by key), ``header``, ``depth``, ``packets``, ``bytes``."""
        return ("protocols", "header", "depth", "packets", "bytes")

    def add(self, batch: Batch) -> None:
        """Count the packets of a batch."""
        lengths = batch.frames.frame_len
        for shape in batch.shapes:
            size = int(lengths[shape.rows].sum())
            headers = _once(shape.headers)
            for depth in range(len(headers) + 1):
                chain = headers[:depth]
                if chain not in self.counts:
                    if len(self.counts) >= MOST:
                        break
                    self.counts[chain] = [0, 0]
                count = self.counts[chain]
                count[0] += len(shape)
                count[1] += size

    def rows(self) -> list[Row]:
        """The hierarchy: each header before those that it carries, the most packets first."""
        children: dict[Chain, list[Chain]] = {}
        for chain in self.counts:
            if chain:
                children.setdefault(chain[:-1], []).append(chain)
        ordered: list[Row] = []
        waiting: list[Chain] = [()]
        while waiting:
            chain = waiting.pop()
            path = ":".join(header.key for header in chain)
            name = chain[-1].name if chain else "frame"
            ordered.append(dict(zip(self.columns, (path, name, len(chain), *self.counts[chain]), strict=True)))
            waiting += sorted(children.get(chain, ()), key=lambda inner: self.counts[inner][0])
        return ordered

    def shown(self) -> list[Row]:
        """A tree."""
        return [
            {"header": "  " * row["depth"] + row["header"], "packets": row["packets"], "bytes": row["bytes"]}
            for row in self.rows()
        ]
