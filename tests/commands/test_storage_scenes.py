"""What storage traffic shows where it is deployed, each scene made by hand with its verdict.

A verdict is written from the specifications: kind, identifier, outcome, status and bytes moved of each command, in the
order of their first packets, and the findings about them.
"""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt.commands.follower import CommandFollower
from tests.commands import hand_made_messages as m
from tests.commands.hand_made_connection import (
    CONSUMER_REJECT,
    NAK_ACCESS,
    NAK_SEQUENCE,
    PMTU,
    REJ,
    TCP_SERVICE,
    WRITE,
    A,
    B,
    C,
    HandMadeConnection,
)
from tests.support.hand_made import HandMadeCapture

OK, NO_ANSWER = ("answered", "Success"), ("unanswered", None)
IN_USE = "command-identifier-in-use"


def nvme(capture, number=1, **ends):
    return HandMadeConnection(capture, **ends).connect(TCP_SERVICE | m.NVME_PORT, m.queue_request(number))


def nfs(capture, **ends):
    return HandMadeConnection(capture, **ends).connect(TCP_SERVICE | m.NFS_PORT, m.RPC_PRIVATE, m.RPC_PRIVATE)


def iser(capture, **ends):
    return HandMadeConnection(capture, **ends).connect(TCP_SERVICE | m.ISCSI_PORT, b"\x80\0\0\0", b"\x80\0\0\0")


def srp(capture, **ends):
    return HandMadeConnection(capture, **ends).connect(m.SRP_SERVICE, m.SRP_LOGIN, m.SRP_LOGIN_ANSWER)


def nvme_read(link, cid, key=7, size=4096, status=0, address=0x1000):
    link.send(0, m.blocks(m.NVME_READ, cid, key, size, address))
    link.write(1, address, key, size)
    link.send(1, m.completion(cid, status), key)


def srp_read(link, tag, lba=0, lun=0, answered=True):
    link.send(0, m.srp_command(tag, m.block10(m.SCSI_READ, lba, 1), m.direct(7, 512, 0x1000 * tag), into=1, lun=lun))
    if answered:
        link.write(1, 0x1000 * tag, 7, 512)
        link.send(1, m.srp_response(tag))


# -- NVMe over Fabrics ------------------------------------------------------------------------------------------------


def command_retried(capture):
    """Its acknowledgement is lost, and the transport sends it again: one command."""
    link = nvme(capture)
    command = m.blocks(m.NVME_READ, 5, 9, 1024)
    link.send(0, command, ack=False)
    capture.wait(5000)
    link.packet(0, 0x04, link.psn[0] - 1, b"", command, ack=1)
    link.acknowledge(1)
    link.write(1, 0x1000, 9, 1024)
    link.send(1, m.completion(5), 9)
    return [("Read", 5, *OK, 1024)]


def fetched_in_three_reads(capture):
    link = nvme(capture)
    link.send(0, m.blocks(m.NVME_WRITE, 6, 3, 12288))
    for at in (0, 8192, 4096):
        link.read(1, 0x1000 + at, 3, bytes(4096))
    link.send(1, m.completion(6), 3)
    return [("Write", 6, *OK, 12288)]


def read_asked_for_the_rest(capture):
    """Two responses are lost; the READ goes on in its middle."""
    link = nvme(capture)
    link.send(0, m.blocks(m.NVME_WRITE, 1, 5, 4096))
    psn = link.read(1, 0x1000, 5, bytes(4096), lost=(2, 3))
    capture.wait(4000)
    link.packet(1, 0x0C, psn + 2, m.pack("!QII", 0x1800, 5, 2048), ack=1)
    link.respond(0, psn + 2, bytes(2048))
    link.send(1, m.completion(1), 5)
    return [("Write", 1, *OK, 4096)]


