"""Declarations: what headers there are, and what follows what.  No logic."""

from __future__ import annotations

import copyreg
import functools
from typing import Any

from ibpkt.errors import CallerError
from ibpkt.protocols.graph import LINKS, graph, headers, link_type
from ibpkt.schema import Header


@functools.cache
def by_name() -> dict[str, Header]:
    """Every declared header by its name ("BTH") and by its key ("bth")."""
    return {name: header for header in headers() for name in (header.name, header.key)}


def header_named(name: str) -> Header:
    """The header of that name, in any case.

    Raises:
        CallerError: there is none; it suggests the nearest.
    """
    names = by_name()
    header = names.get(name) or names.get(name.lower())
    if header is None:
        raise CallerError(f"there is no header {name!r}", name=name, known={each.name for each in headers()})
    return header


def _named(header: Header) -> tuple[Any, tuple[str]]:
    return header_named, (header.name,)


# a declaration is one object in every process: a pickle names it
copyreg.pickle(Header, _named)

__all__ = ["LINKS", "by_name", "graph", "header_named", "headers", "link_type"]
