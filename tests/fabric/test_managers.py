"""Subnet managers out of evidence made by hand: their states, what is reported of them, and what is wrong."""

from __future__ import annotations

import pytest

from ibpkt.fabric.manager_events import ManagerEvents
from ibpkt.fabric.manager_evidence import ManagerEvidence, Shown
from ibpkt.fabric.manager_problems import ManagerProblems
from ibpkt.fabric.managers import ManagerHistory
from ibpkt.fabric.model import FabricEvent, FabricManager, FabricPort, ManagerSpan, ManagerState
from ibpkt.fabric.notices import NoticeSeen
from tests.fabric.small_subnets import adapter, subnet_of

SAID, WALK, SETS = Shown.SAID, Shown.WALK, Shown.SETS
LEARNED, HANDED_OVER, SILENT = Shown.LEARNED, Shown.HANDED_OVER, Shown.SILENT
DISCOVERING, STANDBY, MASTER, GONE = (
    ManagerState.DISCOVERING,
    ManagerState.STANDBY,
    ManagerState.MASTER,
    ManagerState.GONE,
)
SECOND = 10**9


def evidence(*pieces):
    """Pieces as (second, what, more), all of manager 1 unless they say another; the frames count from 1."""
    return [
        ManagerEvidence(round(second * SECOND), frame, **{"guid": 1, "shown": shown, **more})
        for frame, (second, shown, more) in enumerate(pieces, 1)
    ]


def states(*pieces, guid=1):
    history = ManagerHistory(evidence(*pieces), {})
    (manager,) = [each for each in history.managers if each.guid == guid]
    ends = [span.end for span in manager.states]
    assert ends == [*(span.start for span in manager.states[1:]), None]
    return [(str(span.state), span.start / SECOND, span.frame, span.why) for span in manager.states]


def said(state, priority=5):
    return {"state": state, "priority": priority}


