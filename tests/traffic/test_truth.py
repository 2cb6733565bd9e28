"""The records: their keys, and what a file of them holds."""

from __future__ import annotations

import io
import json
import re

from ibpkt import traffic
from ibpkt.traffic import COUNTERS, EVENTS, Faults
from tests.support.shared import REPOSITORY

PAGE = (REPOSITORY / "docs" / "traffic.md").read_text(encoding="utf-8")
MIXED = {
    "seed": 1,
    "packets": 3000,
    "both_ways": True,
    "operations": "SEND,WRITE,READ,FETCH_ADD,WRITE_WITH_IMM,SEND_WITH_INV",
    "faults": Faults(0.02, 0.02, 0.02, 0.02, 0.05, behind=0.5, rnr=0.1, access_error=0.005),
}


def test_records_are_json_and_the_same_in_a_file():
    kept = traffic.Traffic(**MIXED)
    list(kept.batches())
    file = io.BytesIO()
    written = traffic.Traffic(**MIXED, truth=traffic.TruthLines(file))
    list(written.batches())
    assert [json.loads(line) for line in file.getvalue().splitlines()] == kept.truth.records
    file.seek(0)
    assert traffic.read(file).records == kept.truth.records


def test_without_a_sink_nothing_is_kept():
    scene = traffic.Traffic(**MIXED, truth=None)
    one = [packet.data for batch in scene.batches() for packet in batch]
    assert scene.truth is None
    other = [packet.data for batch in traffic.Traffic(**MIXED).batches() for packet in batch]
    assert one == other


def test_every_key_is_documented():
    scene = traffic.Traffic(**MIXED)
    list(scene.batches())
    documented = set(re.findall(r"`([a-z0-9_]+)`", PAGE))
    keys = {key for record in scene.truth.records for key in record}
    keys |= {key for each in scene.truth.conversations for key in each["a"]}
    assert keys <= documented
    assert set(COUNTERS) <= documented


def test_every_event_is_documented():
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.+?) \|$", PAGE, re.MULTILINE))
    assert {what: rows.get(what) for what in EVENTS} == EVENTS


def test_every_outcome_is_documented():
    for outcome in (
        "success", "delivered", "lost", "remote-access-error", "retry-exceeded", "rnr-retry-exceeded", "flushed",
        "unfinished",
    ):  # fmt: skip
        assert f"`{outcome}`" in PAGE


def test_times_are_whole_nanoseconds_in_order():
    scene = traffic.Traffic(**MIXED, start=5_000_000_000)
    times = [int(time) for batch in scene.batches() for time in batch.frames.time]
    assert times == sorted(times)
    assert times[0] >= 5_000_000_000
    assert scene.truth.scene["start"] == 5_000_000_000
    assert scene.truth.scene["end"] == times[-1]
    for event in scene.truth.events:
        assert 5_000_000_000 <= event["time"] <= times[-1]
        if event["frame"] is not None and event["what"] in ("lost-behind-tap", "duplicate-request", "out-of-sequence"):
            assert times[event["frame"] - 1] <= event["time"]
        if event["frame"] is not None and event["what"] == "retransmitted":
            assert event["time"] <= times[event["frame"] - 1]
