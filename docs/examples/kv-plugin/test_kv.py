"""The plug-in at work: its commands, their data and status, its packets, and what it must not claim."""

import json
import subprocess
import sys

import kv  # registers the protocol
import pytest

import ibpkt
from ibpkt.commands import commands

CLIENT, SERVER = "10.0.0.1", "10.0.0.2"
QPNS = {CLIENT: 0x11, SERVER: 0x22}
SEND_ONLY, WRITE_ONLY, ACKNOWLEDGE = 0x04, 0x0A, 0x11


class Wire:
    """Packets of one connection, a microsecond apart."""

    def __init__(self, path):
        self.out = ibpkt.create(path, link="ethernet")
        self.psn = {CLIENT: 100, SERVER: 200}
        self.time = 1_700_000_000_000_000_000

    def send(self, source, opcode, *headers, payload=b"", psn=None):
        target = SERVER if source == CLIENT else CLIENT
        if psn is None:
            psn = self.psn[source]
            self.psn[source] += 1
        bth = ibpkt.draft("BTH", opcode=opcode, destqp=QPNS[target], psn=psn)
        carrier = [ibpkt.draft("Ethernet"), ibpkt.draft("IPv4", src=source, dst=target), ibpkt.draft("UDP")]
        packet = ibpkt.build(*carrier, bth, *headers, payload=payload, link="ethernet")
        self.out.write(packet, time=self.time)
        self.time += 1_000
        return psn

    def message(self, source, payload):
        """A SEND, and its acknowledgement."""
        psn = self.send(source, SEND_ONLY, payload=payload)
        self.send(SERVER if source == CLIENT else CLIENT, ACKNOWLEDGE, ibpkt.draft("AETH", syndrome=0x1F), psn=psn)


def request(operation, number, size, key):
    fixed = kv.KVRequest.write(
        {"magic": 0x4B56, "version": 1, "operation": operation, "id": number, "value_size": size, "r_key": 7,
         "address": 0x1000 * number}
    )  # fmt: skip
    return fixed + kv.KVKey.write({"key_size": len(key), "key": key})


def response(status, number):
    return kv.KVResponse.write({"magic": 0x4B52, "version": 1, "status": status, "id": number})


@pytest.fixture
def capture(tmp_path):
    """Three commands: a GET whose value is written into the client's memory, a DELETE, and a PUT that is refused."""
    path = tmp_path / "kv.pcap"
    wire = Wire(path)
    wire.message(CLIENT, request(1, 1, 512, b"user:1"))
    reth = ibpkt.draft("RETH", va=0x1000, r_key=7, dmalen=512)
    wire.send(SERVER, WRITE_ONLY, reth, payload=bytes(512))
    wire.message(SERVER, response(0, 1))
    wire.message(CLIENT, request(3, 2, 0, b"user:2"))
    wire.message(SERVER, response(1, 2))
    wire.message(CLIENT, request(2, 3, 4096, b"user:3"))
    wire.message(SERVER, response(2, 3))
    wire.out.close()
    return path


def test_commands_have_kind_data_status_and_latency(capture):
    with ibpkt.open(capture) as opened:
        found = list(commands(opened))
    assert [(each.protocol, each.kind, each.size, each.moved, each.status, each.ok) for each in found] == [
        ("kv", "Get", 512, 512, "OK", True),
        ("kv", "Delete", 0, 0, "Not Found", False),
        ("kv", "Put", 4096, 0, "No Space", False),
    ]
    assert [each.latency for each in found] == [3_000, 2_000, 2_000]


def run(*words):
    result = subprocess.run(
        [sys.executable, "-m", "ibpkt", *map(str, words)], capture_output=True, text=True, check=False
    )
    assert "Traceback" not in result.stderr, result.stderr
    return result


def test_the_command_line_knows_them(capture):
    found = json.loads(run("commands", "--plugin", kv.__file__, "--format", "json", capture).stdout)
    assert [(each["protocol"], each["how"]) for each in found["connections"]] == [("kv", "content")]
    assert [each["kind"] for each in found["commands"]] == ["Get", "Delete", "Put"]
    line = ("-T", "fields", "-e", "frame.number", "-e", "kv.key.key", "-Y", "kv.request.operation == Get")
    assert run("decode", "--plugin", kv.__file__, *line, capture).stdout == "1\tuser:1\n"


def test_expert_reports_what_the_plug_in_asks_for(capture):
    told = run("expert", "--plugin", kv.__file__, "--findings", "--kind", "kv-no-space", capture).stdout
    assert "the store has no space for a value of 4096 bytes" in " ".join(told.split())


def test_nothing_is_wrong_with_it():
    assert run("check-protocol", kv.__file__).stdout == f"{kv.__file__}: nothing is wrong\n"
