"""iSCSI commands over iSER: recordings against what the kernels' tracepoints counted on both hosts."""

import collections
import random

import pytest

import ibpkt
from ibpkt.commands.iser_pdu import ISERPDU
from ibpkt.commands.known import PROTOCOLS
from ibpkt.commands.open_commands import NamedMemory
from ibpkt.commands.recognition import CarriedProtocol, Sent
from ibpkt.protocols import header_named
from ibpkt.protocols.upper.iscsi import PDUS
from ibpkt.protocols.upper.iscsi_names import NO_TAG
from tests.commands.scsi_truth import counted, kinds, refused, truth_of
from tests.commands.test_nvme_truth import RECORDED, found_in
from tests.commands.test_recognition import followed, send
from tests.support.command import run

needs_recordings = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")


@needs_recordings
def test_unsolicited_data():
    """Of 32 KiB 8 KiB come in the command and the rest in three SCSI Data-Out PDUs: 48 in all."""
    commands = [command for command in found_in("iser_unsolicited") if command.kind == "WRITE(10)"]
    assert [sum(part.role == "data" for part in command.parts) for command in commands] == [3] * 16


@needs_recordings
def test_logins():
    """Without CHAP and with a wrong secret it is refused, with the right one accepted; L4 is no target."""
    found, connections = followed(RECORDED / "iser_chap.pcap")
    logins = [(command.status, command.detail) for command in found if command.kind == "Login"]
    chap = "iqn.2026-01.lab:chap"
    assert collections.Counter(status for status, _ in logins) == {
        "Success": 6, "Authentication failure": 2, "Service unavailable": 1,
    }  # fmt: skip
    assert {name for _, name in logins} == {chap, "iqn.2026-01.lab:nosuch", ""}
    assert {connection.name for connection in connections} == {chap, "iqn.2026-01.lab:nosuch"}
    assert {connection.how for connection in connections} == {"port and content"}
    assert {connection.initiator for connection in connections} == {"192.168.77.2"}


@needs_recordings
def test_lost_beneath():
    """What the target completed is answered; sessions that break leave commands without an answer."""
    found, truth = found_in("iser_loss"), truth_of("iser_loss")
    answered = [command for command in found if command.outcome == "answered"]
    assert counted(answered) == kinds(truth["target_commands"])
    assert counted(command for command in found if command.ok is False) == refused(truth)
    issued = kinds(truth["initiator_commands"])
    assert all(count <= issued[kind] for kind, count in counted(found).items())
    assert {command.outcome for command in found} == {"answered", "unanswered"}


@needs_recordings
def test_the_recording_before():
    """INQUIRY places 36 bytes by a WRITE; a WRITE of 8192 bytes carries its data; MAINTENANCE IN is refused."""
    commands = list(found_in("../iser"))
    inquiry = next(command for command in commands if command.kind == "INQUIRY")
    assert (inquiry.first_frame, inquiry.moved, [part.first_frame for part in inquiry.parts]) == (8, 36, [8, 10, 11])
    write = next(command for command in commands if command.kind == "WRITE(10)")
    assert (write.first_frame, write.moved, len(write.parts)) == (116, 8192, 2)
    assert [command.status for command in commands if command.ok is False] == [
        "CHECK CONDITION: ILLEGAL REQUEST, INVALID COMMAND OPERATION CODE"
    ]


@needs_recordings
def test_a_capture_that_begins_after_the_login(tmp_path):
    """Content decides; what had begun before is a response without a command."""
    with ibpkt.open(str(RECORDED / "iser_qd16.pcap")) as capture, ibpkt.create(str(tmp_path / "late.pcap")) as out:
        for batch in capture.batches():
            out.write_batch(batch.select(batch.frames.number_of >= 400))
    found, connections = followed(tmp_path / "late.pcap")
    whole = [command for command in found_in("iser_qd16") if command.first_frame >= 400]
    assert [connection.how for connection in connections] == ["content"]
    assert connections[0].initiator == "192.168.77.2"
    assert sorted(command.identifier for command in found) == sorted(command.identifier for command in whole)
    assert connections[0].unmatched > 0


@needs_recordings
def test_filters():
    names = [
        "iscsi.initiatortasktag",
        "scsi_sbc.rdwr10.lba",
        "scsi.sns.key",
        "iscsi.keyvalue",
        "infiniband.upper.command",
    ]
    with ibpkt.open(str(RECORDED / "iser_qd16.pcap")) as capture:
        columns = capture.follow(names, twice=True).columns(["frame.number", *names])
    frames = columns["frame.number"]
    named = [int(frame) for frame, there in zip(frames, ~columns["scsi_sbc.rdwr10.lba"].mask, strict=True) if there]
    assert named == sorted(command.first_frame for command in found_in("iser_qd16") if "LBA" in command.detail)
    assert columns["scsi.sns.key"].compressed().tolist() == [5]
    assert "TargetName=iqn" in columns["iscsi.keyvalue"].compressed()[0]


# -- single PDUs ------------------------------------------------------------------------------------------------------


