"""What the analysis says of a packet chooses packets in every command that has ``-Y``."""

from __future__ import annotations

import json

import pytest

from tests.support.command import run

NAME = "captures/nvmeof.pcap"
FIRST = ("-Y", "infiniband.analysis.flow == 1")


@pytest.fixture(scope="module")
def frames():
    """The packets of the first flow."""
    return run("decode", "-T", "fields", "-e", "frame.number", *FIRST, NAME).lines


def test_flows(frames):
    result = run("flows", "--format", "json", *FIRST, NAME)
    assert result.err == ""
    (flow,) = json.loads(result.out)["flows"]
    assert flow["packets"] == len(frames) == 10


def test_messages(frames):
    result = run("messages", "--format", "jsonl", *FIRST, NAME)
    assert result.err == ""
    assert [str(json.loads(line)["first_frame"]) for line in result.lines] == frames


def test_compare(frames):
    result = run("compare", *FIRST, NAME, NAME)
    assert result.err == ""
    assert f"{len(frames)} packets seen at both" in result.out


def test_statistics_count_and_measure_what_the_analysis_says(frames):
    """Columns and measures ask for annotations just as -Y does."""
    arguments = ("--interval", "0", "--format", "json", NAME)
    result = run(
        "stats", "io", "--column", FIRST[1], "--column", "infiniband.analysis.flow == 2",
        "--measure", "max(infiniband.analysis.message)", *arguments,
    )  # fmt: skip
    assert result.err == ""
    (interval,) = json.loads(result.out)["intervals"]
    assert interval[f"{FIRST[1]}: packets"] == len(frames)
    assert interval["infiniband.analysis.flow == 2: packets"] > 0
    numbers = run("decode", "-T", "fields", "-e", "infiniband.analysis.message", *FIRST, NAME).lines
    assert interval[f"{FIRST[1]}: max(infiniband.analysis.message)"] == max(int(number) for number in numbers if number)
    (alone,) = json.loads(run("stats", "io", "--measure", "count(infiniband.analysis.flow)", *arguments).out)[
        "intervals"
    ]
    every = run("decode", "-T", "fields", "-e", "infiniband.analysis.flow", NAME).lines
    assert alone["count(infiniband.analysis.flow)"] == sum(map(bool, every))


def test_expert():
    lossy = "captures/loss_write_3pct.pcap.gz"
    result = run("expert", "--kind", "retransmission", "-Y", "infiniband.analysis.retransmission", lossy)
    assert result.err == ""
    told, _, after = result.out.partition(" Next:\n")
    assert told == run("expert", "--kind", "retransmission", lossy).out.partition(" Next:\n")[0]
    assert "-Y infiniband.analysis.retransmission" in after


@pytest.mark.parametrize("options", [(), ("--frames", "1-"), ("--append",)])
@pytest.mark.parametrize("names", [(NAME,), (NAME, "captures/rc_write.pcap"), (NAME, NAME)])
def test_edit(names, options, frames, tmp_path):
    """What is said of a packet goes with it, also where captures are merged packet by packet."""
    out = tmp_path / "out.pcapng"
    result = run("edit", "-Y", "infiniband.analysis.flow == 1 and infiniband.deth", *options, *names, "-w", out)
    assert result.err == ""
    assert len(run("decode", out).lines) == len(frames) * names.count(NAME)


def test_edit_some_packets(frames, tmp_path):
    out = tmp_path / "out.pcapng"
    some = frames[3:7]
    result = run("edit", "-Y", FIRST[1], "--frames", f"{some[0]}-{some[-1]}", NAME, "-w", out)
    assert result.err == ""
    assert len(run("decode", out).lines) == len(some)
