"""Reports: the same results in every format, with limits, and with lists that do not stay in memory."""

from __future__ import annotations

import io
import json
import tracemalloc

import pytest

from ibpkt.cli import check, compare
from ibpkt.cli.expert_report import finding_layout
from ibpkt.output import report as reports
from ibpkt.output.report import REPORTS, Layout, make_report
from tests.support.command import run

A, B = "captures/guest_any_sll2.pcap", "captures/guest_any_sll1_tcpdump.pcap"


def layout(**changed):
    plain = Layout(
        "numbers",
        record=lambda number: {"number": number, "list": [number, "é\n"]},
        text=lambda numbers: f"{numbers}\n",
        columns=("number", "list"),
    )
    return plain._replace(**changed)


def written(form, layout, files, **options):
    out = io.BytesIO()
    report = make_report(form, out, layout, **options)
    for name, *parts in files:
        report.begin(name)
        for part in parts:
            report.add(part)
        report.end(before=lambda: {"first": 1} if layout.spooled else {}, after={"last": 2}, text=lambda: "end\n")
    return out.getvalue().decode()


FILES = [("a\x1b", [1, 2], [3]), ("b",)]


def test_text():
    expected = "==> a\\x1b <==\nnumbers\n[1, 2]\n[3]\nend\n==> b <==\nend\n"
    assert written("text", layout(heading="numbers\n"), FILES, several=True) == expected
    assert written("text", layout(), FILES[:1]) == "[1, 2]\n[3]\nend\n"


def test_csv():
    lines = ["number,list", "1,1 é\\n", "2,2 é\\n", "3,3 é\\n"]
    assert written("csv", layout(), FILES).split("\r\n")[:-1] == lines
    marked = ["file,number,list", *(f"a\\x1b,{line}" for line in lines[1:])]
    assert written("csv", layout(), FILES, several=True).split("\r\n")[:-1] == marked


@pytest.mark.parametrize("several", [False, True])
def test_json_lines(several):
    lines = written("jsonl", layout(), FILES, several=several).splitlines()
    file = {"file": "a\x1b"} if several else {}
    assert list(map(json.loads, lines)) == [{**file, "number": n, "list": [n, "é\n"]} for n in (1, 2, 3)]


@pytest.mark.parametrize("spooled", [False, True])
def test_json(spooled):
    lines = written("json", layout(spooled=spooled), FILES, several=True).splitlines()
    first = ["first"] if spooled else []
    assert [list(json.loads(line)) for line in lines] == [["file", *first, "numbers", "last"]] * 2
    assert [len(json.loads(line)["numbers"]) for line in lines] == [3, 0]
    assert json.loads(written("json", layout(spooled=spooled, key=""), [("a",)])).keys() == {"file", *first, "last"}
    assert written("json", layout(), [("", [])]) == '{"numbers": [], "last": 2}\n'


@pytest.mark.parametrize("form", REPORTS)
@pytest.mark.parametrize(("limit", "kept"), [(0, 5), (1, 1), (3, 3), (9, 5)])
def test_limits(form, limit, kept):
    out = io.BytesIO()
    report = make_report(form, out, layout(text=lambda numbers: "".join(f"{n}\n" for n in numbers)), limit=limit)
    for name in ("a", "b"):
        report.begin(name)
        report.add([1, 2])
        report.add(iter([3, 4, 5]))
        report.end()
        assert report.left_out == 5 - kept
    text = out.getvalue().decode()
    if form == "json":
        assert [len(json.loads(line)["numbers"]) for line in text.splitlines()] == [kept, kept]
    else:
        assert len(text.splitlines()) == 2 * kept + (form == "csv")


def test_tables():
    asked = []

    def rows():
        asked.append("rows")
        return [1]

    def shown():
        asked.append("shown")
        return [{"n": 1, "name": "x"}]

    for form in REPORTS:
        report = make_report(form, io.BytesIO(), layout())
        report.begin("a")
        report.add_table(rows, shown)
        report.end()
    assert asked == ["shown", "rows", "rows", "rows"]


@pytest.mark.parametrize(
    ("key", "arguments"),
    [
        ("differences", ("compare", "--limit", "0", A, B)),
        ("findings", ("expert", "--findings", "captures/corrupt_write.pcap")),
        ("problems", ("check", "captures/corrupt_write.pcap")),
    ],
)
def test_what_goes_through_a_file_is_the_same(key, arguments, monkeypatch):
    before = run(*arguments, "--format", "json").out
    monkeypatch.setattr(reports, "SPOOL_ROOM", 100)
    assert run(*arguments, "--format", "json").out == before
    assert len(json.loads(before)[key]) > 10


@pytest.mark.parametrize(
    "kind", [check.LAYOUT, compare.LAYOUT, finding_layout(False, False)], ids=lambda kind: kind.key
)
def test_millions_of_results_do_not_stay_in_memory(kind):
    """Those commands that count first and list then keep the list in a file."""
    report = make_report("json", io.BytesIO(), kind._replace(record=lambda size: {"text": "x" * size}))
    report.begin("a")
    tracemalloc.start()
    for _ in range(2000):
        report.add([1000])
    assert tracemalloc.get_traced_memory()[0] < 2 * reports.SPOOL_ROOM
    tracemalloc.stop()


@pytest.mark.parametrize("command", ["flows", "messages", "commands", "stats endpoints", "compare"])
def test_columns_that_there_are_not_are_refused_before_anything_is_written(command):
    result = run(*command.split(), "--columns", "nothing", "captures/nvmeof.pcap", "captures/corrupt_write.pcap")
    assert (result.code, result.out) == (2, "")
    assert "there is no column 'nothing'" in result.err
