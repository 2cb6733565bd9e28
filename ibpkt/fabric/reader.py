"""Reads what a capture tells of fabrics, batch by batch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.fabric.assembly import Assembly
from ibpkt.fabric.counter_problems import CounterProblems
from ibpkt.fabric.identity_problems import IdentityProblems
from ibpkt.fabric.link_events import LinkEvents
from ibpkt.fabric.link_problems import LinkProblems
from ibpkt.fabric.manager_events import ManagerEvents
from ibpkt.fabric.manager_evidence import EvidenceOfManagers
from ibpkt.fabric.manager_problems import ManagerProblems
from ibpkt.fabric.managers import ManagerHistory
from ibpkt.fabric.model import SEVERITIES, Fabric, FabricProblem
from ibpkt.fabric.notes import capture_notes, subnet_notes
from ibpkt.fabric.notice_events import NoticeEvents
from ibpkt.fabric.record_problems import RecordProblems
from ibpkt.fabric.silence import Silence
from ibpkt.fabric.sources import FabricPackets, Sources
from ibpkt.fabric.subnet_records import SubnetRecords
from ibpkt.fabric.subscriptions import Subscriptions


@checked
def read_fabric(batches: Iterable[Batch]) -> Fabric:
    """What the management traffic of a capture tells of its fabric.

    Args:
        batches: all packets: ``ibpkt.open("sweep.pcap").batches()``.
    """
    reader = FabricReader()
    for batch in batches:
        reader.add(batch)
    return reader.fabric()


class FabricReader:
    """Collects the management traffic of a capture batch by batch, and makes a `Fabric` of it.

    Args:
        names: names of nodes by GUID, which are used instead of their NodeDescription.
    """

    @checked
    def __init__(self, names: Mapping[int, str] | None = None) -> None:
        self._packets = FabricPackets()
        self._names = dict(names or {})

    @checked
    def add(self, batch: Batch) -> None:
        """Process a batch."""
        self._packets.add(batch)

    def fabric(self) -> Fabric:
        """What the packets so far tell."""
        sources = Sources(self._packets)
        assembly = Assembly(sources, self._names)
        subnets = assembly.subnets()
        evidence = EvidenceOfManagers(sources, assembly.nodes).collect()
        history = ManagerHistory(evidence, assembly.ports_by_guid())
        silence = Silence(sources)
        counters, identities = CounterProblems(sources), IdentityProblems(sources)
        records, differences = SubnetRecords(sources), RecordProblems(sources)
        notices = NoticeEvents(self._packets.notices, sources)
        subscriptions = Subscriptions(sources, self._packets.notices.seen)
        for subnet in subnets:
            subnet.managers = [
                each for each in history.managers if each.node is not None and each.node.guid in subnet.nodes
            ]
            only = len(subnets) == 1
            traps = notices.traps(subnet, only=only)
            links = list(LinkEvents(subnet, sources, traps).events())
            managers = ManagerEvents(subnet, evidence, links).events()
            told = [*notices.events(subnet, only=only), *subscriptions.fill(subnet, only=only)]
            events = [*links, *managers, *told, *records.fill(subnet)]
            subnet.events = sorted(events, key=lambda event: (event.time, event.frame))
            problems = [
                *LinkProblems(subnet).problems(),
                *identities.problems(subnet),
                *ManagerProblems(subnet, traps).problems(),
                *silence.problems(subnet),
                *counters.problems(subnet),
                *differences.problems(subnet),
            ]
            subnet.problems = sorted(_once(problems), key=lambda problem: SEVERITIES.index(problem.severity))
            subnet.counters = counters.counters(subnet)
            subnet.notes = subnet_notes(subnet)
            subnet.start, subnet.end = self._packets.columns.start, self._packets.columns.end
        notes = capture_notes(self._packets, sources, silence, subnets)
        return Fabric(subnets, self._packets.columns.datagrams, notes)


def _once(problems: list[FabricProblem]) -> list[FabricProblem]:
    """Of several problems of one kind with one subject the first."""
    found: dict[tuple[str, str, str], FabricProblem] = {}
    for problem in problems:
        shown = problem.sentence if problem.kind.startswith("errors") else ""
        found.setdefault((problem.kind, problem.subject, shown), problem)
    return list(found.values())
