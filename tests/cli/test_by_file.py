"""``--jobs``, ``--resume`` and ``--progress-json`` of analyses: the output is that of one process that goes through."""

from __future__ import annotations

import json
import shutil
import signal

import pytest

from tests.support.command import CAPTURES, PATIENCE, run, spawn

NAMES = ("rc_write.pcap", "corrupt_write.pcap", "ib_small.pcap", "derived_cut_in_record.pcap", "nvmeof.pcap")
FILES = [str(CAPTURES / name) for name in NAMES]
FILES.insert(2, "no such file.pcap")


@pytest.mark.sweep
@pytest.mark.parametrize(
    "arguments",
    [
        "expert",
        "expert --format json --kind icrc-bad",
        "expert --fail error --max retransmitted=0.01%",
        "flows",
        "flows --format csv --limit 1",
        "messages --latency",
        "messages --format jsonl --kind write",
        "commands",
        "commands --format csv",
        "stats protocols",
        "fabric",
        "fabric --format json",
    ],
)
def test_the_same_output(arguments):
    words = arguments.split()
    one = run(*words, *FILES)
    assert run(*words, "--jobs", "2", *FILES) == one
    assert one.code == 3  # one is cut, one is not there


@pytest.mark.costly
def test_less_than_all():
    for files in (FILES[:1], FILES[:2]):
        assert run("flows", "-j2", *files) == run("flows", *files)
    assert run("flows", "-j2", "--join", *FILES[:2]) == run("flows", "--join", *FILES[:2])
    assert run("expert", "--kinds", "-j2", *FILES) == run("expert", "--kinds")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("messages --payload OUT", "--payload takes one FILE"),
        ("messages --interval 1", "--interval goes with --depth"),
        ("expert --kind nonsense", "there is no kind of finding 'nonsense'"),
        ("fabric -w x.svg", "-w"),
        ("flows --resume OUT --state s", "--resume goes with several FILEs, each for itself and with a name"),
        ("flows --resume OUT --join", "--resume goes with several FILEs, each for itself and with a name"),
    ],
)
def test_errors_are_those_of_one_process(words, sentence, tmp_path):
    words = words.replace("OUT", str(tmp_path / "out")).split()
    done = run(*words, "-j2", *FILES[:2])
    assert done.code == 2
    assert sentence in done.err
    if "--resume" not in words:
        assert done == run(*words, *FILES[:2])


@pytest.mark.costly
def test_tables(tmp_path):
    for jobs in ("1", "2"):
        run("flows", "-T", "parquet", "-o", tmp_path / jobs, "-j", jobs, *FILES)
    names = [sorted(str(path.relative_to(tmp_path / jobs)) for path in (tmp_path / jobs).rglob("*")) for jobs in "12"]
    assert names[0] == names[1]
    assert sum(name.endswith(".parquet") for name in names[0]) == 5


# -- runs that go on ------------------------------------------------------------------------------------------------


@pytest.mark.costly
@pytest.mark.parametrize(
    ("arguments", "jobs"),
    [("expert", "2"), ("flows --format csv", "1"), ("fabric", "2"), ("messages -Y infiniband.feth", "1")],
)
def test_the_second_run_says_the_same(arguments, jobs, tmp_path):
    words = arguments.split()
    one = run(*words, *FILES)
    for _ in range(2):
        assert run(*words, "-j", jobs, "--resume", tmp_path / "notes", *FILES) == one
    assert len(list((tmp_path / "notes").iterdir())) == 4  # but those that may come or grow


def kept(done):
    return {
        row["file"]: row["kept"] for row in map(json.loads, filter(lambda line: line[:1] == "{", done.err.split("\n")))
    }


def test_only_what_is_new_or_different_is_done_again(tmp_path):
    files = []
    for name in ("rc_read.pcap", "rc_send.pcap", "rc_write.pcap"):
        files.append(shutil.copy(CAPTURES / name, tmp_path / name))
    options = ("--progress-json", "--resume", tmp_path / "notes")
    assert set(kept(run("flows", *options, *files[:2])).values()) == {False}
    assert list(kept(run("flows", *options, *files)).values()) == [True, True, False]
    shutil.copy(CAPTURES / "rc_write.pcap", files[0])  # another content
    shutil.copy(CAPTURES / "rc_send.pcap", files[1])  # another time
    done = run("flows", *options, *files)
    assert list(kept(done).values()) == [False, True, True]
    assert done.out == run("flows", *files).out
    assert list(kept(run("flows", *options, "--sort", "bytes", *files)).values()) == [False] * 3


def test_tables_that_are_gone_are_written_again(tmp_path):
    words = ("flows", "-T", "parquet", "-o", tmp_path / "tables", "--progress-json", "--resume", tmp_path / "notes")
    assert list(kept(run(*words, *FILES[:2])).values()) == [False, False]
    assert list(kept(run(*words, *FILES[:2])).values()) == [True, True]
    shutil.rmtree(tmp_path / "tables")
    assert list(kept(run(*words, *FILES[:2])).values()) == [False, False]
    assert len(list(tmp_path.rglob("*.parquet"))) == 2


def test_progress(tmp_path):
    done = run("stats", "opcodes", "--progress-json", "-j2", FILES[0], FILES[1])
    rows = [json.loads(line) for line in done.err.splitlines()]
    sizes = [(CAPTURES / name).stat().st_size for name in NAMES[:2]]
    assert [row["files"] for row in rows] == [1, 2]
    assert [row["bytes"] for row in rows] == [sizes[0], sum(sizes)]
    assert {row["all_bytes"] for row in rows} == {sum(sizes)}
    assert done.out == run("stats", "opcodes", FILES[0], FILES[1]).out


def test_progress_of_one_file_and_of_several_that_are_one():
    (row,) = [json.loads(line) for line in run("flows", "--progress-json", FILES[0]).err.splitlines()]
    assert (row["files"], row["all_files"], row["bytes"]) == (1, 1, (CAPTURES / NAMES[0]).stat().st_size)
    done = run("flows", "--join", "--progress-json", FILES[0], FILES[1])
    assert [json.loads(line)["files"] for line in done.err.splitlines()] == [1, 2]


@pytest.mark.costly
def test_a_run_that_was_killed_goes_on(tmp_path):
    files = [str(shutil.copy(CAPTURES / "corrupt_write.pcap", tmp_path / f"{number}.pcap")) for number in range(8)]
    words = ("expert", "-j2", "--progress-json", "--resume", str(tmp_path / "notes"), *files)
    with spawn(*words) as process:
        first = json.loads(process.stderr.readline())
        assert first["files"] == 1
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=PATIENCE)
    before = len(list((tmp_path / "notes").glob("*.note")))
    assert 1 <= before < len(files)
    done = run(*words)
    assert sum(kept(done).values()) >= before
    assert done.out == run("expert", *files).out
    assert done.code == 0
