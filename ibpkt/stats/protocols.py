"""``stats protocols``: the hierarchy of headers, with packets and bytes."""

from __future__ import annotations

from typing import Any

from ibpkt.batch import Batch
from ibpkt.protocols.graph import Chain
from ibpkt.stats.tally import Mask, shapes_of


class Protocols:
    """Packets by the headers that they begin with."""

    KEY = "protocols"

    def __init__(self) -> None:
        self.counts: dict[Chain, list[int]] = {(): [0, 0]}

    def add(self, batch: Batch, rows: Mask | None = None) -> None:
        """Count a batch, or the rows of it that a mask of shape (n,) chooses."""
        for shape, places in shapes_of(batch, rows):
            total = int(shape.frames.frame_len[shape.rows[places]].sum())
            for depth in range(len(shape.headers) + 1):
                count = self.counts.setdefault(shape.headers[:depth], [0, 0])
                count[0] += len(places)
                count[1] += total

    def rows(self) -> list[dict[str, Any]]:
        """``protocols`` (headers from the outermost), ``header``, ``depth``, ``packets``, ``bytes``.

        Each header comes before those that it carries, the most packets first.
        """
        children: dict[Chain, list[Chain]] = {}
        for chain in self.counts:
            if chain:
                children.setdefault(chain[:-1], []).append(chain)
        ordered: list[dict[str, Any]] = []
        waiting: list[Chain] = [()]
        while waiting:
            chain = waiting.pop()
            packets, size = self.counts[chain]
            name = chain[-1].name if chain else "frame"
            path = ":".join(header.key for header in chain)
            ordered.append({"protocols": path, "header": name, "depth": len(chain), "packets": packets, "bytes": size})
            waiting += sorted(children.get(chain, ()), key=lambda inner: self.counts[inner][0])
        return ordered
