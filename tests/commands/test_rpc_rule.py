"""The command rule of RPC over RDMA, over constructed messages: chunks, errors, credits, damaged messages."""

import random

import pytest

from ibpkt.analysis.results.message import Message
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import CreditedRule, Sent
from ibpkt.commands.rpc_credits import RPCCredits
from ibpkt.commands.rpc_rule import RPCRule
from ibpkt.protocols.upper.nfs_contents import REPLIES

CLIENT, SERVER = 0, 1
NFS, COMPOUND = 100003, 1
NULL_CREDENTIALS = (0, 0, 0, 0)


def word(*numbers):
    return b"".join(number.to_bytes(4) for number in numbers)


def call(xid, *body, version=4, procedure=COMPOUND, lists=(0, 0, 0), program=NFS, kind=0):
    rpc = word(xid, 0, 2, program, version, procedure, *NULL_CREDENTIALS, *body)
    return word(xid, 1, 32, kind, *lists) + (rpc if kind == 0 else b"")


def rpc_call(xid, *body):
    return word(xid, 0, 2, NFS, 4, COMPOUND, *NULL_CREDENTIALS, *body)


def rpc_reply(xid, *body, accept=0):
    return word(xid, 1, 0, 0, 0, accept, *body)


def reply(xid, *body, lists=(0, 0, 0), accept=0, credits=16):
    return word(xid, 1, credits, 0, *lists) + rpc_reply(xid, *body, accept=accept)


class Wire:
    """Makes messages, one after the other in time."""

    def __init__(self, rule=None):
        self.rule = rule or RPCRule(1)
        self.frame = 0

    def message(self, side, kind, size, **facts):
        self.frame += 1
        at = facts.pop("at", self.frame * 1000)
        return Message(1, side, self.frame, kind, "RC", 0, self.frame, at, 0, self.frame, at, size, closed=self.frame,
                       completed=at + 10, **facts)  # fmt: skip

    def send(self, side, data, **facts):
        return list(self.rule.take(self.message(side, "SEND", facts.pop("size", len(data)), **facts), data))

    def moves(self, kind, key, address, size, data=b"", **facts):
        message = self.message(SERVER, kind, size, r_key=key, address=address, **facts)
        return list(self.rule.take(message, data))


GETATTR = (0, 1, 2, 24, 9, 1, 2)
OK = (0, 0, 2, 24, 0, 9, 0, 1, 2, 4, 0x11223344)


def test_a_call_and_its_reply():
    wire = Wire()
    assert wire.send(CLIENT, call(7, *GETATTR)) == []
    (found,) = wire.send(SERVER, reply(7, *OK))
    assert (found.protocol, found.kind, found.detail) == ("nfs", "GETATTR", "PUTROOTFH GETATTR")
    assert (found.status, found.ok, found.outcome) == ("NFS4_OK", True, "answered")
    assert found.latency == 1000
    assert wire.rule.name == "NFS version 4.1"


def test_a_reply_that_comes_before_its_call_was_acknowledged():
    wire = Wire()
    asked, answered = wire.message(CLIENT, "SEND", 100), wire.message(SERVER, "SEND", 100)
    assert wire.rule.take(answered, reply(7, *OK)) == ()
    (found,) = wire.rule.take(asked, call(7, *GETATTR))
    assert found.latency == 1000


def test_a_reply_without_a_call():
    wire = Wire()
    assert wire.send(SERVER, reply(7, *OK)) == []
    assert wire.rule.finish(over=False) == []
    assert wire.rule.unmatched == 1


@pytest.mark.parametrize(("over", "outcome"), [(True, "unanswered"), (False, "open")])
def test_a_call_without_a_reply(over, outcome):
    wire = Wire()
    wire.send(CLIENT, call(7, *GETATTR))
    (found,) = wire.rule.finish(over=over)
    assert (found.outcome, found.status, found.ok) == (outcome, None, None)


def test_a_call_that_is_sent_again():
    """The XID is in use: nobody answers the first."""
    wire = Wire()
    wire.send(CLIENT, call(7, *GETATTR))
    (first,) = wire.send(CLIENT, call(7, *GETATTR))
    assert first.outcome == "unanswered"
    (second,) = wire.send(SERVER, reply(7, *OK))
    assert second.latency == 1000


