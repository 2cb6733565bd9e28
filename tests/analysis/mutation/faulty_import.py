"""A module with a fault in it: its text is changed while it is imported, and the file stays as it is."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType

import pytest

from tests.analysis.mutation.faults import Fault


class _FaultyLoader(SourceFileLoader):
    """Compiles another text than the file has, and keeps nothing of it."""

    def __init__(self, fullname: str, path: str, fault: Fault) -> None:
        super().__init__(fullname, path)
        self.fault = fault

    def get_code(self, fullname: str) -> CodeType:
        text = self.get_data(self.path).decode()
        if text.count(self.fault.old) != 1:
            raise ValueError(f"{self.fault.file} has {text.count(self.fault.old)} times {self.fault.old!r}")
        return self.source_to_code(text.replace(self.fault.old, self.fault.new), self.path)


class FaultyImport:
    """What finds the module of a fault, ahead of all other finders."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.module = "ibpkt.analysis." + fault.file.removesuffix(".py").replace("/", ".")

    @pytest.hookimpl(tryfirst=True)
    def pytest_configure(self) -> None:
        """From now on the module has its fault: pytest's own finder, which rewrites assertions, comes after this one.

        Raises:
            RuntimeError: it is imported already.
        """
        if self.module in sys.modules:
            raise RuntimeError(f"{self.module} is imported already")
        sys.meta_path.insert(0, self)

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = _FaultyLoader(fullname, spec.origin, self.fault)
        return spec

    def check(self) -> None:
        """Whether the module, where it was imported, has its fault.

        Raises:
            RuntimeError: it has not.
        """
        module = sys.modules.get(self.module)
        if module is not None and not isinstance(module.__loader__, _FaultyLoader):
            raise RuntimeError(f"{self.module} was imported without its fault")
