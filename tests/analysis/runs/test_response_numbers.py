"""Responses counted over all READs of a half, set against a count packet by packet; halves that learn, move and end."""

from __future__ import annotations

import random
from types import SimpleNamespace

import numpy as np
import pytest

from ibpkt.analysis.columns.addresses import Addresses
from ibpkt.analysis.columns.transport import transport
from ibpkt.analysis.runs import response_order
from ibpkt.analysis.runs.half_table import HalfTable
from ibpkt.analysis.runs.read_spans import LearnedEnds
from ibpkt.analysis.runs.response_order import ResponseOrder
from ibpkt.analysis.runs.sequence_columns import SequenceColumns
from tests.support.exchanges import READ_ONLY, ask, batches, read, tell

PMTU = 1024


def respond(psn):
    return tell(psn, 1, opcode=READ_ONLY, size=8)


class Halves:
    """Packets of several halves, fed to one `ResponseOrder`."""

    def __init__(self, count=4, pmtu=PMTU):
        self.table, self.order, self.addresses = HalfTable(), ResponseOrder(), Addresses()
        self.table.reserve(count)
        self.frame = 1
        self.pmtu = np.full(self.table.capacity, pmtu)

    def feed(self, packets, halves):
        """The letters of the packets of a batch, in their order: m for missing before it, a for again, x for both."""
        (batch,) = batches(packets)
        batch.frames.first = self.frame
        self.frame += len(packets)
        columns = transport(batch, self.addresses)
        rows = np.arange(len(columns))
        sequence = SequenceColumns(columns, rows, np.array(halves), self.table, self.pmtu)
        missing, again = self.order.add(sequence, self.table)
        letters = np.full(len(packets), "-")
        letters[sequence.rows] = ["-max"[m + 2 * a] for m, a in zip(missing, again, strict=True)]
        sequence.update(self.table)
        return "".join(letters)


class Counted:
    """One half, packet by packet: the responses that it asks for have numbers, one behind the other."""

    def __init__(self):
        self.numbers = {}  # PSN of a response: its number
        self.seen = self.sent = 0

    def take(self, kind, psn, size=1):
        if kind == "read":
            self.numbers |= {psn + at: len(self.numbers) + at for at in range(size)}
            self.sent = psn + size
            return "-"
        if kind == "ask":
            self.sent = psn + 1
            return "-"
        if kind == "ack":  # of all up to it
            return "m" if sum(each <= psn for each in self.numbers) > self.seen else "-"
        if psn not in self.numbers:  # nobody asked for it; it comes behind those before it all the same
            behind = sum(each < psn for each in self.numbers) > self.seen
            return "x" if behind else "a" if self.numbers else "-"
        number = self.numbers[psn]
        letter = "m" if number > self.seen else "a" if number < self.seen else "-"
        self.seen = max(self.seen, number + 1)
        return letter


@pytest.mark.parametrize("seed", range(12))
def test_as_a_count_packet_by_packet(seed):
    """Each half by itself, whatever comes between its packets and wherever batches end."""
    source = random.Random(seed)
    counted = [Counted() for _ in range(3)]
    halves = Halves()
    for size in (1, 9, 30, 2, 40):
        packets, of, expected = [], [], ""
        for _ in range(size):
            half = source.randrange(3)
            one = counted[half]
            kind = source.choice(("read", "ask", "ack", "response", "response", "response"))
            if not one.sent:
                kind = "ask"  # the first packet shows where PSNs begin
            take = one.sent
            span = source.randint(1, 4)
            if kind in ("ack", "response"):
                ahead = [psn for psn, number in one.numbers.items() if number >= one.seen][: source.choice((1, 1, 3))]
                take = source.choice([*ahead, *ahead, source.randrange(one.sent)])
            make = {"read": lambda psn, span=span: read(psn, span * PMTU), "ask": ask, "ack": lambda psn: tell(psn, 1)}
            packets.append(make.get(kind, respond)(take))
            of.append(half)
            expected += one.take(kind, take, span)
        assert halves.feed(packets, of) == expected
    assert not halves.order.given_up


