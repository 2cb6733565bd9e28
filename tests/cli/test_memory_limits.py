"""Too little memory: one sentence and an exit code of its own, at whatever moment it runs out."""

from __future__ import annotations

import functools
import importlib
import importlib.machinery
import subprocess
import sys
import types

import pytest

from ibpkt import errors
from ibpkt.cli import EXHAUSTED
from ibpkt.io.source import Capture
from tests.support.command import PATIENCE, PROGRAM, REPOSITORY, environment, run

resource = pytest.importorskip("resource", reason="memory is limited by setrlimit, which this system does not have")
GOOD = "captures/rc_write.pcap"
COMMANDS = {
    "decode": ("decode", GOOD),
    "processes": ("decode", "-j", "2", *[GOOD] * 4),
    "expert": ("expert", GOOD),
    "flows": ("flows", GOOD),
    "parquet": ("decode", "-T", "parquet", "-w", "OUT", GOOD),
    "csv": ("decode", "-T", "csv", GOOD),
    "craft": ("craft", "yaml", "docs/recipe.yaml"),
    "gzip": ("decode", "captures/loss_write_3pct.pcap.gz"),
}


def limited(megabytes, arguments, out):
    """Run a command that can have so many megabytes of addresses."""
    size = megabytes << 20
    return subprocess.run(
        [*PROGRAM, *(str(out) if word == "OUT" else word for word in arguments)],
        cwd=REPOSITORY,
        env=environment(OPENBLAS_NUM_THREADS="1"),
        capture_output=True,
        timeout=PATIENCE,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
        check=False,
    )


def limited_by_option(megabytes, arguments, out):
    """Run a command that limits itself."""
    words = [str(out) if word == "OUT" else word for word in arguments]
    line = [*PROGRAM, *words, "--max-memory", f"{megabytes}M"]
    return subprocess.run(line, cwd=REPOSITORY, env=environment(), capture_output=True, timeout=PATIENCE, check=False)


def check(megabytes, name, tmp_path, run=limited):
    done = run(megabytes, COMMANDS[name], tmp_path / "out")
    err = done.stderr.decode()
    assert "Traceback" not in err, (megabytes, err)
    assert done.returncode in (0, EXHAUSTED), (megabytes, err)
    assert "not installed" not in err
    assert "pip install" not in err
    if done.returncode:
        assert err.startswith("ibpkt: "), (megabytes, err)
        assert err.count("\n") == 1, (megabytes, err)
    assert {path.name for path in tmp_path.iterdir()} <= {"out"}
    return done.returncode


def test_much_too_little(tmp_path):
    assert check(60, "decode", tmp_path) == EXHAUSTED


@pytest.mark.family("endings")
@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not count all memory")
@pytest.mark.parametrize("name", ["processes", "parquet", "expert"])
def test_the_option(name, tmp_path):
    codes = [check(megabytes, name, tmp_path, limited_by_option) for megabytes in (100, 130, 160, 2000)]
    assert codes[0] == EXHAUSTED
    assert codes[-1] == 0


