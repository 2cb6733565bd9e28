"""What rules share whose commands have tags, with a protocol of one byte: a tag."""

from __future__ import annotations

import pytest

from ibpkt.analysis.results.message import Message
from ibpkt.commands.open_commands import NamedMemory, OpenCommand, new_command
from ibpkt.commands.tag_rule import Ending, TagRule

INITIATOR, TARGET = 0, 1
KEY, ADDRESS = 5, 0x1000


class Rule(TagRule[None]):
    def ending(self, said, head):
        return Ending("success", True, 0)


def message(side, kind, at, size, **facts):
    return Message(1, side, at, kind, "RC", at, at, at, end=at + 1, size=size, **facts)


def written(at, size):
    return message(TARGET, "WRITE", at, size, address=ADDRESS, r_key=KEY)


def began(rule, at=1):
    opened = OpenCommand(
        new_command(message(INITIATOR, "SEND", at, 1), "srp", 7), None, (NamedMemory(KEY, ADDRESS, 64),)
    )
    return rule.begin(7, opened)


@pytest.mark.parametrize(("size", "moved"), [(64, 64), (0, 0), (None, 0)], ids=["all", "no bytes", "not known"])
@pytest.mark.parametrize("late", [False, True], ids=["", "acknowledged after its data"])
def test_data_of_a_command(late, size, moved):
    rule = Rule(1, INITIATOR)
    steps = [lambda: began(rule), lambda: rule.data(written(2, size))]
    for step in reversed(steps) if late else steps:
        step()
    (command,) = rule.answer(7, message(TARGET, "SEND", 3, 1), b"")
    assert (command.moved, command.data_start, command.data_end, command.outcome) == (moved, 2, 3, "answered")
    assert [part.role for part in command.parts] == ["data", "response"]


def test_the_initiator_moves_no_data_of_its_commands():
    rule = Rule(1, INITIATOR)
    began(rule)
    assert rule.data(message(INITIATOR, "WRITE", 2, 64, address=ADDRESS, r_key=KEY)) is None


@pytest.mark.parametrize(
    ("kind", "facts", "moved"),
    [
        ("READ", {"completed": 5, "outcome": "completed"}, 64),
        ("READ", {"outcome": "unanswered"}, 0),
        ("READ", {"outcome": "unknown"}, 0),
        ("READ", {"outcome": "refused"}, 0),
        ("WRITE", {"outcome": "unknown"}, 64),
        ("WRITE", {"outcome": "flushed"}, 64),
        ("WRITE", {"outcome": "refused"}, 0),
    ],
)
def test_data_that_did_not_move(kind, facts, moved):
    """A READ has its data in its answer; a WRITE that a NAK refused has changed nothing."""
    rule = Rule(1, INITIATOR)
    began(rule)
    rule.data(message(TARGET, kind, 2, 64, address=ADDRESS, r_key=KEY, **facts))
    (command,) = rule.answer(7, message(TARGET, "SEND", 9, 1), b"")
    assert command.moved == moved


def test_when_a_command_ended_without_an_answer():
    """When its identifier was used once more than two commands can have it; for the others nothing is known."""
    rule = Rule(1, INITIATOR)
    for at in (1, 20, 30):
        ended = began(rule, at)
    assert [(each.start, each.outcome, each.over, each.until) for each in ended] == [(1, "unanswered", 30, 30)]


class ResettingRule(Rule):
    """Tag 9 ends all others."""

    def ends_others(self, opened):
        return (lambda tag, each: True) if opened.command.identifier == 9 else None


def test_a_reset_ends_what_began_before_it():
    """Of commands at the same time nobody knows which was the first."""
    rule = ResettingRule(1, INITIATOR)
    for tag, at in ((1, 1), (2, 4), (3, 5), (9, 5), (4, 6)):
        command = new_command(message(INITIATOR, "SEND", at, 1), "srp", tag)
        rule.begin(tag, OpenCommand(command, None))
    ended = rule.answer(9, message(TARGET, "SEND", 8, 1), b"")
    assert [(each.identifier, each.outcome, each.over) for each in ended] == [
        (9, "answered", None), (1, "unanswered", 8), (2, "unanswered", 8),
    ]  # fmt: skip
    assert [each.identifier for each in rule.finish(over=False)] == [3, 4]