def written_again_after_a_nak(capture):
    link = nvme(capture)
    link.send(0, m.blocks(m.NVME_READ, 1, 5, 4096))
    psn = link.psn[1]
    link.write(1, 0x1000, 5, 4096, lost=(1,), ack=False)
    link.acknowledge(0, psn + 1, NAK_SEQUENCE, 0)
    for at in (1, 2, 3):
        link.packet(1, WRITE[2 if at == 3 else 1], psn + at, b"", bytes(PMTU), ack=int(at == 3))
    link.acknowledge(0)
    link.send(1, m.completion(1), 5)
    return [("Read", 1, *OK, 4096)]


def completed_out_of_order(capture):
    link = nvme(capture)
    for cid in (1, 2, 3):
        link.send(0, m.blocks(m.NVME_READ, cid, cid, 512))
    for cid in (3, 1, 2):
        link.write(1, 0x1000, cid, 512)
        link.send(1, m.completion(cid), cid)
    return [("Read", cid, *OK, 512) for cid in (1, 2, 3)]


def identifier_used_while_open(capture):
    link = nvme(capture)
    link.send(0, m.blocks(m.NVME_READ, 1, 5, 4096))
    nvme_read(link, 1, 6)
    return [("Read", 1, *NO_ANSWER, 0), ("Read", 1, *OK, 4096)], [IN_USE]


def aborted_by_the_host(capture):
    """Of NVMe the command that is aborted is completed, too."""
    admin, link = nvme(capture, 0, queues=(0x40, 0x50)), nvme(capture)
    link.send(0, m.blocks(m.NVME_READ, 0x31, 5, 4096))
    capture.wait(30e6)
    admin.send(0, m.entry(m.ABORT, 2, dwords=(1 | 0x31 << 16,)))
    link.send(1, m.completion(0x31, 0x007))
    admin.send(1, m.completion(2, queue=0))
    return [("Read", 0x31, "answered", "Command Abort Requested", 0), ("Abort", 2, *OK, 0)]


def released_amid_commands(capture):
    """One READ has no answer: what it would have fetched has not moved."""
    link = nvme(capture)
    nvme_read(link, 1)
    link.send(0, m.blocks(m.NVME_WRITE, 2, 5, 4096))
    link.read(1, 0x1000, 5, bytes(4096))
    link.send(0, m.blocks(m.NVME_WRITE, 3, 6, 4096))
    link.read(1, 0x1000, 6, bytes(4096), answered=False)
    link.release()
    return [("Read", 1, *OK, 4096), ("Write", 2, *NO_ANSWER, 4096), ("Write", 3, *NO_ANSWER, 0)]


def refused_memory(capture):
    link = nvme(capture)
    link.send(0, m.blocks(m.NVME_WRITE, 1, 5, 4096))
    psn = link.read(1, 0x1000, 5, bytes(4096), answered=False)
    link.acknowledge(0, psn, NAK_ACCESS, 0)
    link.release()
    return [("Write", 1, *NO_ANSWER, 0)]


def known_only_after_its_release(capture):
    """Two commands and nothing else: when their flow is known, the connection is over."""
    link = nvme(capture, 0)
    link.send(0, m.entry(m.EVENT, 1))
    link.send(0, m.entry(m.KEEP_ALIVE, 2))
    link.release()
    return [("Asynchronous Event Request", 1, "open", None, 0), ("Keep Alive", 2, *NO_ANSWER, 0)]


def two_hosts_with_one_queue_pair_number(capture):
    one, other = nvme(capture, ends=(A, B)), nvme(capture, ends=(C, B), queues=(0x11, 0x23))
    one.send(0, m.blocks(m.NVME_READ, 1, 5, 512))
    nvme_read(other, 1, 5, 512)
    one.write(1, 0x1000, 5, 512)
    one.send(1, m.completion(1, 0x281), 5)
    return [("Read", 1, "answered", "Unrecovered Read Error", 512), ("Read", 1, *OK, 512)]


def queue_pair_used_for_iser(capture):
    link = nvme(capture)
    nvme_read(link, 1)
    link.release()
    capture.wait(2e6)
    link = iser(capture, psns=(0x900000, 0x700000))
    link.send(0, m.login(1))
    link.send(1, m.login_answer(1))
    return [("Read", 1, *OK, 4096), ("Login", 1, *OK, 0)]


