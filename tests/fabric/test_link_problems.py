"""Problems of links, each on a subnet made by hand: which links are slow, disagree, are lost, flap."""

from __future__ import annotations

import pytest

from ibpkt.fabric.link_problems import LinkProblems
from tests.fabric.small_subnets import adapter, cable, subnet_of, switch

FULL = {"state": "Active", "lanes": 4, "speed": "EDR", "frame": 1}
#: LinkWidth: 1x, 4x, 12x; lane speeds up to EDR
MAY = {"widths_supported": 3, "widths_enabled": 3, "speeds_supported": ("QDR", "EDR"), "speeds_enabled": ("QDR", "EDR")}


def set_ports(link, *fields):
    """Give both ends fields: the same, or each its own."""
    for port, own in zip(link.ends, fields * (2 // len(fields)), strict=True):
        for name, value in own.items():
            setattr(port, name, value)
    return link


def problem_of(link):
    """What is wrong with a link that is alone."""
    subnet = subnet_of(link.a, link.b)
    subnet.links = [link]
    return [
        (problem.kind, problem.severity, problem.sentence.removeprefix(f"{link.title} "))
        for problem in LinkProblems(subnet).problems()
    ]


def link_with(*fields):
    subnet = subnet_of(adapter(1), switch(2))
    link = cable(subnet, subnet.nodes[1], 1, subnet.nodes[2], 3, frame=9)
    return set_ports(link, *({**FULL, **MAY, **each} for each in fields or ({},)))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ([{}], []),
        ([{"lanes": 1}], ["runs at 1x, both ends can 4x and may"]),
        ([{"lanes": 1, "widths_enabled": 1}], []),
        ([{"lanes": 1, "widths_enabled": 3}, {"lanes": 1, "widths_enabled": 1}], []),  # one end may not
        ([{"lanes": 1, "widths_enabled": 2}, {"lanes": 1, "widths_enabled": 1}], []),  # no width that both may
        ([{"lanes": 1, "widths_enabled": 0}], []),
        ([{"speed": "QDR"}], ["runs at QDR, both ends can EDR and may"]),
        ([{"speed": "QDR", "speeds_enabled": ("QDR",)}], []),
        ([{"speed": "QDR"}, {"speed": "QDR", "speeds_enabled": ("QDR",)}], []),
        (
            [{"speed": "QDR", "lanes": 1}],
            ["runs at 1x, both ends can 4x and may", "runs at QDR, both ends can EDR and may"],
        ),
        ([{"lanes": 1, "state": "Down"}], []),
        ([{"lanes": None, "speed": "QDR"}], []),
        ([{"lanes": 1, "speed": None}], []),
    ],
)
def test_a_link_that_is_slower_than_both_ends_may(fields, said):
    kinds = ["degraded-width" if words.endswith("x and may") else "degraded-speed" for words in said]
    expected = [(kind, "warning", words) for kind, words in zip(kinds, said, strict=True)]
    assert problem_of(link_with(*fields)) == expected
    assert problem_of(link_with(*fields[::-1])) == expected


def like_others(count, **fields):
    """Links of adapters with one switch of full rate, and one more with some fields."""
    leaf = switch(99)
    subnet = subnet_of(leaf)
    for number in range(1, count + 2):
        host = subnet.nodes[number] = adapter(number)
        link = cable(subnet, host, 1, leaf, number)
        set_ports(link, {**FULL, **MAY, **(fields if number > count else {})})
    return subnet


@pytest.mark.parametrize("others", [1, 2, 3])
@pytest.mark.parametrize(
    ("fields", "kind", "severity", "words"),
    [
        (
            {"lanes": 1, "widths_enabled": 1},
            "degraded-width",
            "warning",
            "runs at 1x, both ends can 4x: only 1x is enabled",
        ),
        (
            {"lanes": 1, "widths_enabled": 1, "widths_supported": 11},
            "degraded-width",
            "warning",
            "runs at 1x, both ends can 4x: only 1x is enabled",
        ),
        ({"lanes": 1, "widths_enabled": 1, "widths_supported": 1}, None, None, None),
        (
            {"speed": "QDR", "speeds_enabled": ("QDR",)},
            "degraded-speed",
            "warning",
            "runs at QDR, both ends can EDR: only QDR is enabled",
        ),
        (
            {"speed": "QDR", "speeds_enabled": ("QDR",), "speeds_supported": ("QDR", "FDR")},
            "degraded-speed",
            "warning",
            "runs at QDR, both ends can FDR: only QDR is enabled",
        ),
        (
            {"speed": "QDR", "speeds_enabled": ("QDR",), "speeds_supported": ("QDR", "HDR", "EDR")},
            "degraded-speed",
            "warning",
            "runs at QDR, both ends can EDR: only QDR is enabled",
        ),
        (
            {"speed": "QDR", "speeds_enabled": ("QDR",), "speeds_supported": ("QDR",)},
            "slow-link",
            "note",
            "runs at QDR, which is all that its ends can, where others run at EDR",
        ),
        ({"speed": "HDR", "speeds_enabled": ("HDR",)}, None, None, None),
    ],
)
def test_a_link_that_is_slower_than_others(others, fields, kind, severity, words):
    """Three links of a kind, of which more than half run at one rate, show what is usual."""
    subnet = like_others(others, **fields)
    told = [(problem.kind, problem.severity, problem.sentence) for problem in LinkProblems(subnet).problems()]
    usual = others >= 2  # of two links with different rates neither is the usual one
    title = subnet.links[-1].title
    assert told == ([(kind, severity, f"{title} {words}")] if usual and kind else [])


