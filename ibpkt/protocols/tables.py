"""What is computed from the declarations and follows them when another package or a script registers more of them.

A table that is read from the declarations (an array by opcode, a set of headers) is made with `tabulated`: a
registration fills it anew in place, so that everyone who has imported it sees the change, and a look-up costs what it
always did.  A cached function is decorated with `renewed`: a registration makes it forget.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from numpy.typing import NDArray

Table = TypeVar("Table", bound="NDArray[Any] | list[Any] | set[Any] | dict[Any, Any]")


class _Cached(Protocol):
    def cache_clear(self) -> None: ...


Cached = TypeVar("Cached", bound=_Cached)

#: what a registration does, in the order of the imports: a table stands after those from which it is made
_UPDATES: list[Callable[[], object]] = []


def on_registration(update: Callable[[], object]) -> None:
    """Call back at each registration, after what was named before."""
    _UPDATES.append(update)


def tabulated(make: Callable[[], Table]) -> Table:
    """A table that a registration makes anew, in place.

    Args:
        make: makes it from the declarations; an array always has the same shape.
    """
    table = make()

    def update() -> None:
        made = make()
        if isinstance(table, set | dict):
            table.clear()
            table.update(made)
        else:  # a list or an array
            table[:] = made

    on_registration(update)
    return table


def renewed(function: Cached) -> Cached:
    """A decorator above `functools.cache` and `functools.lru_cache`: a registration clears the cache."""
    on_registration(function.cache_clear)
    return function


def update_all() -> None:
    """Bring every table and every cache up to date."""
    for update in tuple(_UPDATES):
        update()
