"""Problems that no recording of a whole session has: crafted sweeps, and a recording that ends early."""

from __future__ import annotations

import copy
import random
import re
from pathlib import Path

import pytest

import ibpkt
from ibpkt.fabric import read_fabric
from ibpkt.fabric.manager_problems import ManagerProblems
from ibpkt.fabric.model import FabricManager, FabricSubnet, ManagerSpan, ManagerState
from ibpkt.fabric.routing import check_routing
from ibpkt.fabric.routing_problems import routing_problems
from ibpkt.management import SubnTrap
from tests.fabric import generator
from tests.fabric.batches import batches_of
from tests.fabric.recorded_truth import FOLDER
from tests.fabric.subnets import route_shortest, subnet_of_drawn
from tests.fabric.sweep import Sweep
from tests.fabric.test_counters_and_keys import HOST, HOST_LID, MANAGER_LID, SWITCH, SWITCH_LID, fabric_of, routed
from tests.support.shared import needs

SECOND = 10**9


def of_kind(problems, kind):
    return [problem for problem in problems if problem.kind == kind]


def after_sweeps(*subnets):
    """What one manager finds that sweeps a second apart, each time another state of the subnet."""
    packets, times, number = [], [], None
    for at, subnet in enumerate(subnets):
        sweep = Sweep(subnet)
        sweep._number = number or sweep._number  # it counts on
        more = list(sweep.packets())
        number = sweep._number
        packets += more
        times += [(at + 1) * SECOND] * len(more)
    (found,) = read_fabric(batches_of(packets, times=times)).subnets
    return found


@pytest.mark.parametrize(("downs", "flaps"), [(1, False), (2, True), (3, True)])
def test_a_link_that_flaps(downs, flaps):
    """A cable that is gone in every second sweep, and there at the end."""
    whole = subnet_of_drawn(generator.two_levels(random.Random(1), 3, 2))
    route_shortest(whole)
    without = copy.deepcopy(whole)
    lost = next(link for link in without.links if link.a.kind is link.b.kind)
    without.links.remove(lost)
    found = after_sweeps(whole, *[each for _ in range(downs) for each in (without, whole)])
    problems = of_kind(found.problems, "link-flaps")
    assert bool(problems) is flaps
    if flaps:
        (problem,) = problems
        assert problem.sentence == f"{lost.title} went down {downs} times"
        assert len(problem.frames) == downs
        assert problem.severity == "warning"


@pytest.mark.parametrize("moves", ["a", "b"])
def test_a_link_of_which_one_port_has_another_cable(moves):
    """The cable is plugged in elsewhere; it is no link that is down."""
    before = subnet_of_drawn(generator.two_levels(random.Random(1), 3, 2))
    route_shortest(before)
    after = copy.deepcopy(before)
    link = next(link for link in after.links if link.a.kind is link.b.kind)
    if moves == "a":
        link.a.num_ports = link.a_port = link.a.num_ports + 1
        link.a.port(link.a_port)
    else:
        link.b.num_ports = link.b_port = link.b.num_ports + 1
        link.b.port(link.b_port)
    found = after_sweeps(before, after)
    assert len(found.past_links) == 1
    assert not of_kind(found.problems, "link-down")


@pytest.mark.parametrize(("pause", "both"), [(-1, True), (0, False), (1, False)])
@pytest.mark.parametrize("turned", [False, True])
def test_masters_one_after_the_other(pause, both, turned):
    """That one begins when the other ends is a handover."""
    master = ManagerState.MASTER
    spans = [ManagerSpan(master, SECOND, 2 * SECOND, 1, ""), ManagerSpan(master, 2 * SECOND + pause, None, 2, "")]
    managers = [FabricManager(guid, states=[span]) for guid, span in enumerate(spans, 1)]
    subnet = FabricSubnet()
    subnet.managers = managers[::-1] if turned else managers
    assert bool(of_kind(ManagerProblems(subnet, []).problems(), "two-masters")) is both


def test_lids_beyond_the_table_of_a_switch():
    short = routed(SWITCH_LID, MANAGER_LID, "Subn", "GetResp", "SwitchInfo", tid=0x50, linearfdbtop=4, linearfdbcap=64)
    subnet, _before = fabric_of((0, short))
    (problem,) = of_kind(subnet.problems, "lid-beyond-table")
    beyond = sum(lid > 4 for lid in subnet.owners())
    assert problem.sentence == f"{SWITCH.name} forwards LIDs up to 4, and {beyond} of the subnet's LIDs lie beyond"
    assert (problem.subject, problem.severity) == (SWITCH.name, "warning")


@pytest.mark.parametrize("number", [129, 130, 131])
def test_traps_about_the_errors_of_a_link(number):
    trap = SubnTrap(number, issuerlid=HOST_LID, tid=0x55, lidaddr=HOST_LID, portno=1)
    head = [ibpkt.draft("LRH", slid=HOST_LID, dlid=MANAGER_LID), ibpkt.draft("BTH"), ibpkt.draft("DETH")]
    sent = ibpkt.build(*head, *trap).data
    subnet, before = fabric_of((0, sent))
    (problem,) = of_kind(subnet.problems, "link-errors")
    assert problem.sentence.startswith(f"{HOST.name} sends trap {number}: ")
    assert (problem.severity, problem.frames) == ("error", (before + 1,))


def test_tables_that_lead_in_a_circle():
    subnet = subnet_of_drawn(generator.ring(random.Random(3)))
    route_shortest(subnet)
    one, other = (link := next(link for link in subnet.links if link.a.kind is link.b.kind)).a, link.b
    lid = next(port.lid for node, port in subnet.end_ports() if node in subnet.end_nodes)
    one.forwarding[lid], other.forwarding[lid] = link.a_port, link.b_port
    (found,) = read_fabric(batches_of(Sweep(subnet).packets())).subnets
    (problem,) = of_kind(routing_problems(check_routing(found)), "routing-loop")
    assert problem.severity == "error"
    assert {one.name, other.name} <= set(re.findall(r"switch-\d+", problem.sentence))


@needs(FOLDER)
@pytest.mark.parametrize(
    ("packets", "gone"), [(2600, None), (2700, "node001"), (3300, None), (3700, "node005"), (None, None)]
)
def test_a_capture_that_ends_while_there_is_no_master(packets, gone):
    """Of three managers the first is killed, then the second; each time the next takes over after 4 s."""
    with ibpkt.open(FOLDER / "sm_three.pcap.gz") as capture:
        (subnet,) = read_fabric(capture.batches(limit=packets)).subnets
    said = [problem.sentence for problem in of_kind(subnet.problems, "no-master")]
    lost = f"no master at the end: {gone} mlx5_0, the last one, does not answer any more"
    assert said == ([lost] if gone else [])


def test_every_kind_of_problem_that_the_page_lists_has_a_test():
    page = Path("docs/fabric.md").read_text(encoding="utf-8")
    rows = re.search(r"\| problem \| severity .*?\n\n", page, re.DOTALL)[0]
    kinds = {kind for row in rows.strip().splitlines()[2:] for kind in re.findall(r"`([a-z-]+)`", row.split("|")[1])}
    assert len(kinds) > 20
    tests = "".join(path.read_text(encoding="utf-8") for path in Path("tests/fabric").rglob("test_*.py"))
    assert {kind for kind in kinds if f'"{kind}"' not in tests} == set()
