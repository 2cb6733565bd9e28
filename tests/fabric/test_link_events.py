"""Events of links, each on a subnet made by hand: what came, what went, and the traps that told of it."""

from __future__ import annotations

import types

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.fabric.attribute_rows import AttributeRows
from ibpkt.fabric.link_events import LinkEvents, lost_nodes
from ibpkt.fabric.notices import NoticeSeen
from ibpkt.fabric.sources import NodeRows
from ibpkt.protocols.mad.subn_ports import PortInfo
from tests.fabric.small_subnets import adapter, cable, subnet_of, switch
from tests.fabric.test_request_answers import envelope

SECOND = 10**9


def events_of(subnet, *, traps=(), first_down=(), ports=()):
    """All events; the traps by frame, time, number and the GUID of who sent them; PortInfo by GUID, port, LID."""
    data = b"".join(PortInfo.write({"localportnum": port, "lid": lid}) for _, port, lid in ports)
    rows = AttributeRows(
        PortInfo,
        envelope([{"frame": at, "time": 100 * at} for at in range(1, len(ports) + 1)]),
        np.frombuffer(data, np.uint8).reshape(len(ports), PortInfo.size),
    )
    sources = types.SimpleNamespace(
        first_down=dict(first_down),
        all_of=lambda header: NodeRows(rows, np.array([guid for guid, _, _ in ports], np.uint64)),
        has_lid=lambda said: np.ones(len(said), np.bool_),
        switch_guids=np.array([node.guid for node in subnet.switches], np.uint64),
    )
    seen = [(notice(frame, time, number), guid) for frame, time, number, guid in traps]
    return list(LinkEvents(subnet, sources, seen).events())


def notice(frame, time, number=128):
    return NoticeSeen(frame, time, 0, "Trap", 1, 2, 0, True, number, 1, 2, 1, "", {})


def trunk(subnet=None, **fields):
    """Two switches with a cable."""
    subnet = subnet or subnet_of(switch(3), switch(4))
    return subnet, cable(subnet, subnet.nodes[3], 9, subnet.nodes[4], 9, **fields)


TITLE = "switch3 port 9 to switch4 port 9"


def test_a_link_that_is_there_all_the_time():
    subnet, _link = trunk(since=5, first=1)
    assert events_of(subnet) == []


@pytest.mark.parametrize(("down", "came"), [(None, False), (4, False), (5, False), (3, True)])
@pytest.mark.parametrize("end", [(3, 9), (4, 9)])
def test_a_link_of_which_a_port_was_down_before(down, came, end):
    subnet, _link = trunk(since=5 * SECOND, first=4)
    events = events_of(subnet, first_down={} if down is None else {end: down})
    assert [(each.what, each.sentence, each.time, each.frame, each.frames) for each in events] == [
        ("link-up", f"{TITLE} came up", 5 * SECOND, 4, (4,))
    ] * came


def test_a_link_that_went_and_came_back():
    subnet, _link = trunk(since=SECOND, until=20 * SECOND, first=1, ended_by=7, past=True)
    trunk(subnet, since=40 * SECOND, first=11)
    assert [(each.what, each.subject, each.sentence, each.time, each.frame) for each in events_of(subnet)] == [
        ("link-down", TITLE, f"{TITLE} went down", 20 * SECOND, 7),
        ("link-up", TITLE, f"{TITLE} came back", 40 * SECOND, 11),
    ]


@pytest.mark.parametrize("ports", [(8, 9), (9, 8)])
def test_another_cable_between_the_same_nodes_is_no_return(ports):
    subnet, _link = trunk(since=SECOND, until=20 * SECOND, first=1, ended_by=7, past=True)
    cable(subnet, subnet.nodes[3], ports[0], subnet.nodes[4], ports[1], since=40 * SECOND, first=11)
    assert [each.what for each in events_of(subnet)] == ["link-down"]


def test_a_cable_that_takes_the_place_of_another():
    subnet, _link = trunk(since=SECOND, until=20 * SECOND, first=1, ended_by=7, past=True)
    cable(subnet, subnet.nodes[3], 9, subnet.nodes[4], 10, since=20 * SECOND, first=7)
    cable(subnet, subnet.nodes[3], 11, subnet.nodes[4], 11, since=20 * SECOND, first=6)
    (down,) = [each for each in events_of(subnet) if each.what == "link-down"]
    assert down.sentence == f"{TITLE} went down: switch3 port 9 to switch4 port 10 took its place"


#: when switch 3 sent traps before a walk found the link down at 40 s, and which of these told of it
TRAPS = {
    "none": ([], []),
    "15 s before": ([25.0], [25.0]),
    "longer before": ([24.9], []),
    "at the same time": ([40.0], [40.0]),
    "later": ([40.1], []),
    "a burst of a second": ([30.0, 30.5, 31.0], [30.0, 30.5, 31.0]),
    "the last burst": ([30.0, 31.1], [31.1]),
    "before the link was there": ([27.9], []),
}


@pytest.mark.parametrize(("sent", "told"), TRAPS.values(), ids=TRAPS)
@pytest.mark.parametrize("sender", [3, 4])
def test_traps_that_told_of_a_link_that_went(sent, told, sender, request):
    since = 28 if "before the link" in request.node.name else 1
    subnet, _link = trunk(since=since * SECOND, until=40 * SECOND, first=1, ended_by=90, past=True)
    trunk(subnet, since=90 * SECOND, first=95)
    traps = [(50 + at, round(time * SECOND), 128, sender) for at, time in enumerate(sent)]
    other = [(70, 39 * SECOND, 129, sender), (71, 39 * SECOND, 128, 77)]  # another trap, another node
    (down,) = [each for each in events_of(subnet, traps=traps + other) if each.what == "link-down"]
    frames = [50 + sent.index(time) for time in told]
    assert down.frames == (*frames, 90)
    assert (down.time, down.frame) == ((round(told[0] * SECOND), frames[0]) if told else (40 * SECOND, 90))


