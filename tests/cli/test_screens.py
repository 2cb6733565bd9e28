"""Tables know the width of the terminal; what they print at three widths is stored."""

from __future__ import annotations

import csv
import io
import json

import pytest

from ibpkt.errors import CallerError
from ibpkt.output.table import table
from ibpkt.output.table_fit import TableFit, cut
from tests.cli.regenerate_screens import CASES, COMMANDS, FOLDERS, SCREENS, path_of, screen
from tests.support.command import REPOSITORY, run

NVME = "captures/nvmeof.pcap"


@pytest.mark.parametrize(("name", "width"), CASES)
def test_prints_what_is_stored(name, width):
    if not FOLDERS.get(name, REPOSITORY).exists():
        pytest.skip("the recording is not there")
    path = path_of(name, width)
    assert path.exists(), "run python -m tests.cli.regenerate_screens, and read what it writes"
    found = screen(name, width)
    assert found == path.read_text(encoding="utf-8")
    assert max(map(len, found.splitlines())) <= width


def test_nothing_else_is_stored():
    assert {path.name for path in SCREENS.iterdir()} == {path_of(*case).name for case in CASES}
    assert len(COMMANDS) * 3 == len(CASES)


def test_a_pipe_gets_all_columns(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    whole = run("flows", NVME).out
    assert "not shown" not in whole
    monkeypatch.setenv("COLUMNS", "80")
    assert run("flows", NVME, "--format", "csv").lines[0].count(",") > 50
    monkeypatch.setenv("COLUMNS", "500")
    assert run("flows", NVME).out == whole


def test_wide_and_columns(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    title, *lines = run("flows", "--wide", NVME).lines
    assert {"a_psn", "messages", "udp_srcport", "dscp", "ecn", "p_key"} <= set(title.split())
    assert "not shown" not in lines[-1]
    assert run("flows", "--columns", "flow,udp_srcport, p_key", NVME).lines[0].split() == [
        "flow", "udp_srcport", "p_key",
    ]  # fmt: skip
    assert run("messages", "--columns", "frame,outcome", NVME).lines[0].split() == ["frame", "outcome"]
    assert run("messages", "--columns", "outcome", NVME).lines[1] == "sent"
    assert run("messages", "--wide", NVME).out == run("messages", "--wide", NVME).out
    assert run("flows", "--columns", "flow,vlan,a_gid", NVME).lines[0].split() == ["flow", "vlan", "a_gid"]
    shown = run("stats", "connections", "--columns", "service,reason", NVME)
    assert (shown.code, shown.lines[0].split()) == (0, ["service", "reason"])
    assert run("stats", "connections", "--columns", "services", NVME).code == 2
    wrong = run("flows", "--columns", "flow,udp_srcprot", NVME)
    assert (wrong.code, wrong.err) == (
        2, "ibpkt: there is no column 'udp_srcprot'; did you mean udp_srcport?\n",
    )  # fmt: skip
    assert run("messages", "--columns", "frmae", NVME).code == 2
    assert run("flows", "--columns", "", NVME).code == 2


ROWS = [{"name": "first", "size": 12345, "note": "some text"}, {"name": "b", "size": 1, "note": "another, longer"}]


def test_columns_go_in_the_order_of_their_importance():
    fit = TableFit(18)
    assert fit.table(ROWS, first_to_go=("size", "note")) == (
        "name    size\nfirst  12345\nb          1\nnot shown: note\n  (--wide shows\n  all)\n"
    )
    assert fit.table(ROWS).splitlines()[:3] == ["name    size", "first  12345", "b          1"]
    assert TableFit(None).table(ROWS) == TableFit(10, wide=True).table(ROWS) == table(ROWS)


def test_a_narrow_column_comes_back_where_a_wide_one_has_gone():
    rows = [{"key": "k" * 10, "a": 1, "wide": "w" * 30}]
    assert TableFit(15).table(rows, first_to_go=("a", "wide")).splitlines()[0].split() == ["key", "a"]


def test_texts_are_cut_where_nothing_else_helps():
    lines = TableFit(20).table([{"key": "k" * 30, "n": 7}], first_to_go=()).splitlines()
    assert lines == ["key                n", "kkkkkkkkkkkkkkkk…  7"]
    assert cut("12345", 4) == "123…"
    assert cut("12345", None) == cut("12345", 5) == "12345"


def test_quiet_columns_are_shown_when_asked_for():
    assert "note" not in TableFit().table(ROWS, quiet=("note",))
    assert "note" in TableFit(wide=True).table(ROWS, quiet=("note",))
    assert TableFit(columns=("note",)).table(ROWS, quiet=("note",)).startswith("note\n")
    with pytest.raises(CallerError, match="no column 'nam'"):
        TableFit(columns=("nam",)).table(ROWS)
    assert TableFit(10).table([]) == ""


def test_flows_say_which_path_they_take():
    (flow,) = json.loads(run("flows", "--format", "json", "captures/vlan_write.pcap").out)["flows"]
    assert (flow["a_vlan"], flow["a_pcp"], flow["a_dscp"], flow["a_ecn"]) == ([100], [3], [0], [0])
    assert flow["a_p_key"] == [0xFFFF]
    assert flow["a_udp_srcport"] == flow["b_udp_srcport"] == [52752]
    assert (flow["a_gid"], flow["a_sl"], flow["a_flow_label"], flow["a_name"]) == ([], [], [], "")
    (flow,) = json.loads(run("flows", "--format", "json", "captures/tclass_dscp26_ect0.pcap").out)["flows"]
    assert (flow["a_dscp"], flow["a_ecn"]) == ([26], [2])
    text = run("flows", "captures/tclass_dscp26_ect0.pcap").lines
    assert dict(zip(text[0].split()[-2:], text[1].split()[-2:], strict=True)).keys() <= {"dscp", "ecn", "seconds"}
    marked = json.loads(run("flows", "--format", "json", "captures/ecn_marked_netem.pcap").out)["flows"]
    assert any(3 in flow[f"{end}_ecn"] for flow in marked for end in "ab")
    rows = list(csv.DictReader(io.StringIO(run("flows", "--format", "csv", "captures/vlan_write.pcap").out)))
    assert (rows[0]["a_vlan"], rows[0]["b_p_key"]) == ("100", "65535")
    native = json.loads(run("flows", "--format", "json", "captures/ib_small.pcap").out)["flows"]
    assert all(flow["a_sl"] == [0] for flow in native)


def test_wide_is_for_people():
    """Programs get all of it anyway, and lists are the items of a cell."""
    for form in ("json", "csv"):
        arguments = ("flows", "--format", form, "captures/ecn_marked_netem.pcap")
        assert run(*arguments, "--wide").out == run(*arguments).out
    (flow,) = csv.DictReader(io.StringIO(run("flows", "--format", "csv", "captures/ecn_marked_netem.pcap").out))
    assert (flow["a_ecn"], flow["b_ecn"], flow["a_vlan"], flow["a_dscp"]) == ("2 3", "2", "", "26")


def test_pieces_of_a_capture_know_the_path(tmp_path):
    pieces = ("1-100", "101-200", "201-")
    for at, frames in enumerate(pieces):
        piece = tmp_path / f"{at}.pcap"
        assert run("edit", "captures/ecn_marked_netem.pcap", "--frames", frames, "-w", piece).code == 0
        final = ["--final"] if at == len(pieces) - 1 else []
        result = run("flows", "--wide", "--state", tmp_path / "state", *final, piece)
    assert result.out == run("flows", "--wide", "captures/ecn_marked_netem.pcap").out
    assert "2,3/2" in result.out


@pytest.mark.family("batches")
def test_paths_do_not_depend_on_batches_or_limits():
    whole = json.loads(run("flows", "--format", "json", "captures/ib_small.pcap").out)["flows"]
    limited = json.loads(run("flows", "--format", "json", "--limit", "3", "captures/ib_small.pcap").out)["flows"]
    assert limited == whole[:3]
    joined = json.loads(run("flows", "--join", "--format", "json", "captures/ib_small.pcap").out)["flows"]
    assert joined == whole
