"""``ibpkt extcap``, called as Wireshark does it, and by tshark."""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys

import pytest

from ibpkt.capture import open_capture
from tests.support.command import CAPTURES, PATIENCE, PROGRAM, REPOSITORY, run
from tests.support.network_namespace import FAR, NetworkNamespace

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="packet sockets, from which these tests capture, exist only on Linux"
)

DAMAGED = CAPTURES / "corrupt_write.pcap"
#: another user than root, of whom Wireshark takes no folder of programs; the files are still root's
_SOMEBODY = ["unshare", "--user", "--net", "--map-user=1000", "--map-group=1000"]


def comments(path):
    """The comments of packets, by their numbers, and how many packets there are."""
    found = {}
    with open_capture(path) as reader:
        for records in reader.records():
            found |= {records.first + row: text for row, text in records.comments.items()}
        return found, reader.count


@functools.cache
def damaged():
    """What `ibpkt check` says of wrong CRCs, by packet."""
    result = json.loads(run("check", "--format", "json", DAMAGED).out)
    return {each["frame"]: each for each in result["problems"] if each["layer"] == "ICRC"}


def calls(program, folder, name):
    """A program in a folder, as Wireshark wants it."""
    path = folder / name
    path.write_text(f'#!/bin/sh\ncd {REPOSITORY} && exec {" ".join(program)} "$@"\n')
    path.chmod(0o755)


def test_interfaces_are_listed():
    lines = run("--extcap-interfaces", "--extcap-version=4.0").lines
    assert re.fullmatch(r"extcap \{version=[\d.]+\}\{display=ibpkt\}", lines[0])
    named = {re.fullmatch(r"interface \{value=([^{}]+)\}\{display=[^{}]+\}", line)[1] for line in lines[1:]}
    assert {"ibpktfile", "ibpkt-any"} <= named
    assert lines == run("extcap", "--extcap-interfaces").lines


@pytest.mark.parametrize("name", ["ibpkt-lo", "ibpktfile"])
def test_arguments_are_options_of_the_command(name):
    known = run("extcap", "--help").out
    lines = run("--extcap-config", "--extcap-interface", name).lines
    assert [line.partition("}")[0] for line in lines] == [f"arg {{number={place}" for place in range(len(lines))]
    for line in lines:
        values = dict(re.findall(r"\{(\w+)=([^{}]*)\}", line))
        assert re.sub(r"\{\w+=[^{}]*\}", "", line) == "arg "
        assert {"number", "call", "display", "type"} <= set(values)
        assert re.search(rf"(^|[ ,]){values['call']}\b", known, re.MULTILINE)


def test_a_link_type():
    assert run("--extcap-dlts", "--extcap-interface", "ibpkt-lo").out == (
        "dlt {number=1}{name=EN10MB}{display=Ethernet}\n"
    )


@pytest.mark.parametrize(
    ("text", "fault"), [("infiniband.aeth", ""), ("infiniband.aethx", "there is no field"), ("", "")]
)
def test_filters_are_checked(text, fault):
    result = run("--extcap-interface", "ibpkt-lo", "--extcap-capture-filter", text)
    assert (result.code, result.err) == (0, "")
    assert fault in result.out
    assert bool(fault) == bool(result.out)


@pytest.mark.parametrize(
    "words",
    [
        ("extcap",),
        ("--extcap-interface", "eth0", "--extcap-dlts"),
        ("--extcap-interface", "ibpkt-lo", "--capture"),
        ("--extcap-interface", "ibpktfile", "--capture", "--fifo", "x"),
        ("--extcap-interface", "ibpkt-lo", "--capture", "--fifo", "x", "--file", "y"),
    ],
)
def test_wrong_calls(words):
    result = run(*words)
    assert (result.code, result.out) == (2, "")


