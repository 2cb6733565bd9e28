"""The file that an analysis is kept in: a zip archive of one JSON member and arrays in NumPy's format.

``state.json`` comes first: the version of the format, what the state is of, and everything that is no array.  Each
array is a member of its own, named by its place (``streams/columns/flows/number.npy``).  Nothing is compressed, so what
is read never takes more memory than the file is long; nothing is executed, and no type is taken from the file.
"""

from __future__ import annotations

import functools
import io
import json
import math
import os
import zipfile
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from ibpkt.arrays import Array
from ibpkt.errors import CaptureError, sentence
from ibpkt.io.atomic import whole_file

FORMAT, VERSION = "ibpkt analysis state", 19
HEADER = "state.json"
#: bytes of the JSON member, and values in it: each may take a hundred bytes in memory
MAX_HEADER, MAX_VALUES = 64 << 20, 4 << 20
#: arrays in a file
MAX_ARRAYS = 4096
#: members have this time, so that equal states are equal files
_TIME = (1980, 1, 1, 0, 0, 0)
_SUFFIX = ".npy"
#: what an array begins with, and the bytes that hold the length of its header
_MAGIC, _SIZE = np.lib.format.magic(1, 0), 2


class StateError(CaptureError):
    """A file that is no state of an analysis, or one of another analysis; or that cannot be read or written."""


class Contradiction(Exception):
    """A state says what no analysis could have kept there; the text says where."""


class StateContent(NamedTuple):
    """What is in a file.

    Attributes:
        header: everything but the arrays, as JSON has it.
        arrays: by place.
    """

    header: dict[str, Any]
    arrays: StateArrays


class StateArrays:
    """Arrays by their place in the state."""

    def __init__(self) -> None:
        self._arrays: dict[str, Array] = {}

    def __len__(self) -> int:
        return len(self._arrays)

    def __contains__(self, place: str) -> bool:
        return place in self._arrays

    def put(self, place: str, values: Array) -> None:
        """Add an array."""
        self._arrays[place] = values

    def take(self, place: str, dtype: DTypeLike, dimensions: int = 1) -> Array:
        """The array at a place, which may be written to.

        Raises:
            Contradiction: there is none, or it has another type or number of dimensions.
        """
        values = self._arrays.pop(place, None)
        if values is None:
            raise Contradiction(f"{place} is missing")
        if values.dtype != np.dtype(dtype) or values.ndim != dimensions:
            raise Contradiction(f"{place} has another type or shape")
        return values

    def items(self) -> list[tuple[str, Array]]:
        """All of them."""
        return list(self._arrays.items())


def write_state(path: str | os.PathLike[str], content: StateContent) -> None:
    """Write a file, whole or not at all.

    Raises:
        CaptureError: it cannot be written.
    """
    header = json.dumps({"format": FORMAT, "version": VERSION, **content.header}).encode()
    with whole_file(path) as stream, zipfile.ZipFile(_Onward(stream), "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(HEADER, _TIME), header)
        for place, values in content.arrays.items():
            data = (_header(values.dtype, values.shape), np.ascontiguousarray(values).data)
            archive.writestr(zipfile.ZipInfo(place + _SUFFIX, _TIME), b"".join(data))


class _Onward:
    """A stream without its way back: an archive goes back to each member's header, and each time all is written out."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream

    def write(self, data: bytes, /) -> int:
        return self._stream.write(data)

    def flush(self) -> None:
        self._stream.flush()

    def close(self) -> None:
        """The stream stays open: the file that it writes does not have its name yet."""


@functools.lru_cache(256)
def _header(dtype: np.dtype[Any], shape: tuple[int, ...]) -> bytes:
    """What stands before the values of an array: the same few headers come hundreds of times in a state."""
    member = io.BytesIO()
    description = np.lib.format.dtype_to_descr(dtype)
    np.lib.format.write_array_header_1_0(member, {"descr": description, "fortran_order": False, "shape": shape})
    return member.getvalue()


def read_state(path: str | os.PathLike[str]) -> StateContent:
    """Read a file.

    Raises:
        StateError: it cannot be read, is damaged, is no state, or is of another version.
    """
    name = os.fspath(path)
    try:
        with open(path, "rb") as stream, zipfile.ZipFile(stream) as archive:
            return _content(name, archive, os.fstat(stream.fileno()).st_size)
    except OSError as error:
        raise StateError(name, sentence(error)) from error
    except Contradiction as error:
        raise StateError(name, f"not the state of an analysis, or damaged: {error}") from error
    except (zipfile.BadZipFile, ValueError, EOFError, RecursionError, NotImplementedError, RuntimeError) as error:
        raise StateError(name, "not the state of an analysis, or damaged") from error


def _content(name: str, archive: zipfile.ZipFile, size: int) -> StateContent:
    members = archive.infolist()
    if not members or members[0].filename != HEADER:
        raise Contradiction(f"it does not begin with {HEADER}")
    if len(members) > MAX_ARRAYS or members[0].file_size > MAX_HEADER:
        raise Contradiction("it is too large")
    if any(member.compress_type != zipfile.ZIP_STORED or member.flag_bits & 1 for member in members):
        raise Contradiction("it is compressed or encrypted")
    if sum(member.file_size for member in members) > size:  # members that overlap
        raise Contradiction("it is shorter than its members")
    text = archive.read(members[0])
    if sum(map(text.count, (b",", b"[", b"{"))) > MAX_VALUES:
        raise Contradiction("it is too large")
    header = json.loads(text)
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise Contradiction(f"{HEADER} names another format")
    if header.get("version") != VERSION:
        version = header.get("version")
        raise StateError(name, f"a state of version {version!r:.20}; this is version {VERSION}")
    arrays = StateArrays()
    for member in members[1:]:
        arrays.put(member.filename.removesuffix(_SUFFIX), _array(archive.read(member)))
    return StateContent(header, arrays)


def _array(data: bytes) -> Array:
    """The array of a member, whose header must say exactly how long it is."""
    if data[: len(_MAGIC)] != _MAGIC:
        raise Contradiction("an array has another format")
    start = len(_MAGIC) + _SIZE
    start += int.from_bytes(data[len(_MAGIC) : start], "little")
    dtype, shape, count = _form(data[:start])
    if count * dtype.itemsize != len(data) - start:
        raise Contradiction("an array has another length than it says")
    return np.frombuffer(data, dtype, count, start).reshape(shape).copy()


@functools.lru_cache(256)
def _form(header: bytes) -> tuple[np.dtype[Any], tuple[int, ...], int]:
    """The type, the shape and the number of values that the header of an array gives."""
    stream = io.BytesIO(header)
    np.lib.format.read_magic(stream)
    shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream)
    if fortran or dtype.kind not in "biuf" or dtype.itemsize > 8 or any(length < 0 for length in shape):
        raise Contradiction("an array has another type")
    return dtype, shape, math.prod(shape)
