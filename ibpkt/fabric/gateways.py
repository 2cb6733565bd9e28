"""Gateways to other networks, for which NodeType has no value: they are channel adapters by their type.

They are known by the device, or by what their device management answers: a controller of input and output that is no
SRP target leads to another network.
"""

from __future__ import annotations

from ibpkt.fabric.model import FabricNode, NodeKind
from ibpkt.fabric.sources import Sources
from ibpkt.protocols.mad.devmgt import SRP_TARGETS, IOControllerProfile

#: VendorIDs and DeviceIDs of gateways to Fibre Channel and Ethernet: those that infiniband-diags knows (rdma-core,
#: libibnetdisc/chassis.h)
_DEVICES = {(0x0008F1, 0x5A00), (0x0008F1, 0x5A01)}


class Gateways:
    """Tells gateways from other channel adapters.

    Args:
        sources: what packets say.
    """

    def __init__(self, sources: Sources) -> None:
        offered = sources.answered(IOControllerProfile).known()
        columns = (offered.rows.column(name).tolist() for name in ("ioclass", "iosubclass", "protocol"))
        kinds = zip(*columns, strict=True)
        self._by_class = {
            guid for guid, kind in zip(offered.guid.tolist(), kinds, strict=True) if kind not in SRP_TARGETS
        }

    def mark(self, nodes: dict[int, FabricNode]) -> None:
        """Give the nodes that are gateways their kind."""
        for node in nodes.values():
            known = (node.vendor, node.device) in _DEVICES or node.guid in self._by_class
            if known and node.kind is NodeKind.ADAPTER:
                node.kind = NodeKind.GATEWAY
