"""``ibpkt capture`` over a cable between two interfaces of an own network namespace, against the file that is sent."""

from __future__ import annotations

import json
import os
import re
import signal
import struct
import subprocess
import sys

import pytest

import ibpkt
from ibpkt.capture import open_capture
from tests.support.command import CAPTURES, PATIENCE, PROGRAM, REPOSITORY, run
from tests.support.network_namespace import FAR, NEAR, NetworkNamespace

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

SENT = CAPTURES / "rc_write.pcap"
ROCE = 120  # packets of it that are RoCE


@pytest.fixture(scope="module")
def namespace():
    made = NetworkNamespace()
    yield made
    made.close()


def contents(path):
    with open_capture(path) as reader:
        return [
            records.data[start : start + size].tobytes()
            for records in reader.records()
            for start, size in zip(records.start.tolist(), records.caplen.tolist(), strict=True)
        ]


def roce_of(path):
    with ibpkt.open(path) as capture:
        return [packet.data for packet in capture if "bth" in packet]


@pytest.mark.costly
@pytest.mark.parametrize("suffix", ["pcapng", "pcap.gz"])
def test_the_file_has_what_was_sent_packet_by_packet(namespace, suffix, tmp_path):
    path = tmp_path / f"x.{suffix}"
    capture = namespace.start("capture", "-i", FAR, "-w", path, "-c", str(ROCE))
    namespace.send(SENT)
    assert capture.end() == ""
    assert capture.process.returncode == 0
    assert capture.err.splitlines()[1:] == [f"ibpkt: {FAR}: {ROCE} packets, 0 dropped by the kernel; written to {path}"]
    assert contents(path) == roce_of(SENT)
    with open_capture(path) as reader:
        times = [time for records in reader.records() for time in records.time.tolist()]
        assert times == sorted(times)
        assert any(time % 1000 for time in times)  # nanoseconds
        assert reader.dropped == (0 if suffix == "pcapng" else None)
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.costly
def test_all_is_all(namespace, tmp_path):
    path = tmp_path / "x.pcapng"
    capture = namespace.start("capture", "-i", FAR, "--all", "-w", path, "-c", "163")
    namespace.send(SENT)
    capture.end()
    assert contents(path) == contents(SENT)


@pytest.mark.costly
def test_lines_are_those_of_decode(namespace, tmp_path):
    """But for the times: packets come at others than they did when the file was made."""
    capture = namespace.start("capture", "-i", FAR, "-c", str(ROCE))
    namespace.send(SENT)
    shown = [line.split(maxsplit=2) for line in capture.end().splitlines()]
    alone = tmp_path / "roce.pcap"
    run("edit", SENT, "-Y", "infiniband", "-w", alone)
    expected = [line.split(maxsplit=2) for line in run("decode", alone).lines]
    assert [(number, rest) for number, _, rest in shown] == [(number, rest) for number, _, rest in expected]


@pytest.mark.costly
def test_a_filter_and_a_format(namespace):
    options = ["-Y", "infiniband.aeth", "-T", "fields", "-e", "frame.number", "-e", "infiniband.bth.psn"]
    capture = namespace.start("capture", "-i", FAR, "-c", str(ROCE), *options)
    namespace.send(SENT)
    with ibpkt.open(SENT) as whole:
        roce = [packet for packet in whole if "bth" in packet]
    acks = [f"{number}\t{packet.bth.psn}" for number, packet in enumerate(roce, 1) if "aeth" in packet]
    assert capture.end().splitlines() == acks


@pytest.mark.costly
def test_tags_that_the_kernel_takes_away_are_there_again(namespace, tmp_path):
    path, sent = tmp_path / "x.pcapng", CAPTURES / "vlan_write.pcap"
    expected = roce_of(sent)
    assert any(frame[12:14] == b"\x81\x00" for frame in expected)
    capture = namespace.start("capture", "-i", FAR, "-w", path, "-c", str(len(expected)))
    namespace.send(sent)
    capture.end()
    assert contents(path) == expected