def test_either_side_may_call():
    """A callback on the same connection, with an XID that the client uses too."""
    wire = Wire()
    wire.send(CLIENT, call(7, *GETATTR))
    wire.send(SERVER, call(7, program=0x40000000, version=1, procedure=0))
    (callback,) = wire.send(CLIENT, reply(7))
    assert (callback.side, callback.kind, callback.status) == (SERVER, "CB_NULL", "SUCCESS")
    (found,) = wire.send(SERVER, reply(7, *OK))
    assert (found.side, found.kind) == (CLIENT, "GETATTR")


# -- chunks -----------------------------------------------------------------------------------------------------------

STATE = (1, 0, 0, 0)
WRITE = (0, 1, 2, 22, 4, 9, 38, *STATE, 0, 0, 2)
READ = (0, 1, 2, 22, 4, 9, 25, *STATE, 0, 0, 4096)


def test_data_of_a_write_in_a_read_chunk():
    wire = Wire()
    wire.send(CLIENT, call(7, *WRITE, 6000, lists=(1, 100, 5, 6000, 0, 0x1000, 0, 0, 0)))
    assert wire.moves("READ", 5, 0x1000, 4096) == []
    assert wire.moves("READ", 5, 0x2000, 1904) == []
    assert wire.moves("READ", 5, 0x9000, 77) == []  # outside
    assert wire.moves("READ", 6, 0x1000, 77) == []  # of somebody else
    (found,) = wire.send(SERVER, reply(7, 0, 0, 2, 22, 0, 38, 0, 6000, 2, 1, 2))
    assert (found.kind, found.size, found.moved, found.status) == ("WRITE", 6000, 6000, "NFS4_OK")
    assert [part.role for part in found.parts] == ["request", "data", "data", "response"]
    assert found.data_start < found.data_end < found.end


def test_data_that_end_before_the_call_does():
    """The acknowledgement of the call was late."""
    wire = Wire()
    asked = wire.message(CLIENT, "SEND", 200)
    wire.moves("READ", 5, 0x1000, 6000)
    wire.rule.take(asked, call(7, *WRITE, 6000, lists=(1, 100, 5, 6000, 0, 0x1000, 0, 0, 0)))
    (found,) = wire.send(SERVER, reply(7, 0, 0, 2, 22, 0, 38, 0, 6000, 2, 1, 2))
    assert found.moved == 6000


def test_data_of_a_read_in_a_write_chunk():
    """The message has only their length; the operation behind READ is read all the same."""
    wire = Wire()
    wire.send(CLIENT, call(7, 0, 1, 3, *READ[3:], 10, lists=(0, 1, 1, 5, 4096, 0, 0x1000, 0, 0)))
    wire.moves("WRITE", 5, 0x1000, 11)
    written = (0, 1, 1, 5, 11, 0, 0x1000, 0, 0)
    (found,) = wire.send(SERVER, reply(7, 0, 0, 3, 22, 0, 25, 0, 1, 11, 10, 0, 4, 9, lists=written))
    assert (found.kind, found.size, found.moved, found.detail) == ("READ", 4096, 11, "PUTFH READ GETFH")


def test_data_of_a_read_inline_although_a_write_chunk_was_there():
    wire = Wire()
    wire.send(CLIENT, call(7, *READ, lists=(0, 1, 1, 5, 4096, 0, 0x1000, 0, 0)))
    unused = (0, 1, 1, 5, 0, 0, 0x1000, 0, 0)
    (found,) = wire.send(SERVER, reply(7, 0, 0, 2, 22, 0, 25, 0, 1, 3, 0x61626300, lists=unused))
    assert found.moved == 3


