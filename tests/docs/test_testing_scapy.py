"""`docs/testing-scapy.md` shows what scapy's contrib.roce gets wrong; a later scapy may have mended some of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import doc_blocks as blocks

scapy = pytest.importorskip("scapy", reason="scapy is not installed")

PAGE = "docs/testing-scapy.md"
#: the version whose defects the page shows
SHOWN = "2.8.0"


@pytest.mark.slow
def test_the_page_shows_what_is_found(tmp_path):
    (shown,) = (block.text for block in blocks.blocks(PAGE) if block.kind == "text")
    done = blocks.run_page(PAGE, tmp_path)
    assert done.returncode == 0, done.stderr
    if scapy.VERSION != SHOWN and done.stdout != shown:
        pytest.skip(f"scapy {scapy.VERSION} answers otherwise than {SHOWN}; rewrite {PAGE}:\n{done.stdout}")
    assert done.stdout == shown


def test_the_page_names_the_version():
    assert f"scapy {SHOWN} says" in (blocks.REPOSITORY / PAGE).read_text(encoding="utf-8")


@pytest.mark.slow
def test_our_layers_have_none_of_these():
    """The rules of the page, asked of `ibpkt.scapy` under the field names of contrib.roce."""
    source = "\n".join(block.text for block in blocks.blocks(PAGE)[:3] if block.kind == "python")
    source = source.replace("from scapy.contrib import roce", "import ibpkt.scapy as roce; roce.install()")
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=blocks.REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    rules = ("has_no_bth", "changes_bytes", "computes_another_icrc", "has_no_aeth", "reads_another_msn")
    assert done.stdout.splitlines() == [f"{rule}: holds" for rule in rules]
