"""A capture as flows, messages and findings: objects one after the other, and columns."""

from __future__ import annotations

import json
import subprocess
import sys

import numpy as np
import pytest

import ibpkt
import ibpkt.analysis
from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.arrow_tables import columns_of
from ibpkt.analysis.results.tables import FINDINGS, FLOWS, MESSAGES, row
from tests.analysis.truth.scenes.all_scenes import with_and_without_identification
from tests.analysis.truth.told import Told
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, cut, recorded
from tests.support.command import CAPTURES, run

NAME = CAPTURES / "loss_ack_10pct.pcap"


def test_they_are_those_of_the_analyser():
    result = recorded(NAME, paths=True)
    with ibpkt.open(NAME) as capture:
        assert list(ibpkt.analysis.messages(capture)) == result.messages
    with ibpkt.open(NAME) as capture:
        assert list(ibpkt.analysis.flows(capture)) == result.flows


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("scene", "sizes"),
    [
        pytest.param(scene, (None, 20) if number % 3 == 0 else (None,), id=scene.name)
        for number, scene in enumerate(with_and_without_identification())
    ],
)
def test_what_is_told_of_scenes(scene, sizes):
    """`Told`, by which scenes are judged, needs one analysis for both: alone they say the same."""
    data = scene.pcap()
    told = Told(data)
    for batch in sizes:
        with Told(data, batch).open() as capture:
            flows = list(ibpkt.analysis.flows(capture))
        with Told(data, batch).open() as capture:
            messages = list(ibpkt.analysis.messages(capture))
        with Told(data, batch).open() as capture:
            findings = list(ibpkt.analysis.findings(capture))
        assert sorted(flows, key=lambda flow: flow.number) == told.flows
        assert sorted(messages, key=lambda message: (message.flow, message.side, message.number)) == told.messages
        if batch is None:
            assert findings == sorted(told.findings, key=lambda finding: finding.frame)
        else:
            assert sorted(map(str, findings)) == sorted(map(str, told.findings))


@pytest.mark.costly
@pytest.mark.parametrize("name", ["corrupt_write.pcap", "ecn_marked_netem.pcap", "ib_small.pcap", "cm_reject.pcap"])
def test_findings_are_those_of_the_expert(name):
    """All of them: those of single packets, congestion, path and management, too."""
    with ibpkt.open(CAPTURES / name) as capture:
        found = list(ibpkt.analysis.findings(capture))
    result = run("expert", "--severity", "chat", "--format", "json", CAPTURES / name)
    assert json.loads(json.dumps([row(FINDINGS, each) for each in found])) == json.loads(result.out)["findings"]
    assert found


@pytest.mark.costly
def test_no_module_takes_the_name_of_a_public_function():
    code = """
import importlib, pkgutil, types
packages = [importlib.import_module(name) for name in ("ibpkt", "ibpkt.analysis", "ibpkt.strategies", "ibpkt.packet")]
public = [(package, name, getattr(package, name)) for package in packages for name in package.__all__]
for module in pkgutil.walk_packages(packages[0].__path__, "ibpkt."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
print([f"{package.__name__}.{name}" for package, name, value in public
       if getattr(package, name) is not value and isinstance(getattr(package, name), types.ModuleType)])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("columns", "function", "table"),
    [
        (MESSAGES, ibpkt.analysis.messages_columns, ibpkt.analysis.messages_table),
        (FLOWS, ibpkt.analysis.flows_columns, ibpkt.analysis.flows_table),
        (FINDINGS, ibpkt.analysis.findings_columns, ibpkt.analysis.findings_table),
    ],
    ids=["messages", "flows", "findings"],
)
def test_columns_hold_what_objects_say(columns, function, table):
    result = recorded(NAME, paths=True)
    objects = result.messages if columns is MESSAGES else result.flows
    if columns is FINDINGS:
        with ibpkt.open(NAME) as capture:
            objects = list(ibpkt.analysis.findings(capture))
    with ibpkt.open(NAME) as capture:
        arrays = function(capture)
    assert list(arrays) == [column.name for column in columns]
    for column in columns:
        values = _plain(column, objects)
        assert arrays[column.name].mask.tolist() == [value is None for value in values]
        got = arrays[column.name]
        numbers = got.astype(np.int64) if column.kind == "time" else got
        assert numbers.tolist() == values
    pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    with ibpkt.open(NAME) as capture:
        arrow = table(capture)
    assert arrow.column_names == [column.name for column in columns]
    for column in columns:
        got = arrow[column.name]
        if column.kind == "time":
            got = got.cast(pa.int64())
        assert got.to_pylist() == _plain(column, objects)
        assert arrow.schema.field(column.name).metadata[b"meaning"]


def _plain(column, objects):
    """What a column holds: facts as texts."""
    values = [column.of(each) for each in objects]
    return [json.dumps(value) for value in values] if column.kind == "object" else values


def test_nothing_has_the_same_columns():
    empty = columns_of([], MESSAGES)
    assert all(len(values) == 0 for values in empty.values())
    assert empty["start"].dtype == np.dtype("datetime64[ns]")


@pytest.mark.parametrize("columns", [MESSAGES, FLOWS, FINDINGS])
def test_names_are_given_once_and_explained(columns):
    names = [column.name for column in columns]
    assert len(set(names)) == len(names)
    assert all(column.meaning for column in columns)


def test_a_row_keeps_nanoseconds():
    message = recorded(NAME).messages[0]
    values = row(MESSAGES, message)
    whole, _, fraction = values["start"].partition(".")
    assert int(whole + fraction) == message.start
    assert len(fraction) == 9


@pytest.mark.sweep
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
@pytest.mark.parametrize("service", ["RC", "UC"])
def test_what_is_told_of_a_message_does_not_depend_on_batches(service, seed):
    """As it is when it is given: it goes out at once."""
    more = {"rnr": 0.01, "access_error": 0.05} if service == "RC" else {}
    faults = traffic.Faults(loss=0.01, reorder=0.01, duplicate=0.01, behind=0.5, **more)
    for size, packets in ((1, 100), (13, 1000)):  # batches of one packet take long
        scene = traffic.Traffic(
            seed, conversations=3, packets=packets, operations=OPERATIONS if service == "RC" else UC_OPERATIONS,
            both_ways=service == "RC", sizes=(0, 9000), faults=faults, service=service,
        )  # fmt: skip
        batches = [batch.select(np.ones(len(batch), np.bool_)) for batch in scene.batches()]
        told = _told(batches)
        assert _told(cut(batches, size)) == told
    assert any(each["outcome"] == ("refused" if service == "RC" else "incomplete") for each in told)


def _told(batches):
    """The messages, as they are when they are given."""
    analyser = Analyser()
    rows = [row(MESSAGES, message) for batch in batches for message in analyser.add(batch).messages]
    rows += [row(MESSAGES, message) for message in analyser.finish().messages]
    return sorted(rows, key=lambda each: (each["flow"], each["side"], each["number"]))
