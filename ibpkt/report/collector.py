"""What a page says of one capture, collected in one pass."""

from __future__ import annotations

from ibpkt.analysis.analyser import AnalysisResult
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.incidents import Incident, Incidents
from ibpkt.analysis.results.finding import Severity
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.flow_ranking import FlowRanking
from ibpkt.batch import Batch
from ibpkt.commands.command import Command
from ibpkt.commands.command_effects import queue_words
from ibpkt.commands.command_latency import CommandLatency
from ibpkt.commands.follower import CommandFollower
from ibpkt.fabric import Fabric, FabricReader
from ibpkt.plot.capture_plot import CaptureClock, PlotOptions
from ibpkt.plot.congestion import CongestionBins
from ibpkt.plot.depth import DepthLanes
from ibpkt.plot.latency import LatencyHistograms
from ibpkt.plot.matrix import MatrixPlot
from ibpkt.plot.sequence_packets import SequencePackets
from ibpkt.plot.throughput import SenderBytes
from ibpkt.plot.timeline import FlowActivity
from ibpkt.stats.capture_info import CaptureInfo

#: flows that a page lists, those with the most packets
MOST_FLOWS = 50
#: facts of packets that pictures need
_FACTS = frozenset({"flow", "retransmission"})


class ReportCollector:
    """Takes the batches of one capture, in order.

    Args:
        options: name and files of the capture, names of addresses, whether ICRCs are verified.

    Attributes:
        options: likewise.
        clock: when it begins and ends.
        info: what kind of capture it is.
        expert: what is wrong with it.
        activity, sent, congestion, depth, latency, packets, matrix: what pictures show.
        command_latency: storage commands by kind and queue.
        flows: those with the most packets.
        flow_count: how many flows there are.
        incidents: what went wrong, once the capture is over.
        findings: how many findings they are made of.
    """

    def __init__(self, options: PlotOptions) -> None:
        self.options: PlotOptions = options
        self.clock: CaptureClock = CaptureClock()
        self.info: CaptureInfo = CaptureInfo()
        self.expert: Expert = Expert(messages=True, flows=True, facts=_FACTS, verify=options.verify)
        self.activity: FlowActivity = FlowActivity()
        self.sent: SenderBytes = SenderBytes(None, self.expert.analyser.addresses)
        self.congestion: CongestionBins = CongestionBins(None)
        self.depth: DepthLanes = DepthLanes()
        self.latency: LatencyHistograms = LatencyHistograms()
        self.packets: SequencePackets = SequencePackets()
        self.matrix: MatrixPlot = MatrixPlot(options)
        self.command_latency: CommandLatency = CommandLatency()
        self.flows: FlowRanking = FlowRanking("packets", MOST_FLOWS)
        self.flow_count: int = 0
        self.incidents: list[Incident] = []
        self.findings: int = 0
        self.commands: int = 0
        self._incidents = Incidents(self.expert)
        self._follower = CommandFollower(analyser=self.expert.analyser)
        self._fabric: FabricReader | None = None

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        if not len(batch):
            return
        self.clock.add(batch)
        self.info.add(batch)
        self.matrix.add(batch)
        self.activity.begin(batch.frames.first_time)
        found = self.expert.add(batch)
        self._incidents.add(found, batch)
        self.findings += sum(finding.kind.severity >= Severity.NOTE for finding in found.findings)
        self.findings += sum(len(hits.rows) for hits in found.hits if hits.kind.severity >= Severity.NOTE)
        columns = found.columns
        self.clock.add_rdma(columns.time)
        self.sent.add(batch, columns)
        self.congestion.add(batch, columns)
        self.packets.add(columns, found.analysed, found.requesters)
        self.activity.add(columns, found.analysed)
        self._take(found.analysed, self._follower.follow(batch, found.analysed))
        self._look_for_fabric(batch)

    def finish(self) -> None:
        """There are no more."""
        last = list(self.expert.finish())
        self._incidents.add_last(last)
        self.findings += sum(finding.kind.severity >= Severity.NOTE for finding in last)
        self.packets.correct(self.expert.last)
        self.activity.correct(self.expert.last)
        self._take(self.expert.last, self._follower.follow_last(self.expert.last))
        self.incidents = self._incidents.finish()

    def fabric(self) -> Fabric | None:
        """What management traffic tells of a fabric; None where there is none."""
        return None if self._fabric is None else self._fabric.fabric()

    def _take(self, analysed: AnalysisResult, commands: list[Command]) -> None:
        """Flows, messages and commands that have ended."""
        self.flows.add(analysed.flows)
        self.flow_count += len(analysed.flows)
        self.latency.add(analysed.message_table, commands)
        self.depth.add(analysed.message_table, commands, self.clock.last)
        for command in commands:
            self.command_latency.add(command)
            self.commands += 1

    def _look_for_fabric(self, batch: Batch) -> None:
        """Management of subnets is read from the beginning: nothing is kept of packets before the first."""
        managed = any(name.startswith("Subn") for name in self.info.services)
        if managed and self._fabric is None:
            self._fabric = FabricReader()
        if self._fabric is not None:
            self._fabric.add(batch)

    @property
    def queues(self) -> dict[int, str]:
        """The protocol and the queue of flows that carry commands, by their numbers: "NVMe queue 1"."""
        connections = list(self._follower.connections())
        if not connections:
            return {}
        from ibpkt.commands.known import PROTOCOLS  # late: most captures have no commands

        return {each.flow: queue_words(PROTOCOLS[each.protocol].title, each.queue) for each in connections}

    @property
    def window(self) -> tuple[int, int]:
        """The nanoseconds from the first packet between which there is RDMA."""
        return self.clock.window(self.options)

    def flow_of(self, number: int) -> Flow | None:
        """A flow of those that are listed."""
        return next((flow for flow in self.flows if number in (flow.number, flow.also)), None)
