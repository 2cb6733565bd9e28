"""What the packets of a flow say of their path: DSCP, ECN, VLAN, priority, UDP port, flow label, SL, P_Key, GIDs."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ibpkt.arguments import checked
from ibpkt.arrays import Array, Ints
from ibpkt.batch import Batch, Shape, is_constant
from ibpkt.protocols import BTH, GRH, LRH, UDP, VLAN
from ibpkt.schema import Header, Leaf

#: values of a fact that are kept of one direction; of more only the first ones that came
MOST = 8


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
    PathFact("dscp", ((None, "dscp"),), 0, "differentiated services code point"),
    PathFact("vlan", ((VLAN, "id"),), None, "VLAN of the innermost tag"),
    PathFact("pcp", ((VLAN, "priority"),), None, "its priority"),
    PathFact("udp_srcport", ((UDP, "srcport"),), None, "UDP source port, by which switches choose among paths"),
    PathFact("flow_label", ((GRH, "flowlabel"), (None, "flow")), 0, "flow label of GRH or IPv6"),
    PathFact("sl", ((LRH, "sl"),), 0, "service level"),
    PathFact("p_key", ((BTH, "p_key"),), 0xFFFF, "partition key"),
    PathFact("gid", ((GRH, "sgid"),), None, "GID of the sender"),
)


class FlowPaths:
    """Collects the path facts of flows, by flow and sender."""

    def __init__(self) -> None:
        self._found: dict[int, dict[tuple[int, str], list[Any]]] = {}

    @checked
    def add(self, batch: Batch, flows: Ints, senders: Ints) -> None:
        """Take a batch.

        Args:
            batch: the packets.
            flows: the number of each packet's flow, shape (n,); 0 for none.
            senders: a number for the sender of each, shape (n,).
        """
        for shape in batch.shapes:
            place = shape.index(BTH)
            if place is None:
                continue
            numbers = flows[shape.rows]
            known = numbers > 0
            if not known.any():
                continue
            rows: Any = slice(None) if known.all() else known
            keys = (numbers << 32 | senders[shape.rows])[rows]
            for fact in PATH_FACTS:
                found = _leaf_of(shape, fact, place)
                if found is not None:
                    values = shape.column(*found).values
                    self._take(fact, keys, found[1], values if is_constant(values) else values[rows])

    def facts(self, flow: int, also: int, sender: int) -> dict[str, list[Any]]:
        """The values of each fact of one direction, in the order in which they came; at most `MOST`.

        Args:
            flow: the number of the flow.
            also: its other number, 0 for none.
            sender: the number of the sender.
        """
        result: dict[str, list[Any]] = {fact.name: [] for fact in PATH_FACTS}
        for number in (flow, also):
            for (other, name), values in self._found.get(number, {}).items():
                if other == sender:
                    result[name] += [value for value in values if value not in result[name]]
        return {name: values[:MOST] for name, values in result.items()}

    def drop(self, *flows: int) -> None:
        """Forget some flows."""
        for flow in flows:
            self._found.pop(flow, None)

    def __len__(self) -> int:
        return len(self._found)

    def _take(self, fact: PathFact, keys: Ints, leaf: Leaf, values: Array) -> None:
        pairs: list[tuple[int, Any]]
        if leaf.wide:
            kinds, which = np.unique(values, axis=0, return_inverse=True)
            texts = [leaf.text(bytes(kind)) for kind in kinds]
            pairs = [(key, texts[kind]) for key, kind in _pairs(keys, which.reshape(-1))]
        elif is_constant(values):
            first = int(values[0])
            pairs = [(key, first) for key in np.unique(keys).tolist()]
        else:
            pairs = _pairs(keys, values.astype(np.int64))
        for key, value in pairs:
            flow, sender = key >> 32, key & 0xFFFFFFFF
            known = self._found.setdefault(flow, {}).setdefault((sender, fact.name), [])
            if value not in known and len(known) < MOST:
                known.append(value)


def _pairs(keys: Ints, values: Ints) -> list[tuple[int, int]]:
    """Each key with each of its values once, in the order in which they come."""
    order = np.lexsort((values, keys))
    keys, values = keys[order], values[order]
    fresh = np.ones(len(keys), np.bool_)
    fresh[1:] = (keys[1:] != keys[:-1]) | (values[1:] != values[:-1])
    rows = order[fresh]  # lexsort is stable: of equal pairs the first comes first
    by_time = np.argsort(rows, kind="stable")
    return list(zip(keys[fresh][by_time].tolist(), values[fresh][by_time].tolist(), strict=True))


def _leaf_of(shape: Shape, fact: PathFact, before: int) -> tuple[int, Leaf] | None:
    """Where the packets of a shape have a fact, and the field."""
    for place in range(before, -1, -1):
        header = shape.headers[place]
        names = {leaf.name for leaf in header.leaves}
        for wanted, name in fact.leaves:
            if header is wanted or (wanted is None and header.address is not None and name in names):
                return place, header.leaf(name)
    return None
