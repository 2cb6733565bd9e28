"""``ibpkt expert``; its outputs as a whole are in ``golden/``."""

from __future__ import annotations

import itertools
import json

import pytest

from ibpkt.analysis.checks.expert import KINDS
from ibpkt.commands.command_checks import command_kinds
from tests.support.command import pcap, picked, run

CORRUPT = "captures/corrupt_write.pcap"
MARKED = "captures/ecn_marked_netem.pcap"
CLEAN = "captures/rc_write.pcap"
LOSSES = "captures/loss_write_3pct.pcap.gz"
FINDING = {"frame", "time", "flow", "kind", "severity", "group", "text", "packets", "facts", "because"}
GROUP = {"kind", "severity", "group", "packets", "findings", "flows", "first_frame", "last_frame", "example"}


def told(*arguments, code=0, **options):
    result = run("expert", "--format", "json", *arguments, **options)
    assert result.code == code
    return [json.loads(line) for line in result.lines]


def test_one_object_a_file_with_the_documented_keys():
    objects = told(CORRUPT, CLEAN, "captures/derived_empty.pcap")
    assert [each["file"] for each in objects] == [CORRUPT, CLEAN, "captures/derived_empty.pcap"]
    for each in objects:
        assert list(each) == ["file", "packets", "counts", "incidents", "groups", "findings"]
        assert list(each["counts"]) == ["error", "warning", "note", "chat"]
        assert sum(each["counts"].values()) == len(each["findings"]) == sum(g["findings"] for g in each["groups"])
        assert all(set(group) == GROUP for group in each["groups"])
        for group in each["groups"]:
            of_it = [finding for finding in each["findings"] if finding["kind"] == group["kind"]]
            assert group["packets"] == sum(finding["packets"] for finding in of_it) >= len(of_it)
        for finding in each["findings"]:
            assert set(finding) == FINDING
            assert KINDS[finding["kind"]].sentence(finding["facts"]) == finding["text"]


def test_explained_findings_say_more():
    (each,) = told("--explain", CORRUPT)
    assert set(each["findings"][0]) == FINDING | {"means", "rule"}
    assert set(each["groups"][0]) == GROUP | {"means", "rule"}


def test_packets_are_counted_where_a_finding_concerns_several():
    (each,) = told(LOSSES)
    missing = [finding for finding in each["findings"] if finding["kind"] in ("gap", "lost", "capture-loss")]
    assert all(finding["packets"] == finding["facts"]["count"] for finding in missing)
    assert max(finding["packets"] for finding in missing) > 1
    lines = run("expert", "--summary", LOSSES).out
    (group,) = [group for group in each["groups"] if group["kind"] == "lost"]
    assert f"{group['findings']}  lost of {group['packets']} packets in 1 flow, " in lines


def test_a_summary_has_the_same_counts():
    (whole,), (short,) = told(CORRUPT), told("--summary", CORRUPT)
    assert short == {key: value for key, value in whole.items() if key != "findings"}


def test_text_and_json_tell_the_same():
    lines = run("expert", "--findings", CORRUPT).lines
    (each,) = told(CORRUPT)
    assert len(lines) == len(each["findings"]) + 1
    for line, finding in zip(lines, each["findings"], strict=False):
        assert line.split()[:2] == [str(finding["frame"]), finding["severity"]]
        assert f"{finding['kind']}: {finding['text']}" in line


def test_findings_stand_in_the_order_of_packets():
    (each,) = told(MARKED, "--severity", "chat")
    frames = [finding["frame"] for finding in each["findings"]]
    # but those that were waited for: they come with the last batch, or at the end of the capture
    assert sum(after < before for before, after in itertools.pairwise(frames)) <= 2
    assert len(frames) > 40


@pytest.mark.parametrize(("severity", "code"), [("error", 0), ("warning", 1), ("note", 1)])
def test_fail(severity, code):
    assert run("expert", "--fail", severity, MARKED).code == code


def test_fail_counts_what_is_told():
    assert run("expert", "--fail", "warning", "--kind", "gap", MARKED).code == 0
    assert run("expert", "--fail", "warning", CLEAN).code == 0
    assert run("expert", "--fail", "warning", CLEAN, MARKED, CLEAN).code == 1


def test_kinds_and_severities():
    (each,) = told("--kind", "icrc-bad,nak-sequence", "--kind", "congestion-mark", CORRUPT)
    assert {finding["kind"] for finding in each["findings"]} == {"icrc-bad", "nak-sequence"}
    (each,) = told("--severity", "error", CORRUPT)
    assert {finding["severity"] for finding in each["findings"]} == {"error"}


def test_a_filter_chooses_what_is_told_and_not_what_is_analysed():
    (each,), (some,) = told(CORRUPT), told("-Y", "frame.number >= 60 and frame.number < 80", CORRUPT)
    assert some["packets"] == each["packets"]
    assert some["findings"] == [finding for finding in each["findings"] if 60 <= finding["frame"] < 80]
    assert some["findings"]


def test_flows():
    (each,) = told("--flow", "1", CORRUPT)
    assert {finding["flow"] for finding in each["findings"]} == {1}
    (each,) = told("--flow", "77", CORRUPT)
    assert each["findings"] == []


def test_limit():
    (each,), (some,) = told(CORRUPT), told("--limit", "5", CORRUPT)
    assert some["findings"] == each["findings"][:5]
    assert some["counts"] == each["counts"]


def test_wrong_usage():
    result = run("expert", "--kind", "icrc-bat", CORRUPT)
    assert (result.code, result.out) == (2, "")
    assert "did you mean icrc-bad" in result.err
    assert run("expert").code == 2


def test_a_cut_capture_and_one_that_is_not_there():
    assert run("expert", "captures/derived_cut_in_record.pcap").code == 3
    result = run("expert", "nosuch.pcap", CLEAN)
    assert (result.code, result.lines[0]) == (3, f"==> {CLEAN} <==")
    result = run("expert", "--findings", "nosuch.pcap", CLEAN)
    assert (result.code, result.lines) == (3, [f"==> {CLEAN} <==", f"{CLEAN}: 163 packets; nothing found"])


def test_a_pipe():
    result = run("expert", "--findings", "-", stdin=picked("corrupt_write.pcap", 34))
    assert "icrc-bad" in result.out


def test_every_kind_is_listed():
    text = run("expert", "--kinds").out
    rows = json.loads(run("expert", "--kinds", "--format", "json").out)["kinds"]
    assert {row["name"] for row in rows} == KINDS.keys() | command_kinds().keys()
    assert all(f"  {name}  " in text for name in KINDS)


def test_rubbish():
    for options in ((), ("--findings",), ("--format", "json")):
        assert run("expert", *options, "-", stdin=pcap([b"", b"\x00" * 9, b"\xff" * 200])).code == 0
