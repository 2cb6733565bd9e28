"""A declared protocol over messages by hand: what it takes for its own, and what becomes of its commands."""

from __future__ import annotations

import random
import types

import numpy as np
import pytest

from ibpkt import traffic
from ibpkt.commands import declared_rule, foreign_messages
from ibpkt.commands.declared_rule import DeclaredProtocol
from ibpkt.commands.recognition import CarriedProtocol
from ibpkt.protocols import ExpertRule
from ibpkt.protocols.mad.service import ip_service_id
from ibpkt.protocols.upper.declared import LentMemory, SendProtocol
from ibpkt.schema import Header, hexa, reserved, uint
from tests.commands.test_messaging import FakeConnection, send, smc_sent
from tests.support.exchanges import ask, batches

KINDS = {1: "Get", 2: "Put"}
REQUEST = Header(
    "TrialRequest", "Trial Request", "trial.request",
    hexa("magic", 16, "Magic", default=0x4D59, fixed=True), uint("kind", 8, "Kind", enum=KINDS),
    reserved("unused", 8), uint("id", 32, "ID"), uint("want", 32, "Want"), hexa("rkey", 32, "Key"),
    hexa("place", 64, "Place"), uint("span", 32, "Span"), uint("queue", 32, "Queue"),
)  # fmt: skip
RESPONSE = Header(
    "TrialResponse", "Trial Response", "trial.response",
    hexa("magic", 16, "Magic", default=0x594D, fixed=True), uint("state", 16, "State", enum={0: "fine", 3: "lost"}),
    uint("id", 32, "ID"), uint("bytes", 32, "Bytes"),
)  # fmt: skip
HELLO = Header("TrialHello", "Hello", "trial.hello", hexa("magic", 32, "Magic", default=0x54524941, fixed=True))
FACTS = {
    "tag": "id", "kind": "", "status": "", "success": (0,), "size": "", "queue": "", "detail": "", "memory": None,
    "ports": (), "service_ids": (), "private": None, "check": None, "expert": (),
}  # fmt: skip
NUMBERS = {REQUEST: 201, RESPONSE: 202, HELLO: 203}


@pytest.fixture(autouse=True)
def graph(monkeypatch):
    """What a registered protocol has in the graph: the two headers, and data behind them."""
    sizes = {number: header.size for header, number in NUMBERS.items()}
    monkeypatch.setattr(declared_rule, "number_of_contents", NUMBERS.__getitem__)
    monkeypatch.setattr(
        declared_rule, "dissect_message", lambda head, number: ([types.SimpleNamespace(size=sizes[number])], None)
    )


def protocol(**facts):
    return DeclaredProtocol(SendProtocol("trial", REQUEST, RESPONSE, **{**FACTS, **facts}))


def asks(tag, kind=1, rest=b"", **fields):
    return REQUEST.write({"kind": kind, "id": tag, **fields}) + rest


def answers(tag, state=0, rest=b"", **fields):
    return RESPONSE.write({"state": state, "id": tag, **fields}) + rest


def is_command(data, size=None, **facts):
    message = send(0, len(data), 1)
    message.size = len(data) if size is None else size
    return protocol(**facts).is_command(message, data)


@pytest.mark.parametrize(
    ("data", "facts", "command"),
    [
        (asks(1), {}, True), (asks(1, magic=0x4D58), {}, False), (asks(1, unused=1), {}, False),
        (asks(1)[:-1], {}, False),
        (asks(1, rest=b"data"), {}, True), (asks(1, kind=9), {}, True), (asks(1, kind=9), {"kind": "kind"}, False),
        (asks(1, kind=2), {"kind": "kind"}, True), (asks(1), {"check": lambda values: values["id"] == 1}, True),
        (asks(2), {"check": lambda values: values["id"] == 1}, False), (answers(1, rest=bytes(40)), {}, False),
    ],
)  # fmt: skip
def test_what_is_a_request(data, facts, command):
    assert is_command(data, **facts) is command


