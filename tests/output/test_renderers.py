"""A packet's text does not depend on the packets beside it.

Alone in its batch everything about a packet is the same in all rows, and printed value by value; among others it is
laid out with them.
"""

from __future__ import annotations

import io
import itertools
import json

import numpy as np
import pytest

import ibpkt
from ibpkt.output.document import Document
from ibpkt.output.field_lines import FieldLines, Options
from ibpkt.output.json import JsonLines, JsonObjects
from ibpkt.output.summary import TIMES, SummaryLines
from ibpkt.output.tree import TreeLines
from tests.support.shared import captures
from tests.support.stacks import batch_of, compositions, from_graph

PACKETS = (*compositions(), *from_graph())
NAMES = [
    "frame.number", "frame.time_epoch", "frame.time_delta", "ip.addr", "eth.addr", "infiniband.bth.opcode",
    "infiniband.bth.psn", "infiniband.payload", "infiniband.reth.va", "infiniband.icrc.status", "frame.protocols",
]  # fmt: skip
MAKERS = {
    "lines": SummaryLines,
    "tree": TreeLines,
    "tree without CRCs": lambda: TreeLines(crc=False),
    "json": JsonObjects,
    "jsonl": JsonLines,
    "json of some": lambda: JsonObjects(NAMES),
    "jsonl of some": lambda: JsonLines(NAMES),
    "fields": lambda: FieldLines(NAMES),
    "quoted fields": lambda: FieldLines(NAMES, Options(quote='"', aggregator=" ", separator="|")),
}
#: a form of the time has nothing to do with what stands behind it: some packets show it
FORMS_OF_TIME = {f"time {form}": lambda form=form: SummaryLines(time=form, crc=False) for form in TIMES}
SOME = 16


def text(make, batches):
    """All text of some batches; members of JSON objects in a fixed order, for those that some rows lack come last."""
    renderer = make()
    out = io.BytesIO()
    document = Document(renderer, out)
    for batch in batches:
        document.write(renderer.render(batch))
    document.end()
    data = out.getvalue()
    if isinstance(renderer, JsonObjects):
        return json.loads(data, object_pairs_hook=sorted_pairs)
    if isinstance(renderer, JsonLines):
        return [json.loads(line, object_pairs_hook=sorted_pairs) for line in data.splitlines()]
    return data


def sorted_pairs(pairs):
    return sorted(pairs, key=lambda pair: pair[0])


def one_by_one(batch):
    for row in range(len(batch)):
        chosen = np.zeros(len(batch), np.bool_)
        chosen[row] = True
        yield batch.select(chosen, int(batch.frames.time[row - 1]) if row else None)


@pytest.fixture(scope="module")
def every_stack():
    """A packet of each stack: together, and each alone."""
    batch = batch_of([packet.data for packet in PACKETS], [packet.link for packet in PACKETS], around=0xA5)
    return batch, list(one_by_one(batch))


@pytest.mark.sweep
@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_every_stack(make, every_stack):
    batch, alone = every_stack
    assert text(make, [batch]) == text(make, alone)


@pytest.mark.parametrize("make", FORMS_OF_TIME.values(), ids=FORMS_OF_TIME)
def test_forms_of_time(make, every_stack):
    chosen = np.arange(len(every_stack[0])) % SOME == 0
    batch = every_stack[0].select(chosen)
    assert text(make, [batch]) == text(make, list(one_by_one(batch)))


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("path", "form"),
    [
        pytest.param(path, form, id=path.name)
        for path, form in zip(captures(), itertools.cycle(FORMS_OF_TIME), strict=False)
    ],
)
def test_captures(path, form):
    """The first packets of each shape, and the last."""
    with ibpkt.open(path) as capture:
        for whole in capture.batches(2000, limit=2000):
            chosen = np.zeros(len(whole), np.bool_)
            for shape in whole.shapes:
                chosen[shape.rows[[0, len(shape) // 2, -1]]] = True
            batch = whole.select(chosen)
            alone = list(one_by_one(batch))
            for make in (*MAKERS.values(), FORMS_OF_TIME[form]):
                assert text(make, [batch]) == text(make, alone)
            break