@pytest.mark.parametrize(("size", "moved"), [(60, 5), (3, 3), (None, 0)], ids=["", "less", "not known"])
def test_data_of_a_read_inline_are_no_more_than_the_message(size, moved):
    wire = Wire()
    wire.send(CLIENT, call(7, *READ))
    (found,) = wire.send(SERVER, reply(7, 0, 0, 2, 22, 0, 25, 0, 1, 5, 0x61626364, 0x65000000), size=size)
    assert (found.kind, found.moved) == ("READ", moved)


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize(
    ("at", "side", "key", "address", "moved"),
    [
        (0, SERVER, 5, 0, 9), (0, SERVER, 5, 4095, 9), (0, SERVER, 5, 4096, 0), (-1, SERVER, 5, 0, 0),
        (0, CLIENT, 5, 0, 0), (0, SERVER, 6, 0, 0), (0, SERVER, None, None, 0),
    ],
)  # fmt: skip
def test_which_data_belong_to_a_call(at, side, key, address, moved, early):
    """Of the other side, not before the call began, though a clock may stand still; memory may begin at 0."""
    wire = Wire()
    asked = wire.message(CLIENT, "SEND", 200, at=5000)
    head = call(7, *READ, lists=(0, 1, 1, 5, 4096, 0, 0, 0, 0))
    data = wire.message(side, "WRITE", 9, at=5000 + at, r_key=key, address=address)
    for message, beginning in ((data, b""), (asked, head)) if early else ((asked, head), (data, b"")):
        assert not wire.rule.take(message, beginning)
    (found,) = wire.send(SERVER, reply(7, 0, 0, 2, 22, 0, 25, 10), at=9000)
    assert (found.moved, [part.role for part in found.parts][1:-1]) == (moved, ["data"] * bool(moved))
    assert [part.contents for part in found.parts if part.role == "data"] == [0] * bool(moved)


@pytest.mark.parametrize("other", [(0x9000, 3000), (0, 7000)], ids=["of other memory", "that began later"])
def test_data_wait_for_their_call_beside_another_one(other):
    """It has the same key, and its first byte is at 0."""
    wire, (address, at) = Wire(), other
    beside, asked = wire.message(CLIENT, "SEND", 200, at=at), wire.message(CLIENT, "SEND", 200, at=4000)
    wire.rule.take(beside, call(8, *READ, lists=(0, 1, 1, 5, 4096, 0, address, 0, 0)))
    wire.moves("WRITE", 5, 0, 1, at=5000)
    wire.rule.take(asked, call(7, *READ, lists=(0, 1, 1, 5, 1, 0, 0, 0, 0)))
    (found,) = wire.send(SERVER, reply(7, 0, 0, 2, 22, 0, 25, 10), at=9000)
    assert (found.identifier, found.moved) == (7, 1)
    assert not wire.rule._loose


def test_data_inside_of_a_write():
    """They have moved with the call, and are no more than its message."""
    for size, moved in ((None, 0), (200, 8), (5, 5)):
        wire = Wire()
        message = wire.message(CLIENT, "SEND", size)
        wire.rule.take(message, call(7, *WRITE, 8, 0x61626364, 0x65666768))
        (found,) = wire.send(SERVER, reply(7, 0, 0, 2, 22, 0, 38, 0, 8, 2, 1, 2))
        assert (found.kind, found.moved) == ("WRITE", moved)


def test_data_that_wait_are_bounded(monkeypatch):
    """The last ones wait."""
    monkeypatch.setattr("ibpkt.commands.rpc_rule._LIMIT", 2)
    wire = Wire()
    asked = wire.message(CLIENT, "SEND", 200)
    for size in (1, 2, 4):
        wire.moves("WRITE", 5, 0x1000, size)
    wire.rule.take(asked, call(7, *READ, lists=(0, 1, 1, 5, 4096, 0, 0x1000, 0, 0)))
    (found,) = wire.send(SERVER, reply(7, 0, 0, 2, 22, 0, 25, 10))
    assert found.moved == 2 + 4


def test_until_when_a_call_was_under_way(monkeypatch):
    """Until its XID was used again; one that was given up has no end."""
    wire = Wire()
    wire.send(CLIENT, call(7, *GETATTR))
    (first,) = wire.send(CLIENT, call(7, *GETATTR))
    assert (first.outcome, first.over) == ("unanswered", 2000)
    monkeypatch.setattr("ibpkt.commands.open_commands.MOST_OPEN", 1)
    (given_up,) = wire.send(CLIENT, call(8, *GETATTR))
    assert (given_up.outcome, given_up.over) == ("open", None)


