"""Messages that lie about their lengths and counts, or come twice, or alone: one sentence at the packet."""

import pytest

import ibpkt
from ibpkt.analysis.results.message import Message
from ibpkt.commands import CommandFollower
from ibpkt.commands.iser_rule import ISERRule
from ibpkt.commands.kinds import KINDS, PROBLEM_NUMBERS, TRUNCATED, CommandRemarks
from ibpkt.commands.nvme_rule import NVMeRule
from ibpkt.commands.recognition import Sent
from ibpkt.commands.rpc_rule import RPCRule
from ibpkt.commands.srp_rule import SRPRule
from ibpkt.protocols.upper.nvme_commands import IN_CAPSULE, KEYED, NVMeIOCommand, NVMeReadWrite
from ibpkt.protocols.upper.nvme_completions import NVMeCompletion
from ibpkt.protocols.upper.srp import SRPResponse
from tests.commands.test_messaging import send
from tests.commands.test_rpc_rule import CLIENT, GETATTR, OK, SERVER, call, reply, word
from tests.support.command import run

HOST, CONTROLLER = 0, 1


class Messages:
    """Gives messages to a rule, and has the sentences."""

    def __init__(self, rule):
        self.rule, self.frame = rule, 0

    def send(self, side, data, size=None):
        self.frame += 1
        at = self.frame * 1000
        size = len(data) if size is None else size
        message = Message(1, side, self.frame, "SEND", "RC", 0, self.frame, at, 0, self.frame, at, size,
                          closed=self.frame)  # fmt: skip
        return list(self.rule.take(message, data))

    def sentences(self, protocol="p"):
        self.rule.finish(over=False)
        return [(each.frame, each.kind.name, str(each)) for each in self.rule.remarks.fetch(protocol)]


def written(header, **values):
    return header.write({field.name: values.get(field.name, field.default) for field in header.wire})


def entry(cid, length=4096, *, in_capsule=False):
    kind, subtype = IN_CAPSULE if in_capsule else (KEYED, 0)
    head = written(NVMeIOCommand, opc=2, cid=cid, nsid=1, sgl_low=length, sgl_type=kind, sgl_subtype=subtype)
    return head + written(NVMeReadWrite)


def completion(cid):
    return written(NVMeCompletion, sqid=1, cid=cid)


@pytest.fixture
def nvme():
    return Messages(NVMeRule(1, HOST, 1))


@pytest.mark.parametrize(("opcode", "queue"), [(6, "admin"), (2, "")], ids=["Identify", "Read"])
def test_a_queue_is_known_from_what_went_before(opcode, queue):
    """Commands of 64 bytes are whole: Identify is one of the admin queue alone, and a Read of any other."""
    rule = NVMeRule(1, HOST, None)
    head = bytes((opcode,)) + entry(1)[1:]
    message = Message(1, HOST, 1, "SEND", "RC", 0, 1, 1000, size=len(head))
    rule.expect([Sent(message, head)])
    assert rule.queue == queue


def test_capsules_that_are_cut(nvme):
    nvme.send(HOST, entry(1)[:40])
    nvme.send(CONTROLLER, completion(1)[:8])
    assert nvme.sentences("nvme") == [
        (1, "command-truncated", "nvme: a command capsule of 40 bytes, where at least 64 are needed"),
        (2, "command-truncated", "nvme: a response capsule of 8 bytes, where at least 16 are needed"),
    ]


def test_what_only_the_capture_has_cut_is_no_mistake(nvme):
    nvme.send(HOST, entry(1)[:40], size=64)
    assert nvme.sentences() == []


def test_data_that_are_not_in_the_capsule(nvme):
    nvme.send(HOST, entry(1, 4096, in_capsule=True) + bytes(512))
    assert nvme.sentences("nvme") == [
        (1, "command-length", "nvme: the descriptor of data in the capsule needs 4096 bytes, and 512 are there")
    ]


def test_an_identifier_that_is_used_three_times(nvme):
    for _ in range(3):
        nvme.send(HOST, entry(5))
    (found,) = nvme.send(CONTROLLER, completion(5))[:1]
    assert found.outcome == "unanswered"
    assert [(frame, kind) for frame, kind, _ in nvme.sentences()] == [
        (3, "command-identifier-in-use"), (3, "command-identifier-in-use"),
    ]  # fmt: skip


def test_a_response_without_a_command(nvme):
    nvme.send(HOST, entry(1))
    nvme.send(CONTROLLER, completion(9))
    assert nvme.sentences("nvme") == [
        (2, "response-without-command", "nvme: no command of this capture has the identifier 0x9 of this response")
    ]
    assert nvme.rule.unmatched == 1


@pytest.fixture
def rpc():
    return Messages(RPCRule(1))