@pytest.mark.parametrize(("time", "told"), [(19, False), (20, True), (33, True), (34, False)])
def test_traps_that_told_of_a_link_that_came_back(time, told):
    """Not before the link had gone."""
    subnet, _link = trunk(since=SECOND, until=20 * SECOND, first=1, ended_by=7, past=True)
    trunk(subnet, since=33 * SECOND, first=11)
    events = events_of(subnet, traps=[(8, time * SECOND, 128, 3)])
    (up,) = [each for each in events if each.what == "link-up"]
    assert up.frames == ((8, 11) if told else (11,))


@pytest.mark.parametrize("start", [0, 50 * SECOND])
def test_a_trap_as_the_first_packet_tells_of_a_link_that_came_up(start):
    """Of a link that was never seen to go, in a capture whose clock begins at any time, 0 too."""
    subnet, _link = trunk(since=start + 5 * SECOND, first=4)
    (up,) = events_of(subnet, traps=[(1, start, 128, 3)], first_down={(3, 9): 2})
    assert (up.what, up.time, up.frames) == ("link-up", start, (1, 4))


@pytest.mark.parametrize("start", [0, 50 * SECOND])
def test_a_trap_as_the_first_packet_tells_of_a_link_that_went(start):
    subnet, _link = trunk(since=start, until=start + 5 * SECOND, first=1, ended_by=7, past=True)
    (down,) = [each for each in events_of(subnet, traps=[(1, start, 128, 3)]) if each.what == "link-down"]
    assert (down.time, down.frames) == (start, (1, 7))


def test_a_node_that_is_lost():
    """The last of its links counts; who has a link at the end is not lost."""
    subnet = subnet_of(adapter(1), switch(3), switch(4))
    trunk(subnet, since=1, first=1)
    host, leaf = subnet.nodes[1], subnet.nodes[3]
    first = cable(subnet, host, 1, leaf, 1, past=True, since=1, until=30, first=1, ended_by=9)
    cable(subnet, host, 2, leaf, 2, past=True, since=1, until=20, first=1, ended_by=8)
    assert lost_nodes(subnet) == [(host, first)]
    (event,) = [each for each in events_of(subnet) if each.what == "node-lost"]
    assert (event.time, event.frame, event.subject, event.sentence, event.frames) == (
        30, 9, "host1", "host1 is not reached any more", (9,)
    )  # fmt: skip


@pytest.mark.parametrize(
    ("named", "linked", "appeared"),
    [(1, 20, False), (10, 10, True), (10, 11, False), (11, 20, True), (11, None, False), (9, 20, False)],
)
def test_a_node_that_appears(named, linked, appeared):
    """It was named after the first link that came up, or by the packet that showed this one."""
    subnet = subnet_of(adapter(1, frames=(named, 50)), switch(3, frames=(1, 50)), switch(4, frames=(2, 50)))
    trunk(subnet, since=SECOND, first=10)
    if linked is not None:
        cable(subnet, subnet.nodes[1], 1, subnet.nodes[3], 1, since=2 * SECOND, first=linked)
        cable(subnet, subnet.nodes[1], 2, subnet.nodes[3], 2, since=3 * SECOND, first=60)
    events = [each for each in events_of(subnet, first_down={(3, 9): 5}) if each.what == "node-appeared"]
    assert [(each.time, each.frame, each.subject, each.sentence, each.frames) for each in events] == [
        (2 * SECOND, named, "host1", "host1 appeared", (named,))
    ] * appeared


def lid_changes(ports):
    """What a plain look at the ports one after the other finds; those of switch 3 are one, and node 9 is not there."""
    now, found = {}, []
    for frame, (guid, port, lid) in enumerate(ports, 1):
        end = guid, 0 if guid == 3 else port
        if lid:
            before, last = now.get(end, (lid, 0))
            if before != lid and guid != 9:
                where = "switch3" if guid == 3 else f"host{guid} port {port}"
                found.append((f"{where} had LID {before} and now has {lid}", where, 100 * frame, (last, frame)))
            now[end] = lid, frame
    return sorted(found)


def told_changes(ports):
    events = events_of(subnet_of(adapter(1), adapter(2), switch(3)), ports=ports)
    assert all(each.what == "lid-changed" and each.frame == each.frames[-1] for each in events)
    return sorted((each.sentence, each.subject, each.time, each.frames) for each in events)


@pytest.mark.parametrize(
    "ports",
    [
        [], [(1, 1, 5)], [(1, 1, 5), (1, 1, 6)], [(1, 1, 5), (1, 1, 5)], [(1, 1, 5), (1, 2, 6)], [(1, 1, 5), (2, 1, 6)],
        [(1, 1, 5), (1, 1, 0), (1, 1, 5)], [(1, 1, 5), (1, 1, 0), (1, 1, 6)], [(1, 1, 1), (1, 1, 2)],
        [(3, 1, 5), (3, 4, 6)],
        [(9, 1, 5), (9, 1, 6)], [(2, 1, 9), (1, 1, 5), (2, 1, 8), (1, 1, 5), (1, 1, 6), (1, 1, 5)],
    ],
)  # fmt: skip
def test_lids_that_change(ports):
    assert told_changes(ports) == lid_changes(ports)


@given(st.lists(st.tuples(st.sampled_from([1, 2, 3, 9]), st.integers(1, 2), st.integers(0, 3)), max_size=12))
def test_lids_that_change_any_number_of_times(ports):
    assert told_changes(ports) == lid_changes(ports)
