"""What stands behind packets: columns say what the packets say, and whatever chooses packets takes it along."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import protocols
from ibpkt.batch import Annotation, Batch
from ibpkt.batch.annotations import attach
from ibpkt.batch.fields import field_named
from ibpkt.protocols import annotation_graph
from ibpkt.protocols.annotation_headers import ANNOTATION_HEADERS, RMPPTable, UpperMessage
from ibpkt.protocols.mad.sa import RECORDS
from ibpkt.protocols.upper.contents import RULES as UPPER_RULES
from tests.support.shared import OWN as CAPTURES


def batch_of(name="mix_all_ops", count=40):
    with ibpkt.open(CAPTURES / f"{name}.pcap") as capture:
        return next(capture.batches(limit=count))


@st.composite
def notes(draw, count):
    """Something about some packets."""
    found = []
    for header in ANNOTATION_HEADERS:
        rows = np.array(sorted(draw(st.sets(st.integers(0, count - 1), max_size=5))), np.int64)
        values = {
            field.name: np.array([draw(st.integers(0, (1 << field.width) - 1)) for _ in rows], np.uint64)
            for field in header.fields
        }
        contents = [draw(st.binary(max_size=300)) for _ in rows] if header is RMPPTable else ()
        found.append(Annotation(header, rows, values, contents))
    return found


@pytest.mark.costly
@given(data=st.data())
def test_columns_say_what_packets_say(data):
    batch = batch_of()
    given_notes = data.draw(notes(len(batch)))
    noted = attach(batch, given_notes)
    for note in given_notes:
        for name, values in note.values.items():
            said = {
                row: next(layer.raw[name] for layer in noted[row].annotations if layer.header is note.header)
                for row in note.rows.tolist()
            }
            assert said == dict(zip(note.rows.tolist(), values.tolist(), strict=True))
    for shape in noted.shapes:
        for row in shape.rows.tolist():
            packet = noted[row]
            assert shape.headers == tuple(layer.header for layer in (*packet, *packet.annotations))
            assert (packet.data, packet.payload) == (batch[row].data, batch[row].payload)
        for index, header in enumerate(shape.headers[shape.annotations :], shape.annotations):
            for leaf in header.leaves:
                column = shape.column(index, leaf)
                for place, row in enumerate(shape.rows.tolist()):
                    if column.present is None or column.present[place]:
                        value = column.values[place]
                        value = value.tobytes() if leaf.wide and value is not None and leaf.width else value
                        assert noted[row].annotations[index - shape.annotations].raw_value(leaf.name) == value


@given(data=st.data())
def test_chosen_packets_take_it_along(data):
    batch = batch_of()
    noted = attach(batch, data.draw(notes(len(batch))))
    chosen = np.array(data.draw(st.lists(st.booleans(), min_size=len(batch), max_size=len(batch))))
    some = noted.select(chosen)
    assert [packet.annotations for packet in some] == [noted[row].annotations for row in np.flatnonzero(chosen)]
    again = Batch(pickle.loads(pickle.dumps(some.frames)))  # as another process gets it, and walks it itself
    assert {shape.headers for shape in again.shapes} == {shape.headers for shape in some.shapes}
    field = field_named("infiniband.mad.response_to")
    assert field.column(again).tolist() == field.column(some).tolist()


def test_nothing_to_say():
    batch = batch_of()
    assert attach(batch, []) is batch
    assert attach(batch, [Annotation(ANNOTATION_HEADERS[0], np.zeros(0, np.int64), {})]) is batch


def test_packets_have_none_of_their_headers():
    assert not {header for header in protocols.headers() if header.generated}
    assert set(annotation_graph().rules) == {RMPPTable, *RECORDS.values(), UpperMessage, *UPPER_RULES}


def test_records_that_lie():
    record = next(number for number, header in RECORDS.items() if header.name == "LinkRecord")
    size = RECORDS[record].size
    for offset, shown in ((0, 1), (1, 3), (2, 2), (0xFFFF, 1)):
        values = {"mgmtclass": [3], "attributeid": [record], "attributeoffset": [offset]}
        noted = attach(batch_of(), [Annotation(RMPPTable, np.array([3]), values, [bytes(3 * size + 5)])])
        names = [layer.name for layer in noted[3].annotations]
        assert names.count("LinkRecord") == shown
        assert bool(noted.disagreements.get(3)) == (offset == 0)
        [shape] = [shape for shape in noted.shapes if RMPPTable in shape.headers]
        assert [header.name for header in shape.headers[shape.annotations :]] == names
