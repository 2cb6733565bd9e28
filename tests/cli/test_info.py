"""``ibpkt info``: one screen, and the same for programs; and captures without RDMA, in every command."""

from __future__ import annotations

import json
import shlex
import struct

import pytest

import ibpkt
from tests.support.command import CAPTURES, pcap, run
from tests.support.shared import CAPTURES as SHARED, needs

THIRD_PARTY = SHARED / "third_party" / "wireshark-sample_infiniband.pcap"

KEYS = (
    "file", "format", "compression", "link_types", "packets", "bytes", "start", "end", "carriers", "hosts",
    "queue_pairs", "protocols", "services", "icrc", "cut", "dropped", "out_of_order", "rdma_packets", "notes", "next",
)  # fmt: skip


def members(*arguments, **options):
    result = run("info", "--format", "json", *arguments, **options)
    return json.loads(result.out)


def moved(port):
    """A capture of RoCEv2 at another port."""
    with ibpkt.open(CAPTURES / "rc_write.pcap") as capture:
        return pcap(packet.replace(udp__dstport=port).data if "BTH" in packet else packet.data for packet in capture)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("rc_write", "every ICRC is right"), ("corrupt_write", "1,221 of 1,249 ICRCs are right"),
     ("derived_snap64", "36 of 220 ICRCs are right, the others are cut off")],
)  # fmt: skip
def test_what_is_cut_off_is_not_wrong(name, sentence):
    said = " ".join(run("info", f"captures/{name}.pcap").out.split())
    assert f"RoCEv2 on IPv4; {sentence} hosts" in said


def test_little_is_not_said_to_be_nothing():
    """A column has one unit as long as it leaves digits."""
    assert "1 queue pair   1.28 MB sent\n" in run("info", "captures/corrupt_write.pcap").out
    assert "1 queue pair   4.34 kB sent\n" in run("info", "captures/corrupt_write.pcap").out
    assert "1 queue pair   0.74 kB sent\n" in run("info", "captures/rc_write.pcap").out


def test_the_screen():
    assert (
        run("info", "captures/nvmeof.pcap").out
        == """\
captures/nvmeof.pcap: RoCEv2, NVMe over Fabrics between two hosts

  capture   pcap, microseconds, Ethernet; 210 packets, 152 kB, none cut
  time      2026-11-21 08:18:51.788743 UTC, 5.28 s, in order
  RDMA      206 packets (98 %): RoCEv2 on IPv4; every ICRC is right
  hosts     192.168.77.1   3 queue pairs    107 kB sent
            192.168.77.2   3 queue pairs   44.7 kB sent
  above     NVMe over Fabrics, port 4420: 192.168.77.2 connects to 192.168.77.1;
            2 connections
            NVMe: 192.168.77.2 is the initiator of 35 commands on 2 queues
  besides   4 ARP packets
  missing   what is lost behind the tap shows only by NAKs and repeats

Next:
  ibpkt expert captures/nvmeof.pcap             nothing went wrong
  ibpkt commands captures/nvmeof.pcap           NVMe, 35 commands
  ibpkt flows captures/nvmeof.pcap              3 flows
  ibpkt messages captures/nvmeof.pcap           SENDs, WRITEs, READs
  ibpkt stats connections captures/nvmeof.pcap  connections
"""
    )


def test_programs_get_the_same():
    found = members("captures/nvmeof.pcap")
    assert tuple(found) == KEYS
    assert (found["format"], found["link_types"], found["packets"], found["bytes"]) == (
        "pcap",
        ["ethernet"],
        210,
        152024,
    )
    assert (found["start"], found["end"]) == ("1795249131.788743000", "1795249137.064708000")
    assert found["hosts"][0] == {
        "address": "192.168.77.1", "queue_pairs": 3, "sent_packets": 105, "sent_bytes": 107118,
        "received_packets": 101, "received_bytes": 44738,
    }  # fmt: skip
    assert (found["cut"], found["dropped"], found["out_of_order"], found["rdma_packets"]) == (0, None, 0, 206)


@pytest.mark.sweep
@pytest.mark.parametrize("path", sorted(CAPTURES.glob("*.pcap*")), ids=lambda path: path.name)
def test_every_capture_and_every_line_that_comes_next(path):
    result = run("info", path)
    lines = result.out.splitlines()
    assert result.code in (0, 3)
    assert lines[0].startswith(f"{path}: ")
    for line in lines[1:]:
        assert len(line) <= 80 or "ibpkt " in line
    assert lines.index("Next:") <= 24 if "Next:" in lines else True
    for line in members(path)["next"]:
        assert run(*shlex.split(line)[1:]).code in (0, 1, 3)


def test_many_files_as_one():
    found = members("--join", "captures/rc_read.pcap", "captures/rc_write.pcap")
    assert found["files"] == ["captures/rc_write.pcap", "captures/rc_read.pcap"]
    assert found["packets"] == sum(members(f"captures/{name}.pcap")["packets"] for name in ("rc_read", "rc_write"))
    assert run("info", "--join", "captures/rc_read.pcap", "captures/rc_write.pcap").out.count("2 files") == 1