@pytest.mark.costly
def test_all_interfaces_together(namespace, tmp_path):
    """Each packet is seen as it leaves one end and as it arrives at the other, with a cooked header."""
    path = tmp_path / "x.pcapng"
    capture = namespace.start("capture", "-i", "any", "-w", path, "-c", str(2 * ROCE))
    namespace.send(SENT)
    capture.end()
    sent = [frame[14:] for frame in roce_of(SENT)]
    for directions in ({4}, {0, 3}):  # outgoing; for us, or for another host
        frames = [data for data in contents(path) if data[10] in directions]
        assert [data[20:] for data in frames] == sent
        assert {struct.unpack(">HHIHBB", data[:12])[::3] for data in frames} == {(0x0800, 1)}
    with ibpkt.open(path) as decoded:
        assert all("bth" in packet for packet in decoded)


@pytest.mark.costly
def test_ctrl_c_ends_it_with_totals_and_a_whole_file(namespace, tmp_path):
    path = tmp_path / "x.pcapng"
    capture = namespace.start("capture", "-i", FAR, "-w", path, "-P", "-l")
    namespace.send(SENT)
    out = b""
    while out.count(b"\n") < ROCE:
        out += capture.process.stdout.read1()
    capture.end(signal.SIGINT)
    assert capture.process.returncode == 0
    assert f"{FAR}: {ROCE} packets, 0 dropped" in capture.err
    assert contents(path) == roce_of(SENT)


@pytest.mark.costly
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_signals_end_it_likewise(namespace, number, tmp_path):
    path = tmp_path / "x.pcapng"
    capture = namespace.start("capture", "-i", FAR, "-w", path)
    capture.end(number)
    assert (capture.process.returncode, contents(path)) == (0, [])


@pytest.mark.costly
def test_pieces_joined_are_the_whole(namespace, tmp_path):
    words = ["-w", tmp_path / "x.pcapng", "-b", "filesize:20", "-b", "files:4", "-c", str(ROCE)]
    capture = namespace.start("capture", "-i", FAR, *words)
    namespace.send(SENT)
    capture.end()
    names = sorted(os.listdir(tmp_path))
    assert [name[:7] for name in names] == ["x_00003", "x_00004", "x_00005", "x_00006"]
    joined = [data for name in names for data in contents(tmp_path / name)]
    assert joined == roce_of(SENT)[-len(joined) :]
    assert f"written to {tmp_path}/{names[0]} and 3 more" in capture.err


def test_it_stops_after_some_time(namespace):
    done = namespace.run("capture", "-i", FAR, "-a", "duration:0.1")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"ibpkt: capturing on {FAR}\nibpkt: {FAR}: 0 packets, 0 dropped by the kernel\n"


@pytest.mark.costly
def test_a_pipe_into_the_analysis(namespace):
    """What standard output gets, another command reads as it comes."""
    sent = CAPTURES / "rc_read.pcap"
    count = len(roce_of(sent))
    capture = namespace.start("capture", "-i", FAR, "-w", "-", "-c", str(count))
    reading = subprocess.Popen(
        [*PROGRAM, "messages", "--format", "json", "-"], cwd=REPOSITORY,
        stdin=capture.process.stdout, stdout=subprocess.PIPE,
    )  # fmt: skip
    namespace.send(sent)
    out, _ = reading.communicate(timeout=PATIENCE)
    capture.process.wait()
    capture.process.stdout.close()
    capture.process.stderr.close()
    expected = json.loads(run("messages", "--format", "json", sent).out)
    keys = ("kind", "size", "outcome", "first_psn")
    found = [[each[key] for key in keys] for each in json.loads(out)["messages"]]
    assert found == [[each[key] for key in keys] for each in expected["messages"]]
    assert found


@pytest.mark.costly
def test_flows_as_they_change(namespace):
    capture = namespace.start("capture", "-i", FAR, "--live", "-c", str(ROCE))
    namespace.send(SENT)
    flows = run("flows", "--columns", "a,b,packets,messages", SENT).lines[1].split()
    out = capture.end()
    assert capture.process.returncode == 0, capture.err
    assert flows == [word for word in out.splitlines()[-1].split() if word in flows], out


@pytest.mark.costly
def test_what_goes_wrong(namespace, tmp_path):
    sent = tmp_path / "sent.pcap"
    run("edit", CAPTURES / "corrupt_write.pcap", "-w", sent)
    capture = namespace.start("capture", "-i", FAR, "--expert", "-c", str(len(roce_of(sent))))
    namespace.send(sent)
    out = capture.end()
    expected = run("expert", "--format", "json", sent).out
    first = json.loads(expected)["incidents"][0]
    assert first["where"] in " ".join(out.split())
    assert "Next:" not in out  # nothing is kept that could be read again


