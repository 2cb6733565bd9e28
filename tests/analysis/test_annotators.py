"""What is said of a packet because of others: the same by whatever batches, and more of it at the second reading."""

from __future__ import annotations

import itertools
import subprocess
import sys

import numpy as np
import pytest

import ibpkt
import ibpkt.analysis
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.annotators import SequenceAnnotator
from ibpkt.batch.fields import field_named
from ibpkt.commands.annotators import ANNOTATORS, CommandAnnotator, FlowAnnotator, needed_by
from ibpkt.errors import CallerError
from ibpkt.management import Transactions, Transfers
from ibpkt.management.annotators import TransactionAnnotator, TransferAnnotator
from ibpkt.protocols.analysis_facts import ANSWERED, FACTS, REQUEST_CAME_AGAIN
from ibpkt.protocols.mad.base import RESPONSE
from tests.support.command import CAPTURES, REPOSITORY, run
from tests.support.shared import captures

FABRIC = CAPTURES / "ib_small.pcap"
NAMES = (
    "infiniband.mad.response_to", "infiniband.mad.response_in", "infiniband.mad.response_time",
    "infiniband.mad.repeat_of", "infiniband.rmpp.first_segment_in", "infiniband.rmpp.reassembled_in",
    "infiniband.rmpp.reassembled.length", "infiniband.sa.lid",
)  # fmt: skip


def said(twice, path=FABRIC, **options):
    """What every packet says, by field."""
    columns = {}
    with ibpkt.open(path).follow(twice=twice) as capture:
        for batch in capture.batches(**options):
            for name in NAMES:
                columns.setdefault(name, []).extend(field_named(name).column(batch).tolist())
    return columns


@pytest.mark.family("batches")
@pytest.mark.slow
@pytest.mark.parametrize("twice", [False, True])
def test_batches_do_not_matter(twice, tmp_path):
    beginning = tmp_path / "beginning.pcap"
    with ibpkt.open(FABRIC) as capture, ibpkt.create(beginning, link="infiniband") as out:
        for packet in itertools.islice(capture, 100):
            out.write(packet)
    assert said(twice, max_packets=23) == said(twice)
    assert said(twice, beginning, max_packets=1) == said(twice, beginning)


@pytest.mark.costly
def test_partners_are_those_of_the_transactions():
    with ibpkt.open(FABRIC) as capture:
        collector = Transactions()
        found = [each for batch in capture.batches() for each in collector.add(batch)]
    columns = said(twice=True)
    answered = {each.request.frame: each.answer for each in found if each.request and each.answer}
    assert len(answered) > 500
    for number, request in enumerate(columns["infiniband.mad.response_in"], 1):
        assert request == (answered[number].frame if number in answered else None)
    for each in found:
        if each.request and each.answer:
            row = each.answer.frame - 1
            assert columns["infiniband.mad.response_to"][row] == each.request.frame
            assert columns["infiniband.mad.response_time"][row] == each.took
            assert each.answer.method & RESPONSE
    repeats = [each for each in columns["infiniband.mad.repeat_of"] if each is not None]
    assert len(repeats) == sum(each.repeats for each in [*found, *collector.finish()])


@pytest.mark.costly
def test_tables_are_those_of_the_transfers():
    with ibpkt.open(FABRIC) as capture:
        collector = Transfers()
        found = [each for batch in capture.batches() for each in collector.add(batch)]
    assert len(found) > 20
    columns = said(twice=True)
    for transfer in found:
        assert columns["infiniband.rmpp.reassembled.length"][transfer.last - 1] == len(transfer.data)
        others = [frame for frame in transfer.frames if frame != transfer.last]
        assert {columns["infiniband.rmpp.reassembled_in"][frame - 1] for frame in others} == {transfer.last}
        first = {columns["infiniband.rmpp.first_segment_in"][frame - 1] for frame in transfer.frames[1:]}
        assert first == {transfer.frames[0]}
    tables = sum(length is not None for length in columns["infiniband.rmpp.reassembled.length"])
    assert tables == len(found)


