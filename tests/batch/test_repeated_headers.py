"""The records of tables: read many at once, laid out as columns, and the same as each record by itself."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.batch import Annotation
from ibpkt.batch.annotations import attach
from ibpkt.batch.repeated_headers import HeaderRun, RepeatedHeader, header_runs
from ibpkt.output import tree
from ibpkt.output.tree import TreeLines
from ibpkt.protocols import headers
from ibpkt.protocols.annotation_headers import ANNOTATION_HEADERS, RMPPTable
from ibpkt.protocols.mad.sa import RECORDS
from ibpkt.schema import Derived
from tests.batch.test_annotations import batch_of

SUBN_ADM = 3
UNIT = 8  # bytes of AttributeOffset


def tables(data, count=12):
    """Packets with tables of records, some of them with bytes between the records, some cut in a record."""
    batch = batch_of(count=count)
    attributes = data.draw(st.lists(st.sampled_from(sorted(RECORDS)), min_size=1, max_size=2))
    rows, contents, offsets, kinds = np.arange(count), [], [], []
    for _ in rows:
        kind = data.draw(st.sampled_from(attributes))
        units = RECORDS[kind].size // UNIT + data.draw(st.sampled_from([0, 0, 0, 1]))
        records = data.draw(st.sampled_from([0, 1, 2, 3, 30]))
        raw = data.draw(st.binary(min_size=4, max_size=4)) * (units * UNIT * records // 4)
        contents.append(raw + bytes(data.draw(st.sampled_from([0, 0, 5, units * UNIT - 1]))))
        offsets.append(units)
        kinds.append(kind)
    values = {"mgmtclass": [SUBN_ADM] * count, "attributeid": kinds, "attributeoffset": offsets}
    values["length"] = list(map(len, contents))
    return attach(batch, [Annotation(RMPPTable, rows, values, contents)]), contents, kinds, offsets


@given(st.data())
def test_a_table_has_as_many_records_as_fit(data):
    batch, contents, kinds, offsets = tables(data)
    for shape in batch.shapes:
        for row in shape.rows.tolist():
            header, stride = RECORDS[kinds[row]], offsets[row] * UNIT
            whole = 1 + (len(contents[row]) - header.size) // stride if len(contents[row]) >= header.size else 0
            assert shape.headers.count(header) == whole
            # the codec of one packet, which reads them one by one, finds the same
            found = [layer.header for layer in (*batch[row], *batch[row].annotations)]
            assert tuple(found) == shape.headers


@given(st.data())
def test_runs_are_the_chain(data):
    for shape in tables(data)[0].shapes:
        runs = list(header_runs(shape))
        assert [index for first, count, _ in runs for index in range(first, first + count)] == list(
            range(len(shape.headers))
        )
        for first, count, stride in runs:
            assert set(shape.headers[first : first + count]) == {shape.headers[first]}
            for index in range(first + 1, first + count):
                assert (shape.position(index) - shape.position(index - 1) == stride).all()


@pytest.mark.costly
@given(st.data())
def test_columns_of_a_run_are_those_of_its_headers(data):
    for shape in tables(data)[0].shapes:
        for run in header_runs(shape):
            if run.length == 1:
                continue
            rows = RepeatedHeader(shape, run)
            assert len(rows) == run.length * len(shape)
            for leaf in shape.headers[run.first].leaves:
                values, present = rows.column(run.first, leaf)
                for number in range(run.length):
                    single = shape.column(run.first + number, leaf)
                    here = slice(number, None, run.length)
                    np.testing.assert_array_equal(values[here], single.values)
                    has = np.ones(len(shape), np.bool_)
                    np.testing.assert_array_equal(
                        has if present is None else present[here], has if single.present is None else single.present
                    )


@pytest.mark.costly
@given(st.data())
def test_the_text_of_a_table_is_that_of_its_records(data):
    batch, *_ = tables(data)
    together = TreeLines().texts(batch)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            tree, "header_runs", lambda shape: [HeaderRun(place, 1, 0) for place in range(len(shape.headers))]
        )
        assert TreeLines().texts(batch) == together


def test_no_header_asks_for_another_of_its_own_kind():
    """A row of a run has only what stands in front of the run: values of the header before it would be missing."""
    for header in [*headers(), *ANNOTATION_HEADERS]:
        for leaf in header.leaves:
            if isinstance(leaf, Derived):
                assert header.key not in {name.rpartition(".")[0] for name in leaf.inputs}, leaf