def fused_commands(capture):
    link = nvme(capture)
    for cid, opcode, flags in ((1, m.COMPARE, 0x41), (2, m.NVME_WRITE, 0x42)):
        link.send(0, m.entry(opcode, cid, cid, 0x1000, 512, dwords=(8, 0, 0), flags=flags))
    link.read(1, 0x1000, 1, bytes(512))
    link.send(1, m.completion(1, 0x285), 1)
    link.send(1, m.completion(2, 0x009), 2)
    return [
        ("Compare", 1, "answered", "Compare Failure", 512),
        ("Write", 2, "answered", "Command Aborted due to Failed Fused Command", 0),
    ]


# -- NFS over RDMA ----------------------------------------------------------------------------------------------------


def nfs_on_the_port_of_nvme(capture):
    link = HandMadeConnection(capture).connect(TCP_SERVICE | m.NVME_PORT)
    for xid in (1, 2):
        link.send(0, m.call(xid))
        link.send(1, m.answer(xid))
    return [("NULL", xid, "answered", "SUCCESS", 0) for xid in (1, 2)]


def read_chunk_of_two_segments(capture):
    link = nfs(capture)
    chunk = [(136, (0x11, 8192, 0x1000)), (136, (0x12, 4096, 0x9000))]
    link.send(0, m.call(1, m.NFS_WRITE, m.write_call(12288), reads=chunk))
    for key, address in ((0x11, 0x2000), (0x12, 0x9000), (0x11, 0x1000)):
        link.read(1, address, key, bytes(4096))
    link.send(1, m.answer(1, m.write_answer(12288)), 0x11)
    return [("WRITE", 1, "answered", "NFS3_OK", 12288)]


def write_chunk_that_is_not_filled(capture):
    link = nfs(capture)
    link.send(0, m.call(2, m.NFS_READ, m.read_call(8192), writes=[(0x11, 8192, 0x1000)]))
    link.write(1, 0x1000, 0x11, 1000)
    link.send(1, m.answer(2, m.read_answer(1000), writes=[(0x11, 1000, 0x1000)]))
    return [("READ", 2, "answered", "NFS3_OK", 1000)]


def write_chunk_that_is_not_used(capture):
    link = nfs(capture)
    link.send(0, m.call(2, m.NFS_READ, m.read_call(512), writes=[(0x11, 512, 0x1000)]))
    link.send(1, m.answer(2, m.read_answer(100, b"y" * 100), writes=[(0x11, 0, 0x1000)]))
    return [("READ", 2, "answered", "NFS3_OK", 100)]


def chunks_refused(capture):
    link = nfs(capture)
    link.send(0, m.call(5, m.NFS_READ, m.read_call(65536), writes=[(0x11, 65536, 0x1000)]))
    link.send(1, m.pack("!IIIII", 5, 1, 32, 4, 2))
    return [("READ", 5, "answered", "ERR_CHUNK", 0)]


def both_ends_call_with_one_xid(capture):
    link = nfs(capture)
    link.send(0, m.call(7, m.LOOKUP, m.lookup(b"name")))
    link.send(1, m.call(7))
    link.send(0, m.answer(7))
    link.send(1, m.answer(7, m.pack("!II", 70, 0)))
    return [("LOOKUP", 7, "answered", "NFS3ERR_STALE", 0), ("NULL", 7, "answered", "SUCCESS", 0)]


def called_again_on_a_new_connection(capture):
    link = nfs(capture)
    link.send(0, m.call(2, m.LOOKUP, m.lookup(b"a")))
    link.release(1)
    link = nfs(capture, queues=(0x71, 0x72))
    link.send(0, m.call(2, m.LOOKUP, m.lookup(b"a")))
    link.send(1, m.answer(2, m.pack("!II", 2, 0)))
    return [("LOOKUP", 2, *NO_ANSWER, 0), ("LOOKUP", 2, "answered", "NFS3ERR_NOENT", 0)]


