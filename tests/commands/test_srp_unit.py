"""Information units of SRP one by one: fields of responses (SRP, 6.9), and lists of descriptors that are cut off."""

from __future__ import annotations

import pytest

from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import CarriedProtocol
from ibpkt.commands.srp_unit import SRPUnit
from ibpkt.protocols import header_named
from tests.commands import hand_made_messages as m
from tests.commands.test_messaging import send


@pytest.mark.parametrize(
    ("unit", "manages", "answer"),
    [
        (m.srp_response(1), False, ("GOOD", True)), (m.srp_response(1, m.BUSY), False, ("BUSY", False)),
        (m.srp_response(1, code=0), True, ("Function complete", True)),
        (m.srp_response(1, code=0), False, ("GOOD", True)),
        (m.srp_response(1, code=2), False, ("Request fields invalid", False)),
        (m.srp_response(1, code=2), True, ("Request fields invalid", False)),
        (m.srp_response(1, m.BUSY, code=2)[:-1], False, ("BUSY", False)),  # cut by the capture
        (m.srp_response(1, m.BUSY, code=2)[:-1], True, ("BUSY", False)),
        (m.srp_response(1, m.BUSY), True, ("BUSY", False)),
        (m.srp_response(1, m.CHECK_CONDITION, sensed=b"\x70\0\5\7" + bytes(14)), False,
         ("CHECK CONDITION: ILLEGAL REQUEST", False)),
        (m.srp_response(1, m.CHECK_CONDITION, sensed=m.sense(5, 0x20)), False,
         ("CHECK CONDITION: ILLEGAL REQUEST, INVALID COMMAND OPERATION CODE", False)),
        (m.srp_response(1, m.CHECK_CONDITION, sensed=m.sense(5, 0x20), code=0), False,
         ("CHECK CONDITION: ILLEGAL REQUEST, INVALID COMMAND OPERATION CODE", False)),
        (bytes([0x41]) + bytes(15), False, ("answered", True)), (bytes([0x42]) + bytes(15), False, ("answered", True)),
    ],
)  # fmt: skip
def test_what_a_response_says(unit, manages, answer):
    """A code of its own where there is one other than 0, or where a task management function is answered."""
    assert SRPUnit(unit).answer(manages=manages) == answer


@pytest.mark.parametrize(("less", "total"), [(0, 512), (1, 0), (20, 0)])
def test_a_table_that_is_cut(less, total):
    """It says how long all of it is, with the descriptor of the table itself."""
    block, table = m.block10(m.SCSI_READ, 0, 1), m.direct(7, 16, 0) + m.pack("!I", 512)
    unit = m.srp_command(1, block, table, into=m.INDIRECT, count=1)
    assert SRPUnit(unit[: len(unit) - less]).buffers()[:2] == ([], total)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", ["srp", "iser"])
def test_who_is_the_initiator_if_nobody_said(name, side):
    """The end that sends what only initiators send, or the other one of what only targets send."""
    ask, answer = {
        "srp": (m.srp_command(1, m.block10(m.SCSI_READ, 0, 1), b""), m.srp_response(1)),
        "iser": (m.scsi(1, m.block10(m.SCSI_READ, 0, 1), 0), m.scsi_response(1)),
    }[name]
    for first, sender in ((ask, side), (answer, 1 - side)):
        rule = PROTOCOLS[name].rule(1, CarriedProtocol(name, "told", None), None)
        rule.take(send(sender, len(first), 1), first)
        assert rule.initiator == side


@pytest.mark.parametrize("name", ["srp", "iser", "nfs"])
@pytest.mark.parametrize("more", [-1, 0])
def test_the_shortest_message(name, more):
    """One byte less than the shortest, and it is remarked; with this size it may be another's."""
    least = {"srp": 16, "iser": 28, "nfs": 16}[name]
    rule = PROTOCOLS[name].rule(1, CarriedProtocol(name, "told", 0), None)
    rule.take(send(0, least + more, 1), b"\x55" * (least + more))
    assert [finding.facts["has"] for finding in rule.remarks.fetch(name)] == ([] if more == 0 else [least - 1])


@pytest.mark.parametrize(
    "unit",
    [
        m.srp_manage(1, 1), m.srp_response(1), m.srp_response(1, code=0), m.srp_response(1, 2, sensed=m.sense(5, 0x20)),
        m.srp_response(1, 2, sensed=m.sense(5, 0x20), code=0), header_named("SRPCreditRequest").write({}),
        header_named("SRPEventRequest").write({"sense_length": 18}) + bytes(18),
        m.srp_command(1, m.block10(m.SCSI_READ, 0, 1), m.direct(7, 512, 0), into=m.DIRECT),
    ],
    ids=lambda unit: unit[:1].hex(),
)  # fmt: skip
def test_how_long_a_unit_is(unit):
    """As its fields say, and what it does not use is zero: bytes 1 to 3 of all of these but their flags."""
    assert SRPUnit(unit).fits(len(unit))
    assert not any(SRPUnit(unit).fits(len(unit) + more) for more in (-1, 1, 18))
    damaged = bytearray(unit)
    damaged[2] = 0xFF
    assert not SRPUnit(bytes(damaged)).fits(len(unit))


@pytest.mark.parametrize(("less", "size"), [(0, 8), (1, 0), (8, 0)])
def test_data_in_a_command_that_is_cut(less, size):
    """The descriptor says how many bytes follow it."""
    unit = m.srp_command(1, m.block10(m.SCSI_WRITE, 0, 1), header_named("SRPImmediate").write({"length": 8}), out=3)
    assert SRPUnit(unit[: len(unit) - less]).immediate == size
