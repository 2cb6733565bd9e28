"""The compiled kernel: that of the installation, or one that is compiled here."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

from ibpkt.kernel import loops
from tests.support.command import REPOSITORY

SOURCE = REPOSITORY / "ibpkt" / "kernel" / "kernel.c"


@pytest.fixture(scope="session")
def module(tmp_path_factory):
    """The module in C; a test that needs it skips where there is no compiler."""
    if loops.COMPILED:
        return loops._compiled
    compiler = shutil.which("cc")
    include = sysconfig.get_paths()["include"]
    if compiler is None or not Path(include, "Python.h").exists():
        pytest.skip("there is no C compiler with Python's headers")
    made = tmp_path_factory.mktemp("kernel") / "compiled.abi3.so"
    options = ["-O2", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-shared", "-fPIC", f"-I{include}"]
    subprocess.run([compiler, *options, str(SOURCE), "-o", str(made)], check=True)
    spec = importlib.util.spec_from_file_location("ibpkt.kernel.compiled", made)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


@pytest.fixture
def use(module, monkeypatch):
    """A function that turns the kernel on or off for what the test does next."""

    def turn(on: bool) -> None:
        monkeypatch.setattr(loops, "_compiled", module, raising=False)
        monkeypatch.setattr(loops, "COMPILED", on)

    turn(True)
    return turn