WORDS = "SMInfo says so"
HISTORIES = {
    "what it says": (
        [
            (0, SAID, said("Discovering")),
            (1, SAID, said("Standby")),
            (2, SAID, said("Master")),
            (3, SAID, said("NotActive")),
        ],
        [("discovering", 0, 1, WORDS), ("standby", 1, 2, WORDS), ("master", 2, 3, WORDS), ("not-active", 3, 4, WORDS)],
    ),
    "a state is reported once": (
        [(0, SAID, said("Master")), (1, SAID, said("Master")), (2, SETS, {})],
        [("master", 0, 1, WORDS)],
    ),
    "a state that there is not": (
        [(0, SAID, said("Master")), (1, SAID, said("")), (2, SAID, said("Standby"))],
        [("master", 0, 1, WORDS), ("standby", 2, 3, WORDS)],
    ),
    "it walks, then sets": (
        [(0, WALK, {"number": 7}), (1, SETS, {})],
        [("discovering", 0, 1, "it walks the subnet"), ("master", 1, 2, "it sets ports and tables")],
    ),
    "a master that walks again": (
        [(0, WALK, {"number": 7}), (1, SETS, {}), (2, WALK, {"number": 8}), (3, WALK, {"number": 9})],
        [("discovering", 0, 1, "it walks the subnet"), ("master", 1, 2, "it sets ports and tables")],
    ),
    "a walk that is repeated before it is master": (
        [(0, WALK, {"number": 7}), (1, WALK, {"number": 7}), (2, SETS, {})],
        [("discovering", 0, 1, "it walks the subnet"), ("master", 2, 3, "it sets ports and tables")],
    ),
    "another process, whose numbers begin again": (
        [(0, WALK, {"number": 7}), (1, SETS, {}), (1.5, SETS, {}), (4, WALK, {"number": 7}), (5, SETS, {})],
        [
            ("discovering", 0, 1, "it walks the subnet"),
            ("master", 1, 2, "it sets ports and tables"),
            ("gone", 1.5, 4, "it began anew"),
            ("discovering", 4, 4, "it walks the subnet"),
            ("master", 5, 5, "it sets ports and tables"),
        ],
    ),
    "lower numbers are another process, too": (
        [(0, WALK, {"number": 7}), (1, WALK, {"number": 6})],
        [
            ("discovering", 0, 1, "it walks the subnet"),
            ("gone", 0, 2, "it began anew"),
            ("discovering", 1, 2, "it walks the subnet"),
        ],
    ),
    "a number of 0 has no older one": (
        [(0, SAID, said("Standby")), (1, WALK, {"number": 0}), (2, WALK, {"number": 0})],
        [("standby", 0, 1, WORDS), ("discovering", 1, 2, "it walks the subnet")],
    ),
    "it hands over": (
        [(0, SAID, said("Master")), (1, HANDED_OVER, {"other": 2})],
        [("master", 0, 1, WORDS), ("standby", 1, 2, "it handed over")],
    ),
    "one poll without an answer": ([(0, SAID, said("Master")), (1, SILENT, {})], [("master", 0, 1, WORDS)]),
    "two polls without an answer": (
        [(0, SAID, said("Master")), (1, SILENT, {}), (2, SILENT, {}), (3, SILENT, {})],
        [("master", 0, 1, WORDS), ("gone", 1, 2, "no answer to polls")],
    ),
    "an answer between them": (
        [(0, SAID, said("Master")), (1, SILENT, {}), (2, SAID, said("Master")), (3, SILENT, {})],
        [("master", 0, 1, WORDS)],
    ),
    "a walk between them": (
        [(0, WALK, {"number": 7}), (1, SILENT, {}), (2, WALK, {"number": 8}), (3, SILENT, {})],
        [("discovering", 0, 1, "it walks the subnet")],
    ),
    "the way to it was broken": (
        [(0, SAID, said("Master")), (1, SILENT, {}), (2, SILENT, {}), (3, SETS, {}), (4, SILENT, {})],
        [("master", 0, 1, WORDS)],
    ),
    "likewise behind a walk": (
        [(0, WALK, {"number": 7}), (1, SETS, {}), (2, SILENT, {}), (3, SILENT, {}), (4, SETS, {})],
        [("discovering", 0, 1, "it walks the subnet"), ("master", 1, 2, "it sets ports and tables")],
    ),
    "a master from the beginning that begins anew": (
        [
            (0, SAID, said("Master")),
            (1, WALK, {"number": 7}),
            (2, SILENT, {}),
            (3, SILENT, {}),
            (5, WALK, {"number": 7}),
        ],
        [("master", 0, 1, WORDS), ("gone", 2, 3, "no answer to polls"), ("discovering", 5, 5, "it walks the subnet")],
    ),
    "it comes back as another": (
        [(0, SAID, said("Master")), (1, SILENT, {}), (2, SILENT, {}), (3, SAID, said("Standby"))],
        [("master", 0, 1, WORDS), ("standby", 3, 4, WORDS)],
    ),
    "it begins anew behind silence": (
        [(0, WALK, {"number": 7}), (1, SETS, {}), (2, SILENT, {}), (3, SILENT, {}), (5, WALK, {"number": 7})],
        [
            ("discovering", 0, 1, "it walks the subnet"),
            ("master", 1, 2, "it sets ports and tables"),
            ("gone", 2, 3, "no answer to polls"),
            ("discovering", 5, 5, "it walks the subnet"),
        ],
    ),
}


@pytest.mark.parametrize(("pieces", "expected"), HISTORIES.values(), ids=HISTORIES)
def test_the_states_of_a_manager(pieces, expected):
    assert states(*pieces) == expected


def test_who_was_only_silent_is_no_manager():
    history = ManagerHistory(evidence((0, SILENT, {}), (1, SILENT, {})), {})
    assert history.managers == []


@pytest.mark.parametrize(
    ("own", "other_priority", "other", "yields"),
    [(5, 6, 2, True), (5, 4, 2, False), (5, 5, 2, False), (5, 5, 0, True), (5, None, 2, True), (None, 4, 2, True)],
)
@pytest.mark.parametrize("state", ["", "Discovering", "Standby", "Master"])
def test_who_yields_to_a_master_that_it_finds(own, other_priority, other, yields, state):
    """The higher priority is better, of equal ones the lower GUID (IBA 1, 14.4.1); only a discoverer yields."""
    before = [] if own is None else [(9, SAID, said("", own))]
    first = [(0, SAID, said(state, own))] if state else [(0, SAID, said("", own))] if own is not None else []
    found = ManagerHistory(evidence(*first, (1, LEARNED, {"other": other, "priority": other_priority}), *before), {})
    spans = [span.state for manager in found.managers for span in manager.states]
    begun = {"": [], "Discovering": [DISCOVERING], "Standby": [STANDBY], "Master": [MASTER]}[state]
    assert spans == begun + [STANDBY] * (yields and state in ("", "Discovering"))
    if len(spans) > len(begun):
        assert found.managers[0].states[-1].why == "it found a better master"


