"""Methods that rooms above give to classes of rooms below, and exports that are imported when they are asked for.

``packet.replace`` builds and ``str(packet)`` prints, and the room of one packet knows neither.  `ibpkt` itself names
such methods (its `CONVENIENCES`); the class takes them when it is defined, and what they call is imported when they are
called.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)

_METHODS: dict[str, Mapping[str, str]] = {}
_WAITING: dict[str, list[Callable[[type], None]]] = {}
_DEFINED: dict[str, type] = {}


def bind(methods: Mapping[str, Mapping[str, str]]) -> None:
    """Name the methods of classes that will be defined.

    Args:
        methods: by the name of the class: the names of methods, and for each the function that it calls, as
            ``module:function``; it takes the object first.
    """
    _METHODS.update(methods)


def extensible(cls: Class) -> Class:
    """A class decorator: the class takes the methods that were named for it."""
    for name, target in _METHODS.get(cls.__name__, {}).items():
        setattr(cls, name, _method(name, target))
    _DEFINED[cls.__name__] = cls
    for call in _WAITING.pop(cls.__name__, ()):
        call(cls)
    return cls


def when_defined(name: str, call: Callable[[type], None]) -> None:
    """Call back once the extensible class of that name is there, or at once where it is."""
    if name in _DEFINED:
        call(_DEFINED[name])
    else:
        _WAITING.setdefault(name, []).append(call)


def exports(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package that imports its names when they are asked for: commands start quickly.

    Args:
        package: the package's ``__name__``.
        homes: by each name that it exports the module below the package that has it.
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f"{package}.{homes[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return find


def _method(name: str, target: str) -> Callable[..., Any]:
    module, _, function = target.partition(":")

    @functools.cache
    def called() -> Callable[..., Any]:
        return getattr(importlib.import_module(module), function)  # type: ignore[no-any-return]

    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return called()(self, *args, **kwargs)

    method.__name__ = name
    method.__doc__ = f"See `{module}.{function}`."
    return method