def test_what_one_half_asks_for_is_nothing_to_the_next():
    """Also where the PSNs of the other are lower, and the half itself has asked for nothing."""
    halves = Halves()
    assert halves.feed([read(5, 2 * PMTU), ask(3), tell(3, 1), respond(5), respond(6)], [0, 1, 1, 0, 0]) == "-----"
    assert halves.feed([respond(6), respond(3)], [0, 1]) == "a-"


def test_a_half_that_gets_another_number():
    for to in (3, 0):
        halves = Halves()
        halves.feed([read(5, 3 * PMTU), read(9, 2 * PMTU), ask(1), respond(5)], [1, 2, to, 1])
        halves.order.move(1, to)
        for name in ("sent", "psn", "end", "asked_responses", "seen_responses"):
            halves.table[name][to] = halves.table[name][1]
        assert halves.feed([respond(7), respond(9), respond(10)], [to, 2, 2]) == "m--"


def test_halves_that_are_over():
    halves = Halves()
    halves.feed([read(5, 2 * PMTU), read(5, 2 * PMTU), read(5, 2 * PMTU)], [0, 1, 2])
    halves.order.forget(np.array([0, 2]))
    halves.table.forget(np.array([0, 2]))
    letters = halves.feed([ask(5), ask(5), respond(6), tell(5, 1), tell(5, 1)], [0, 2, 1, 0, 2])
    assert letters == "--m--"


def learned(half, psn, before, end):
    return LearnedEnds(*(np.array([each], np.int64) for each in (half, psn, before, end)))


def test_reads_that_are_longer_than_was_known():
    """By the path MTU, or by what comes behind them: responses behind them have later numbers then."""
    halves = Halves(pmtu=0)
    halves.feed([read(5, 3 * PMTU), read(5, 2 * PMTU), ask(7), read(8)], [0, 1, 1, 1])
    base = int(halves.table["psn"][0]) - 5
    pmtu = halves.pmtu.copy()
    pmtu[0] = PMTU
    of_first = halves.order.learn(halves.table, pmtu)
    assert [column.tolist() for column in of_first] == [[0], [base + 5], [base + 6], [base + 8]]
    assert halves.table["asked_responses"][:2].tolist() == [3, 2]
    assert [column.tolist() for column in halves.order.learn(halves.table, pmtu)] == [[], [], [], []]
    pmtu[1] = PMTU
    of_second = halves.order.learn(halves.table, pmtu)
    assert [column.tolist() for column in of_second] == [
        [1, 1],
        [base + 5, base + 8],
        [base + 6, base + 9],
        [base + 7, base + 9],
    ]
    assert halves.table["asked_responses"][:2].tolist() == [3, 3]
    assert [len(column) for column in halves.order.learn(halves.table, pmtu)] == [0] * 4
    for half, last in ((0, 7), (1, 6)):
        halves.table["sent"][half] = halves.table["end"][half] = base + max(last + 1, 9 * half)
    assert halves.feed([respond(5), respond(6), respond(7), respond(5), respond(8)], [0, 0, 0, 1, 1]) == "----m"


def test_only_reads_that_are_there_become_longer():
    halves = Halves(pmtu=0)
    halves.feed([read(5), read(6), read(6)], [0, 0, 1])
    base = int(halves.table["psn"][1]) - 6
    keys = base + 6
    halves.order.lengthen(halves.table, learned(0, base + 7, base + 8, base + 9))
    halves.order.lengthen(halves.table, learned(2, keys, keys + 1, keys + 9))
    assert halves.table["asked_responses"][:3].tolist() == [2, 1, 0]
    halves.order.lengthen(halves.table, learned(0, keys, keys + 1, keys + 4))
    halves.order.lengthen(halves.table, learned(0, keys, keys + 1, keys + 2))  # never shorter
    assert halves.table["asked_responses"][:3].tolist() == [5, 1, 0]
    ResponseOrder().lengthen(halves.table, learned(0, keys, keys + 1, keys + 4))


