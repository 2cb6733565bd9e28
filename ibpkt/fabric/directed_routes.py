"""Directed routes as numbers: the ports by which a datagram leaves its requester and each switch on the way."""

from __future__ import annotations

import numpy as np

from ibpkt.arrays import Array, Ints, Octets, raw_list

#: the number of no route
NOWHERE = -1


class DirectedRoutes:
    """Numbers for the directed routes of a capture; 0 is the route of no hop, which stays at the requester.

    Attributes:
        ports: of each route the egress ports, the requester's own first.
        parents: of each route that without its last hop; `NOWHERE` of route 0.
    """

    def __init__(self) -> None:
        self.ports: list[bytes] = [b""]
        self.parents: list[int] = [NOWHERE]
        self._known: dict[bytes, int] = {b"": 0}

    def __len__(self) -> int:
        return len(self.ports)

    def numbers(self, hops: Array, initial: Octets) -> Ints:
        """The routes of some datagrams.

        Args:
            hops: hop counts, shape (n,).
            initial: initial paths, whose first port is unused, shape (n, 64).

        Returns:
            Their numbers; `NOWHERE` - 1 where the hop count is beyond the path.
        """
        most = initial.shape[1] - 1
        kept = np.where(np.arange(most) < np.minimum(hops, most)[:, None], initial[:, 1:], 0).astype(np.uint8)
        whole = np.concatenate([np.minimum(hops, 255).astype(np.uint8)[:, None], kept], axis=1)
        cache: dict[bytes, int] = {}
        found = np.empty(len(hops), np.int64)
        for row, text in enumerate(raw_list(whole)):
            number = cache.get(text)
            if number is None:
                count = text[0]
                number = cache[text] = self.number(text[1 : count + 1]) if count <= most else NOWHERE - 1
            found[row] = number
        return found

    def number(self, ports: bytes) -> int:
        """The number of a route; those on the way to it get numbers as well."""
        known = self._known.get(ports)
        if known is None:
            parent = self.number(ports[:-1])
            known = self._known[ports] = len(self.ports)
            self.ports.append(ports)
            self.parents.append(parent)
        return known

    def last_port(self, number: int) -> int:
        """The port by which the last hop of a route leaves."""
        return self.ports[number][-1]