def pdu(name, data=b"", *, stag=None, **values):
    """A PDU over iSER as bytes."""
    header = header_named(name)
    memory = {} if stag is None else {"rsv": 1, "read_stag": stag, "read_base_offset": 0x1000}
    if header.tail:
        values["text"] = data
    begin = header_named("ISER").write(memory) + header.write({"datasegmentlength": len(data), **values})
    if name == "ISCSICommand":
        begin += header_named("SCSIRead10").write({"opcode": 0x28, "lba": 7, "blocks": 8})
    return (begin if header.tail else begin + data) + bytes(-len(data) % 4)


def play(*sent):
    """Commands out of (side, bytes), a microsecond apart."""
    rule = PROTOCOLS["iser"].rule(1, CarriedProtocol("iser", "told", 0), None)
    found = []
    for number, (side, head) in enumerate(sent):
        message = send(side, len(head), number * 1000)
        message.first_frame = message.last_frame = number + 1
        message.end = message.start
        found += rule.take(message, head)
    return found, [*rule.finish(over=False)], rule


def test_memory_is_as_long_as_the_command_says():
    """What says no length has no data."""
    assert ISERPDU(pdu("ISCSICommand", stag=7, expected_length=4096)).regions() == (NamedMemory(7, 0x1000, 4096),)
    assert ISERPDU(pdu("ISCSITaskManagement", stag=7)).regions() == (NamedMemory(7, 0x1000, 0),)
    assert ISERPDU(pdu("ISCSITaskManagement")).regions() == ()


def test_pings_of_both_ends():
    found, left, _ = play(
        (0, pdu("ISCSINopOut", immediate=1, initiatortasktag=5)),
        (1, pdu("ISCSINopIn", initiatortasktag=5)),
        (1, pdu("ISCSINopIn", targettransfertag=5)),
        (0, pdu("ISCSINopOut", immediate=1, initiatortasktag=NO_TAG, targettransfertag=5)),
        (1, pdu("ISCSINopIn")),
    )
    assert [(each.kind, each.side, each.identifier, each.outcome) for each in found] == [
        ("NOP-Out", 0, 5, "answered"), ("NOP-In", 1, 5, "answered"),
    ]  # fmt: skip
    assert left == []


def test_pings_of_both_ends_at_once():
    """Their tags are no tags of the other end."""
    found, left, _ = play(
        (0, pdu("ISCSINopOut", immediate=1, initiatortasktag=5)),
        (1, pdu("ISCSINopIn", targettransfertag=5)),
        (1, pdu("ISCSINopIn", initiatortasktag=5)),
        (0, pdu("ISCSINopOut", immediate=1, initiatortasktag=NO_TAG, targettransfertag=5)),
    )
    assert [(each.kind, each.side, each.latency) for each in found] == [("NOP-Out", 0, 2000), ("NOP-In", 1, 2000)]
    assert left == []


def test_an_aborted_task():
    """Nobody answers the task that is aborted, and its tag is free again; the request says which task it was."""
    found, left, rule = play(
        (0, pdu("ISCSICommand", initiatortasktag=1, expected_length=4096, read=1, stag=9)),
        (0, pdu("ISCSITaskManagement", initiatortasktag=2, function=1, referencedtasktag=1, immediate=1)),
        (1, pdu("ISCSITaskManagementResponse", initiatortasktag=2)),
        (0, pdu("ISCSICommand", initiatortasktag=1, expected_length=4096, read=1, stag=9)),
    )
    assert [(each.kind, each.detail, each.status, each.outcome) for each in found] == [
        ("ABORT TASK", "tag 0x00000001", "Function complete", "answered"),
        ("READ(10)", "LBA 7 blocks 8", None, "unanswered"),
    ]
    assert [(each.kind, each.detail, each.outcome) for each in left] == [("READ(10)", "LBA 7 blocks 8", "open")]
    assert rule.remarks.fetch("iser") == []


LUN_RESET, WARM_RESET, CLEAR_ACA = 5, 6, 3


@pytest.mark.parametrize(
    ("function", "response", "ended"),
    [(LUN_RESET, 0, [1]), (LUN_RESET, 1, []), (WARM_RESET, 0, [1, 2]), (CLEAR_ACA, 0, [])],
)
def test_tasks_that_a_reset_ends(function, response, ended):
    """Those of its logical unit that had begun before it, if it succeeds; those of the target."""
    found, left, _ = play(
        (0, pdu("ISCSICommand", initiatortasktag=1, lun=3)),
        (0, pdu("ISCSICommand", initiatortasktag=2, lun=4)),
        (0, pdu("ISCSITaskManagement", initiatortasktag=8, function=function, lun=3, immediate=1)),
        (0, pdu("ISCSICommand", initiatortasktag=9, lun=3)),
        (1, pdu("ISCSITaskManagementResponse", initiatortasktag=8, response=response)),
    )
    assert [each.identifier for each in found if each.outcome == "unanswered"] == ended
    assert [each.identifier for each in left] == [tag for tag in (1, 2, 9) if tag not in ended]


