"""Every block of every page says what happens."""

from __future__ import annotations

import re

import pytest

from tests.support import doc_blocks as blocks
from tests.support.network_namespace import NetworkNamespace

COMMANDS = [
    pytest.param(commands, id=f"{page}:{commands[0].line}")
    for page in blocks.pages()
    for commands in blocks.commands(page)
]
#: their tests run the Python of these pages, and compare what it prints
COMPARED = ("README.md", "docs/testing-scapy.md")
WITH_PYTHON = [
    page
    for page in blocks.pages()
    if page not in COMPARED and any(block.kind == "python" for block in blocks.blocks(page))
]
KINDS = {"console", "python", "sh", "text", "toml"}
#: the captures that are sent to the interface of docs/capture.md
SENT = ("rc_write", "corrupt_write")


@pytest.fixture(scope="session")
def programs(tmp_path_factory):
    return blocks.program(tmp_path_factory.mktemp("bin"))


@pytest.mark.parametrize("commands", COMMANDS)
def test_console_blocks(commands, programs, tmp_path):
    directory = blocks.workplace(tmp_path)
    for command in commands:
        got = blocks.run(command.command, programs, directory)
        assert blocks.matches(command.output, got), f"line {command.line}\n$ {command.command}\n{got[:5000]}"


@pytest.fixture(scope="session")
def network():
    made = NetworkNamespace("eth0")
    yield made
    made.close()


@pytest.mark.parametrize(
    ("name", "commands"),
    [
        pytest.param(name, commands, id=f"{name}:{commands[0].line}")
        for name in SENT
        for commands in blocks.commands("docs/capture.md", name)
    ],
)
def test_console_blocks_that_capture(name, commands, programs, network, tmp_path):
    directory = blocks.workplace(tmp_path)
    for command in commands:
        sent = blocks.REPOSITORY / "captures" / f"{name}.pcap"
        got = blocks.run_hearing(command.command, programs, directory, network, sent)
        assert blocks.matches(command.output, got), f"line {command.line}\n$ {command.command}\n{got[:5000]}"


@pytest.mark.parametrize("page", WITH_PYTHON)
def test_python_blocks(page, tmp_path):
    done = blocks.run_page(page, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("page", blocks.pages())
def test_every_block_is_of_a_known_kind(page):
    assert {block.kind for block in blocks.blocks(page)} <= KINDS
    marks = {None, "live", "run", *(SENT if page == "docs/capture.md" else ())}
    assert {block.mark for block in blocks.blocks(page)} <= marks


@pytest.mark.parametrize("page", blocks.pages())
def test_links_lead_somewhere(page):
    path = blocks.REPOSITORY / page
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8")):
        if "://" not in target:
            assert (path.parent / target).exists(), target


@pytest.mark.parametrize(
    ("expected", "got", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\nb\n", "a\nb\nc\n", False),
        ("a\n…\n", "a\nb\nc\n", True),
        ("…\nc\n", "a\nb\nc\n", True),
        ("a\n…\nc\n", "a\nc\n", True),
        ("a\n…\nd\n", "a\nb\nc\n", False),
        ("", "a\n", False),
    ],
)
def test_elision(expected, got, same):
    assert blocks.matches(expected, got) is same