def test_the_size_of_a_request_counts_with_the_bytes_that_are_there():
    size = REQUEST.size
    assert is_command(asks(1), size)
    assert is_command(asks(1), size + 1)
    assert not is_command(asks(1), size - 1)
    assert not is_command(asks(1)[:-1], size)
    message = send(0, size, 1)
    message.size = None
    assert not protocol().is_command(message, asks(1))


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ([(0, asks(1)), (1, answers(1))], 1), ([(1, answers(1)), (0, asks(1))], 0),
        ([(0, asks(1)), (1, answers(2))], 0),
        ([(0, asks(1)), (1, answers(1)), (1, answers(1))], 1), ([(0, asks(1)), (0, answers(1))], 0),
        ([(0, asks(1)), (0, asks(2)), (1, answers(2)), (1, answers(1))], 2), ([(1, asks(1)), (0, answers(1))], 0),
        ([(0, asks(1)), (1, answers(1, magic=5))], 0), ([(0, asks(1)), (1, answers(1)[:-1])], 0),
        ([(0, asks(1, magic=5)), (1, answers(1))], 0),
    ],
)  # fmt: skip
def test_requests_with_their_responses(sent, found):
    assert protocol().pairs(smc_sent(*sent), 0) == found


def test_how_many_pairs_are_evidence():
    """At most one in 2**20 connections of random messages is claimed, by one of 2**12 pairs of these."""
    for bits, needed in ((12, 1 << 30), (13, 20), (16, 5), (17, 4), (22, 2), (32, 2), (64, 2), (0, 1 << 30)):
        declared = protocol().declared
        assert DeclaredProtocol(_with_bits(declared, bits)).needed == needed, bits


def _with_bits(declared, bits):
    facts = {name: getattr(declared, name) for name in ("name", "request", "response", "private")}
    return types.SimpleNamespace(**facts, pair_bits=bits)


def test_what_a_protocol_needs_of_messages():
    one = protocol(private=HELLO)
    assert (one.name, one.title, one.head) == ("trial", "trial", REQUEST.size + 64)
    assert {message: (kind.contents, kind.header) for message, kind in one.private.items()} == dict.fromkeys(
        ("REQ", "REP"), (203, HELLO)
    )
    assert protocol().private == {}


def test_connections_that_it_serves():
    one = protocol(ports=(9000,), service_ids=(0x1234,))
    for service, serves in ((ip_service_id("TCP", 9000), True), (0x1234, True), (0x1235, False), (None, False)):
        assert one.serves(FakeConnection(None, service)) is serves


@pytest.mark.parametrize(
    ("private", "proves"),
    [(b"TRIA", True), (b"TRIAmore", True), (b"TRIB", False), (b"TRI", False), (None, False), (b"", False)],
)
def test_private_data(private, proves):
    assert protocol(private=HELLO).proves(FakeConnection(private)) is proves
    assert not protocol().proves(FakeConnection(private))


@pytest.mark.parametrize(("bits", "proves"), [(23, False), (24, True)])
def test_private_data_of_few_bits_prove_nothing(bits, proves):
    header = Header(
        "TrialFew",
        "Few",
        "trial.few",
        hexa("magic", bits, "Magic", default=5, fixed=True),
        uint("rest", 32 - bits, "Rest"),
    )
    NUMBERS[header] = 204
    try:
        assert protocol(private=header).proves(FakeConnection(header.write({}))) is proves
    finally:
        del NUMBERS[header]


class Connection:
    """A rule, and what has ended."""

    def __init__(self, initiator=0, **facts):
        self.rule = protocol(**facts).rule(1, CarriedProtocol("trial", "told", initiator), None)
        self.frame = 0

    def send(self, side, head, size=None, kind="SEND", **fields):
        self.frame += 1
        message = send(side, len(head) if size is None else size, 1000 * self.frame)
        message.kind, message.first_frame, message.last_frame, message.end = kind, self.frame, self.frame, message.start
        for name, value in fields.items():
            setattr(message, name, value)
        return list(self.rule.take(message, head))


