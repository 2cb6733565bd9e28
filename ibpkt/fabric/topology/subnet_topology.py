"""The topology of a subnet: its kind, with the names of the switches that lack something."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Array
from ibpkt.fabric.model import FabricNode, FabricSubnet, NodeKind, guid_text
from ibpkt.fabric.topology.recognition import recognise_arrays, switch_graph
from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.fabric.topology.topology import Topology, TopologyKind
from ibpkt.fabric.topology.wording import Damage, damage, describe, plural


@dataclasses.dataclass(frozen=True)
class SubnetTopology:
    """The topology of the switches of a subnet.

    Attributes:
        topology: the kind, what is lost, and where each switch is.
        graph: the graph of the switches.
        switches: the switches by their numbers in the two.
        adapters: other nodes that hang on them.
        alone: switches without any link, which are not part of the graph.
    """

    topology: Topology
    graph: SwitchGraph
    switches: tuple[FabricNode, ...]
    adapters: int
    alone: tuple[FabricNode, ...] = ()

    @property
    def kind(self) -> TopologyKind | None:
        """See `Topology.kind`."""
        return self.topology.kind

    @property
    def damage(self) -> list[Damage]:
        """What the whole of this kind has and the subnet has not, in words."""
        return damage(self.topology, [switch.title for switch in self.switches])

    @property
    def sentence(self) -> str:
        """Kind, size and damage in words, without a full stop."""
        said = describe(self.topology, self.graph, self.adapters)
        lacks = [each.sentence for each in self.damage]
        if self.alone:
            lacks.append(f"{plural(len(self.alone), 'switch', 'switches')} without a link left out")
        return "; ".join([said, *lacks[:5], *([f"and {len(lacks) - 5} more"] if len(lacks) > 5 else [])])

    def members(self) -> dict[str, Any]:
        """As `ibpkt fabric --format json` prints it."""
        found = self.topology
        kinds = dict.fromkeys(str(other.kind) for other in found.also if other.kind is not found.kind)
        return {
            "kind": None if found.kind is None else str(found.kind),
            "sure": found.sure,
            "dims": list(found.dims) or None,
            "levels": found.levels or None,
            "blocking": max((median for median, _worst in found.blocking), default=None),
            "missing": [self._damage_members(each) for each in self.damage],
            "also": list(kinds),
            "names": [found.name, *map(str, found.also)] if found.kind is not None else [],
            "k_ary": list(found.k_ary) if found.k_ary else None,
            "sentence": self.sentence,
        }

    def _damage_members(self, each: Damage) -> dict[str, Any]:
        guids = [guid_text(self.switches[number].guid) if number >= 0 else None for number in each.ends]
        a, b = guids if len(guids) == 2 else (None, None)
        return {"what": each.what, "count": each.number, "a": a, "b": b, "sentence": each.sentence}


@checked
def recognise(subnet: FabricSubnet) -> SubnetTopology:
    """The topology of a subnet, by the links that it has at the end."""
    linked = {node.guid for link in subnet.links for node in (link.a, link.b)}
    nodes = [node for node in subnet.nodes.values() if node.guid in linked]
    alone = [node for node in subnet.switches if node.guid not in linked]
    if not nodes and alone:
        nodes, alone = alone[:1], alone[1:]
    is_switch = np.array([node.kind is NodeKind.SWITCH for node in nodes], np.bool_)
    number = {node.guid: at for at, node in enumerate(nodes)}
    ends = np.array([(number[link.a.guid], number[link.b.guid]) for link in subnet.links], np.int64).reshape(-1, 2)
    rates = _rates(subnet)
    graph, switches = switch_graph(is_switch, ends, rates)
    return SubnetTopology(
        recognise_arrays(is_switch, ends, rates=rates),
        graph,
        tuple(nodes[at] for at in switches.tolist()),
        int((~is_switch).sum()),
        tuple(alone),
    )


def _rates(subnet: FabricSubnet) -> Array | None:
    """Gbit/s of each link, None where that of some is not known."""
    rates = [link.gbps for link in subnet.links]
    return None if any(rate is None for rate in rates) else np.array(rates, np.float64)
