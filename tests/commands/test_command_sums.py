"""What commands come to: rows of latency, depth and stalls, and the spans of one command, each by hand."""

from __future__ import annotations

import types

import numpy as np
import pytest

from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.recovery.kinds import RNR_RETRY, TIMEOUT
from ibpkt.analysis.results.finding import Finding, Severity
from ibpkt.commands.command import LONGEST, Command
from ibpkt.commands.command_depth import CommandDepth
from ibpkt.commands.command_latency import CommandLatency
from ibpkt.commands.command_stalls import MOST, CommandStalls
from ibpkt.commands.command_table import NONE, CommandColumns, CommandTable, known
from ibpkt.commands.command_waits import CommandWait, CommandWaits, _explains


def command(start, end, *, flow=1, queue="1", kind="Read", **fields):
    values = {"size": 4096, "sent": start, "ok": True, **fields}
    return Command(0, flow, 0, "nvme", kind, 7, queue, 11, 12, start=start, end=end, **values)


# -- spans --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "latency", "until_data", "device"),
    [
        ({}, 100, None, 100),
        ({"end": None}, None, None, None),
        ({"end": 100}, 0, None, 0),
        ({"end": 99}, None, None, None),
        ({"sent": 130}, 100, None, 70),
        ({"sent": None}, 100, None, None),
        ({"sent": 130, "data_start": 150, "data_end": 160}, 100, 60, 20),
        ({"sent": 130, "data_start": 130, "data_end": 100}, 100, 0, 0),
        ({"sent": 130, "data_start": 129, "data_end": 99}, 100, None, 70),
        ({"sent": 200, "data_start": 250}, 100, None, 0),
        ({"sent": 201}, 100, None, None),
        ({"sent": 201, "data_start": 201}, 100, None, 0),
        ({"end": None, "sent": 110, "data_start": 120}, None, None, None),
        ({"end": LONGEST, "start": -5, "sent": -5}, LONGEST, None, LONGEST),
    ],
)
def test_spans_of_a_command(fields, latency, until_data, device):
    values = {"start": 100, "end": 200, **fields}
    found = command(values.pop("start"), values.pop("end"), **values)
    assert (found.latency, found.until_data, found.device) == (latency, until_data, device)


# -- tables -------------------------------------------------------------------------------------------------------


def columns(*commands, kinds=(("1", "Read"), ("2", "Write"))):
    """The same as columns; the identifier is the place of the message that ended each."""

    def of(name):
        values = [getattr(each, name) for each in commands]
        return np.array([NONE if value is None else value for value in values], np.int64)

    kind = np.array([kinds.index((each.queue, each.kind)) for each in commands], np.int64)
    statuses = [("Success", True), ("Failed", False)]
    status = np.array([0 if each.ok else 1 for each in commands], np.int64)
    return CommandColumns(
        "nvme", of("identifier"), of("flow"), kind, list(kinds), of("identifier"), of("first_frame"), of("last_frame"),
        of("start"), of("sent"), of("end"), of("data_start"), of("data_end"), of("size"), status, statuses,
        lambda: list(commands),
    )  # fmt: skip


def test_a_table_of_both():
    """Objects and columns in the order of the messages that ended them, numbered from a first number."""
    ended = [command(0, 9) for _ in range(5)]
    for place, each in enumerate(ended):
        each.identifier = place
    table = CommandTable([ended[1], ended[3]], [1, 3], columns(ended[0], ended[2], ended[4]))
    table.number_from(10)
    assert [each.identifier for each in table] == [0, 1, 2, 3, 4]
    assert [each.number for each in table] == [10, 11, 12, 13, 14]
    assert (len(table), table[1], table[3:]) == (5, ended[1], ended[3:])
    assert table.alone is None
    assert table.objects is table.objects


def test_tables_of_one_kind():
    ended = [command(0, 9), command(0, 8)]
    single = CommandTable(list(ended))
    single.number_from(3)
    assert ([each.number for each in ended], len(single), single.alone) == ([3, 4], 2, None)
    whole = columns(*ended)
    together = CommandTable([], [], whole)
    together.number_from(7)
    assert (together.alone, len(together)) == (whole, 2)
    assert [each.number for each in together] == [7, 8]
    assert whole.ok.tolist() == [True, True]