def test_a_reject_names_what_it_refuses():
    text = pdu("ISCSIText", b"SendTargets=All\0", initiatortasktag=7)
    found, _, _ = play((0, text), (1, pdu("ISCSIReject", text[28:76], reason=5)))
    assert [(each.kind, each.status, each.ok) for each in found] == [("Text", "Reject: Command not supported", False)]


def test_an_event_waits_for_nobody():
    found, _, _ = play((1, pdu("ISCSIAsynchronous", event=1)))
    assert [(each.kind, each.detail, each.by_design) for each in found] == [
        ("Asynchronous Message", "Target requests logout", True)
    ]


def test_sense_in_both_formats():
    fixed = header_named("SCSISenseFixed").write({"response_code": 0x70, "key": 3, "asc": 0x11, "ascq": 0})
    descriptor = header_named("SCSISenseDescriptor").write({"response_code": 0x72, "key": 6, "asc": 0x29, "ascq": 0})
    for sense, words in (
        (fixed, "CHECK CONDITION: MEDIUM ERROR, UNRECOVERED READ ERROR"),
        (descriptor, "CHECK CONDITION: UNIT ATTENTION, POWER ON, RESET, OR BUS DEVICE RESET OCCURRED"),
        (fixed[:14], "CHECK CONDITION: MEDIUM ERROR, UNRECOVERED READ ERROR"),  # targets need not send all 18
        (fixed[:8], "CHECK CONDITION: MEDIUM ERROR"),
        (fixed[:2], "CHECK CONDITION"),
    ):
        data = len(sense).to_bytes(2, "big") + sense
        found, _, _ = play(
            (0, pdu("ISCSICommand", initiatortasktag=1)), (1, pdu("ISCSIResponse", data, initiatortasktag=1, status=2))
        )
        assert [each.status for each in found] == [words]


def test_a_tag_used_twice():
    """The last but one that has the tag is not answered any more."""
    command = pdu("ISCSICommand", initiatortasktag=1)
    found, left, rule = play((0, command), (0, command), (1, pdu("ISCSIResponse", initiatortasktag=1)))
    assert [each.outcome for each in found] == ["unanswered", "answered"]
    assert (left, rule.unmatched) == ([], 0)
    found, left, rule = play((1, pdu("ISCSIResponse", initiatortasktag=4)))
    assert (found, left, rule.unmatched) == ([], [], 1)


def test_memory_of_two_commands_with_one_key():
    rule = PROTOCOLS["iser"].rule(1, CarriedProtocol("iser", "told", 0), None)
    for tag in (1, 2):
        head = pdu("ISCSICommand", initiatortasktag=tag, expected_length=4096, read=1, stag=tag)
        rule.take(send(0, len(head), tag), head)
    for key, address in ((1, 0x1000), (1, 0x2000), (3, 0x1000), (1, 0xFFF)):
        message = send(1, 512, 10)
        message.kind, message.r_key, message.address = "WRITE", key, address
        rule.take(message, b"")
    assert [each.moved for each in rule.finish(over=True)] == [512, 0]


@pytest.mark.parametrize("header", PDUS, ids=lambda header: header.name)
def test_bytes_cut_anywhere(header):
    """However short a message is cut, and whatever its lengths claim, nothing breaks and nothing is invented."""
    whole = pdu(header.name, b"a=b\0" * 8, initiatortasktag=3)
    assert ISERPDU(whole).size == len(whole)
    for length in range(len(whole)):
        found, left, _ = play((0, whole[:length]), (1, whole[:length]))
        assert len(found) + len(left) <= (length >= 76)
    for at in range(len(whole)):
        play((0, whole[:at] + b"\xff" + whole[at + 1 :]), (1, whole[:at] + b"\xff" + whole[at + 1 :]))


@pytest.mark.costly
def test_random_messages_are_no_pdus():
    """A hundred thousand SENDs, zeros and PDUs with a wrong length among them: none is a command, none pairs."""
    protocol, chance = PROTOCOLS["iser"], random.Random(2)
    shape = pdu("ISCSICommand", initiatortasktag=1)
    alone = claims = 0
    for _ in range(1000):
        sent = []
        for number in range(100):
            size = chance.choice((76, 92, 80, 128, 64))
            head = (bytes(size), chance.randbytes(size), (shape + bytes(52))[: size if size != 92 else 96])[
                min(chance.randrange(12), 2)
            ]
            sent.append(Sent(send(chance.randrange(2), len(head) if head[:76] != shape[:76] else 100, number), head))
        alone += sum(protocol.is_command(each.message, each.head) for each in sent)
        claims += any(protocol.pairs(sent, side) >= protocol.needed for side in (0, 1))
    assert (alone, claims) == (0, 0)


@needs_recordings
def test_secrets_are_not_printed():
    text = run("decode", "-2", "-T", "fields", "-e", "iscsi.keyvalue", RECORDED / "iser_chap.pcap").out
    assert "CHAP_N=" in text
    assert "CHAP_R=***" in text
    assert "0x37b0c5b6346aec8a92f7ecdaac9dce5b" not in text
