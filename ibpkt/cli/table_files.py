"""``-T parquet`` and ``-T arrow`` of analyses: results go into a directory of tables."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from ibpkt.output.report import Layout, Report, make_report
from ibpkt.output.table import Row

if TYPE_CHECKING:
    from ibpkt.tables.table_directory import CaptureTables, TableDirectory

#: formats of tables, behind the other formats of a command
TABLE_FORMATS = ("parquet", "arrow")


class TableOutput:
    """Where a command writes tables.

    Args:
        form: the format that was asked for, of tables or another.
        path: the directory; None for none.
        names: the tables that the command writes; that of its report first.

    Attributes:
        wanted: tables are wanted.
    """

    def __init__(self, form: str, path: str | None, names: Sequence[str]) -> None:
        self.wanted: bool = form in TABLE_FORMATS
        self._form, self._path, self._names = form, path, names
        if self.wanted and path is None:
            raise click.UsageError(f"-T {form} writes into a directory: name it with -o DIR")
        if not self.wanted and path is not None:
            raise click.UsageError(f"-o goes with -T {' and -T '.join(TABLE_FORMATS)}")

    def refuse(self, asked: Mapping[str, Any]) -> None:
        """See that nothing is asked for that makes no table.

        Args:
            asked: options by their names, with what was given for them.

        Raises:
            click.UsageError: something is.
        """
        for name, value in asked.items():
            if self.wanted and value:
                raise click.UsageError(f"{name} makes no table: -T {self._form} goes without it")

    def limit(self, rows: int) -> int:
        """``--limit``, which tables have only where somebody asks for one."""
        source = click.get_current_context().get_parameter_source("limit")
        return 0 if self.wanted and source is ParameterSource.DEFAULT else rows

    def directory(self) -> TableDirectory:
        """The directory, which is created.

        Raises:
            CallerError: pyarrow is not installed, or the directory has other tables.
            CaptureError: it cannot be created.
        """
        from ibpkt.tables.result_tables import TABLES  # late: only for these formats
        from ibpkt.tables.table_directory import TableDirectory

        assert self._path is not None
        return TableDirectory(self._path, self._form, [TABLES[name] for name in self._names])

    def report(self, out: Any, layout: Layout[Any], **options: Any) -> Report[Any]:
        """The report of the format that was asked for; see `make_report`."""
        if self.wanted:
            return TableReport(out, layout, self.directory(), self._names[0])
        return make_report(self._form, out, layout, **options)


class TableReport(Report[Any]):
    """Results as rows of a table; a capture's files appear when it is at its end, all of them or none.

    Args:
        out: standard output, which gets nothing.
        layout: as of other reports.
        directory: has the tables.
        table: the name of the one that gets the results.
    """

    def __init__(self, out: Any, layout: Layout[Any], directory: TableDirectory, table: str) -> None:
        super().__init__(out, layout, several=True, limit=0)
        self._directory, self._table = directory, table
        self._stack = contextlib.ExitStack()
        self._tables: CaptureTables | None = None
        click.get_current_context().call_on_close(self._abandon)

    def begin(self, name: str = "", files: Sequence[str] = ()) -> None:
        """A file begins."""
        super().begin(name, files)
        self._tables = self._stack.enter_context(self._directory.writing(name))

    def _add(self, results: Sequence[Any]) -> None:
        self.add_rows(self._table, results)

    def add_rows(self, table: str, rows: Sequence[Any]) -> None:
        """Add results to one of the tables."""
        assert self._tables is not None
        self._tables.add(table, rows)

    def end(self, before: Callable[[], Row] = dict, after: Row | None = None, text: Callable[[], str] = str) -> None:
        """The file is at its end."""
        self._stack.close()
        self._tables = None

    def _abandon(self) -> None:
        """What was not finished leaves nothing behind."""
        with contextlib.suppress(_Abandoned), self._stack:
            raise _Abandoned


#: ``-o DIR``: the command gets it as ``directory``
table_option = click.option(
    "-o",
    "--output",
    "directory",
    metavar="DIR",
    type=click.Path(readable=False),
    help="With -T parquet and -T arrow: the directory that gets the tables; those of other captures stay.",
)


class _Abandoned(Exception):
    """The command ended before its capture."""
