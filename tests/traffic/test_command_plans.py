"""Commands of storage protocols, generated: what `ibpkt commands` finds is what the truth file says."""

import json
from collections import Counter

import pytest

from ibpkt import traffic
from ibpkt.commands import CommandFollower
from ibpkt.commands.command_depth import CommandDepth
from ibpkt.errors import CallerError
from tests.support.command import run

OPERATIONS = {
    "nvme": "Read=6,Write=3,Flush=1,Compare=1,Write Zeroes=1",
    "nfs": "READ=5,WRITE=3,GETATTR=2,ACCESS=1,COMMIT=1",
}


def scene(workload, **given):
    options = {"operations": OPERATIONS[workload], "sizes": (512, 40_000), "pmtu": 4096, "messages": 400, **given}
    return traffic.Traffic(workload=workload, **options)


def followed(made):
    """The commands that are found, and the most of each flow that were under way."""
    follower, depth, found = CommandFollower(), CommandDepth(), []
    for batch in made.batches():
        found += follower.add(batch)
    found += follower.finish()
    for each in found:
        depth.add(each)
    return found, [depth.most(each.flow) for each in follower.connections()]


@pytest.mark.costly
@pytest.mark.parametrize("workload", OPERATIONS)
@pytest.mark.parametrize("faults", [{}, {"loss": 0.003}], ids=["clean", "lossy"])
def test_every_command_of_the_truth_is_found(workload, faults):
    made = scene(workload, command_errors=0.1, conversations=3, queue_depth=4, faults=traffic.Faults(**faults))
    found, most = followed(made)
    truth = made.truth.of("command")
    assert len(truth) == 400
    assert Counter((each.kind, each.identifier, each.status, each.ok, each.size or None) for each in found) == Counter(
        (each["kind"], each["identifier"], each["status"], each["ok"], _asked(each)) for each in truth
    )
    assert sum(each.moved for each in found) == sum(each["moved"] for each in truth)
    assert most == [4, 4, 4]
    assert sum(each.ok is False for each in found) > 10


def _asked(record):
    return record["bytes"]


@pytest.mark.parametrize("workload", OPERATIONS)
def test_latencies_are_those_of_the_initiator_but_for_the_way_to_the_tap(workload):
    """The tap is half way: it sees a command a microsecond later, and the response as much earlier."""
    made = scene(workload, delay=2_000, queue_depth=1, rate=400_000_000_000)
    found, most = followed(made)
    by_identifier = {each["identifier"]: each for each in made.truth.of("command")}
    assert most == [1]
    for each in found:
        truth = by_identifier[each.identifier]
        own = truth["end"] - truth["start"]
        assert own - 2_500 <= each.latency <= own - 1_900


def test_what_is_cut_off_is_open():
    made = scene("nvme", packets=2_000, messages=None)
    found, _ = followed(made)
    truth = made.truth.of("command")
    assert sum(each["status"] is None for each in truth) > 0
    assert {each.outcome for each in found} == {"answered", "open"}


def test_the_command_line(tmp_path):
    capture, truth = tmp_path / "nvme.pcap", tmp_path / "truth.jsonl"
    asked = ("--workload", "nvme", "--operations", "Read=1", "--queue-depth", "2", "--messages", "50", "--pmtu", "4096")
    assert run("craft", "traffic", *asked, "-w", capture, "--truth", truth).code == 0
    records = [json.loads(line) for line in truth.read_text().splitlines()]
    assert sum(each["record"] == "command" for each in records) == 50
    found = json.loads(run("commands", "--format", "json", capture).out)
    assert [each["max_depth"] for each in found["connections"]] == [2]
    assert {each["kind"] for each in found["commands"]} == {"Read"}
    assert len(found["commands"]) == 50


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"operations": "Raed=1"}, "nvme has no command 'Raed'"),
        ({"operations": "Read=0"}, "commands have shares above 0"),
        ({"service": "UD"}, "the commands of nvme are for RC"),
        ({"both_ways": True}, "the commands of nvme are for RC"),
        ({"queue_depth": 0}, "queue_depth is between 1 and 4096"),
        ({"command_errors": 2.0}, "command_errors is between 0 and 1"),
    ],
)
def test_wrong_arguments(given, sentence):
    with pytest.raises(CallerError, match=sentence):
        scene("nvme", **given)


def test_the_same_arguments_give_the_same_bytes():
    first, second = (
        b"".join(bytes(packet.data) for batch in scene("nfs", messages=40).batches() for packet in batch)
        for _ in range(2)
    )
    assert first == second
