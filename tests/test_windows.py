"""Commands where the machine looks like Windows: the same bytes, and a sentence where Windows cannot do it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.command import CAPTURES, PATIENCE, REPOSITORY, environment, run
from tests.support.windows import check_name

GOOD = "captures/rc_write.pcap"
#: lines whose output is the same as elsewhere
LINES = {
    "decode": ("decode", "-T", "jsonl", GOOD),
    "processes": ("decode", "-j", "2", GOOD, "captures/ib_small.pcap"),
    "files": ("flows", "-j", "2", GOOD, "captures/ib_small.pcap"),
    "expert": ("expert", "captures/loss_write_3pct.pcap.gz"),
    "memory": ("messages", "--memory", GOOD),
    "picture": ("plot", "sequence", GOOD),
    "commands": ("commands", "captures/nvmeof.pcap"),
    "compare": ("compare", GOOD, GOOD),
    "help": ("decode", "--help"),
}
#: lines that write a file, and its name
WRITERS = {
    "edit": ("edit", GOOD, "-w", "out.pcapng"),
    "text": ("decode", GOOD, "-w", "out.txt"),
    "parquet": ("decode", GOOD, "-T", "parquet", "-w", "out.parquet"),
    "page": ("report", GOOD, "-o", "page.html"),
    "picture": ("plot", "sequence", GOOD, "-o", "picture.svg"),
    "trace": ("trace", GOOD, "-o", "trace.json"),
    "fabric": ("fabric", "captures/ib_small.pcap", "--export", "fabric.dot"),
    "recipe": ("craft", "yaml", "docs/recipe.yaml", "-w", "out.pcap"),
}


def on_windows(*words, stdin=b""):
    """Run a command in a process that looks like Windows: exit code, standard output, standard error."""
    line = [sys.executable, "-m", "tests.support.windows", *map(str, words)]
    # the code page of a pipe in western Europe, which has no ellipsis
    surroundings = environment(PYTHONIOENCODING="cp850")
    done = subprocess.run(line, cwd=REPOSITORY, env=surroundings, capture_output=True, timeout=PATIENCE, input=stdin)
    return done.returncode, done.stdout.decode(), done.stderr.decode("cp850")


@pytest.mark.costly
@pytest.mark.parametrize("name", LINES)
def test_the_same_output(name):
    expected = run(*LINES[name])
    assert on_windows(*LINES[name]) == expected
    assert expected.out


@pytest.mark.costly
@pytest.mark.parametrize("name", WRITERS)
def test_the_same_file(name, tmp_path):
    *words, file = WRITERS[name]
    path, written = tmp_path / file, tmp_path / "written"
    done = on_windows(*words, path)
    path.rename(written)
    assert done == run(*words, path)  # some files say how they were made
    assert path.read_bytes() == written.read_bytes()
    assert {each.name for each in tmp_path.iterdir()} == {path.name, written.name}


IMPORTS = """
import importlib, pkgutil
from tests.support.windows import pretend
pretend(*"distributed hypothesis.strategies mcp.server polars scapy.all textual.app textual.widgets uvicorn".split())
import ibpkt
for module in pkgutil.walk_packages(ibpkt.__path__, "ibpkt."):
    if module.name != "ibpkt.__main__":
        importlib.import_module(module.name)
        print(module.name)
"""


@pytest.mark.slow
def test_every_module_can_be_imported():
    """None needs a module or a name that Windows lacks before it is used."""
    line = [sys.executable, "-c", IMPORTS]
    done = subprocess.run(line, cwd=REPOSITORY, capture_output=True, text=True, timeout=5 * PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) > 800


def test_payloads_have_names_that_windows_takes(tmp_path):
    assert on_windows("messages", GOOD, "--payload", tmp_path / "payload")[0] == 0
    assert len(list((tmp_path / "payload").iterdir())) > 1


@pytest.mark.costly
def test_a_state_is_kept(tmp_path):
    words = ("expert", "captures/loss_write_3pct.pcap.gz", "--state", tmp_path / "state")
    assert on_windows(*words)[0] == 0
    assert (tmp_path / "state").stat().st_size


def test_a_pipe_is_followed():
    """Windows cannot wait for a pipe: reading it does."""
    data = (CAPTURES / "rc_write.pcap").read_bytes()
    code, out, err = on_windows("decode", "-f", "-", stdin=data)
    assert (code, out) == (0, run("decode", "-", stdin=data).out)
    assert err == "ibpkt: -: 163 packets\n"


def test_a_file_that_is_read_cannot_be_replaced(tmp_path):
    path = tmp_path / "here.pcap"
    path.write_bytes((CAPTURES / "rc_write.pcap").read_bytes())
    code, out, err = on_windows("edit", path, "-w", path, "--force")
    assert (code, out) == (3, "")
    assert err == f"ibpkt: {path}: cannot be written: the process cannot access the file\n"
    assert path.read_bytes() == (CAPTURES / "rc_write.pcap").read_bytes()
    assert [each.name for each in tmp_path.iterdir()] == ["here.pcap"]


@pytest.mark.costly
@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--max-memory", "500M", "check", GOOD), "ibpkt: --max-memory: this system has no limits of memory"),
        (("capture", "-i", "eth0"), "ibpkt captures on Linux only; elsewhere tcpdump does"),
    ],
)
def test_what_windows_cannot_do(words, sentence):
    code, out, err = on_windows(*words)
    assert code in (2, 3)
    assert out == ""
    assert sentence in err
    assert "Traceback" not in err


@pytest.mark.parametrize("name", ["a:b", "a?", "con", "NUL.txt", "end.", "tab|", 'quote"', "back\\slash"])
def test_names_that_windows_does_not_take(name):
    with pytest.raises(ValueError, match="Windows takes no file of the name"):
        check_name(f"/tmp/{name}")
    check_name("/tmp/date=2026-11-28/file=a%3Ab/part-0.parquet")
