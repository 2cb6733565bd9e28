"""Many captures, each for itself: one call of a command a capture, in this process or in others.

The output of a call is caught and written in the order of the captures, so that commands know nothing of it.
"""

from __future__ import annotations

import collections
import io
import json
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from typing import Any, NamedTuple

import click

import ibpkt
from ibpkt.cli import UNREADABLE
from ibpkt.cli.files import Files
from ibpkt.cli.progress import PATIENCE
from ibpkt.cli.progress_line import ProgressLine, wipe
from ibpkt.cli.table_files import TABLE_FORMATS
from ibpkt.cli.terminal import output, table_width, terminal_width, use_color
from ibpkt.errors import IbpktError
from ibpkt.io.run_notes import RunNote, RunNotes
from ibpkt.io.workers import AHEAD, start_worker

#: options that say how the work is done, not what comes of it
_HOW = ("jobs", "resume", "progress_json", "files", "more")


class FileResult(NamedTuple):
    """What the command did with one capture.

    Attributes:
        code: its exit code.
        absent: fields that the filter asks for and no packet has; None where nobody looked.
        out: the file with its output.
        err: the file with its remarks.
        error: what it raised; None for nothing.
    """

    code: int
    absent: tuple[str, ...] | None
    out: str
    err: str
    error: Exception | None


class RunOverFiles:
    """A command over several captures.

    Args:
        command: takes the captures as ``inputs``.
        inputs: all of them.
        form: the format of the output.
        separator: between the texts of two.
    """

    def __init__(self, command: Callable[..., Any], inputs: Files, form: str, separator: str) -> None:
        self._command, self._inputs, self._form = command, inputs, form
        self._separator = separator if form == "text" else ""
        self._written = False
        self._options = click.get_current_context().params
        self._folder = ""

    def run(self, jobs: int, resume: str | None, progress_json: bool) -> int:
        """The exit code, once all is written."""
        notes = None if resume is None else RunNotes(resume, _settings(self._options, self._inputs))
        progress = RunProgress(self._inputs.names, as_json=progress_json)
        code = 0
        with tempfile.TemporaryDirectory(prefix="ibpkt-") as self._folder:
            for name, result, kept in self._results(jobs, notes):
                self._hand_on(result)
                if result.error is not None:
                    raise result.error
                code = max(code, result.code)
                progress.done(name, kept=kept)
        progress.end()
        self._inputs.hint_absent()
        return code

    def _results(self, jobs: int, notes: RunNotes | None) -> Iterator[tuple[str, FileResult, bool]]:
        """The result of each capture, in order, and whether it was there before."""
        pool = _pool(jobs, self) if jobs > 1 else None
        waiting: collections.deque[tuple[str, str, FileResult | Future[FileResult]]] = collections.deque()

        def first() -> tuple[str, FileResult, bool]:
            name, key, given = waiting.popleft()
            if isinstance(given, FileResult):
                return name, given, True
            assert pool is not None
            return name, self._keep(notes, key, pool.result(given)), False

        try:
            for number, name in enumerate(self._inputs.names):
                key = notes.key(name) if notes is not None else ""
                known = self._known(notes, key, name, number)
                if known is not None:
                    waiting.append((name, key, known))
                elif pool is not None:
                    waiting.append((name, key, pool.submit(_work, number)))
                else:
                    yield name, self._keep(notes, key, self.one(number)), False
                while waiting and (pool is None or len(waiting) >= jobs * AHEAD):
                    yield first()
            while waiting:
                yield first()
        finally:
            if pool is not None:
                pool.close()

    def one(self, number: int) -> FileResult:
        """Call the command for one of the captures."""
        inputs = self._inputs.only(number)
        out, err = self._paths(number)
        code = 0
        error: Exception | None = None
        with _Caught(out, err):
            try:
                code = self._command(inputs=inputs)
            except click.ClickException as refused:  # a context cannot go from process to process
                error = click.UsageError(refused.message)
            except (IbpktError, OSError) as failed:
                error = failed
            finally:
                click.get_current_context().close()
        return FileResult(code, inputs.absent, out, err, error)

    def _paths(self, number: int) -> tuple[str, str]:
        """The files that catch what the command writes about a capture."""
        return os.path.join(self._folder, f"{number}.out"), os.path.join(self._folder, f"{number}.err")

    def _hand_on(self, result: FileResult) -> None:
        """Write what the command has written."""
        out = output()
        with open(result.out, "rb") as file:
            if self._form == "csv" and self._written:
                file.readline()  # all have one header
            first = file.read(1)
            if first:
                if self._separator and self._written:
                    out.write(self._separator.encode())
                out.write(first)
                shutil.copyfileobj(file, out, 1 << 20)
                self._written = True
        out.flush()
        with open(result.err, encoding="utf-8", errors="replace") as remarks:
            wipe()
            shutil.copyfileobj(remarks, sys.stderr)
            sys.stderr.flush()
        if result.absent is not None:
            self._inputs.note_absent(result.absent)
        os.unlink(result.out)
        os.unlink(result.err)

    def _known(self, notes: RunNotes | None, key: str, name: str, number: int) -> FileResult | None:
        """The result that an earlier run has kept."""
        note = notes.read(key) if notes is not None and key else None
        if note is None or not self._has_tables(name):
            return None
        out, err = self._paths(number)
        for path, content in ((out, note.out), (err, note.err)):
            with open(path, "wb") as file:
                file.write(content)
        absent = note.about.get("absent")
        return FileResult(note.about["code"], None if absent is None else tuple(absent), out, err, None)

    def _keep(self, notes: RunNotes | None, key: str, result: FileResult) -> FileResult:
        """Keep a result, unless the command failed, or the file may change."""
        if notes is not None and key and result.error is None and result.code != UNREADABLE:
            with open(result.out, "rb") as out, open(result.err, "rb") as err:
                notes.write(key, RunNote({"code": result.code, "absent": result.absent}, out.read(), err.read()))
        return result

    def _has_tables(self, name: str) -> bool:
        """Whether the tables of a capture are there, if tables are written."""
        directory = self._options.get("directory")
        if self._form not in TABLE_FORMATS or directory is None:
            return True
        from ibpkt.tables.table_directory import has_tables

        return has_tables(directory, name)


