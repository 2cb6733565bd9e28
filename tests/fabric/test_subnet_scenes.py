"""What management traffic shows of subnets, each scene packed by hand with its verdict: the problems, some events."""

from __future__ import annotations

import struct

import pytest

import ibpkt
from ibpkt.fabric import read_fabric
from ibpkt.fabric.routing import check_routing
from ibpkt.fabric.routing_problems import routing_problems
from tests.fabric import hand_made_subnet as m
from tests.fabric.hand_made_subnet import line, star

ALONE = "no-standby"
pack = struct.pack
LINK_STATE = pack("!H", 9)


def swept(make=star, **changes):
    """A subnet after the walk of its master."""
    subnet = make(**changes)
    subnet.sweep()
    return subnet


def duplicate_guid():
    subnet = star()
    subnet.nodes[2].guid = subnet.nodes[1].guid
    subnet.sweep()
    return subnet, {ALONE, "duplicate-guid"}


def duplicate_lid():
    subnet = star()
    subnet.nodes[2].lid = 2
    del subnet.nodes[3].rows[3]
    subnet.sweep()
    return subnet, {ALONE, "duplicate-lid", "unreachable"}


def no_row_for_an_adapter():
    subnet = star()
    del subnet.nodes[3].rows[3]
    subnet.sweep()
    return subnet, {ALONE, "unreachable"}


def a_row_to_a_port_without_a_cable():
    subnet = star()
    subnet.nodes[3].rows[3] = 4
    subnet.sweep()
    return subnet, {ALONE, "unreachable"}


def switches_send_to_each_other():
    subnet = line()
    subnet.nodes[3].rows[16] = 2
    subnet.sweep()
    return subnet, {ALONE, "routing-loop"}


def a_loop_that_is_mended():
    subnet, _ = switches_send_to_each_other()
    subnet.nodes[3].rows[16] = 1
    subnet.sweep()
    return subnet, {ALONE}


def four_lids_of_each_adapter():
    return swept(line, lmc=2), {ALONE}


def one_of_four_lids_without_a_row():
    subnet = line(2)
    subnet.nodes[2].rows[18] = m.NO_PORT
    subnet.sweep()
    return subnet, {ALONE, "unreachable"}


def rows_above_the_top():
    """The table had room for LID 100, until the manager lowers LinearFDBTop."""
    subnet = star()
    subnet.nodes[2].lid = 100
    subnet.nodes[3].rows.update({100: 3})
    subnet.sweep()
    subnet.nodes[3].top = 63
    subnet.sweep()
    return subnet, {ALONE, "lid-beyond-table", "unreachable"}


def narrow_link():
    subnet = star()
    subnet.nodes[1].port_fields = {1: {"width": 1}}
    subnet.nodes[3].port_fields = {2: {"width": 1}}
    subnet.sweep()
    return subnet, {ALONE, "degraded-width"}


def slow_link():
    subnet = star()
    subnet.nodes[1].port_fields = {1: {"speed": 1}}
    subnet.nodes[3].port_fields = {2: {"speed": 1}}
    subnet.sweep()
    return subnet, {ALONE, "degraded-speed"}


def ends_with_different_mtus():
    subnet = star()
    subnet.nodes[3].port_fields = {2: {"mtu": 4}}
    subnet.sweep()
    return subnet, {ALONE, "mtu-mismatch"}


def not_armed_yet():
    """Before the manager sets it a port has another MTU."""
    subnet = star()
    subnet.nodes[3].port_fields = {2: {"mtu": 1, "state": 2}}
    subnet.sweep(sets=False)
    subnet.nodes[3].port_fields = {}
    subnet.sweep()
    return subnet, {ALONE}


def one_of_two_cables_goes():
    subnet = line()
    subnet.cable(subnet.nodes[2], 3, subnet.nodes[3], 3)
    subnet.sweep()
    subnet.trap(3, 128, pack("!H", 3))
    subnet.cut(subnet.nodes[2], 3)
    subnet.sweep()
    return subnet, {ALONE, "link-down"}, {"link-down": 1, "trap": 1}


