"""From packets to flows, messages and findings, batch by batch.

A batch goes one way: its packets that have a BTH, as columns; the flow and half of each (`streams`); PSNs, runs and
first copies (`runs`); verdicts about the runs of halves that are not clean (`recovery`); messages (`reassembly`).
Nothing goes packet by packet.
"""

from __future__ import annotations

import dataclasses

import numpy as np

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import SERVICES, Transport
from ibpkt.analysis.reassembly.reassembly import Reassembly
from ibpkt.analysis.recovery.recoveries import Recoveries
from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow
from ibpkt.analysis.results.message import Message
from ibpkt.analysis.runs.first_copies import FirstCopies
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.streams.stream_table import LIMIT, StreamTable
from ibpkt.arrays import Ints
from ibpkt.management.cm_connections import Connections

#: services whose requests are answered, and the one whose are not
RELIABLE = np.array([service in ("RC", "XRC", "RD") for service in SERVICES], np.bool_)
UNRELIABLE = np.array([service == "UC" for service in SERVICES], np.bool_)


@dataclasses.dataclass
class AnalysisResult:
    """The results of one batch.

    Attributes:
        findings: in the order of packets.
        messages: those that have ended, in the order of their ends.
        flows: those that have ended, or were given up.
        packets: facts of the batch's packets by name, arrays of shape (n,), 0 where a packet has no such fact:
            ``flow`` and ``message`` (numbers), ``answers`` (the number of the packet that it answers), ``gap`` (packets
            missing before it), ``retransmission`` (a cause, see `analysis_facts.CAUSES`), ``duplicate``,
            ``out_of_order``, ``out_of_sequence`` (the responder drops it, or keeps it for later),
            ``duplicate_request``, ``ghost``, ``lost`` and ``unseen`` (packets that did not arrive, and that
            did and are not in the capture, as this one shows), ``moved`` (how often its flow has migrated),
            ``timeout``, ``implied_nak``, ``stray``, ``corrupt``.
            Facts that no packet has are not there.
        columns: the batch's packets that have a BTH; None at the end.
    """

    findings: list[Finding]
    messages: list[Message]
    flows: list[Flow]
    packets: dict[str, Ints]
    columns: Transport | None = None


class Analyser:
    """Takes batches of one capture, in order.

    Args:
        limit: flows that are kept; beyond that, those idle longest are given up.
        messages: return messages.
        payload: messages list the packets that carry their payload.
        verify: verify the ICRC of every packet; otherwise damaged packets are taken for intact.
        facts: names of the packet facts to compute; None for all.

    Attributes:
        addresses: numbers of addresses.
        without: number of packets without BTH.
    """

    def __init__(
        self,
        limit: int = LIMIT,
        *,
        messages: bool = True,
        payload: bool = False,
        verify: bool = True,
        facts: frozenset[str] | None = None,
    ) -> None:
        self.verify = verify
        self.addresses: Addresses = Addresses()
        self.without: int = 0
        self._wanted = None if facts is None else facts | {"flow"}
        self._connections = Connections(max(2, limit))
        self._streams = StreamTable(self.addresses, max(2, limit))
        self._halves = HalfTable()
        self._copies = FirstCopies()
        self._reassembly = Reassembly(messages=messages, payload=payload)
        self._recoveries = Recoveries(self._streams.add_count)
        self._now = 0
