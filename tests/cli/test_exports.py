"""Exports by ``ibpkt decode``: into files and directories, whole or not at all."""

from __future__ import annotations

import io
import json
import os
import pty
import signal
import subprocess
import sys
import time

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet
import pytest

import ibpkt
from ibpkt.output.formats import FORMATS
from tests.support.command import CAPTURES, PATIENCE, PROGRAM, REPOSITORY, environment, run, run_to_bytes, spawn

SOME = ("-e", "frame.number", "-e", "infiniband.bth.psn", "-e", "infiniband.payload")
NAMES = SOME[1::2]


def table(name):
    with ibpkt.open(CAPTURES / name) as capture:
        return capture.to_arrow(NAMES)


def parts(directory):
    return [name for name in os.listdir(directory) if name.endswith(".part")]


@pytest.mark.parametrize("form", FORMATS)
def test_a_file_holds_what_standard_output_shows(form, tmp_path):
    names = () if form == "text" else SOME
    target = tmp_path / "out"
    arguments = ("decode", "-T", form, *names, CAPTURES / "rc_read.pcap")
    assert run(*arguments, "-w", target) == (0, "", "")
    assert (0, target.read_bytes(), b"") == run_to_bytes(*arguments)
    assert not parts(tmp_path)


def test_what_is_read_back_is_the_columns(tmp_path):
    expected = table("mix_all_ops.pcap")
    for form in ("parquet", "arrow", "csv"):
        assert run("decode", "-T", form, *SOME, "-w", tmp_path / form, CAPTURES / "mix_all_ops.pcap").code == 0
    assert pyarrow.parquet.read_table(tmp_path / "parquet").equals(expected, check_metadata=True)
    assert pa.ipc.open_stream((tmp_path / "arrow").read_bytes()).read_all().equals(expected, check_metadata=True)
    assert pl.read_parquet(tmp_path / "parquet").equals(pl.from_arrow(expected))
    assert duckdb.sql(f"from read_parquet('{tmp_path}/parquet')").to_arrow_table().to_pylist() == expected.to_pylist()
    texts = pl.read_csv(tmp_path / "csv", schema_overrides={"infiniband.payload": pl.String})
    assert texts["infiniband.bth.psn"].to_list() == expected["infiniband.bth.psn"].to_pylist()
    payloads = [None if value is None else value.hex() for value in expected["infiniband.payload"].to_pylist()]
    assert texts["infiniband.payload"].to_list() == payloads


def test_several_files_are_one_table(tmp_path):
    names = ("rc_read.pcap", "rc_write.pcap")
    assert run("decode", "-T", "parquet", *SOME, "-w", tmp_path / "a", *(CAPTURES / name for name in names)).code == 0
    assert pyarrow.parquet.read_table(tmp_path / "a").equals(pa.concat_tables(map(table, names)))


def test_filter_and_count(tmp_path):
    arguments = ("-Y", "infiniband.bth.opcode == 17", "-c", "50", "-w", tmp_path / "a")
    assert run("decode", "-T", "parquet", *SOME, *arguments, CAPTURES / "rc_read.pcap").code == 0
    numbers = run("decode", "-T", "fields", "-e", "frame.number", *arguments[:4], CAPTURES / "rc_read.pcap").lines
    assert pyarrow.parquet.read_table(tmp_path / "a")["frame.number"].to_pylist() == list(map(int, numbers))


def test_a_directory_of_exports(tmp_path):
    names = ("rc_read.pcap", "rc_write.pcap", "loss_write_3pct.pcap.gz")
    out = tmp_path / "new" / "out"
    arguments = ("decode", "-T", "parquet", *SOME, "--output-dir", out)
    told = run(*arguments, *(CAPTURES / name for name in names[:2]))
    assert told == (0, "", f"ibpkt: 2 files written to {out}\n")
    first = os.stat(out / "rc_read.pcap.parquet")
    told = run(*arguments, *(CAPTURES / name for name in names))
    assert told.err == f"ibpkt: 1 file written to {out}; 2 already there\n"
    assert os.stat(out / "rc_read.pcap.parquet").st_ino == first.st_ino
    for name in names:
        assert pyarrow.parquet.read_table(out / f"{name}.parquet").equals(table(name))
    rows = sum(len(table(name)) for name in names)
    query = f"select count(*), count(distinct filename) from read_parquet('{out}/*.parquet')"
    assert duckdb.sql(query).fetchall() == [(rows, 3)]
    assert pl.scan_parquet(out / "*.parquet").select(pl.len()).collect().item() == rows
    assert run(*arguments, "--force", CAPTURES / names[0]).err == f"ibpkt: 1 file written to {out}\n"
    assert os.stat(out / "rc_read.pcap.parquet").st_ino != first.st_ino
    other = run("decode", "-T", "parquet", "-e", "frame.len", "--output-dir", out, CAPTURES / names[0])
    assert other.err == f"ibpkt: 1 file written to {out}\n"


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_has_its_names(form, tmp_path):
    names = ("-e", "frame.number") if form == "fields" else ()
    assert run("decode", "-T", form, *names, "--output-dir", tmp_path, CAPTURES / "cm_reject.pcap").code == 0
    assert (tmp_path / f"cm_reject.pcap{FORMATS[form]}").stat().st_size > 0


