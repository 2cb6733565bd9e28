"""``ibpkt mcp``: the SDK's own client asks the server over standard input and output."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import shlex
import signal
import struct
import sys
import time
from pathlib import Path

import anyio
import anyio.from_thread
import pytest

import ibpkt
from tests.support.command import CAPTURES, PATIENCE, REPOSITORY, environment, pcap, run, spawn

mcp = pytest.importorskip("mcp", reason="the server needs the package mcp")

from ibpkt.cli import COMMANDS  # noqa: E402
from ibpkt.cli.mcp_folders import CaptureFolders  # noqa: E402
from ibpkt.cli.mcp_server import CaptureServer  # noqa: E402
from ibpkt.cli.mcp_tools import TOOLS  # noqa: E402
from ibpkt.errors import CallerError, CaptureError  # noqa: E402


@contextlib.contextmanager
def serving(*arguments, cwd=REPOSITORY):
    """A server in a process of its own, and its client, for calls from this thread."""
    parameters = mcp.StdioServerParameters(
        command=sys.executable,
        args=["-m", "ibpkt", "mcp", *map(str, arguments)],
        cwd=cwd,
        env=environment(PYTHONPATH=str(REPOSITORY)),
    )
    with (
        anyio.from_thread.start_blocking_portal() as portal,
        portal.wrap_async_context_manager(mcp.Client(mcp.stdio_client(parameters))) as client,
    ):
        yield Asker(portal, client)


class Asker:
    """Calls tools."""

    def __init__(self, portal, client):
        self.portal, self.client = portal, client

    def text(self, name, **arguments):
        """The text of an answer, and whether it is an error."""
        result = self.portal.call(self.client.call_tool, name, arguments)
        (content,) = result.content
        return content.text, result.is_error

    def __call__(self, name, **arguments):
        text, is_error = self.text(name, **arguments)
        assert not is_error, text
        return json.loads(text)

    def error(self, name, **arguments):
        text, is_error = self.text(name, **arguments)
        assert is_error, text
        assert "\n" not in text
        return text

    def all(self, name, **arguments):
        """All pages."""
        pages = [self(name, **arguments)]
        while "next" in pages[-1]["page"]:
            pages.append(self(name, cursor=pages[-1]["page"]["next"], **arguments))
        return pages


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder of captures, and what lies beside it."""
    outside = tmp_path_factory.mktemp("around")
    folder = outside / "captures"
    (folder / "below").mkdir(parents=True)
    for name in ("rc_write.pcap", "rc_read.pcap", "nvmeof.pcap", "derived_cut_in_record.pcap", "corrupt_write.pcap"):
        (folder / name).write_bytes((CAPTURES / name).read_bytes())
    (folder / "below" / "cm.pcap").write_bytes((CAPTURES / "cm_reject.pcap").read_bytes())
    (folder / "inside.pcap").symlink_to("below/cm.pcap")
    (outside / "secret.pcap").write_bytes((CAPTURES / "cm_reject.pcap").read_bytes())
    (folder / "out.pcap").symlink_to(outside / "secret.pcap")
    (folder / "away").symlink_to(outside)
    (outside / "captures2").mkdir()
    (outside / "captures2" / "secret.pcap").write_bytes((CAPTURES / "cm_reject.pcap").read_bytes())
    os.mkfifo(folder / "pipe.pcap")
    for name in ("-", "-w.pcap", "--plugin=evil.py", "a\nb\x1b[31m\u202e.pcap"):
        (folder / name).write_bytes((CAPTURES / "cm_reject.pcap").read_bytes())
    for name in ("ibpkt.py", "numpy.py", "click.py", "evil.py"):
        (folder / name).write_text(f"open({str(outside / 'ran')!r}, 'w'); raise SystemExit(9)")
    return folder


@pytest.fixture(scope="module")
def ask(folder):
    with serving(folder) as asker:
        yield asker


# -- answers -----------------------------------------------------------------------------------------------------------


def test_the_tools_are_commands_that_only_read(ask):
    tools = {tool.name: tool for tool in ask.portal.call(ask.client.list_tools).tools}
    assert set(tools) == {"captures", *TOOLS}
    assert {tool.words[0] for tool in TOOLS.values()} <= set(COMMANDS)
    for tool in tools.values():
        assert tool.annotations.read_only_hint
        assert tool.description
        assert not set(tool.input_schema["properties"]) & {
            "output", "write", "output_dir", "state", "payload", "export", "against", "names", "plugin", "force", "read"
        }  # fmt: skip
    assert tools["flows"].input_schema["properties"]["sort"]["enum"][0] == "bytes"
    assert tools["flows"].input_schema["required"] == ["file"]


