"""``-T fields``: chosen fields, a line a packet, as tshark prints them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibpkt.batch import Batch
from ibpkt.errors import CallerError
from ibpkt.fields import DisplayField, field_named
from ibpkt.output.cells import Cell, fill, fill_lines, in_order, literal, texts
from ibpkt.shape import Shape

SEPARATORS = {"/t": "\t", "/s": " "}
QUOTES = {"d": '"', "s": "'", "n": ""}


class Options(NamedTuple):
    """What tshark's ``-E`` sets.

    Attributes:
        header: print the names first.
        separator: between fields.
        quote: around every field that is there.
        aggregator: between several values of one field.
        occurrence: ``f`` the first, ``l`` the last, ``a`` all of them.
    """

    header: bool = False
    separator: str = "\t"
    quote: str = ""
    aggregator: str = ","
    occurrence: str = "a"

    @classmethod
    def parse(cls, texts: Sequence[str]) -> Options:
        """Read ``key=value`` texts, each with one or several of them separated by commas.

        Raises:
            CallerError: an unknown key or value.
        """
        options = cls()
        for text in texts:
            if text.startswith("separator=,"):
                options, text = options._replace(separator=","), text[len("separator=,") :].lstrip(",")
            for item in filter(None, text.split(",")):
                options = options._with(*item.partition("=")[::2])
            if text.endswith(",separator="):
                options = options._replace(separator=",")
        return options

    def _with(self, key: str, value: str) -> Options:
        if key == "header" and value in ("y", "n"):
            return self._replace(header=value == "y")
        if key == "separator":
            return self._replace(separator=SEPARATORS.get(value, value or ","))
        if key == "quote" and value in QUOTES:
            return self._replace(quote=QUOTES[value])
        if key == "aggregator":
            return self._replace(aggregator=SEPARATORS.get(value, value or ","))
        if key == "occurrence" and value in ("f", "l", "a"):
            return self._replace(occurrence=value)
        known = ("header=y", "separator=/t", "quote=d", "aggregator=,", "occurrence=a")
        raise CallerError(f"-E does not know {key}={value}; it takes {', '.join(known)}", name=key)


class FieldLines:
    """The renderer.

    Args:
        names: display-filter names, in the order of the columns.
        options: see `Options`.

    Raises:
        CallerError: there is no such field.
    """

    def __init__(self, names: Sequence[str], options: Options = Options()) -> None:  # noqa: B008  # immutable
        self.fields: list[DisplayField] = [field_named(name) for name in names]
        self.options = options

    def header(self) -> str:
        """The first line, "" where none is wanted."""
        names = (field.name for field in self.fields)
        return self.options.separator.join(names) + "\n" if self.options.header else ""

    def render(self, batch: Batch) -> Iterator[str]:
        """The lines of a batch, as one text or several."""
        if len(batch.shapes) == 1:
            shape = batch.shapes[0]
            yield fill_lines(self._cells(shape), len(shape))
            return
        yield "".join(in_order(batch, ((shape, fill(self._cells(shape), len(shape))) for shape in batch.shapes)))

    def _cells(self, shape: Shape) -> list[Cell]:
        options = self.options
        quote = literal(options.quote)
        cells: list[Cell] = []
        for number, field in enumerate(self.fields):
            if number:
                cells.append(Cell(literal(options.separator), ()))
            occurrences = field.occurrences(shape)
            if options.occurrence != "a":
                occurrences = occurrences[:1] if options.occurrence == "f" else occurrences[-1:]
            cell = texts(shape, occurrences, options.aggregator)
            if quote and cell.template:
                cell = Cell("%s", ([text and options.quote + text + options.quote for text in fill((cell,), len(shape))],))
            cells.append(cell)
        cells.append(Cell("\n", ()))
        return cells

