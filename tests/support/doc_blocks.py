"""The code blocks of a page, and running them.

``console`` blocks hold commands after ``$`` and their exact output (a line ``…`` stands for any lines).  Each has a
directory of its own, with `SHOWN` and what its commands write.  ``python`` blocks, and blocks ``sh run`` between them,
run in their order in another such directory, Python in one namespace: as doctests where they start with ``>>>``, as
code otherwise.  A block ``console NAME`` runs while ``captures/NAME.pcap`` is sent to the interface eth0.  Each page
has a process of its own, so that what it changes stays there: `run_page`.  A block ``python live`` needs the guest of
tests/live, which runs it.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

if TYPE_CHECKING:
    from tests.support.network_namespace import NetworkNamespace

REPOSITORY = Path(__file__).resolve().parent.parent.parent
#: what commands see of the repository
SHOWN = ("captures", "docs")
ELISION = "…"
#: a quoted word in which a shell changes nothing, and what it acts on elsewhere
_QUOTED = re.compile(r"""'[^']*'|"[^"$`\\]*\"""")
_FOR_A_SHELL = re.compile(r"""["'|&;<>()$`\\*?\[\]#~!{}\n]""")
#: a command, and those that read what it prints
_PIPE = re.compile(rf"""((?:{_QUOTED.pattern}|[^'"|])*) \| (.*)""", re.DOTALL)
_FENCE = re.compile(r"^```(\w*)(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block.

    Attributes:
        kind: the word after the fence.
        mark: the word after that: ``live``, ``run``, the name of a capture, or none.
        line: the line of the page at which its text starts, from 1.
        text: what it holds.
    """

    kind: str
    mark: str | None
    line: int
    text: str


class Command(NamedTuple):
    """A command of a console block, the line at which it stands, and the output that the page shows."""

    command: str
    line: int
    output: str


def pages() -> list[str]:
    """Every page with blocks, as a path from the root of the repository."""
    paths = [*REPOSITORY.glob("*.md"), *(REPOSITORY / "docs").glob("*.md"), REPOSITORY / "captures" / "README.md"]
    return sorted(path.relative_to(REPOSITORY).as_posix() for path in paths)


def blocks(page: str) -> list[Block]:
    """The blocks of a page."""
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    found = _FENCE.finditer(text)
    return [Block(match[1], match[2], text.count("\n", 0, match.start()) + 2, match[3]) for match in found]


def commands(page: str, mark: str | None = None) -> Iterator[list[Command]]:
    """The commands of each console block of a page that has a certain mark."""
    for block in blocks(page):
        if block.kind != "console" or block.mark != mark:
            continue
        assert block.text.startswith("$ "), f"{page}:{block.line}: a console block starts with a command"
        found = []
        line = block.line
        for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append(Command(command, line, output))
            line += part.count("\n")
        yield found


def matches(expected: str, got: str) -> bool:
    """Whether an output is the expected one, where a line ``…`` stands for any number of lines."""
    parts = re.split(rf"^{ELISION}\n", expected, flags=re.MULTILINE)
    pattern = r"(?:.*\n)*?".join(map(re.escape, parts))
    return re.fullmatch(pattern, got) is not None


def workplace(directory: Path) -> Path:
    """Make a directory look like the root of the repository to commands, which may write into it."""
    for name in SHOWN:
        (directory / name).symlink_to(REPOSITORY / name)
    return directory


def run(command: str, programs: Path, directory: Path, stdin: bytes = b"") -> str:
    """What a shell prints of a command in a directory, on both streams; `programs` comes first on its path.

    A line that is ``ibpkt`` and its arguments, with nothing for a shell to do, runs in this process; so it does before
    a pipe, whose other commands read what it has printed.
    """
    if _is_ours(command):
        _, out, _ = _run_here(command, directory, stdin, together=True)
        return out.decode().replace("\r\n", "\n")  # as text is read from a process
    if (pipe := _PIPE.fullmatch(command)) and _is_ours(pipe[1]):
        _, out, err = _run_here(pipe[1], directory, stdin)
        return err.decode() + run(pipe[2], programs, directory, out)
    done = subprocess.run(["sh", "-c", command], cwd=directory, check=False, input=stdin, **_streams(programs))
    return done.stdout.decode().replace("\r\n", "\n")


def _is_ours(command: str) -> bool:
    return command.startswith("ibpkt ") and not _FOR_A_SHELL.search(_QUOTED.sub("", command))


def _run_here(command: str, directory: Path, stdin: bytes, *, together: bool = False) -> tuple[int, bytes, bytes]:
    from tests.support.command import run_to_bytes  # not into the processes of pages

    with mock.patch.dict(os.environ, {"NO_COLOR": "1", "LC_ALL": "C.UTF-8"}):
        return run_to_bytes(*shlex.split(command)[1:], stdin=stdin, directory=directory, together=together)


def _streams(programs: Path) -> dict[str, Any]:
    """How a shell runs whose output is read, on both streams; `programs` comes first on its path."""
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return {
        "env": {**os.environ, "PATH": path, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"},
        "stdout": subprocess.PIPE, "stderr": subprocess.STDOUT,
    }  # fmt: skip


def run_hearing(command: str, programs: Path, directory: Path, namespace: NetworkNamespace, sent: Path) -> str:
    """The same in a network namespace; the packets of a file are sent once the command says that it captures."""
    process = subprocess.Popen(
        namespace.inside("sh", "-c", command), cwd=directory, stdin=subprocess.DEVNULL, text=True, encoding="utf-8",
        **_streams(programs),
    )  # fmt: skip
    assert process.stdout is not None
    got = ""
    for line in process.stdout:
        got += line
        if "capturing on" in line:
            namespace.send(sent)
    process.wait()
    return got


def program(directory: Path) -> Path:
    """Put an ``ibpkt`` into a directory that runs the package of this repository by this Python."""
    path = directory / "ibpkt"
    script = "import sys; sys.argv[0] = 'ibpkt'; from ibpkt.cli import main; main()"
    path.write_text(
        f'#!/bin/sh\nPYTHONPATH="{REPOSITORY}" exec "{sys.executable}" -c "{script}" "$@"\n', encoding="utf-8"
    )
    path.chmod(0o755)
    return directory


def environment() -> dict[str, str]:
    """One in which a process finds this package, and what hypothesis has read in its source before.

    In a new directory hypothesis would parse all of it.
    """
    paths = [str(REPOSITORY), *filter(None, [os.environ.get("PYTHONPATH")])]
    notes = str(REPOSITORY / ".hypothesis")
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths), "HYPOTHESIS_STORAGE_DIRECTORY": notes}


def run_page(page: str, directory: Path) -> subprocess.CompletedProcess[str]:
    """Run the Python blocks of a page in a process of their own, in a directory that looks like the repository."""
    return subprocess.run(
        [sys.executable, "-m", "tests.support.doc_blocks", page],
        cwd=workplace(directory),
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def _run_blocks(page: str) -> None:
    """Run the Python blocks of a page in this process and directory; raises at the first that fails."""
    if any("hypothesis" in block.text for block in blocks(page)):
        _be_patient()
    names: dict[str, Any] = {"__name__": "__page__"}
    parser = doctest.DocTestParser()
    for block in blocks(page):
        if (block.kind, block.mark) == ("sh", "run"):
            path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
            subprocess.run(["sh", "-ec", block.text], env={**os.environ, "PATH": path}, check=True)
        if block.kind != "python" or block.mark:
            continue
        if block.text.startswith(">>> "):
            runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.FAIL_FAST)
            test = parser.get_doctest(block.text, names, page, page, block.line - 1)
            if runner.run(test, clear_globs=False).failed:
                raise SystemExit(1)
            names.update(test.globs)
        else:
            exec(compile("\n" * (block.line - 1) + block.text, page, "exec"), names)


def _be_patient() -> None:
    """At first hypothesis reads the source of all of ibpkt, which takes a busy machine a second.

    Nor does it remember examples beside those of the tests.
    """
    import hypothesis

    slow = [hypothesis.HealthCheck.too_slow]
    patient = hypothesis.settings(deadline=None, suppress_health_check=slow, database=None)
    hypothesis.settings.register_profile("page", patient)
    hypothesis.settings.load_profile("page")


if __name__ == "__main__":
    _run_blocks(sys.argv[1])
