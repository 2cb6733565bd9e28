"""Holds the two walkers equal: every column of a batch against `ibpkt.decode` of each packet."""

from __future__ import annotations

import numpy as np

from ibpkt.batch import Batch
from ibpkt.batch.verify import verify_many
from ibpkt.packet import STATUSES
from ibpkt.protocols import ICRC, LPCRC, VCRC


def column_items(values, present):
    """A column as raw values: ints, bytes, tuples of them for rows, None where absent."""

    def item(value):
        if isinstance(value, np.ndarray):
            if value.dtype == np.uint8 and value.ndim == 1 and wide:
                return value.tobytes()
            return tuple(item(each) for each in value)
        return value.item() if isinstance(value, np.generic) else value

    def convert(values, wide_):
        nonlocal wide
        wide = wide_
        items = [item(value) for value in values]
        return items if present is None else [i if there else None for i, there in zip(items, present, strict=True)]

    wide = False
    return convert


def assert_equal(batch: Batch) -> None:
    """Every row of the batch, by columns and by itself."""
    packets = [batch[row] for row in range(len(batch))]
    seen = np.concatenate([shape.rows for shape in batch.shapes]) if batch.shapes else np.array([])
    assert sorted(seen.tolist()) == list(range(len(batch)))
    data = batch.frames.data.tobytes()
    for shape in batch.shapes:
        rows = shape.rows.tolist()
        for packet in (packets[row] for row in rows):
            assert tuple(layer.header for layer in packet.layers) == shape.headers
            stop = (packet.stop.reason, packet.stop.layer) if packet.stop else None
            assert stop == shape.stop
            assert bytes(packet) == packet.data
        for index, header in enumerate(shape.headers):
            starts = (shape.position(index) - batch.frames.start[shape.rows]).tolist()
            assert starts == [packets[row].layers[index].offset for row in rows]
            for leaf in header.leaves:
                values, present = shape.column(index, leaf)
                found = column_items(values, present)(values, leaf.wide)
                wanted = [packets[row].layers[index].raw_value(leaf.name) for row in rows]
                assert found == wanted, (header, leaf.name)
        for name, (starts, ends) in {
            "payload": shape.payload,
            "pad": (shape.payload[1], shape.pad_end),
            "trailer": shape.trailer,
        }.items():
            found = [data[start:end] for start, end in zip(starts.tolist(), ends.tolist(), strict=True)]
            assert found == [getattr(packets[row], name) for row in rows], name
        for which, name in ((ICRC, "icrc"), (VCRC, "vcrc"), (LPCRC, "lpcrc")):
            checks = verify_many(shape, which)
            wanted = [getattr(packets[row], name) for row in rows]
            if checks is None:
                assert all(check.status == "absent" for check in wanted)
                continue
            assert [STATUSES[status] for status in checks.status] == [check.status for check in wanted]
            for stored, computed, check in zip(checks.stored.tolist(), checks.computed.tolist(), wanted, strict=True):
                if check.stored:
                    assert stored.to_bytes(which.size, "big") == check.stored
                    assert computed.to_bytes(which.size, "big") == check.computed
    for row, packet in enumerate(packets):
        assert tuple(batch.disagreements.get(row, ())) == packet.disagreements
    assert batch.frames.data.tobytes() == data, "verification must put back what it overwrites"
