"""``--join``: pieces of a capture say exactly what the whole says."""

from __future__ import annotations

import json
import shlex
import signal
import time

import pytest

from ibpkt.capture import open_capture
from tests.support.command import PATIENCE, environment, run, spawn
from tests.support.pieces import at_distinct_times, records_of, taken_apart, write
from tests.support.shared import capture

COMMANDS = (
    "expert --severity chat --explain",
    "expert --severity chat --format json",
    "expert --summary",
    "flows --format json",
    "flows -V",
    "messages",
    "messages --format jsonl",
    "messages --latency --format json",
    "messages --depth",
    "messages --memory --format csv",
    "decode",
    "decode -A -V",
    "decode -T jsonl -2",
    "decode -T json -Y 'infiniband.bth.psn & 1' -t d",
    "stats protocols",
    "stats opcodes --verify --format json",
    "stats endpoints --by qp",
    "stats conversations --format csv",
    "stats connections",
    "stats mad --format json",
    "stats io --interval 0.01 --column infiniband.aeth",
)
#: a capture, how it is taken apart, and into how many pieces
PIECES = (
    ("loss_ack_10pct.pcap", "packets", 10),
    ("corrupt_write.pcap", "direction", 2),
    ("nvmeof.pcap", "time", 7),
    ("cm_reject.pcap", "packets", 2),
    ("ib_small.pcap", "packets", 5),
    ("rnr_recover.pcap", "direction", 2),
)


def beginning(path):
    """Where a file stands among those of a join."""
    packets = records_of(path)
    return not packets, packets and packets[0].time, str(path)


def facts(out, form, name):
    """What a command says, but for the names of files."""
    if "json" not in form:
        return out.replace(name, "NAME")
    if "decode" in form or "jsonl" in form:
        return out
    told = json.loads(out)
    del told["files" if "files" in told else "file"]
    return told


@pytest.fixture(scope="module", params=PIECES, ids=lambda piece: "-".join(map(str, piece)))
def apart(request, tmp_path_factory):
    """A capture, and the pieces of it."""
    name, way, count = request.param
    folder = tmp_path_factory.mktemp("pieces")
    packets = at_distinct_times(records_of(capture(name)))
    paths = taken_apart(packets, folder, way, count)
    return write(folder / "whole.pcap", packets), paths


@pytest.mark.sweep
@pytest.mark.parametrize("command", COMMANDS)
def test_pieces_say_what_the_whole_says(apart, command):
    """Whatever their order: of every other command it is the other way round."""
    whole, paths = apart
    arguments = shlex.split(command)
    expected = run(*arguments, whole)
    assert expected.code == 0
    assert not expected.err or (not expected.out and expected.err.startswith(f"ibpkt: {whole}: no "))
    first, *others = sorted(paths, key=beginning)
    name = f"{first} and {len(others)} more file{'s' if len(others) > 1 else ''}"
    found = run(*arguments, "--join", *(paths[::-1] if COMMANDS.index(command) % 2 else paths))
    assert (found.code, found.err) == (0, expected.err.replace(str(whole), name))
    assert facts(found.out, command, name) == facts(expected.out, command, str(whole))


def test_files_instead_of_file(apart):
    _, paths = apart
    ordered = sorted(map(str, paths), key=beginning)
    for command in ("expert", "flows", "messages", "stats protocols"):
        told = json.loads(run(*command.split(), "--format", "json", "--join", *paths).out)
        assert told["files"] == ordered
        assert next(iter(told)) == "files"
        assert "file" not in told


def test_one_file_is_a_join_of_one():
    alone, joined = (run("flows", "--format", "json", *more, "captures/nvmeof.pcap").out for more in ((), ("--join",)))
    assert joined == alone.replace('{"file": "captures/nvmeof.pcap"', '{"files": ["captures/nvmeof.pcap"]')
    assert run("decode", "--join", "captures/nvmeof.pcap").out == run("decode", "captures/nvmeof.pcap").out


def test_all_formats(tmp_path):
    packets = at_distinct_times(records_of(capture("ib_small.pcap")))
    apart = [packets[:400], packets[400:700], packets[700:1000], packets[1000:]]
    suffixes = (".pcapng", ".pcap.gz", ".pcap", ".pcapng.zst")
    paths = [write(tmp_path / f"{number}{suffixes[number]}", part) for number, part in enumerate(apart)]
    whole = run("stats", "mad", write(tmp_path / "whole.pcap", packets))
    assert run("stats", "mad", "--join", *paths[::-1]) == whole


