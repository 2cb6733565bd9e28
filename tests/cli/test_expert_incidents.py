"""How ``ibpkt expert`` prints incidents at different widths, and what it says to scripts."""

from __future__ import annotations

import json
from xml.etree import ElementTree as XML

import pytest

from ibpkt.analysis.incidents import CAUSES
from ibpkt.cli import expert_capture
from ibpkt.cli.expert_incidents import LINES
from tests.analysis.truth.counters import RECORDED
from tests.support.command import CAPTURES, run
from tests.support.shared import needs

LOSSES, CORRUPT, CLEAN = "captures/loss_write_3pct.pcap.gz", "captures/corrupt_write.pcap", "captures/rc_write.pcap"
KEYS = [
    "cause", "severity", "where", "flows", "first_frame", "last_frame", "start", "end", "packets", "cost_us",
    "evidence", "sentence", "advice",
]  # fmt: skip


def told(*arguments, code=0):
    result = run("expert", "--format", "json", *arguments)
    assert result.code == code
    return json.loads(result.out)


@pytest.mark.parametrize("width", [80, 120, 200])
@pytest.mark.parametrize("name", [LOSSES, CORRUPT, CLEAN, "captures/derived_empty.pcap"])
def test_lines_fit(name, width, monkeypatch):
    monkeypatch.setattr(expert_capture, "terminal_width", lambda: width)
    lines = run("expert", name).lines
    above = lines[: next((at for at, line in enumerate(lines) if line.endswith("Next:")), len(lines))]
    assert len(above) <= LINES
    assert max(map(len, above)) <= width
    sentences = [line for line in above if not line[:1].isdigit()]
    assert max(map(len, sentences)) <= 100


def test_the_first_lines_are_the_verdict():
    lines = run("expert", LOSSES).lines
    assert " ".join(lines[:2]) == (
        f"{LOSSES}: flow 1 stood still for 144.3 ms: packets are lost before the tap, from 192.168.77.2; "
        "since 1.509 s, packet 51"
    )


def test_json_has_the_documented_keys():
    incident, timers = told(LOSSES)["incidents"]
    assert list(incident) == KEYS
    assert (incident["cause"], incident["where"], incident["flows"]) == (
        "loss", "before the tap, from 192.168.77.2", [1],
    )  # fmt: skip
    assert incident["cost_us"] == pytest.approx(144_329, abs=1)
    assert (timers["cause"], timers["where"], timers["flows"]) == ("loss", incident["where"], [1])
    assert timers["cost_us"] == pytest.approx(8_493, abs=1)
    assert {"lost", "retransmission", "nak-sequence"} <= set(incident["evidence"])


def test_text_and_json_have_the_same_incidents():
    for incident in told(CORRUPT)["incidents"]:
        assert incident["cause"] in CAUSES
        flows = f"flow{'s' * (len(incident['flows']) > 1)} {', '.join(map(str, incident['flows']))}"
        assert f"  where    {incident['where']}; {flows}\n" in run("expert", CORRUPT).out


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    """A capture with losses, and receivers that are not ready."""
    path = tmp_path_factory.mktemp("made") / "several.pcap"
    options = (
        "--loss",
        "0.01",
        "--rnr",
        "0.02",
        "--size",
        "64..512",
        "--operations",
        "SEND=1",
        "--packets",
        "2000",
        "--seed",
        "1",
    )
    assert run("craft", "traffic", *options, "-w", path).code == 0
    return path


def test_severity_and_kind_select(several):
    assert [each["cause"] for each in told("--severity", "error", CORRUPT)["incidents"]] == ["corruption"]
    assert told("--severity", "error", several)["incidents"] == []
    assert {each["cause"] for each in told("--kind", "rnr-nak", several)["incidents"]} == {"receiver-not-ready"}
    assert len(told(several)["incidents"]) > 1


def test_one_incident(several):
    assert any(line.startswith("2 warning") for line in run("expert", "--incident", 2, several).lines)
    result = run("expert", "--incident", 9, CORRUPT)
    assert (result.code, result.out) == (2, "")
    assert "has 1 incident, not 9" in result.err
    assert run("expert", "--incident", 1, "--findings", CORRUPT).code == 2


def test_empty_captures_fail_where_that_is_wanted():
    assert run("expert", "captures/derived_empty.pcap").code == 0
    assert run("expert", "--fail-empty", "captures/derived_empty.pcap").code == 1
    assert run("expert", "--fail-empty", CLEAN).code == 0


@pytest.mark.parametrize(
    ("limit", "code"),
    [("retransmitted=0.1%", 1), ("retransmitted=99%", 0), ("stall=1ms", 1), ("stall=1s,p99=1s", 0), ("p99=1us", 1)],
)
def test_limits(limit, code):
    result = run("expert", "--max", limit, LOSSES)
    assert result.code == code
    assert ("more than" in result.err) == bool(code)


