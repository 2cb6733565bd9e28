"""Commands under way: never more than there is room for."""

from __future__ import annotations

import dataclasses

import pytest

from ibpkt.analysis.results.message import Message
from ibpkt.commands import open_commands
from ibpkt.commands.open_commands import NamedMemory, OpenCommand, OpenCommands, new_command
from tests.support.command import pcap, run
from tests.support.stacks import carrier


def message(number):
    return Message(1, 0, number, "SEND", "RC", number, number, number)


def opened(number):
    return OpenCommand(new_command(message(number), "srp", number), number)


def test_the_oldest_is_given_up(monkeypatch):
    monkeypatch.setattr(open_commands, "MOST_OPEN", 3)
    commands = OpenCommands()
    gone = [commands.begin(number, opened(number)).given_up for number in range(5)]
    assert [each and each.said for each in gone] == [None, None, None, 0, 1]
    assert [each.said for each in commands.under_way()] == [2, 3, 4]
    assert commands.given_up == 2
    # one that is answered makes room
    assert [each.said for each in commands.end(3, message(9), b"")] == [3]
    assert commands.begin(5, opened(5)).given_up is None
    # and so does one whose tag is in use again
    assert commands.begin(5, opened(6)).given_up.said == 2
    assert commands.begin(5, opened(7)).replaced.said == 5


def written(number, address, key=5):
    """A WRITE; it begins as many nanoseconds after the epoch as its number says."""
    return dataclasses.replace(message(number), kind="WRITE", address=address, r_key=key)


def test_data_wait_for_the_command_that_names_their_memory():
    commands = OpenCommands()
    data = [written(8, 100), written(9, 131), written(9, 132), written(9, 100, key=6), written(2, 100)]
    for each in data:
        commands.keep_data(each)
    assert commands.waiting
    command = opened(3)
    command.regions = (NamedMemory(5, 100, 32),)
    assert commands.begin(1, command).data == data[:2]
    assert commands.begin(2, command).data == []


@pytest.mark.parametrize(("start", "address", "key", "belongs"), [
    (3, 0, 5, True), (3, 1, 5, False), (2, 0, 5, False), (3, 0, None, False), (3, 0, 6, False),
])  # fmt: skip
@pytest.mark.parametrize("early", [False, True])
def test_data_at_the_time_of_their_command(start, address, key, belongs, early):
    """A clock may stand still, and memory may begin at 0."""
    commands, command, data = OpenCommands(), opened(3), written(start, address, key)
    command.regions = (NamedMemory(5, 0, 1),)
    if early:
        commands.keep_data(data)
        assert commands.begin(1, command).data == [data] * belongs
    else:
        commands.begin(1, command)
        assert commands.of_memory(data) is (command if belongs else None)
        assert [*commands.of_key(data)] == [command] * (key == 5 and start >= 3)


def test_data_do_not_wait_for_ever():
    commands = OpenCommands()
    commands.keep_data(written(7, 100))
    commands.begin(1, opened(7 + open_commands.MOST_LATE))
    assert commands.waiting
    commands.begin(2, opened(8 + open_commands.MOST_LATE))
    assert not commands.waiting
    for number in range(100):
        commands.keep_data(written(number, 100))
    command = opened(0)
    command.regions = (NamedMemory(5, 100, 32),)
    assert [each.start for each in commands.begin(3, command).data] == [*range(36, 100)]


@pytest.mark.parametrize(
    "regions",
    [(NamedMemory(5, 100, 32),), (NamedMemory(5, 100, 16), NamedMemory(5, 116, 16), NamedMemory(6, 100, 8))],
    ids=["one region", "two of one key"],
)
def test_memory_of_what_has_ended(regions):
    """The memory is that of the last command that named it, and after its response of the one before."""
    commands, (first, second) = OpenCommands(), (opened(1), opened(2))
    first.regions = second.regions = regions
    commands.begin(1, first)
    commands.begin(2, second)
    data = written(9, 131)
    for tag, each in ((2, second), (1, first)):
        assert commands.of_memory(data) is each
        assert commands.end(tag, message(9), b"") == [each]
    assert commands.of_memory(data) is None
    assert [*commands.of_key(data)] == []


@pytest.mark.parametrize(("most", "given_up"), [(4, 16), (20, 0)])
def test_what_is_given_up_is_open_and_counted(most, given_up, monkeypatch, tmp_path):
    """Commands of which the capture has no responses: each is told, as open."""
    monkeypatch.setattr(open_commands, "MOST_OPEN", most)
    packets = [
        carrier(
            "RoCEv2 IPv4", 0x04, bytes([2]) + number.to_bytes(15, "big") + bytes(32), bth={"destqp": 7, "psn": number}
        )
        for number in range(20)
    ]
    path = tmp_path / "srp.pcap"
    path.write_bytes(pcap([packet.data for packet in packets]))
    result = run("commands", "--no-crc", "--decode-as", "qp 7,srp", path)
    assert "20 commands, 20 unanswered, 0 refused." in result.out
    assert sum(" open " in line for line in result.lines) == 20
    told = f"there were too many commands at once: {given_up} were given up early"
    assert (told in result.err) is bool(given_up)


@pytest.mark.parametrize(
    ("kind", "last", "closed", "expected"),
    [("SEND", 12, 30, 12), ("SEND", 0, 30, 9), ("WRITE", 12, 30, 12), ("READ", 9, 30, 30), ("READ", 9, 0, 9)],
)
@pytest.mark.parametrize("before", [3, 40])
def test_the_last_packet_of_a_message_and_of_its_command(kind, last, closed, expected, before):
    """That of a READ is the last one of its response; a message of which only the first packet is known has that."""
    command = new_command(message(3), "srp", 1)
    command.last_frame = before
    part = dataclasses.replace(message(9), kind=kind, last_frame=last, closed=closed, retransmissions=2, refusals=1)
    for _ in range(2):
        open_commands.join(command, part, "data", 5)
    assert command.last_frame == max(before, expected)
    assert [(each.role, each.contents, each.first_frame, each.last_frame) for each in command.parts] == [
        ("data", 5, 9, expected)
    ] * 2
    assert (command.retransmissions, command.refusals) == (4, 2)
