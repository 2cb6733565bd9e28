"""How values are written in a state, and checked as they are read: a form for each kind of value.

What is no array is JSON, what is one is kept beside it (`StateArrays`).  A form reads into what a new analysis has at
that place, and takes nothing from the file but numbers, texts, and arrays of the types that it expects.
"""

from __future__ import annotations

import dataclasses
import functools
import types
import typing
from collections.abc import Callable, Collection, Iterable
from typing import Any

import numpy as np

from ibpkt.analysis.state.state_file import Contradiction, StateArrays
from ibpkt.arrays import Array

#: numbers that are kept lie in between: frames, times, unwrapped PSNs; sums of two do not overflow
MOST = 1 << 62
#: what may be any 64 bits: addresses in memory, hashes
WORD = (-(1 << 63), (1 << 63) - 1)


class Form:
    """How a value is written and read; what a form does is in its `_save` and `_load`."""

    def save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        """The value as JSON.

        Args:
            value: the value.
            place: the path to it, by which its arrays are named.
            arrays: takes its arrays.
        """
        return self._save(value, place, arrays)

    def load(self, data: Any, place: str, arrays: StateArrays, now: Any = None) -> Any:
        """The value of this JSON and these arrays.

        Args:
            data: the JSON.
            place: the path to it, for errors and as the name of arrays.
            arrays: the arrays.
            now: the value that a new analysis has there; None where it has none.

        Raises:
            Contradiction: it is none of this form.
        """
        return self._load(data, place, arrays, now)

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        raise NotImplementedError

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        raise NotImplementedError


def expect(right: Any, place: str) -> None:
    """See that a condition holds.

    Raises:
        Contradiction: it does not.
    """
    if not right:
        raise Contradiction(f"{place} is wrong")


class Number(Form):
    """An integer within bounds, or a truth value."""

    def __init__(self, low: int = -MOST, high: int = MOST) -> None:
        self._low, self._high = low, high

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        number = int(value)
        if not -MOST <= number <= MOST:
            raise OverflowError(place)  # it could not be read again
        return number

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        expect(type(data) is int and self._low <= data <= self._high, place)
        return bool(data) if isinstance(now, bool) else data


class Flag(Number):
    """A truth value."""

    def __init__(self) -> None:
        super().__init__(0, 1)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> bool:
        return bool(super()._load(data, place, arrays, now))


class Text(Form):
    """A text; of a choice, if there is one."""

    def __init__(self, choice: Collection[str] = ()) -> None:
        self._choice = choice

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        return str(value)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> str:
        expect(isinstance(data, str) and (not self._choice or data in self._choice), place)
        return str(data)


class Octets(Form):
    """A byte string, as hexadecimal digits."""

    def _save(self, value: bytes, place: str, arrays: StateArrays) -> Any:
        return value.hex()

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> bytes:
        expect(isinstance(data, str), place)
        try:
            return bytes.fromhex(data)
        except ValueError as error:
            raise Contradiction(f"{place} is wrong") from error


class Scalar(Form):
    """A fact: a number or a text as it is."""

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        return value.item() if isinstance(value, np.generic) else value

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        expect(isinstance(data, int | float | str), place)
        return data


class Optional(Form):
    """None, or another form."""

    def __init__(self, form: Form) -> None:
        self._form = form

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        return None if value is None else [self._form.save(value, place, arrays)]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        if data is None:
            return None
        expect(isinstance(data, list) and len(data) == 1, place)
        return self._form.load(data[0], place, arrays, now)


class Many(Form):
    """A list, a tuple, a set or a deque of values of one form, as the new analysis has there."""

    def __init__(self, form: Form, make: Callable[[Iterable[Any]], Any] = list) -> None:
        self._form, self._make = form, make

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        ordered = sorted(value) if isinstance(value, set | frozenset) else value
        return [self._form.save(each, f"{place}/{at}", arrays) for at, each in enumerate(ordered)]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        expect(isinstance(data, list), place)
        values = [self._form.load(each, f"{place}/{at}", arrays) for at, each in enumerate(data)]
        return self._make(values)


class Fixed(Form):
    """A tuple of values of certain forms."""

    def __init__(self, *forms: Form) -> None:
        self._forms = forms

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        pairs = zip(self._forms, value, strict=True)
        return [form.save(each, f"{place}/{at}", arrays) for at, (form, each) in enumerate(pairs)]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        expect(isinstance(data, list) and len(data) == len(self._forms), place)
        before = now if now is not None else [None] * len(data)
        return tuple(
            form.load(each, f"{place}/{at}", arrays, one)
            for at, (form, each, one) in enumerate(zip(self._forms, data, before, strict=True))
        )


class ByKey(Form):
    """A dictionary, as pairs in its order."""

    def __init__(self, key: Form, value: Form, make: Callable[[Iterable[Any]], Any] = dict) -> None:
        self._pairs, self._make = Many(Fixed(key, value)), make

    def _save(self, value: dict[Any, Any], place: str, arrays: StateArrays) -> Any:
        return self._pairs.save(list(value.items()), place, arrays)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        result = self._make(self._pairs.load(data, place, arrays, now))
        expect(len(result) == len(data), place)
        return result


