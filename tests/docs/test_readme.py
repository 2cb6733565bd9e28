"""`README.md` says what happens: its Python, its two commands, its table."""

from __future__ import annotations

import contextlib
import io
import re
import tomllib

from ibpkt.cli import COMMANDS
from tests.support import doc_blocks as blocks

README = (blocks.REPOSITORY / "README.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((blocks.REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SHELL = [block.text for block in blocks.blocks("README.md") if block.kind == "sh"]


def test_it_starts_with_output():
    first = blocks.blocks("README.md")[0]
    assert first.kind == "console"
    assert first.line < 12


def test_python_prints_what_is_shown(monkeypatch):
    kinds = [block.kind for block in blocks.blocks("README.md")]
    at = kinds.index("python")
    code, shown = blocks.blocks("README.md")[at : at + 2]
    assert shown.kind == "text"
    monkeypatch.chdir(blocks.REPOSITORY)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(compile(code.text, "README.md", "exec"), {"__name__": "__readme__"})
    assert blocks.matches(shown.text, out.getvalue()), out.getvalue()


def test_two_commands_each_complete_on_a_fresh_machine(tmp_path):
    install, test = SHELL
    venv, pip, run = install.strip().split(" && ")
    assert venv == "python3 -m venv .venv"
    assert pip == ".venv/bin/pip install ."
    program, _, arguments = run.partition(" ")
    assert program == ".venv/bin/ibpkt"
    programs = blocks.program(tmp_path)
    assert blocks.run(f"ibpkt {arguments}", programs, blocks.workplace(tmp_path)).count("\n") > 100
    assert test.strip() == "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/python -m pytest"


def test_what_is_installed_is_what_the_project_says():
    assert PROJECT["scripts"] == {"ibpkt": "ibpkt.cli:main"}
    assert "test" in PROJECT["optional-dependencies"]
    assert PROJECT["requires-python"] == ">=3.11"
    assert "Python 3.11 or later" in README


def test_every_command_is_in_the_table():
    assert set(re.findall(r"^\| `ibpkt ([\w-]+)", README, re.MULTILINE)) == set(COMMANDS)


def test_every_page_is_linked_from_the_index():
    index = (blocks.REPOSITORY / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {path.name for path in (blocks.REPOSITORY / "docs").glob("*.md")} - {"index.md"}
    assert pages == set(re.findall(r"^\| \[([\w-]+\.md)\]", index, re.MULTILINE))


def test_the_explained_comparison_is_the_one_of_the_page_on_pytest():
    """That page is compared with what pytest prints."""
    shown = [block.text for block in blocks.blocks("README.md") if block.kind == "text"][-1]
    assert shown.startswith("E   assert ")
    assert shown in (blocks.REPOSITORY / "docs" / "pytest.md").read_text(encoding="utf-8")
