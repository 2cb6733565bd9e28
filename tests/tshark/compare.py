"""ibpkt's texts of the fields that tshark showed, and where the two differ."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import ibpkt
from ibpkt.batch import Batch
from ibpkt.batch.fields import fields
from ibpkt.output.field_lines import FieldLines, Options
from tests.tshark import store
from tests.tshark.store import Column, Shown

Chosen = Callable[[Iterable[Batch]], Iterable[Batch]]

BETWEEN = "\x1f"  # stands in no text, since ibpkt escapes what cannot be printed


class Difference(NamedTuple):
    """One frame and field where the two sides do not say the same.

    Attributes:
        capture: its name in `store`.
        frame: its number, from 1.
        field: its name.
        theirs: what tshark shows; None where the frame lacks the field.
        ours: what ibpkt says; None likewise.
    """

    capture: str
    frame: int
    field: str
    theirs: str | None
    ours: str | None


def ours(capture: str, names: Iterable[str], chosen: Chosen = iter) -> dict[str, Column]:
    """ibpkt's columns of those names that it knows, as ``-T fields`` prints them: of all packets, or of chosen ones."""
    known = sorted(name for name in names if name in fields())
    renderer = FieldLines(known, Options(separator=BETWEEN))
    columns: list[Column] = [[] for _ in known]
    with ibpkt.open(store.path_of(capture)) as source:
        for batch in chosen(source.batches()):
            lines = b"".join(renderer.render(batch)).decode().split("\n")[:-1]
            for column, texts in zip(columns, zip(*(line.split(BETWEEN) for line in lines), strict=True), strict=True):
                column += map(_normal, texts) if any(texts) else [None] * len(texts)
    return dict(zip(known, columns, strict=True))


def _normal(text: str) -> str | None:
    if "," not in text:
        return store.normal(text) if text else None
    return ",".join(map(store.normal, text.split(",")))


def differences(capture: str, shown: Shown, mine: dict[str, Column], names: Iterable[str]) -> Iterator[Difference]:
    """Every difference in a capture.

    A name that tshark shows in some other capture but not in this one counts too: ibpkt must have nothing either.  A
    field that tshark shows without a value (a heading, a string of no characters) equals one that ibpkt has empty.
    """
    nothing: Column = [None] * shown.frames
    for name in names:
        theirs = shown.columns.get(name, nothing)
        own = mine.get(name, nothing)
        if theirs == own:
            continue
        for frame, (their, our) in enumerate(zip(theirs, own, strict=True), 1):
            if their != our and not (their == "" and our is None and name in mine):
                yield Difference(capture, frame, name, their, our)