class _Caught:
    """What is written to standard output and standard error goes to files, for ``with``."""

    def __init__(self, out: str, err: str) -> None:
        self._paths = out, err
        self._before: tuple[Any, Any] = (None, None)

    def __enter__(self) -> None:
        sys.stdout.flush()
        self._before = sys.stdout, sys.stderr
        terminal = sys.stdout.isatty()
        sys.stdout = _CaughtStream(open(self._paths[0], "wb"), terminal)
        sys.stderr = _CaughtStream(open(self._paths[1], "wb"), False)

    def __exit__(self, *_: object) -> None:
        caught = sys.stdout, sys.stderr
        sys.stdout, sys.stderr = self._before
        for stream in caught:
            stream.close()


class _CaughtStream(io.TextIOWrapper):
    """A file that says whether what it stands for is a terminal: that decides on colours and widths."""

    def __init__(self, file: Any, terminal: bool) -> None:
        super().__init__(file, encoding="utf-8", errors="replace")
        self._terminal = terminal

    def isatty(self) -> bool:
        """Whether it stands for a terminal."""
        return self._terminal


class RunProgress:
    """How far a run is, on standard error.

    Args:
        names: of the files.
        as_json: an object after each file; otherwise a line on a terminal.
    """

    def __init__(self, names: tuple[str, ...], *, as_json: bool) -> None:
        self._sizes = {name: _size(name) for name in names}
        self._json = as_json
        self._begin = time.monotonic()
        self._files, self._all = 0, len(names)
        self._bytes, self._total = 0, sum(map(_size, names))
        shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb" and not as_json
        self._line = ProgressLine(self._total, "", self._begin) if shown else None

    def done(self, name: str, *, kept: bool) -> None:
        """A file is done."""
        self._files += 1
        self._bytes += self._sizes[name]
        seconds = time.monotonic() - self._begin
        if self._json:
            about = {
                "file": name, "kept": kept, "files": self._files, "all_files": self._all, "bytes": self._bytes,
                "all_bytes": self._total, "seconds": round(seconds, 3),
            }  # fmt: skip
            sys.stderr.write(json.dumps(about) + "\n")
            sys.stderr.flush()
        elif self._line is not None and seconds > PATIENCE:
            self._line.update(self._bytes, 0)

    def end(self) -> None:
        """All are done."""
        if self._line is not None:
            wipe()


def _size(name: str) -> int:
    try:
        return os.stat(name).st_size
    except OSError:
        return 0


def _settings(options: dict[str, Any], inputs: Files) -> dict[str, Any]:
    """What results depend on besides the captures."""
    context = click.get_current_context()
    read = [*options.get("name_files", ()), *(context.find_root().params.get("plugins") or ())]
    return {
        "version": ibpkt.__version__,
        "command": context.command_path,
        "options": {name: repr(value) for name, value in options.items() if name not in _HOW},
        "read": [_content(name) for name in read],
        "screen": [terminal_width(), table_width(), use_color("auto")],
    }


def _content(name: str) -> str:
    with open(name, "rb") as file:
        return file.read().hex()


_run: RunOverFiles


def _pool(jobs: int, run: RunOverFiles) -> Any:
    import multiprocessing  # late: one process does without

    from ibpkt.io.worker_pool import WorkerPool

    return WorkerPool(jobs, multiprocessing.get_context("fork"), _begin, (run,))


def _begin(run: RunOverFiles) -> None:
    global _run
    start_worker()
    _run = run


def _work(number: int) -> FileResult:
    return _run.one(number)
