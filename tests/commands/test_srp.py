"""SCSI commands over SRP: recordings against what the kernels' tracepoints counted on both hosts."""

import random

import pytest

import ibpkt
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.recognition import CarriedProtocol, Sent
from ibpkt.commands.srp_unit import SRPUnit, is_unit
from ibpkt.protocols import header_named
from ibpkt.protocols.upper.srp import UNIT_BY_TYPE
from tests.commands.test_nvme_truth import RECORDED, found_in
from tests.commands.test_recognition import followed, send

needs_recordings = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")


@needs_recordings
def test_errors_in_words():
    """A READ past the end, an operation that does not exist, and what follows the reset of the logical unit."""
    found, connections = followed(RECORDED / "srp_errors.pcap")
    assert [(command.kind, command.status) for command in found if command.ok is False][1:] == [
        ("READ(10)", "CHECK CONDITION: ILLEGAL REQUEST, LOGICAL BLOCK ADDRESS OUT OF RANGE"),
        ("Opcode 0xc0", "CHECK CONDITION: ILLEGAL REQUEST, INVALID COMMAND OPERATION CODE"),
        ("READ(10)", "CHECK CONDITION: UNIT ATTENTION, BUS DEVICE RESET FUNCTION OCCURRED"),
    ]
    resets = [(command.kind, command.status, command.ok) for command in found if command.kind == "LUN RESET"]
    assert resets == [("LUN RESET", "Function complete", True)]
    assert [connection.how for connection in connections] == ["private data"]
    assert [connection.name for connection in connections] == ["0x000000fffe000001:0x000000fffe000001"]


@needs_recordings
def test_a_capture_that_begins_after_the_login(tmp_path):
    with ibpkt.open(str(RECORDED / "srp_qd16.pcap")) as capture, ibpkt.create(str(tmp_path / "late.pcap")) as out:
        for batch in capture.batches():
            out.write_batch(batch.select(batch.frames.number_of >= 300))
    found, connections = followed(tmp_path / "late.pcap")
    whole = [command for command in found_in("srp_qd16") if command.first_frame >= 300]
    assert [connection.how for connection in connections] == ["content"]
    assert connections[0].initiator == "192.168.77.2"
    assert [command.detail for command in found] == [command.detail for command in whole]


@needs_recordings
def test_filters():
    names = ["ib_srp.address", "ib_srp.length", "scsi_sbc.rdwr10.lba", "ib_srp.formats", "scsi.sns.asc"]
    with ibpkt.open(str(RECORDED / "srp_qd16.pcap")) as capture:
        columns = capture.follow(names, twice=True).columns(["frame.number", *names])
    commands = [command for command in found_in("srp_qd16") if "LBA" in command.detail]
    assert columns["scsi_sbc.rdwr10.lba"].count() == len(commands)
    assert columns["ib_srp.formats"].compressed().tolist() == [6, 6]
    assert columns["scsi.sns.asc"].compressed().tolist() == [0x20]
    sizes = dict(zip(columns["frame.number"].tolist(), columns["ib_srp.length"].filled(0).tolist(), strict=True))
    assert all(sizes[command.first_frame] == command.size for command in commands)


# -- single units -----------------------------------------------------------------------------------------------------


def unit(name, rest=b"", **values):
    return header_named(name).write(values) + rest


def command(tag=1, rest=b"", **values):
    block = header_named("SCSIRead10").write({"opcode": 0x28, "lba": 7, "blocks": 8})
    return unit("SRPCommand", block + rest, tag=tag, **values)


def direct(key, length=4096, address=0x1000):
    return header_named("SRPDirect").write({"address": address, "key": key, "length": length})


def play(*sent):
    """Commands out of (side, bytes), a microsecond apart."""
    rule = PROTOCOLS["srp"].rule(1, CarriedProtocol("srp", "told", 0), None)
    found = []
    for number, (side, head) in enumerate(sent):
        message = send(side, len(head), number * 1000)
        message.first_frame = message.last_frame = number + 1
        message.end = message.start
        found += rule.take(message, head)
    return found, [*rule.finish(over=False)], rule


def test_credits_and_events_are_the_targets_commands():
    """A tag of the target is none of the initiator."""
    found, left, _ = play(
        (0, command(tag=9)),
        (1, unit("SRPCreditRequest", req_lim_delta=4, tag=9)),
        (0, unit("SRPCreditResponse", tag=9)),
        (1, unit("SRPEventRequest", tag=9)),
        (0, unit("SRPEventResponse", tag=9)),
        (1, unit("SRPTargetLogout", tag=1)),
    )
    assert [(each.kind, each.side, each.outcome, each.by_design) for each in found] == [
        ("SRP_CRED_REQ", 1, "answered", False), ("SRP_AER_REQ", 1, "answered", False),
        ("SRP_T_LOGOUT", 1, "open", True),
    ]  # fmt: skip
    assert [(each.kind, each.outcome) for each in left] == [("READ(10)", "open")]


