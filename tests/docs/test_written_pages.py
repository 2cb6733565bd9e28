"""The pages that scripts write are what those write."""

from __future__ import annotations

import importlib.util
import re

import pytest

from ibpkt.batch.fields import fields
from tests.support.doc_blocks import REPOSITORY

#: those that write one page of the documentation; the others have tests of their own
SCRIPTS = sorted({path.name for path in (REPOSITORY / "docs").glob("make_*.py")} - {"make_man.py", "make_sbom.py"})


def load(script):
    """A script of docs/ as a module."""
    spec = importlib.util.spec_from_file_location(script.removesuffix(".py"), REPOSITORY / "docs" / script)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("script", SCRIPTS)
def test_page_is_up_to_date(script):
    module = load(script)
    assert module.PAGE.read_text(encoding="utf-8") == module.page(), f"run python docs/{script}"


def test_every_field_is_there():
    page = (REPOSITORY / "docs" / "fields.md").read_text(encoding="utf-8")
    assert set(fields()) <= set(re.findall(r"`([A-Za-z0-9_.-]+)`", page))