# -- SCSI over iSER and SRP -------------------------------------------------------------------------------------------


def task_aborted_and_its_tag_used(capture):
    link = iser(capture)
    link.send(0, m.scsi(0x10, m.block10(m.SCSI_READ, 64, 8), 4096, reads=(5, 0x1000)))
    capture.wait(30e6)
    link.send(0, m.manage_task(0x11, 1, 0x10))
    link.send(1, m.task_managed(0x11))
    link.send(0, m.scsi(0x10, m.block10(m.SCSI_READ, 64, 8), 4096, reads=(6, 0x1000)))
    link.write(1, 0x1000, 6, 4096)
    link.send(1, m.scsi_response(0x10), 6)
    return [
        ("READ(10)", 0x10, *NO_ANSWER, 0), ("ABORT TASK", 0x11, "answered", "Function complete", 0),
        ("READ(10)", 0x10, "answered", "GOOD", 4096),
    ]  # fmt: skip


def response_that_crossed_the_abort(capture):
    link = iser(capture)
    link.send(0, m.scsi(0x10, m.block10(m.SCSI_READ, 64, 8), 4096, reads=(5, 0x1000)))
    link.send(0, m.manage_task(0x11, 1, 0x10))
    link.write(1, 0x1000, 5, 4096)
    link.send(1, m.scsi_response(0x10), 5)
    link.send(1, m.task_managed(0x11, 1))
    return [
        ("READ(10)", 0x10, "answered", "GOOD", 4096), ("ABORT TASK", 0x11, "answered", "Task does not exist", 0),
    ]  # fmt: skip


def unsolicited_data(capture):
    link = iser(capture)
    link.send(0, m.scsi(0x10, m.block10(m.SCSI_WRITE, 0, 8), 4096, data=bytes(1024)))
    for at in range(1, 4):
        link.send(0, m.pdu(0x05, m.pack("!IIIIII", 0x10, m.NO_TAG, 0, 1, 0, at - 1), bytes(1024)))
    link.send(1, m.scsi_response(0x10, m.CHECK_CONDITION, m.sense(7, 0x27)))
    return [("WRITE(10)", 0x10, "answered", "CHECK CONDITION: DATA PROTECT, WRITE PROTECTED", 4096)]


def write_without_its_data(capture):
    """The initiator does not answer the READ, and the target gives up."""
    link = iser(capture)
    link.send(0, m.scsi(1, m.block10(m.SCSI_WRITE, 0, 8), 4096, writes=(5, 0x1000)))
    link.read(1, 0x1000, 5, bytes(4096), answered=False)
    link.release(1)
    return [("WRITE(10)", 1, *NO_ANSWER, 0)]


def logical_unit_reset(capture):
    link = srp(capture)
    for tag, lun in ((1, 1), (2, 1), (3, 2)):
        srp_read(link, tag, lun=lun, answered=False)
    link.send(0, m.srp_manage(1 << 63, 8, lun=1))
    link.send(1, m.srp_response(1 << 63, code=0))
    srp_read(link, 1, lun=1)
    link.write(1, 0x3000, 7, 512)
    link.send(1, m.srp_response(3))
    return [
        ("READ(10)", 1, *NO_ANSWER, 0), ("READ(10)", 2, *NO_ANSWER, 0), ("READ(10)", 3, "answered", "GOOD", 512),
        ("LUN RESET", 1 << 63, "answered", "Function complete", 0), ("READ(10)", 1, "answered", "GOOD", 512),
    ]  # fmt: skip


def abort_that_failed(capture):
    link = srp(capture)
    srp_read(link, 5, answered=False)
    link.send(0, m.srp_manage(1 << 63, 1, 5))
    link.send(1, m.srp_response(1 << 63, code=5))
    link.write(1, 0x5000, 7, 512)
    link.send(1, m.srp_response(5))
    return [
        ("READ(10)", 5, "answered", "GOOD", 512),
        ("ABORT TASK", 1 << 63, "answered", "Task management function failed", 0),
    ]


