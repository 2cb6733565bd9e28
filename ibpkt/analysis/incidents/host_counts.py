"""How many packets of each kind of finding are about a host, as requester, responder, sender or receiver."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import NamedTuple

from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow

#: flows whose findings are counted before they end
MOST = 65536
#: kinds that are told apart by the code of the NAK, whose number follows their name
_CODED = "nak-refused"


class HostPart(NamedTuple):
    """A host in a role, and a kind of finding.

    Attributes:
        host: its address.
        role: "requester", "responder", "sender" or "receiver".
        kind: the name of the kind; of refusals with the code of the NAK, as ``nak-refused 2``.
    """

    host: str
    role: str
    kind: str


class HostCounts:
    """Counts packets of findings by host.

    Attributes:
        counts: packets, by host, role and kind.
        hosts: all hosts that were seen.
    """

    def __init__(self) -> None:
        self.counts: Counter[HostPart] = Counter()
        self.hosts: set[str] = set()
        self._flows: defaultdict[int, Counter[tuple[int, str]]] = defaultdict(Counter)

    def add(self, finding: Finding) -> None:
        """A finding of a flow, which is known later."""
        if finding.subject is None or (finding.flow not in self._flows and len(self._flows) >= MOST):
            return
        kind = finding.kind.name
        if kind == _CODED:
            kind = f"{kind} {finding.facts['code']}"
        self._flows[finding.flow][finding.subject.side, kind] += finding.packets

    def take(self, number: int, flow: Flow | None, swapped: bool) -> None:
        """The ends of a flow are known.

        Args:
            number: the number under which it had its findings.
            flow: the flow; None if it is not known.
            swapped: what is its first end here was its second.
        """
        found = self._flows.pop(number, None)
        if found is None or flow is None:
            return
        ends = [side.address for side in flow.sides]
        self.hosts.update(end for end in ends if end)
        for (side, kind), packets in found.items():
            requester = side ^ swapped
            self.counts[HostPart(ends[requester], "requester", kind)] += packets
            self.counts[HostPart(ends[requester ^ 1], "responder", kind)] += packets

    def count(self, source: str, target: str, kind: str, packets: int) -> None:
        """Packets of a finding that is about single packets."""
        self.hosts.update(host for host in (source, target) if host)
        self.counts[HostPart(source, "sender", kind)] += packets
        self.counts[HostPart(target, "receiver", kind)] += packets