def test_numbers_that_the_capture_does_not_show():
    assert known(np.array([1, NONE, 0])) == [1, None, 0]
    assert known(np.array([1, -1])) == [1, -1]


# -- latency ------------------------------------------------------------------------------------------------------

MIXED = [
    command(0, 1000, ok=True), command(0, 3000, ok=False), command(0, None, ok=None), command(50, 40, size=None),
    command(0, 2000, sent=500, data_start=700, data_end=900, size=512),
    command(0, 9000, queue="admin", kind="Identify", size=100), command(0, 5000, queue="2", kind="Write", size=10_000),
    command(0, None, queue="admin", kind="Event", size=None, by_design=True),
]  # fmt: skip


def test_rows_of_latency():
    collected = CommandLatency()
    for each in MIXED:
        collected.add(each)
    first, second, third, fourth = collected.rows()
    assert first == {
        "protocol": "nvme", "queue": "1", "kind": "Read", "commands": 5, "errors": 1, "bytes": 4096 * 3 + 512,
        "min_us": 1.0, "p50_us": 2.0, "p90_us": 2.8, "p99_us": 2.98, "max_us": 3.0, "mean_us": 2.0,
        "device_p50_us": 1.0, "data_p50_us": 0.9,
    }  # fmt: skip
    assert (second["queue"], second["kind"], second["commands"], second["min_us"]) == ("2", "Write", 1, 5.0)
    empty = {name: value for name, value in third.items() if name.endswith("_us")}
    assert (third["kind"], third["commands"], third["bytes"], set(empty.values())) == ("Event", 1, 0, {None})
    assert (fourth["kind"], fourth["data_p50_us"]) == ("Identify", None)
    assert collected.kinds() == ["Read", "Write"]
    assert collected.median("Read") == 2000.0
    assert collected.median("Event") is collected.median("Other") is None


def test_the_order_of_kinds_is_that_of_their_bytes():
    collected = CommandLatency()
    for each in (
        command(0, 1, size=10),
        command(0, 1, kind="Write", size=5),
        command(0, 1, kind="Write", queue="2", size=6),
    ):
        collected.add(each)
    assert collected.kinds() == ["Write", "Read"]
    assert collected.median("Write") == 1.0


def test_columns_and_objects_have_the_same_latency():
    ended = [each for each in MIXED if each.end is not None and each.queue != "admin"]
    singly, together = CommandLatency(), CommandLatency()
    for each in ended:
        singly.add(each)
    together.add_table(CommandTable(ended[:1], [0], columns(*ended[1:])))
    assert together.rows() == singly.rows()


# -- depth --------------------------------------------------------------------------------------------------------


def deep(*spans, **fields):
    found = CommandDepth()
    for start, end in spans:
        found.add(command(start, end, **fields))
    return found


def rows(found, interval=10):
    return [(row["start"], row["commands"], row["mean_depth"], row["max_depth"]) for row in found.rows(interval)]


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([(0, 10)], [(0, 1, 1.0, 1)]),
        ([(5, 25)], [(5, 1, 1.0, 1), (15, 0, 1.0, 1)]),
        ([(0, 5), (5, 20)], [(0, 2, 1.0, 1), (10, 0, 1.0, 1)]),  # at one time ends come before beginnings
        ([(0, 20), (0, 10), (9, 10)], [(0, 3, 2.1, 3), (10, 0, 1.0, 1)]),
        ([(0, None), (10, 20)], [(0, 1, 1.0, 1), (10, 1, 2.0, 2)]),
        ([(0, 4), (26, 30)], [(0, 1, 0.4, 1), (20, 1, 0.4, 1)]),
    ],
)
def test_rows_of_depth(spans, expected):
    assert rows(deep(*spans)) == expected


