"""The C library, compiled once, and its function and struct by ctypes."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FLAGS = ("-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-shared", "-fPIC")


class Roce(ctypes.Structure):
    """``struct roce`` of roce.h."""

    _fields_ = (
        *((name, ctypes.c_uint32) for name in ("destqp", "psn")),
        ("pkey", ctypes.c_uint16),
        *((name, ctypes.c_uint8) for name in ("opcode", "padcnt", "solicited", "migreq", "ackreq", "fecn", "becn")),
        ("has_reth", ctypes.c_uint8),
        ("va", ctypes.c_uint64),
        *((name, ctypes.c_uint32) for name in ("r_key", "dmalen", "payload_at", "payload_size")),
    )


@pytest.fixture(scope="session")
def parse(tmp_path_factory):
    """The parser under test: a frame and its size give the result code and the struct."""
    compiler = os.environ.get("CC") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (cc), and CC names none")
    library = tmp_path_factory.mktemp("build") / "roce.so"
    subprocess.run([compiler, *FLAGS, "-o", str(library), str(HERE / "roce.c")], check=True)
    function = ctypes.CDLL(str(library)).roce_parse
    function.argtypes = (ctypes.c_char_p, ctypes.c_size_t, ctypes.POINTER(Roce))

    def call(frame: bytes, size: int | None = None) -> tuple[int, Roce]:
        parsed = Roce()
        return function(frame, len(frame) if size is None else size, ctypes.byref(parsed)), parsed

    return call