def test_where_a_manager_is_and_in_which_order_they_come():
    """Masters first, in the order in which they became that; then the others by when they were seen."""
    node = adapter(70)
    pieces = [
        (0, SAID, {"guid": 4, **said("Standby", 1)}),
        (1, SAID, {"guid": 3, **said("Standby", 2)}),
        (2, SAID, {"guid": 2, **said("Discovering", 3)}),
        (3, SAID, {"guid": 1, **said("Master", 4)}),
        (4, SAID, {"guid": 2, **said("Master", 9)}),
    ]
    history = ManagerHistory(evidence(*pieces), {2: (node, FabricPort(2, lid=17))})
    assert [manager.guid for manager in history.managers] == [1, 2, 4, 3]
    found = {manager.guid: manager for manager in history.managers}
    assert {guid: manager.priority for guid, manager in found.items()} == {1: 4, 2: 9, 3: 2, 4: 1}
    assert (found[2].node, found[2].port, found[2].lid) == (node, 2, 17)
    assert (found[1].node, found[1].port, found[1].lid) == (None, 0, 0)


# -- events -----------------------------------------------------------------------------------------------------


def span(state, start, end=None, frame=1, why=""):
    return ManagerSpan(state, round(start * SECOND), None if end is None else round(end * SECOND), frame, why)


def manager(guid, *spans, priority=None):
    return FabricManager(guid, adapter(guid), priority=priority, states=list(spans))


def told(managers, pieces=(), others=()):
    subnet = subnet_of()
    subnet.managers = list(managers)
    return list(ManagerEvents(subnet, list(pieces), list(others)).events())


def sentences(managers, pieces=()):
    return [(event.what, event.sentence) for event in told(managers, evidence(*pieces))]


def test_states_that_are_events():
    spans = (span(DISCOVERING, 0), span(MASTER, 1, frame=2), span(STANDBY, 2, frame=3), span(GONE, 3, frame=4))
    events = told([manager(1, *spans, priority=4)])
    assert [
        (each.time / SECOND, each.frame, each.what, each.subject, each.sentence, each.frames) for each in events
    ] == [
        (1, 2, "master", "host1", "host1 (priority 4) is master", (2,)),
        (2, 3, "standby", "host1", "host1 (priority 4) becomes standby", (3,)),
        (3, 4, "manager-gone", "host1", "host1, standby, does not answer any more", (4,)),
    ]


@pytest.mark.parametrize(("why", "verb"), [("it handed over", "hands over and becomes"), ("SMInfo says so", "becomes")])
def test_a_manager_that_becomes_standby(why, verb):
    assert sentences([manager(1, span(STANDBY, 0, why=why))]) == [("standby", f"host1 {verb} standby")]


def test_ends_that_are_no_events():
    """The first thing that is known of it; and where its new beginning is the event."""
    assert sentences([manager(1, span(GONE, 0))]) == []
    assert sentences([manager(1, span(DISCOVERING, 0), span(GONE, 1, why="it began anew"))]) == []


#: host1 was master from 1 s on (to when), host2 is from 10 s on: evidence, and what is reported
TAKEOVERS = {
    "it handed over": (10, [(5, HANDED_OVER, {"other": 2})], "takes over from host1, which handed over"),
    "at the last moment": (10, [(10, HANDED_OVER, {"other": 2})], "takes over from host1, which handed over"),
    "at the first moment": (10, [(1, HANDED_OVER, {"other": 2})], "takes over from host1, which handed over"),
    "before it was master": (10, [(0.5, HANDED_OVER, {"other": 2})], "becomes master after host1"),
    "later": (10, [(10.5, HANDED_OVER, {"other": 2})], "becomes master after host1"),
    "to a third one": (10, [(5, HANDED_OVER, {"other": 3})], "becomes master after host1"),
    "by a third one": (10, [(5, HANDED_OVER, {"guid": 3, "other": 2})], "becomes master after host1"),
    "one poll": (7.5, [(8, SILENT, {})], "takes over from host1: no answer to 1 poll; no master for 2.5 s"),
    "one that is repeated": (
        8,
        [(8, SILENT, {}), (9, SILENT, {})],
        "takes over from host1: no answer to 1 poll; no master for 2.0 s",
    ),
    "two": (
        8,
        [(8, SILENT, {}), (9, SILENT, {"number": 1})],
        "takes over from host1: no answer to 2 polls; no master for 2.0 s",
    ),
    "at the time 0": (0, [(1, SILENT, {})], "takes over from host1: no answer to 1 poll; no master for 10.0 s"),
    "polls of others": (8, [(8, SILENT, {"guid": 3})], "becomes master after host1"),
    "polls before": (8, [(0.5, SILENT, {})], "becomes master after host1"),
    "polls later": (8, [(11, SILENT, {})], "becomes master after host1"),
    "polls at its ends": (
        10,
        [(1, SILENT, {}), (10, SILENT, {"number": 1})],
        "takes over from host1: no answer to 2 polls; no master for 0.0 s",
    ),
    "both are": (None, [], "becomes master while host1 is"),
    "both are for a time": (12, [], "becomes master while host1 is"),
    "both are, for polls": (12, [(8, SILENT, {})], "becomes master beside host1: no answer to 1 poll"),
    "both are to the end, for polls": (None, [(8, SILENT, {})], "becomes master beside host1: no answer to 1 poll"),
}


