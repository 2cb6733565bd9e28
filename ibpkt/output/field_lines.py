"""``-T fields``: chosen fields, a line a packet, as tshark prints them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ibpkt.arrays import Bools
from ibpkt.batch import Shape
from ibpkt.batch.fields import Occurrence
from ibpkt.errors import CallerError
from ibpkt.output.column_text import plain_text_of_one, plain_texts
from ibpkt.output.field_renderer import FieldRenderer
from ibpkt.output.json_members import any_of
from ibpkt.output.text_layout import Literal, Piece, only
from ibpkt.schema import Header

SEPARATORS = {"/t": "\t", "/s": " "}
QUOTES = {"d": '"', "s": "'", "n": ""}


class Options(NamedTuple):
    """What tshark's ``-E`` sets.

    Attributes:
        header: print the names first.
        separator: between fields.
        quote: put around every field that a packet has.
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
        """Parse texts that hold one or several ``key=value``, separated by commas.

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


class FieldLines(FieldRenderer):
    """The renderer.

    Args:
        names: display-filter names, in the order of the columns.
        options: see `Options`.

    Raises:
        CallerError: there is no such field.
    """

    bytes_at_a_time: int | None = None

    def __init__(self, names: Sequence[str], options: Options = Options()) -> None:  # noqa: B008  # immutable
        super().__init__(names)
        self.options = options
        self._of_header: dict[Header, list[int]] = {}  # the numbers of the fields that packets with a header may have
        self._of_any: list[int] = []  # those that do not depend on one header alone
        for number, field in enumerate(self.fields):
            headers = field.headers
            for header in headers or ():
                self._of_header.setdefault(header, []).append(number)
            if headers is None:
                self._of_any.append(number)

    def header(self) -> bytes:
        """The line of names, if it is wanted."""
        names = (field.name for field in self.fields)
        return (self.options.separator.join(names) + "\n").encode() if self.options.header else b""

    def _pieces(self, shape: Shape) -> Iterator[Piece]:
        options = self.options
        quote = Literal(options.quote)
        before = 0
        for number in self._numbers(shape):
            yield Literal(options.separator * (number - before))
            before = number
            occurrences = self.fields[number].occurrences(shape)
            if options.occurrence == "a":
                pieces = plain_texts(shape, occurrences, options.aggregator)
            else:
                pieces = plain_text_of_one(shape, occurrences, last=options.occurrence == "l")
            if options.quote:
                yield from only(_present(shape, occurrences), [quote, *pieces, quote])
            else:
                yield from pieces
        yield Literal(options.separator * (len(self.fields) - 1 - before) + "\n")

    def _numbers(self, shape: Shape) -> list[int]:
        """The fields that packets of a shape may have: of thousands that are asked for, few."""
        of_headers = (self._of_header.get(header, ()) for header in set(shape.headers))
        return sorted({*self._of_any, *itertools.chain.from_iterable(of_headers)})


def _present(shape: Shape, occurrences: Sequence[Occurrence]) -> Bools | None:
    """Which packets have a value (None: all); an empty one is a value."""
    columns = (occurrence.values(shape) for occurrence in occurrences)
    return any_of([column.present for column in columns if column is not None], len(shape))
