"""Compiles `ibpkt/kernel/kernel.c` into the wheel that hatchling builds, where the environment asks for it.

    IBPKT_KERNEL=1 pip install .

The wheel is then one of this platform, for CPython 3.11 and later.  Without, it is the one of pure Python.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

#: the environment variable that asks for it
KERNEL = "IBPKT_KERNEL"
SOURCE = "ibpkt/kernel/kernel.c"


class KernelHook(BuildHookInterface):
    """Adds the compiled kernel to a wheel, and its platform to the wheel's name."""

    def dependencies(self) -> list[str]:
        """What compiles: setuptools knows the compilers of all platforms."""
        return ["setuptools>=77"] if os.environ.get(KERNEL) else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, for an installation that can be edited into the source tree."""
        if not os.environ.get(KERNEL):
            return
        from setuptools import Distribution, Extension
        from setuptools.command.bdist_wheel import get_platform

        editable = version == "editable"
        self._folder = tempfile.TemporaryDirectory()
        extension = Extension("ibpkt.kernel.compiled", [str(Path(self.root, SOURCE))], py_limited_api=True)
        command = Distribution({"ext_modules": [extension]}).get_command_obj("build_ext")
        command.build_temp = self._folder.name
        command.build_lib = self.root if editable else self._folder.name
        command.ensure_finalized()
        command.run()
        build_data["pure_python"] = False
        platform = get_platform(self._folder.name).replace("-", "_").replace(".", "_")
        build_data["tag"] = f"cp311-abi3-{platform}"
        if not editable:
            made = Path(command.get_ext_fullpath("ibpkt.kernel.compiled"))
            build_data["force_include"][str(made)] = f"ibpkt/kernel/{made.name}"
