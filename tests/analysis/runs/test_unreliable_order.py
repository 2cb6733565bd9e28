"""Which packets of UC come late, and which their receiver does not expect."""

from __future__ import annotations

import numpy as np
import pytest

from ibpkt.analysis.runs.first_copies import FirstCopies, Unanswered
from ibpkt.analysis.runs.unreliable_order import LATEST, RequestColumns, UnreliableOrder
from ibpkt.protocols import OPCODES

CODES = {
    position: next(each.code for each in OPCODES.values() if each.name == f"UC SEND {position}")
    for position in ("First", "Middle", "Last", "Only")
}
ORIGIN = 1 << 24


class Receiver:
    """Takes packets of halves 0 (UC), 1 (RC) and 2 (UC) batch by batch."""

    def __init__(self):
        self.order, self.copies, self.frame, self.now = UnreliableOrder(), FirstCopies(), 0, 0
        self.sent, self.first = {}, np.zeros(3, np.int64)
        self.silent = np.array([True, False, True])

    def add(self, packets):
        """Packets as (PSN, position, time, half); of each, whether it is kept, late, and unexpected."""
        rows = []
        for psn, position, time, half in packets:
            self.frame, self.now = self.frame + 1, max(self.now, time)
            psn += ORIGIN
            if half not in self.sent:
                self.sent[half] = self.first[half] = psn
            again, self.sent[half] = psn < self.sent[half], max(self.sent[half], psn + 1)
            rows.append((half, psn, psn + 1, CODES[position], self.frame, again, time, self.now))
        places = sorted(range(len(rows)), key=lambda at: rows[at][0])
        columns = [np.array([rows[at][place] for at in places], np.int64) for place in range(8)]
        columns[5] = columns[5] > 0
        requests = RequestColumns(*columns)
        found = self.order.add(requests, self.silent, self.copies, self.first)
        half, psn, end, _, frame, _, time, _ = (column[found.kept] for column in requests)
        none, acked = np.zeros(len(half), np.int64), np.where(self.silent, 1 << 40, 0)
        self.copies.add(
            half, psn, end, {"frame": frame, "time": time, "damaged": none}, acked, self.first, none,
            Unanswered(self.silent, self.now - LATEST),
        )  # fmt: skip
        told = [None] * len(rows)
        for place, values in zip(places, zip(*(column.tolist() for column in found), strict=True), strict=True):
            told[place] = "".join(letter for letter, value in zip("klu", values, strict=True) if value)
        return told


def said(packets, size=None):
    """Of each packet: k if it is kept, l if it is late, u if nobody expects it."""
    receiver, told = Receiver(), []
    packets = [(*packet, *(0, 0)[len(packet) - 2 :]) for packet in packets]
    size = size or len(packets)
    for begin in range(0, len(packets), size):
        told += receiver.add(packets[begin : begin + size])
    return told


@pytest.mark.parametrize("size", [1, 2, None])
@pytest.mark.parametrize(
    ("packets", "told"),
    [
        ([(0, "First"), (1, "Middle"), (2, "Last"), (3, "Only")], ["k"] * 4),
        ([(0, "Only"), (2, "Only"), (1, "Only"), (3, "Only")], ["k", "k", "kl", "k"]),
        ([(0, "First"), (2, "Last"), (1, "Middle"), (3, "Only")], ["k", "ku", "klu", "k"]),
        ([(0, "Only"), (4, "Only"), (1, "First"), (2, "Middle"), (3, "Last")], ["k", "k", "kl", "kl", "kl"]),
        ([(0, "Only"), (2, "First"), (1, "Only"), (3, "Last")], ["k", "k", "kl", "ku"]),
        ([(0, "First"), (3, "Last"), (4, "Only")], ["k", "ku", "k"]),
        # what comes twice is no part of the order
        ([(0, "First"), (1, "Middle"), (0, "First"), (2, "Last")], ["k", "k", "", "k"]),
        ([(0, "First"), (1, "Middle"), (1, "Middle"), (2, "Last")], ["k", "k", "", "k"]),
        ([(0, "Only"), (2, "Only"), (1, "Only"), (1, "Only"), (2, "Only")], ["k", "k", "kl", "", ""]),
        # before the first PSN of the capture it may be late, and what goes on there began before
        ([(5, "Only"), (4, "Only"), (6, "Only")], ["k", "kl", "k"]),
        ([(6, "Middle"), (5, "First"), (5, "First"), (7, "Last")], ["k", "kl", "", "ku"]),
        ([(65, "Only"), (1, "Only"), (0, "Only"), (66, "Only")], ["k", "kl", "", "k"]),
        ([(5, "Middle"), (6, "Last")], ["k", "k"]),
        # each half by itself, and those of other services are none of this
        ([(0, "First"), (0, "First", 0, 2), (1, "Last"), (1, "Last", 0, 2)], ["k"] * 4),
        ([(0, "Only"), (2, "Only"), (1, "Only", 0, 2), (1, "Only")], ["k", "k", "k", "kl"]),
        ([(0, "First", 0, 1), (2, "Last", 0, 1), (1, "Middle", 0, 1)], ["k"] * 3),
        ([(0, "First", 0, 1), (0, "First"), (2, "Last", 0, 1), (1, "Middle", 0, 1), (1, "Last")], ["k"] * 5),
    ],
)
def test_what_a_receiver_sees(packets, told, size):
    assert said(packets, size) == told


@pytest.mark.parametrize("size", [1, 2, None])
@pytest.mark.parametrize(("wait", "told"), [(LATEST, "kl"), (LATEST + 1, "")])
def test_what_comes_too_late_is_not_kept(wait, told, size):
    """It is too late behind the first packet that has gone past it, whatever came in between."""
    packets = [(0, "Only", 0), (2, "Only", 1), (3, "Only", wait), (1, "Only", 1 + wait)]
    assert said(packets, size) == ["k", "k", "k", told]


@pytest.mark.parametrize("size", [1, None])
def test_holes_are_too_old_one_by_one(size):
    packets = [(0, "Only", 0), (2, "Only", 0), (4, "Only", LATEST), (3, "Only", LATEST + 1), (1, "Only", LATEST + 2)]
    assert said(packets, size) == ["k", "k", "k", "kl", ""]


def test_a_time_that_goes_back_does_not_make_it_young_again():
    packets = [(0, "Only", 0), (2, "Only", 0), (3, "Only", LATEST + 1), (1, "Only", 5)]
    assert said(packets, 1) == said(packets) == ["k", "k", "k", ""]


def test_a_half_that_moves_and_one_that_is_over():
    receiver = Receiver()
    receiver.add([(0, "First", 0, 0), (0, "First", 0, 2)])
    receiver.order.forget(np.array([2]))
    receiver.order.move(0, 2)
    assert receiver.add([(2, "Last", 0, 2), (2, "Last", 0, 0)]) == ["ku", "k"]
