"""``ibpkt compare``: options, exit codes, and the documented keys."""

from __future__ import annotations

import json

import pytest

from tests.support.command import CAPTURES, run

A, B = "captures/guest_any_sll2.pcap", "captures/guest_any_sll1_tcpdump.pcap"
CUT = "captures/derived_cut_in_record.pcap"
WHOLE = "captures/ecn_marked_netem.pcap"


@pytest.fixture
def without(tmp_path):
    """The capture without one of its packets."""
    path = tmp_path / "without.pcap"
    assert run("edit", WHOLE, "--frames", "1-99,101-", "-w", path).code == 0
    return path


@pytest.mark.parametrize(
    ("options", "code"), [((), 0), (("--fail", "warning"), 1), (("--fail", "error"), 0), (("--fail", "note"), 1)]
)
def test_fail(options, code, without):
    result = run("compare", WHOLE, without, *options)
    assert (result.code, result.err) == (code, "")
    assert result.lines[0].split()[:3] == ["100", "-", "only-at-a"]


def test_standard_input(without):
    result = run("compare", WHOLE, "-", stdin=without.read_bytes())
    assert result.out == run("compare", WHOLE, without).out.replace(str(without), "-")


@pytest.mark.parametrize(("severity", "code"), [("warning", 0), ("note", 1)])
def test_fail_note(severity, code):
    assert run("compare", "--fail", severity, A, B).code == code


def test_nothing_in_common_fails():
    assert run("compare", "captures/rc_write.pcap", "captures/rc_read.pcap").code == 0
    assert run("compare", "--fail", "error", "captures/rc_write.pcap", "captures/rc_read.pcap").code == 1


def test_a_damaged_capture():
    result = run("compare", CUT, CUT)
    assert result.code == 3
    assert result.err.count("the file ends inside a record") == 2
    assert "seen at both; no differences" in result.out


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 2),
        ((A,), 2),
        ((A, B, B), 2),
        (("-", "-"), 2),
        (("--window", "0", A, B), 2),
        (("--late", "x", A, B), 2),
        (("-Y", "nosuch", A, B), 2),
        (("--fail", "fatal", A, B), 2),
        ((A, "nosuch.pcap"), 3),
        ((A, "README.md"), 3),
    ],
)
def test_wrong_usage(arguments, code):
    result = run("compare", *arguments)
    assert result.code == code
    assert result.err
    assert "Traceback" not in result.err


def test_limit():
    result = run("compare", "--limit", "3", A, B)
    assert [" delayed " in line for line in result.lines[:5]] == [True, True, True, False, False]
    assert result.lines[3] == "… and 14 more differences"


def test_json_has_the_documented_keys():
    found = json.loads(run("compare", "--format", "json", A, B).out)
    page = (CAPTURES.parent / "docs" / "compare.md").read_text(encoding="utf-8")
    keys = {*found, *found["clock"], *found["flows"][0], *found["rewrites"][0], *found["differences"][0]}
    keys -= {"duplicated", "reordered", "delayed", "ce_marked", "fecn_set", "corrupted", "altered", "only_at_b"}
    assert {key for key in keys if f"`{key}`" not in page} == set()
    assert (found["a"], found["both"], found["counts"]["delayed"]) == (A, 220, 17)
    assert len(found["differences"]) == 17


def test_json_of_what_changed(tmp_path):
    other = tmp_path / "other.pcap"
    assert run("edit", WHOLE, "--set", "infiniband.bth.p_key=1", "--crc", "keep", "-w", other).code == 0
    found = json.loads(run("compare", "--format", "json", "--limit", "1", WHOLE, other).out)
    assert found["counts"]["corrupted"] == found["both"] == 486
    (first,) = found["differences"]
    assert (first["kind"], first["severity"]) == ("corrupted", "error")
    assert first["changes"] == [{"field": "infiniband.bth.p_key", "a": "65535", "b": "1"}]


def test_offset():
    assert "0 packets seen at both" in run("compare", "--offset", "5000", WHOLE, WHOLE).out
    assert "486 packets seen at both" in run("compare", "--offset", "0", WHOLE, WHOLE).out
