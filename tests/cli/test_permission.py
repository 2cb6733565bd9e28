"""A file that may not be read ends every command with 3, as one that cannot be read does: it is no wrong usage."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys

import click
import pytest

from ibpkt.cli.program import cli
from tests.support.command import REPOSITORY, environment

GOOD = "captures/rc_write.pcap"
SECRET = "SECRET"
COMMANDS = (
    ("decode", SECRET), ("check", SECRET), ("stats", "protocols", SECRET), ("stats", "io", SECRET), ("flows", SECRET),
    ("messages", SECRET), ("commands", SECRET), ("expert", SECRET), ("expert", "--counters", SECRET), ("info", SECRET),
    ("fabric", SECRET), ("compare", GOOD, SECRET), ("edit", SECRET, "-w", "OUT"), ("craft", "yaml", SECRET),
    ("craft", "hex", SECRET), ("check-protocol", SECRET), ("--plugin", SECRET, "flows", GOOD),
    ("flows", "--names", SECRET, GOOD), ("flows", "--state", SECRET, GOOD), ("flows", "--join", GOOD, SECRET),
    ("expert", "--against", SECRET, GOOD),
    ("fabric", "--against", SECRET, "captures/ib_small.pcap"), ("decode", "-w", "CLOSED/x.json", "-T", "json", GOOD),
    ("edit", GOOD, "-w", "CLOSED/x.pcap"), ("messages", "--payload", "CLOSED/new", GOOD),
    ("fabric", "-w", "CLOSED/x.svg", "captures/ib_small.pcap"), ("report", SECRET, "-o", "OUT"),
    ("report", GOOD, "-o", "CLOSED/x.html"), ("plot", "throughput", SECRET),
    ("plot", "throughput", "--qp", "1", SECRET),
    ("plot", "sequence", GOOD, "-o", "CLOSED/x.svg"), ("trace", SECRET, "-o", "OUT"),
    ("trace", GOOD, "-o", "CLOSED/x.json"), ("shard", SECRET, "-o", "OUT"), ("shard", GOOD, "-o", "CLOSED/shards"),
    ("cluster", "flows", SECRET), ("flows", "-T", "parquet", "-o", "CLOSED/tables", GOOD),
    ("flows", "--resume", "CLOSED/notes", GOOD, GOOD),
    ("craft", "traffic", "--packets", "1", "-w", "CLOSED/x.pcap"),
    ("craft", "traffic", "--packets", "1", "--truth", "CLOSED/x.jsonl"), ("commands", "--slowest", "2", SECRET),
    *(("stats", kind, SECRET) for kind in ("opcodes", "endpoints", "conversations", "connections", "mad")),
)  # fmt: skip
#: runs commands, and prints what each returned, and said on standard error
SCRIPT = """
import json, sys
from tests.support.command import run
for line in sys.stdin:
    result = run(*json.loads(line))
    print(json.dumps([result.code, result.err]))
"""
_DROP_FROM_BOUNDING_SET, _OVERRIDING = 24, (1, 2)


def without_override():
    """Let permissions stop a superuser, too (prctl(2), capabilities(7))."""
    if os.geteuid() == 0:
        libc = ctypes.CDLL(None, use_errno=True)
        for capability in _OVERRIDING:
            if libc.prctl(_DROP_FROM_BOUNDING_SET, capability, 0, 0, 0):
                os._exit(77)


def test_no_command_is_left_out():
    """Those that read or write a file; `capture`, `extcap`, `mcp` and `tui` are tried where somebody speaks to them."""
    context = click.Context(cli)
    assert {*cli.list_commands(context)} - {"capture", "demo", "extcap", "fields", "mcp", "tui"} == {
        words[0] for words in COMMANDS if words[0][0] != "-"
    }


@pytest.mark.costly
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="permissions are dropped as Linux does it")
def test_every_command(tmp_path):
    secret, closed = tmp_path / "secret.pcap", tmp_path / "closed"
    secret.write_bytes((REPOSITORY / GOOD).read_bytes())
    secret.chmod(0)
    closed.mkdir(mode=0o555)
    places = {SECRET: str(secret), "OUT": str(tmp_path / "out.pcap")}
    commands = [[places.get(word, word.replace("CLOSED", str(closed))) for word in words] for words in COMMANDS]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], input="\n".join(map(json.dumps, commands)), capture_output=True, text=True,
        cwd=REPOSITORY, env=environment(), preexec_fn=without_override, check=False,
    )  # fmt: skip
    if done.returncode == 77:
        pytest.skip("this superuser may not give up its permissions")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == len(commands), done.stderr
    wrong = [(words, *each) for words, each in zip(COMMANDS, told, strict=True) if each[0] != 3]
    assert wrong == []
    for _, err in told:
        assert "permission denied" in err.lower()
        assert "Usage" not in err