def test_what_both_ends_can():
    """Of widths only what both support."""
    subnet = like_others(3, lanes=1, widths_enabled=1)
    set_ports(subnet.links[-1], {"widths_supported": 1}, {"widths_supported": 3})
    assert list(LinkProblems(subnet).problems()) == []


@pytest.mark.parametrize("unknown", [{"lanes": None}, {"speed": None}])
def test_links_of_unknown_rate_show_nothing_usual(unknown):
    subnet = like_others(4, lanes=1, widths_enabled=1)
    for link in subnet.links[:2]:
        set_ports(link, unknown)
    (problem,) = LinkProblems(subnet).problems()  # two of three that are known
    assert problem.subject == subnet.links[-1].title
    set_ports(subnet.links[2], unknown)
    assert list(LinkProblems(subnet).problems()) == []  # one of two


def test_half_of_the_links_are_not_the_usual_ones():
    subnet = like_others(2, lanes=1, widths_enabled=1)
    set_ports(subnet.links[1], {"lanes": 1, "widths_enabled": 1})
    subnet.links.append(subnet.links[0])  # two of four
    assert list(LinkProblems(subnet).problems()) == []


def test_which_end_of_a_link_is_the_switch_does_not_matter():
    subnet = like_others(3)
    subnet.nodes[200] = adapter(200)
    link = cable(subnet, subnet.nodes[99], 50, subnet.nodes[200], 1)
    set_ports(link, {**FULL, **MAY, "lanes": 1, "widths_enabled": 1})
    (problem,) = LinkProblems(subnet).problems()
    assert problem.subject == link.title


def test_links_between_switches_are_a_kind_of_their_own():
    """Slow links of adapters say nothing of a trunk."""
    subnet = like_others(3)
    spine = subnet.nodes[98] = switch(98)
    link = cable(subnet, subnet.nodes[99], 50, spine, 1)
    set_ports(link, {**FULL, **MAY, "lanes": 1, "widths_enabled": 1})
    assert list(LinkProblems(subnet).problems()) == []


@pytest.mark.parametrize(
    ("kind", "name", "label", "values"),
    [
        ("mtu-mismatch", "mtu", "MTU", (2048, 4096)),
        ("vl-mismatch", "vls", "virtual lanes", ("VL0", "VL0-3")),
        ("width-mismatch", "lanes", "width", (4, 12)),
        ("speed-mismatch", "speed", "lane speed", ("EDR", "HDR")),
    ],
)
def test_ends_that_disagree(kind, name, label, values):
    one, other = ({name: value} for value in values)
    link = link_with({**one, "frame": 7}, {**other, "frame": 5})
    subnet = subnet_of(link.a, link.b)
    subnet.links = [link]
    (problem,) = LinkProblems(subnet).problems()
    words = f"{link.title} has {label} {values[0]} at host1 and {values[1]} at switch2"
    assert (problem.kind, problem.severity, problem.subject, problem.sentence) == (kind, "error", link.title, words)
    assert (problem.frame, problem.frames) == (7, (7, 5))
    for unknown in ({name: None if name != "vls" else ""}, {"frame": 0}, {"state": "Down"}):
        assert problem_of(link_with({**one, **unknown}, other)) == []
        assert problem_of(link_with(one, {**other, **unknown})) == []


@pytest.mark.parametrize(("frames", "frame", "said"), [((7, 5), 7, (5, 7)), ((0, 5), 5, (5,)), ((0, 0), 9, ())])
def test_the_packets_that_show_a_slow_link(frames, frame, said):
    link = link_with(*({"lanes": 1, "frame": each} for each in frames))
    subnet = subnet_of(link.a, link.b)
    subnet.links = [link]
    (problem,) = LinkProblems(subnet).problems()
    assert (problem.frame, problem.frames) == (frame, said)


def lost(subnet):
    return [
        (problem.kind, problem.severity, problem.sentence, problem.frames)
        for problem in LinkProblems(subnet).problems()
    ]


