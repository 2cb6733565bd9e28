"""mypy and pyright accept the examples, report every wrong line, and know the types of nearly all public names."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.support.shared import REPOSITORY

pytest.importorskip("mypy", reason="type checkers come with the extra [dev]")
pytest.importorskip("basedpyright", reason="type checkers come with the extra [dev]")

HERE = Path(__file__).parent
EXAMPLES = sorted((HERE / "examples").glob("*.py"))
WRONG = sorted((HERE / "wrong").glob("*.py"))
#: the share of public names whose types are known, as pyright counts them
COMPLETENESS = 0.98
#: what pyright itself does where nothing is configured; basedpyright would do more
CONFIGURATION = {"typeCheckingMode": "standard", "include": [str(path) for path in (*EXAMPLES, *WRONG)]}

pytestmark = pytest.mark.slow


def run(command, folder, **environment):
    """The standard output of a type checker; it fails where it finds errors."""
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, env={**os.environ, **environment}
    )
    assert done.returncode in (0, 1), done.stderr
    return done.stdout


@pytest.fixture(scope="session")
def environment(tmp_path_factory):
    """A Python environment in which ibpkt is this one, beside all else that is installed."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(folder)}))
    packages.joinpath("this.pth").write_text(f"{REPOSITORY}\n{sysconfig.get_path('purelib')}\n")
    return folder


def pyright(environment, folder, *arguments):
    path = f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}"
    text = run(["basedpyright", "--outputjson", *arguments], folder, PATH=path, VIRTUAL_ENV=str(environment))
    return json.loads(text)


@pytest.fixture(scope="session")
def errors_of_mypy(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mypy")
    files = [str(path) for path in (*EXAMPLES, *WRONG)]
    options = ["--strict", "--config-file=", "--follow-imports=silent", "--no-error-summary", "--show-absolute-path"]
    text = run(["mypy", *options, *files], folder, MYPYPATH=str(REPOSITORY))
    return set(re.findall(r"^(.+?):(\d+): error:", text, re.M))


@pytest.fixture(scope="session")
def errors_of_pyright(tmp_path_factory, environment):
    folder = tmp_path_factory.mktemp("pyright")
    folder.joinpath("pyrightconfig.json").write_text(json.dumps(CONFIGURATION))
    found = pyright(environment, folder)["generalDiagnostics"]
    return {(one["file"], str(one["range"]["start"]["line"] + 1)) for one in found if one["severity"] == "error"}


@pytest.fixture(params=["mypy", "pyright"])
def errors(request):
    """File and line of every error."""
    return request.getfixturevalue(f"errors_of_{request.param}")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_have_no_errors(path, errors):
    assert not [line for file, line in errors if file == str(path)]


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_every_wrong_line_is_an_error_and_no_other(path, errors):
    lines = path.read_text(encoding="utf-8").splitlines()
    expected = {str(number) for number, line in enumerate(lines, 1) if line.endswith("  # expect: error")}
    assert expected
    assert {line for file, line in errors if file == str(path)} == expected


def test_types_of_public_names_are_known(environment, tmp_path):
    found = pyright(environment, tmp_path, "--verifytypes", "ibpkt", "--ignoreexternal")["typeCompleteness"]
    assert found["exportedSymbolCounts"]["withKnownType"] > 5000  # it has found the package
    unknown = [one["name"] for one in found["symbols"] if one["isExported"] and not one["isTypeKnown"]]
    assert found["completenessScore"] >= COMPLETENESS, "\n".join(unknown)