def test_a_capture_that_is_cut_is_exported_each_time(tmp_path):
    arguments = ("decode", "-T", "csv", *SOME, "--output-dir", tmp_path, CAPTURES / "derived_cut_in_record.pcap")
    for _ in range(2):
        told = run(*arguments)
        assert told.code == 3
        assert "ends in the middle of a record" in told.err or "cut" in told.err
        assert "1 file written" in told.err
        assert (tmp_path / "derived_cut_in_record.pcap.csv").exists()


def test_what_cannot_be_read_does_not_stop_the_others(tmp_path):
    told = run("decode", "-T", "csv", *SOME, "--output-dir", tmp_path, "no such.pcap", CAPTURES / "rc_read.pcap")
    assert told.code == 3
    assert told.err == f"ibpkt: no such.pcap: no such file\nibpkt: 1 file written to {tmp_path}\n"


def test_nothing_read_is_nothing_written(tmp_path):
    told = run("decode", "-T", "json", "-w", tmp_path / "out", "README.md")
    assert told.code == 3
    assert told.err.count("\n") == 1
    assert not os.listdir(tmp_path)


def test_fields_that_no_packet_has(tmp_path):
    arguments = ("-e", "infiniband.atomiceth.va", "-e", "frame.number", "-e", "infiniband.grh.*")
    capture = CAPTURES / "rc_read.pcap"
    told = run("decode", "-T", "parquet", *arguments, "-w", tmp_path / "a", capture)
    assert told == (0, "", "ibpkt: no packet has infiniband.atomiceth.va\n")
    read = pyarrow.parquet.read_table(tmp_path / "a")
    assert read["infiniband.atomiceth.va"].null_count == len(read) == len(table("rc_read.pcap"))
    assert str(read.schema.field("infiniband.atomiceth.va").type) == "uint64"
    told = run("decode", "-T", "csv", *arguments, "--output-dir", tmp_path / "d", capture)
    assert f"ibpkt: no packet of {capture} has infiniband.atomiceth.va\n" in told.err
    assert run("decode", "-T", "jsonl", *arguments[:4], CAPTURES / "derived_empty.pcap").err == ""


@pytest.mark.costly
@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_binary_is_not_for_terminals(form):
    ours, theirs = pty.openpty()
    arguments = [*PROGRAM, "decode", "-T", form, str(CAPTURES / "rc_read.pcap")]
    done = subprocess.run(
        arguments, stdout=theirs, stderr=subprocess.PIPE, cwd=REPOSITORY, env=environment(), text=True, check=False
    )
    os.close(theirs)
    os.close(ours)
    assert done.returncode == 2
    assert f"-T {form} is binary: name a file with -w, or pipe the output" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("-w", "x", "--output-dir", "y"), "are mutually exclusive"),
        (("--force",), "--output-dir"),
        (("-w", "x.pcap"), "ibpkt edit"),
        (("-T", "csv", "-V"), "-V does not go with -T csv"),
        (("-T", "csv", "-e", "infiniband.bht.*"), "there is no field"),
        (("-T", "pdml", "-e", "infiniband.bth.pns"), "did you mean infiniband.bth.psn"),
    ],
)
def test_wrong_usage(arguments, said, tmp_path):
    told = run("decode", *arguments, CAPTURES / "rc_read.pcap")
    assert told.code == 2
    assert said in told.err
    assert "Traceback" not in told.err


