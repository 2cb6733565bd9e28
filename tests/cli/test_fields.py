"""``ibpkt fields``."""

from __future__ import annotations

import fnmatch
import json
import re

import pytest

from ibpkt.batch.fields import fields
from tests.support.command import run


def test_all_of_them():
    assert [line.split()[0] for line in run("fields").lines] == list(fields())


@pytest.mark.parametrize("glob", ["infiniband.bth.*", "*icrc*", "ip.src", "frame.*", "*.[rv]*"])
def test_a_glob(glob):
    assert [line.split()[0] for line in run("fields", glob).lines] == fnmatch.filter(fields(), glob)


def test_json():
    rows = [json.loads(line) for line in run("fields", "--format", "json").lines]
    assert [row["name"] for row in rows] == list(fields())
    for row in rows:
        assert list(row) == ["name", "type", "label", "unit", "meaning"]
        assert all(isinstance(value, str) for value in row.values())
        leaf = fields()[row["name"]].leaf
        assert (row["type"], row["label"], row["unit"]) == (leaf.kind.name, leaf.label, leaf.unit)


def test_text_has_type_and_meaning():
    (line,) = run("fields", "infiniband.reth.dmalen").lines
    assert line == "infiniband.reth.dmalen  unsigned integer               DMA Length (of the whole message)"


def test_every_field_can_be_asked_for():
    """In one call; whatever the packets lack is empty."""
    arguments = [part for name in fields() for part in ("-e", name)]
    result = run("decode", "-T", "fields", *arguments, "-c", "5", "captures/ib_small.pcap")
    assert result.code == 0
    assert re.fullmatch(r"ibpkt: no packet has ([\w.]+, ){7}[\w.]+ and \d+ more\n", result.err)
    assert [line.count("\t") for line in result.lines] == [len(fields()) - 1] * 5
