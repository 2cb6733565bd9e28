"""Where fields lie in messages: what changes in a header's bytes when one of its fields does."""

from __future__ import annotations

import pytest

from ibpkt.commands.byte_places import byte_of, bytes_of
from ibpkt.protocols import header_named


@pytest.mark.parametrize("name", ["BTH", "DETH", "RETH", "AtomicETH"])
def test_a_field_lies_where_it_is_written(name):
    header = header_named(name)
    nothing = header.write(dict.fromkeys(header.read(bytes(header.size)), 0))
    for field in header.wire:
        written = header.write({**header.read(nothing), field.name: (1 << field.width) - 1})
        changed = [at for at, (old, new) in enumerate(zip(nothing, written, strict=True)) if old != new]
        assert byte_of(header, field.name) == changed[0]
        if not field.width % 8:
            assert list(range(header.size))[bytes_of(header, field.name)] == changed