def test_roce_at_another_port():
    result = run("info", "-", stdin=moved(4792))
    hint = "RoCE on another port? UDP 4792 looks like BTH, try --roce-port 4792"
    assert max(map(len, result.lines)) <= 80
    title = result.out.partition("\n\n")[0].replace("\n  ", " ")
    assert title == f"-: no RoCE or other RDMA packets: 74 % UDP, 26 % TCP; {hint}"
    assert members("-", stdin=moved(4792))["next"][0] == "ibpkt info --roce-port 4792 -"
    assert result.err == ""
    there = run("info", "--roce-port", "4792", "-", stdin=moved(4792)).out
    assert "120 packets (74 %): RoCEv2 on IPv4" in there
    assert "ibpkt expert --roce-port 4792 -" in there


@pytest.mark.parametrize("command", ["decode", "check", "expert", "flows", "messages"])
def test_commands_say_where_there_is_no_rdma(command):
    sentence = "no RoCE or other RDMA packets: 74 % UDP, 26 % TCP"
    assert sentence in run(command, "-", stdin=moved(4792)).err
    assert "try --roce-port 4792" in run(command, "-", stdin=moved(4792)).err
    assert run(command, "--roce-port", "4792", "-", stdin=moved(4792)).err == ""
    assert run(command, "captures/derived_empty.pcap").err == ""  # nothing looks healthy there


def test_what_was_not_read_is_not_spoken_of():
    assert run("decode", "-c", "1", "captures/rc_write.pcap").err == ""
    assert "RDMA" not in run("decode", "-Y", "tcp", "captures/rc_write.pcap").err


def statistics_block(interface, *, dropped):
    options = struct.pack("<HHQ", 5, 8, dropped) + struct.pack("<HHQ", 7, 8, 1) + struct.pack("<HH", 0, 0)
    size = 12 + 12 + len(options)
    return struct.pack("<IIIII", 5, size, interface, 0, 0) + options + struct.pack("<I", size)


def test_drops_that_the_capture_notes(tmp_path):
    data = (CAPTURES / "derived_two_interfaces.pcapng").read_bytes()
    path = tmp_path / "dropped.pcapng"
    path.write_bytes(
        data + statistics_block(0, dropped=3) + statistics_block(1, dropped=10) + statistics_block(0, dropped=41)
    )
    found = members(path)
    assert found["dropped"] == 53
    assert "53 packets dropped by the system that captured" in found["notes"]
    assert members("--join", path, CAPTURES / "rc_write.pcap")["dropped"] == 53
    assert members(CAPTURES / "derived_two_interfaces.pcapng")["dropped"] is None


def test_times_that_go_back():
    data = bytearray((CAPTURES / "cm_reject.pcap").read_bytes())
    seconds = struct.unpack_from("<I", data, 24)[0]
    struct.pack_into("<I", data, 24, seconds + 100)
    assert members("-", stdin=bytes(data))["out_of_order"] == 1
    assert "1 packet earlier than the one before" in " ".join(run("info", "-", stdin=bytes(data)).out.split())


def test_damage_and_cut_packets():
    result = run("info", "captures/derived_cut_in_record.pcap")
    assert result.code == 3
    assert "the file ends inside a record in packet 87" in " ".join(result.out.split())
    found = members("captures/derived_snap64.pcap")
    assert found["cut"] == 205
    assert found["notes"][0] == "205 packets cut: what is behind is not in the capture"
    assert "205 cut (snap length 64)" in " ".join(run("info", "captures/derived_snap64.pcap").out.split())


def test_a_long_capture_is_not_analysed(monkeypatch):
    monkeypatch.setattr("ibpkt.cli.info_analysis.MOST", 209)
    lines = run("info", "captures/nvmeof.pcap").lines
    assert "  ibpkt expert captures/nvmeof.pcap             what went wrong" in lines
    assert "  ibpkt flows captures/nvmeof.pcap              6 queue pairs" in lines
    assert not any("commands" in line for line in lines)


def test_what_is_selected_is_not_analysed():
    assert any(line.endswith("what went wrong") for line in run("info", "-Y", "ip", "captures/nvmeof.pcap").lines)


def test_incidents_and_flows_are_those_of_expert_and_flows():
    path = "captures/loss_write_3pct.pcap.gz"
    lines = [line.split() for line in run("info", path).lines]
    assert ["ibpkt", "expert", path, "2", "incidents"] in lines
    assert ["ibpkt", "flows", path, "1", "flow"] in lines
    assert "2 incidents from" in run("expert", path).out


@pytest.mark.parametrize(
    ("name", "kinds"),
    [("rc_send.pcap", "SENDs"), ("rc_read.pcap", "READs"), ("mix_all_ops.pcap", "SENDs, WRITEs, READs, ATOMICs")],
)
def test_messages_are_announced_by_their_kinds(name, kinds):
    (line,) = (line for line in run("info", f"captures/{name}").out.splitlines() if "ibpkt messages" in line)
    assert line.endswith(f"{name}  {kinds}")


@needs(THIRD_PARTY)
def test_a_protocol_without_commands_is_none_to_go_on_with():
    """IPoIB in connected mode, set up by Communication Management; four ports, one of which sends under its GID too."""
    result = run("info", "--format", "json", str(THIRD_PARTY))
    told = json.loads(result.out)
    assert len(told["hosts"]) == 4
    assert not [line for line in told["next"] if line.startswith("ibpkt commands")]
    assert "0 commands" not in run("info", str(THIRD_PARTY)).out
