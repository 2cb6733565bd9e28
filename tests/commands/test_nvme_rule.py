"""The rule of NVMe over messages by hand: commands, their data and responses, in any order in which they end."""

from __future__ import annotations

import pytest

from ibpkt.analysis.results.message import Message
from ibpkt.commands.nvme_rule import NVMeRule
from ibpkt.commands.recognition import Sent
from ibpkt.protocols import header_named
from ibpkt.protocols.upper.contents import CONTENTS
from ibpkt.protocols.upper.nvme_commands import NVMeCommand
from ibpkt.protocols.upper.nvme_names import ADMIN_OPCODES, FABRICS, FABRICS_TYPES

READ, WRITE = 0x02, 0x01
ADMIN = {name: number for number, name in ADMIN_OPCODES.items()}
CONNECT = next(number for number, name in FABRICS_TYPES.items() if name == "Connect")
KEEP_ALIVE, EVENT = ADMIN["Keep Alive"], ADMIN["Asynchronous Event Request"]


def entry(cid, opcode=READ, *, key=0, address=0, length=0, inside=False, dwords=b""):
    """A submission queue entry."""
    data = bytearray(NVMeCommand.write({"opc": opcode, "cid": cid, "sgl_address": address}) + dwords.ljust(24, b"\0"))
    data[1], data[39] = 0x40, 0x01 if inside else 0x40
    data[32:35] = length.to_bytes(3, "little")
    data[35:39] = b"\0" * 4 if inside else key.to_bytes(4, "little")
    if opcode == FABRICS:
        data[4] = CONNECT
    return bytes(data)


def done(cid, *, queue=1, status=0):
    return bytes(10) + queue.to_bytes(2, "little") + cid.to_bytes(2, "little") + status.to_bytes(2, "little")


def message(frame, side, kind="SEND", size=64, start=None, **fields):
    """A message of one packet; packet n comes at n seconds."""
    begun = 100 * frame if start is None else start
    values = {"last_frame": frame, "end": begun, **fields}
    return Message(1, side, frame, kind, "RC", frame, frame, begun, size=size, **values)


class Queue:
    """A rule, and what has ended."""

    def __init__(self, host=0, number=1):
        self.rule = NVMeRule(1, host, number)
        self.frame = 0
        self.ended = []

    def send(self, side, head, **fields):
        self.frame += 1
        found = self.rule.take(message(self.frame, side, size=fields.pop("size", len(head)), **fields), head)
        self.ended += found
        return found

    def data(self, kind, key, address, size, side=1, head=b"", **fields):
        self.frame += 1
        values = {"r_key": key, "address": address, "completed": 100 * self.frame + 5, **fields}
        assert self.rule.take(message(self.frame, side, kind, size, **values), head) == ()


def told(command):
    return command.kind, command.identifier, command.outcome, command.size, command.moved


def test_a_read():
    """Its data are WRITTEN into the memory that it names."""
    queue = Queue()
    queue.send(0, entry(7, READ, key=5, address=1000, length=4096))
    queue.data("WRITE", 5, 1000, 1024)
    queue.data("WRITE", 5, 1000 + 1024, 3072)
    (command,) = queue.send(1, done(7))
    assert told(command) == ("Read", 7, "answered", 4096, 4096)
    assert (command.start, command.sent, command.data_start, command.data_end, command.end) == (100, 100, 200, 300, 400)
    assert (command.status, command.ok, command.queue) == ("Success", True, "1")
    assert [(part.role, part.first_frame, part.last_frame) for part in command.parts] == [
        ("request", 1, 1), ("data", 2, 2), ("data", 3, 3), ("response", 4, 4)
    ]  # fmt: skip
    assert [CONTENTS[part.contents].name for part in command.parts if part.contents] == [
        "NVMe I/O command",
        "NVMe completion",
    ]
    assert (command.first_frame, command.last_frame) == (1, 4)


