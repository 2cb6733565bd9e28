"""Commands under way by hand: by tag and by memory, in any order; and messages that are joined with them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.analysis.results.message import Message
from ibpkt.commands import open_commands
from ibpkt.commands.open_commands import NamedMemory, OpenCommand, OpenCommands, join, moved, new_command
from ibpkt.commands.wanted_messages import WantedMessages
from ibpkt.protocols import OPERATIONS

SEND, WRITE = OPERATIONS.index("SEND"), OPERATIONS.index("WRITE")


def message(start, kind="SEND", **fields):
    values = {"last_frame": start + 1, "end": start + 2, **fields}
    return Message(3, 1, 1, kind, "RC", 0, start, start, **values)


def opened(start, *regions, said=None):
    command = new_command(message(start), "srp", 9)
    return OpenCommand(command, start if said is None else said, tuple(NamedMemory(*each) for each in regions))


def test_a_new_command():
    command = new_command(message(5), "srp", 9)
    assert (command.flow, command.side, command.protocol, command.identifier, command.kind, command.queue) == (
        3,
        1,
        "srp",
        9,
        "",
        "",
    )
    assert (command.number, command.first_frame, command.last_frame, command.start, command.sent) == (0, 5, 6, 5, 7)
    assert new_command(message(5, last_frame=None), "srp", 9).last_frame == 5


@pytest.mark.parametrize(
    ("fields", "last"),
    [
        ({}, 21),
        ({"last_frame": None}, 20),
        ({"kind": "READ", "closed": 30}, 30),
        ({"kind": "READ", "closed": 3}, 21),
        ({"closed": 30}, 21),
    ],
)
def test_a_message_that_belongs_to_a_command(fields, last):
    """Of a READ the last packet is that of the answer."""
    command = new_command(message(5), "srp", 9)
    one = message(20, fields.pop("kind", "WRITE"), retransmissions=2, refusals=3, **fields)
    join(command, one, "data", 4)
    join(command, one, "data", 4)
    assert (command.last_frame, command.retransmissions, command.refusals) == (last, 4, 6)
    assert [tuple(part) for part in command.parts] == [("data", 4, 20, last, ())] * 2
    one.frames = [20, 21]
    join(command, one, "data", 0)
    assert command.parts[-1].frames == (20, 21, one.closed)


def test_an_earlier_message_does_not_take_back_the_last_packet():
    command = new_command(message(50), "srp", 9)
    join(command, message(20), "data", 0)
    assert command.last_frame == 51


def test_data_that_move():
    command = new_command(message(5), "srp", 9)
    moved(command, message(20, "WRITE"), 10)
    assert (command.moved, command.data_start, command.data_end) == (10, 20, 22)
    moved(command, message(15, "READ", completed=40), 5)
    assert (command.moved, command.data_start, command.data_end) == (15, 15, 40)
    moved(command, message(30, "READ", completed=None), 1)
    moved(command, message(30, "WRITE", end=None), 1)
    assert (command.moved, command.data_start, command.data_end) == (17, 15, 40)


@pytest.mark.parametrize(("start", "ends"), [(9, []), (10, [10]), (19, [10]), (20, [10, 20]), (99, [10, 20])])
def test_a_response_is_for_the_last_command_that_had_begun(start, ends):
    """Those before it with its tag are not answered any more."""
    commands = OpenCommands()
    commands.begin(7, opened(10))
    commands.begin(7, opened(20))
    commands.begin(8, opened(5))
    assert [each.said for each in commands.end(7, message(start), b"")] == ends
    assert [each.said for each in commands.under_way()] == [each for each in (10, 20) if each not in ends] + [5]


@pytest.mark.parametrize(("start", "early"), [(9, False), (10, True), (11, True)])
def test_a_response_that_came_before_its_command(start, early):
    commands = OpenCommands()
    commands.end(7, message(start), b"head")
    began = commands.begin(7, opened(10))
    assert (began.early is not None) is early
    if early:
        assert (began.early[0].start, began.early[1]) == (start, b"head")
    assert len(commands.under_way()) == (not early)
    assert commands.waiting is not early


@pytest.mark.parametrize("most", [1, 2, 3])
def test_how_many_commands_of_one_tag_may_be_under_way(most):
    commands = OpenCommands(most)
    replaced = [commands.begin(7, opened(at)).replaced for at in range(5)]
    assert [each and each.said for each in replaced] == [None] * most + list(range(5 - most))
    assert [each.said for each in commands.under_way()] == list(range(5 - most, 5))


def test_the_command_of_a_tag_at_a_time():
    commands = OpenCommands()
    for start in (10, 20):
        commands.begin(7, opened(start))
    found = [commands.of_tag(7, at) for at in (9, 10, 19, 20, 99)]
    assert [each and each.said for each in found] == [None, 10, 10, 20, 20]
    assert commands.of_tag(8, 99) is None


@pytest.mark.parametrize(
    ("key", "address", "start", "said"),
    [
        (5, 100, 99, 20), (5, 109, 99, 20), (5, 110, 99, 10), (5, 131, 99, 10), (5, 132, 99, None), (5, 99, 99, None),
        (5, 100, 19, 10), (5, 100, 9, None), (6, 100, 99, None), (None, 100, 99, None), (7, 300, 99, 10),
        (7, 301, 99, None),
    ],
)  # fmt: skip
def test_the_command_that_named_memory(key, address, start, said):
    """The last that had begun; an empty region has its first byte."""
    commands = OpenCommands()
    commands.begin(1, opened(10, (5, 100, 32), (7, 300, 0)))
    commands.begin(2, opened(20, (5, 100, 10)))
    found = commands.of_memory(message(start, "WRITE", r_key=key, address=address))
    assert (found and found.said) == said
    commands.end(1, message(98), b"")
    commands.end(2, message(98), b"")
    assert commands.of_memory(message(start, "WRITE", r_key=key, address=address)) is None


def test_a_command_that_names_a_key_twice():
    commands = OpenCommands()
    commands.begin(1, opened(10, (5, 100, 8), (5, 200, 8)))
    assert [each.said for each in commands.of_key(message(99, "WRITE", r_key=5))] == [10]
    assert commands.of_memory(message(99, "WRITE", r_key=5, address=204)).said == 10


def test_memory_without_an_address_begins_at_0():
    commands = OpenCommands()
    commands.begin(1, opened(10, (5, 0, 8)))
    assert commands.of_memory(message(99, "WRITE", r_key=5, address=None)).said == 10


@pytest.mark.parametrize(("count", "kept", "alone"), [(3, 3, 0), (4, 3, 1), (70, 3, 67)])
def test_responses_that_wait_are_bounded(count, kept, alone, monkeypatch):
    monkeypatch.setattr(open_commands, "_LIMIT", 3)
    commands = OpenCommands()
    for tag in range(count):
        commands.end(tag, message(tag), b"")
    assert commands.unmatched == alone
    assert commands.finish() == []
    assert commands.unmatched == count
    assert [tag for tag, _message in commands.alone] == list(range(max(0, count - 64), count))


def test_what_is_under_way_at_the_end():
    commands = OpenCommands()
    for tag, start in ((1, 30), (2, 10), (1, 20)):
        commands.begin(tag, opened(start, (5, 0, 8)))
    commands.keep_data(message(5, "WRITE", r_key=9))
    assert [each.said for each in commands.finish()] == [10, 20, 30]
    assert (commands.finish(), commands.waiting, commands.under_way()) == ([], False, [])
    assert list(commands.of_key(message(99, "WRITE", r_key=5))) == []


class _Later:
    def __init__(self, *pairs):
        self.pairs = pairs

    def make(self):
        return list(self.pairs)


def test_commands_of_which_objects_are_made_later():
    commands = OpenCommands()
    commands.begin(1, opened(1, (5, 0, 8)))
    commands.replace(_Later((2, opened(20)), (3, opened(30, (6, 0, 8)))))
    assert commands.later is not None
    assert [each.said for each in commands.under_way()] == [20, 30]
    assert commands.later is None
    assert list(commands.of_key(message(99, "WRITE", r_key=5))) == []
    assert [each.said for each in commands.of_key(message(99, "WRITE", r_key=6))] == [30]


def test_the_count_of_those_under_way(monkeypatch):
    """What has ended, was replaced or handed over makes room."""
    monkeypatch.setattr(open_commands, "MOST_OPEN", 2)
    commands = OpenCommands(1)
    for tag, start in ((1, 10), (1, 11), (1, 12), (2, 13)):
        assert commands.begin(tag, opened(start)).given_up is None
    commands.end(2, message(50), b"")
    assert commands.begin(3, opened(14)).given_up is None
    assert commands.begin(4, opened(15)).given_up.said == 12
    commands.replace(_Later((9, opened(20))))
    assert commands.begin(5, opened(21)).given_up is None
    assert commands.begin(6, opened(22)).given_up.said == 20
    assert commands.given_up == 2


# -- wanted messages ----------------------------------------------------------------------------------------------


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("ignore"), st.integers(1, 12)), st.tuples(st.just("close"), st.integers(1, 12)),
            st.tuples(st.just("reopen"), st.just(0)),
        ), max_size=8,
    )
)  # fmt: skip
def test_which_flows_are_wanted(steps):
    """Those that are not ignored; while it is closed, none with a higher number than at the first closing."""
    choice = WantedMessages()
    ignored, closed = set(), None
    for step, number in steps:
        if step == "ignore":
            choice.ignore(number)
            if closed is None or number <= closed:
                ignored.add(number)
        elif step == "close":
            choice.close(number)
            closed = number if closed is None else closed
        else:
            choice.reopen()
            if closed is not None:
                ignored = {each for each in ignored if each <= closed}
            closed = None
    flows = np.arange(1, 40)
    expected = [each not in ignored and (closed is None or each <= closed) for each in flows.tolist()]
    assert choice.may_choose(flows).tolist() == expected
    assert [choice.wants(each) for each in flows.tolist()] == expected


def test_flows_that_notify():
    """A SEND, or data with immediate; from then on all messages of the flow are wanted."""
    choice = WantedMessages()
    flows = np.array([1, 2, 3, 9])
    nothing = np.full(4, -1)
    writes = np.full(4, WRITE)
    assert choice.choose(flows, writes, nothing).tolist() == [False] * 4
    assert choice.choose(flows, writes, np.array([-1, 0, -1, 7])).tolist() == [False, True, False, True]
    assert choice.choose(flows, np.array([SEND, WRITE, WRITE, WRITE]), nothing).tolist() == [True, True, False, True]
    assert choice.choose(flows[:0], writes[:0], nothing[:0]).tolist() == []
    choice.ignore(9)
    assert choice.choose(flows, writes, nothing).tolist() == [True, True, False, False]
