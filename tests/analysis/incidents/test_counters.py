"""Counters of kernels and adapters beside the findings, held against what kernels counted while they were recorded."""

from __future__ import annotations

import functools
import json

import pytest

import ibpkt
from ibpkt.analysis.checks.expert import KINDS, Expert
from ibpkt.analysis.incidents import Incidents
from ibpkt.analysis.incidents.counters import COUNTERS, RELATIONS, compared, expected, likely_host, read_counters
from ibpkt.errors import CallerError
from tests.analysis.truth.counters import DIFFERENT, NODES, RECORDED, recordings, truth
from tests.support.command import run
from tests.support.shared import needs

CORRUPT = "captures/corrupt_write.pcap"
RXE = (
    "link rxe0/1 sent_pkts 1179 rcvd_pkts 70 duplicate_request 0 out_of_seq_request 0 rcvd_rnr_err 0 send_rnr_err 0 "
    "rcvd_seq_err 10 ack_deferred 0 retry_exceeded_err 0 retry_rnr_exceeded_err 0 completer_retry_err 11 send_err 0\n"
)


def counts_of(path):
    expert = Expert()
    incidents = Incidents(expert, counted=True)
    with ibpkt.open(path) as capture:
        for batch in capture.batches():
            incidents.add(expert.add(batch), batch)
            del batch
    incidents.add_last(expert.finish())
    incidents.finish()
    return incidents.counts


@functools.cache
def counts_of_recording(name):
    return counts_of(RECORDED / f"{name}.pcap")


def test_counters_name_kinds_and_relations_that_there_are():
    kinds = {kind.partition(" ")[0] for counter in COUNTERS for kind in counter.kinds}
    assert kinds <= KINDS.keys()
    assert {counter.relation for counter in COUNTERS} <= RELATIONS.keys()
    assert len({(counter.driver, counter.name) for counter in COUNTERS}) == len(COUNTERS)


@needs(RECORDED)
@pytest.mark.parametrize("name", [name for name in recordings() if truth(name).get("hw_delta")])
def test_kernels_have_counted_the_same(name):
    counts = counts_of_recording(name)
    kernels = truth(name)["hw_delta"]
    for node, addresses in NODES.items():
        seen = {"out_of_seq_request": 0, **kernels.get(node, {})}
        for host in set(addresses) & counts.hosts:
            for each in compared(counts, host, seen):
                if any((name, node, kind) in DIFFERENT for kind in each.counter.kinds):
                    continue
                assert each.agrees, each


@pytest.mark.parametrize(
    "text",
    [
        RXE,
        json.dumps([{"ifname": "rxe0", "port": 1, "rcvd_seq_err": 10, "completer_retry_err": 11}]),
        "NIC statistics:\n     rcvd_seq_err: 10\n     completer_retry_err: 11\n",
        "rcvd_seq_err:10\ncompleter_retry_err:11\n",
        "link a/1 rcvd_seq_err 4 completer_retry_err 5\nlink a/2 rcvd_seq_err 6 completer_retry_err 6\n",
    ],
)
def test_counters_are_read(text):
    seen = read_counters(text)
    assert (seen["rcvd_seq_err"], seen["completer_retry_err"]) == (10, 11)


def test_what_has_no_counters():
    with pytest.raises(CallerError):
        read_counters("nothing here\n")


def test_the_host_is_found_that_fits():
    counts = counts_of(CORRUPT)
    assert likely_host(counts, read_counters(RXE)) == "192.168.77.2"
    assert likely_host(counts, {"out_of_seq_request": 10}) == "192.168.77.1"
    with pytest.raises(CallerError):
        compared(counts, "10.0.0.9", {})


def test_only_what_moves_is_expected():
    rows = expected(counts_of(CORRUPT))
    assert all(row.value > 0 and row.agrees is None for row in rows)
    assert expected(counts_of("captures/rc_write.pcap")) == []


def test_the_command(tmp_path):
    now, before = tmp_path / "now", tmp_path / "before"
    now.write_text(RXE, encoding="utf-8")
    result = run("expert", "--against", now, "--format", "json", CORRUPT)
    assert result.code == 0
    rows = json.loads(result.out)["counters"]
    assert {row["counter"]: (row["expected"], row["seen"], row["agrees"]) for row in rows} == {
        "rcvd_seq_err": (10, 10, True), "completer_retry_err": (1, 11, True),
    }  # fmt: skip
    before.write_text(RXE.replace("rcvd_seq_err 10", "rcvd_seq_err 7"), encoding="utf-8")
    result = run("expert", "--against", f"192.168.77.2={now}", "--before", before, CORRUPT)
    assert (result.code, "differs" in result.out) == (1, True)
    assert run("expert", "--against", tmp_path / "none", CORRUPT).code == 3
    assert run("expert", "--counters", "--findings", CORRUPT).code == 2


#: recordings of which the command is tried; of the others, in the slow run, what it calls
SHOWN = ("rc_write", "loss_after_tap_write_4pct", "rnr_perftest_rx8", "upper/iser_loss", "vlan_write")


def as_rdma_statistic(counters):
    """As ``rdma statistic`` prints them."""
    return f"link rxe0/1 {' '.join(f'{name} {value}' for name, value in counters.items())} \n"


def as_json(counters):
    """As ``rdma -j statistic`` prints them."""
    return json.dumps([{"ifname": "rxe0", "port": 1, **counters}])


@needs(RECORDED)
@pytest.mark.parametrize("form", [as_rdma_statistic, as_json])
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in SHOWN else pytest.mark.slow)
        for name in recordings()
        if "hw" in truth(name).get("counters", {}).get("node1", {}).get("before", {})
    ],
)
def test_what_the_hosts_of_recordings_have_printed(name, form, tmp_path):
    """The counters from before and behind a recording, for each host that is in it: none differs."""
    found, counts = truth(name)["counters"], counts_of_recording(name)
    for node, addresses in NODES.items():
        printed = {when: form(found[node][when]["hw"]) for when in ("before", "after")}
        before, after = (read_counters(printed[when]) for when in ("before", "after"))
        seen = {counter: value - before[counter] for counter, value in after.items()}
        for host in set(addresses) & counts.hosts:
            assert [each for each in compared(counts, host, seen) if not each.agrees] == []
            if name not in SHOWN:
                continue
            for when, text in printed.items():
                (tmp_path / when).write_text(text, encoding="utf-8")
            options = ("--against", f"{host}={tmp_path / 'after'}", "--before", tmp_path / "before")
            result = run("expert", *options, RECORDED / f"{name}.pcap")
            assert (result.code, "differs" in result.out) == (0, False), result.out
