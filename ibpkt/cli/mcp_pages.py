"""Pages of a JSON object: as many members of its lists as fit, and where the next page begins."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ibpkt.errors import CallerError, escape_text

#: characters of a page, about; a single member may have half as many
LONGEST = 40_000
#: characters of a text; what is longer is cut
LONGEST_TEXT = 4_000
#: members of a list within a member; a longer one is cut
_LONGEST_LIST = 200
#: characters from which on the lists of a member are taken apart, too
_LARGE = 8_000

#: a way to a list: names of members, and numbers of members of lists
Way = tuple[str | int, ...]


def page_of(document: dict[str, Any], rows: int, cursor: str) -> dict[str, Any]:
    """A page.

    Args:
        document: an object whose lists may be long.
        rows: members of lists on a page, at most.
        cursor: where it begins: "" or what the page before said.

    Returns:
        The object with some members of its lists, and ``page``: which rows of how many it has, and ``next``, the
        cursor of the next page, where there is one.

    Raises:
        CallerError: the cursor is none.
    """
    if cursor and not (cursor.isascii() and cursor.isdecimal() and len(cursor) < 12):
        raise CallerError("cursor is what the page before gave as next")
    begin = int(cursor or 0)
    page = _Tree()
    count, room, shown = 0, LONGEST, 0
    for way, row in _rows(document, ()):
        if way and row is _EMPTY:
            page.put(way, None)
            continue
        count += 1
        if count <= begin or shown == rows or room <= 0:
            continue
        if count - begin != shown + 1:  # a page has no gaps
            continue
        text = _cut(row)
        size = len(json.dumps(text))
        if size > LONGEST // 2:
            text, size = {"cut": f"this row has {size:,} characters: ask for less of it"}, 100
        if size > room and shown:
            room = 0
            continue
        page.put(way, text)
        room -= size
        shown += 1
    result: dict[str, Any] = page.made()
    about: dict[str, Any] = {"first": begin + 1 if shown else 0, "rows": shown, "of": count}
    if begin + shown < count and shown:
        about["next"] = str(begin + shown)
    return {**_scalars(document), **result, "page": about}


_EMPTY = object()


def _rows(value: dict[str, Any], way: Way) -> Iterator[tuple[Way, Any]]:
    """The members of all lists of an object, each with the way to its list; an empty list by itself."""
    for name, member in value.items():
        here = (*way, name)
        if isinstance(member, list):
            yield here, _EMPTY
            for number, item in enumerate(member):
                if isinstance(item, dict) and _is_large(item):
                    yield (*here, number), _scalars(item)
                    yield from _rows(item, (*here, number))
                else:
                    yield here, item
        elif isinstance(member, dict) and _is_large(member):
            yield from _rows(member, here)


def _is_large(value: dict[str, Any]) -> bool:
    inner = any(isinstance(each, dict) or (isinstance(each, list) and _of_objects(each)) for each in value.values())
    return inner and len(json.dumps(value)) > _LARGE


def _of_objects(values: list[Any]) -> bool:
    return bool(values) and isinstance(values[0], dict)


def _scalars(value: dict[str, Any]) -> dict[str, Any]:
    """The members that are no lists, and no large objects."""
    return {
        name: _cut(member)
        for name, member in value.items()
        if not isinstance(member, list) and not (isinstance(member, dict) and _is_large(member))
    }


def _cut(value: Any) -> Any:
    """A value with its long texts and lists cut, and without characters that turn or hide others."""
    if isinstance(value, str):
        text = value if len(value) <= LONGEST_TEXT else f"{value[:LONGEST_TEXT]}… ({len(value):,} characters)"
        return "\n".join(map(escape_text, text.split("\n")))
    if isinstance(value, list):
        more = [f"… ({len(value):,} in all)"] if len(value) > _LONGEST_LIST else []
        return [*map(_cut, value[:_LONGEST_LIST]), *more]
    if isinstance(value, dict):
        return {escape_text(name): _cut(each) for name, each in value.items()}
    return value


class _Tree:
    """An object that is put together from ways and members."""

    def __init__(self) -> None:
        self._lists: dict[Way, list[Any]] = {}
        self._places: dict[Way, dict[str, Any]] = {}
        self._top: dict[str, Any] = {}

    def put(self, way: Way, row: Any) -> None:
        """Put a member into the list at the end of a way, or scalars into the object there; None for an empty list."""
        if isinstance(way[-1], int):
            self._object(way).update(row)
        elif row is None:
            if all(not isinstance(step, int) for step in way):  # lists of objects that are not on this page are not
                self._list(way)
        else:
            self._list(way).append(row)

    def made(self) -> dict[str, Any]:
        """The object."""
        return self._top

    def _list(self, way: Way) -> list[Any]:
        if way not in self._lists:
            found = self._object(way[:-1]).setdefault(way[-1], [])  # type: ignore[arg-type]
            self._lists[way] = found
        return self._lists[way]

    def _object(self, way: Way) -> dict[str, Any]:
        """The object at the end of a way; a member of a list that was not on this page begins anew."""
        if not way:
            return self._top
        if way not in self._places:
            place: dict[str, Any] = {}
            if isinstance(way[-1], int):
                self._list(way[:-1]).append(place)
            else:
                self._object(way[:-1])[way[-1]] = place
            self._places[way] = place
        return self._places[way]