@pytest.mark.costly
def test_several_processes(tmp_path):
    packets = at_distinct_times(records_of(capture("ib_small.pcap")))
    paths = taken_apart(packets, tmp_path, "direction")
    assert run("decode", "-V", "--join", "-j", "2", *paths) == run("decode", "-V", "--join", *paths)


def test_standard_input_is_one_of_them(tmp_path):
    packets = at_distinct_times(records_of(capture("nvmeof.pcap")))
    whole = run("decode", write(tmp_path / "whole.pcap", packets))
    for way in ("packets", "direction"):
        stream, *others = taken_apart(packets, tmp_path, way, 3)
        assert run("decode", "--join", *others, "-", stdin=stream.read_bytes()) == whole
    result = run("decode", "-A", "-2", "--join", *others, "-", stdin=stream.read_bytes())
    assert (result.code, result.out) == (2, "")
    assert "- is no file, and cannot be read twice" in result.err


def test_a_live_pipe(tmp_path):
    """Packets appear as soon as it is known that none of the other files comes before."""
    packets = at_distinct_times(records_of(capture("rc_write.pcap")))
    file = write(tmp_path / "file.pcap", packets[:10])
    stream = write(tmp_path / "stream.pcap", packets[10:]).read_bytes()
    with open_capture(tmp_path / "stream.pcap") as reader:
        third = int(next(reader.records()).offset[3])
    with spawn("decode", "--join", file, "-", env=environment(PYTHONUNBUFFERED="1")) as process:
        process.stdin.write(stream[:third])
        process.stdin.flush()
        begin = time.monotonic()
        lines = [process.stdout.readline() for _ in range(13)]
        assert time.monotonic() - begin < PATIENCE
        assert [int(line.split()[0]) for line in lines] == list(range(1, 14))
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130


def test_what_is_wrong_names_the_file(tmp_path):
    packets = at_distinct_times(records_of(capture("rc_write.pcap")))
    cut, good, last = taken_apart(packets, tmp_path, "packets", 3)
    data = cut.read_bytes()
    cut.write_bytes(data[:-1])
    own = len(records_of(capture("rc_write.pcap")))
    with open_capture(cut) as reader:
        chunk = next(reader.records())
    garbage = tmp_path / "garbage"
    garbage.write_bytes(b"hello, world")
    result = run("stats", "opcodes", "--join", last, garbage, cut, tmp_path / "absent", good)
    assert result.code == 3
    end = int(chunk.offset[-1]) + 16 + int(chunk.caplen[-1])
    assert result.err.splitlines() == [
        f"ibpkt: {garbage}: not a capture (pcap, pcapng or ERF)",
        f"ibpkt: {tmp_path}/absent: no such file",
        f"ibpkt: {cut}: the file ends inside a record in packet {len(chunk) + 1} at byte {end}",
    ]
    assert len(run("decode", "--join", last, cut, good).lines) == own - 1


def test_nothing_can_be_read(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "500")
    result = run("flows", "--join", tmp_path / "absent", tmp_path / "lost")
    assert (result.code, result.out, len(result.err.splitlines())) == (3, "", 2)
    empty = write(tmp_path / "empty.pcap", [])
    result = run("expert", "--join", empty)
    assert (result.code, result.out, result.err) == (0, f"{empty}: no packets\n", "")


def test_two_taps_are_counted_once_and_that_is_said(tmp_path):
    whole = records_of(capture("nvmeof.pcap"))
    late = [packet._replace(time=packet.time + 20_000) for packet in whole]
    first, second = write(tmp_path / "a.pcap", whole), write(tmp_path / "b.pcap", late)
    result = run("flows", "--join", first, second, first)
    assert result.out == run("flows", first).out
    assert result.err == (
        f"ibpkt: {first} is named more than once, and read once\n"
        f"ibpkt: {len(whole)} packets are in more than one file, and counted once\n"
    )


def test_output_directories_need_a_file_each():
    result = run("decode", "--join", "--output-dir", "somewhere", "captures/rc_write.pcap")
    assert result.code == 2
    assert "--join makes them one" in result.err


def test_payload_of_pieces(tmp_path):
    packets = at_distinct_times(records_of(capture("rc_send.pcap")))
    whole = write(tmp_path / "whole.pcap", packets)
    paths = taken_apart(packets, tmp_path, "packets", 4)
    written = []
    for name, given in (("one", [whole]), ("joined", ["--join", *paths])):
        assert run("messages", "--payload", tmp_path / name, *given).code == 0
        folder = tmp_path / name
        written.append({path.name: path.read_bytes() for path in folder.iterdir() if path.suffix != ".json"})
    assert written[0] == written[1]
    assert written[0]