@pytest.mark.parametrize(("end", "pieces", "words"), TAKEOVERS.values(), ids=TAKEOVERS)
def test_takeovers(end, pieces, words):
    first, second = manager(1, span(MASTER, min(1, end or 1), end)), manager(2, span(MASTER, 10), priority=7)
    third = manager(3, span(STANDBY, 0))
    found = sentences([first, second, third], pieces)
    assert found[:2] == [("master", "host1 is master"), ("takeover", f"host2 (priority 7) {words}")]


def test_a_master_that_begins_anew():
    spans = (span(MASTER, 1, 4), span(GONE, 4, 6, why="it began anew"), span(DISCOVERING, 6, 6.5), span(MASTER, 6.5))
    assert sentences([manager(1, *spans)])[1:] == [
        ("takeover", "host1 began anew and is master again; no master for 2.5 s")
    ]


@pytest.mark.parametrize("again", [span(MASTER, 1), span(MASTER, 1, 9)])
def test_a_master_whose_clock_went_back(again):
    """What comes later in the capture has begun before, and has no end, or one behind the beginning."""
    found = sentences([manager(1, span(MASTER, 5, 6), span(GONE, 6, 1), again)])
    assert ("takeover", "host1 began anew and is master again; no master for 0.0 s") in found


def test_who_began_at_the_same_time_was_not_master_before():
    first, second = manager(1, span(MASTER, 1)), manager(2, span(MASTER, 1))
    assert sentences([first, second]) == [("master", "host1 is master"), ("master", "host2 is master")]


def test_the_last_master_before_counts():
    first, second, third = manager(1, span(MASTER, 1, 5)), manager(2, span(MASTER, 5, 9)), manager(3, span(MASTER, 9))
    assert sentences([third, first, second])[0] == ("takeover", "host3 becomes master after host2")


def change(what, frame):
    return FabricEvent(0, 1, what, "", "", (1, frame))


def walks(*numbers, changes=()):
    """Walks of a manager that is master from 1 to 9 s, at these seconds; the frames count from 1."""
    found = told([manager(1, span(MASTER, 1, 9))], evidence(*((second, WALK, {}) for second in numbers)), changes)
    return [
        (event.time / SECOND, event.frame, event.sentence, event.frames) for event in found if event.what == "resweep"
    ]


def test_walks_of_a_master():
    words = "host1 walks the subnet again: nothing changed"
    assert walks(0, 1, 2, 8, 9, 10) == [(2, 3, words, (3,)), (8, 4, words, (4,))]
    found = told([manager(1, span(MASTER, 1))], evidence((50, WALK, {}), (60, SAID, {})))
    assert [event.what for event in found] == ["master", "resweep"]


def test_what_walks_found():
    """Each what lies between it and the next walk, by the packet that shows it at last."""
    kinds = {
        "link-down": ("1 link gone", "2 links gone"),
        "link-up": ("1 link new", "2 links new"),
        "node-lost": ("1 node lost", "2 nodes lost"),
        "node-appeared": ("1 node new", "2 nodes new"),
        "lid-changed": ("1 LID changed", "2 LIDs changed"),
    }
    words = [
        sentence.partition(": ")[2]
        for *_, sentence, _frames in walks(2, 3, changes=[change(what, 1) for what in kinds])
    ]
    assert words == [", ".join(one for one, _many in kinds.values()), "nothing changed"]
    words = [
        each[2].partition(": ")[2]
        for each in walks(2, 3, changes=[change(what, at) for what in kinds for at in (2, 9)])
    ]
    assert words == ["nothing changed", ", ".join(many for _one, many in kinds.values())]
    words = [each[2].partition(": ")[2] for each in walks(2, 3, 4, changes=[change("link-down", 2)])]
    assert words == ["nothing changed", "1 link gone", "nothing changed"]
    (other,) = walks(2, changes=[change("link-down", 0), change("trap", 1)])
    assert other[2].endswith("nothing changed")


