"""`docs/from-scapy-roce.md` names what `ibpkt.scapy` understands, and what scapy's contrib.roce has."""

from __future__ import annotations

import re

import pytest

from tests.support.doc_blocks import REPOSITORY

pytest.importorskip("scapy", reason="scapy is not installed")

from scapy.contrib import roce
from scapy.packet import raw

import ibpkt.scapy as layers

PAGE = (REPOSITORY / "docs" / "from-scapy-roce.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(BTH|GRH)\.(\w+)` \| `(\w+)\.(\w+)`", PAGE, re.MULTILINE)


def test_every_alias_is_in_the_table():
    listed = {(layer, theirs): ours for layer, theirs, _, ours in ROWS}
    assert listed == {(layer, name): ours for layer, names in layers.ALIASES.items() for name, ours in names.items()}


def test_fields_that_are_not_in_the_table_have_the_same_names():
    listed = {(layer, theirs) for layer, theirs, _, _ in ROWS}
    for layer in ("BTH", "AETH", "GRH"):
        theirs = {field.name for field in getattr(roce, layer).fields_desc}
        ours = {field.name for field in getattr(layers, layer).fields_desc} | {"crc"}
        assert theirs - ours <= {name for name_of, name in listed if name_of == layer}


def test_a_cnp():
    ours = layers.BTH(opcode="CNP", destqp=5, becn=1) / layers.CNP()
    assert raw(ours)[:28] == raw(roce.cnp(dqpn=5))[:28]