def test_a_write():
    """Its data are READ; their end is when that was answered in full."""
    queue = Queue()
    queue.send(0, entry(7, WRITE, key=5, address=1000, length=512))
    queue.data("READ", 5, 1000, 512, closed=9, completed=950)
    (command,) = queue.send(1, done(7), start=1000)
    assert told(command) == ("Write", 7, "answered", 512, 512)
    assert (command.data_start, command.data_end, command.last_frame) == (200, 950, 9)


@pytest.mark.parametrize(
    ("key", "address", "side", "moved"),
    [(5, 1000, 1, 8), (5, 1511, 1, 8), (5, 1512, 1, 0), (5, 999, 1, 0), (6, 1000, 1, 0), (5, 1000, 0, 0)],
)
def test_which_memory_is_of_a_command(key, address, side, moved):
    queue = Queue()
    queue.send(0, entry(7, READ, key=5, address=1000, length=512))
    queue.data("WRITE", key, address, 8, side=side)
    (command,) = queue.send(1, done(7))
    assert command.moved == moved


@pytest.mark.parametrize(
    ("length", "size", "moved", "remarks"), [(8, 72, 8, 0), (9, 72, 8, 1), (0, 64, 0, 0), (4, 72, 8, 0)]
)
def test_data_in_the_capsule(length, size, moved, remarks):
    queue = Queue()
    queue.send(0, entry(7, WRITE, length=length, inside=True) + bytes(size - 64))
    (command,) = queue.send(1, done(7))
    assert told(command) == ("Write", 7, "answered", length or None, moved)
    assert len(queue.rule.remarks.fetch("nvme")) == remarks


def test_a_response_that_comes_before_its_command_has_ended():
    queue = Queue()
    assert queue.send(1, done(7), start=500) == []
    (command,) = queue.send(0, entry(7), start=400)
    assert (command.end, command.outcome) == (500, "answered")
    assert queue.send(1, done(7), start=450) == []
    assert queue.send(0, entry(7), start=460) == []  # the response was to an older one
    assert queue.rule.finish(over=True)[0].outcome == "unanswered"
    assert queue.rule.unmatched == 1


def test_an_identifier_that_is_used_again():
    """Two may be under way, since the response to the first may be missing; with the third the first is unanswered."""
    queue = Queue()
    for start in (100, 200):
        assert queue.send(0, entry(7), start=start) == []
    (first,) = queue.send(0, entry(7), start=300)
    assert (first.start, first.outcome) == (100, "unanswered")
    second, third = queue.send(1, done(7), start=350)
    assert [(each.start, each.outcome) for each in (second, third)] == [(200, "unanswered"), (300, "answered")]
    remarks = queue.rule.remarks.fetch("nvme")
    assert [(each.kind.name, each.facts["identifier"], each.facts["earlier"]) for each in remarks] == [
        ("command-identifier-in-use", "0x7", 1), ("command-identifier-in-use", "0x7", 2)
    ]  # fmt: skip


@pytest.mark.parametrize(("over", "outcome"), [(True, "unanswered"), (False, "open")])
def test_what_is_open_at_the_end(over, outcome):
    queue = Queue(number=0)
    queue.send(0, entry(8, EVENT), start=300)
    queue.send(0, entry(7, KEEP_ALIVE), start=200)
    left = queue.rule.finish(over=over)
    assert [(each.identifier, each.kind, each.outcome, each.by_design) for each in left] == [
        (7, "Keep Alive", outcome, False), (8, "Asynchronous Event Request", "open", True)
    ]  # fmt: skip
    assert queue.rule.finish(over=over) == []


def test_responses_without_commands():
    queue = Queue()
    queue.send(1, done(7))
    queue.send(1, done(8))
    assert queue.rule.unmatched == 0  # they may still come
    assert queue.rule.finish(over=False) == []
    assert queue.rule.unmatched == 2
    assert [each.facts["identifier"] for each in queue.rule.remarks.fetch("nvme")] == ["0x7", "0x8"]