@pytest.mark.parametrize(
    ("name", "arguments", "line"),
    [
        ("info", {}, "info --format json nvmeof.pcap"),
        ("expert", {"file": "corrupt_write.pcap", "severity": "error"}, "expert --format json --severity error"),
        ("flows", {"sort": "bytes", "limit": 2}, "flows --format json --sort bytes --limit 2 nvmeof.pcap"),
        pytest.param(
            "messages",
            {"kind": ["read"], "qp": ["0x12"]},
            "messages --format json --kind read --qp 0x12 nvmeof.pcap",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "commands", {"slowest": 3}, "commands --format json --slowest 3 nvmeof.pcap", marks=pytest.mark.slow
        ),
        pytest.param(
            "check",
            {"filter": "infiniband.bth.psn > 5"},
            "check --format json -Y 'infiniband.bth.psn > 5'",
            marks=pytest.mark.slow,
        ),
        pytest.param("fabric", {}, "fabric --format json nvmeof.pcap", marks=pytest.mark.slow),
        ("stats_io", {"interval": 1}, "stats io --format json --interval 1 nvmeof.pcap"),
    ],
)
def test_answers_are_the_json_of_the_command_line(ask, folder, name, arguments, line):
    file = arguments.pop("file", "nvmeof.pcap")
    pages = ask.all(name, file=file, rows=200, **arguments)
    words = [word for word in shlex.split(line) if word != "nvmeof.pcap"]
    own = json.loads(run(*words, folder / file).out.replace(str(folder / file), file))
    together = {key: value for key, value in pages[0].items() if key not in ("page", "remarks")}
    for page in pages[1:]:
        for key, value in page.items():
            if isinstance(value, list):
                together[key] += value
    assert together == own
    assert pages[0]["page"]["of"] == sum(page["page"]["rows"] for page in pages)


def test_packets(ask, folder):
    lines = ask("decode", file="rc_write.pcap", rows=500)["packets"]
    assert lines == run("decode", "-c", "100", folder / "rc_write.pcap").lines
    rows = ask("decode", file="rc_write.pcap", field=["frame.number", "infiniband.bth.psn"], count=60, rows=60)
    assert rows["packets"][59]["infiniband.bth.psn"]
    assert len(rows["packets"]) == 60
    (tree,) = ask("decode", file="rc_write.pcap", tree=True, count=1)["packets"]
    assert tree == run("decode", "-V", "-c", "1", folder / "rc_write.pcap").out.rstrip("\n")
    (names,) = (ask("fields", glob="infiniband.reth.*")["fields"],)
    assert [row["name"] for row in names] == [f"infiniband.reth.{name}" for name in ("va", "r_key", "dmalen")]


def test_several_files_are_one_capture(ask):
    joined = ask("flows", file="rc_write.pcap", join=["rc_read.pcap"])
    assert (joined["files"], len(joined["flows"])) == (["rc_write.pcap", "rc_read.pcap"], 2)


def test_a_cut_capture_is_answered_with_a_remark(ask):
    answer = ask("check", file="derived_cut_in_record.pcap")
    assert answer["packets"] == 86
    assert "the file ends inside a record in packet 87 at byte 72448" in answer["remarks"][0]


# -- pages -------------------------------------------------------------------------------------------------------------


def test_pages_have_every_row_once(ask):
    pages = ask.all("messages", file="nvmeof.pcap", rows=7)
    assert all(len(page["messages"]) == 7 for page in pages[:-1])
    assert [page["page"]["first"] for page in pages] == list(range(1, pages[0]["page"]["of"] + 1, 7))
    whole = json.loads(run("messages", "--format", "json", "captures/nvmeof.pcap").out)["messages"]
    assert [row for page in pages for row in page["messages"]] == whole
    assert ask("messages", file="nvmeof.pcap", cursor="999")["page"]["rows"] == 0


def test_an_answer_is_never_long(ask, folder):
    asked = {"file": "corrupt_write.pcap", "field": ["frame.number", "infiniband.payload"], "count": 2000, "rows": 500}
    text, is_error = ask.text("decode", **asked)
    assert not is_error
    assert len(text) < 50_000
    assert len(json.loads(text)["packets"]) == int(json.loads(text)["page"]["next"]) < 100