@pytest.mark.costly
def test_a_table_without_its_end_is_shown_at_the_second_reading(tmp_path):
    with ibpkt.open(FABRIC) as capture:
        collector = Transfers()
        found = [each for batch in capture.batches() for each in collector.add(batch)]
    whole = max(found, key=lambda each: len(each.frames))
    cut = tmp_path / "cut.pcap"
    with ibpkt.open(FABRIC) as capture, ibpkt.create(cut, link="infiniband") as out:
        for packet in capture:
            if packet.number < whole.last:
                out.write(packet)
    shown = {}
    for twice in (False, True):
        with ibpkt.open(cut).follow(twice=twice) as capture:
            annex = {packet.number: packet.annotations for packet in capture}
        [*_, last] = [frame for frame in whole.frames if frame != whole.last]
        shown[twice] = [layer for layer in annex[last] if layer.name == "RMPPTable"]
    assert not shown[False]
    [table] = shown[True]
    assert table.length == 200 * (len(whole.frames) - 1)
    assert table.header.leaf("outcome").display(table.raw["outcome"]) == "unfinished (4)"


@pytest.mark.costly
@pytest.mark.parametrize("name", ["loss_write_3pct.pcap.gz", "rnr_recover.pcap", "rc_read.pcap", "ud_loss_gap.pcap"])
@pytest.mark.parametrize("at_once", [50, 32768])
def test_facts_are_those_of_the_analyser(name, at_once):
    analyser = Analyser(verify=True)
    facts, answered, later = {}, {}, []
    with ibpkt.open(CAPTURES / name) as capture:
        for batch in capture.batches():
            found = analyser.add(batch)
            for fact in FACTS:
                facts.setdefault(fact, []).extend(found.packets.get(fact, np.zeros(len(batch), np.int64)).tolist())
            later += found.later
    later += analyser.finish().later
    for fact, frames, values in later:
        for frame, value in zip(frames.tolist(), values.tolist(), strict=True):
            facts[fact][frame - 1] = value
    for frame, answers in enumerate(facts["answers"], 1):
        if answers:
            answered.setdefault(answers, frame)
    columns = {}
    with ibpkt.open(CAPTURES / name).follow(twice=True) as capture:
        for batch in capture.batches(max_packets=at_once):
            for fact, header in (*FACTS.items(), ("answered", ANSWERED)):
                columns.setdefault(fact, []).extend(field_named(header.fields[0].filter).column(batch).tolist())
    for fact in FACTS:
        assert [value or 0 for value in columns[fact]] == facts[fact]
    assert {frame: by for frame, by in enumerate(columns["answered"], 1) if by} == answered


#: the facts of packets that are findings, too, and the kinds of those
FOUND = {
    "corrupt": ("icrc-bad",),
    "gap": ("gap", "datagram-gap"),
    "lost": ("lost",),
    "unseen": ("capture-loss",),
    "retransmission": ("retransmission",),
    "timeout": ("timeout",),
    "duplicate_request": ("duplicate-request",),
    "ghost": ("ghost-ack",),
}
#: those that every packet of a finding has
OF_EVERY_PACKET = ("corrupt", "retransmission", "duplicate_request", "ghost")


@pytest.mark.sweep
@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_facts_are_the_findings_of_the_expert(path):
    """They have the same packets, of which a run is one finding; what a damaged packet says is noise to both.

    Responses that come again are no findings: the request that came again is one.
    """
    columns = {fact: [] for fact in FOUND}
    with ibpkt.open(path).follow(twice=True) as capture:
        for batch in capture.batches():
            numbers = batch.frames.number_of
            for fact in FOUND:
                values = field_named(FACTS[fact].fields[0].filter).column(batch)
                there = ~np.ma.getmaskarray(values)
                if fact == "retransmission":
                    there &= np.ma.getdata(values) != REQUEST_CAME_AGAIN
                columns[fact] += numbers[there].tolist()
    with ibpkt.open(path) as capture:
        findings = list(ibpkt.analysis.findings(capture))
    for fact, kinds in FOUND.items():
        told = [each for each in findings if each.kind.name in kinds]
        frames = {each.frame for each in told}
        if fact in OF_EVERY_PACKET:
            assert frames <= set(columns[fact]), fact
            assert len(columns[fact]) == sum(each.packets for each in told), fact
        else:
            assert columns[fact] == sorted(frames), fact


def test_lines_and_filters_say_it():
    lossy = CAPTURES / "loss_write_3pct.pcap.gz"
    plain = run("decode", "-Y", "infiniband.analysis.retransmission", lossy).lines
    assert plain
    assert all("[retransmission]" in line for line in plain)
    shown = run("decode", "-A", lossy).lines
    assert [line for line in shown if "[retransmission]" in line] == plain
    assert "[" not in "".join(run("decode", lossy).lines)
    coloured = run("decode", "-A", "--color", "always", lossy).lines
    assert [line for line in coloured if line.startswith("\x1b[33m")] == [
        f"\x1b[33m{line}\x1b[0m" for line in shown if "[" in line
    ]
    tree = run("decode", "-A", "-2", "-V", "-c", "90", lossy).out
    said = ["Flow: 1", "Message: 4", "Packets Lost: 1", "Retransmission: the responder sent a NAK (1)"]
    assert "\n    ".join(["[Analysis]", *said]) + "\n" in tree


