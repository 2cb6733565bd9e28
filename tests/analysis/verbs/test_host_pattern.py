"""Patterns of who writes to whom: what is sure, and what has another explanation."""

import itertools
import json

import pytest

import ibpkt
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.analysis.verbs.host_pattern import HostPattern
from tests.support.command import run

HOSTS = [f"10.0.0.{number}" for number in range(1, 7)]


def found(edges, *, size=1_000_000, **facts):
    """The pattern of flows; each edge is a source, a target and, perhaps, bytes."""
    flows = []
    for number, (source, target, *moved) in enumerate(edges, 1):
        sides = (Side(HOSTS[source], fresh=moved[0] if moved else size), Side(HOSTS[target]))
        flows.append(Flow(number, "RC", 0, 1, sides=sides, **facts))
    pattern = HostPattern()
    pattern.add(flows)
    return pattern.found()


def both(edges):
    return [*edges, *((target, source) for source, target in edges)]


RING = [(0, 2), (2, 1), (1, 3), (3, 0)]
TREE = both([(0, 1), (0, 2), (1, 3), (1, 4), (2, 5)])


def test_a_ring():
    ring = found(RING)
    assert (ring.kind, ring.both, ring.hosts) == ("ring", False, ("10.0.0.1", "10.0.0.3", "10.0.0.2", "10.0.0.4"))
    assert str(ring) == "4 hosts write to one another in a ring: 10.0.0.1 10.0.0.3 10.0.0.2 10.0.0.4"
    assert (found(both(RING)).kind, found(both(RING)).both) == ("ring", True)


def test_all_to_all():
    assert found(itertools.permutations(range(4), 2)).kind == "all-to-all"


def test_a_tree():
    assert found(TREE).kind == "tree"


def test_credits_of_the_way_back_are_no_data():
    back = [(target, source, 4000) for source, target in RING]
    assert (found([*RING, *back]).kind, found([*RING, *back]).both) == ("ring", False)


@pytest.mark.parametrize("edges", [
    [],
    [(0, 1), (1, 2), (2, 0)],  # three hosts: a ring both ways would be all to all
    both([(0, 1), (0, 2), (0, 3), (0, 4)]),  # a server with its clients
    both([(0, 1), (1, 2), (2, 3), (3, 4)]),  # a pipeline
    [(0, 1), (1, 0), (2, 3), (3, 2)],  # two pairs
    [*both([(0, 1), (1, 2), (2, 0)]), *both([(3, 4), (4, 5), (5, 3)])],  # two rings of three
    [(0, 2), (2, 1), (1, 3), (3, 0, 100_000)],  # one host moves a tenth of the others
    [*RING, (0, 1)],
    TREE[:-1],
])  # fmt: skip
def test_what_is_not_sure(edges):
    assert found(edges) is None


def test_storage_is_no_pattern():
    assert found(RING, carries="TCP port 4420 (NVMe over Fabrics)") is None


def test_flows_say_it(tmp_path):
    path = tmp_path / "ring.pcap"
    with ibpkt.create(path) as out:
        for psn, (source, target) in itertools.product(range(3), RING):
            packet = ibpkt.build(
                ibpkt.draft("IPv4", src=HOSTS[source], dst=HOSTS[target]), ibpkt.draft("UDP"),
                ibpkt.draft("BTH", opcode="RC RDMA WRITE Only", destqp=0x20 + source, psn=psn),
                ibpkt.draft("RETH", va=0x1000, r_key=7, dmalen=1024), payload=bytes(1024),
            )  # fmt: skip
            out.write(packet, time=psn)
    told = json.loads(run("flows", "--format", "json", str(path)).out)["pattern"]
    assert (told["kind"], told["hosts"]) == ("ring", [HOSTS[place] for place in (0, 2, 1, 3)])
    assert "pattern: 4 hosts write to one another in a ring: 10.0.0.1" in run("flows", str(path)).out
