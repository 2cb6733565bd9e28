"""Convenience methods, which upper layers add to classes of lower layers, and exports that are imported on first use.

``packet.replace`` builds and ``str(packet)`` formats, but `ibpkt.packet` may import neither.  The package `ibpkt` lists
such methods (`CONVENIENCES`), a class gets them when it is defined, and the module of a method is imported when it is
first called.
"""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Class = TypeVar("Class", bound=type)

_METHODS: dict[str, Mapping[str, str]] = {}
_CALLBACKS: dict[str, list[Callable[[type], None]]] = {}
_DEFINED: dict[str, type] = {}


def bind(methods: Mapping[str, Mapping[str, str]]) -> None:
    """Declare methods of classes that are not defined yet.

    Args:
        methods: for each class the names of its methods, and for each method the function that it calls, as
            ``module:function``; the function takes the object as its first argument.
    """
    _METHODS.update(methods)


def extensible(cls: Class) -> Class:
    """A class decorator that adds the methods that were declared for the class."""
    for name, target in _METHODS.get(cls.__name__, {}).items():
        setattr(cls, name, _method(name, target))
    _DEFINED[cls.__name__] = cls
    for call in _CALLBACKS.pop(cls.__name__, ()):
        call(cls)
    return cls


def when_defined(name: str, call: Callable[[type], None]) -> None:
    """Call a function with the extensible class of that name: now if it is defined, else when it is."""
    if name in _DEFINED:
        call(_DEFINED[name])
    else:
        _CALLBACKS.setdefault(name, []).append(call)


def exports(package: str, modules: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package that imports its exports on first use, so that commands start quickly.

    Args:
        package: the package's ``__name__``.
        modules: for each exported name the module, relative to the package.
    """

    def load(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(importlib.import_module(f"{package}.{modules[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return load


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