@pytest.mark.costly
def test_a_reader_that_goes_away_does_not_cost_the_file(namespace, tmp_path):
    path = tmp_path / "x.pcapng"
    capture = namespace.start("capture", "-i", FAR, "-w", path, "-P", "-c", str(2 * ROCE))
    capture.process.stdout.close()
    namespace.send(SENT)
    capture.process.stdout = None
    capture.process.communicate(timeout=PATIENCE)
    assert capture.process.returncode == 0
    assert contents(path) == roce_of(SENT)[: len(contents(path))] != []


@pytest.mark.costly
def test_an_interface_that_goes_away_ends_it(namespace, tmp_path):
    def ip(*words):
        subprocess.run(namespace.inside("ip", "link", *words), check=True, timeout=PATIENCE)

    ip("add", "gone", "type", "veth", "peer", "name", "other")
    ip("set", "gone", "up")
    path = tmp_path / "x.pcapng"
    capture = namespace.start("capture", "-i", "gone", "-w", path)
    ip("delete", "gone")
    capture.end()
    assert capture.process.returncode == 3
    assert "gone: the interface is down or gone" in capture.err
    assert contents(path) == []


@pytest.mark.costly
def test_rights_are_given_up(namespace):
    """Of all capabilities root keeps those for the folders of others."""
    capture = namespace.start("capture", "-i", FAR)
    with open(f"/proc/{capture.process.pid}/status", encoding="ascii") as file:
        status = dict(re.findall(r"^(\w+):\s*(\S+)", file.read(), re.MULTILINE))
    capture.end(signal.SIGINT)
    assert {status[name] for name in ("CapEff", "CapPrm")} == {f"{1 << 0 | 1 << 1 | 1 << 3:016x}"}
    assert status["NoNewPrivs"] == "1"


def test_without_rights_a_sentence_says_which(namespace, tmp_path):
    words = ["setpriv", "--bounding-set", "-all", "--inh-caps", "-all", *PROGRAM, "capture", "-i", FAR]
    done = subprocess.run(
        namespace.inside(*words), cwd=REPOSITORY, capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (done.returncode, done.stdout) == (3, "")
    assert re.fullmatch(rf"ibpkt: {FAR}: capturing needs the capability CAP_NET_RAW: .*\n", done.stderr)


@pytest.mark.costly
def test_interfaces_are_listed(namespace):
    done = namespace.run("capture", "-D")
    rows = [line.split()[1:] for line in done.stdout.splitlines()[1:]]
    assert sorted(rows) == sorted(
        [
            ["lo", "loopback", "up"],
            [NEAR, "Ethernet", "up"],
            [FAR, "Ethernet", "up"],
            ["any", "all", "interfaces", "up"],
        ]
    )
    place = done.stdout[: done.stdout.index(f" {FAR} ")].splitlines()[-1].split(".")[0].strip()
    assert f"capturing on {FAR}\n" in namespace.run("capture", "-i", place, "-a", "duration:0.001").stderr


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("", "name an interface with -i; -D lists them"),
        ("-i l0", "there is no interface 'l0' ("),
        ("-i lo -b filesize:10", "-b, -F, -a filesize and -a files are about the file that -w names"),
        ("-i lo -a size:10", "'size:10' is not of the form duration:10"),
        ("-i lo -a packets:none", "'packets:none' is not of the form duration:10"),
        ("-i lo --live --expert", "--live and --expert are mutually exclusive"),
        ("-i lo -w - -P", "text and packets do not go to standard output together"),
        ("-i lo -w x.pcap -Y udp", "-Y selects what is printed, and -w writes all packets"),
    ],
)
def test_what_cannot_be_meant(words, sentence):
    done = run("capture", *words.split())
    assert done.code == 2
    assert sentence in " ".join(done.err.split())


@pytest.mark.costly
@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ("-e frame.number", 2, "-e FIELD goes with -T"),
        ("-Z nobody-of-this-name", 2, "there is no user 'nobody-of-this-name'"),
        ("-w x.pcap -b files:3", 2, "how many files are kept says nothing"),
        ("-w /nowhere/x.pcap", 3, "there is no such directory"),
    ],
)
def test_what_fails_once_the_interface_is_open(namespace, words, code, sentence):
    done = namespace.run("capture", "-i", "lo", *words.split())
    assert done.returncode == code
    assert sentence in " ".join(done.stderr.split())