def an_adapter_comes_back():
    subnet = swept()
    for present in (False, True, False, True):
        subnet.trap(9, 128, LINK_STATE)
        if present:
            subnet.cable(subnet.nodes[3], 3, subnet.nodes[2], 1)
        else:
            subnet.cut(subnet.nodes[3], 3)
        subnet.sweep()
    return subnet, {ALONE, "link-flaps"}, {"link-down": 2, "link-up": 2, "trap": 4}


def trap_that_is_repeated():
    """The manager represses the third copy: one trap."""
    subnet = swept()
    number = subnet.trap(9, 128, LINK_STATE, repressed=False)
    subnet.trap(9, 128, LINK_STATE, number=number, repressed=False)
    subnet.trap(9, 128, LINK_STATE, number=number)
    return subnet, {ALONE}, {"trap": 1}


def traps_of_keys_and_links():
    subnet = swept()
    subnet.trap(2, 256, pack("!HHHBBHIQ", 0, 3, 0, 2, 0, 0x15, 1, 0x1234), kind=2, producer=m.ADAPTER)
    subnet.trap(9, 129, pack("!HHB", 0, 9, 2), kind=0)
    return subnet, {ALONE, "key-violation", "link-errors"}, {"trap": 2}


def violations_that_rise():
    subnet = swept()
    for count in (3, 9):
        subnet.nodes[1].port_fields = {1: {"m_keys": count}}
        subnet.ask(m.PORT_INFO, 1, (1, 2), subnet.nodes[1].port_info(1))
    return subnet, {ALONE, "key-violation"}


def counter_that_rises():
    subnet = swept()
    for count in (0, 10, 20):
        subnet.counters(9, 2, symbols=count)
    return subnet, {ALONE, "errors-moved"}


def counter_at_its_highest_value():
    subnet = swept()
    for _ in range(3):
        subnet.counters(9, 2, symbols=0xFFFF)
    return subnet, {ALONE, "errors-counted"}


def counter_that_is_cleared_and_rises():
    subnet = swept()
    subnet.counters(9, 2, symbols=20)
    subnet.counters(9, 2, method=m.SET)
    subnet.counters(9, 2, symbols=5)
    return subnet, {ALONE, "errors-moved"}


def counter_that_is_cleared_and_stays():
    subnet = swept()
    for count in (20, 0, 0):
        subnet.counters(9, 2, symbols=count)
    return subnet, {ALONE, "errors-counted"}


def traffic_and_sums_of_all_ports():
    """Counters of data end at their highest value, too; port 255 means all ports; a redirection has no counters."""
    subnet = swept()
    for count in (0, 0xFFFFFFFF, 0xFFFFFFFF):
        subnet.counters(9, 2, sent=count, waits=count)
        subnet.counters(9, 255, symbols=count & 0xFF)
        subnet.counters(9, 2, status=2, symbols=count & 0xFF)
    return subnet, {ALONE}


def answers_with_an_error():
    """A refused Set says nothing of the table, nor does one without an answer."""
    subnet = swept()
    nothing = bytes([m.NO_PORT] * 64)
    subnet.ask(m.FORWARDING, 0, (1,), nothing, method=m.SET, status=0x1C)
    subnet.ask(m.FORWARDING, 0, (1,), nothing, method=m.SET, answered=False)
    subnet.ask(m.NODE_INFO, 0, (1, 2), subnet.nodes[2].node_info(1), status=4)
    return subnet, {ALONE}


def a_route_back_to_where_it_begins():
    subnet = swept()
    for path, node, port in (((1, 1), 0, 1), ((1, 1, 1), 3, 1), ((1, 1, 1, 2), 1, 1)):
        subnet.ask(m.NODE_INFO, 0, path, subnet.nodes[node].node_info(port))
    return subnet, {ALONE}


def a_tool_with_the_same_numbers():
    subnet = swept()
    subnet.agent, subnet.number = 0x33, 0x1000
    subnet.sweep(subnet.nodes[2], sets=False)
    return subnet, {ALONE}, {"takeover": 0, "standby": 0}


def polled(subnet, times, answered=True):
    """The standby on the second adapter polls the master on the first, and is asked itself."""
    for _ in range(times):
        subnet.poll(2, 1, 0x101, 5, m.MASTER, answered=answered)
        subnet.capture.wait(1e6)
        if answered:
            subnet.poll(1, 2, 0x201, 3, m.STANDBY)