def test_only_what_is_asked_for():
    apart = (SequenceAnnotator, CommandAnnotator)
    assert needed_by(None) == (FlowAnnotator, *(each for each in ANNOTATORS if each not in apart))
    assert needed_by(["infiniband.analysis.gap", "nvme.cmd.opc"]) == (FlowAnnotator,)
    assert needed_by(["nvme.cmd.opc"]) == (CommandAnnotator,)
    assert needed_by(["infiniband.analysis.gap", "frame.number"]) == (SequenceAnnotator,)
    assert needed_by(["infiniband.bth.psn", "frame.number"]) == ()
    assert needed_by(["infiniband.mad.response_to"]) == (TransactionAnnotator,)
    assert needed_by(["infiniband.linkrecord.toport"]) == (TransferAnnotator,)
    assert needed_by(["nvme.cmd.slba"]) == needed_by(["infiniband.upper.command"]) == (CommandAnnotator,)
    with pytest.raises(CallerError, match="no field"):
        needed_by(["infiniband.mad.response_two"])


def test_columns_and_filters_have_it():
    with ibpkt.open(FABRIC) as capture:
        times = capture.columns(["infiniband.mad.response_time"])["infiniband.mad.response_time"]
    assert times.count() > 500
    slow = run("decode", "-Y", "infiniband.mad.response_time > 0.002", "-T", "fields", "-e", "frame.number", FABRIC)
    assert [int(line) for line in slow.lines] == [row + 1 for row in (times.filled(0) > 2_000_000).nonzero()[0]]


@pytest.mark.costly
def test_several_processes_say_the_same():
    alone = run("decode", "-V", FABRIC, "captures/ib_small_erf.pcap")
    assert run("decode", "-V", "-j", "2", FABRIC, "captures/ib_small_erf.pcap").out == alone.out
    assert "Response to Frame" in alone.out


def test_a_pipe_is_read_once():
    command = [sys.executable, "-m", "ibpkt", "decode", "-2", "-V", "-"]
    done = subprocess.run(command, input=FABRIC.read_bytes(), capture_output=True, cwd=REPOSITORY, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == "ibpkt: - is a pipe, which cannot be read twice\n"


def test_tables_and_queries_have_it():
    polars = pytest.importorskip("polars", reason="polars is not installed")
    names = ["frame.number", "infiniband.mad.response_to", "infiniband.mad.response_in"]
    with ibpkt.open(FABRIC) as capture:
        wanted = capture.follow(twice=True).columns(names)
    with ibpkt.open(FABRIC).follow(twice=True) as capture:
        table = capture.to_arrow(names)
    assert table.to_pydict() == {name: column.tolist() for name, column in wanted.items()}
    query = ibpkt.scan_captures(str(FABRIC)).filter(polars.col("infiniband.mad.response_to") > 1000)
    found = query.select("frame.number").collect().to_series().to_list()
    numbers, requests = (wanted[name].filled(0) for name in names[:2])
    assert found == numbers[requests > 1000].tolist()


@pytest.mark.costly
def test_what_is_given_up_is_counted_and_said(monkeypatch):
    with ibpkt.open(FABRIC).follow() as capture:
        assert sum(map(len, capture.batches())) > 1000
        assert capture.given_up == 0
    monkeypatch.setattr(Transactions.__init__.__wrapped__, "__defaults__", (1,))
    with ibpkt.open(FABRIC).follow(["infiniband.mad.response_to"]) as capture:
        assert sum(map(len, capture.batches())) > 1000
        assert capture.given_up > 0
    said = run("decode", "-V", "-c", "900", FABRIC).err
    assert "exchanges were given up unfinished, since too many were open at once" in said


def test_a_file_as_standard_input_is_read_once():
    """It has a size, but what was read of it is gone."""
    with FABRIC.open("rb") as file:
        command = [sys.executable, "-m", "ibpkt", "decode", "-2", "-V", "-"]
        done = subprocess.run(command, stdin=file, capture_output=True, cwd=REPOSITORY, check=False)
    assert done.stderr.decode() == "ibpkt: - was opened as a stream, which cannot be read twice\n"
    assert done.returncode == 2
