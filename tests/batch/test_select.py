"""Some packets of a batch: they keep their numbers, their times and all that was found out about them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt.batch import Batch
from ibpkt.batch.fields import field_named, fields
from ibpkt.output.summary import SummaryLines
from ibpkt.output.tree import TreeLines
from ibpkt.protocols import ICRC, VCRC
from tests.support.stacks import batch_of, carrier, compositions
from tests.tshark import store

CAPTURES = [
    "corrupt_write.pcap",
    "derived_comments.pcapng",
    "derived_plain.erf",
    "derived_snap64.pcap",
    "rping_ipv6.pcap",
]
DAMAGED = carrier("RoCEv2 IPv4", udp={"length": 20}).data
PIECES = [*(packet.data for packet in compositions()[::7] if packet.link == 1), DAMAGED, DAMAGED[:-3]]


def text(renderer, batch: Batch) -> list[bytes]:
    return b"".join(renderer.render(batch)).splitlines(keepends=True)


@pytest.mark.costly
@pytest.mark.parametrize("name", CAPTURES)
def test_lines_of_some_packets(name):
    """The lines of a selection are a selection of the lines, remarks on CRCs, cuts and lengths included."""
    random = np.random.default_rng(7)
    with ibpkt.open(store.FOLDERS["captures"] / name) as capture:
        for batch in capture.batches(150):
            chosen = random.random(len(batch)) < 0.4
            for time in ("r", "d", "e"):
                lines = text(SummaryLines(time=time), batch)
                wanted = [line for line, kept in zip(lines, chosen, strict=True) if kept]
                assert text(SummaryLines(time=time), batch.select(chosen)) == wanted
            trees = b"".join(TreeLines().render(batch)).split(b"\n\n")[:-1]
            wanted = [tree for tree, kept in zip(trees, chosen, strict=True) if kept]
            assert b"".join(TreeLines().render(batch.select(chosen))).split(b"\n\n")[:-1] == wanted


@given(st.lists(st.booleans(), min_size=len(PIECES), max_size=len(PIECES)), st.booleans())
def test_every_column_of_some_packets(chosen, verified):
    wires = [len(piece) if place % 3 else len(piece) + 20 for place, piece in enumerate(PIECES)]
    batch = batch_of(PIECES, 1, wires)
    if verified:  # what is known already is kept
        batch.verify(ICRC)
        batch.verify(VCRC)
    mask = np.array(chosen)
    part = batch.select(mask)
    assert len(part) == mask.sum()
    assert sorted(row for shape in part.shapes for row in shape.rows.tolist()) == list(range(len(part)))
    walked = {(shape.headers, tuple(shape.rows)) for shape in Batch(part.frames).shapes}
    assert walked == {(shape.headers, tuple(shape.rows)) for shape in part.shapes}
    for name in ("frame.number", "frame.time_delta", "frame.disagreement", "frame.stop", "infiniband.icrc.status"):
        column = field_named(name).column(batch)[mask]
        assert field_named(name).column(part).tolist() == column.tolist(), name
    rows = np.flatnonzero(mask).tolist()
    assert [packet.number for packet in part] == [row + 1 for row in rows]
    assert list(part.stops.values()) == [batch.stops[row] for row in rows if row in batch.stops]


def test_all_columns():
    batch = batch_of(PIECES, 1)
    mask = np.arange(len(PIECES)) % 2 == 0
    part = batch.select(mask)
    for name, field in fields().items():
        if name != "frame.time_delta_displayed":
            wanted, found = field.column(batch)[mask], field.column(part)
            there = ~np.ma.getmaskarray(found).reshape(len(part), -1).any(axis=1)
            assert there.tolist() == (~np.ma.getmaskarray(wanted).reshape(len(part), -1).any(axis=1)).tolist(), name
            assert found[there].tolist() == wanted[there].tolist(), name


def test_times_between_those_that_are_left():
    batch = batch_of([PIECES[0]] * 5, 1)
    part = batch.select(np.array([False, True, False, False, True]))
    assert field_named("frame.time_delta").column(part).tolist() == [1000, 1000]
    assert field_named("frame.time_delta_displayed").column(part).tolist() == [0, 3000]
    later = batch.select(np.array([False, True, False, False, True]), 500)
    assert field_named("frame.time_delta_displayed").column(later).tolist() == [500, 3000]
    assert field_named("frame.time_delta_displayed").column(batch).tolist() == [0, 1000, 1000, 1000, 1000]


def test_selections_of_selections():
    batch = batch_of(PIECES, 1)
    part = batch.select(np.arange(len(PIECES)) % 2 == 0)
    again = part.select(np.arange(len(part)) % 2 == 1)
    assert again.frames.number_of.tolist() == list(range(3, len(PIECES) + 1, 4))
    assert len(part.select(np.zeros(len(part), np.bool_))) == 0
