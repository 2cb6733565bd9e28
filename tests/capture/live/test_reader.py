"""An interface read as a library does it, with the errors of those who may not or who misspell."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ibpkt
from ibpkt.capture.live import interfaces, network_interfaces, open_interface
from ibpkt.errors import CallerError, CaptureError
from tests.support.command import CAPTURES, PATIENCE
from tests.support.network_namespace import FAR, NEAR, NetworkNamespace
from tests.support.shared import REPOSITORY

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

READ = """
import sys
from ibpkt.io.source import open_live
with open_live(sys.argv[1], count=60, {options}) as capture:
    print("ready", flush=True)
    for batch in capture.batches(max_packets=7):
        for packet in batch:
            print(packet.number, packet.wirelen, packet.data.hex())
    print(capture.reader.dropped, capture.damage)
"""


@pytest.fixture(scope="module")
def namespace():
    made = NetworkNamespace()
    yield made
    made.close()


def test_a_library_reads_what_comes(namespace):
    words = namespace.inside(sys.executable, "-c", READ.format(options="snaplen=50"), FAR)
    process = subprocess.Popen(words, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    namespace.send(CAPTURES / "rc_write.pcap")
    out, _ = process.communicate(timeout=PATIENCE)
    *lines, last = out.splitlines()
    with ibpkt.open(CAPTURES / "rc_write.pcap") as capture:
        roce = [packet for packet in capture if "bth" in packet][:60]
    assert [line.split() for line in lines] == [
        [str(number), str(packet.wirelen), packet.data[:50].hex()] for number, packet in enumerate(roce, 1)
    ]
    assert last == "0 None"


def test_the_list_has_the_interfaces_and_all_of_them(namespace):
    words = namespace.inside(
        sys.executable, "-c", "from ibpkt.capture.live import *\nfor each in network_interfaces(): print(*each[:5])"
    )
    done = subprocess.run(words, cwd=REPOSITORY, capture_output=True, text=True, check=True)
    lines = [line.split(" ", 1) for line in done.stdout.splitlines()]
    assert [number for number, _ in lines] == [*sorted(number for number, _ in lines[:-1]), "0"]
    assert {text for _, text in lines} == {
        "lo loopback True True",
        f"{NEAR} Ethernet True True",
        f"{FAR} Ethernet True True",
        "any all interfaces False True",
    }


def test_a_misspelt_name_is_answered(monkeypatch):
    monkeypatch.setattr(interfaces.socket, "if_nameindex", lambda: [(1, "lo"), (2, "enp3s0")])
    with pytest.raises(CallerError, match=r"there is no interface 'enp3s1' \(lo, enp3s0, any\); did you mean enp3s0"):
        open_interface("enp3s1")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"snaplen": 0}, "the snap length is from 1 to 262144, not 0"),
        ({"memory": 1 << 40}, "the memory in bytes is from 1"),
        ({"ethertypes": (), "udp_ports": (65536,)}, "a UDP port is from 0 to 65535, not 65536"),
        ({"ethertypes": (-1,)}, "an EtherType is from 0 to 65535, not -1"),
        ({"count": -1}, "the number of packets is from 0"),
        ({"duration": 1.5}, "duration"),
    ],
)
def test_wrong_values(options, sentence):
    with pytest.raises(CallerError, match=sentence):
        open_interface("lo", **options)


def test_other_systems_say_what_to_do(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    for call in (network_interfaces, lambda: open_interface("en0")):
        with pytest.raises(CaptureError, match="captures on Linux only; elsewhere tcpdump does"):
            call()


def test_missing_rights_are_told_in_one_sentence(monkeypatch):
    error = interfaces.refusal("eth0", PermissionError(1, "Operation not permitted"))
    assert str(error).startswith("eth0: capturing needs the capability CAP_NET_RAW: call ibpkt with sudo")
    assert "sudo setcap cap_net_raw+ep" in str(error)
    assert "\n" not in str(error)
    assert str(interfaces.refusal("eth0", OSError(12, "Cannot allocate memory"))) == (
        "eth0: cannot be captured from: cannot allocate memory"
    )
