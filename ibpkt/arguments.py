"""Checks of what callers give: their arguments against the annotations of the function.

The annotations are the one source of what a function takes.  `checked` compares every argument with them and raises a
`CallerError` of one sentence, before a wrong type fails somewhere inside, or a float is silently cut to a whole number.
Ranges and names that exist are checked where they are known.
"""

from __future__ import annotations

import builtins
import collections.abc
import functools
import numbers
import operator
import os
import reprlib
import types
import typing
from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath
from typing import Any, ParamSpec, TypeVar

from ibpkt.errors import CallerError, escape_text

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
Made = TypeVar("Made")

#: which characters of a value are shown in a sentence
_SHOWN = 60
_short = reprlib.Repr()
_short.maxstring = _short.maxother = _short.maxlong = _SHOWN


def shown(value: object) -> str:
    """A value as a sentence names it: short, and on one line."""
    try:
        text = _short.repr(value)
    except Exception:  # a repr of someone else's class
        text = f"an object of the type {type(value).__name__}"
    return escape_text(" ".join(text.split()))


def whole_number(value: Any, what: str, low: int | None = None, high: int | None = None) -> int:
    """A whole number within bounds.

    Args:
        value: what was given.
        what: what to call it.
        low: the least, None for any.
        high: the largest, None for any.

    Raises:
        CallerError: it is no whole number (a float is none), or out of bounds.
    """
    if not isinstance(value, numbers.Integral) or isinstance(value, bool):
        raise CallerError(f"{what} is a whole number, not {shown(value)}")
    number = operator.index(value)
    if (low is not None and number < low) or (high is not None and number > high):
        limits = f"at least {low}" if high is None else f"at most {high}" if low is None else f"from {low} to {high}"
        raise CallerError(f"{what} is {limits}, not {shown(number)}")
    return number


def bytes_of(value: Any, what: str) -> bytes:
    """The bytes of bytes, arrays of bytes, packets; not of a number or a list, of which Python makes bytes too.

    Raises:
        CallerError: it has none.
    """
    if type(value) is bytes:
        return value
    if isinstance(value, bytes | bytearray | memoryview) or hasattr(type(value), "__bytes__"):
        return bytes(value)
    if not isinstance(value, int | str | collections.abc.Sequence):
        try:
            return bytes(memoryview(value))
        except (TypeError, ValueError):
            pass
    hint = "; encode the text first" if isinstance(value, str) else ""
    raise CallerError(f"{what} is bytes or a packet, not {shown(value)}{hint}", name=what)


def flag(value: Any, what: str) -> bool:
    """True or False: ``strict="no"`` would mean the opposite.

    Raises:
        CallerError: it is neither.
    """
    if value is not True and value is not False:
        raise CallerError(f"{what} is True or False, not {shown(value)}", name=what)
    return bool(value)


def one_of(value: Any, what: str, known: Iterable[str]) -> str:
    """A name out of a list.

    Raises:
        CallerError: it is no such name; it names the nearest, or all where none is near.
    """
    names = list(known)
    if isinstance(value, str) and value in names:
        return value
    absence = f"there is no {what} {shown(value)}"
    near = CallerError(absence, name=str(value), known=names)
    raise near if near.suggestions else CallerError(f"{absence}; there are {', '.join(names)}", name=str(value))


def by_ending(path: str, forms: Mapping[str, Made], what: str) -> Made:
    """What the ending of a file's name stands for.

    Args:
        path: the file.
        forms: by ending.
        what: what is written in these forms.

    Raises:
        CallerError: it stands for none of them.
    """
    ending = PurePath(path).suffix.lower()
    if ending not in forms:
        *others, last = forms
        raise CallerError(
            f"{path}: the ending {ending!r} names no form of {what}; known are {', '.join(others)} and {last}",
            name=ending,
            known=forms,
        )
    return forms[ending]


# -- functions ------------------------------------------------------------------------------------------------------


