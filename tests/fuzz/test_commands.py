"""A minute of `tests.fuzz.commands`, and what it has found."""

from __future__ import annotations

import itertools
import random
import time

import pytest

from ibpkt import decode, open as open_capture
from ibpkt.cli import COMMANDS, USAGE
from ibpkt.errors import IbpktError
from tests.fuzz.commands import (
    NOT_FUZZED,
    VALUES,
    Failure,
    campaign,
    check,
    commands,
    drawn,
    drawn_options,
    fuzzed,
    tried,
)
from tests.fuzz.mutated_captures import Seed, mutated_capture, pcapng, seeds
from tests.support.command import Result, run

SEED = 21


def told(failures: dict[str, Failure]) -> str:
    return "\n\n".join(f"{each.what}\n{each.line}\n{each.detail}" for each in failures.values())


@pytest.mark.costly
def test_some_commands(tmp_path):
    for seed in range(SEED, SEED + 40):
        failure = fuzzed(seed, tmp_path)
        assert failure is None, told({"": failure})


@pytest.mark.slow(every_change=True)
def test_a_minute_of_commands():
    """The same runs everywhere: a minute's worth of a machine that has nothing else to do."""
    figures, failures = campaign(float("inf"), SEED, most=600)
    assert figures.runs == 600
    assert not failures, told(failures)


# -- the fuzzer itself -------------------------------------------------------------------------------------------------


def test_every_command_is_fuzzed():
    assert {each[0] for each in commands()} == set(COMMANDS) - NOT_FUZZED


@pytest.mark.parametrize("option", VALUES)
def test_every_option_with_values_is_given(option):
    """Those of one command stand behind its name, which it must have."""
    word, _, name = option.rpartition(" ")
    chance = random.Random(option)
    takers = [
        (words, command)
        for words, command in commands().items()
        if word in ("", words[-1]) and any(name in each.opts for each in command.params)
    ]
    given = [drawn_options(chance, words[-1], command) for words, command in takers for _ in range(60)]
    values = {line[line.index(name) + 1] for line in given if name in line}
    assert values & set(VALUES[option])


@pytest.mark.parametrize("word", sorted({words[0] for words in commands()}))
def test_most_lines_do_something(word, tmp_path):
    """A command that is given a wrong line each time would seem to hold."""
    drawing = (seed for seed in itertools.count() if random.Random(seed).choice(sorted(commands()))[0] == word)
    codes = [run(*drawn(seed, tmp_path)[0]).code for seed in itertools.islice(drawing, 6)]
    assert codes.count(USAGE) <= 3


def test_the_same_seed_gives_the_same_capture():
    assert [mutated_capture(random.Random(seed)) for seed in range(5)] == [
        mutated_capture(random.Random(seed)) for seed in range(5)
    ]


@pytest.mark.costly
def test_most_captures_are_still_understood(tmp_path):
    """Their packets decode, their ICRCs are mostly right, and they are not what they were made of."""
    path = tmp_path / "some.pcapng"
    known = {packet.data for packets in seeds().values() for packet in packets}
    statuses = {"good": 0, "bad": 0}
    changed = damaged = 0
    for seed in range(60):
        path.write_bytes(mutated_capture(random.Random(seed)))
        try:
            with open_capture(path) as capture:
                packets = list(capture)
        except IbpktError:
            damaged += 1
            continue
        changed += any(packet.data not in known for packet in packets)
        for packet in packets:
            status = str(packet.icrc.status)
            statuses[status] = statuses.get(status, 0) + 1
    assert damaged < 12
    assert changed > 30
    assert statuses["good"] > 4 * statuses["bad"] > 0


@pytest.mark.parametrize("time", [0, -1, 2**62, -(2**63) + 1, -(2**63)])
def test_times_as_they_were_written(time, tmp_path):
    """The least number of 64 bits is no time, as in NumPy and Arrow: the next one takes its place."""
    seed = seeds()["rc_write.pcap"][0]._replace(time=time)
    path = tmp_path / "one.pcapng"
    path.write_bytes(pcapng([seed, Seed(bytes(60), 1, 5, 60)], offset=-(10**10)))
    with open_capture(path) as capture:
        first, second = capture
    assert (first.data, first.time, second.time) == (decode(seed.data, seed.link).data, max(time, -(2**63) + 1), 5)


RIGHT = Result(0, "", "")


@pytest.mark.parametrize(
    ("form", "result"),
    [
        ("text", RIGHT._replace(code=4)),
        ("text", RIGHT._replace(code=-1)),
        ("text", RIGHT._replace(out="a\x1b[2Jb")),
        ("text", RIGHT._replace(err="ibpkt: \x07")),
        ("text", RIGHT._replace(err="Traceback (most recent call last)")),
        ("text", RIGHT._replace(err="file.py:3: RuntimeWarning: overflow\n")),
        ("text", RIGHT._replace(code=2)),
        ("json", RIGHT._replace(out='{"a": NaN}')),
        ("json", RIGHT._replace(out='{"a": 1')),
        ("jsonl", RIGHT._replace(out='{"a": 1}\n{\n')),
        ("pdml", RIGHT._replace(out="<a><b></a>")),
        ("csv", RIGHT._replace(out="a,b\n1\n")),
    ],
)
def test_what_does_not_hold_is_noticed(form, result):
    with pytest.raises(Exception):  # noqa: B017, PT011  # what a parser says, or an assertion
        check(["flows", "--format", form], result)


def _work(*_, **__):
    while True:
        pass


@pytest.mark.costly
@pytest.mark.parametrize(("endless", "limit"), [(_work, "LONGEST"), (lambda *_, **__: time.sleep(60), "LONGEST_WAIT")])
def test_a_command_that_does_not_end_is_a_failure(endless, limit, monkeypatch):
    monkeypatch.setattr("ibpkt.io.source.Capture.batches", endless)
    monkeypatch.setattr(f"tests.fuzz.commands.{limit}", 0.5)
    failure = tried(["flows", "captures/rc_write.pcap"], [])
    assert failure is not None
    assert failure.what == "hang: flows"


def test_an_exception_is_a_failure(monkeypatch):
    monkeypatch.setattr("ibpkt.io.source.Capture.batches", lambda *_, **__: 1 // 0)
    failure = tried(["decode", "captures/rc_write.pcap"], [])
    assert failure is not None
    assert failure.what.startswith("ZeroDivisionError at ")


#: times of a packet without RDMA, and of those that follow
JUMPS = {
    "over all of time": (-(2**63) + 1, -(2**63) + 1, 10**9, 2**61, -1),
    "to its end": (1795250821555447849, 2**63 - 1, 2**63 - 1),
}


@pytest.mark.parametrize("times", JUMPS.values(), ids=JUMPS)
@pytest.mark.parametrize("line", [("plot", "congestion"), ("plot", "throughput"), ("plot", "sequence"), ("report",)])
def test_clocks_that_jump(line, times, tmp_path):
    """Between two packets may be more nanoseconds than 64 bits hold; centuries later, one is too little to be drawn."""
    request = next(seed for seed in seeds()["rc_write.pcap"] if "bth" in decode(seed.data, seed.link))
    packets = [request._replace(time=time) for time in times[1:]]
    path = tmp_path / "jump.pcapng"
    path.write_bytes(pcapng([Seed(bytes(60), 1, times[0], 60), *packets], offset=-(10**10)))
    failure = tried([*line, str(path), "--output", str(tmp_path / "picture.html")], [])
    assert failure is None, told({"": failure})
