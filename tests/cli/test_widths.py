"""Nothing that is laid out is wider than the terminal: help texts, tables, screens, lists of findings."""

from __future__ import annotations

import os
import shlex
import subprocess
from unittest import mock

import click
import pytest

from ibpkt.cli import COMMANDS
from ibpkt.cli.help_text import broken
from ibpkt.cli.program import cli
from tests.cli.regenerate_screens import WIDTHS
from tests.support.command import run


def every_command(group=cli, before=()):
    """All commands and their subcommands, as words."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*before, name)
        if isinstance(command, click.Group):
            yield from every_command(command, (*before, name))


ALL = [(), *every_command()]


def widest(width, *words):
    with mock.patch.dict(os.environ, {"COLUMNS": str(width)}):
        result = run(*words)
    assert result.code in (0, 1), result.err
    assert result.lines
    return max(map(len, result.lines))


def test_all_commands_are_known():
    assert {words[0] for words in ALL if words} == set(COMMANDS)
    assert {("stats", "io"), ("craft", "yaml")} <= set(ALL)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("words", ALL, ids=" ".join)
def test_help(words, width):
    assert widest(width, *words, "--help") <= width


@pytest.mark.parametrize("width", [20, 40, 60, 80])
@pytest.mark.parametrize(
    "line",
    ["ibpkt decode -Y 'infiniband.bth.opcode == \"RC Acknowledge\"' a.pcap", 'printf "%s\\n" "a  b" \'$HOME\' c'],
)
def test_a_broken_line_is_the_same_for_a_shell(line, width):
    lines = broken(line, width)
    assert all(len(each) <= width or len(each.split("'")) > 1 for each in lines)
    words = 'for word in {}; do echo "$word"; done'
    told = [subprocess.check_output(["sh", "-c", words.format(text)]) for text in (line, "\n".join(lines))]
    assert told[0] == told[1]
    assert broken(line, 1000) == [line]


def test_columns_that_are_left_out_are_named_where_there_is_a_table(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    for command in ("messages", "commands", "flows"):
        assert "not shown" in run(command, "captures/nvmeof.pcap").out
        assert "not shown" not in run(command, "captures/derived_empty.pcap").out
        assert "not shown" not in run(command, "--wide", "captures/nvmeof.pcap").out


@pytest.mark.sweep
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "line",
    [
        "check captures/corrupt_write.pcap",
        "commands captures/nvmeof.pcap",
        "commands --latency captures/nvmeof.pcap",
        "commands --depth captures/nvmeof.pcap",
        "commands --slowest 6 captures/nvmeof.pcap",
        "compare captures/guest_any_sll2.pcap captures/guest_any_sll1_tcpdump.pcap",
        "expert captures/loss_write_3pct.pcap.gz",
        "expert --counters captures/loss_write_3pct.pcap.gz",
        "expert --findings captures/loss_write_3pct.pcap.gz",
        "expert --findings --explain captures/nak_remote_access_write_rkey.pcap",
        "expert --incident 1 captures/loss_write_3pct.pcap.gz",
        "expert --kinds",
        "expert --summary --explain captures/corrupt_write.pcap",
        "fabric --events captures/ib_small.pcap",
        "fabric --against captures/ib_small.pcap captures/ib_small.pcap",
        "fields infiniband.*",
        "flows -V captures/nvmeof.pcap",
        "info captures/ib_small.pcap",
        "messages --depth captures/rc_read.pcap",
        "messages --latency captures/nvmeof.pcap",
        "stats io --interval 0.1 --measure 'sum(infiniband.reth.dmalen)' --column udp captures/rc_write.pcap",
        "stats protocols captures/nvmeof.pcap",
    ],
)
def test_what_commands_print(line, width):
    assert widest(width, *shlex.split(line)) <= width
