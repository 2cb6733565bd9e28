"""Requests that nobody answered."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.fabric.directed_routes import NOWHERE
from ibpkt.fabric.model import FabricProblem, FabricSubnet
from ibpkt.fabric.sources import Sources, node_attributes
from ibpkt.protocols.mad.subn_nodes import SMInfo

#: beyond this share of requests the capture lacks the answers, not the fabric
_SHARE = 0.05
#: requests without an answer from which on a node is reported
_ENOUGH = 2


class Silence:
    """Requests of subnet management without an answer.

    Args:
        sources: what packets say.

    Attributes:
        requests: how many requests there are.
        unanswered: how many of them have no answer.
    """

    def __init__(self, sources: Sources) -> None:
        self.requests: int = 0
        self.unanswered: int = 0
        self._sources = sources
        #: by node, or by node and port behind which nothing answers: attributes and packets
        self._silent: dict[tuple[int, int], list[tuple[str, int]]] = {}
        for header in node_attributes():
            answered = sources.pairs(header).answered
            self.requests += len(answered)
            self.unanswered += int((~answered).sum())
        if not self.lacks_answers:
            self._find()

    @property
    def lacks_answers(self) -> bool:
        """The capture lacks so many answers that it does not tell who is silent."""
        return self.unanswered > max(_SHARE * self.requests, 50)

    def _find(self) -> None:
        """Whom each request asked that has no answer."""
        sources = self._sources
        for header in node_attributes():
            if header is SMInfo:  # polls of managers have events of their own
                continue
            silent = np.flatnonzero(~sources.pairs(header).answered)
            asked = sources.requests(header).envelope.select(silent)
            columns = asked.route, asked.frame, asked.destination, asked.interface
            for route, frame, lid, interface in zip(*(column.tolist() for column in columns), strict=True):
                place = sources.place_of(route) if route != NOWHERE else (sources.node_of(interface, lid, frame), -1)
                if place is not None and place[0]:
                    self._silent.setdefault(place, []).append((header.name, frame))

    def problems(self, subnet: FabricSubnet) -> Iterator[FabricProblem]:
        """The nodes of a subnet that did not answer."""
        for (guid, port), asked in self._silent.items():
            node = subnet.nodes.get(guid)
            if node is None or len(asked) < _ENOUGH:
                continue
            where = node.title if port < 0 else f"what is behind {node.title} port {port}"
            names = ", ".join(dict.fromkeys(name for name, _ in asked))
            frames = tuple(sorted(frame for _, frame in asked))
            sentence = f"{len(asked)} requests to {where} had no answer ({names})"
            yield FabricProblem("no-answer", "warning", node.title, sentence, frames[-1], frames)