def test_each_queue_has_its_own_depth():
    found = deep((0, 10))
    found.add(command(0, 10, flow=2))
    found.add(command(0, 10, queue="2"))
    found.add(command(0, 10, queue="2"))
    found.add(command(0, 99, by_design=True))
    assert [(row["flow"], row["queue"], row["max_depth"]) for row in found.rows(10)] == [
        (1, "1", 1),
        (1, "2", 2),
        (2, "1", 1),
    ]
    assert (found.most(1), found.most(2), found.most(3)) == (2, 1, 0)


@pytest.mark.parametrize(("last", "length"), [(0, 1), (19, 1), (20, 2), (400, 21)])
def test_the_length_of_an_interval(last, length):
    found = deep((0, last))
    assert (found.length(), found.length(7)) == (length, 7)


@pytest.mark.parametrize(("last", "length"), [(9_999, 1), (10_000, 2), (100_000, 11)])
def test_there_are_at_most_ten_thousand_intervals(last, length):
    assert deep((0, last)).length(1) == length


def test_depth_of_columns():
    ended = [command(3, 10), command(5, 30, flow=2), command(4, 20), command(2, 9, flow=2)]
    singly, together = CommandDepth(), CommandDepth()
    for each in ended:
        singly.add(each)
    together.add_table(CommandTable(ended[:1], [0], columns(*ended[1:])))
    assert together.rows(5) == singly.rows(5)
    assert together.length() == singly.length()


# -- stalls -------------------------------------------------------------------------------------------------------


def test_only_the_longest_commands_are_looked_at():
    """The 64 that took longest of those in the span."""
    found = CommandStalls()
    for at in range(MOST):
        found.add(command(1000, 1200 - at, flow=1))
    found.add(command(0, 100, flow=1))  # shorter than all of these, and alone
    stall = found.longest(frozenset({1}), 0, 2000, 5000)
    assert MOST == 64
    assert stall.start == 1000
    assert found.longest(frozenset({1}), 0, 999, 5000).start == 0


@pytest.mark.parametrize(
    ("start", "end", "there"), [(0, 9, False), (0, 10, True), (20, 30, True), (21, 30, False), (15, 15, True)]
)
def test_the_borders_of_a_span(start, end, there):
    found = CommandStalls()
    found.add(command(10, 20))
    assert (found.longest(frozenset({1}), start, end, 1000) is not None) is there


@pytest.mark.parametrize(("start", "there"), [(99, True), (100, False)])
def test_what_begins_at_the_end_of_the_capture_has_not_waited(start, there):
    found = CommandStalls()
    found.add(command(start, None))
    assert (found.longest(frozenset({1}), 0, 1000, 100) is not None) is there


# -- waits --------------------------------------------------------------------------------------------------------


def finding(time, waited, kind=TIMEOUT, flow=1, frame=50):
    return Finding(kind, frame, time, flow, facts={"waited": waited})


def incident(
    *, start=0, end=1000, flows=(1,), frames=(40, 60), evidence=("timeout",), waits=(), severity=Severity.WARNING
):
    return types.SimpleNamespace(
        start=start, end=end, flows=frozenset(flows), first_frame=frames[0], last_frame=frames[1],
        evidence=dict.fromkeys(evidence, 1), waits=dict(enumerate(waits)), severity=severity,
    )  # fmt: skip


class _NoIncidents:
    span = types.SimpleNamespace(end=1000)


def waits_of(*findings, incidents=()):
    collected = CommandWaits.__new__(CommandWaits)
    collected.incidents, collected._timers, collected._count = list(incidents), {}, 0
    collected._incidents = _NoIncidents()
    collected._keep(findings)
    return collected