def checked(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """A function that first compares what it is given with its annotations.

    It raises:
        CallerError: an argument is of another type.
    """
    plain: Any = function
    while hasattr(plain, "__wrapped__"):  # a cache around it
        plain = plain.__wrapped__
    code = plain.__code__
    names = code.co_varnames[: code.co_argcount]
    rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & 0x04 else ""
    types_of: dict[str, _Type] | None = None

    @functools.wraps(function)
    def call(*args: Parameters.args, **kwargs: Parameters.kwargs) -> Result:
        nonlocal types_of
        if types_of is None:  # later than the import, which annotations may need names of
            types_of = {name: wanted for name, wanted in annotated(plain) if wanted.kinds}
        for name, value in zip(names, args):  # noqa: B905  # some arguments may be given by name, or be too many
            if name in types_of and not types_of[name].holds(value):
                raise types_of[name].error(name, value)
        if rest in types_of:
            for value in args[len(names) :]:
                if not types_of[rest].holds(value):
                    raise types_of[rest].error(rest, value)
        for name, value in kwargs.items():
            if name in types_of and not types_of[name].holds(value):
                raise types_of[name].error(name, value)
        return function(*args, **kwargs)

    return call


def checked_fields(cls: type[Made]) -> type[Made]:
    """A dataclass whose fields are compared with their annotations when it is made."""
    setattr(cls, "__init__", checked(cls.__init__))  # noqa: B010  # mypy lets no method be assigned
    return cls


def annotated(function: Any) -> Iterable[tuple[str, _Type]]:
    """What the annotation of each argument of a function admits."""
    names = _Names(function.__globals__)
    for name, hint in function.__annotations__.items():
        if name != "return":
            yield name, _type_of(eval(hint, {}, names) if isinstance(hint, str) else hint)


class _ByName(type):
    """Stands for a class that only type checkers import: its objects are known by the name of their class."""

    def __instancecheck__(cls, value: object) -> bool:
        return any(base.__name__ == cls.__name__ for base in type(value).__mro__)

    def __getitem__(cls, _: object) -> type:
        return cls


class _Names(dict[str, Any]):
    """What annotations may name."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, None) or _ByName(name, (), {})


class _Type(typing.NamedTuple):
    """What an annotation admits.

    Attributes:
        kinds: what it may be, each in words, and a test; empty where anything may be given.
    """

    kinds: tuple[tuple[str, Callable[[Any], bool]], ...]

    def holds(self, value: Any) -> bool:
        """Whether a value is admitted."""
        return not self.kinds or any(test(value) for _, test in self.kinds)

    @property
    def words(self) -> str:
        """What it admits, in words."""
        words = list(dict.fromkeys(words for words, _ in self.kinds)) or ["anything"]
        return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))

    def error(self, name: str, value: Any) -> CallerError:
        """The sentence about a value that is not admitted."""
        return CallerError(f"{name} is {self.words}, not {shown(value)}")


_ANYTHING = _Type(())


def _is_whole(value: Any) -> bool:
    return isinstance(value, numbers.Integral)


def _is_row_list(value: Any) -> bool:
    """Whether NumPy makes an array of numbers or of truth values out of it."""
    return isinstance(value, list | tuple | range) and all(
        _is_whole(item) or type(item).__name__ == "bool_" for item in value
    )


#: types of Python, in words, and what is taken for one
_SIMPLE: dict[Any, tuple[str, Callable[[Any], bool]]] = {
    int: ("a whole number", _is_whole),
    float: ("a number", lambda value: isinstance(value, numbers.Real)),
    bool: ("True or False", lambda value: type(value).__name__ in ("bool", "bool_")),  # NumPy's too
    str: ("text", lambda value: isinstance(value, str)),
    bytes: ("bytes", lambda value: isinstance(value, bytes)),
    bytearray: ("bytes", lambda value: isinstance(value, bytearray)),
    memoryview: ("bytes", lambda value: isinstance(value, memoryview)),
    None: ("None", lambda value: value is None),
    types.NoneType: ("None", lambda value: value is None),
    os.PathLike: ("a path", lambda value: isinstance(value, os.PathLike)),
    typing.BinaryIO: ("a binary file", lambda value: hasattr(value, "read") or hasattr(value, "write")),
    typing.TextIO: ("a text file", lambda value: hasattr(value, "read") or hasattr(value, "write")),
    collections.abc.Callable: ("a function", callable),
    type: ("a class", lambda value: isinstance(value, type)),
}


def _type_of(hint: Any) -> _Type:
    origin, parts = typing.get_origin(hint), typing.get_args(hint)
    if hint in (Any, object) or isinstance(hint, TypeVar | ParamSpec):
        return _ANYTHING
    if origin in (typing.Union, types.UnionType):
        inner = [_type_of(part) for part in parts]
        known = all(each.kinds for each in inner)
        return _Type(tuple(kind for each in inner for kind in each.kinds)) if known else _ANYTHING
    if origin is typing.Literal:
        words = ", ".join(map(repr, parts))
        return _Type(((f"one of {words}", lambda value: isinstance(value, str | int) and value in parts),))
    plain = origin or hint
    if hasattr(plain, "__value__"):  # an alias that has a name of its own, as NDArray is since NumPy 2.5
        return _type_of(plain.__value__)
    if getattr(plain, "__name__", "") == "ndarray":
        return _Type((("an array", lambda value: isinstance(value, plain) or _is_row_list(value)),))
    if plain in _SIMPLE:
        return _Type((_SIMPLE[plain],))
    if isinstance(plain, type) and issubclass(plain, collections.abc.Mapping):
        return _Type((("a mapping", lambda value: isinstance(value, plain)),))
    if isinstance(plain, type) and issubclass(plain, collections.abc.Iterable) and plain.__module__ in _CONTAINERS:
        return _container(plain, parts)
    if getattr(hint, "_is_protocol", False):
        members = [name for name in vars(hint) if not name.startswith("_") or name == "__call__"]
        return _Type(((f"a {hint.__name__}", lambda value: all(hasattr(value, name) for name in members)),))
    if isinstance(plain, type):
        article = "an" if plain.__name__[0] in "AEIOU" else "a"
        return _Type(((f"{article} {plain.__name__}", lambda value: isinstance(value, plain)),))
    return _ANYTHING


_CONTAINERS = ("builtins", "collections", "collections.abc")


def _container(plain: Any, parts: tuple[Any, ...]) -> _Type:
    """A sequence, a list, an iterator ...; text is none, although it can be iterated."""
    fixed = plain is tuple and Ellipsis not in parts
    inner = _type_of(parts[0]) if len(set(parts) - {Ellipsis}) == 1 and not fixed else _ANYTHING

    def test(value: Any) -> bool:
        if isinstance(value, str | bytes | bytearray | memoryview) or not isinstance(value, plain):
            return False
        if isinstance(value, Mapping) and inner.kinds and plain not in (dict, Mapping):
            return False
        return not isinstance(value, list | tuple | set | frozenset) or all(map(inner.holds, value))

    return _Type(((f"a sequence of which each is {inner.words}" if inner.kinds else "a sequence", test),))
