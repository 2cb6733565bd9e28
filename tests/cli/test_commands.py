"""``ibpkt commands``: the lines, the summaries, and what scripts read."""

import json
import re

import pytest

from ibpkt.commands.command_depth import MOST_INTERVALS
from ibpkt.commands.command_rows import COMMANDS
from tests.commands.test_nvme_truth import RECORDED
from tests.support.command import CAPTURES, run

CAPTURE = CAPTURES / "nvmeof.pcap"
LOSS = RECORDED / "nvmeof_loss_after_tap_2pct.pcap"
needs_recordings = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")


@needs_recordings
def test_the_slowest():
    """One without an answer has taken until its connection was released; the transport held up four of them."""
    lines = run("commands", "--slowest", "6", LOSS).lines
    assert lines[1].split() == ["2.815", "s", ">", "31.1", "s", "2", "Read", "4096", "0x502c", "no", "answer", "853"]
    assert [line.split()[-1] for line in lines[2:7]] == ["990-993", "917-928", "132-136", "1068-1071", "977-980"]
    assert "225 commands, 1 unanswered, 0 refused, 2 open by design (Asynchronous Event Request)." in lines
    below = lines[lines.index("4 of these 6 wait for ACK timers:") :]
    assert below == [
        "4 of these 6 wait for ACK timers:",
        f"  ibpkt expert --incident 2 {LOSS}",
        "1 of these 6 is held up:",
        f"  ibpkt expert --incident 1 {LOSS}",
    ]
    assert "Only timers notice" in run("expert", "--incident", "2", LOSS).out


@needs_recordings
def test_incidents_need_all_packets():
    lines = run("commands", "--slowest", "6", "-Y", "ip", LOSS).lines
    assert lines[-1] == "Packets of 4 of these 6 were sent again: `ibpkt expert` says why."


