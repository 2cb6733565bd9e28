"""`docs/pytest.md` shows what pytest prints of its tests."""

from __future__ import annotations

import subprocess
import sys

from tests.pytest_plugin.test_plugin import LOAD
from tests.support import doc_blocks as blocks

PAGE = "docs/pytest.md"


def test_the_page_shows_what_pytest_prints(tmp_path):
    source = "\n\n".join(block.text for block in blocks.blocks(PAGE) if block.kind == "python")
    (blocks.workplace(tmp_path) / "test_page.py").write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *LOAD, "-p", "no:cacheprovider", "--tb=short", "test_page.py"],
        cwd=tmp_path,
        env=blocks.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "4 failed, 1 passed" in done.stdout, done.stdout + done.stderr
    shown = [block.text for block in blocks.blocks(PAGE) if block.kind == "text"]
    assert len(shown) == 3
    for text in shown:
        assert text in done.stdout
    # pytest repeats a message in its summary, whole where the environment says CI
    failures, _summary = done.stdout.split("short test summary info")
    assert failures.count("byte 51: BTH.psn: 8 != 7") == 3
