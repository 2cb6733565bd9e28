"""What is written is read by tshark, capinfos and tcpdump."""

from __future__ import annotations

import itertools
import shutil
import subprocess

import pytest

from ibpkt.capture import Interface
from tests.support.capture_files import Record
from tests.support.written_captures import FORMATS, NOW, a_few, written

PAIRS = [
    Record(0, NOW + 123_456_789, 60, 1, 0, bytes(12) + b"\x08\x00" + bytes(46), ("first", "zwölf")),
    Record(0, NOW + 10**9 + 1, 1500, 1, 0, bytes(12) + b"\x88\xb5" + bytes(31)),
]


def output(*command):
    if not shutil.which(command[0]):
        pytest.skip(f"{command[0]} is not installed")
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


@pytest.mark.costly
@pytest.mark.parametrize("form", FORMATS)
def test_tshark_reads_it(form, tmp_path):
    path = tmp_path / "out"
    path.write_bytes(written(form, PAIRS, interfaces=[Interface(1, name="eth7")]))
    names = ["frame.time_epoch", "frame.len", "frame.cap_len", "frame.encap_type"]
    fields = itertools.chain.from_iterable(("-e", name) for name in names)
    lines = output("tshark", "-n", "-r", str(path), "-Tfields", *fields).splitlines()
    times = [f"1700000000.{'123456000' if form == 'pcap' else '123456789'}", "1700000001.000000001"]
    if form in ("pcap", "pcapng"):  # eth7 counts microseconds, as the interface says that was given
        times = ["1700000000.123456000", "1700000001.000000000"]
    rows = [line.split("\t") for line in lines]
    assert [row[0] for row in rows] == times
    assert [row[1:3] for row in rows] == [["60", "60"], ["1500", "45"]]


def test_tshark_reads_interfaces_and_comments(tmp_path):
    path = tmp_path / "out.pcapng"
    source = [Interface(1, name="eth7"), Interface(247, name="ib0")]
    path.write_bytes(written("pcapng", [*PAIRS, *a_few(1, link=247, interface=1)], interfaces=source))
    fields = ("-eframe.interface_name", "-eframe.comment")
    lines = output("tshark", "-n", "-r", str(path), "-Tfields", *fields).split("\n")
    assert lines[:3] == ["eth7\tfirst,zwölf", "eth7\t", "ib0\t"]


@pytest.mark.parametrize("form", FORMATS)
def test_capinfos_reads_it(form, tmp_path):
    path = tmp_path / "out"
    path.write_bytes(written(form, PAIRS))
    text = output("capinfos", "-M", "-c", "-t", str(path))
    assert f"{ {'pcap-ns': 'nsecpcap'}.get(form, form) }\n" in text
    assert text.split()[-1] == "2"


@pytest.mark.parametrize("form", ["pcap", "pcap-ns", "pcapng"])
def test_tcpdump_reads_it(form, tmp_path):
    path = tmp_path / "out"
    path.write_bytes(written(form, PAIRS))
    text = output("tcpdump", "-n", "-tt", "--nano", "-r", str(path))
    assert [line.split()[0] for line in text.splitlines() if not line[0].isspace()] == [
        f"1700000000.{'123456000' if form == 'pcap' else '123456789'}",
        f"1700000001.{'000000000' if form == 'pcap' else '000000001'}",
    ]