@pytest.mark.parametrize(
    ("side", "head", "size", "what"),
    [
        (0, bytes(63), 63, ("a command capsule", 63, 64)),
        (0, bytes(10), 64, None),
        (1, bytes(15), 15, ("a response capsule", 15, 16)),
        (1, bytes(20), 20, None),
        (1, bytes(10), 16, None),
        (1, bytes(0), 0, ("a response capsule", 0, 16)),
        (1, b"", None, None),
    ],
)
def test_messages_that_are_no_capsules(side, head, size, what):
    queue = Queue()
    queue.frame = 1
    assert queue.rule.take(message(1, side, size=size), head) == ()
    remarks = [
        (each.facts["what"], each.facts["has"], each.facts["least"]) for each in queue.rule.remarks.fetch("nvme")
    ]
    assert remarks == ([what] if what else [])


@pytest.mark.parametrize(("size", "name"), [(511, ""), (512, "nqn.a"), (1024, "nqn.a")])
def test_how_much_of_a_connect_is_needed(size, name):
    queue = Queue(number=None)
    queue.send(0, entry(1, FABRICS, key=5, address=0, length=1024))
    queue.data("READ", 5, 0, 1024, head=(bytes(256) + b"nqn.a".ljust(256, b"\0") + bytes(512))[:size])
    assert queue.rule.name == name


@pytest.mark.parametrize("kind", ["READ", "WRITE"])
@pytest.mark.parametrize("opcode", [FABRICS, WRITE])
def test_what_is_no_data_of_a_connect(kind, opcode):
    """What a host writes may look like them; and nobody writes those of a Connect."""
    queue = Queue()
    queue.send(0, entry(1, opcode, key=5, address=0, length=1024))
    queue.data(kind, 5, 0, 1024, head=bytes(256) + b"nqn.a".ljust(256, b"\0") + bytes(512))
    assert queue.rule.name == ("nqn.a" if (kind, opcode) == ("READ", FABRICS) else "")


def test_who_is_the_host():
    """Where nothing tells it, the first that sends a command."""
    queue = Queue(host=None)
    queue.send(1, bytes(8))
    assert queue.rule.initiator is None
    assert queue.rule.remarks.fetch("nvme") == []
    queue.send(1, entry(7))
    assert queue.rule.initiator == 1
    (command,) = queue.send(0, done(7))
    assert command.side == 1


CONNECT_DATA = header_named("NVMeConnectData")


def connect(queue, name=b"nqn.test"):
    data = bytearray(CONNECT_DATA.size)
    at = CONNECT_DATA.leaf("subnqn").bit // 8
    data[at : at + len(name)] = name
    return header_named("NVMeConnect").write({"qid": queue}), bytes(data)


@pytest.mark.parametrize(("number", "shown"), [(0, "admin"), (3, "3")])
def test_a_connect_names_the_queue(number, shown):
    queue = Queue(number=None)
    dwords, data = connect(number)
    head = entry(7, FABRICS, length=len(data), inside=True, dwords=dwords) + data
    queue.send(0, head)
    (command,) = queue.send(1, done(7, queue=0))
    assert (queue.rule.queue, queue.rule.name, command.queue, command.kind) == (shown, "nqn.test", shown, "Connect")


def test_data_of_a_connect_that_are_read():
    queue = Queue(number=None)
    dwords, data = connect(2)
    queue.send(0, entry(7, FABRICS, key=5, address=100, length=len(data), dwords=dwords))
    queue.data("READ", 5, 100, len(data), head=data, closed=4)
    assert (queue.rule.name, queue.rule.queue) == ("nqn.test", "2")
    assert [(each.frame, CONTENTS[each.contents].name) for each in queue.rule.shown] == [(4, "NVMe Connect data")]
    short = Queue(number=None)
    short.send(0, entry(7, FABRICS, key=5, address=100, length=len(data), dwords=dwords))
    short.data("READ", 5, 100, len(data), head=data[:-1], closed=4)
    assert (short.rule.shown, short.rule.name) == ([], "nqn.test")