def test_a_command():
    one = Connection(kind="kind", queue="queue", status="state", detail="id {id} of {kind}", size="want")
    assert one.send(0, asks(7, kind=2, want=100, queue=4, rest=b"123456789")) == []
    (command,) = one.send(1, answers(7, rest=b"data"))
    assert (command.protocol, command.kind, command.identifier, command.queue) == ("trial", "Put", 7, "4")
    assert (command.detail, command.size, command.moved) == ("id 7 of 2", 100, 9 + 4)
    assert (command.status, command.ok, command.outcome, command.end) == ("fine", True, "answered", 2000)
    assert [(part.role, part.contents, part.first_frame) for part in command.parts] == [
        ("request", 201, 1),
        ("response", 202, 2),
    ]


@pytest.mark.parametrize(
    ("state", "word", "ok"), [(0, "fine", True), (3, "lost", False), (4, "State 4", True), (9, "State 9", False)]
)
def test_how_a_command_ended(state, word, ok):
    one = Connection(status="state", success=(0, 4))
    one.send(0, asks(7))
    (command,) = one.send(1, answers(7, state))
    assert (command.status, command.ok) == (word, ok)


def test_a_protocol_that_declares_little():
    one = Connection()
    one.send(0, asks(7, kind=9))
    (command,) = one.send(1, answers(7, 3))
    assert (command.kind, command.queue, command.detail, command.size, command.moved) == (
        "Trial Request",
        "",
        "",
        None,
        0,
    )
    assert (command.status, command.ok) == ("answered", True)


@pytest.mark.parametrize(
    ("size", "there", "back", "moved"), [(100, 9, 4, 13), (10, 9, 4, 10), (5, 9, 4, 5), (0, 9, 4, 0)]
)
def test_data_behind_headers(size, there, back, moved):
    """No more than the command asks to move."""
    one = Connection(size="want")
    one.send(0, asks(7, want=size, rest=bytes(there)))
    (command,) = one.send(1, answers(7, rest=bytes(back)))
    assert (command.size, command.moved) == (size, moved)


def test_an_answer_of_unknown_size():
    """Nobody knows of data behind it."""
    one = Connection(size="want")
    one.send(0, asks(7, want=9))
    message = send(1, 1, 2000)
    message.size = None
    (command,) = one.rule.take(message, answers(7))
    assert (command.size, command.moved) == (9, 0)


def test_only_the_target_answers():
    """What the initiator sends in the form of an answer is none."""
    one = Connection()
    one.send(0, asks(7))
    assert one.send(0, answers(7)) == []
    assert [each.status for each in one.send(1, answers(7))] == ["answered"]


def test_a_size_that_only_the_response_has():
    one = Connection(size="bytes")
    one.send(0, asks(7))
    (command,) = one.send(1, answers(7, bytes=77))
    assert command.size == 77


@pytest.mark.parametrize(
    ("length", "address", "moved"),
    [("span", 1000, 8), ("span", 1019, 8), ("span", 1020, 0), ("", 1020, 8), ("", 999, 0)],
)
def test_memory_that_a_command_lends(length, address, moved):
    one = Connection(memory=LentMemory("rkey", "place", length))
    one.send(0, asks(7, rkey=5, place=1000, span=20))
    one.send(1, b"", 8, "WRITE", r_key=5, address=address)
    (command,) = one.send(1, answers(7))
    assert command.moved == moved


@pytest.mark.parametrize(("initiator", "side", "known"), [(0, 0, 0), (0, 1, 0), (None, 1, 1), (None, 0, 0)])
def test_who_sends_commands(initiator, side, known):
    one = Connection(initiator)
    one.send(side, asks(7))
    assert one.rule.initiator == known
    assert len(one.rule.finish(over=False)) == (initiator in (None, side))


@pytest.mark.parametrize(
    ("side", "size", "what"),
    [
        (0, REQUEST.size - 1, ("Trial Request", REQUEST.size)), (1, RESPONSE.size - 1,
        ("Trial Response", RESPONSE.size)),
        (0, REQUEST.size, None), (1, RESPONSE.size, None), (1, None, None),
    ],
)  # fmt: skip
def test_messages_that_are_too_short(side, size, what):
    for initiator in (0, None):
        one = Connection(initiator)
        message = send(side, 0, 5)
        message.size = size
        assert one.rule.take(message, b"") == ()
        remarks = [(each.facts["what"], each.facts["least"]) for each in one.rule.remarks.fetch("trial")]
        assert remarks == ([what] if what and initiator == 0 else [])


