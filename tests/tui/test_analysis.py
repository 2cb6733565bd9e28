"""What the screens say of a capture is what `expert`, `flows`, `commands` and `decode -A` say."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given, strategies as st

import ibpkt
from ibpkt import filter
from ibpkt.tui.background_pace import BackgroundPace
from ibpkt.tui.capture_analysis import CaptureAnalysis
from ibpkt.tui.capture_bytes import CaptureBytes
from ibpkt.tui.fact_table import NAMES, FactTable, PacketFact
from ibpkt.tui.filtered_rows import FilteredRows
from ibpkt.tui.incident_lines import incident_bar, incident_lines
from tests.support.command import run
from tests.support.shared import OWN

LOSS, NVME = OWN / "loss_write_3pct.pcap.gz", OWN / "nvmeof.pcap"
SOME = (LOSS, NVME, OWN / "corrupt_write.pcap", OWN / "rnr_recover.pcap", OWN / "ib_small.pcap", OWN / "rc_read.pcap")
SWEPT = [
    pytest.param(path, id=path.name, marks=pytest.mark.slow if path.name == "ib_small.pcap" else ()) for path in SOME
]


@pytest.fixture(scope="module")
def analysed():
    known = {}

    def of(path):
        if path not in known:
            analysis = CaptureAnalysis(CaptureBytes(str(path), "x"), roce_port=4791)
            analysis.run(BackgroundPace())
            known[path] = analysis
        return known[path]

    return of


def decoded(path, *names, twice=()):
    lines = run("decode", "-A", *twice, "-T", "fields", *(word for name in names for word in ("-e", name)), path).lines
    return [line.split("\t") for line in lines]


@pytest.mark.parametrize("path", SWEPT)
def test_incidents_and_flows(path, analysed):
    analysis = analysed(path)
    (expert,) = [json.loads(run("expert", "--format", "json", path).out)]
    flows = json.loads(run("flows", "--format", "json", "--limit", "0", path).out)["flows"]
    found = [(each.cause, each.where, each.first_frame, each.last_frame) for each in analysis.incidents]
    assert found == [
        (each["cause"], each["where"], each["first_frame"], each["last_frame"])
        for each in expert["incidents"]
        if each["severity"] != "chat"
    ]
    assert analysis.is_complete
    assert analysis.flow_count == len(flows)
    assert {flow.number for flow in analysis.flows} == {flow["flow"] for flow in flows}
    packets = [flow.packets for flow in analysis.flows]
    assert packets == sorted(packets, reverse=True)
    assert analysis.packets == expert["packets"]


@pytest.mark.parametrize("path", SWEPT)
def test_flows_and_messages_of_packets(path, analysed):
    """As `decode -A -2` has them: what later packets show is known to both."""
    analysis = analysed(path)
    names = ("frame.number", "infiniband.analysis.flow", "infiniband.analysis.message")
    for number, flow, message in decoded(path, *names, twice=["-2"])[:800]:
        fact = analysis.facts.at(int(number) - 1)
        assert (fact.flow or "", fact.message or "") == (int(flow) if flow else "", int(message) if message else "")
    flow = analysis.flows[0]
    rows = analysis.facts.rows_of(analysis.numbers_of(flow.number))
    assert len(rows) == flow.packets


def test_findings_of_packets(analysed):
    analysis = analysed(LOSS)
    findings = json.loads(run("expert", "--findings", "--limit", "0", "--format", "json", LOSS).out)["findings"]
    worse = {each["frame"] for each in findings if each["severity"] in ("note", "warning", "error")}
    found, row = set(), -1
    while (row := analysis.facts.next_finding(row, 1, 2)) is not None:
        found.add(row + 1)
    assert found == worse
    assert set(analysis.texts) == worse
    back, row = set(), analysis.packets
    while (row := analysis.facts.next_finding(row, -1, 2)) is not None:
        back.add(row + 1)
    assert back == worse


def test_messages_and_their_answers(analysed):
    analysis = analysed(OWN / "rc_read.pcap")
    first = next(row for row in range(analysis.packets) if analysis.facts.at(row).message)
    fact = analysis.facts.at(first)
    rows = analysis.facts.rows_of(analysis.numbers_of(fact.flow), (fact.side, fact.message))
    assert first in rows
    assert len(rows) > 1
    messages = {analysis.facts.at(int(row)).message for row in rows}
    assert messages <= {0, fact.message}


def test_commands(analysed):
    analysis = analysed(NVME)
    commands = json.loads(run("commands", "--format", "json", NVME).out)["commands"]
    assert len(analysis.commands) == len(commands)
    connect = commands[0]
    command = analysis.command_at(connect["first_frame"] - 1)
    assert (command.kind, command.first_frame) == (connect["kind"], connect["first_frame"])
    rows = analysis.rows_of_command(command)
    assert rows[0] == connect["first_frame"] - 1
    assert connect["last_frame"] - 1 in rows
    assert analysis.command_at(0) is None
    # a packet of its data belongs to it, too
    assert analysis.command_at(int(rows[2])) is command


@pytest.mark.parametrize(
    "text", ["infiniband.aeth.syndrome >= 96", "infiniband.analysis.retransmission", "tcp", "frame.number < 3"]
)
def test_filtered_rows(text):
    wanted = run("decode", "-T", "fields", "-e", "frame.number", "-Y", text, LOSS).lines
    filtered = FilteredRows(filter.compile(text), CaptureBytes(str(LOSS), "x"), roce_port=4791)
    assert len(filtered.rows()) == 0
    filtered.run(BackgroundPace())
    assert (filtered.is_complete, filtered.looked_at, filtered.trouble) == (True, 2855, "")
    assert (filtered.rows() + 1).tolist() == [int(line) for line in wanted]
    assert filtered.rows().tolist() == filtered.rows().tolist()


def test_work_that_is_stopped_is_not_complete():
    pace = BackgroundPace()
    pace.stop.set()
    filtered = FilteredRows(filter.compile("udp"), CaptureBytes(str(NVME), "x"), roce_port=4791)
    filtered.run(pace)
    analysis = CaptureAnalysis(CaptureBytes(str(NVME), "x"), roce_port=4791)
    analysis.run(pace)
    assert not filtered.is_complete
    assert not analysis.is_complete


def test_incidents_as_lines(analysed):
    analysis = analysed(LOSS)
    incident = analysis.incidents[0]
    lines = incident_lines(incident, analysis.span, 80)
    text = " ".join(line.text for line in lines)
    assert incident.where in text
    assert " ".join(incident.advice.split()) in " ".join(text.split())
    assert max(len(line.text) for line in lines) <= 80 - 13
    assert {line.label for line in lines} >= {"where", "when", "do", "shown by"}
    rows = [line.row for line in lines if line.label == "" and line.row is not None]
    assert all(0 <= row < analysis.packets for row in rows)
    bar = incident_bar(incident, analysis.span, 20)
    assert len(bar) == 20
    assert "█" in bar


FACT = st.builds(PacketFact, *[st.integers(0, 3)] * len(NAMES))


@given(st.lists(st.lists(FACT, max_size=5), max_size=5), st.data())
def test_facts_are_kept_and_corrected(parts, data):
    """Against a list of tuples."""
    facts, every = FactTable(), []
    for part in parts:
        facts.add({name: np.array([getattr(fact, name) for fact in part], np.int64) for name in NAMES})
        every += part
    for _ in range(data.draw(st.integers(0, 4))):
        row, name, value = data.draw(st.tuples(st.integers(-1, 30), st.sampled_from(NAMES), st.integers(0, 9)))
        larger = data.draw(st.booleans())
        facts.correct(name, np.array([row]), np.array([value]), larger=larger)
        if 0 <= row < len(every):
            new = max(value, getattr(every[row], name)) if larger else value
            every[row] = every[row]._replace(**{name: new})
    assert [facts.at(row) for row in range(facts.count)] == every
    assert facts.at(-1) == facts.at(len(every)) == PacketFact()
    assert facts.rows_of((1, 2)).tolist() == [row for row, fact in enumerate(every) if fact.flow in (1, 2)]
    for row in (-1, 0, 2, len(every)):
        later = [at for at, fact in enumerate(every) if at > row and fact.severity >= 2]
        earlier = [at for at, fact in enumerate(every) if at < row and fact.severity >= 2]
        assert facts.next_finding(row, 1, 2) == (later[0] if later else None)
        assert facts.next_finding(row, -1, 2) == (earlier[-1] if earlier else None)


def test_no_capture_reads_as_a_capture_without_flows(tmp_path):
    path = tmp_path / "x.pcap"
    path.write_bytes((OWN / "derived_empty.pcap").read_bytes())
    analysis = CaptureAnalysis(CaptureBytes(str(path), "x"), roce_port=4791)
    analysis.run(BackgroundPace())
    assert (analysis.is_complete, analysis.verdict, analysis.incidents) == (True, "No packets", [])
    assert ibpkt.open(path).damage is None
