"""Reports: the results of files as text, CSV, JSON (an object per file) or JSON lines, written as they come.

layout = Layout("problems", record=Problem._asdict, text=lambda problems: "".join(f"{p}\\n" for p in problems))
report = make_report("json", sys.stdout.buffer, layout)
report.begin("capture.pcap")
report.add(problems)
report.end(after={"packets": 163})
"""

from __future__ import annotations

import abc
import itertools
from collections.abc import Callable, Iterable, Sequence
from typing import Any, BinaryIO, Generic, NamedTuple, TypeVar

from ibpkt.output.document import file_title
from ibpkt.output.paint import painted
from ibpkt.output.table import Row, comma_separated, json_text, table

T = TypeVar("T")

#: bytes of a list that waits in main memory; more than that goes to a temporary file
SPOOL_ROOM = 1 << 20


class Layout(NamedTuple, Generic[T]):
    """How results of one kind are written.

    Attributes:
        key: of their list in a JSON object; empty where there is no list, and nothing is added.
        record: a result as values by name, for CSV and JSON.
        text: some results as text.
        columns: the names of the values in CSV.
        heading: text above the first results of a file.
        table: rows as a table for people.
        spooled: what precedes the list in a JSON object is known only at the end, so the list, which may have
            millions of items, waits in a temporary file.
    """

    key: str
    record: Callable[[T], Row]
    text: Callable[[Sequence[T]], str] = lambda results: ""
    columns: Sequence[str] = ()
    heading: str = ""
    table: Callable[[Sequence[Row]], str] = table
    spooled: bool = False


class Report(abc.ABC, Generic[T]):
    """Writes the results of one file after the other; made by `make_report`.

    Attributes:
        left_out: results of this file beyond the limit.
    """

    def __init__(self, out: BinaryIO, layout: Layout[T], *, several: bool, limit: int, color: bool = False) -> None:
        self.left_out: int = 0
        self._out = out
        self._layout = layout
        self._several = several
        self._limit = limit
        self._color = color
        self._name = ""
        self._files: Sequence[str] = ()
        self._kept = 0

    def begin(self, name: str = "", files: Sequence[str] = ()) -> None:
        """A file begins.

        Args:
            name: of the file.
            files: the names of the files that are read as one, where it is no single file.
        """
        self._name, self._files = name, files
        self._kept = self.left_out = 0

    def add(self, results: Iterable[T]) -> None:
        """Write results of the file, as far as the limit allows."""
        kept: Sequence[T]
        if self._limit:
            results = iter(results)
            kept = list(itertools.islice(results, self._limit - self._kept))
            self.left_out += sum(1 for _ in results)
        else:
            kept = results if isinstance(results, Sequence) else list(results)
        self._add(kept)
        self._kept += len(kept)

    def add_table(self, rows: Callable[[], Iterable[T]], shown: Callable[[], Sequence[Row]]) -> None:
        """Write a whole table at once.

        Args:
            rows: gives the results, for programs.
            shown: gives the rows of a table for people.
        """
        self.add(rows())

    def end(self, before: Callable[[], Row] = dict, after: Row | None = None, text: Callable[[], str] = str) -> None:
        """The file is at its end.

        Args:
            before: gives members of the JSON object before the list, where it is spooled.
            after: members after the list.
            text: gives text to follow the results.
        """
        self._out.flush()

    def _write(self, text: str) -> None:
        self._out.write(text.encode())

    @abc.abstractmethod
    def _add(self, results: Sequence[T]) -> None: ...


class TextReport(Report[T]):
    """Text for people."""

    #: the title of a file of which nothing was written yet: what is asked for may be refused at its first rows
    _title = ""

    def _write(self, text: str) -> None:
        text, self._title = self._title + text, ""
        super()._write(painted(text) if self._color else text)

    def begin(self, name: str = "", files: Sequence[str] = ()) -> None:
        """A file begins."""
        super().begin(name, files)
        self._title = file_title(name) if self._several else ""

    def _add(self, results: Sequence[T]) -> None:
        if results:
            self._write(("" if self._kept else self._layout.heading) + self._layout.text(results))

    def add_table(self, rows: Callable[[], Iterable[T]], shown: Callable[[], Sequence[Row]]) -> None:
        """Write a whole table at once."""
        self._write(self._layout.table(shown()))

    def end(self, before: Callable[[], Row] = dict, after: Row | None = None, text: Callable[[], str] = str) -> None:
        """The file is at its end."""
        self._write(text())
        super().end()


class JsonLinesReport(Report[T]):
    """A JSON object per result, one a line."""

    def _record(self, result: T) -> Row:
        record = self._layout.record(result)
        return {"file": self._name, **record} if self._several else record

    def _add(self, results: Sequence[T]) -> None:
        self._out.writelines(json_text(self._record(result)).encode() + b"\n" for result in results)


class CsvReport(JsonLinesReport[T]):
    """CSV: the results of all files under one header."""

    _header = True

    def begin(self, name: str = "", files: Sequence[str] = ()) -> None:
        """A file begins."""
        super().begin(name, files)
        self._add(())

    def _add(self, results: Sequence[T]) -> None:
        columns = ("file", *self._layout.columns) if self._several else self._layout.columns
        self._write(comma_separated(columns, map(self._record, results), self._header))
        self._header = False


class JsonReport(Report[T]):
    """A JSON object per file, one a line; the results are a list in it."""

    _list: Any

    def begin(self, name: str = "", files: Sequence[str] = ()) -> None:
        """A file begins."""
        super().begin(name, files)
        if self._layout.spooled:
            import tempfile  # late: it imports every compressor

            self._list = tempfile.SpooledTemporaryFile(max_size=SPOOL_ROOM)  # noqa: SIM115  # closed by end
        else:
            self._list = self._out
            self._write(self._opening({}))

    def _opening(self, members: Row) -> str:
        """The object up to the first item of its list."""
        if self._files:
            members = {"files": list(self._files), **members}
        elif self._name:
            members = {"file": self._name, **members}
        start = json_text(members).removesuffix("}")
        if not self._layout.key:
            return start
        return start + (", " if members else "") + json_text(self._layout.key) + ": ["

    def _add(self, results: Sequence[T]) -> None:
        for place, result in enumerate(results, self._kept):
            text = json_text(self._layout.record(result))
            self._list.write((f", {text}" if place else text).encode())

    def end(self, before: Callable[[], Row] = dict, after: Row | None = None, text: Callable[[], str] = str) -> None:
        """The file is at its end."""
        if self._layout.spooled:
            with self._list as file:
                self._write(self._opening(before()))
                file.seek(0)
                while piece := file.read(1 << 20):
                    self._out.write(piece)
        closing = "]" if self._layout.key else ""
        self._write(closing + (f", {json_text(after)[1:-1]}" if after else "") + "}\n")
        super().end()


#: formats of reports
REPORTS: dict[str, type[Report[Any]]] = {
    "text": TextReport,
    "csv": CsvReport,
    "json": JsonReport,
    "jsonl": JsonLinesReport,
}


def make_report(
    form: str, out: BinaryIO, layout: Layout[T], *, several: bool = False, limit: int = 0, color: bool = False
) -> Report[T]:
    """A report.

    Args:
        form: ``text``, ``csv``, ``json`` or ``jsonl``.
        out: where it goes.
        layout: how results are written.
        several: there are several files, so that text has titles and rows say which file they are of.
        limit: results of a file, at most; 0 for all.
        color: colour text.
    """
    return REPORTS[form](out, layout, several=several, limit=limit, color=color)
