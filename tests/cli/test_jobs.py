"""``--jobs``: several processes print what one prints."""

from __future__ import annotations

import json
import subprocess

import pytest

from tests.support.command import CAPTURES, PATIENCE, PROGRAM, REPOSITORY, environment, run, run_to_bytes, spawn

FILES = [
    str(CAPTURES / name)
    for name in ("rc_write.pcap", "corrupt_write.pcap", "ib_small.pcap", "udaddy.pcap", "derived_cut_in_record.pcap")
]
#: each of four processes has a turn and another: long outputs and short ones
TURNS = [str(CAPTURES / name) for name in ("rc_write.pcap", "udaddy.pcap", "derived_cut_in_record.pcap")] * 3
TURNS[4:4] = [str(CAPTURES / "ib_small.pcap")]


@pytest.mark.sweep
@pytest.mark.parametrize(
    "arguments",
    [
        "decode",
        "decode -t d -Y infiniband.aeth",
        "decode -V -c 40",
        "decode -x -c 5",
        "decode -T fields -E header=y -e frame.number -e infiniband.bth.psn -e frame.time_delta_displayed",
        "decode -T json",
        "decode -T json -Y infiniband.reth",
        "decode -T json -Y frame.number==10000",
        "decode -T jsonl",
        "decode -T ek -c 30",
        "decode -T pdml -c 30",
        "decode -T csv",
        "decode -T fields -e infiniband.mad.method -e infiniband.xrceth -e infiniband.feth",
        "decode -Y infiniband.xrceth||infiniband.feth",
        "check",
        "check --format json",
        "check -Y infiniband.aeth",
    ],
)
def test_the_same_output(arguments):
    command, *options = arguments.split()
    one = run(command, *options, *FILES)
    assert run(command, "--jobs", "3", *options, *FILES) == one
    assert one.code == (0 if "-c" in options else 3)  # the last file is cut


@pytest.mark.costly
@pytest.mark.parametrize("arguments", ["decode", "decode -T json", "check --format json"])
def test_as_many_as_there_are_cores(arguments):
    command, *options = arguments.split()
    assert run(command, "-j0", *options, *FILES) == run(command, *options, *FILES)


@pytest.mark.costly
def test_json_is_one_document():
    found = json.loads(run("decode", "-j2", "-T", "json", "-Y", "infiniband.mad", *FILES).out)
    assert len(found) > 10


@pytest.mark.costly
def test_each_file_into_its_own(tmp_path):
    for jobs in ("1", "3"):
        done = run("decode", "-j", jobs, "-T", "json", "--output-dir", tmp_path / jobs, *FILES)
        assert (done.code, done.err.count("\n")) == (3, 2)
    names = sorted(path.name for path in (tmp_path / "1").glob("*.json"))
    assert len(names) == len(FILES)
    for name in names:
        assert (tmp_path / "3" / name).read_bytes() == (tmp_path / "1" / name).read_bytes()
    again = run("decode", "-j2", "-T", "json", "--output-dir", tmp_path / "3", *FILES)
    assert "4 already there" in again.err  # a capture that is cut may be growing


@pytest.mark.parametrize(
    "options",
    [
        "-T json -Y infiniband.mad",
        *(pytest.param(slow, marks=pytest.mark.slow) for slow in ("", "-V", "-T json -Y infiniband.aeth", "-T ek")),
    ],
)
def test_processes_write_in_turn(options, tmp_path):
    """Onto a file or pipe of the system, where they need not go through the one that reads."""
    one = run_to_bytes("decode", *options.split(), *TURNS)
    for jobs in ("2", "4"):
        with (tmp_path / jobs).open("wb") as out:
            command = [*PROGRAM, "decode", "-j", jobs, *options.split(), *TURNS]
            done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, cwd=REPOSITORY, env=environment())
        assert (done.returncode, (tmp_path / jobs).read_bytes(), done.stderr) == one
    assert one[0] == 3
    assert one[1]


def test_a_reader_that_goes_away():
    with spawn("decode", "-V", "-j", "3", *FILES * 20) as process:
        assert process.stdout.readline()
        process.stdout.close()
        process.stdout = None
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert b"Traceback" not in err


@pytest.mark.costly
def test_a_file_appears_whole(tmp_path):
    for jobs in ("1", "3"):
        done = run("decode", "-V", "-j", jobs, "-w", tmp_path / jobs, *FILES)
        assert done.code == 3
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()


def test_pipes_take_one_process():
    data = (CAPTURES / "rc_write.pcap").read_bytes()
    assert run("decode", "-j4", "-", stdin=data).lines == run("decode", CAPTURES / "rc_write.pcap").lines


def test_an_impossible_number():
    result = run("decode", "--jobs", "-1", FILES[0])
    assert result.code == 2
    assert "-1 is not in the range x>=0" in result.err