def test_responses_whose_fixed_values_are_others():
    one = Connection()
    one.send(0, asks(7))
    assert one.send(1, answers(7, magic=1)) == []
    assert len(one.send(1, answers(7))) == 1


def test_what_the_plug_in_reports():
    """Its rule sees both headers; of a command without a response only the request."""
    seen = []

    def when(asked, answered):
        seen.append((asked["id"], answered.get("state")))
        return asked["id"] == 7

    one = Connection(expert=(ExpertRule("trial-slow", "{id} was slow", when),))
    for tag in (7, 8, 9):
        one.send(0, asks(tag))
    one.send(1, answers(7, 3))
    one.send(1, answers(8, 0))
    one.rule.finish(over=True)
    assert seen == [(7, 3), (8, 0), (9, None)]
    (remark,) = one.rule.remarks.fetch("trial")
    assert remark.kind.name == "trial-slow"
    assert (remark.facts["id"], remark.facts["state"]) == (7, 3)


# -- what check-protocol says -------------------------------------------------------------------------------------


def said(problems):
    return [(problem.kind, problem.sentence) for problem in problems]


@pytest.mark.parametrize("name", ["nvme", "other"])
def test_a_foreign_connection_that_is_claimed(name):
    """Packet numbers that start over belong to another capture, and each capture gets a report of its own."""
    foreign = foreign_messages.ForeignMessages(types.SimpleNamespace(protocols=[types.SimpleNamespace(name=name)]))
    for _ in range(2):
        for batch in traffic.Traffic(3, workload="nvme", operations="Read=1", messages=20).batches():
            foreign.add(batch)
    foreign._end()
    claims = said(foreign._claimed)
    assert [kind for kind, _ in claims] == ["claim"] * (2 if name == "nvme" else 0)
    assert all(words.startswith("nvme claims a foreign connection (") for _, words in claims)


def test_which_batches_are_of_one_capture(monkeypatch):
    """Numbers of packets rise in a capture; batches without packets, and plug-ins without protocols, change nothing."""

    class Follower:
        def __init__(self):
            self.taken = []
            followers.append(self.taken)

        def add(self, batch):
            self.taken.append(len(batch))

        def finish(self):
            self.taken.append("end")

        def connections(self):
            return []

    def add(first, size):
        for batch in batches([ask(psn) for psn in range(size)]):
            batch.frames.first = first
            foreign.add(batch)

    followers = []
    monkeypatch.setattr(foreign_messages, "CommandFollower", Follower)
    foreign = foreign_messages.ForeignMessages(types.SimpleNamespace(protocols=[types.SimpleNamespace(name="trial")]))
    (empty,) = batches([ask(1)])
    for first, size in ((1, 1), (1, 1), (2, 3), (5, 1), (1, 2), (2, 1), (3, 2)):
        add(first, size)
        foreign.add(empty.select(np.zeros(1, np.bool_)))
    foreign._end()
    assert followers == [[1, "end"], [1, 3, 1, "end"], [2, "end"], [1, 2, "end"]]
    foreign = foreign_messages.ForeignMessages(types.SimpleNamespace(protocols=[]))
    add(1, 1)
    assert len(followers) == 4


def test_a_name_that_another_protocol_has(monkeypatch):
    """Nothing else is said of it."""
    one = protocol()
    for name in ("_recognition", "_random_claims", "_taken_by_others", "_speed"):
        monkeypatch.setattr(foreign_messages, name, lambda protocol: iter(()))
    for other, words in ((one, []), (object(), [("name", "there is a protocol trial already")])):
        monkeypatch.setattr(foreign_messages, "PROTOCOLS", {"trial": other})
        foreign = foreign_messages.ForeignMessages(types.SimpleNamespace(protocols=[one.declared]))
        assert said(foreign.problems()) == words