def test_columns_of_the_slowest_are_as_wide_as_their_cells(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    heading, *rows = run("commands", "--slowest", "6", CAPTURE).lines[:7]
    assert heading.split() == ["start", "latency", "queue", "command", "bytes", "id", "status", "packets"]
    assert max(map(len, (heading, *rows))) <= 80
    assert rows[0].split()[-1] == "113-124"


def test_json_has_connections_and_commands():
    found = json.loads(run("commands", "--format", "json", CAPTURE).out)
    assert list(found) == ["file", "commands", "connections"]
    assert list(found["commands"][0]) == [column.name for column in COMMANDS]
    assert sum(each["commands"] for each in found["connections"]) == len(found["commands"]) == 35
    assert [each["queue"] for each in found["connections"]] == ["admin", "1"]
    waiting = [each for each in found["commands"] if each["ok"] is None]
    assert [(each["kind"], each["status"], each["end"]) for each in waiting] == [
        ("Asynchronous Event Request", None, None)
    ]


def test_one_object_a_line_and_csv_say_the_same():
    whole = json.loads(run("commands", "--format", "json", CAPTURE).out)["commands"]
    assert [json.loads(line) for line in run("commands", "--format", "jsonl", CAPTURE).lines] == whole
    lines = run("commands", "--format", "csv", CAPTURE).lines
    assert lines[0].split(",") == list(whole[0])
    assert len(lines) == 1 + len(whole)


def test_chosen_commands():
    reads = run("commands", "--kind", "read", CAPTURE).lines
    assert sum(" Read " in line and " Success " in line for line in reads) == 5
    assert "5 commands, 0 unanswered, 0 refused." in reads


KINDS = (
    "Asynchronous Event Request, Connect, Get Log Page, Identify, Property Get, Property Set, Read, Set Features, Write"
)


@pytest.mark.parametrize("view", [(), ("--latency",), ("--depth",), ("--slowest", "2")])
@pytest.mark.parametrize(("words", "sentence"), [
    (("--errors",), "no command matches --errors (of 35)"),
    (("--flow", "99"), "no command matches --flow 99 (of 35)"),
    (("--qp", "0x11", "--errors"), "no command matches --qp 0x11 --errors (of 35)"),
    (("--kind", "raed"), f"no command matches --kind raed (of 35); there are {KINDS}; did you mean read?"),
    (("--kind", "Read", "--errors"), "no command matches --kind Read --errors (of 35)"),
])  # fmt: skip
def test_commands_none_of_which_was_asked_for(view, words, sentence):
    result = run("commands", *view, *words, CAPTURE)
    assert result.err == f"ibpkt: {CAPTURE}: {sentence}\n"
    assert sentence not in result.out


def test_one_command_with_its_packets():
    lines = run("commands", "--follow", "30", CAPTURE).lines
    numbers = [int(line.split()[0]) for line in lines[4:]]
    assert numbers == [176, 177, 178, 179, 180, 181, 182, 183, 184]
    assert "namespace 1 LBA 32 blocks 32" in lines


@pytest.mark.parametrize("form", ["text", "csv", "json", "jsonl"])
def test_a_command_that_is_not_there(form):
    """Neither half of a JSON object nor names of columns without rows."""
    missing = run("commands", "--follow", "99", "--format", form, CAPTURE)
    assert missing == (2, "", "ibpkt: there is no command 99 among 35\n")
    two = run("commands", "--follow", "30", "--format", form, CAPTURE, CAPTURE)
    assert (two.code, two.err) == (0, "")
    assert two.out.count("nvmeof.pcap") == 2


def test_a_command_by_its_id():
    """As the table shows it; where several commands have it, their numbers are named."""
    told = json.loads(run("commands", "--format", "json", CAPTURE).out)["commands"]
    numbers = {}
    for command in told:
        numbers.setdefault(command["id"], []).append(command["command"])
    alone = next(number for number, of in numbers.items() if len(of) == 1)
    shared = next(number for number, of in numbers.items() if len(of) > 1)
    by_id, by_number = (run("commands", "--follow", name, CAPTURE) for name in (f"{alone:#x}", str(*numbers[alone])))
    assert by_id == by_number
    assert by_id.code == 0
    several = run("commands", "--follow", f"{shared:#x}", CAPTURE)
    listed = ", ".join(map(str, numbers[shared]))
    sentence = f"{len(numbers[shared])} commands have this id, name one by its number: {listed}"
    assert (several.code, several.out, several.err) == (2, "", f"ibpkt: {sentence}\n")
    for wrong in ("0", "-1", "x", "0xyz"):
        assert run("commands", "--follow", wrong, CAPTURE).code == 2


def test_where_payload_is_missing_that_is_said(tmp_path):
    """Connection management says NVMe over Fabrics; without payload there are no commands in it."""
    path = str(tmp_path / "cut.pcap")
    assert run("edit", CAPTURE, "--cut-payload", "-w", path).code == 0
    said = "no commands of a known protocol: 109 packets cut by the capture, payload is missing"
    assert " ".join(run("commands", path).lines) == said


@pytest.mark.costly
def test_short_intervals_of_a_long_capture():
    """Five seconds have five million microseconds: intervals are longer, and the text says so."""
    result = run("commands", "--depth", "--interval", "1e-6", CAPTURE)
    assert (result.code, result.err) == (0, "")
    assert re.search(r"^intervals of [\d.]+ [µm]s: there would be too many of 1(\.0+)? µs$", result.out, re.MULTILINE)
    assert "too many" not in run("commands", "--depth", "--interval", "0.1", CAPTURE).out
    rows = json.loads(run("commands", "--depth", "--interval", "1e-6", "--format", "json", CAPTURE).out)["depth"]
    assert 0 < len(rows) <= 2 * MOST_INTERVALS


def test_latency_and_depth():
    rows = json.loads(run("commands", "--latency", "--format", "json", CAPTURE).out)["latency"]
    assert sum(row["commands"] for row in rows) == 35
    assert all(row["min_us"] <= row["p50_us"] <= row["max_us"] for row in rows if row["min_us"] is not None)
    depth = json.loads(run("commands", "--depth", "--interval", "1", "--format", "json", CAPTURE).out)["depth"]
    assert {row["max_depth"] for row in depth} == {1}
    assert sum(row["commands"] for row in depth) == 34


@pytest.mark.parametrize(("words", "sentence"), [
    (("--interval", "1"), "--interval goes with --depth"),
    (("--latency", "--slowest", "3"), "mutually exclusive"),
    (("--decode-as", "qp 3,nfs4"), "there is no protocol 'nfs4' above the verbs"),
])  # fmt: skip
def test_wrong_use(words, sentence):
    refused = run("commands", *words, CAPTURE)
    assert refused.code == 2
    assert sentence in refused.err


def test_a_capture_without_any():
    for view in ((), ("--latency",), ("--depth",), ("--slowest", "2"), ("--errors",)):
        assert run("commands", *view, CAPTURES / "rc_read.pcap").lines == ["no commands of a known protocol"]


def test_queue_pairs_select_whole_connections(tmp_path):
    """Also where the two ends have different numbers, of which a packet names only one."""
    there = "ip.dst == 192.168.77.1 and infiniband.bth.destqp == 18"
    for name, wanted, more in (
        ("there", there, ["--set", "infiniband.bth.destqp=0x99"]),
        ("back", f"not ({there}) and infiniband.bth.destqp != 1", []),
    ):
        assert run("edit", CAPTURE, "-Y", wanted, *more, "-w", tmp_path / f"{name}.pcap").code == 0
    pieces = [tmp_path / "there.pcap", tmp_path / "back.pcap"]
    told = ["--join", "--decode-as", "qp 0x11,nvme", "--decode-as", "qp 0x12,nvme", "--format", "json", *pieces]
    every = json.loads(run("commands", *told).out)
    for number in ("0x12", "0x99"):
        found = json.loads(run("commands", "--qp", number, *told).out)
        assert len(found["connections"]) == 1 < len(every["connections"])
        (flow,) = {each["flow"] for each in found["commands"]}
        assert found["commands"] == [each for each in every["commands"] if each["flow"] == flow]
        assert all(each["ok"] for each in found["commands"])
    assert json.loads(run("commands", "--qp", "0x77", *told).out)["connections"] == []


def test_columns_are_chosen():
    assert run("commands", "--columns", "status,latency", CAPTURE).lines[1] == "Success                     23.2 ms"
    assert "no column 'statu'" in run("commands", "--columns", "statu", CAPTURE).err
