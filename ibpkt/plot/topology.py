"""The topology of the fabric that a capture tells of."""

from __future__ import annotations

from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.fabric import FabricReader
from ibpkt.fabric.picture import topology_svg
from ibpkt.fabric.topology import recognise
from ibpkt.plot.capture_plot import CapturePlot, PlotOptions
from ibpkt.plot.chart import DrawnPicture


class TopologyPlot(CapturePlot):
    """Switches, adapters and links of the largest subnet."""

    def __init__(self, options: PlotOptions) -> None:
        super().__init__(options)
        self._reader = FabricReader()

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        self.clock.add(batch)
        self._reader.add(batch)

    def picture(self) -> DrawnPicture:
        """The picture.

        Raises:
            CallerError: nothing in the capture tells of a fabric.
        """
        fabric = self._reader.fabric()
        subnet = max(fabric.subnets, key=lambda each: len(each.nodes), default=None)
        if subnet is None or not subnet.nodes:
            raise CallerError(f"{self.options.name} has no management traffic that tells of a fabric")
        topology = recognise(subnet)
        return DrawnPicture(
            topology.sentence,
            f"{topology.sentence}; {len(subnet.nodes):,} nodes, {len(subnet.links):,} links.",
            self.options.command("fabric"),
            topology_svg(subnet, topology),
        )
