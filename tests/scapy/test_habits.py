"""What people do with scapy's layers at its prompt, done with these."""

from __future__ import annotations

import contextlib
import io
import socket
import subprocess
import sys
import threading

import pytest

import ibpkt
from ibpkt import build, draft
from tests.support.shared import REPOSITORY

pytest.importorskip("scapy", reason="scapy is not installed")

from scapy.config import conf
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw, explore, fuzz, ls, raw
from scapy.sendrecv import sndrcv, sniff
from scapy.supersocket import SimpleSocket
from scapy.utils import hexdump, rdpcap, wrpcap

import ibpkt.scapy as layers

layers.install()

MACS = {"src": "02:00:00:00:00:01", "dst": "02:00:00:00:00:02"}
ADDRESSES = {"src": "10.0.0.1", "dst": "10.0.0.2"}


def send(**fields):
    """A SEND over RoCEv2."""
    return Ether(**MACS) / IP(**ADDRESSES) / UDP() / layers.BTH(**fields) / Raw(b"hello")


def printed(function, *args, **options):
    """What a function prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        function(*args, **options)
    return out.getvalue()


def test_ls_of_a_layer():
    lines = printed(ls, layers.BTH).splitlines()
    assert [line.partition(":")[0].strip() for line in lines] == [field.name for field in ibpkt.protocols.BTH.wire]
    assert lines[-1].split() == ["psn", ":", "Packet", "Sequence", "Number,", "24", "bits", "=", "('0')"]


def test_ls_of_a_packet():
    lines = printed(ls, send(psn=7)[layers.BTH]).splitlines()
    assert any(line.split()[0] == "psn" and "= 7 " in line for line in lines)


def test_ls_by_name():
    assert "RETH" in printed(ls, "reth")


@pytest.mark.costly
def test_explore():
    """scapy evaluates the names of all modules that have layers: one that it does not know ends every `explore`."""
    code = """
import ibpkt.scapy
from scapy.config import conf
from scapy.packet import explore
listed = dict(conf.layers.layers())
assert listed["scapy.layers.ibpkt"] == "scapy layers made from the declarations.", listed
explore("ibpkt")
from ibpkt import protocols, register
from ibpkt.schema import Header, uint
probe = Header("Probe", "Probe", "probe", uint("number", 8, "Number"))
register(rules={protocols.UDP: protocols.follow(protocols.UDP.leaf("dstport"), {7777: probe})})
assert "Probe" in [layer.__name__ for layer in conf.layers.ldict["scapy.layers.ibpkt"]]
assert conf.layers.layers()
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert {"BTH", "RETH", "PortInfo", "ERSPAN3"} <= set(done.stdout.split())
    assert "Packets contained in scapy.layers.ibpkt" in printed(explore, "scapy.layers.ibpkt")


def test_fuzz():
    packets = [ibpkt.decode(raw(send() / fuzz(layers.BTH())), "ethernet") for _ in range(2)]
    assert all("BTH" in packet for packet in packets)
    fuzzed = Ether(**MACS) / IP(**ADDRESSES) / UDP() / fuzz(layers.BTH(opcode="RC_SEND_ONLY", tver=0)) / Raw(b"hello")
    decoded = [ibpkt.decode(raw(fuzzed), "ethernet") for _ in range(20)]
    assert len({packet.bth.psn for packet in decoded}) > 10, "every time it is built with other values"
    assert {(packet.bth.opcode, packet.bth.tver, packet.icrc.status) for packet in decoded} == {(4, 0, "good")}


def test_hexdump():
    packet = send(psn=7)
    shown = printed(hexdump, packet)
    data = bytes.fromhex("".join(line[6:53] for line in shown.splitlines()))
    assert data == raw(packet)


def test_show_and_command():
    packet = send(psn=7, destqp=0x11)
    assert "opcode    = RC SEND Only (4)" in printed(packet.show2)
    again = eval(packet.command(), {**vars(layers), "Ether": Ether, "IP": IP, "UDP": UDP, "Raw": Raw})
    assert raw(again) == raw(packet)
    assert packet.sprintf("%BTH.psn% from %IP.src%") == "7 from 10.0.0.1"


def test_files(tmp_path):
    path = str(tmp_path / "roce.pcap")
    wrpcap(path, [send(psn=psn) for psn in range(5)])
    assert [packet[layers.BTH].psn for packet in rdpcap(path)] == [0, 1, 2, 3, 4]
    found = sniff(offline=path, lfilter=lambda packet: packet[layers.BTH].psn % 2, prn=None)
    assert [packet[layers.BTH].psn for packet in found] == [1, 3]


def test_a_recorded_file():
    packets = rdpcap(str(REPOSITORY / "captures" / "rc_write.pcap"))
    roce = [packet for packet in packets if layers.BTH in packet]
    with ibpkt.open(REPOSITORY / "captures" / "rc_write.pcap") as capture:
        assert [packet.psn for packet in roce] == [packet.bth.psn for packet in capture if "BTH" in packet]
    assert sum(layers.RETH in packet for packet in roce) == 12


class Datagrams(SimpleSocket):
    """One end of a pair of sockets as scapy's network."""

    def recv_raw(self, x=65535):
        return Ether, self.ins.recv(x), None


@pytest.mark.parametrize("psn", [7, 0xFFFFFF])
def test_a_request_and_its_answer(psn, monkeypatch):
    """`sr1` and `srp1` send by a socket of scapy, and pick the answer by `answers`."""
    monkeypatch.setattr(conf, "checkIPsrc", False)  # RoCE goes to one UDP port in both directions
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)

    def respond():
        request = ibpkt.decode(theirs.recv(65535), "ethernet")
        back = (draft("IPv4", src=request.ipv4.dst, dst=request.ipv4.src), draft("UDP"))
        for opcode, headers in (("RC SEND Only", ()), ("RC Acknowledge", (draft("AETH", msn=1),))):
            bth = draft("BTH", opcode=opcode, psn=request.bth.psn)
            theirs.send(build(draft("Ethernet"), *back, bth, *headers).data)

    responder = threading.Thread(target=respond)
    responder.start()
    answered, unanswered = sndrcv(Datagrams(ours), send(psn=psn, a=1), timeout=10, verbose=False)
    responder.join()
    assert not unanswered
    [(request, answer)] = answered
    assert answer[layers.AETH].msn == 1, "the SEND of the other side is no answer"
    assert answer.answers(request)
    theirs.close()
