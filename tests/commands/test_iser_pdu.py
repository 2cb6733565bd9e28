"""PDUs of iSCSI over iSER one by one: their lengths, what answers say, and which messages can be one.

Source: RFC 7143, 11; RFC 7145, 9.
"""

from __future__ import annotations

import pytest

from ibpkt.commands.iser_pdu import CONTROL, ISERPDU, is_control
from ibpkt.commands.known import PROTOCOLS
from ibpkt.protocols import header_named
from tests.commands import hand_made_messages as m
from tests.commands.test_messaging import send, smc_sent


def made(name, rest=b"", **values):
    return header_named("ISER").write({}) + header_named(name).write(values) + rest


@pytest.mark.parametrize(
    ("words", "data", "whole"), [(0, 0, 0), (0, 1, 4), (0, 4, 4), (0, 5, 8), (2, 5, 16), (1, 0, 4)]
)
def test_lengths(words, data, whole):
    """Additional header segments are counted in words, and data are padded to words."""
    values = {"totalahslength": words, "datasegmentlength": data}
    pdu = ISERPDU(made("ISCSINopOut", b"A" * (4 * words) + b"D" * data + bytes(-data % 4), **values))
    assert pdu.size == len(pdu.head) == CONTROL + whole
    assert pdu.data == b"D" * data


@pytest.mark.parametrize(
    ("unit", "status", "ok"),
    [
        (m.scsi_response(1), "GOOD", True), (m.scsi_response(1, m.BUSY), "BUSY", False),
        (m.scsi_response(1, m.CHECK_CONDITION, m.sense(5, 0x20)),
         "CHECK CONDITION: ILLEGAL REQUEST, INVALID COMMAND OPERATION CODE", False),
        (m.scsi_response(1, m.CHECK_CONDITION), "CHECK CONDITION", False),
        (m.pdu(0x21, m.pack("!I", 1), response=1), "Target Failure", False),
        (m.login_answer(1), "Success", True), (m.login_answer(1, 0x0201), "Authentication failure", False),
        (m.task_managed(1), "Function complete", True), (m.task_managed(1, 1), "Task does not exist", False),
        (m.pdu(0x20, m.pack("!I", 1)), "answered", True),
        (m.pdu(0x3F, m.pack("!I", m.NO_TAG), response=4), "Reject: Protocol error", False),
    ],
)  # fmt: skip
def test_what_an_answer_says(unit, status, ok):
    assert ISERPDU(unit).answer() == (status, ok)


def test_sense_data_that_are_cut():
    """Without the two bytes of their length there are none; those of no bytes say nothing more."""
    for data in (b"", b"\0", b"\0\0"):
        unit = ISERPDU(made("ISCSIResponse", data.ljust(4, b"\0"), status=2, datasegmentlength=len(data)))
        assert unit.answer() == ("CHECK CONDITION", False)


def test_what_a_reject_is_about():
    """The basic header segment of the PDU that was refused is its data."""
    refused = made("ISCSINopOut", initiatortasktag=9)[CONTROL - 48 :]
    for data, tag in ((refused, 9), (refused[:47], None), (b"\x3e" + refused[1:], None)):
        pdu = ISERPDU(made("ISCSIReject", data, datasegmentlength=len(data)))
        assert (pdu.refused and pdu.refused.tag) == tag


@pytest.mark.parametrize(
    ("change", "begins"),
    [
        ({}, True), ({"opcode": 2}, False), ({"rsvd": 1}, False), ({"opcode": 2, "rsvd": 1}, False),
        ({"write_stag": 1}, False), ({"write_base_offset": 1}, False), ({"wsv": 1, "write_stag": 1}, True),
        ({"read_stag": 1}, False), ({"read_base_offset": 1}, False), ({"rsv": 1, "read_base_offset": 1}, True),
    ],
)  # fmt: skip
def test_what_begins_as_a_pdu_does(change, begins):
    head = header_named("ISER").write(change) + header_named("ISCSINopOut").write({})
    assert is_control(head) is begins
    assert not is_control(head[: CONTROL - 1])
    assert not is_control(head[: CONTROL - 48] + b"\x3e" + head[CONTROL - 47 :])


# -- recognition --------------------------------------------------------------------------------------------------

ASKS, ANSWERS = m.scsi(5, m.block10(m.SCSI_READ, 0, 1), 512, reads=(7, 0)), m.scsi_response(5)
ISER = PROTOCOLS["iser"]


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        (((0, ASKS), (1, ANSWERS)), 1), (((1, ANSWERS), (0, ASKS)), 0), (((1, ASKS), (0, ANSWERS)), 0),
        (((0, ASKS), (1, m.scsi_response(6))), 0), (((0, ASKS), (1, ANSWERS), (1, ANSWERS)), 1),
        (((0, ASKS), (1, ANSWERS), (0, ASKS), (1, ANSWERS)), 2), (((0, ASKS), (0, ANSWERS)), 0),
        (((0, m.pdu(0, m.pack("!I", m.NO_TAG))), (1, m.pdu(0x20, m.pack("!I", m.NO_TAG)))), 0),
        (((0, ASKS + bytes(4)), (1, ANSWERS)), 0),
    ],
)  # fmt: skip
def test_evidence(sent, found):
    """A request of the initiator and the answer with its tag; one pair is enough."""
    assert ISER.pairs(smc_sent(*sent), 0) == found
    assert ISER.needed == 1


def test_what_is_a_command():
    assert ISER.is_command(send(0, len(ASKS), 1), ASKS)
    assert not ISER.is_command(send(0, len(ANSWERS), 1), ANSWERS)
    assert not ISER.is_command(send(0, len(ASKS) + 1, 1), ASKS)
    assert not ISER.is_command(send(0, 12, 1), b"text" * 3)