def test_a_huge_output_is_an_error(ask, folder):
    """More than is kept of an answer."""
    with ibpkt.open(CAPTURES / "nvmeof.pcap") as capture:
        packet = next(each.data for each in capture if "ComMgt" in each or "MAD" in each)
    many = bomb(folder / "many.pcap.gz", 1, packet)
    said = ask.error("decode", file=many.name, tree=True, count=10_000, field=[])
    assert said == "the answer is longer than 16 MiB: ask for less, by a filter, a flow or a limit"
    many.unlink()


# -- confinement -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "../secret.pcap", "below/../../secret.pcap", "out.pcap", "away/secret.pcap", "/etc/passwd", "pipe.pcap",
        "../captures2/secret.pcap", "below", ".", "", "\0", "rc_*.pcap", "[r]c_write.pcap", "~", "$HOME", "x" * 5000,
        "nosuch.pcap",        "/dev/stdin", "/proc/self/environ", "-r", "below/cm.pcap/../cm.pcap/..",
    ],
)  # fmt: skip
def test_nothing_outside_is_read(ask, folder, name):
    said = ask.error("info", file=name)
    assert "secret" not in said.replace(name, "")
    assert said.endswith(
        ("there is no such capture in the folders of this server", "lists them", "is a text, not '\\x00'")
    )
    assert ask.error("flows", file="rc_write.pcap", join=[name or "nosuch"]).endswith(
        ("there is no such capture in the folders of this server", "is a text, not '\\x00'")
    )


@pytest.mark.parametrize(
    "name", ["inside.pcap", "below/cm.pcap", "./below/../below/cm.pcap", "-", "-w.pcap", "--plugin=evil.py"]
)
def test_everything_inside_is(ask, folder, name):
    assert ask("info", file=name)["packets"] == 2
    assert ask("info", file=str(folder / name))["packets"] == 2


def test_hostile_names_and_values_stay_values(ask, folder):
    name = "a\nb\x1b[31m\u202e.pcap"
    assert ask("info", file=name)["packets"] == 2
    assert r"a\nb\x1b[31m\u202e.pcap" in {each["file"] for each in ask("captures")["captures"]}
    text, _ = ask.text("info", file=name)
    assert not any(char in text for char in "\n\x1b\u202e")
    evil = str(folder / "evil.py")
    for arguments in (
        {"filter": f"--plugin={evil}"}, {"filter": "--plugin"}, {"host": ["--plugin", evil]}, {"qp": ["--plugin"]},
    ):  # fmt: skip
        ask.error("info", file="rc_write.pcap", **arguments)
    assert "list of 2 names" in ask.error("fabric", file="rc_write.pcap", path=["--plugin", evil])
    ask.error("fields", glob="--plugin=evil.py")
    assert not (folder.parent / "ran").exists()


def test_captures_lists_what_may_be_asked(ask, folder):
    rows = ask("captures")["captures"]
    assert {"rc_write.pcap", "below/cm.pcap"} <= {row["file"] for row in rows}
    assert not {"out.pcap", "pipe.pcap", "secret.pcap", "evil.py"} & {row["file"] for row in rows}
    assert {row["folder"] for row in rows} == {str(folder)}
    assert next(row["bytes"] for row in rows if row["file"] == "rc_write.pcap") == 121872


def answer(folders, name, patience=60, **arguments):
    """The answer of a server in this process."""
    return anyio.run(CaptureServer(CaptureFolders(folders), patience).answer, name, arguments)


def test_two_folders(folder):
    folders = [folder, folder / "below", folder.parent / "captures2"]
    joined = answer(folders, "flows", file="rc_write.pcap", join=["cm.pcap", "secret.pcap"])
    assert joined["files"] == ["rc_write.pcap", str(folder / "below/cm.pcap"), str(folders[2] / "secret.pcap")]
    names = [row["file"] for row in answer(folders, "captures", rows=500)["captures"]]
    assert (names.count("cm.pcap"), names.count("secret.pcap")) == (1, 1)
    (folders[2] / "rc_write.pcap").write_bytes(b"")
    with pytest.raises(CaptureError, match="2 folders have it: give its whole path"):
        answer(folders, "info", file="rc_write.pcap")
    (folders[2] / "rc_write.pcap").unlink()


def test_a_folder_must_be_there(tmp_path):
    assert run("mcp", tmp_path / "nosuch").code == 3
    assert run("mcp", CAPTURES / "rc_write.pcap").err.endswith("rc_write.pcap: not a directory\n")


