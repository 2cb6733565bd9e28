"""What packets say of their path: DSCP, ECN, VLAN, priority, UDP source port, flow label, SL, P_Key, GID."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ibpkt.analysis.columns.transport import Transport
from ibpkt.batch import Shape
from ibpkt.protocols import BTH, GRH, LRH, UDP, VLAN
from ibpkt.schema import Header, Leaf


class PathFact(NamedTuple):
    """Something that packets say of their path.

    Attributes:
        name: of its column.
        leaves: name of the header and of its field, of which the innermost in a packet counts; a name without a header
            is that of a field of the innermost header with addresses.
        usual: the value that says nothing; None where every value says something.
        meaning: what it is.
    """

    name: str
    leaves: tuple[tuple[Header | None, str], ...]
    usual: int | None
    meaning: str


PATH_FACTS: tuple[PathFact, ...] = (
    PathFact("ecn", ((None, "ecn"),), 0, "0 not ECN-capable, 1 and 2 ECN-capable, 3 congestion was met"),
    PathFact("dscp", ((None, "dscp"),), 0, "differentiated services code points"),
    PathFact("vlan", ((VLAN, "id"),), None, "VLANs of the innermost tag"),
    PathFact("pcp", ((VLAN, "priority"),), None, "priorities in it"),
    PathFact("udp_srcport", ((UDP, "srcport"),), None, "UDP source ports, by which switches choose among paths"),
    PathFact("flow_label", ((GRH, "flowlabel"), (None, "flow")), 0, "flow labels of GRH or IPv6"),
    PathFact("sl", ((LRH, "sl"),), 0, "service levels"),
    PathFact("p_key", ((BTH, "p_key"),), 0xFFFF, "partition keys"),
    PathFact("gid", ((GRH, "sgid"),), None, "GIDs of the sender"),
)
PATH_NAMES: tuple[str, ...] = tuple(fact.name for fact in PATH_FACTS)


def read_path_facts(packets: Transport) -> None:
    """Let the packets of a batch have `Transport.path`."""
    for fact in PATH_FACTS:
        values = np.full(len(packets), -1, np.int64)
        for (shape, before), rows in zip(packets.parts, packets.places, strict=True):
            found = _leaf_of(shape, fact, before)
            if found is not None:
                place, leaf = found
                wide = leaf.wide
                values[rows] = packets.addresses.numbers(shape, place, leaf) if wide else shape.column(*found).values
        packets.path[fact.name] = values


def _leaf_of(shape: Shape, fact: PathFact, before: int) -> tuple[int, Leaf] | None:
    """Where the packets of a shape have a fact, and the field."""
    for place in range(before, -1, -1):
        header = shape.headers[place]
        names = {leaf.name for leaf in header.leaves}
        for wanted, name in fact.leaves:
            if header is wanted or (wanted is None and header.address is not None and name in names):
                return place, header.leaf(name)
    return None
