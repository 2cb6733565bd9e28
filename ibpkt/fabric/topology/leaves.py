"""Leaves: switches that may be the lowest level of a tree, by the adapters on them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ibpkt.arrays import Bools
from ibpkt.fabric.topology.switch_graph import SwitchGraph

#: shares of the most adapters on one switch from which on a switch may be a leaf: adapters hang on spines, too, and
#: leaves are filled unevenly
_SHARES = (0.25, 0.5, 0.75, 1.0)


def leaf_choices(graph: SwitchGraph) -> Iterator[Bools]:
    """Which switches may be the leaves, each choice once; never all of them, never none."""
    most = int(graph.adapters.max(initial=0))
    seen: set[bytes] = set()
    for threshold in sorted({1, *(max(1, int(np.ceil(share * most))) for share in _SHARES)}):
        leaves = graph.adapters >= threshold
        if 0 < leaves.sum() < graph.switches and leaves.tobytes() not in seen:
            seen.add(leaves.tobytes())
            yield leaves
