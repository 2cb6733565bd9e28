"""``ibpkt craft traffic``: conversations into captures and onto the screen."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

import ibpkt
from ibpkt import traffic
from ibpkt.traffic import Faults
from tests.support.command import REPOSITORY, environment, run


def packets_of(path):
    with ibpkt.open(path) as capture:
        return [(packet.time, packet.data) for packet in capture]


def made(**arguments):
    return [(packet.time, packet.data) for batch in traffic.Traffic(**arguments).batches() for packet in batch]


def test_examples_of_the_help():
    told = re.sub(r" \\\n\s+", " ", run("craft", "traffic", "--help").out)  # lines that go on in the next one
    examples = re.findall(r"^ +ibpkt (craft traffic .+)$", told, re.MULTILINE)
    assert len(examples) == 3
    for example in examples:
        result = run(*example.split())
        assert (result.code, result.err) == (0, "")
        assert len(result.lines) > 3


def test_a_capture_is_what_the_library_makes(tmp_path):
    out = tmp_path / "out.pcapng"
    options = "--seed 3 --packets 500 --conversations 2 --operations WRITE=3,READ=1 --size 64..5000 --pmtu 512"
    faults = "--loss 0.02 --reorder 0.01 --duplicate 0.01 --corrupt 0.01 --ce 0.02 --behind 0.4 --rnr 0.1"
    more = (
        "--carrier vxlan --recovery selective --start 1700000000.5 --rate 10G --both-ways --routes 3 --route-step 700"
    )
    assert run("craft", "traffic", *options.split(), *faults.split(), *more.split(), "-w", out) == (0, "", "")
    assert packets_of(out) == made(
        seed=3,
        packets=500,
        conversations=2,
        operations="WRITE=3,READ=1",
        sizes=(64, 5000),
        pmtu=512,
        faults=Faults(0.02, 0.01, 0.01, 0.01, 0.02, behind=0.4, rnr=0.1),
        carrier="vxlan",
        recovery="selective",
        start=1_700_000_000_500_000_000,
        rate=10**10,
        both_ways=True,
        routes=3,
        route_step=700,
    )


def test_the_truth_goes_into_a_file(tmp_path):
    out, truth = tmp_path / "out.pcap", tmp_path / "truth.jsonl"
    result = run("craft", "traffic", "--packets", 300, "--loss", 0.05, "-w", out, "--truth", truth)
    assert result == (0, "", "")
    kinds = {json.loads(line)["record"] for line in truth.read_text().splitlines()}
    assert kinds == {"conversation", "message", "event", "counters", "scene"}
    piped = run("craft", "traffic", "--packets", 300, "--loss", 0.05, "-w", tmp_path / "again.pcap", "--truth", "-")
    assert piped.out == truth.read_text()
    assert run("check", out).out.startswith(f"{out}: 300 packets; ICRC 300 good; 0 problems")


def test_without_an_output_it_is_shown_as_decode_shows_it(tmp_path):
    out = tmp_path / "out.pcapng"
    options = ["craft", "traffic", "--messages", 4, "--size", 3000, "--carrier", "native"]
    run(*options, "-w", out)
    assert run(*options).out == run("decode", out).out
    assert run(*options, "-V").out == run("decode", "-V", out).out


@pytest.mark.costly
def test_into_a_pipe():
    command = [sys.executable, "-m", "ibpkt", "craft", "traffic", "--packets", "50", "-w", "-", "--format", "pcap"]
    done = subprocess.run(command, cwd=REPOSITORY, env=environment(), capture_output=True, check=True)
    assert len(run("decode", "-", stdin=done.stdout).lines) == 50
    endless = [*command[:6], "100000000", *command[7:]]
    with subprocess.Popen(endless, cwd=REPOSITORY, env=environment(), stdout=subprocess.PIPE) as process:
        assert len(process.stdout.read(1 << 20)) == 1 << 20
        process.stdout.close()
        assert process.wait(30) == 0


def test_times():
    first = run("craft", "traffic", "--messages", 1, "--start", "2026-11-21T12:00:00", "-V").out
    assert "2026" in first
    assert first == run("craft", "traffic", "--messages", 1, "--start", "2026-11-21T13:00:00+01:00", "-V").out


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ("--size 5..", "not of the form 64 or 64..65536"),
        ("--size 9..5", "smaller first"),
        ("--rate fast", "not of the form 25G or 400M"),
        ("--rate 0", "rate is between"),
        ("--start soon", "not of the form 1700000000 or 2026-11-21T12:00:00"),
        ("--operations WRIT", "did you mean WRITE"),
        ("--carrier rocev3", "did you mean rocev2"),
        ("--loss 2", "between 0 and 1"),
        ("--service RQ", "only RC, UC, UD"),
        ("--recovery selectiv", "did you mean selective"),
        ("--recovery any-orde", "did you mean any-order"),
        ("--routes 0", "routes is between"),
        ("--conversations 0", "conversations is between"),
        ("--packets -1", "x>=0"),
        ("--format pcap", "goes with -w"),
        ("--truth -", "both"),
        ("--service UC --operations READ", "UC has no READ"),
    ],
)
def test_wrong_usage_is_one_sentence(options, says, tmp_path):
    result = run("craft", "traffic", *options.split())
    assert result.code == 2
    assert says in result.err
    assert "Traceback" not in result.err


def test_the_truth_does_not_overwrite_the_packets(tmp_path):
    (tmp_path / "link").symlink_to("out")
    for record in ("out", "./out", "link"):
        result = run("craft", "traffic", "--packets", "5", "-w", tmp_path / "out", "--truth", f"{tmp_path}/{record}")
        assert (result.code, "cannot both go to one file" in result.err) == (2, True)
    assert [path.name for path in tmp_path.iterdir()] == ["link"]


def test_nothing_is_left_of_a_file_that_could_not_be_made(tmp_path):
    result = run("craft", "traffic", "-w", tmp_path / "no" / "out.pcap", "--truth", tmp_path / "truth.jsonl")
    assert result.code == 3
    assert list(tmp_path.iterdir()) == []
