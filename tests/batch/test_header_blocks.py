"""The bytes of headers, fetched together: what they have in common must be what each packet says by itself."""

from __future__ import annotations

import functools
import operator

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ibpkt.batch import can_be_common
from ibpkt.batch.header_blocks import MAX_BLOCK, BlockBytes, Common, HeaderBlock, layout
from tests.support.stacks import batch_of, compositions, from_graph

PACKETS = (*compositions(), *from_graph())
numbers = st.lists(st.integers(0, 255), min_size=1, max_size=8)


@given(numbers, st.integers(0, 255))
def test_common(values, number):
    common = Common(functools.reduce(operator.or_, values), functools.reduce(operator.and_, values))
    assert common.constant == (len(set(values)) == 1)
    assert common.are_all(number) == (set(values) == {number})
    assert common.may_be(number) or number not in values
    first = common.first_bits(3, 8)
    assert (first.some, first.every) == (common.some >> 5, common.every >> 5)


@given(st.lists(st.binary(min_size=40, max_size=40), min_size=1, max_size=5), st.data())
def test_common_bits_of_bytes(rows, data):
    """Of any bits, also where there are no bytes around the block in the buffer."""
    lead, size = data.draw(st.integers(0, 7)), 40
    around = data.draw(st.sampled_from((0, 64)))
    buffer = np.frombuffer(bytes(around) + b"".join(rows) + bytes(around), np.uint8)
    at = around + size * np.arange(len(rows))
    block = BlockBytes(buffer, at, HeaderBlock(0, lead, size))
    assert block.rows[:, lead : lead + size].tobytes() == b"".join(rows)
    width = data.draw(st.integers(1, 128))
    bit = data.draw(st.integers(0, size * 8 - width))
    values = [int.from_bytes(row, "big") >> size * 8 - bit - width & (1 << width) - 1 for row in rows]
    common = block.common(lead * 8 + bit, width)
    assert common == (functools.reduce(operator.or_, values), functools.reduce(operator.and_, values))
    if common.constant and bit % 8 == 0 and width % 8 == 0:
        assert block.may_be_constant(lead * 8 + bit, width)


@pytest.mark.costly
def test_every_leaf_of_every_stack():
    """In one batch, so that shapes have many packets, some of which differ."""
    twice = [packet for packet in PACKETS for _ in range(2)]
    batch = batch_of([packet.data for packet in twice], [packet.link for packet in twice], around=0xA5)
    told = 0
    for shape in batch.shapes:
        blocks = layout(shape.headers, shape.places)
        assert all(block.size <= MAX_BLOCK or block.first == index for index, (block, _) in enumerate(blocks))
        for index, header in enumerate(shape.headers):
            for leaf in header.wire:
                if not can_be_common(leaf):
                    continue
                values = shape.frames.block(shape.position(index), header.size)
                behind, mask = header.size * 8 - leaf.bit - leaf.width, (1 << leaf.width) - 1
                each = [int.from_bytes(row.tobytes(), "big") >> behind & mask for row in values]
                common = shape.common(index, leaf)
                assert common.some == functools.reduce(operator.or_, each), (shape, header.name, leaf.name)
                assert common.every == functools.reduce(operator.and_, each), (shape, header.name, leaf.name)
                column = shape.column(index, leaf).values
                if column.ndim == 1 and leaf.when is None:
                    assert column.tolist() == each or leaf.wide
                told += 1
    assert told > 1000