def test_wrong_crcs_are_comments(tmp_path):
    path = tmp_path / "out.pcapng"
    words = ["--extcap-interface", "ibpktfile", "--capture", "--fifo", path, "--file", DAMAGED, "--once"]
    assert run(*words) == (0, "", "")
    found, count = comments(path)
    wrong = {number: text for number, (text,) in found.items() if "ICRC bad" in text}
    assert set(wrong) == set(damaged()) != set()
    for number, each in damaged().items():
        assert f"{each['stored']}, should be {each['computed']}]" in wrong[number]
    assert any("retransmission" in text for (text,) in found.values())
    assert count == 1288
    assert run(*words, "--no-analysis").code == 0
    assert comments(path) == ({}, 1288)
    assert run(*words, "--filter", "infiniband.aeth", "--extcap-capture-filter", "").code == 0
    assert comments(path)[1] == len(run("decode", "-Y", "infiniband.aeth", DAMAGED).lines)


def test_comments_that_were_there_stay(tmp_path):
    path, sent = tmp_path / "out.pcapng", CAPTURES / "derived_comments.pcapng"
    run("--extcap-interface", "ibpktfile", "--capture", "--fifo", path, "--file", sent, "--once")
    assert comments(path) == comments(sent)
    assert comments(sent)[0]


@pytest.mark.costly
def test_tshark_lists_and_captures(tmp_path):
    """The real other side: a growing file, until tshark has as many packets as it wants."""
    if shutil.which("tshark") is None:
        pytest.skip("needs tshark")
    if subprocess.run([*_SOMEBODY, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system gives no user namespace")
    folder, link = tmp_path / "extcap", tmp_path / "growing.pcap"
    folder.mkdir()
    calls(PROGRAM, folder, "ibpkt")
    link.symlink_to(DAMAGED)
    environment = {**os.environ, "WIRESHARK_EXTCAP_DIR": str(folder), "HOME": str(tmp_path)}
    words = [
        *("tshark", "-i", "ibpktfile", "-o", f"extcap.ibpktfile.file:{link}", "-c", "1288"),
        *("-Y", "frame.comment contains \"ICRC bad\"", "-T", "fields", "-e", "frame.number"),
    ]  # fmt: skip
    done = subprocess.run(
        [*_SOMEBODY, *words], capture_output=True, text=True, timeout=PATIENCE, env=environment, check=False
    )
    assert list(map(int, done.stdout.split())) == sorted(damaged()), done.stderr
    assert "Capturing on 'RoCE in a capture file as it grows: ibpktfile'" in done.stderr


def test_what_is_wrong_ends_the_pipe(tmp_path):
    """Wireshark says it then; it waits for a pipe that nobody opens."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    descriptor = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    words = ["--extcap-interface", "ibpktfile", "--capture", "--fifo", fifo, "--file", DAMAGED, "--once"]
    for name, wrong, code, said in (
        ("--file", "/nowhere", 3, "no such file"),
        ("--filter", "1 +", 2, "the filter ends"),
    ):
        result = run(*words, name, wrong)
        assert (result.code, result.out) == (code, "")
        assert said in result.err
        assert os.read(descriptor, 1) == b""
    os.close(descriptor)


@pytest.fixture
def capturing(tmp_path):
    """An interface that is captured from into a pipe, which has the beginning of a capture."""
    namespace = NetworkNamespace()
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    words = ["--extcap-interface", f"ibpkt-{FAR}", "--capture", "--fifo", str(fifo)]
    process = subprocess.Popen(
        namespace.inside(*PROGRAM, *words), cwd=REPOSITORY, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with fifo.open("rb") as pipe:
        yield namespace, process, pipe
    process.kill()
    process.communicate()
    namespace.close()


@pytest.mark.costly
def test_live(capturing, tmp_path):
    namespace, process, pipe = capturing
    path = tmp_path / "out.pcapng"
    data = pipe.read1()
    assert data[:4] == b"\x0a\x0d\x0d\x0a"  # before any packet has come
    namespace.send(DAMAGED)
    while data.count(b"ICRC bad") < len(damaged()):
        data += pipe.read1()
    process.send_signal(signal.SIGTERM)
    data += pipe.read()
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    path.write_bytes(data)
    found, count = comments(path)
    assert sum("ICRC bad" in text for (text,) in found.values()) == len(damaged())
    assert (process.returncode, count) == (0, len(run("decode", "-Y", "infiniband", DAMAGED).lines))


def test_a_reader_that_goes_ends_it(capturing):
    """Without packets, too."""
    _, process, pipe = capturing
    assert pipe.read1()
    pipe.close()
    assert process.communicate(timeout=PATIENCE) == (b"", b"")
    assert process.returncode == 0