def test_responses_that_came_before_it_was_known_whose_they_are():
    halves = Halves()
    halves.feed([read(5, 3 * PMTU), read(5, 3 * PMTU)], [0, 1])
    base = int(halves.table["psn"][1]) - 5
    halves.order.come(1, np.array([base + 5, base + 6]), halves.table)
    halves.order.come(1, np.array([base + 5, base + 9]), halves.table)
    assert halves.table["seen_responses"][:2].tolist() == [0, 2]
    assert halves.feed([respond(7), respond(7)], [0, 1]) == "m-"


def test_the_oldest_are_forgotten_where_there_are_too_many(monkeypatch):
    monkeypatch.setattr(response_order, "MOST", 3)
    halves = Halves()
    halves.feed([read(5), read(6), read(7)], [0, 0, 0])
    assert halves.order.given_up == 0
    halves.feed([read(8), read(9)], [0, 0])
    assert halves.order.given_up == 2
    assert halves.feed([respond(9)], [0]) == "m"


LOST = [read(1), read(6), ask(9)]  # of what one sent before, between and behind them


@pytest.mark.parametrize("half", [0, 1, 2])
@pytest.mark.parametrize(
    ("again", "responses", "letters"),
    [
        (read(3, 2 * PMTU), (1, 3, 4, 6), "-----"),
        (read(3, 2 * PMTU), (1, 4, 6), "--m-"),
        (read(3, 2 * PMTU), (1, 3, 6), "---m"),
        (read(7, 2 * PMTU), (1, 6, 7, 8), "-----"),
        (read(7, 2 * PMTU), (1, 6, 8), "---m"),
        (read(0), (0, 1, 6), "----"),
        (read(0), (1, 6), "-m-"),
        (read(6), (1, 6), "---"),  # it is no other one
        (read(5, 4 * PMTU), (1, 5, 6), "----"),  # of it one PSN is left
    ],
)
def test_a_read_that_was_lost_before_the_tap_has_its_place_among_the_others(half, again, responses, letters):
    """Its responses are due between those of the READs around it; to other halves it is nothing."""
    halves = Halves()
    others = [each for each in range(3) if each != half]
    for other in others:
        halves.feed([read(2, 2 * PMTU), read(7)], [other] * 2)
    halves.feed([ask(0xFFFFFF), *LOST], [half] * 4)
    assert halves.feed([again, *map(respond, responses)], [half] * (1 + len(responses))) == letters
    for other in others:
        assert halves.feed([respond(2), respond(7)], [other] * 2) == "-m"


def test_a_read_that_was_executed_although_the_tap_has_missed_it():
    """What was asked for behind it has come."""
    halves = Halves()
    halves.feed([ask(0), *LOST, respond(1), respond(6)], [0] * 6)
    halves.feed([read(3)], [0])
    assert halves.table["asked_responses"][0] == 2


def cut_read(psn):
    """A READ of which the capture has cut off the length."""
    packet = read(psn, 3 * PMTU)
    return SimpleNamespace(data=packet.data[:66], link=packet.link)


@pytest.mark.parametrize("half", [0, 1])
def test_a_read_without_its_length_makes_nobody_forget_another(half):
    """The other half, and the same one, still wait for what they have asked for."""
    halves = Halves()
    assert halves.feed([cut_read(5), read(5, 2 * PMTU)], [half, 1 - half]) == "--"
    assert halves.feed([respond(6)], [1 - half]) == "m"
    halves = Halves()
    assert halves.feed([read(5, 2 * PMTU), cut_read(7), ask(5)], [half, half, 1 - half]) == "---"
    assert halves.feed([respond(7)], [half]) == "m"


def test_of_a_read_without_its_length_any_response_may_come():
    """As long as it is the last one that was asked for; what is not its own response comes again."""
    halves = Halves()
    assert halves.feed([cut_read(5), ask(1), respond(5)], [0, 1, 0]) == "---"
    assert halves.feed([ask(2), respond(5)], [1, 0]) == "-a"
