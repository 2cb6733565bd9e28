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
    code = (
        "from ibpkt.cli.program import cli; cli(['stats', 'opcodes', 'captures/rc_write.pcap'], standalone_mode=False)"
    )
    assert not imported(code) & {"scapy", "hypothesis", "rich", "yaml", "ibpkt.craft", "ibpkt.filter", "ibpkt.io.sink"}


@pytest.mark.costly
@pytest.mark.parametrize(
    "code",
    [
        "import ibpkt; ibpkt.decode(bytes(60), 'ethernet')",
        "import ibpkt; ibpkt.build(ibpkt.draft('LRH'), ibpkt.draft('BTH'), payload=b'hello').data",
        "from ibpkt import strategies; strategies.packets(service='RC')",
    ],
    ids=["decode", "build", "strategies"],
)
def test_one_packet_needs_no_numpy(code):
    """NumPy takes longer to import than all that a test of one packet at a time needs of ibpkt."""
    assert not imported(code) & {"numpy", "rich", "click", "scapy", "yaml", "ibpkt.traffic", "ibpkt.io", "ibpkt.output"}


@pytest.mark.costly
@pytest.mark.parametrize("arguments", [["decode", "-c", "1"], ["expert"], ["messages"]], ids=" ".join)
def test_packets_of_no_upper_protocol_need_none_of_their_declarations(arguments):
    """There are more of them than of all others, and they take longer to import."""
    words = [*arguments, "captures/rc_write.pcap"]
    needed = imported(f"from ibpkt.cli.program import cli; cli({words!r}, standalone_mode=False)")
    assert not needed & {"ibpkt.protocols.upper.contents", "ibpkt.protocols.upper.xdr", "ibpkt.commands.known"}


def test_commands_of_one_protocol_need_the_declarations_of_no_other():
    words = ["commands", "captures/nvmeof.pcap"]
    needed = imported(f"from ibpkt.cli.program import cli; cli({words!r}, standalone_mode=False)")
    assert "ibpkt.protocols.upper.nvme_contents" in needed
    assert not needed & {"ibpkt.protocols.upper.nfs3", "ibpkt.protocols.upper.contents", "numpy.ma"}
