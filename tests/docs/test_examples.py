"""The example projects under docs/examples: each is complete, its tests pass; `.ci/run` runs them with the wheel."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib

import pytest

from tests.support.doc_blocks import REPOSITORY

PROJECTS = sorted(path.parent for path in (REPOSITORY / "docs" / "examples").glob("*/pyproject.toml"))
#: runs a project's tests with few examples each
FEW = """
import sys, hypothesis, pytest
hypothesis.settings.register_profile("few", max_examples=5, deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("few")
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", "-p", "no:xdist"]))
"""


def test_they_are_found():
    assert {"c-parser", "cocotb-style", "switch-pipeline"} <= {project.name for project in PROJECTS}


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_it_is_complete(project):
    assert (project / "README.md").exists()
    assert list(project.glob("test_*.py")) or list(project.glob("tests/test_*.py"))
    declared = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {"ibpkt", "pytest"} <= {name.partition("[")[0] for name in declared["dependencies"]}


@pytest.mark.parametrize("project", PROJECTS, ids=lambda project: project.name)
def test_its_tests_pass(project):
    pytest.importorskip("hypothesis", reason="the examples need hypothesis")
    paths = os.pathsep.join([str(REPOSITORY), *filter(None, [os.environ.get("PYTHONPATH")])])
    environment = {**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", FEW], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout or "compiler" in done.stdout
