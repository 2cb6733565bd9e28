"""The blocks ``python live`` of the pages: each is a whole script, with a guest of its own."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.support import doc_blocks as blocks

SCRIPTS = [
    pytest.param(block, id=f"{page}:{block.line}")
    for page in blocks.pages()
    for block in blocks.blocks(page)
    if block.mark == "live"
]


def test_the_readme_has_one():
    assert [param.id.partition(":")[0] for param in SCRIPTS].count("README.md") == 1


@pytest.mark.parametrize("block", SCRIPTS)
def test_script(block, suite):
    pytest.importorskip("scapy", reason="scapy is not installed")
    done = subprocess.run(
        [sys.executable, "-"],
        input=block.text,
        env={**os.environ, "LAB_SUITE": suite},
        cwd=blocks.REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout + done.stderr == ""