def test_random_messages_that_are_taken():
    """16 random messages of each size, to be quick; the messages of its own length and longer can be taken."""
    one = protocol()
    assert said(foreign_messages._random_claims(one)) == []
    wide = Header("TrialWide", "Wide", "trial.wide", uint("id", 32, "ID"))
    NUMBERS[wide] = 205
    try:
        every = DeclaredProtocol(SendProtocol("wide", wide, wide, **FACTS))
        told = said(foreign_messages._random_claims(every))
    finally:
        del NUMBERS[wide]
    bar = "the bar is one in 1000000; or check="
    assert [kind for kind, _sentence in told] == ["claim", "claim"]
    assert told[0][1].startswith("wide takes 50000 of 50000 random messages for requests; the bar is one in 1000000"), (
        bar
    )
    assert told[1][1] == "wide takes messages of zeros for requests"


def test_what_shows_which_connections_carry_it():
    words = "trial: nothing shows which connections carry it: name a port, or fix a field at a value other than 0"
    assert said(foreign_messages._recognition(protocol())) == []
    bare = Header("TrialBare", "Bare", "trial.bare", uint("id", 32, "ID"))
    NUMBERS[bare] = 206
    try:
        for facts, problems in (({}, 1), ({"ports": (9,)}, 0), ({"private": HELLO}, 0), ({"private": bare}, 1)):
            one = DeclaredProtocol(SendProtocol("trial", bare, bare, **{**FACTS, **facts}))
            assert said(foreign_messages._recognition(one)) == [("claim", words)] * problems
    finally:
        del NUMBERS[bare]


def test_messages_of_its_own():
    """Fixed and reserved fields have their values, the others any; nothing is behind the header."""
    source = random.Random(1)
    heads = [foreign_messages._own_message(REQUEST, source) for _ in range(20)]
    values = [REQUEST.read(head) for head in heads]
    assert {len(head) for head in heads} == {REQUEST.size}
    assert {(each["magic"], each["unused"]) for each in values} == {(0x4D59, 0)}
    assert len({each["id"] for each in values}) == 20
    assert all(is_command(head) for head in heads)


@pytest.mark.parametrize(
    ("pairs", "needed", "claims"), [((3, 0), 3, True), ((0, 3), 3, True), ((2, 2), 3, False), ((4, 0), 3, True)]
)
def test_which_protocols_take_messages(pairs, needed, claims):
    other = types.SimpleNamespace(pairs=lambda sent, side: pairs[side], needed=needed)
    assert foreign_messages._claims(other, []) is claims


def test_messages_of_its_own_that_others_take(monkeypatch):
    """Requests and responses in turn, 200 of each, with one tag."""
    one = protocol()
    seen = {}

    def pairs(sent, side):
        seen[side] = sent
        return one.pairs(sent, side)

    other = types.SimpleNamespace(pairs=pairs, needed=200)
    monkeypatch.setattr(foreign_messages, "PROTOCOLS", {"trial": one, "other": other})
    assert said(foreign_messages._taken_by_others(one)) == [
        ("overlap", "messages of trial can be taken for those of other")
    ]
    other.needed = 201
    assert said(foreign_messages._taken_by_others(one)) == []
    assert [each.message.side for each in seen[0]] == [0, 1] * 200
    assert {each.message.size == len(each.head) for each in seen[0]} == {True}


def test_rules_are_called_with_and_without_a_response():
    calls = []
    declared = protocol(
        expert=(ExpertRule("trial-x", "x", lambda asked, answered: calls.append((len(asked), len(answered)))),)
    )
    foreign_messages._call_rules(declared.declared)
    assert len(calls) == 400
    assert {answered for _asked, answered in calls[::2]} == {4}
    assert {answered for _asked, answered in calls[1::2]} == {0}


@pytest.mark.parametrize(("seconds", "slow"), [(19e-6, False), (21e-6, True)])
def test_how_long_a_message_may_take(seconds, slow, monkeypatch):
    clock = iter((5.0, 5.0 + 200 * seconds))
    monkeypatch.setattr(foreign_messages.time, "process_time", lambda: next(clock))
    words = f"trial takes {seconds * 1e6:.0f} µs for a message; at most 20 are bearable"
    assert said(foreign_messages._speed(protocol())) == [("speed", words)] * slow