def test_tasks_that_are_aborted_or_reset():
    """Nobody answers them, and their tags are used again; a function that failed has ended none."""

    def manage(tag, response, **values):
        data = header_named("SRPResponseData").write({"response_code": response})
        request = unit("SRPTaskManagement", tag=tag, **values)
        return (0, request), (1, unit("SRPResponse", data, tag=tag, rspvalid=1, response_length=4))

    found, left, rule = play(
        (0, command(tag=1, lun=1)), (0, command(tag=2, lun=1)), (0, command(tag=3, lun=2)),
        *manage(81, 5, function=1, task_tag=1), *manage(82, 0, function=1, task_tag=1), (0, command(tag=1, lun=1)),
        *manage(83, 0, function=8, lun=1), (0, command(tag=1, lun=1)), (1, unit("SRPResponse", tag=1)),
    )  # fmt: skip
    assert [(each.identifier, each.outcome) for each in found] == [
        (81, "answered"), (82, "answered"), (1, "unanswered"), (83, "answered"), (2, "unanswered"), (1, "unanswered"),
        (1, "answered"),
    ]  # fmt: skip
    assert [each.identifier for each in left] == [3]
    assert rule.remarks.fetch("srp") == []


def test_a_command_whose_fields_are_invalid():
    data = header_named("SRPResponseData").write({"response_code": 2})
    found, _, _ = play((0, command()), (1, unit("SRPResponse", data, tag=1, rspvalid=1, response_length=4)))
    assert [(each.status, each.ok) for each in found] == [("Request fields invalid", False)]


@pytest.mark.parametrize(
    ("code", "words", "ok"), [(0, "Function complete", True), (5, "Task management function failed", False)]
)
def test_task_management(code, words, ok):
    request = unit("SRPTaskManagement", tag=1 << 63, function=1, task_tag=5)
    data = header_named("SRPResponseData").write({"response_code": code})
    found, _, _ = play((0, request), (1, unit("SRPResponse", data, tag=1 << 63, rspvalid=1, response_length=4)))
    assert [(each.kind, each.detail, each.status, each.ok) for each in found] == [("ABORT TASK", "tag 0x5", words, ok)]


def test_sense_data_behind_response_data():
    """A target may send both; the response data of success say nothing of a command."""
    sense = header_named("SCSISenseFixed").write({"response_code": 0x70, "key": 5, "asc": 0x20})
    data = header_named("SRPResponseData").write({"response_code": 0})
    valid = {"tag": 1, "status": 2, "snsvalid": 1, "sense_length": len(sense)}
    for response in (
        unit("SRPResponse", sense, **valid),
        unit("SRPResponse", data + sense, **valid, rspvalid=1, response_length=len(data)),
    ):
        (found,), _, _ = play((0, command()), (1, response))
        assert found.status == "CHECK CONDITION: ILLEGAL REQUEST, INVALID COMMAND OPERATION CODE"


@pytest.mark.parametrize("header", UNIT_BY_TYPE.values(), ids=lambda header: header.name)
def test_which_units_are_commands(header):
    """Of those that are as long as they say."""
    head = command(rest=direct(1), in_format=1) if header.name == "SRPCommand" else header.write({"tag": 1})
    assert SRPUnit(head).header is header
    known = PROTOCOLS["srp"].is_command(send(0, len(head), 1), head)
    assert known == (header.name in ("SRPCommand", "SRPTaskManagement"))


def test_descriptors():
    """Of a table those in the command are known; data out come before data in; data may be in the command."""
    indirect = header_named("SRPIndirect").write({"table_key": 3, "table_length": 48, "total_length": 12288})
    for head, memory, total, immediate in (
        (command(rest=direct(1), in_format=1), [1], 4096, 0),
        (command(rest=direct(1) + direct(2), out_format=1, in_format=1), [1, 2], 8192, 0),
        (command(rest=indirect + direct(1) + direct(2), in_format=2, in_count=2), [1, 2], 12288, 0),
        (command(rest=bytes(8) + direct(1), add_cdb_words=2, in_format=1), [1], 4096, 0),
        (command(rest=(512).to_bytes(4, "big") + bytes(512), out_format=3), [], 512, 512),
    ):
        found = SRPUnit(head)
        assert ([each.key for each in found.buffers()[0]], found.buffers()[1]) == (memory, total)
        assert found.immediate == immediate
        assert found.fits(len(head))
        assert not found.fits(len(head) - 1)


@pytest.mark.parametrize("header", UNIT_BY_TYPE.values(), ids=lambda header: header.name)
def test_bytes_cut_anywhere(header):
    """However short a message is cut, and whatever its counts claim, nothing breaks and nothing is invented."""
    whole = header.write({"tag": 1}) + direct(1) * 4
    for length in range(len(whole) + 1):
        found, left, _ = play((0, whole[:length]), (1, whole[:length]))
        assert len(found) + len(left) <= (length >= header.size)
    for at in range(len(whole)):
        for side in (0, 1):
            broken = whole[:at] + b"\xff" + whole[at + 1 :]
            play((side, broken))
            if is_unit(broken):
                SRPUnit(broken).fits(len(broken))


@pytest.mark.costly
def test_random_messages_are_no_commands():
    """A hundred thousand SENDs, zeros, and commands with a wrong length among them: none is a command."""
    protocol, chance = PROTOCOLS["srp"], random.Random(3)
    shape = command(rest=direct(1), in_format=1)
    alone = claims = 0
    for _ in range(1000):
        sent = []
        for number in range(100):
            size = chance.choice((48, 36, 64, 128, 16, 68))
            wrong = shape[:40] + bytes((chance.randrange(1, 256),)) + shape[41:] + bytes(4)
            head = (bytes(size), chance.randbytes(size), bytes((2,)) + chance.randbytes(63), wrong)[chance.randrange(4)]
            sent.append(Sent(send(chance.randrange(2), len(head), number), head))
        alone += sum(protocol.is_command(each.message, each.head) for each in sent)
        claims += any(protocol.pairs(sent, side) >= protocol.needed for side in (0, 1))
    assert (alone, claims) == (0, 0)
