"""A filter touches the shapes and the columns that it names, and loads no more modules than it needs."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import ibpkt
from ibpkt import filter
from tests.support.stacks import batch_of, carrier

WRITES = [carrier("RoCEv2 IPv4", 0x0A, reth={"dmalen": size}).data for size in (1, 2, 3)]
SENDS = [carrier("RoCEv2 IPv4", 0x04).data] * 4
NATIVE = [carrier("local", 0x0A, reth={"dmalen": 9}).data]


@pytest.fixture
def touched(monkeypatch):
    """The columns that have been decoded, each with how many rows, and the CRCs that have been computed."""
    read = []
    load = ibpkt.batch.shape.Shape._load

    def noted(shape, index, leaf):
        read.append((leaf.filter, len(shape)))
        return load(shape, index, leaf)

    monkeypatch.setattr(ibpkt.batch.shape.Shape, "_load", noted)
    verify = ibpkt.batch.shape.verify_many
    monkeypatch.setattr(
        "ibpkt.batch.shape.verify_many",
        lambda shape, which: read.append((which.name, len(shape))) or verify(shape, which),
    )
    return read


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("infiniband.bth.psn == 1", [("psn", 1), ("psn", 3), ("psn", 4)]),
        ("infiniband.bth.psn > 0 or infiniband.bth.psn == 2", [("psn", 1), ("psn", 3), ("psn", 4)]),
        ("infiniband.reth.dmalen > 1", [("dmalen", 1), ("dmalen", 3)]),
        ("ip.ttl == 63 and infiniband.reth.dmalen > 1", [("dmalen", 3), ("ttl", 3), ("ttl", 4)]),
        ("ip.ttl == 1 and infiniband.reth.dmalen > 1", [("ttl", 3), ("ttl", 4)]),
        ("ip.ttl == 63 or infiniband.reth.dmalen > 1", [("dmalen", 1), ("ttl", 3), ("ttl", 4)]),
        ("infiniband.lrh.vl == 3", [("vl", 1)]),
        ("infiniband.reth or frame.len > 70 or vlan or infiniband.payload", []),
        ("eth.src == 00:11:22:33:44:55 and frame[0:2] == 01:02", []),
        ("infiniband.reth.dmalen == 1 and infiniband.icrc.status == bad", [("ICRC", 3), ("dmalen", 1), ("dmalen", 3)]),
    ],
)  # fmt: skip
def test_columns_that_are_decoded(text, columns, touched):
    packets = batch_of([*WRITES, *SENDS, *NATIVE], [1] * 7 + [247])
    assert sorted(map(len, packets.shapes)) == [1, 3, 4]
    touched.clear()  # the walk reads what tells it the way
    filter.compile(text).rows(packets)
    assert sorted((name.rpartition(".")[2], count) for name, count in touched) == columns


def test_what_is_decoded_is_kept(touched):
    """What a filter has read is not read again by another."""
    packets = batch_of(WRITES, 1)
    filter.compile("infiniband.reth.dmalen == 1").rows(packets)
    touched.clear()
    assert filter.compile("infiniband.reth.dmalen == 2").rows(packets).tolist() == [False, True, False]
    assert not touched


def test_presence_reads_nothing(touched):
    found = filter.compile(
        "ip.ttl == 1 or infiniband.reth.dmalen == 1 or infiniband.icrc.computed == 1 or vlan.id == 1"
    )
    packets = batch_of(WRITES, 1)
    packets.shapes  # noqa: B018
    touched.clear()
    assert found.absent(packets) == ("vlan.id",)
    assert not touched


@pytest.mark.costly
@pytest.mark.parametrize(("text", "modules"), [("ip.ttl == 3", ""), ('frame matches "a"', "re2")])
def test_modules_that_a_filter_needs(text, modules):
    """RE2 where there is a regular expression, and nothing that prints or crafts."""
    code = (
        f"import sys; from ibpkt import filter; filter.compile({text!r}); "
        "print(*[name for name in ('re2', 'scapy', 'rich', 'yaml') if name in sys.modules])"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.strip() == modules


def test_rows_of_shapes_that_lack_the_field():
    packets = batch_of([*SENDS, *WRITES], 1)
    assert np.flatnonzero(filter.compile("infiniband.reth.dmalen").rows(packets)).tolist() == [4, 5, 6]