def test_links_and_nodes_that_went():
    """A node without any link is lost, and its links with it; one that has others lost a link."""
    leaf, spine, host = switch(3), switch(4), adapter(1)
    subnet = subnet_of(host, leaf, spine)
    cable(subnet, leaf, 8, spine, 8)
    cable(subnet, leaf, 9, spine, 9, past=True, first=1, ended_by=20)
    cable(subnet, host, 2, leaf, 2, past=True, first=1, ended_by=21)
    cable(subnet, host, 1, leaf, 1, past=True, first=1, ended_by=30)
    assert lost(subnet) == [
        (
            "node-lost",
            "error",
            "host1 is not reached any more: its last link, host1 port 1 to switch3 port 1, went down",
            (30,),
        ),
        ("link-down", "error", "switch3 port 9 to switch4 port 9 is down", (20,)),
    ]


@pytest.mark.parametrize("end", ["a", "b", "both"])
def test_a_port_that_has_another_cable_is_not_down(end):
    leaf, spine, other = switch(3), switch(4), switch(5)
    subnet = subnet_of(leaf, spine, other)
    cable(subnet, leaf, 1, other, 1)
    cable(subnet, spine, 1, other, 2)
    cable(subnet, leaf, 9, spine, 9, past=True, ended_by=20)
    if end in ("a", "both"):
        cable(subnet, leaf, 9, other, 3)
    if end in ("b", "both"):
        cable(subnet, spine, 9, other, 4)
    assert lost(subnet) == []


@pytest.mark.parametrize("downs", [1, 2])
def test_a_link_that_flaps_went_down_twice(downs):
    leaf, spine = switch(3), switch(4)
    subnet = subnet_of(leaf, spine)
    for frame in range(downs):
        cable(subnet, leaf, 9, spine, 9, past=True, ended_by=frame + 1)
    cable(subnet, leaf, 9, spine, 9)
    assert [problem.kind for problem in LinkProblems(subnet).problems()] == ["link-flaps"] * (downs - 1)


def test_a_link_that_flaps():
    leaf, spine = switch(3), switch(4)
    subnet = subnet_of(leaf, spine)
    for frame in (30, 10, 20):
        cable(subnet, leaf, 9, spine, 9, past=True, ended_by=frame)
    cable(subnet, leaf, 8, spine, 8, past=True, ended_by=40)
    cable(subnet, leaf, 9, spine, 9)
    cable(subnet, leaf, 8, spine, 8)
    (problem,) = LinkProblems(subnet).problems()
    assert problem.sentence == "switch3 port 9 to switch4 port 9 went down 3 times"
    assert (problem.kind, problem.severity, problem.frame, problem.frames) == (
        "link-flaps",
        "warning",
        20,
        (10, 20, 30),
    )


@pytest.mark.parametrize(
    ("lids", "shared"),
    [
        (((5, 0), (6, 0)), []),
        (((5, 0), (5, 0)), [5]),
        (((4, 1), (5, 0)), [5]),
        (((4, 1), (6, 0)), []),
        (((7, 1), (6, 0)), [6]),
    ],
)
def test_lids_used_twice(lids, shared):
    """2**LMC LIDs from the base on."""
    host, leaf = adapter(1), switch(2)
    subnet = subnet_of(host, leaf)
    for port, (lid, lmc), frame in ((host.port(1), lids[0], 8), (leaf.port(0), lids[1], 6)):
        port.lid, port.lmc, port.frame = lid, lmc, frame
    told = list(LinkProblems(subnet).problems())
    assert [problem.sentence for problem in told] == [
        f"LID {lid} is that of host1 port 1 and switch2" for lid in shared
    ]
    assert [(each.kind, each.severity, each.frame, each.frames) for each in told] == [
        ("duplicate-lid", "error", 8, (6, 8))
    ] * len(shared)


def test_more_ports_with_one_lid_than_are_named():
    subnet = subnet_of(*(adapter(guid) for guid in (1, 2, 3, 4)))
    for node in subnet.nodes.values():
        node.port(1).lid = 9
    (problem,) = LinkProblems(subnet).problems()
    assert problem.sentence == "LID 9 is that of host1 port 1 and host2 port 1 and host3 port 1"
    assert (problem.frame, problem.frames) == (0, ())


@pytest.mark.parametrize(("top", "beyond"), [(None, 0), (0, 0), (3, 3), (4, 2), (5, 1), (6, 0)])
def test_lids_beyond_the_table_of_a_switch(top, beyond):
    host, leaf = adapter(1), switch(2, linear_top=top, frames=(1, 12))
    subnet = subnet_of(host, leaf)
    leaf.port(0).lid = 3
    host.port(1).lid, host.port(2).lid, host.port(2).lmc = 6, 4, 1
    told = list(LinkProblems(subnet).problems())
    words = f"switch2 forwards LIDs up to {top}, and {beyond} of the subnet's LIDs lie beyond"
    assert [(each.kind, each.severity, each.sentence, each.frame) for each in told] == (
        [("lid-beyond-table", "warning", words, 12)] if beyond else []
    )