def test_junit():
    result = run("expert", "--format", "junit", LOSSES, CLEAN)
    lossy, clean = XML.fromstring(result.out)
    assert [case.get("name") for case in lossy] == [*CAUSES, "limits", "empty"]
    assert [case.get("name") for case in lossy if len(case)] == ["loss"]
    assert (lossy.get("failures"), clean.get("failures")) == ("1", "0")
    assert "before the tap" in lossy.find("testcase/failure").get("message")


def test_without_rdma_no_other_port_is_asked_for(tmp_path):
    """TCP is on no port of UDP; where datagrams look like RoCE, the remark names their port."""
    path = str(tmp_path / "tcp.pcap")
    assert run("edit", CLEAN, "-Y", "tcp", "-w", path).code == 0
    result = run("expert", path)
    assert "no RDMA in 43 packets" in result.out.replace("\n", " ")
    assert "100 % TCP" in result.err
    assert "port" not in (result.out + result.err).replace(path, "")


def test_junit_fails_as_asked():
    (suite,) = XML.fromstring(run("expert", "--format", "junit", "--fail", "error", LOSSES).out)
    assert suite.get("failures") == "0"


def test_sarif():
    (run_of,) = json.loads(run("expert", "--format", "sarif", LOSSES, CLEAN).out)["runs"]
    results = run_of["results"]
    assert [(result["ruleId"], result["level"]) for result in results] == [("loss", "warning")] * 2
    result = results[0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == LOSSES
    assert {rule["id"] for rule in run_of["tool"]["driver"]["rules"]} == {*CAUSES, "limit", "empty"}


def test_pieces_joined_say_what_the_whole_says(tmp_path):
    for part, condition in (("one", "frame.number <= 1000"), ("two", "frame.number > 1000")):
        assert run("edit", LOSSES, "-Y", condition, "-w", tmp_path / part).code == 0
    joined = told("--join", tmp_path / "two", tmp_path / "one")
    assert joined["incidents"] == told(LOSSES)["incidents"]


@pytest.mark.parametrize(
    ("selection", "expected"),
    [
        ((), {"rcvd_seq_err": 22, "completer_retry_err": 1}),
        (("--kind", "nak-sequence"), {"rcvd_seq_err": 22}),
        (("-Y", "frame.number < 1000"), {"rcvd_seq_err": 8}),
        (("--flow", "1"), {"rcvd_seq_err": 22, "completer_retry_err": 1}),
        (("--flow", "2"), {}),
        (("--qp", "0x29"), {"rcvd_seq_err": 22, "completer_retry_err": 1}),
    ],
    ids=str,
)
def test_counters_of_what_is_selected(selection, expected):
    rows = json.loads(run("expert", "--counters", "--format", "json", *selection, LOSSES).out)["counters"]
    found = {
        row["counter"]: row["expected"] for row in rows if row["host"] == "192.168.77.2" and row["driver"] == "rxe"
    }
    assert found == expected


@pytest.mark.parametrize(
    "options",
    [("--flow", "77"), ("--qp", "7777"), ("--host", "10.9.9.9"), ("-Y", "frame.number == 99999")],
    ids=lambda options: options[0],
)
@pytest.mark.parametrize("name", [CORRUPT, CLEAN])
def test_what_matches_nothing_is_not_well(options, name):
    shown = {"--qp": "--qp 0x1e61", "-Y": "-Y 'frame.number == 99999'"}.get(options[0], " ".join(options))
    result = run("expert", *options, name)
    assert result.out == ""
    assert f"ibpkt: {name}: no packet matches {shown}" in result.err
    for more in (("--findings",), ("--format", "json"), ("--format", "sarif")):
        result = run("expert", *options, *more, name)
        assert (result.code, f"no packet matches {shown}" in result.err) == (0, True)


def test_what_is_selected_is_told_as_such():
    nvme = "captures/nvmeof.pcap"
    assert " ".join(run("expert", "--flow", 2, nvme).lines).startswith(f"{nvme}: nothing went wrong in the ")
    assert " ".join(run("expert", "--flow", 2, nvme).lines).endswith(" packets that --flow 2 selects")
    assert " ".join(run("expert", "--kind", "cnp", CORRUPT).lines) == (
        f"{CORRUPT}: the only incident does not match --kind cnp"
    )
    assert " ".join(run("expert", "--severity", "error", LOSSES).lines) == (
        f"{LOSSES}: none of 2 incidents matches --severity error"
    )
    lines = run("expert", "--flow", 1, "--kind", "timeout", LOSSES).lines
    assert lines[-4:] == [
        "1 of 2 incidents in 2,855 packets. Next:",
        f"  ibpkt plot sequence --flow 1 {LOSSES}",
        f"  ibpkt expert --incident 1 --flow 1 --kind timeout {LOSSES}",
        f"  ibpkt expert --findings --flow 1 --kind timeout {LOSSES}",
    ]


def test_an_empty_capture_fails_in_every_format():
    empty = "captures/derived_empty.pcap"
    result = run("expert", "--format", "junit", "--fail-empty", empty, CLEAN)
    assert result.code == 1
    bad, good = XML.fromstring(result.out)
    assert ([case.get("name") for case in bad if len(case)], good.get("failures")) == (["empty"], "0")
    assert "no RDMA packets" in bad.find("testcase/failure").get("message")
    result = run("expert", "--format", "sarif", "--fail-empty", empty)
    (run_of,) = json.loads(result.out)["runs"]
    assert [(each["ruleId"], each["level"]) for each in run_of["results"]] == [("empty", "error")]
    (suite,) = XML.fromstring(run("expert", "--format", "junit", empty).out)
    assert suite.get("failures") == "0"


def test_limits_fail_in_every_format():
    result = run("expert", "--format", "junit", "--max", "stall=1ns,lost=0", "--fail", "error", LOSSES)
    (suite,) = XML.fromstring(result.out)
    assert (result.code, [case.get("name") for case in suite if len(case)]) == (1, ["limits"])
    (run_of,) = json.loads(run("expert", "--format", "sarif", "--max", "lost=0", LOSSES).out)["runs"]
    assert [each["ruleId"] for each in run_of["results"]] == ["loss", "loss", "limit"]


def test_incidents_that_are_no_findings_fail(tmp_path):
    """RoCEv2 one way and RoCEv1 the other: all packets are right by themselves."""
    made, parts = tmp_path / "made.pcap", [tmp_path / "one of two.pcap", tmp_path / "two.pcap"]
    assert run("craft", "traffic", "--packets", "100", "-w", made).code == 0
    for part, host in zip(parts, ("10.0.0.1", "10.0.0.2"), strict=True):
        assert run("edit", made, "-Y", f"ip.src == {host}", "-w", part).code == 0
    old, both = tmp_path / "old.pcap", tmp_path / "one and two.pcap"
    assert run("edit", parts[1], "--to", "rocev1", "-w", old).code == 0
    assert run("edit", parts[0], old, "-w", both).code == 0
    assert run("expert", "--fail", "error", both).code == 0
    assert run("expert", "--fail", "warning", both).code == 1
    (run_of,) = json.loads(run("expert", "--format", "sarif", both).out)["runs"]
    uri = run_of["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert uri.endswith("/one%20and%20two.pcap")


# -- storage above ----------------------------------------------------------------------------------------------------

NVME_LOSS = RECORDED / "upper" / "nvmeof_loss_after_tap_2pct.pcap"


@pytest.mark.costly
@needs(RECORDED)
def test_the_verdict_says_what_a_program_felt():
    """The truth: the host has read nothing between packet 853 and its reconnection, whose first read is packet 1113."""
    lines = run("expert", NVME_LOSS).lines
    verdict = " ".join(lines[: lines.index("")])
    assert verdict.endswith(
        "no Read ended for 43.8 s: packets are lost behind the tap, towards 192.168.77.1, for good; since 2.815 s, "
        "packet 853"
    )
    assert "  where    behind the tap, towards 192.168.77.1; flow 4, NVMe queue 2" in lines
    one = run("expert", "--incident", "2", NVME_LOSS).out
    assert "flows 2, 3, 4, 5 of 7, NVMe queues admin, 1, 2" in " ".join(one.split())


@needs(RECORDED)
def test_what_takes_much_longer_than_the_transport_stood_still_is_no_verdict():
    """Sessions of iSCSI wait for timers of their own: seconds, where packets were missing for milliseconds."""
    path = RECORDED / "upper" / "iser_loss.pcap"
    lines = run("expert", path).lines
    assert "flows stood still for 18.82 ms" in " ".join(lines[:3])
    assert "  commands no READ(10) ended for 56.5 s, since 17.807 s (packet 429)" in lines


@needs(RECORDED)
def test_a_pipe_is_not_read_again():
    piped = run("expert", "-", stdin=NVME_LOSS.read_bytes())
    assert piped.lines[0].startswith("-: flow 4 stood still for 31.12 s")
    assert "flow 4 (NVMe over Fabrics)" in piped.out


@pytest.mark.parametrize("form", ["text", "json"])
def test_counters_of_a_host_that_is_not_there(form, tmp_path):
    """No half of a JSON object stands on standard output."""
    counters = tmp_path / "counters"
    counters.write_text("link rxe0/1 duplicate_request 3\n")
    told = run("expert", "--against", f"10.9.9.9={counters}", "--format", form, CAPTURES / "rnr_recover.pcap")
    assert told == (2, "", "ibpkt: there is no host '10.9.9.9' in the capture; there are 192.168.77.1, 192.168.77.2\n")


@pytest.mark.parametrize(("fault", "word"), [("--duplicate", "there twice"), ("--loss", "sent again")])
def test_bytes_of_copies_were_not_sent_again(fault, word, tmp_path):
    path = tmp_path / "made.pcap"
    made = ("--operations", "WRITE=1", "--packets", "1000", "--only", "requests", fault, "0.03", "--seed", "1")
    assert run("craft", "traffic", *made, "-w", path).code == 0
    again = next(line for line in run("expert", path).lines if line.lstrip().startswith("again "))
    assert f"B {word}, " in again
