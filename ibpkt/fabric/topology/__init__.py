"""The kind of a fabric's topology, how sure that is, and what it lacks."""

from __future__ import annotations

from ibpkt.fabric.topology.recognition import recognise_arrays
from ibpkt.fabric.topology.subnet_topology import SubnetTopology, recognise
from ibpkt.fabric.topology.topology import KindName, Topology, TopologyKind

__all__ = ["KindName", "SubnetTopology", "Topology", "TopologyKind", "recognise", "recognise_arrays"]
