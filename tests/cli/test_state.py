"""``--state``: the analysis of a capture, piece by piece, a process each."""

from __future__ import annotations

import itertools
import json

import click
import pytest

from ibpkt.cli.kept_state import state_options
from ibpkt.errors import CaptureError
from tests.support.command import run
from tests.support.pieces import at_distinct_times, records_of, write
from tests.support.shared import capture

NAMES = (
    "corrupt_write.pcap",
    "rnr_recover.pcap",
    "nvmeof.pcap",
    "cm_reject.pcap",
    "loss_ack_10pct.pcap",
    "ecn_marked_netem.pcap",
)


@pytest.fixture(scope="module", params=[(name, count) for name in NAMES for count in (2, 3, 7)], ids=str)
def apart(request, tmp_path_factory):
    """A capture, and its pieces in order."""
    name, count = request.param
    folder = tmp_path_factory.mktemp("pieces")
    packets = at_distinct_times(records_of(capture(name)))
    size = -(-len(packets) // count)
    parts = [packets[begin : begin + size] for begin in range(0, len(packets), size)]
    return write(folder / "whole.pcap", packets), [write(folder / f"{at}.pcap", part) for at, part in enumerate(parts)]


def one_by_one(command, paths, state):
    """What each piece says, the last one being the last."""
    told = []
    for at, path in enumerate(paths):
        final = ["--final"] if at == len(paths) - 1 else []
        result = run(*command, "--format", "json", "--state", state, *final, path)
        assert (result.code, result.err) == (0, "")
        told.append(json.loads(result.out))
    return told


def whole(command, path):
    return json.loads(run(*command, "--format", "json", path).out)


def rows(told):
    return sorted(json.dumps(row, sort_keys=True) for row in told)


@pytest.mark.sweep
def test_findings(apart, tmp_path):
    path, pieces = apart
    command = ("expert", "--severity", "chat", "--explain")
    told, expected = one_by_one(command, pieces, tmp_path / "state"), whole(command, path)
    found = [finding for piece in told for finding in piece["findings"]]
    assert rows(map(known, found)) == rows(map(known, expected["findings"]))
    assert sum(piece["packets"] for piece in told) == expected["packets"]


@pytest.mark.parametrize("host", ["192.168.77.1", "10.0.0.9"])
@pytest.mark.parametrize("name", ["nvmeof.pcap", "rc_write.pcap"])
def test_pieces_of_which_packets_are_chosen(name, host, tmp_path):
    """Their packets have the numbers that they have in the whole, although some are not of that host."""
    packets = at_distinct_times(records_of(capture(name)))
    path = write(tmp_path / "whole.pcap", packets)
    size = len(packets) // 3
    pieces = [
        write(tmp_path / f"{at}.pcap", packets[at * size : None if at == 2 else (at + 1) * size]) for at in range(3)
    ]
    command = ["messages", "--host", host]
    told = one_by_one(command, pieces, tmp_path / "state")
    assert rows(row for piece in told for row in piece["messages"]) == rows(whole(command, path)["messages"])


def known(finding):
    """Where and what, which no piece changes."""
    return {name: finding[name] for name in ("frame", "time", "flow", "kind", "packets")}


@pytest.mark.sweep
@pytest.mark.parametrize("command", ["flows", "messages"])
def test_flows_and_messages(apart, command, tmp_path):
    path, pieces = apart
    told, expected = one_by_one([command], pieces, tmp_path / "state"), whole([command], path)
    assert rows(row for piece in told for row in piece[command]) == rows(expected[command])


def test_what_only_the_end_shows_waits_for_it(tmp_path):
    path = capture("rc_write.pcap")
    state = tmp_path / "state"
    kept = run("flows", "--state", state, path)
    assert (kept.code, kept.out) == (0, run("flows", "captures/derived_empty.pcap").out)
    empty = write(tmp_path / "empty.pcap", [])
    before = state.read_bytes()
    for _ in range(2):
        assert run("flows", "--state", state, "--final", empty).out == run("flows", path).out
        assert state.read_bytes() == before


def test_several_files_are_one_capture(tmp_path):
    """In the order of their times, however they are given."""
    packets = at_distinct_times(records_of(capture("nvmeof.pcap")))
    ends = (0, 20, 70, 71, len(packets))
    paths = [write(tmp_path / f"{low}.pcap", packets[low:high]) for low, high in itertools.pairwise(ends)]
    state = tmp_path / "state"
    assert run("messages", "--state", state, *paths[1::-1]).code == 0
    told = json.loads(run("messages", "--state", state, "--final", "--format", "json", "--join", *paths[:1:-1]).out)
    assert told["files"] == list(map(str, paths[2:]))
    expected = whole(["messages"], write(tmp_path / "whole.pcap", packets))["messages"]
    assert told["messages"] == expected[-len(told["messages"]) :]


@pytest.mark.parametrize("error", [IndexError("at"), ValueError("of"), AssertionError(), MemoryError()])
def test_numbers_that_contradict_each_other(error, tmp_path):
    """What a forged file leads to is said in a sentence; without a file it is a mistake of the program."""

    @click.command()
    @state_options
    def command(state, final):
        raise error

    path = tmp_path / "state"
    with pytest.raises(type(error)):
        command.main(["--state", str(path)], standalone_mode=False)
    path.touch()
    with pytest.raises(CaptureError, match=f"{path}: contradicts itself"):
        command.main(["--state", str(path)], standalone_mode=False)


def test_pieces_in_the_wrong_order(tmp_path):
    packets = records_of(capture("rnr_recover.pcap"))
    early, late = write(tmp_path / "early.pcap", packets[:60]), write(tmp_path / "late.pcap", packets[60:])
    state = tmp_path / "state"
    assert run("expert", "--state", state, late).err == ""
    result = run("expert", "--state", state, early)
    said = f"{early}: begins before the end of the packets that {state} has the state of"
    assert (result.code, result.err) == (0, f"ibpkt: {said}; its packets are counted as others\n")


def test_nothing_is_kept_of_files_that_cannot_be_opened(tmp_path):
    state = tmp_path / "state"
    result = run("expert", "--state", state, capture("rc_write.pcap"), tmp_path / "absent")
    assert result.code == 3
    assert result.err.splitlines() == [
        f"ibpkt: {tmp_path}/absent: no such file",
        f"ibpkt: {state}: left as it was, since a file could not be opened",
    ]
    assert not state.exists()


def test_states_of_others(tmp_path):
    state, path = tmp_path / "state", capture("rc_write.pcap")
    run("expert", "--state", state, path)
    for command in ("flows", "messages", "flows --no-crc"):
        result = run(*command.split(), "--state", state, path)
        assert (result.code, result.out) == (3, "")
        assert result.err == f"ibpkt: {state}: the state of 'expert', not of {command!r}\n"


@pytest.mark.parametrize("data", [b"", b"garbage", b"PK\5\6" + bytes(18), b"PK\3\4" + bytes(100)])
def test_no_states(data, tmp_path):
    state = tmp_path / "state"
    state.write_bytes(data)
    result = run("expert", "--state", state, capture("rc_write.pcap"))
    assert (result.code, result.out, len(result.err.splitlines())) == (3, "", 1)
    assert "not the state of an analysis, or damaged" in result.err
    assert state.read_bytes() == data


def test_places_that_no_state_can_have(tmp_path):
    path = capture("rc_write.pcap")
    assert run("expert", "--state", tmp_path, path).code == 3
    result = run("expert", "--state", tmp_path / "no" / "state", path)
    assert result.code == 3
    assert "there is no such directory" in result.err


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("expert --final", "--final goes with --state"),
        ("flows --state -", "--state takes a file"),
        ("messages --state s --payload d", "--payload needs the whole capture"),
    ],
)
def test_options_that_do_not_go_together(command, sentence):
    result = run(*command.split(), "captures/rc_write.pcap")
    assert result.code == 2
    assert sentence in result.err
