"""RMPP: segments in any order, lost, repeated, lying, ended from either side."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt import build, draft
from ibpkt.batch import Batch
from ibpkt.management import Transfers
from ibpkt.protocols.mad.base import RMPP_TYPES

DATA, ACK, STOP, ABORT = (number for number, name in RMPP_TYPES.items() if name != "None")
ACTIVE, FIRST, LAST = 1, 2, 4
AREA, HEADER = 200, 20


def segment(kind, number, length=0, flags=0, area=b"", *, slid=2, dlid=1, transaction=7, status=0, mgmtclass=3):
    """A datagram of a table of NodeRecords from LID 2 to LID 1."""
    numbers = {"rmpptype": kind, "rmppflags": ACTIVE | flags, "rmppstatus": status, "data1": number, "data2": length}
    headers = [
        draft("LRH", slid=slid, dlid=dlid),
        draft("BTH", opcode="UD SEND Only", destqp=1),
        draft("DETH"),
        draft("MAD", mgmtclass=mgmtclass, method=0x92, transactionid=transaction, attributeid=0x11),
        draft("RMPP", rmppversion=1, **numbers),
    ]
    if mgmtclass == 3:
        return build(*headers, draft("SA", attributeoffset=14), payload=area.ljust(AREA, b"\0"), strict=False).data
    return build(*headers, draft("VendorOUI", data=area.ljust(216, b"\0")), strict=False).data


def segments(data, *, announced=None, **others):
    """A transfer of data."""
    areas = [data[at : at + AREA] for at in range(0, len(data), AREA)] or [b""]
    total = len(data) + HEADER * len(areas) if announced is None else announced
    found = []
    for number, area in enumerate(areas, 1):
        first, last = number == 1, number == len(areas)
        length = len(area) + HEADER if last else total if first else 0
        found.append(segment(DATA, number, length, FIRST * first | LAST * last, area, **others))
    return found


def transfers(packets, at_once=100, **options):
    """What comes of some packets, a microsecond after each other, and how many transfers were given up."""
    collector = Transfers(**options)
    found = []
    for start in range(0, len(packets), at_once):
        batch = Batch.of(packets[start : start + at_once], 247)
        batch.frames.first = start + 1
        batch.frames.time = 1000 * np.arange(start, start + len(batch), dtype=np.int64)
        found += collector.add(batch)
    found += collector.finish()
    return found, collector.given_up


def test_a_table():
    data = bytes(range(250)) * 2
    [table], _ = transfers([b"", *segments(data)])
    assert table.data == data
    assert (table.outcome, table.missing, table.repeats, table.frames, table.last) == ("complete", 0, 0, (2, 3, 4), 4)
    assert (table.mgmtclass, table.attributeid, table.attributeoffset, table.transactionid) == (3, 0x11, 14, 7)
    assert (table.source, table.destination, table.time) == ("LID: 2", "LID: 1", 3000)
    assert table.announced == 500 + 3 * HEADER


@given(
    size=st.integers(201, 1500),
    order=st.lists(st.integers(0, 7), max_size=20),
    at_once=st.sampled_from([1, 3, 100]),
    seed=st.integers(0, 255),
)
def test_any_order_and_any_repeats(size, order, at_once, seed):
    data = bytes((seed + place * 7) & 255 for place in range(size))
    packets = segments(data)
    sent = [number % len(packets) for number in order]
    sent += [number for number in range(len(packets)) if number not in sent]
    found, _ = transfers([packets[number] for number in sent], at_once)
    ends = next(end for end in range(1, len(sent) + 1) if set(sent[:end]) == set(range(len(packets))))
    complete = [each for each in found if each.outcome == "complete"]
    assert complete[0].data == data
    assert complete[0].last == ends
    assert complete[0].repeats == ends - len(packets)
    assert all(data.startswith(each.data) for each in found)


@given(kept=st.sets(st.integers(0, 5)))
def test_what_is_lost(kept):
    data = bytes(range(200)) * 6
    packets = segments(data)
    found, _ = transfers([packets[number] for number in sorted(kept)])
    if not kept:
        assert not found
        return
    [table] = found
    there = next((number for number in range(6) if number not in kept), 6)
    assert table.data == data[: there * AREA]
    assert table.outcome == ("complete" if len(kept) == 6 else "unfinished")
    assert table.missing == max(kept) + 1 - len(kept)


@pytest.mark.parametrize(("kind", "outcome"), [(ABORT, "aborted"), (STOP, "stopped")])
@pytest.mark.parametrize("ends", [{"slid": 2, "dlid": 1}, {"slid": 1, "dlid": 2}], ids=["sender", "receiver"])
def test_ended_by_either_side(kind, outcome, ends):
    packets = segments(bytes(600))
    [table], _ = transfers([*packets[:2], segment(kind, 2, status=118, **ends), packets[2]])[0][:1], 0
    assert (table.outcome, table.status, len(table.data), table.last) == (outcome, 118, 400, 3)


def test_the_window():
    packets = segments(bytes(600))
    answer = segment(ACK, 1, 65, slid=1, dlid=2)
    [table], _ = transfers([packets[0], answer, *packets[1:]])
    assert table.window == 65
    assert table.frames == (1, 3, 4)


def test_others_with_the_same_transaction():
    one, two = b"a" * 300, b"b" * 300
    packets = [*zip(segments(one), segments(two, slid=5), strict=True)]
    found, _ = transfers([each for pair in packets for each in pair])
    assert [(each.source, each.data) for each in found] == [("LID: 2", one), ("LID: 5", two)]


def test_the_transaction_once_more():
    found, _ = transfers([*segments(b"a" * 300), *segments(b"b" * 300)])
    assert [each.data for each in found] == [b"a" * 300, b"b" * 300]


def test_a_late_repeat_begins_nothing():
    packets = segments(bytes(300))
    found, _ = transfers([*packets, packets[1]])
    assert [each.outcome for each in found] == ["complete"]


def test_classes_of_vendors():
    packets = [
        segment(DATA, 1, 300, FIRST, b"x" * 216, mgmtclass=0x32),
        segment(DATA, 2, 14, LAST, b"y" * 10, mgmtclass=0x32),
    ]
    [table], _ = transfers(packets)
    assert table.data == b"x" * 216 + b"y" * 10
    assert table.attributeoffset == 0


@pytest.mark.parametrize(
    ("number", "length", "flags"),
    [(0, 20, 0), (1 << 31, 20, 0), (2, 0, LAST), (2, 19, LAST), (2, 1 << 31, LAST), (0xFFFFFFFF, 0xFFFFFFFF, LAST)],
)
def test_lies(number, length, flags):
    first = segment(DATA, 1, 0xFFFFFFFF, FIRST, b"z" * AREA)
    [table], _ = transfers([first, segment(DATA, number, length, flags, b"q" * AREA)])
    assert len(table.data) in (AREA, 2 * AREA)
    assert table.announced == 0xFFFFFFFF


def test_bounded_memory():
    packets = [segments(bytes(600), transaction=number)[0] for number in range(50)]
    found, given_up = transfers(packets, most=10)
    assert given_up == 40
    assert [each.transactionid for each in found] == list(range(50))
    assert {each.outcome for each in found} == {"unfinished"}
    found, given_up = transfers(packets, limit=5 * AREA)
    assert given_up == 45
