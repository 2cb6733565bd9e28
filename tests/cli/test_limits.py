"""What is left out, for want of room or because nobody asked for so much, is said in every format."""

from __future__ import annotations

import csv
import json

import pytest

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.verbs import memory_regions, queue_depth
from tests.support.command import run

MANY = "captures/nvmeof.pcap"


@pytest.mark.parametrize("command", ["flows", "messages", "expert"])
@pytest.mark.parametrize("form", ["text", "json"])
def test_flows_that_were_given_up(command, form, monkeypatch):
    """They are counted by the same words in every command that analyses flows."""
    monkeypatch.setattr(Analyser.__init__, "__defaults__", (2,))
    result = run(command, "--format", form, MANY)
    assert result.code == 0
    assert result.err.startswith(f"ibpkt: {MANY}: there were too many flows at once: ")
    assert result.err.endswith(" were given up early\n")


@pytest.mark.parametrize("form", ["csv", "json"])
def test_flows_beyond_the_limit(form):
    result = run("flows", "--format", form, "--limit", "2", MANY)
    assert result.err == f"ibpkt: {MANY}: 1 more flows; --limit 0 gives all\n"
    if form == "json":
        told = json.loads(result.out)
        assert (len(told["flows"]), told["more"]) == (2, 1)
    else:
        assert len(list(csv.reader(result.lines))) == 1 + 2
    result = run("flows", "--format", form, MANY)
    assert result.err == ""
    assert form == "csv" or json.loads(result.out)["more"] == 0


def test_messages_that_depth_leaves_out(monkeypatch):
    monkeypatch.setattr(queue_depth.QueueDepth.__init__, "__defaults__", (None, queue_depth.INTERVALS, 1))
    told = json.loads(run("messages", "--depth", "--format", "json", MANY).out)
    everything = [json.loads(line) for line in run("messages", "--format", "jsonl", MANY).lines]
    asks = [(each["flow"], each["side"]) for each in everything if each["outcome"] != "sent"]
    assert told["left_out"] == sum(each != asks[0] for each in asks) > 0
    assert {row["length"] for row in told["depth"]} == {told["length"]}
    sentence = f"{told['left_out']} messages of other flows are left out"
    assert run("messages", "--depth", MANY).lines[-1] == sentence
    for form in ("csv", "jsonl"):
        assert run("messages", "--depth", "--format", form, MANY).err == f"ibpkt: {MANY}: {sentence}\n"


def test_regions_that_are_left_out(monkeypatch):
    refused = "captures/nak_remote_access_write_rkey.pcap"
    told = json.loads(run("messages", "--memory", "--format", "json", refused).out)
    assert (told["refused"], told["given_up"]) == (1, 0)
    assert "1 messages were refused" in run("messages", "--memory", "--format", "csv", refused).err
    monkeypatch.setattr(memory_regions.MemoryRegions.__init__, "__defaults__", (1,))
    told = json.loads(run("messages", "--memory", "--format", "json", MANY).out)
    assert told["given_up"] > 0
    assert "regions that were quiet for long have been left out" in run("messages", "--memory", MANY).out


def test_lists_of_compare_that_are_cut():
    a, b = "captures/guest_any_sll2.pcap", "captures/guest_any_sll1_tcpdump.pcap"
    lists = ("flows", "rewrites", "differences")
    whole, few = (json.loads(run("compare", "--format", "json", "--limit", limit, a, b).out) for limit in ("0", "1"))
    assert whole["more"] == dict.fromkeys(lists, 0)
    assert few["more"] == {name: max(0, len(whole[name]) - 1) for name in lists}
    assert few["more"]["differences"] > 10
