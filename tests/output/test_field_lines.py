"""``-E``: what separates the values of a field, and which of them are printed."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import ibpkt
from ibpkt.batch import Values
from ibpkt.batch.fields import fields
from ibpkt.output.column_text import plain, strings
from ibpkt.output.field_lines import FieldLines, Options
from ibpkt.protocols import headers
from tests.support.command import CAPTURES, run

BETWEEN, AMONG = "\x1f", "\x1e"
#: fields of several values in one header
ARRAYS = sorted({leaf.filter for header in headers() for leaf in header.leaves if leaf.count > 1 and leaf.filter})


@functools.cache
def management():
    """Management datagrams with tables of every kind of value: numbers in both notations, names, flags, texts."""
    with ibpkt.open(CAPTURES / "ib_small.pcap") as capture:
        return max(capture.batches(), key=len)


def printed(names, **options):
    lines = b"".join(FieldLines(names, Options(separator=BETWEEN, **options)).render(management())).decode()
    return [line.split(BETWEEN) for line in lines.split("\n")[:-1]]


@functools.cache
def present_names():
    return [name for name, column in zip(NAMES, zip(*printed(NAMES), strict=True), strict=True) if any(column)]


NAMES = sorted(fields())


LEAVES = [leaf for header in headers() for leaf in header.leaves if leaf.count > 1 and leaf.filter]


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: f"{leaf.header.name}.{leaf.name}")
def test_arrays_of_every_declaration(leaf):
    values = _random(leaf)
    rows = [[leaf.text(bytes(item) if leaf.wide else int(item)) for item in row] for row in values]
    for separator in (",", " | ", ""):
        assert strings(plain(leaf, Values(values, None), separator=separator), 9) == [
            separator.join(row) for row in rows
        ]
    for item in (0, -1):
        assert strings(plain(leaf, Values(values, None), item=item), 9) == [row[item] for row in rows]


def _random(leaf):
    """Nine arrays."""
    random = np.random.default_rng(leaf.bit)
    if leaf.wide:
        return random.integers(65, 91, (9, leaf.count, leaf.width // 8), np.uint8)
    return random.integers(0, 1 << leaf.width, (9, leaf.count), np.uint64)


@pytest.mark.costly
def test_there_are_arrays_of_several_kinds():
    assert len({str(leaf.kind) for leaf in LEAVES}) == 4
    assert sum(name in present_names() for name in ARRAYS) > 10


def test_an_aggregator_stands_between_the_values_of_an_array():
    plain, marked = printed(ARRAYS), printed(ARRAYS, aggregator=AMONG)
    assert [[value.replace(AMONG, ",") for value in row] for row in marked] == plain
    several = [name for name, column in zip(ARRAYS, zip(*marked, strict=True), strict=True) if AMONG in "".join(column)]
    assert len(several) > 10


def test_an_aggregator_of_several_characters():
    assert [[value.replace(" + ", ",") for value in row] for row in printed(ARRAYS, aggregator=" + ")] == printed(
        ARRAYS
    )


@pytest.mark.costly
@pytest.mark.parametrize(("occurrence", "place"), [("f", 0), ("l", -1)])
def test_the_first_and_the_last_of_all_values(occurrence, place):
    names = present_names()
    every, one = printed(names, aggregator=AMONG), printed(names, occurrence=occurrence)
    assert any(AMONG in value for row in every for value in row)
    assert one == [[value.split(AMONG)[place] for value in row] for row in every]


def test_on_the_command_line():
    line = (
        "decode",
        "-T",
        "fields",
        "-e",
        "infiniband.p_keytable.p_keybase",
        "-Y",
        "frame.number == 8",
        "captures/ib_small.pcap",
    )
    assert run(*line, "-E", "occurrence=f").lines == ["0x7fff"]
    assert run(*line, "-E", "aggregator=/s").lines[0].split(" ")[:2] == ["0x7fff", "0x0000"]