@pytest.mark.family("endings")
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
@pytest.mark.parametrize("form", [form for form in FORMATS if form != "fields"])
def test_a_full_disk(form):
    told = run("decode", "-T", form, "-w", "/dev/full", CAPTURES / "ib_small.pcap")
    assert told == (3, "", "ibpkt: /dev/full: cannot be written: no space left on device\n")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
def test_a_full_disk_behind_standard_output():
    with open("/dev/full", "wb") as full:
        process = spawn("decode", "-T", "arrow", CAPTURES / "ib_small.pcap", stdin=subprocess.DEVNULL, stdout=full)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert said.count(b"\n") == 1
    assert b"space" in said


def limited(size):
    """Run before a program: files may not grow beyond a size."""
    import resource

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


@pytest.mark.family("endings")
@pytest.mark.parametrize("form", ["csv", "parquet", "arrow", "ek", "pdml"])
@pytest.mark.parametrize("where", ["-w", "--output-dir"])
def test_a_disk_that_fills_up_in_the_middle(form, where, tmp_path):
    (tmp_path / "rc_write.pcap.csv").write_bytes(b"before")
    target = tmp_path if where == "--output-dir" else tmp_path / "rc_write.pcap.csv"
    # bytecode that it wrote would end after so many bytes, too, and the programs of other tests would read it
    without_bytecode = {**environment(), "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.Popen(
        [*PROGRAM, "decode", "-T", form, where, target, CAPTURES / "rc_write.pcap"],
        stderr=subprocess.PIPE, cwd=REPOSITORY, env=without_bytecode, preexec_fn=lambda: limited(4000),
    )  # fmt: skip
    _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 3
    assert said.count(b"\n") == 1
    assert b"cannot be written: file too large" in said
    left = {path.name: path for path in tmp_path.iterdir()}
    assert set(left) <= {"rc_write.pcap.csv", ".ibpkt"}
    assert left["rc_write.pcap.csv"].read_bytes() == b"before"
    assert not list(tmp_path.rglob("*.json"))


@pytest.mark.family("endings")
@pytest.mark.parametrize("form", ["parquet", "arrow", "ek", "pdml"])
def test_a_reader_that_goes_away(form):
    process = spawn("decode", "-T", form, CAPTURES / "ib_small.pcap", stdin=subprocess.DEVNULL)
    process.stdout.read(10)
    process.stdout.close()
    said = process.stderr.read()
    assert process.wait(PATIENCE) == 0
    assert said == b""


def test_termination_leaves_no_half_file(tmp_path):
    capture = (CAPTURES / "rc_write.pcap").read_bytes()
    process = spawn("decode", "-T", "csv", "-w", tmp_path / "out.csv", "-")
    process.stdin.write(capture[:50_000])
    process.stdin.flush()
    deadline = time.monotonic() + PATIENCE
    while not parts(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert not os.listdir(tmp_path)


def test_an_arrow_stream_comes_as_packets_do():
    capture = (CAPTURES / "rc_write.pcap").read_bytes()
    process = spawn("decode", "-T", "arrow", *SOME, "-")
    process.stdin.write(capture[:50_000])
    process.stdin.flush()
    reader = pa.ipc.open_stream(process.stdout)
    assert reader.read_next_batch().num_rows > 0  # though the capture goes on
    process.stdin.close()
    process.stdout.read()
    assert process.wait(PATIENCE) in (0, 3)


def test_without_pyarrow():
    program = "import sys; sys.modules['pyarrow'] = None; from ibpkt.cli import main; main()"
    arguments = [sys.executable, "-c", program, "decode", "-T", "csv", str(CAPTURES / "rc_read.pcap")]
    done = subprocess.run(arguments, capture_output=True, cwd=REPOSITORY, env=environment(), text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "ibpkt: Arrow, Parquet and CSV need pyarrow: pip install 'ibpkt[arrow]'\n"


@pytest.mark.costly
def test_ek_is_json_line_by_line():
    lines = run("decode", "-T", "ek", CAPTURES / "ib_small.pcap").lines
    for line in lines:
        json.loads(line, object_pairs_hook=unique)
    assert len(lines) == 2 * len(table("ib_small.pcap"))


def unique(pairs):
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


def test_csv_is_read_by_polars():
    text = run("decode", "-T", "csv", CAPTURES / "ib_small.pcap").out
    frame = pl.read_csv(io.StringIO(text), infer_schema_length=None)
    assert frame.height == len(table("ib_small.pcap"))
