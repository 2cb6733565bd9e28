"""Man pages and completion: written out of the commands, read by groff and by the shells themselves."""

from __future__ import annotations

import shutil
import subprocess
import sys

import pytest

from ibpkt.cli import COMMANDS
from tests.docs.test_written_pages import load
from tests.support.command import REPOSITORY

make_man = load("make_man.py")
PAGES = sorted(path for path in make_man.pages() if path.suffix == ".1")


def test_they_are_what_the_commands_say():
    """`python docs/make_man.py` writes them."""
    written = make_man.pages()
    assert {path for folder in (make_man.MAN, make_man.COMPLETION) for path in folder.iterdir()} == written.keys()
    for path in PAGES:  # completion differs between versions of click, and is tried below
        assert path.read_text(encoding="utf-8") == written[path], path.name


def test_every_command_has_a_page():
    names = {path.stem for path in PAGES}
    assert {"ibpkt", *(f"ibpkt-{command}" for command in COMMANDS)} <= names


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_groff_reads_it_without_a_warning(page):
    if shutil.which("groff") is None:
        pytest.skip("groff is not installed")
    done = subprocess.run(["groff", "-man", "-ww", "-z", "-Kutf8", page], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def completed(words, directory):
    """What bash offers behind a line that has been typed, from the script that the wheel installs."""
    if shutil.which("bash") is None:
        pytest.skip("bash is not installed")
    program = directory / "ibpkt"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m ibpkt "$@"\n')
    program.chmod(0o755)
    typed = " ".join(words)
    lines = f"""
        PATH={directory}:$PATH
        source docs/completion/ibpkt
        COMP_WORDS=({typed})
        COMP_CWORD={len(words) - 1}
        _ibpkt_completion ibpkt
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    done = subprocess.run(["bash", "-c", lines], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.costly
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["ibpkt", "rep"], ["report"]),
        (["ibpkt", "plot", "seq"], ["sequence"]),
        (["ibpkt", "decode", "--fo"], ["--follow", "--format", "--force"]),
        (["ibpkt", "decode", "-e", "infiniband.reth.d"], ["infiniband.reth.dmalen"]),
        (["ibpkt", "flows", "-Y", "infiniband.reth.r"], ["infiniband.reth.r_key"]),
        (["ibpkt", "fields", "infiniband.reth.v"], ["infiniband.reth.va"]),
    ],
    ids=" ".join,
)
def test_bash_completes(typed, offered, tmp_path):
    assert completed(typed, tmp_path) == offered


def test_the_last_name_of_a_filter_is_completed():
    from ibpkt.cli.completion import complete_field

    items = complete_field(None, None, "infiniband.bth.psn>5&&infiniband.reth.d")
    assert [item.value for item in items] == ["infiniband.bth.psn>5&&infiniband.reth.dmalen"]
    assert complete_field(None, None, "no.such.field") == []