def test_a_reply_in_a_reply_chunk():
    wire = Wire()
    wire.send(CLIENT, call(7, *GETATTR, lists=(0, 0, 1, 1, 5, 8000, 0, 0x1000)))
    wire.moves("WRITE", 5, 0x1000, 60, rpc_reply(7, 2, 0, 2, 24, 0, 9, 2))
    announced = word(7, 1, 16, 1, 0, 0, 1, 1, 5, 60, 0, 0x1000)
    (found,) = wire.send(SERVER, announced)
    assert (found.status, found.ok) == ("NFS4ERR_NOENT", False)
    assert [part.role for part in found.parts] == ["request", "response", "response"]
    assert found.moved == 0


def test_a_reply_that_is_written_in_two_pieces():
    """Its headers are in the one that begins the reply chunk; what follows has none."""
    wire = Wire()
    wire.send(CLIENT, call(7, *GETATTR, lists=(0, 0, 1, 1, 5, 8000, 0, 0x1000)))
    wire.moves("WRITE", 5, 0x1000, 40, rpc_reply(7, 2, 0, 2, 24, 0, 9, 2))
    wire.moves("WRITE", 5, 0x1028, 20, bytes(20))
    (found,) = wire.send(SERVER, word(7, 1, 16, 1, 0, 0, 1, 1, 5, 60, 0, 0x1000))
    _, first, second, _ = found.parts
    assert (first.role, first.contents) == ("response", REPLIES[4, COMPOUND][2])
    assert (second.role, second.contents) == ("response", 0)


def test_a_reply_in_a_reply_chunk_that_the_capture_does_not_show():
    wire = Wire()
    wire.send(CLIENT, call(7, *GETATTR, lists=(0, 0, 1, 1, 5, 8000, 0, 0x1000)))
    (found,) = wire.send(SERVER, word(7, 1, 16, 1, 0, 0, 1, 1, 5, 60, 0, 0x1000))
    assert (found.outcome, found.ok) == ("answered", None)


def test_a_call_in_a_read_chunk():
    wire = Wire()
    wire.send(CLIENT, call(7, kind=1, lists=(1, 0, 5, 9000, 0, 0x1000, 0, 0, 0)))
    wire.moves("READ", 5, 0x1000, 9000, rpc_call(7, *GETATTR))
    (found,) = wire.send(SERVER, reply(7, *OK))
    assert (found.kind, found.status, found.moved) == ("GETATTR", "NFS4_OK", 0)
    assert [part.role for part in found.parts] == ["request", "request", "response"]
    # a READ carries no header of RPC over RDMA, as the messages around it do
    assert [bool(part.contents) for part in found.parts] == [True, False, True]


def test_a_call_in_a_read_chunk_that_the_capture_does_not_show():
    wire = Wire()
    wire.send(CLIENT, call(7, kind=1, lists=(1, 0, 5, 9000, 0, 0x1000, 0, 0, 0)))
    (found,) = wire.send(SERVER, reply(7, *OK))
    assert (found.kind, found.status) == ("long call", "SUCCESS")


# -- errors -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "status"), [
    (word(7, 1, 16, 4, 2), "ERR_CHUNK"),
    (word(7, 1, 16, 4, 1, 1, 1), "ERR_VERS"),
    (reply(7, accept=1), "PROG_UNAVAIL"),
    (reply(7, 2, 3, accept=2), "PROG_MISMATCH"),
    (word(7, 1, 16, 0, 0, 0, 0, 7, 1, 1, 1, 5), "AUTH_TOOWEAK"),
    (word(7, 1, 16, 0, 0, 0, 0, 7, 1, 1, 0, 2, 2), "RPC_MISMATCH"),
    (reply(7, 10052, 0, 1, 53, 10052), "NFS4ERR_BADSESSION"),
    (reply(7, 4711, 0, 1, 53, 4711), "status 4711"),
])  # fmt: skip
def test_errors(answer, status):
    wire = Wire()
    wire.send(CLIENT, call(7, *GETATTR))
    (found,) = wire.send(SERVER, answer)
    assert (found.status, found.ok, found.outcome) == (status, False, "answered")


