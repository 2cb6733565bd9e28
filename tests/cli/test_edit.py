"""``ibpkt edit``."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

import ibpkt
from ibpkt.cli.edit import REDO
from ibpkt.edit.anonymise import CATEGORIES
from ibpkt.edit.changes import REDO as CHOICES
from ibpkt.edit.convert import TARGETS
from ibpkt.edit.strip import KINDS
from ibpkt.edit.wrap import MIRRORS
from tests.support.command import CAPTURES, run
from tests.support.shared import captures

GOOD = "captures/rc_write.pcap"
MIX = "captures/mix_all_ops.pcap"


def facts(path):
    """Time, bytes, length on the wire and link type of the packets of a file."""
    with ibpkt.open(path) as source:
        packets = [(packet.time, packet.data, packet.wirelen, packet.link) for packet in source]
        assert source.damage is None
    return packets


def made(tmp_path, *arguments, name="out.pcapng", code=0, err=""):
    """The packets that a command writes."""
    target = tmp_path / name
    result = run("edit", *arguments, "-w", target)
    assert (result.code, result.out) == (code, "")
    assert result.err == err or err is None
    return facts(target)


@pytest.mark.parametrize("path", captures(every_form=True), ids=lambda path: path.name)
def test_a_copy(path, tmp_path):
    with ibpkt.open(path) as source:
        before = [(packet.time, packet.data, packet.wirelen, packet.link) for packet in source]
        broken = source.damage is not None
    result = run("edit", path, "-w", tmp_path / "copy.pcapng")
    assert result.code == (3 if broken else 0)
    after = facts(tmp_path / "copy.pcapng")
    # a pcapng interface has the resolution of what was read, and ERF's own times are finer
    assert [each[1:] for each in after] == [each[1:] for each in before]
    assert all(abs(one[0] - other[0]) < 1000 for one, other in zip(after, before, strict=True))


def test_the_words_of_the_options_are_those_of_the_library():
    assert set(REDO) == set(CHOICES)
    text = run("edit", "--help").out
    for word in (*TARGETS, *KINDS, *MIRRORS, *CATEGORIES, *CHOICES):
        assert word in text


@pytest.mark.parametrize("name", ["rc_write.pcap", "derived_nsec.pcap", "derived_comments.pcapng"])
def test_the_suffix_decides_and_nothing_is_lost(name, tmp_path):
    assert made(tmp_path, f"captures/{name}", name="copy.pcap") == facts(CAPTURES / name)
    magic = (tmp_path / "copy.pcap").read_bytes()[:4]
    assert magic == bytes.fromhex("4d3cb2a1" if "nsec" in name else "d4c3b2a1")


def test_comments_stay_in_pcapng(tmp_path):
    def comments(path):
        with ibpkt.open(path) as source:
            return [texts for batch in source.batches() for _, texts in sorted(batch.frames.comments.items())]

    made(tmp_path, "captures/derived_comments.pcapng")
    assert comments(tmp_path / "out.pcapng") == comments(CAPTURES / "derived_comments.pcapng")


@pytest.mark.costly
def test_standard_output():
    result = subprocess.run(
        ["sh", "-c", '"$0" -m ibpkt edit "$1" --frames 20-22 -w - | "$0" -m ibpkt decode -', sys.executable, GOOD],
        cwd=CAPTURES.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert len(result.stdout.splitlines()) == 3


def test_onto_itself(tmp_path):
    path = tmp_path / "a.pcap"
    shutil.copy(CAPTURES / "rc_write.pcap", path)
    assert run("edit", path, "--frames", "5-9", "--force", "-w", path).code == 0
    assert len(facts(path)) == 5


def test_after_an_error_there_is_no_file(tmp_path):
    target = tmp_path / "out.pcap"
    result = run("edit", "captures/psn_wrap.pcap", "--set", "infiniband.bth.psn+=100", "-w", target)
    assert result.code == 2
    assert "BTH.psn (infiniband.bth.psn) takes 0 to 16777215, and packet " in result.err
    assert result.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("--frames", "x"),
        ("--from", "yesterday"),
        ("--to", "rocev3"),
        ("--to", "+1", "--until", "+2"),
        ("--set", "nosuch=1"),
        ("--set", "ip.ttl=256"),
        ("--set", "ip.ttl={0}"),
        ("--strip", "x"),
        ("--anonymise", "adresses"),
        ("--anonymise", "all", "--keep-prefix", "40"),
        ("--keep-prefix", "24"),
        ("--zero-payload",),
        ("--mirror", "x"),
        ("--mirror", "vxlan", "--mirror-id", "-1"),
        ("--mirror", "vxlan", "--mirror-from", "::1"),
        ("--mirror-id", "3"),
        ("--vlan", "x"),
        ("--vlan", "4096"),
        ("--vlan", "1:8"),
        ("--crc", "x"),
        ("--cut-payload", "-1"),
        ("--format", "x"),
    ],
)
def test_wrong_usage(arguments, tmp_path):
    result = run("edit", GOOD, *arguments, "-w", tmp_path / "out.pcap")
    assert result.code == 2
    assert "Traceback" not in result.err
    assert not (tmp_path / "out.pcap").exists()


def test_without_files_or_target():
    assert run("edit", "-w", "/dev/null").code == 2
    assert run("edit", GOOD).code == 2
    assert run("edit", "nosuch.pcap", "-w", "/dev/null").code == 3
    assert run("edit", GOOD, "-w", "/nosuch/out.pcap").code == 3


def test_a_capture_that_ends_too_early(tmp_path):
    result = run("edit", "captures/derived_cut_in_record.pcap", "-w", tmp_path / "out.pcap")
    assert result.code == 3
    assert len(facts(tmp_path / "out.pcap")) == 86
    assert result.err.startswith("ibpkt: captures/derived_cut_in_record.pcap: ")


def test_what_was_left_is_told_in_one_sentence(tmp_path):
    told = "ibpkt: 184 packets: cut by the capture; CRCs left as they were\n"
    made(tmp_path, "captures/derived_snap64.pcap", "--set", "infiniband.bth.psn+=1", err=told)


def test_all_at_once(tmp_path):
    after = made(
        tmp_path, "captures/vlan_write.pcap", "--frames", "20-60", "--strip", "vlan", "--to", "rocev1",
        "--set", "infiniband.bth.psn+=1", "--wrap", "--anonymise", "all", "--key", "k", "--vlan", "7:1",
        "--mirror", "erspan2", "--cut-payload", "4", err=None,
    )  # fmt: skip
    assert len(after) == 41
    names = [[layer.header.name for layer in ibpkt.decode(each[1], each[3], wirelen=each[2])] for each in after]
    assert ["Ethernet", "IPv4", "GRE", "GRESequence", "ERSPAN2", "Ethernet", "VLAN", "GRH", "BTH"] in [
        each[:9] for each in names
    ]


def test_times(tmp_path):
    packets = facts(CAPTURES / "mix_all_ops.pcap")
    start = packets[0][0]
    span = made(tmp_path, MIX, "--from", "+0.02", "--to", "+0.05")
    assert span == [each for each in packets if start + 20_000_000 <= each[0] < start + 50_000_000]
    assert span == made(tmp_path, MIX, "--from", "+0.02", "--until", "+0.05")


def test_the_key_comes_from_the_environment_too(tmp_path, monkeypatch):
    given = made(tmp_path, GOOD, "--anonymise", "all", "--key", "one")
    monkeypatch.setenv("IBPKT_KEY", "one")
    assert made(tmp_path, GOOD, "--anonymise", "all") == given


needs_wireshark = pytest.mark.skipif(
    not (shutil.which("editcap") and shutil.which("mergecap")), reason="editcap and mergecap are not installed"
)


@needs_wireshark
@pytest.mark.parametrize("frames", ["1-20", "5", "100-"])
def test_as_editcap_cuts_by_number(frames, tmp_path):
    theirs = tmp_path / "theirs.pcap"
    low, _, high = frames.partition("-")
    wanted = frames if high or "-" not in frames else f"{low}-241"
    subprocess.run(["editcap", "-F", "pcap", "-r", MIX, theirs, wanted], cwd=CAPTURES.parent, check=True)
    assert made(tmp_path, MIX, "--frames", frames, name="ours.pcap") == facts(theirs)
    assert (tmp_path / "ours.pcap").read_bytes()[40:] == theirs.read_bytes()[40:]


@needs_wireshark
def test_as_editcap_cuts_by_time(tmp_path):
    packets = facts(CAPTURES / "mix_all_ops.pcap")
    begin, end = (f"{packets[row][0] // 10**9}.{packets[row][0] % 10**9:09d}" for row in (50, 120))
    theirs = tmp_path / "theirs.pcap"
    subprocess.run(["editcap", "-F", "pcap", "-A", begin, "-B", end, MIX, theirs], cwd=CAPTURES.parent, check=True)
    assert made(tmp_path, MIX, "--from", begin, "--until", end) == facts(theirs)


@needs_wireshark
@pytest.mark.parametrize("append", [False, True])
def test_as_mergecap_merges(append, tmp_path):
    names = [
        "captures/vlan_write.pcap",
        "captures/mix_all_ops.pcap",
        "captures/vlan_write.pcap",
        "captures/rc_read.pcap",
    ]
    theirs = tmp_path / "theirs.pcapng"
    option = ["-a"] if append else []
    subprocess.run(["mergecap", *option, "-w", theirs, *names], cwd=CAPTURES.parent, check=True)
    assert made(tmp_path, *names, *(["--append"] if append else [])) == facts(theirs)


@pytest.mark.parametrize("options", [("--frames", "500-"), ("-Y", "frame.number == 999"), ("--from", "+100")])
def test_where_nothing_is_left_that_is_said(tmp_path, options):
    path = tmp_path / "out.pcap"
    result = run("edit", GOOD, *options, "-w", path)
    count = len(run("decode", GOOD).lines)
    assert (result.code, result.out) == (0, "")
    assert f"ibpkt: none of {count} packets is left: {path} has none\n" in result.err
    assert run("edit", "captures/derived_empty.pcap", "-w", tmp_path / "empty.pcap").err == ""
