"""Reads what a capture tells of fabrics, batch by batch."""

from __future__ import annotations

from ibpkt.arguments import checked
from ibpkt.batch import Batch
from ibpkt.fabric.assembly import Assembly
from ibpkt.fabric.model import Fabric
from ibpkt.fabric.sources import FabricPackets, Sources


class FabricReader:
    """Collects the management traffic of a capture and makes a `Fabric` of it.

    reader = FabricReader()
    for batch in ibpkt.open("sweep.pcap").batches():
        reader.add(batch)
    fabric = reader.fabric()
    """

    def __init__(self) -> None:
        self._packets = FabricPackets()

    @checked
    def add(self, batch: Batch) -> None:
        """Process a batch."""
        self._packets.add(batch)

    def fabric(self) -> Fabric:
        """What the packets so far tell."""
        sources = Sources(self._packets)
        assembly = Assembly(sources)
        return Fabric(assembly.subnets(), self._packets.columns.datagrams)
