"""Values of scapy fields: what they take and refuse, how they show, lists and ranges of them."""

from __future__ import annotations

import pytest

import ibpkt

pytest.importorskip("scapy", reason="scapy is not installed")

from scapy.packet import Packet, ls, raw, rfc
from scapy.volatile import RandNum

import ibpkt.scapy as layers

layers.install()


def test_what_does_not_fit_raises():
    with pytest.raises(ValueError, match="16777215"):
        layers.BTH(psn=1 << 24)
    packet = layers.BTH()
    with pytest.raises(ValueError, match="0 to 3"):
        packet.padcnt = 4
    with pytest.raises(AttributeError, match="BTH has no field destqpp; did you mean destqp"):
        layers.BTH(destqpp=1)
    with pytest.raises(ValueError, match="did you mean psn"):  # scapy alone would make a new attribute of it
        packet.psnn = 1
    with pytest.raises(AttributeError, match="LRH/BTH has no field r_keyy"):
        _ = (layers.LRH() / packet).r_keyy
    with pytest.raises(ibpkt.CallerError, match="no value named 'RC_SEND_ONLI'; did you mean RC_SEND_ONLY"):
        layers.BTH(opcode="RC_SEND_ONLI")
    with pytest.raises(ibpkt.CallerError, match=r"AETH\.verdict is computed"):
        layers.AETH(verdict=1)
    with pytest.raises(ibpkt.CallerError, match="16777215"):
        layers.BTH(psn=[1, 1 << 24])
    with pytest.raises(ibpkt.CallerError, match="16777215"):
        layers.BTH(psn=(0, 1 << 24))
    with pytest.raises(ibpkt.CallerError, match="16777215"):
        raw(layers.BTH(psn=RandNum(1 << 24, 1 << 25)))
    assert not hasattr(packet, "__wrapped__")


def test_names_of_contrib_roce_are_understood():
    packet = layers.BTH(dqpn=0xD3, pkey=0x7FFF, migreq=1, ackreq=1)
    assert (packet.destqp, packet.p_key, packet.m, packet.a) == (0xD3, 0x7FFF, 1, 1)
    assert packet.dqpn == 0xD3


def test_ls_explains(capsys):
    ls(layers.BTH)
    shown = capsys.readouterr().out
    assert "destqp     : Destination Queue Pair, 24 bits     = ('None')\n" in shown
    assert "p_key      : Partition Key, 16 bits              = ('65535')\n" in shown
    ls(layers.LRH, verbose=True)
    assert "IBA local: 2" in capsys.readouterr().out
    ls(layers.LRH(slid=7) / layers.GRH(sgid="fe80::1"))
    shown = capsys.readouterr().out
    assert "slid       : Source Local ID, 16 bits            = 7 " in shown
    assert "= 'fe80::1'" in shown
    assert "destqp" in rfc(layers.BTH, ret=True).lower()


def test_lists_and_ranges():
    stack = layers.LRH(slid=[1, 2]) / layers.BTH(psn=(0, 9, 3), opcode=["RC_SEND_ONLY", 0x0A])
    made = [ibpkt.decode(raw(packet)) for packet in stack]
    assert len(made) == 2 * 4 * 2
    assert {(packet.lrh.slid, packet.bth.psn, packet.bth.opcode) for packet in made} == {
        (slid, psn, opcode) for slid in (1, 2) for psn in (0, 3, 6, 9) for opcode in (0x04, 0x0A)
    }
    assert all(packet.icrc and packet.vcrc for packet in made)
    assert ibpkt.decode(raw(stack)).bth.psn == 0, "built as one packet, it is the first"
    assert [each.psn for each in layers.BTH(psn=range(3))] == [0, 1, 2]
    assert repr(layers.BTH(psn=[1, 2])) == "<BTH  psn=[1, 2] |>"
    rows = layers.DirectedPaths(initialpath=range(64))
    assert len(list(rows)) == 1, "the rows of a table are one value"
    assert rows.initialpath == tuple(range(64))


@pytest.mark.parametrize("change", [{}, {"ecn": 3}])
def test_parts_of_fields(change):
    packet = layers.IPv4(dscp=8, **change)
    assert packet.dsfield == 8 << 2 | change.get("ecn", 0)
    packet.ecn = 1
    assert (packet.dscp, packet.ecn, packet.dsfield) == (8, 1, 33)
    assert layers.LRH(raw(layers.LRH() / layers.BTH() / layers.AETH(syndrome=0x63)))[layers.AETH].error_code == 3


def test_no_field_is_hidden_by_an_attribute_of_scapy():
    """A field of that name could be set and built, but not read as an attribute."""
    taken = {*dir(Packet), *Packet.__slots__}
    hidden = {f"{header.name}.{leaf.name}" for header in layers.LAYERS for leaf in header.leaves if leaf.name in taken}
    assert hidden == {"ERSPAN3.direction"}
    assert layers.ERSPAN3(direction=1).getfieldval("direction") == 1