def test_values_of_the_option():
    assert run("decode", GOOD, "--max-memory", "2X").err.endswith("'2X' is not of the form 2G or 512M\n")
    done = subprocess.run(
        [*PROGRAM, "--max-memory=4G", "decode", GOOD, "--max-memory", "5000000k"],
        cwd=REPOSITORY, env=environment(), capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0


@pytest.mark.family("endings")
@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_every_limit(name, tmp_path):
    first = 76 + 10 * [*COMMANDS].index(name)  # others for each command
    codes = []
    for megabytes in range(first, 500, 80):
        codes.append(check(megabytes, name, tmp_path))
        if codes[-1] == 0:  # it has enough, and so it has with more
            break
    assert EXHAUSTED in codes


def test_no_memory_while_a_command_runs(monkeypatch):
    monkeypatch.setattr(Capture, "batches", _raise(MemoryError))
    assert run("decode", GOOD) == (EXHAUSTED, "", "ibpkt: there is too little memory\n")
    monkeypatch.setattr(Capture, "batches", _raise(OSError, 12, "Cannot allocate memory"))
    assert run("decode", GOOD) == (EXHAUSTED, "", "ibpkt: there is too little memory\n")


def test_no_memory_for_a_call(monkeypatch):
    monkeypatch.setattr(Capture, "batches", _raise(SystemError, "error return without exception set"))
    assert run("decode", GOOD) == (EXHAUSTED, "", "ibpkt: there is too little memory\n")


def test_a_package_that_cannot_be_loaded(monkeypatch):
    monkeypatch.setattr(Capture, "batches", _raise(ImportError, "lib.so: failed to map\nsegment"))
    expected = "ibpkt: a package cannot be loaded: lib.so: failed to map segment\n"
    assert run("decode", GOOD) == (EXHAUSTED, "", expected)


@pytest.mark.parametrize("there", [True, False])
def test_a_package_whose_init_file_could_not_be_seen(there, tmp_path, monkeypatch):
    """Python takes its directory for a package without one: a name is missing later. Found by failing system calls."""
    half = types.ModuleType("construct.lib")
    half.__path__ = [str(tmp_path)]
    if there:
        (tmp_path / "__init__.py").touch()
    monkeypatch.setitem(sys.modules, "construct.lib", half)
    monkeypatch.setattr(Capture, "batches", _raise(NameError, "name 'Container' is not defined"))
    if there:
        expected = "ibpkt: a package cannot be loaded: the directory of construct.lib could not be read\n"
        assert run("decode", GOOD) == (EXHAUSTED, "", expected)
    else:
        with pytest.raises(NameError):
            run("decode", GOOD)


def test_a_part_of_a_package_whose_init_file_could_not_be_seen(tmp_path, monkeypatch):
    """The package has failed, and only its part is left. Found by failing system calls: in NumPy."""
    part = tmp_path / "outer" / "inner"
    part.mkdir(parents=True)
    monkeypatch.syspath_prepend(tmp_path)
    importlib.import_module("outer.inner")
    monkeypatch.setitem(sys.modules, "outer.inner", sys.modules["outer.inner"])  # forgotten at the end
    del sys.modules["outer"]
    monkeypatch.setattr(Capture, "batches", _raise(TypeError, "data type 'bool' not understood"))
    with pytest.raises(TypeError):
        run("decode", GOOD)
    (part / "__init__.py").touch()
    expected = "ibpkt: a package cannot be loaded: the directory of outer.inner could not be read\n"
    assert run("decode", GOOD) == (EXHAUSTED, "", expected)


SWALLOWED = """
import sys
from ibpkt import cli

class Callback:
    def __del__(self):
        raise {error}

def after_a_callback(stop, run=cli._run):
    Callback()
    return run(stop)

cli._run = after_a_callback
sys.argv = ["ibpkt", "check", "captures/rc_write.pcap"]
cli.main()
"""


@pytest.mark.costly
@pytest.mark.parametrize("error", ["MemoryError", "ValueError"])
def test_too_little_memory_for_a_callback_of_the_interpreter(error):
    """The command goes on, or says so itself. Found by failing system calls: in Python's import system."""
    done = subprocess.run(
        [sys.executable, "-c", SWALLOWED.format(error=error)],
        cwd=REPOSITORY, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout
    assert ("Exception ignored" in done.stderr) is (error != "MemoryError")


BROKEN = """
import sys

_, package, *arguments = sys.argv

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == package:
            raise ImportError("lib.so: failed to map", name=name)

if {installed}:
    sys.meta_path.insert(0, Finder())
else:
    sys.modules[package] = None
sys.argv = ["ibpkt", *arguments]
from ibpkt.cli import main
main()
"""


@pytest.mark.family("endings")
@pytest.mark.parametrize(
    ("package", "arguments"),
    [
        ("pyarrow", ("decode", "-T", "parquet", GOOD)),
        ("yaml", ("craft", "yaml", "docs/recipe.yaml")),
        ("scapy", ("craft", "python", "BTH()")),
    ],
)
@pytest.mark.parametrize("installed", [True, False])
def test_a_missing_package_is_told_from_one_that_cannot_be_loaded(package, arguments, installed):
    done = subprocess.run(
        [sys.executable, "-c", BROKEN.format(installed=installed), package, *arguments],
        cwd=REPOSITORY,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    if installed:
        assert (done.returncode, done.stderr) == (4, f"ibpkt: {package} cannot be loaded: lib.so: failed to map\n")
    else:
        assert done.returncode == 2
        assert "pip install 'ibpkt[" in done.stderr


@pytest.mark.parametrize("end", ["", *importlib.machinery.all_suffixes()])
def test_what_a_package_needs_is_there_and_was_not_found(end, tmp_path, monkeypatch):
    """Python does not find what it cannot look at, one of its extension modules say. Found by failing system calls."""
    monkeypatch.syspath_prepend(tmp_path)
    missing = functools.partial(ValueError, "not installed")
    with pytest.raises(ValueError, match="not installed"), errors.optional_package(missing):
        raise ModuleNotFoundError(name="_no_such")
    (tmp_path / f"_no_such{end}").touch()
    with pytest.raises(errors.ResourceError, match="_no_such cannot be loaded"), errors.optional_package(missing):
        raise ModuleNotFoundError(name="_no_such")


def test_root_causes():
    inner = MemoryError()
    outer = ImportError("a long\n\nsermon")
    outer.__cause__ = inner
    assert errors.root_cause(outer) == "MemoryError"
    assert errors.root_cause(ImportError("a long\n\nsermon")) == "a long sermon"


def _raise(error, *arguments):
    def function(*_, **__):
        raise error(*arguments)

    return function
