"""The stubs are those of the declarations, and say what is true at run time."""

from __future__ import annotations

import ast
import functools
import random
import subprocess
import sys
from typing import SupportsIndex

import numpy as np
import pytest

from ibpkt.craft.drafts import draft
from ibpkt.packet import Layer
from ibpkt.protocols import headers
from ibpkt.schema import Derived
from tests.support.shared import REPOSITORY
from tests.support.sweep import every
from tests.typing.make_stubs import declared, decoded, given_types, scapy_value_types, value_types

#: which stubs another process, where no test has registered headers, would write otherwise
STALE = """
from tests.typing.make_stubs import REPOSITORY, STUBS
print(*(path for path, text in STUBS.items() if (REPOSITORY / path).read_text(encoding="utf-8") != text()))
"""
ROUNDS = 30


def test_they_are_up_to_date():
    found = subprocess.run([sys.executable, "-c", STALE], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    assert not found.stdout.split(), "run python -m tests.typing.make_stubs"


def fits(value, types, count=1):
    if count > 1 and value is not None:
        return isinstance(value, tuple) and len(value) == count and all(fits(item, types) for item in value)
    return isinstance(value, (*types, int) if float in types else types)


@functools.cache
def outer_values(way):
    """Raw values of every header, for values that are computed from headers around; or of none."""
    return {other.key: raw_values(other, random.Random(way), way) for other in headers()} if way % 3 else {}


def raw_values(header, rng, way):
    """Raw values: all zeros, all ones, or any."""
    data = {0: bytes(header.size), 1: b"\xff" * header.size}.get(way) or rng.randbytes(header.size)
    tail = {header.tail.name: rng.randbytes(rng.randrange(4))} if header.tail else {}
    return header.read(data) | tail


@every("header", decoded())
def test_layers_have_values_of_these_types(header):
    rng = random.Random(header.name)
    for way in range(ROUNDS):
        layer = Layer(header, 0, raw_values(header, rng, way), header.size, outer_values(way))
        for leaf in header.leaves:
            value = getattr(layer, leaf.name)
            assert fits(value, value_types(leaf), leaf.count), f"{header}.{leaf.name} is {value!r}"


@every("header", declared())
def test_layers_of_scapy_have_values_of_these_types(header):
    pytest.importorskip("scapy")
    from scapy.packet import Packet

    from ibpkt.scapy import LAYERS

    rng = random.Random(header.name)
    for way in range(4):
        layer = LAYERS[header](**(raw_values(header, rng, way) if way else {}))
        for leaf in header.leaves:
            if hasattr(Packet, leaf.name):  # scapy's own attribute of that name comes first
                continue
            value = getattr(layer, leaf.name)
            assert fits(value, scapy_value_types(leaf), leaf.count), f"{header}.{leaf.name} is {value!r}"


@every("header", declared())
def test_fields_take_values_of_these_types(header):
    for leaf in header.leaves:
        if isinstance(leaf, Derived):
            continue
        assert draft(header, **{leaf.name: None}).raw == {}
        for kind in given_types(leaf):
            value = example(leaf, kind)
            assert draft(header, **{leaf.name: value if leaf.count == 1 else [value] * leaf.count}).raw


def example(leaf, kind):
    """A value of the type, for a field."""
    if kind is SupportsIndex:
        return np.uint64(0)
    if kind in (bytes, bytearray):
        return kind(leaf.width // 8)
    if kind is str:
        address = {"IPv4 address": "0.0.0.0", "IPv6 address or GID": "::"}.get(leaf.kind.name)
        text = "\0" if leaf.kind.name == "string" else "00"
        return address or (text * (leaf.width // 8) if leaf.kind.binary else "0")
    return kind(0)


def test_lazy_exports_are_hidden_from_type_checkers():
    """With a ``__getattr__`` a module has every name, so that no misspelt one is an error."""
    for path in sorted((REPOSITORY / "ibpkt").rglob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign | ast.FunctionDef):
                names = [node.name] if isinstance(node, ast.FunctionDef) else map(ast.unparse, node.targets)
                assert "__getattr__" not in names, f"{path}:{node.lineno}: put it under `if not TYPE_CHECKING`"