def test_chunk_lists_that_do_not_end(rpc):
    segment = word(1, 0, 7, 4096, 0, 0x1000)
    rpc.send(CLIENT, word(7, 1, 32, 0) + segment * 60)
    ((frame, kind, sentence),) = rpc.sentences("nfs")
    assert (frame, kind) == (1, "command-length")
    assert sentence == "nfs: the end of its chunk lists needs 4 bytes, and 0 are there"


def test_a_compound_with_fewer_operations_than_it_says(rpc):
    rpc.send(CLIENT, call(7, 0, 1, 9, 24, 9, 1, 2))
    assert rpc.sentences("nfs") == [(1, "command-count", "nfs: the compound says 9, and has 2")]


@pytest.mark.parametrize("length", [0xFFFFFFFF, 0x80000000, 5000])
def test_a_text_of_4_gib(rpc, length):
    rpc.send(CLIENT, call(7, length, 0x41414141))
    ((frame, kind, sentence),) = rpc.sentences("nfs")
    assert (frame, kind) == (1, "command-length")
    assert f"{(length + 3) // 4 * 4 + 4} bytes" in sentence


def test_messages_that_are_right_have_no_sentence(rpc):
    rpc.send(CLIENT, call(7, *GETATTR))
    rpc.send(SERVER, reply(7, *OK))
    assert rpc.sentences() == []


def test_an_xid_in_use_and_a_reply_alone(rpc):
    rpc.send(CLIENT, call(7, *GETATTR))
    rpc.send(CLIENT, call(7, *GETATTR))
    rpc.send(SERVER, reply(8, *OK))
    assert [(frame, kind) for frame, kind, _ in rpc.sentences()] == [
        (2, "command-identifier-in-use"), (3, "response-without-command"),
    ]  # fmt: skip


def test_a_short_message_of_rpc(rpc):
    rpc.send(CLIENT, word(7, 1))
    assert rpc.sentences("nfs") == [(1, "command-truncated", "nfs: a message of 8 bytes, where at least 16 are needed")]


def test_units_of_srp():
    srp = Messages(SRPRule(1, HOST))
    srp.send(HOST, b"\x02")
    response = written(SRPResponse, type=0xC1, tag=1, snsvalid=1, sense_length=0xFFFFFFFF)
    srp.send(CONTROLLER, response)
    assert [(frame, kind) for frame, kind, _ in srp.sentences()] == [
        (1, "command-truncated"), (2, "command-length"), (2, "response-without-command"),
    ]  # fmt: skip


def test_messages_of_iser():
    iser = Messages(ISERRule(1, HOST))
    iser.send(HOST, b"\x10" * 8)
    assert [(frame, kind) for frame, kind, _ in iser.sentences()] == [(1, "command-truncated")]


def test_every_kind_has_a_number_of_its_own():
    assert sorted(PROBLEM_NUMBERS.values()) == list(range(1, len(KINDS) + 1))


def test_the_commands_show_it(tmp_path):
    """One command of a generated capture is asked twice, and its data say that they are elsewhere."""
    whole, bad = tmp_path / "whole.pcap", tmp_path / "bad.pcap"
    assert run("craft", "traffic", "--workload", "nvme", "--messages", "20", "--pmtu", "4096", "-w", whole).code == 0
    with ibpkt.open(whole) as capture:
        packets = [packet for batch in capture.batches() for packet in batch]
    place = [number for number, packet in enumerate(packets) if len(packet.payload) == 16][9]
    changed = packets[place].replace(payload=bytes(packets[place].payload)[:12] + b"\xee\xee\0\0")
    with ibpkt.create(bad, link="ethernet") as out:
        for number, packet in enumerate(packets):
            out.write(changed if number == place else packet, time=1_700_000_000_000_000_000 + number * 1000)
    told = run("expert", "--findings", "--kind", "response-without-command", bad).out
    assert "0xeeee" in told
    tree = run("decode", "-A", "-V", "-Y", "infiniband.upper.problem", bad).out
    assert "the capture has no command for this response" in tree
    follower = CommandFollower()
    with ibpkt.open(bad) as capture:
        for batch in capture.batches():
            follower.add(batch)
    follower.finish()
    assert {each.protocol for each in follower.connections()} == {"nvme"}


def test_how_many_remarks_are_kept(monkeypatch):
    """The first ones of a connection, until somebody fetches them."""
    monkeypatch.setattr("ibpkt.commands.kinds._LIMIT", 2)
    remarks = CommandRemarks(1)
    for _ in range(2):
        for number in (1, 2, 3):
            remarks.note(TRUNCATED, send(0, 1, number), what="a message", has=1, least=2)
        assert [(finding.time, finding.facts["protocol"]) for finding in remarks.fetch("srp")] == [
            (1, "srp"),
            (2, "srp"),
        ]