@pytest.mark.parametrize(("program", "version", "procedure", "protocol", "kind"), [
    (100005, 3, 1, "mount", "MNT"), (100021, 4, 2, "nlm", "LOCK"), (100000, 2, 3, "portmap", "GETPORT"),
    (100000, 4, 3, "portmap", "GETADDR"), (100227, 3, 1, "nfsacl", "GETACL"), (NFS, 3, 17, "nfs", "READDIRPLUS"),
    (NFS, 3, 99, "nfs", "NFS procedure 99"), (200000, 1, 5, "rpc", "program 200000 procedure 5"),
])  # fmt: skip
def test_other_programs(program, version, procedure, protocol, kind):
    wire = Wire()
    wire.send(CLIENT, call(7, program=program, version=version, procedure=procedure))
    (found,) = wire.send(SERVER, reply(7, 0))
    assert (found.protocol, found.kind) == (protocol, kind)


# -- messages that lie ------------------------------------------------------------------------------------------------


def test_a_compound_that_says_more_operations_than_it_has():
    wire = Wire()
    wire.send(CLIENT, call(7, 0, 1, 9, 24, 10))
    (found,) = wire.send(SERVER, reply(7, *OK))
    assert found.detail == "PUTROOTFH GETFH … (says 9 operations, 2 can be read)"


def test_a_compound_of_which_the_capture_has_the_beginning():
    wire = Wire()
    wire.send(CLIENT, call(7, 0, 1, 9, 24, 10), size=3000)
    (found,) = wire.send(SERVER, reply(7, *OK))
    assert found.detail == "PUTROOTFH GETFH …"


def test_a_name_of_4_gib():
    wire = Wire()
    wire.send(CLIENT, call(7, 0, 1, 2, 24, 15, 0xFFFFFFFF, 0x61626364))
    (found,) = wire.send(SERVER, reply(7, *OK))
    assert (found.kind, found.detail) == ("LOOKUP", "PUTROOTFH LOOKUP")


def test_data_of_4_gib():
    """No more moved than the message has."""
    wire = Wire()
    data = call(7, *WRITE, 0xFFFFFFFF, 0x61626364)
    wire.send(CLIENT, data)
    (found,) = wire.send(SERVER, reply(7, *OK))
    assert found.moved <= len(data)


@pytest.mark.costly
def test_what_waits_is_bounded():
    wire = Wire()
    for xid in range(6000):
        wire.send(SERVER, reply(xid, *OK))
        wire.moves("WRITE", xid, 0, 100)
    wire.rule.finish(over=True)
    assert wire.rule.unmatched == 6000


# -- credits ----------------------------------------------------------------------------------------------------------


def test_a_call_that_is_given_up_leaves_the_others():
    """Three are under way where two may be; of one nobody expects an answer."""
    credits = RPCCredits()
    for time in (0, 1):
        credits.begin(time, CLIENT)
    credits.end(2, CLIENT, 2)
    credits.begin(3, CLIENT)
    credits.begin(4, CLIENT)
    credits.give_up(5, CLIENT)
    credits.end(9, CLIENT, 2)
    assert (credits.exhausted, credits.most) == (6, 3)


def test_credits():
    wire = Wire()
    assert isinstance(wire.rule, CreditedRule)
    wire.send(CLIENT, call(1, *GETATTR))
    assert wire.rule.credits.granted is None
    wire.send(SERVER, reply(1, *OK, credits=2))
    wire.send(CLIENT, call(2, *GETATTR))
    wire.send(CLIENT, call(3, *GETATTR))
    wire.send(SERVER, reply(2, *OK, credits=2))
    assert (wire.rule.credits.granted, wire.rule.credits.most, wire.rule.credits.exhausted) == (2, 2, 1000)
    wire.send(SERVER, reply(3, *OK, credits=0))
    assert wire.rule.credits.granted == 1


def test_credits_that_are_taken_back():
    """Three calls are under way when only two may be: no more can be called until one is left."""
    wire = Wire()
    wire.send(CLIENT, call(1, *GETATTR))
    wire.send(SERVER, reply(1, *OK, credits=8))
    for xid in (2, 3, 4, 5):
        wire.send(CLIENT, call(xid, *GETATTR))
    for xid in (2, 3, 4, 5):
        wire.send(SERVER, reply(xid, *OK, credits=2))
    assert wire.rule.credits.exhausted == 2000  # from the first of these replies to the third