@pytest.mark.parametrize(("address", "kind", "shown"), [(100, "WRITE", 1), (104, "WRITE", 0), (100, "READ", 0)])
def test_a_discovery_log_page(address, kind, shown):
    """It begins with the first of its WRITEs."""
    queue = Queue(number=0)
    dwords = header_named("NVMeGetLogPage").write({"lid": 0x70})
    queue.send(0, entry(7, ADMIN["Get Log Page"], key=5, address=100, length=4096, dwords=dwords))
    queue.data(kind, 5, address, 1024)
    assert [(each.frame, CONTENTS[each.contents].name) for each in queue.rule.shown] == [
        (2, "NVMe discovery log page")
    ] * shown


@pytest.mark.parametrize(("opcode", "queue"), [(KEEP_ALIVE, "admin"), (READ, ""), (0x55, "")])
def test_commands_that_only_the_admin_queue_has(opcode, queue):
    found = Queue(number=None)
    found.send(0, entry(7, opcode))
    assert found.rule.queue == queue


@pytest.mark.parametrize(
    ("before", "says", "after"), [(None, 0, ""), (None, 4, "4"), (0, 4, "4"), (3, 4, "3"), (0, 0, "admin")]
)
def test_a_response_names_the_queue(before, says, after):
    queue = Queue(number=before)
    queue.send(0, entry(7))
    queue.send(1, done(7, queue=says))
    assert queue.rule.queue == after


def test_what_messages_before_the_claim_tell():
    def numbered(*sent, number=None):
        rule = NVMeRule(1, 0, number)
        rule.expect([Sent(message(at, side, size=len(head)), head) for at, (side, head) in enumerate(sent, 1)])
        return rule.queue

    dwords, _data = connect(6)
    assert numbered((0, entry(1))) == ""
    assert numbered((0, entry(1, KEEP_ALIVE))) == "admin"
    assert numbered((0, entry(1, FABRICS, dwords=dwords))) == "6"
    assert numbered((0, entry(1)), (1, done(1, queue=4))) == "4"
    assert numbered((0, entry(1, KEEP_ALIVE)), (1, done(1, queue=0))) == "admin"
    assert numbered((1, done(1, queue=4)), (1, done(1, queue=5))) == "4"
    assert numbered((1, done(1, queue=4)[:-1])) == numbered((1, done(1, queue=4) + b"\0")) == ""
    assert numbered((0, entry(1, KEEP_ALIVE)), number=3) == "3"
    assert numbered((0, entry(1)[:63])) == ""


@pytest.mark.parametrize(
    ("host", "number", "known"), [(0, 1, True), (1, 65535, True), (None, 1, False), (0, 0, False), (0, None, False)]
)
def test_which_queues_can_be_columns(host, number, known):
    queue = Queue(host, number)
    state = queue.rule.state()
    assert (state is not None) is known
    if state is not None:
        assert (state.flow, state.number, state.initiator) == (1, number, host)
        queue.send(1 - host, done(9))
        assert queue.rule.state() is None  # a response waits for its command


@pytest.mark.parametrize(("status", "ok"), [(0, True), (1, True), (2, False), (0x4002, False)])
def test_status(status, ok):
    """The lowest bit is the phase, which is none of it (NVMe Base 2.0, 3.3.3.2.1)."""
    queue = Queue()
    queue.send(0, entry(7))
    (command,) = queue.send(1, done(7, status=status))
    assert command.ok is ok
    assert (command.status == "Success") is ok


def test_what_the_transport_did_twice():
    queue = Queue()
    queue.send(0, entry(7, key=5, address=10, length=8), retransmissions=1, refusals=2)
    queue.data("WRITE", 5, 10, 8, retransmissions=3, refusals=4)
    (command,) = queue.send(1, done(7), retransmissions=5, refusals=6)
    assert (command.retransmissions, command.refusals) == (9, 12)
