"""How fast `ibpkt fabric` is on a generated sweep: ``python -m tests.benchmarks.fabric [K]``, a K-ary 3-tree."""

from __future__ import annotations

import resource
import sys
import time

from ibpkt.fabric import read_fabric
from ibpkt.fabric.routing import check_routing
from ibpkt.fabric.topology.subnet_topology import recognise
from tests.fabric import generator
from tests.fabric.batches import batches_of
from tests.fabric.subnets import route_shortest, subnet_of_drawn
from tests.fabric.sweep import Sweep

BATCH = 40_960


def main(k: int) -> None:
    """Print nodes, datagrams, seconds of each step and the peak of memory."""
    subnet = subnet_of_drawn(generator.k_ary_tree(None, k, 3))
    route_shortest(subnet)
    packets = list(Sweep(subnet).packets())
    print(f"{len(subnet.nodes):,} nodes, {len(subnet.links):,} links, {len(packets):,} datagrams")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    (found,) = read_fabric(batches_of(packets, BATCH)).subnets
    read = time.perf_counter()
    topology, routing = recognise(found), check_routing(found)
    done = time.perf_counter()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert len(found.nodes) == len(subnet.nodes)
    assert len(found.links) == len(subnet.links)
    print(f"{topology.sentence}; {routing.pairs:,} routes, deadlock free: {routing.deadlock_free}")
    print(f"read {read - begin:.2f} s, judged {done - read:.2f} s; {peak >> 10} MiB, {before >> 10} of them before")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 6)
