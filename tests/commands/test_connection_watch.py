"""When it is decided what a connection carries: by what its establishment says, and after how many messages."""

from __future__ import annotations

import pytest

from ibpkt.commands import connection_watch
from ibpkt.commands.connection_watch import LOOKED_AT, ConnectionWatch
from ibpkt.commands.recognition import CarriedProtocol
from tests.commands.test_messaging import FakeConnection, send


class Rule:
    """Counts the messages that it takes; each third ends something."""

    name, queue, unmatched = "target", "", 0

    def __init__(self, flow, verdict, connection):
        self.flow, self.verdict, self.connection = flow, verdict, connection
        self.taken, self.expected, self.over = [], [], None

    def expect(self, sent):
        self.expected = list(sent)

    def take(self, message, head):
        self.taken.append((message.start, head))
        return [message.start] if len(self.taken) % 3 == 0 else []

    def finish(self, *, over):
        self.over = over
        return ["left"]


class Trial:
    """A protocol whose commands begin with "ask", whose answers begin with "ok"."""

    name, title, head, needed = "trial", "Trial", 8, 2

    def __init__(self, proof=b"", port=None):
        self.proof, self.port, self.private = proof, port, {}
        self.asked = 0

    def proves(self, connection):
        return bool(self.proof) and connection.active.private == self.proof

    def serves(self, connection):
        return self.port is not None and connection.service_id == self.port

    def is_command(self, message, head):
        return head == b"ask"

    def pairs(self, sent, initiator):
        self.asked += 1
        assert [each.message.start for each in sent] == sorted(each.message.start for each in sent)
        asked = sum(each.head == b"ask" and each.message.side == initiator for each in sent)
        return min(asked, sum(each.head == b"ok" and each.message.side != initiator for each in sent))

    def rule(self, flow, verdict, connection):
        return Rule(flow, verdict, connection)


@pytest.fixture
def trial(monkeypatch):
    protocol = Trial()
    monkeypatch.setattr(connection_watch, "PROTOCOLS", {"trial": protocol})
    return protocol


def give(watch, *heads, start=1, kind="SEND"):
    """Messages one after the other; "<" before the head is the other side."""
    found = []
    for at, head in enumerate(heads, start):
        message = send(int(head.startswith(b"<")), 8, at)
        message.kind = kind
        found += watch.take(message, head.removeprefix(b"<"))
    return found


def test_what_the_caller_says(trial):
    watch = ConnectionWatch(5, None, "trial")
    assert watch.verdict == CarriedProtocol("trial", "told", None)
    assert (watch.rule.flow, watch.rule.connection) == (5, None)
    assert give(watch, b"a", b"b", b"c") == [3]
    assert watch.rule.expected == []
    connection = FakeConnection(None)
    assert ConnectionWatch(5, (connection, 1), "trial").verdict == CarriedProtocol("trial", "told", 1)


@pytest.mark.parametrize("side", [0, 1])
def test_what_private_data_prove(trial, side):
    trial.proof, connection = b"proof", FakeConnection(b"proof")
    watch = ConnectionWatch(5, (connection, side))
    assert watch.verdict == CarriedProtocol("trial", "private data", side)
    assert watch.rule.connection is connection
    assert ConnectionWatch(5, (FakeConnection(b"other"), side)).verdict is None


def test_a_port_is_a_hypothesis_that_the_first_command_confirms(trial):
    trial.port = 77
    watch = ConnectionWatch(5, (FakeConnection(None, 77), 0))
    assert give(watch, b"x", b"<ok", b"y") == []
    assert watch.verdict is None
    assert give(watch, b"<ask", start=4) == [3]  # the messages before it are taken, too
    assert watch.verdict == CarriedProtocol("trial", "port and content", 1)
    assert [start for start, _head in watch.rule.taken] == [1, 2, 3, 4]
    assert trial.asked == 0
    other = ConnectionWatch(5, (FakeConnection(None, 77), 0))
    give(other, b"ask", kind="WRITE")
    assert other.verdict is None
    assert other.finish(over=True) == []


