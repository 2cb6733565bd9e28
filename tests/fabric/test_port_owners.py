"""Which ports tables are of that name no port: by their LID, or by the first of their GUIDs."""

from __future__ import annotations

import pytest

from ibpkt.fabric.port_tables import _owners, _weights
from tests.fabric.small_subnets import adapter, switch


def two_ports():
    """An adapter with LIDs 8 to 11 at port 1 and 16 at port 2, and a port 3 without a LID."""
    host = adapter(1)
    host.port(1).lid, host.port(1).lmc, host.port(1).guid = 8, 2, 0x101
    host.port(2).lid, host.port(2).guid = 16, 0x102
    host.port(3).guid = 0x103
    return host


@pytest.mark.parametrize("base", [8, 9, 11])  # the low bits do not count
@pytest.mark.parametrize(
    ("lid", "number"), [(7, None), (8, 1), (9, 1), (11, 1), (12, None), (15, None), (16, 2), (17, None)]
)
def test_by_a_lid_of_the_port(lid, number, base):
    """Each of the 2**LMC LIDs from the base on."""
    host = two_ports()
    host.port(1).lid = base
    assert [port.number for port in _owners(host, lid, [0x103])] == ([] if number is None else [number])


@pytest.mark.parametrize(
    ("guids", "number"), [([0x102, 5], 2), ([0x103], 3), ([5, 0x102], None), ([], None), ([0], None)]
)
def test_by_the_first_guid(guids, number):
    assert [port.number for port in _owners(two_ports(), 0, guids)] == ([] if number is None else [number])


def test_where_there_is_one_port():
    leaf, host = switch(2), adapter(3)
    leaf.port(0), leaf.port(5)
    host.port(4)
    assert [port.number for port in _owners(leaf, 99, [])] == [0]
    assert [port.number for port in _owners(host, 99, [])] == [4]
    assert _owners(None, 8, [5]) == []


@pytest.mark.parametrize(
    ("parts", "turns"),
    [
        ({}, ()), ({1: [(3 << 16) | 4]}, ((3, 4),)), ({1: [0, 5, 0, 7 << 16]}, ((0, 0), (0, 5))), ({2: [9]}, ((0, 9),)),
        ({1: [1, 0], 2: [2, 0]}, ((0, 1), (0, 0), (0, 2))), ({3: [9]}, ()), ({1: [7 << 16]}, ()),
    ],
)  # fmt: skip
def test_turns_up_to_the_last_that_has_a_weight(parts, turns):
    assert _weights(parts, (1, 2)) == turns