@pytest.mark.parametrize(
    ("timers", "expected"),
    [
        ([], []),
        ([(150, 20)], [("a retransmission timeout", 20)]),
        ([(110, 20)], [("a retransmission timeout", 10)]),  # it began before the command
        ([(100, 20)], []),
        ([(250, 100)], [("a retransmission timeout", 50)]),  # it ended after it
        ([(300, 100)], []),
        ([(301, 100)], []),
        ([(150, 20), (190, 10)], [("2 retransmission timeouts", 30)]),
        ([(150, 20), (160, 20)], [("2 retransmission timeouts", 30)]),  # at once for a time
        ([(160, 60), (150, 10)], [("a retransmission timeout", 60)]),  # the one in the other
    ],
)
def test_what_a_command_waited_for(timers, expected):
    collected = waits_of(*(finding(time, waited) for time, waited in timers))
    found = collected.of(command(100, 200), now=9999)
    assert [(wait.timers, wait.nanoseconds) for wait in found] == expected


def test_the_longest_wait_comes_first():
    collected = waits_of(
        finding(120, 10, RNR_RETRY), finding(180, 50), finding(190, 5, RNR_RETRY), finding(150, 30, flow=2)
    )
    assert collected.of(command(100, 200), now=0) == [
        CommandWait("a retransmission timeout", 50, 0), CommandWait("2 delays of RNR NAKs", 15, 0)
    ]  # fmt: skip
    assert collected.of(command(100, None), now=160) == [
        CommandWait("a retransmission timeout", 30, 0), CommandWait("the delay of an RNR NAK", 10, 0)
    ]  # fmt: skip


def test_how_many_timers_are_kept(monkeypatch):
    """The first ones, of all flows together."""
    monkeypatch.setattr("ibpkt.commands.command_waits._LIMIT", 3)
    collected = waits_of(*(finding(101 + number, 1, flow=1 + number % 2) for number in range(6)))
    assert [wait.timers for wait in collected.of(command(100, 200), now=0)] == ["2 retransmission timeouts"]
    assert [wait.timers for wait in collected.of(command(100, 200, flow=2), now=0)] == ["a retransmission timeout"]
    assert CommandWaits(Expert())._count == 0


@pytest.mark.parametrize(
    ("fields", "number"),
    [
        ({}, 1), ({"flows": (2,)}, 0), ({"evidence": ("lost",)}, 0), ({"frames": (51, 60)}, 0),
        ({"frames": (40, 49)}, 0),
        ({"frames": (50, 50)}, 1),
    ],
)  # fmt: skip
def test_the_incident_of_a_wait(fields, number):
    values = {"evidence": (TIMEOUT.name,), **fields}
    collected = waits_of(finding(150, 20), incidents=[incident(**values)])
    (wait,) = collected.of(command(100, 200), now=0)
    assert wait.incident == number


@pytest.mark.parametrize(
    ("waits", "latency", "explains"),
    [
        ([(1, 100)], 100, True), ([(1, 50)], 100, True), ([(1, 49)], 100, False), ([(1, 200)], 100, True),
        ([(1, 201)], 100, False), ([(4, 400)], 100, True), ([(4, 100)], 100, False), ([(1, 10), (1, 100)], 100, True),
        ([], 100, False), ([(1, 100)], 0, False), ([(1, 100)], -5, False), ([(1, 1)], 1, True), ([], 1, False),
    ],
)  # fmt: skip
def test_which_incidents_explain_a_latency(waits, latency, explains):
    """One of its waits takes from half to twice as long."""
    assert _explains(incident(waits=waits), latency) is explains
    assert not _explains(incident(waits=waits, severity=Severity.NOTE), latency)


@pytest.mark.parametrize(
    ("fields", "blamed"),
    [
        ({}, True), ({"flows": (2,)}, False), ({"start": 200}, True), ({"start": 201}, False), ({"end": 100}, True),
        ({"end": 99}, False),
    ],
)  # fmt: skip
def test_commands_that_incidents_explain(fields, blamed):
    """The first that does, of those that come by the time of the command."""
    slow = command(100, 200)
    collected = waits_of(
        incidents=[incident(flows=(9,)), incident(waits=[(1, 100)], **fields), incident(waits=[(1, 100)])]
    )
    assert collected.blamed([slow]) == {2 if blamed else 3: [slow]}
    waiting = command(900, None)
    assert waits_of(incidents=[incident(waits=[(1, 100)])]).blamed([waiting]) == {1: [waiting]}