def test_a_port_may_carry_another_protocol(trial, monkeypatch):
    """Its messages tell, as on a port that nobody knows."""
    expected = Trial(port=77)
    expected.is_command = lambda message, head: False
    expected.pairs = lambda sent, initiator: 0
    monkeypatch.setattr(connection_watch, "PROTOCOLS", {"expected": expected, "trial": trial})
    watch = ConnectionWatch(5, (FakeConnection(None, 77), 0))
    give(watch, *PAIR, *PAIR)
    assert watch.verdict == CarriedProtocol("trial", "content", 0)
    last = ConnectionWatch(5, (FakeConnection(None, 77), 0))
    give(last, b"x", b"y", *PAIR, *PAIR)  # the last of them are looked at when no more come
    assert last.verdict is None
    last.finish(over=True)
    assert last.verdict == CarriedProtocol("trial", "content", 0)


PAIR = (b"ask", b"<ok")


@pytest.mark.parametrize(
    ("heads", "after"),
    [((*PAIR, *PAIR), 4), ((*PAIR, b"x", *PAIR, b"y", b"z", b"w"), 8), ((b"x", b"y", *PAIR, *PAIR, b"z", b"w"), 8)],
)
def test_pairs_are_looked_for_after_each_fourth_send(trial, heads, after):
    watch = ConnectionWatch(5, None)
    for count, head in enumerate(heads, 1):
        give(watch, head, start=count)
        assert (watch.verdict is not None) is (count >= after), count
    assert watch.verdict == CarriedProtocol("trial", "content", 0)
    assert [each.head for each in watch.rule.expected] == [head.removeprefix(b"<") for head in heads]


def test_either_side_may_ask(trial):
    watch = ConnectionWatch(5, None)
    give(watch, b"<ask", b"ok", b"<ask", b"ok")
    assert watch.verdict == CarriedProtocol("trial", "content", 1)


def test_only_sends_count(trial):
    watch = ConnectionWatch(5, None)
    give(watch, *PAIR, *PAIR[:1])
    give(watch, b"ok", b"ok", b"ok", start=10, kind="WRITE")
    assert (watch.verdict, trial.asked) == (None, 0)
    assert give(watch, b"<ok", start=20) == [3, 12]
    assert [start for start, _head in watch.rule.taken] == [1, 2, 3, 10, 11, 12, 20]
    assert [each.message.start for each in watch.rule.expected] == [1, 2, 3, 20]


@pytest.mark.parametrize("kind", ["SEND", "WRITE"])
def test_after_how_many_messages_a_connection_is_given_up(trial, kind):
    watch = ConnectionWatch(5, None)
    give(watch, *[b"x"] * (LOOKED_AT - 1), kind=kind)
    assert not watch.uninteresting
    give(watch, b"x", start=LOOKED_AT, kind=kind)
    assert LOOKED_AT == 128
    assert watch.uninteresting
    asked = trial.asked
    assert give(watch, *PAIR, *PAIR, start=500) == []
    assert (watch.verdict, trial.asked) == (None, asked)
    assert watch.finish(over=True) == []


@pytest.mark.parametrize("before", [123, 124, 126])
def test_the_last_sends_are_looked_at_one_by_one(trial, before):
    """So that pairs at the end of what is looked at are not missed."""
    watch = ConnectionWatch(5, None)
    heads = [b"x"] * (before - 3) + [*PAIR, b"ask"]
    give(watch, *heads)
    assert watch.verdict is None
    give(watch, b"<ok", start=before + 1)
    assert watch.verdict is not None


@pytest.mark.parametrize("over", [True, False])
@pytest.mark.parametrize(("heads", "found"), [((*PAIR, *PAIR, b"x"), True), ((*PAIR, b"x"), False), ((), False)])
def test_the_end_of_the_messages(trial, over, heads, found):
    """It is decided with what there is, however many they are."""
    trial.needed = 2
    watch = ConnectionWatch(5, None)
    watch._decide = lambda: None  # not before the end
    give(watch, *heads)
    del watch._decide
    assert watch.finish(over=over) == ([3, "left"] if found else [])
    assert (watch.verdict is not None) is found
    if found:
        assert watch.rule.over is over
        assert watch.finish(over=over) == ["left"]


def test_protocols_that_remark_nothing(trial):
    watch = ConnectionWatch(5, None, "trial")
    assert watch.remarks() == []
    assert ConnectionWatch(5, None).remarks() == []