def table_of_three_descriptors(capture):
    link = srp(capture)
    places = ((7, 0x1000), (7, 0x5000), (8, 0x8000))
    table = m.direct(9, 48, 0x9000) + m.pack("!I", 12288) + b"".join(m.direct(key, 4096, at) for key, at in places)
    link.send(0, m.srp_command(2, m.block10(m.SCSI_READ, 8, 24), table, into=m.INDIRECT, count=3))
    for key, at in places:
        link.write(1, at, key, 4096)
    link.send(1, m.srp_response(2))
    return [("READ(10)", 2, "answered", "GOOD", 12288)]


def tags_used_at_once(capture):
    link = srp(capture)
    for lba in range(5):
        srp_read(link, 5, lba)
    return [("READ(10)", 5, "answered", "GOOD", 512)] * 5


def begins_after_the_login(capture):
    link = HandMadeConnection(capture)
    link.send(1, m.srp_response(9))
    for tag in (1, 2, 3):
        srp_read(link, tag)
    return [("READ(10)", tag, "answered", "GOOD", 512) for tag in (1, 2, 3)], ["response-without-command"]


def login_refused(capture):
    link = HandMadeConnection(capture)
    link.request(m.SRP_SERVICE, m.SRP_LOGIN)
    reason = m.pack("!IIBBH", 0, 0xAA11, 0, 0, CONSUMER_REJECT) + bytes(72)
    link.manage(1, REJ, reason + m.pack("!B3xIQ8xH6x", 0xC2, 0x00010002, 0, 6))
    return []


SCENES = (
    command_retried, fetched_in_three_reads, read_asked_for_the_rest, written_again_after_a_nak, completed_out_of_order,
    identifier_used_while_open, aborted_by_the_host, released_amid_commands, refused_memory,
    known_only_after_its_release, two_hosts_with_one_queue_pair_number, queue_pair_used_for_iser, fused_commands,
    nfs_on_the_port_of_nvme, read_chunk_of_two_segments, write_chunk_that_is_not_filled, write_chunk_that_is_not_used,
    chunks_refused, both_ends_call_with_one_xid, called_again_on_a_new_connection, task_aborted_and_its_tag_used,
    response_that_crossed_the_abort, unsolicited_data, write_without_its_data, logical_unit_reset, abort_that_failed,
    table_of_three_descriptors, tags_used_at_once, begins_after_the_login, login_refused,
)  # fmt: skip


def said(path, size):
    """The commands by their first packets, and the kinds of findings."""
    follower = CommandFollower()
    commands, findings = [], []
    with ibpkt.open(str(path)) as capture:
        for batch in capture.batches(max_packets=size):
            commands += follower.add(batch)
            findings += follower.findings
    commands += follower.finish()
    findings += follower.findings
    commands.sort(key=lambda each: each.first_frame)
    told = [(each.kind, each.identifier, each.outcome, each.status, each.moved) for each in commands]
    return told, [finding.kind.name for finding in findings]


@pytest.mark.parametrize("size", [1, 7, 1000])
@pytest.mark.parametrize("scene", SCENES, ids=[scene.__name__ for scene in SCENES])
def test_scenes(scene, size, tmp_path):
    capture = HandMadeCapture()
    verdict = scene(capture)
    commands, findings = verdict if isinstance(verdict, tuple) else (verdict, [])
    assert said(capture.save(tmp_path / "scene.pcap"), size) == (commands, findings)


def test_the_crcs_are_right(tmp_path):
    """Else the scenes would show what damaged packets do."""
    for scene in SCENES:
        capture = HandMadeCapture()
        scene(capture)
        with ibpkt.open(str(capture.save(tmp_path / "scene.pcap"))) as packets:
            assert {packet.icrc.status for packet in packets} == {"good"}, scene.__name__
