"""Who writes to whom: patterns that collective operations of many hosts make.

MPI, NCCL and NVSHMEM write and send as any program does, and no packet names them.  What can be seen is which hosts
move about as many bytes to which others.  Only what leaves no doubt has a name, and it is a pattern: nothing says why.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ibpkt.analysis.results.flow import Flow

#: with fewer hosts one pattern is another as well
LEAST = 4
#: with more hosts nothing is looked for
MOST = 1024
#: the most bytes that one host moves to another, over the least
BALANCED = 4
#: what is less than this part of the most is control, no data
CONTROL = 0.01


class Pattern(NamedTuple):
    """A pattern.

    Attributes:
        kind: "ring", "tree" or "all-to-all".
        hosts: their addresses: of a ring in the order in which data goes round, otherwise as text.
        both: data goes both ways round; always so in a tree.
    """

    kind: str
    hosts: tuple[str, ...]
    both: bool

    def __str__(self) -> str:
        ways = " both ways" if self.kind == "ring" and self.both else ""
        words = {"ring": f"in a ring{ways}", "tree": "in a tree", "all-to-all": "all to all"}[self.kind]
        return f"{len(self.hosts)} hosts write to one another {words}: {' '.join(self.hosts)}"


class HostPattern:
    """Adds up what hosts move to each other."""

    def __init__(self) -> None:
        self._moved: dict[tuple[str, str], int] = {}
        self._hosts: set[str] = set()

    def add(self, flows: Iterable[Flow]) -> None:
        """Take flows that have ended; those of a known service, and datagrams, are none of a collective operation."""
        for flow in flows:
            if flow.service == "UD" or "(" in flow.carries or len(self._hosts) > MOST:
                continue
            first, second = flow.sides
            for source, target in ((first, second), (second, first)):
                if source.fresh and source.address and target.address and source.address != target.address:
                    pair = source.address, target.address
                    self._moved[pair] = self._moved.get(pair, 0) + source.fresh
                    self._hosts.update(pair)

    def found(self) -> Pattern | None:
        """The pattern of all flows together; None where that is not sure."""
        hosts = sorted(self._hosts)
        most = max(self._moved.values(), default=0)
        edges = {pair for pair, moved in self._moved.items() if moved >= CONTROL * most}
        least = min((self._moved[pair] for pair in edges), default=0)
        if not LEAST <= len(hosts) <= MOST or most > BALANCED * least:
            return None
        if len(edges) == len(hosts) * (len(hosts) - 1):
            return Pattern("all-to-all", tuple(hosts), True)
        return _ring(hosts, edges) or _tree(hosts, edges)


def _ring(hosts: list[str], edges: set[tuple[str, str]]) -> Pattern | None:
    targets = {host: sorted(target for source, target in edges if source == host) for host in hosts}
    both = all((target, source) in edges for source, target in edges)
    if any(len(each) != 1 + both for each in targets.values()):
        return None
    order = [hosts[0]]
    while True:
        onward = [target for target in targets[order[-1]] if target not in order[-2:]]
        if not onward or onward[0] == order[0]:
            break
        if onward[0] in order:
            return None
        order.append(onward[0])
    return Pattern("ring", tuple(order), both) if len(order) == len(hosts) else None


def _tree(hosts: list[str], edges: set[tuple[str, str]]) -> Pattern | None:
    """A star may be a server with its clients, and a line of hosts a pipeline: neither is sure."""
    if any((target, source) not in edges for source, target in edges) or len(edges) != 2 * (len(hosts) - 1):
        return None
    targets = {host: [target for source, target in edges if source == host] for host in hosts}
    seen, left = {hosts[0]}, [hosts[0]]
    while left:
        new = [target for target in targets[left.pop()] if target not in seen]
        seen.update(new)
        left += new
    degree = max(map(len, targets.values()))
    if len(seen) < len(hosts) or not 2 < degree < len(hosts) - 1:
        return None
    return Pattern("tree", tuple(hosts), True)
