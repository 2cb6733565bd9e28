"""``ibpkt messages`` and ``ibpkt flows``: keys, files of payload, images of memory."""

from __future__ import annotations

import json
import re

import pytest

import ibpkt
import ibpkt.analysis
from ibpkt import traffic
from ibpkt.analysis.results.tables import FLOWS, MESSAGES
from ibpkt.analysis.verbs.summary_rows import DEPTH, LATENCY, REGION
from tests.support.analysis_runs import OPERATIONS
from tests.support.command import CAPTURES, REPOSITORY, run
from tests.support.exchanges import batches, read, tell

NAME = "captures/mix_all_ops.pcap"
READ_FIRST = 13


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A capture of all operations with faults, and its truth."""
    path = tmp_path_factory.mktemp("made") / "made.pcap"
    faults = traffic.Faults(loss=0.01, corrupt=0.01, duplicate=0.01, reorder=0.01, behind=0.5)
    scene = traffic.Traffic(8, messages=300, operations=OPERATIONS, sizes=(0, 9000), faults=faults)
    with ibpkt.create(path, link=scene.link) as sink:
        for batch in scene.batches():
            sink.write_batch(batch)
    return path, scene.truth


def _index(directory):
    return json.loads((directory / "index.json").read_text(encoding="utf-8"))


def test_json_and_jsonl_say_the_same():
    whole = json.loads(run("messages", "--format", "json", NAME).out)
    assert whole["file"] == NAME
    lines = [json.loads(line) for line in run("messages", "--format", "jsonl", NAME).lines]
    assert whole["messages"] == lines
    assert len(lines) == 60
    assert list(lines[0]) == [column.name for column in MESSAGES]


def test_lines_of_several_files_name_theirs():
    lines = [json.loads(line) for line in run("messages", "--format", "jsonl", NAME, "captures/rc_write.pcap").lines]
    assert {line["file"] for line in lines} == {NAME, "captures/rc_write.pcap"}


def test_a_pipe_is_read_as_it_comes():
    assert run("messages", "-", stdin=(CAPTURES / "mix_all_ops.pcap").read_bytes()).out == run("messages", NAME).out


def test_payload_is_what_was_moved(made, tmp_path):
    path, truth = made
    result = run("messages", "--payload", tmp_path / "out", path)
    assert (result.code, result.err) == (0, "")
    true = {message["first_psn"]: message for message in truth.messages}
    index = _index(tmp_path / "out")
    assert index["file"] == str(path)
    names = {message["payload"] for message in index["messages"]}
    assert names | {"index.json"} == {each.name for each in (tmp_path / "out").iterdir()}
    for message in index["messages"]:
        each = true[message["first_psn"]]
        assert re.fullmatch(r"\d+[ab]-\d+\.bin", message["payload"])
        data = (tmp_path / "out" / message["payload"]).read_bytes()
        assert message["missing"] == []
        if message["kind"] == "SEND":
            assert data == traffic.payload.message(each["message"], each["size"])
        else:
            assert data == traffic.payload.memory(each["r_key"], each["address"], each["size"])
    assert len(index["messages"]) == sum(
        each["operation"] not in ("FLUSH", "FETCH_ADD", "CMP_SWAP") for each in truth.messages
    )


def test_images_are_the_memory(made, tmp_path):
    path, truth = made
    atomics = [each for each in truth.messages if each["operation"] in ("FETCH_ADD", "CMP_SWAP")]
    result = run("messages", "--memory", "--format", "json", "--payload", tmp_path / "out", path)
    assert (result.code, result.err) == (0, "")
    index = _index(tmp_path / "out")
    told = json.loads(result.out)["regions"]
    assert [{key: region[key] for key in REGION} for region in index["regions"]] == told
    assert index["given_up"] == 0
    for region in index["regions"]:
        if region["image"] is None:
            assert region["holes"] == [[region["address"], region["size"]]]
            continue
        data = (tmp_path / "out" / region["image"]).read_bytes()
        expected = bytearray(traffic.payload.memory(region["r_key"], region["address"], region["size"]))
        for address, size in region["holes"]:
            at = address - region["address"]
            expected[at : at + size] = bytes(size)
        for each in atomics:  # what they leave is no pattern
            at = each["address"] - region["address"]
            if each["r_key"] == region["r_key"] and 0 <= at < region["size"]:
                expected[at : at + 8] = data[at : at + 8]
        assert data == bytes(expected)
        if not (region["atomics"] or region["flushes"]):
            assert region["holes"] == []


def test_what_is_not_whole_has_no_file(tmp_path):
    run("messages", "--payload", tmp_path / "out", "captures/derived_snap96.pcap")
    index = _index(tmp_path / "out")
    lacking = [message for message in index["messages"] if message["payload"] is None]
    assert lacking
    assert all(message["missing"] for message in lacking)


@pytest.mark.parametrize("known", [True, False])
def test_a_large_region_takes_the_room_of_what_is_known(known, tmp_path):
    """One READ may ask for 2 GiB, and a packet of it be all that is seen."""
    size = 1 << 31
    packets = [read(1, size=size)]
    if known:
        packets.append(tell(1, 1, opcode=READ_FIRST, size=1024))
    path = tmp_path / "large.pcap"
    with ibpkt.create(path, link="ethernet") as sink:
        for batch in batches(packets):
            sink.write_batch(batch)
    assert run("messages", "--memory", "--payload", tmp_path / "out", path).code == 0
    (region,) = _index(tmp_path / "out")["regions"]
    assert (region["size"], region["image"]) == (size, "region-1.bin" if known else None)
    assert region["holes"] == [[0x1000 + 1024 * known, size - 1024 * known]]
    if known:
        told = (tmp_path / "out" / "region-1.bin").stat()
        assert told.st_size == size
        assert told.st_blocks * 512 < 1 << 20
    else:
        assert [each.name for each in (tmp_path / "out").iterdir()] == ["index.json"]


def test_a_directory_that_is_in_use_is_left_alone(tmp_path):
    (tmp_path / "mine").write_text("x")
    result = run("messages", "--payload", tmp_path, NAME)
    assert result.code == 2
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]
    result = run("messages", "--payload", tmp_path / "mine", NAME)
    assert (result.code, result.out) == (3, "")


def test_nothing_stays_beside_a_capture_that_is_none(tmp_path):
    assert run("messages", "--payload", tmp_path / "out", "README.md").code == 3
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("command", ["flows", "messages"])
def test_a_file_that_is_cut_is_told(command):
    result = run(command, "captures/derived_cut_in_record.pcap")
    assert result.code == 3
    assert result.out


def test_times_are_those_of_lines_of_packets():
    """To the microsecond, cut as tshark cuts them."""
    name = "captures/ib_small_erf.pcap"
    packets = {int(line[:5]): line[5:].split()[0] for line in run("decode", name).out.splitlines()}
    rows = [line.split() for line in run("messages", "--wide", name).out.splitlines()[1:]]
    assert len(rows) > 10
    assert {row[0]: row[1] for row in rows} == {row[0]: packets[int(row[0])] for row in rows}


def test_directions_that_are_joined_at_the_end_have_both_numbers():
    """Messages are printed before the directions are joined; `flows` shows both numbers that they may have."""
    name = "captures/uc_write.pcap"
    (flow,) = json.loads(run("flows", "--format", "json", name).out)["flows"]
    messages = json.loads(run("messages", "--format", "json", name).out)["messages"]
    assert {message["flow"] for message in messages} == {flow["flow"], flow["also"]} == {1, 2}
    assert "addresses 80.0%, also 2" in run("flows", name).out
    assert ", also 2" in run("flows", "-V", name).out


def test_a_flow_that_answers_join_has_one_number():
    assert "also" not in run("flows", "captures/rc_write.pcap").out


def test_flows_are_those_of_the_library():
    told = json.loads(run("flows", "--format", "json", NAME).out)["flows"]
    with ibpkt.open(REPOSITORY / NAME) as capture:
        flows = list(ibpkt.analysis.flows(capture))
    assert [each["flow"] for each in told] == [flow.number for flow in flows]
    assert list(told[0]) == [*(column.name for column in FLOWS), "a_name", "b_name"]
    assert told[0]["packets"] == flows[0].packets


@pytest.mark.costly
@pytest.mark.parametrize("order", ["bytes", "packets", "messages", "retransmitted"])
def test_flows_are_sorted_and_limited(order):
    name = "captures/ib_small.pcap"
    everything = json.loads(run("flows", "--format", "json", "--limit", "0", "--sort", order, name).out)["flows"]
    few = json.loads(run("flows", "--format", "json", "--limit", "4", "--sort", order, name).out)["flows"]
    assert few == everything[:4]
    values = [each[order] for each in everything]
    assert values == sorted(values, reverse=True)
    assert f"{len(everything) - 4} more flows" in run("flows", "--limit", "4", "--sort", order, name).out


@pytest.mark.parametrize(
    ("title", "columns"), [("## `flows --format json`", FLOWS), ("## `messages --format json`", MESSAGES)]
)
def test_keys_are_documented(title, columns):
    page = (REPOSITORY / "docs" / "json.md").read_text(encoding="utf-8")
    section = page.partition(title)[2].partition("\n## ")[0]
    documented = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| ([^|]*)\|", section, re.MULTILINE)))
    expected = [column.name for column in columns]
    if columns is FLOWS:  # what one end says, the other says, too
        expected = [*(name for name in expected if name != "b" and not name.startswith("b_")), "a_name"]
    assert documented == expected


@pytest.mark.parametrize(
    ("key", "columns"), [("latency", (*LATENCY, "histogram")), ("depth", DEPTH), ("regions", REGION)]
)
def test_keys_of_reports_are_documented(key, columns):
    page = (REPOSITORY / "docs" / "json.md").read_text(encoding="utf-8")
    table = page.partition(f"| key of `{key}` |")[2].partition("\n\n")[0]
    documented = re.findall(r"`(\w+)`", "".join(re.findall(r"^\| ([^|]*)\|", table, re.MULTILINE)))
    assert sorted(documented) == sorted(columns)


@pytest.mark.parametrize("report", ["--latency", "--depth", "--memory"])
def test_reports_are_the_same_in_every_format(report):
    name = "captures/rc_send.pcap" if report != "--memory" else NAME
    whole = json.loads(run("messages", report, "--format", "json", name).out)
    (rows,) = (value for value in whole.values() if isinstance(value, list))
    assert [json.loads(line) for line in run("messages", report, "--format", "jsonl", name).lines] == rows
    header, *lines = run("messages", report, "--format", "csv", name).lines
    assert len(lines) == len(rows) > 0
    assert set(header.split(",")) == set(rows[0]) - {"histogram"}
    assert run("messages", report, "--format", "csv", "captures/derived_empty.pcap").lines == [header]


@pytest.mark.costly
def test_intervals_that_became_longer_are_told():
    arguments = ("messages", "--depth", "--interval", "1e-8", "captures/rc_read.pcap")
    lines = run(*arguments).lines
    assert re.fullmatch(r"intervals of [\d.]+ [nµm]s: there would be too many of 10 ns", lines[-1])
    assert len(lines) <= 100_002  # with a header