# -- errors ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "arguments", "sentence"),
    [
        ("flowz", {}, "there is no tool 'flowz'; did you mean flows?"),
        ("flows", {}, "flows needs a file; the tool captures lists them"),
        ("flows", {"file": "rc_write.pcap", "sorted": "bytes"}, "flows has no argument 'sorted'; did you mean sort?"),
        ("flows", {"file": "rc_write.pcap", "sort": "bytez"}, "did you mean bytes"),
        ("flows", {"file": "rc_write.pcap", "filter": "infiniband.bth.pns"}, "did you mean infiniband.bth.psn"),
        ("flows", {"file": "rc_write.pcap", "filter": "("}, "column 2"),
        ("flows", {"file": "rc_write.pcap", "limit": "x"}, "limit"),
        ("flows", {"file": "rc_write.pcap", "no_crc": "yes"}, "no_crc is true or false, not 'yes'"),
        ("flows", {"file": "rc_write.pcap", "host": "x"}, "host is a list of at most 100 values, not 'x'"),
        ("flows", {"file": "rc_write.pcap", "sort": {"a": 1}}, "sort takes texts and numbers"),
        ("flows", {"file": "rc_write.pcap", "rows": 501}, "rows is from 1 to 500, not 501"),
        ("flows", {"file": "rc_write.pcap", "cursor": "-1"}, "cursor is what the page before gave as next"),
        ("flows", {"file": ["rc_write.pcap"]}, "file is a text"),
        ("flows", {"file": "rc_write.pcap", "join": "x"}, "join is a list of files"),
        ("info", {"file": "evil.py"}, "evil.py"),
        ("decode", {"file": "rc_write.pcap", "count": 10_001}, "count is at most 10000"),
        ("decode", {"file": "rc_write.pcap", "field": ["frame.number"], "tree": True}, "tree shows all fields"),
        ("fields", {"glob": "nosuch.*"}, "no field matches 'nosuch.*'"),
    ],
)
def test_errors_are_one_sentence(ask, name, arguments, sentence):
    said = ask.error(name, **arguments)
    assert sentence in said
    assert "Traceback" not in said


def test_the_missing_package_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ibpkt.cli.mcp_server", None)
    assert run("mcp", "captures") == (2, "", "ibpkt: the server needs the package mcp: pip install 'ibpkt[mcp]'\n")


# -- time --------------------------------------------------------------------------------------------------------------


def bomb(path, members, packet=bytes(60)):
    """A capture of ten thousand times as many packets, of a few hundred bytes each ten thousand."""
    head, record = pcap([])[:24], struct.pack("<IIII", 1, 0, len(packet), len(packet)) + packet
    some = gzip.compress(record * 10_000)
    path.write_bytes(gzip.compress(head) + some * members)
    return path


def children():
    """The processes of this one and of its children that run a command of the server."""
    found = set()
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            words = place.read_bytes().split(b"\0")
            if b"endless.pcap.gz" in words:
                found.add(int(place.parent.name))
    return found


def wait_for(condition):
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.05)
    assert condition()


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), pytest.param(signal.SIGTERM, 143, marks=pytest.mark.slow)]
)
def test_a_signal_ends_it_while_it_waits_for_input(number, code):
    process = spawn("mcp", "captures")
    process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    process.stdin.flush()
    assert json.loads(process.stdout.readline())["id"] == 1  # it serves
    process.send_signal(number)
    assert process.wait(PATIENCE) == code
    assert process.stderr.read() == b""
    process.communicate()


@pytest.mark.costly
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="there is no /proc to see processes in")
def test_a_cancelled_call_ends_its_command(ask, folder):
    endless = bomb(folder / "endless.pcap.gz", 10_000)
    call = ask.portal.start_task_soon(ask.client.call_tool, "check", {"file": endless.name})
    wait_for(children)
    call.cancel()
    wait_for(lambda: not children())
    assert ask("info", file="rc_write.pcap")["packets"] == 163  # it goes on answering
    with serving(folder) as other:
        other.portal.start_task_soon(other.client.call_tool, "check", {"file": endless.name})
        wait_for(children)
    wait_for(lambda: not children())  # the client has gone
    with pytest.raises(CallerError, match=r"the command took longer than 0\.3 s: ask for less"):
        answer([folder], "check", 0.3, file=endless.name)
    assert not children()
    endless.unlink()