class Record(Form):
    """A named tuple or dataclass whose annotations name the forms of its fields."""

    def __init__(self, kind: type) -> None:
        self._kind = kind

    @functools.cached_property
    def _fields(self) -> dict[str, Form]:
        hints = typing.get_type_hints(self._kind)
        dataclass = dataclasses.is_dataclass(self._kind)
        names = [field.name for field in dataclasses.fields(self._kind)] if dataclass else self._kind._fields  # type: ignore[attr-defined]
        return {name: form_of(hints[name]) for name in names}

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        return [form.save(getattr(value, name), f"{place}/{name}", arrays) for name, form in self._fields.items()]

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        expect(isinstance(data, list) and len(data) == len(self._fields), place)
        values = {
            name: form.load(each, f"{place}/{name}", arrays)
            for (name, form), each in zip(self._fields.items(), data, strict=True)
        }
        return self._kind(**values)


def form_of(hint: Any) -> Form:
    """The form of values with an annotation: numbers, texts, bytes, tuples and sets of these, records, and None."""
    simple: dict[Any, Callable[[], Form]] = {bool: Flag, int: Number, str: Text, bytes: Octets}
    if hint in simple:
        return simple[hint]()
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) in (typing.Union, types.UnionType):
        (one,) = (each for each in arguments if each is not type(None))
        return Optional(form_of(one))
    if typing.get_origin(hint) is frozenset:
        return Many(form_of(arguments[0]), frozenset)
    if typing.get_origin(hint) is tuple:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return Many(form_of(arguments[0]), tuple)
        return Fixed(*map(form_of, arguments))
    return Record(hint)


# -- arrays --------------------------------------------------------------------------------------------------------


class Column(Form):
    """An array of the type that the new analysis has there, with values within bounds.

    Args:
        low, high: the bounds.
        ascending: each value is greater than the one before.
    """

    def __init__(self, low: int = -MOST, high: int = MOST, *, ascending: bool = False) -> None:
        self._low, self._high, self._ascending = low, high, ascending

    def _save(self, value: Array, place: str, arrays: StateArrays) -> Any:
        arrays.put(place, value)
        return None

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Array:
        expect(data is None, place)
        like = np.zeros(0, np.int64) if now is None else now
        values = arrays.take(place, like.dtype, like.ndim)
        expect(values.shape[1:] == like.shape[1:] or like.ndim == 2, place)
        check_bounds(values, self._low, self._high, place)
        if self._ascending:
            expect((values[1:] > values[:-1]).all(), place)
        return values


def check_bounds(values: Array, low: int, high: int, place: str) -> None:
    """See that all values lie between bounds.

    Raises:
        Contradiction: one does not.
    """
    if len(values) and values.dtype != np.bool_:
        expect(bool((values >= low).all()) and bool((values <= high).all()), place)


def used_rows(changed: Iterable[Array]) -> int:
    """Rows up to the last one that differs from a new one, as any column shows."""
    return max((int(np.flatnonzero(column)[-1]) + 1 for column in changed if column.any()), default=0)


class Columns(Form):
    """Arrays of one length by name: those that the new analysis has there.

    Args:
        bounds: of columns that are indexes, say; by name.
        names: what they are where a new analysis has none yet; then it may have none either.
        room: there may be rows at their end that nobody uses, all 0.
    """

    def __init__(
        self, bounds: dict[str, tuple[int, int]] | None = None, names: Collection[str] = (), *, room: bool = False
    ) -> None:
        self._bounds, self._names, self._room = bounds or {}, names, room

    def _save(self, value: dict[str, Array], place: str, arrays: StateArrays) -> Any:
        count = used_rows([column != 0 for column in value.values()]) if self._room else None
        for name, column in value.items():
            arrays.put(f"{place}/{name}", column.astype(np.int64) if self._names else column[:count])
        return len(value)

    def _load(self, data: Any, place: str, arrays: StateArrays, now: dict[str, Array]) -> dict[str, Array]:
        names = now if now else self._names
        expect(data == len(names) or (data == 0 and not now), place)
        if data == 0:
            return {}
        loaded = {}
        for name in names:
            dtype = now[name].dtype if name in now else np.int64
            loaded[name] = arrays.take(f"{place}/{name}", dtype)
            check_bounds(loaded[name], *self._bounds.get(name, (-MOST, MOST)), f"{place}/{name}")
        expect(len({len(column) for column in loaded.values()}) == 1, place)
        return loaded


class KeptPart(Form):
    """An object that a new analysis has, too: some of its attributes are kept.

    Args:
        kept: forms by attribute.
        left: its other attributes: options, references, and what holds for one batch.
        settle: called with the object when it has been read; raises `Contradiction`.
    """

    def __init__(
        self, kept: dict[str, Form], left: Iterable[str] = (), settle: Callable[[Any], None] | None = None
    ) -> None:
        self.kept, self.left = kept, frozenset(left)
        self._settle = settle

    def _save(self, value: Any, place: str, arrays: StateArrays) -> Any:
        return {
            _public(name): form.save(getattr(value, name), _at(place, name), arrays) for name, form in self.kept.items()
        }

    def _load(self, data: Any, place: str, arrays: StateArrays, now: Any) -> Any:
        expect(isinstance(data, dict) and data.keys() == set(map(_public, self.kept)), place or "the state")
        for name, form in self.kept.items():
            setattr(now, name, form.load(data[_public(name)], _at(place, name), arrays, getattr(now, name)))
        if self._settle is not None:
            self._settle(now)
        return now


def _public(name: str) -> str:
    return name.lstrip("_")


def _at(place: str, name: str) -> str:
    return f"{place}/{_public(name)}" if place else _public(name)