def taken_over():
    """Polls by LID are not answered any more."""
    subnet = swept()
    polled(subnet, 4)
    polled(subnet, 4, answered=False)
    subnet.agent, subnet.number = 0x22, 0x90000
    subnet.sweep(subnet.nodes[1])
    return subnet, {ALONE}, {"takeover": 1, "standby": 1, "manager-gone": 1}


def nobody_takes_over():
    subnet = swept()
    polled(subnet, 3)
    polled(subnet, 3, answered=False)
    return subnet, {"no-master"}, {"takeover": 0, "manager-gone": 1}


def a_tool_asks_for_the_manager():
    """One poll without an answer proves nothing, and who asks is no manager."""
    subnet = swept()
    subnet.poll(3, 1, 0x101, 5, m.MASTER)
    subnet.poll(3, 1, 0x101, 5, m.MASTER, answered=False)
    return subnet, {ALONE}, {"standby": 0, "manager-gone": 0}


def handed_over():
    subnet = swept()
    subnet.poll(2, 1, 0x101, 5, m.MASTER)
    subnet.poll(1, 2, 0x201, 9, m.STANDBY)
    subnet.hand_over(1, 2, (0x101, 5), (0x201, 9))
    subnet.agent, subnet.number = 0x22, 0x90000
    subnet.sweep(subnet.nodes[1])
    return subnet, set(), {"takeover": 1, "standby": 2}


def two_masters():
    subnet = swept()
    for _ in range(3):
        subnet.poll(3, 1, 0x101, 5, m.MASTER)
        subnet.poll(3, 2, 0x201, 5, m.MASTER)
    return subnet, {"two-masters"}


def records(order=()):
    subnet = star()
    subnet.all_records(order=order)
    return subnet, set()


def segments_in_another_order():
    return records((0, 2, 1))


def segments_again():
    return records((0, 1, 0, 1, 2))


SCENES = (
    duplicate_guid, duplicate_lid, no_row_for_an_adapter, a_row_to_a_port_without_a_cable, switches_send_to_each_other,
    a_loop_that_is_mended, four_lids_of_each_adapter, one_of_four_lids_without_a_row, rows_above_the_top, narrow_link,
    slow_link, ends_with_different_mtus, not_armed_yet, one_of_two_cables_goes, an_adapter_comes_back,
    trap_that_is_repeated, traps_of_keys_and_links, violations_that_rise, counter_that_rises,
    counter_at_its_highest_value, counter_that_is_cleared_and_rises, counter_that_is_cleared_and_stays,
    traffic_and_sums_of_all_ports, answers_with_an_error, a_route_back_to_where_it_begins, a_tool_with_the_same_numbers,
    taken_over, nobody_takes_over, a_tool_asks_for_the_manager, handed_over, two_masters, records,
    segments_in_another_order, segments_again,
)  # fmt: skip


def read(subnet, path, size=None):
    with ibpkt.open(str(subnet.capture.save(path))) as capture:
        return read_fabric(capture.batches() if size is None else capture.batches(max_packets=size))


@pytest.mark.parametrize("size", [3, None])
@pytest.mark.parametrize("scene", SCENES, ids=[scene.__name__ for scene in SCENES])
def test_scenes(scene, size, tmp_path):
    subnet, problems, *events = scene()
    (found,) = read(subnet, tmp_path / "scene.pcap", size).subnets
    every = (*found.problems, *routing_problems(check_routing(found)))
    assert sorted(problem.kind for problem in every) == sorted(problems)
    happened = [event.what for event in found.events]
    for what, count in (events[0] if events else {}).items():
        assert happened.count(what) == count, what
    if scene is not duplicate_guid:
        assert (len(found.nodes), len(found.links)) == (4, 3)


@pytest.mark.parametrize("order", [(0, 2), (0,), (1, 2)])
def test_a_table_without_one_of_its_segments_names_nobody(order, tmp_path):
    found = read(records(order)[0], tmp_path / "scene.pcap")
    assert sum(len(subnet.nodes) for subnet in found.subnets) < 4


def test_the_crcs_are_right(tmp_path):
    for scene in SCENES:
        with ibpkt.open(str(scene()[0].capture.save(tmp_path / "scene.pcap"))) as packets:
            assert {packet.icrc.status for packet in packets} == {"good"}, scene.__name__