def test_a_call_that_is_sent_again_takes_no_further_credit():
    wire = Wire()
    wire.send(CLIENT, call(1, *GETATTR))
    wire.send(SERVER, reply(1, *OK, credits=2))
    for _ in range(3):
        wire.send(CLIENT, call(2, *GETATTR))
    wire.send(SERVER, reply(2, *OK, credits=2))
    assert (wire.rule.credits.most, wire.rule.credits.exhausted) == (1, 0)


# -- recognition ------------------------------------------------------------------------------------------------------


def sent(side, data, number):
    return Sent(Message(1, side, number, "SEND", "RC", 0, number, number, size=len(data)), data)


def plain(*, xid=7, version=1, credits=32, rpc=2):
    """A call of which some words are others."""
    return word(7, version, credits, 0, 0, 0, 0, xid, 0, rpc, NFS, 4, 1, *NULL_CREDENTIALS)


def test_one_call_with_its_reply_suffices():
    protocol = PROTOCOLS["nfs"]
    both = [sent(CLIENT, call(7, *GETATTR), 1), sent(SERVER, reply(7, *OK), 2)]
    assert protocol.pairs(both, CLIENT) == protocol.needed == 1
    assert protocol.pairs(both, SERVER) == 0
    assert protocol.pairs(both[::-1], CLIENT) == 0


@pytest.mark.parametrize("data", [
    bytes(200), word(*range(50)), plain(xid=8), plain(rpc=3), plain(credits=0), plain(version=2),
    word(7, 1, 32, 0, *(1, 4, 5, 6, 0, 8) * 9), word(7, 1, 32, 3), b"",
], ids=["zeros", "counting", "XID", "RPC 3", "no credits", "version 2", "endless", "done", "nothing"])  # fmt: skip
def test_what_is_no_call(data):
    assert PROTOCOLS["nfs"].is_command(sent(CLIENT, plain(), 1).message, plain())
    assert not PROTOCOLS["nfs"].is_command(sent(CLIENT, data, 1).message, data)


@pytest.mark.parametrize(("credits", "is_call"), [(1, True), (1 << 14, True), ((1 << 14) + 1, False), (1 << 31, False)])
def test_calls_ask_for_no_more_credits_than_anybody_grants(credits, is_call):
    data = plain(credits=credits)
    assert PROTOCOLS["nfs"].is_command(sent(CLIENT, data, 1).message, data) == is_call


@pytest.mark.costly
def test_random_messages_are_no_calls():
    """A hundred thousand, some with the words that all calls have in the beginning: none is a call with a reply."""
    protocol, chance = PROTOCOLS["nfs"], random.Random(1)
    claims = 0
    for _ in range(1000):
        some = []
        for number in range(100):
            data = chance.randbytes(chance.choice((28, 64, 100, 200)))
            if chance.random() < 0.1:
                data = word(7, 1, 32, chance.randrange(5)) + data
            some.append(sent(chance.randrange(2), data, number))
        claims += any(protocol.pairs(some, side) >= protocol.needed for side in (0, 1))
    assert claims == 0


@pytest.mark.costly
def test_damaged_calls_break_nothing():
    """Words of calls and replies are replaced by others; whatever is read lies within the message."""
    chance = random.Random(2)
    good = [
        call(7, *WRITE, 6000, lists=(1, 100, 5, 6000, 0, 0x1000, 0, 0, 0)), reply(7, *OK),
        call(7, *READ, lists=(0, 1, 1, 5, 4096, 0, 0x1000, 1, 1, 6, 100, 0, 0)), call(7, *GETATTR),
    ]  # fmt: skip
    for _ in range(3000):
        wire = Wire()
        for side in (CLIENT, SERVER, CLIENT, SERVER):
            data = bytearray(chance.choice(good))
            for _ in range(chance.randrange(3)):
                at = chance.randrange(len(data) // 4) * 4
                data[at : at + 4] = chance.choice((bytes(4), b"\xff" * 4, word(1), chance.randbytes(4)))
            wire.send(side, bytes(data[: chance.randrange(16, len(data) + 1)]))
        for found in wire.rule.finish(over=True):
            assert found.moved <= 0 or found.size is not None
