"""What the slowest commands waited for underneath."""

import re
from types import SimpleNamespace

import pytest

from ibpkt import traffic
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.results.finding import Severity
from ibpkt.commands.command_waits import CommandWaits
from ibpkt.commands.explained_commands import ExplainedCommands
from tests.commands.test_nvme_truth import RECORDED
from tests.support.command import run

needs_recordings = pytest.mark.skipif(not RECORDED.is_dir(), reason="needs the recordings in ../shared")


def explained(**faults):
    """Commands of a generated queue, and what they waited for."""
    scene = traffic.Traffic(3, workload="nvme", operations="Read=1", sizes=4096, pmtu=4096, messages=60, queue_depth=1,
                            faults=traffic.Faults(**faults))  # fmt: skip
    source, found, now = ExplainedCommands(), [], 0
    for batch in scene.batches():
        now = int(batch.frames.time.max())
        found += source.add_table(batch)
    found += source.finish()
    return found, source.waits, now, scene.truth


def test_what_is_left_of_a_latency_without_timers_is_short():
    """Losses behind the tap; timers run for 67 ms and more, all else takes microseconds."""
    found, waits, now, truth = explained(loss=0.03, behind=1.0)
    timeouts = [each for each in truth.events if each["what"] == "timeout"]
    held_up = {each.number: waits.of(each, now) for each in found if waits.of(each, now)}
    assert len(timeouts) >= 3
    assert 3 <= len(held_up) <= len(timeouts)
    for each in found:
        waited = sum(wait.nanoseconds for wait in held_up.get(each.number, ()))
        assert 0 < each.latency - waited < 5_000_000
    timers = [wait.timers for several in held_up.values() for wait in several]
    assert all(re.fullmatch(r"a retransmission timeout|\d+ retransmission timeouts", each) for each in timers)
    assert all(wait.incident for several in held_up.values() for wait in several)


def test_commands_that_nothing_held_up_waited_for_nothing():
    found, waits, now, _ = explained()
    assert len(found) == 60
    assert not [each for each in found if waits.of(each, now)]


def test_incidents_have_the_numbers_that_the_expert_gives_them(monkeypatch):
    """The expert numbers all incidents but those of severity chat."""
    waits = CommandWaits(Expert())
    found = [SimpleNamespace(severity=each) for each in (*Severity, *Severity)]
    monkeypatch.setattr(waits, "_incidents", SimpleNamespace(add_last=lambda last: None, finish=lambda: found))
    waits.finish([])
    assert waits.incidents == [each for each in found if each.severity is not Severity.CHAT]


@needs_recordings
def test_the_slowest_name_the_incident():
    path = RECORDED / "nvmeof_loss_after_tap_2pct.pcap"
    text = " ".join(run("commands", "--slowest", "4", path).out.split())
    told = re.findall(
        r"([A-Z]\w+(?: \w+)?)(?: of (\d+) bytes)? in packet (\d+) took ([\d.]+) s: ([\d.]+) s of it", text
    )
    assert [(kind, size, frame) for kind, size, frame, _, _ in told] == [
        ("Keep Alive", "", "990"), ("Write", "16384", "917"), ("Read", "4096", "132"),
    ]  # fmt: skip
    assert all(0.9 < float(wait) / float(whole) <= 1 for _, _, _, whole, wait in told)
    assert text.count("waiting for a retransmission timeout (incident 2).") == 3
    incident = run("expert", "--incident", "2", path).out
    assert "timeout" in incident


def test_a_command_that_took_no_time_is_not_blamed_on_anything():
    """Clocks that stand still make them; an incident without a wait would explain that."""
    found, waits, _, _ = explained(loss=0.03, behind=1.0)
    held_up = waits.blamed(found)
    assert held_up
    for each in found:
        each.start = each.end = next(iter(held_up.values()))[0].start
    for incident in waits.incidents:
        incident.waits.clear()
    assert waits.blamed(found) == {}
