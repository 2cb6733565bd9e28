"""What is imported when: a command is to start quickly."""

from __future__ import annotations

import pytest

import ibpkt
from tests.support.imports import imported


@pytest.mark.parametrize("name", ibpkt.__all__)
def test_every_name_is_there(name):
    assert getattr(ibpkt, name).__name__ == name
    assert name in dir(ibpkt)


def test_what_is_not_there():
    with pytest.raises(AttributeError, match="no attribute 'opem'"):
        _ = ibpkt.opem


def test_the_front_door_imports_what_is_asked_for():
    assert not imported("import ibpkt") & {"numpy", "construct", "click", "ibpkt.packet.decode"}
    assert "ibpkt.craft.builder" not in imported("import ibpkt; ibpkt.open")


def test_counting_needs_no_filter_and_no_packet_builder():
    code = "from ibpkt.cli import cli; cli(['stats', 'opcodes', 'captures/rc_write.pcap'], standalone_mode=False)"
    assert not imported(code) & {"scapy", "hypothesis", "rich", "yaml", "ibpkt.craft", "ibpkt.filter", "ibpkt.io.sink"}