def test_what_is_told_of_managers_of_other_subnets():
    assert told([manager(1, span(MASTER, 1))], evidence((2, WALK, {"guid": 2}))) == told([manager(1, span(MASTER, 1))])


# -- problems ---------------------------------------------------------------------------------------------------


def problems(*managers):
    subnet = subnet_of()
    subnet.managers = list(managers)
    return [
        (each.kind, each.severity, each.subject, each.sentence, each.frame, each.frames)
        for each in ManagerProblems(subnet, []).problems()
    ]


NO_STANDBY = "no standby at the end: nobody takes over if {} goes"


def test_a_master_alone():
    assert problems(manager(1, span(MASTER, 0))) == [("no-standby", "note", "host1", NO_STANDBY.format("host1"), 0, ())]
    assert problems(manager(1, span(MASTER, 0)), manager(2, span(STANDBY, 0))) == []
    gone = manager(2, span(STANDBY, 0), span(GONE, 5))
    assert [each[0] for each in problems(manager(1, span(MASTER, 0)), gone)] == ["no-standby"]
    assert problems() == problems(manager(1, span(STANDBY, 0))) == []


def test_of_two_masters_one_is_left():
    found = problems(manager(1, span(MASTER, 0)), manager(2, span(MASTER, 1)))
    assert [each[0] for each in found] == ["two-masters"]
    gone = manager(2, span(MASTER, 1, 4), span(GONE, 4))
    assert [each[0] for each in problems(manager(1, span(MASTER, 0)), gone)] == ["two-masters", "no-standby"]


def test_no_master_at_the_end():
    """The one that became master last is named."""
    first = manager(1, span(MASTER, 0, 3), span(GONE, 3, frame=8))
    second = manager(2, span(MASTER, 3, 5), span(GONE, 5, frame=9))
    expected = "no master at the end: host2, the last one, does not answer any more"
    before = manager(2, span(STANDBY, 0, 3), *second.states)
    for last in (second, before):
        found = problems(last, first, manager(3, span(STANDBY, 0)))
        assert found == [("no-master", "error", "host2", expected, 9, (9,))]


#: two reigns: for how long both were master, None for never, "end" for until the end
REIGNS = {
    "one after the other": ((1, 5), (5, 9), None),
    "with a gap": ((1, 5), (6, 9), None),
    "overlapping": ((1, 5), (4.5, 9), "0.5"),
    "one in the other": ((1, 9), (4, 6), "2.0"),
    "the second to the end": ((1, 9), (4, None), "5.0"),
    "the first to the end": ((1, None), (4, 6), "2.0"),
    "both to the end": ((1, None), (4, None), "end"),
    "behind one that ended": ((1, 4), (4, None), None),
}


@pytest.mark.parametrize(("one", "other", "both"), REIGNS.values(), ids=REIGNS)
@pytest.mark.parametrize("turned", [False, True])
def test_two_masters(one, other, both, turned):
    managers = [
        manager(guid, span(MASTER, *times, frame=guid), span(STANDBY, 99)) for guid, times in ((1, one), (2, other))
    ]
    found = [each for each in problems(*managers[:: -1 if turned else 1]) if each[0] == "two-masters"]
    names = "host2 and host1" if turned else "host1 and host2"
    words = f"{names} were both master" + (f" for {both} s" if both not in (None, "end") else "")
    assert found == ([("two-masters", "warning", names, words, 2, (1, 2))] if both else [])


COMPLAINTS = {
    **dict.fromkeys((64, 65, 66, 67, 128, 144, 145), None),
    **dict.fromkeys((129, 130, 131), "link-errors"),
    **dict.fromkeys((256, 257, 258, 259), "key-violation"),
}


@pytest.mark.parametrize("generic", [True, False])
@pytest.mark.parametrize(("trap", "kind"), COMPLAINTS.items())
def test_what_traps_complain_of(trap, kind, generic):
    """Those of the specification: urgent ones are of a link, those of security of a key (IBA 1, 14.2.5.1)."""
    subnet = subnet_of(adapter(1))
    subnet.events = [FabricEvent(0, 7, "trap", "host1", "words", (7, 8))]
    seen = NoticeSeen(7, 0, 0, "Trap", 11, 2, 5, generic, trap, 1, 1, 11, "", {})
    found = [each[:4] for each in ManagerProblems(subnet, [(seen, 1)]).problems()]
    assert found == [(kind, "error", "host1", "words")] * (generic and kind is not None)
