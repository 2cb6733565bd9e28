"""A directory of exports: what is there is not made again, unless something has changed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil

import pytest

from ibpkt.errors import CallerError, CaptureError
from ibpkt.io.export import NOTES, ExportDirectory

SETTINGS = {"format": "csv", "fields": ("frame.number",)}


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "a.pcap"
    path.write_bytes(b"capture")
    return str(path)


@pytest.fixture
def directory(tmp_path):
    return ExportDirectory(str(tmp_path / "out"), ".csv", SETTINGS)


def export(directory, source, text=b"export"):
    with directory.writing(source) as stream:
        stream.write(text)
    directory.done(source)


def again(directory, **settings):
    return ExportDirectory(directory.path, directory.suffix, {**SETTINGS, **settings})


def test_it_is_there_once_it_is_done(directory, source):
    assert not directory.has(source)
    with directory.writing(source) as stream:
        stream.write(b"export")
    assert not directory.has(source)  # whole, but nobody said so: the capture may have been cut
    directory.done(source)
    assert directory.has(source)
    assert again(directory).has(source)
    assert set(os.listdir(directory.path)) == {"a.pcap.csv", NOTES}


def test_other_settings_make_it_again(directory, source):
    export(directory, source)
    assert not again(directory, fields=("frame.len",)).has(source)


def _touch(source, directory):
    os.utime(source, ns=(1, 1))


def _grow(source, directory):
    stat = os.stat(source)
    with open(source, "ab") as file:
        file.write(b"more")
    os.utime(source, ns=(stat.st_atime_ns, stat.st_mtime_ns))


def _remove(source, directory):
    os.unlink(directory.target(source))


def _replace(source, directory):
    with open(directory.target(source), "wb") as file:
        file.write(b"something else")


def _spoil(source, directory):
    note = os.path.join(directory.path, NOTES, "a.pcap.csv.json")
    with open(note, "w", encoding="utf-8") as file:
        file.write("{")


def _list(source, directory):
    note = os.path.join(directory.path, NOTES, "a.pcap.csv.json")
    with open(note, "w", encoding="utf-8") as file:
        json.dump([], file)


@pytest.mark.parametrize("change", [_touch, _grow, _remove, _replace, _spoil, _list])
def test_what_has_changed_is_made_again(directory, source, change):
    export(directory, source)
    change(source, directory)
    assert not directory.has(source)


def test_a_capture_that_grows_while_it_is_exported(directory, source):
    with directory.writing(source) as stream:
        _grow(source, directory)
        stream.write(b"export")
    directory.done(source)
    assert not directory.has(source)


def test_an_error_leaves_nothing(directory, source):
    export(directory, source, b"before")
    with contextlib.suppress(RuntimeError), directory.writing(source) as stream:
        stream.write(b"half")
        stream.flush()
        raise RuntimeError
    with open(directory.target(source), "rb") as file:
        assert file.read() == b"before"
    assert not directory.has(source)
    assert not [name for name in os.listdir(directory.path) if name.endswith(".part")]


def test_two_captures_of_one_name(directory, source, tmp_path):
    other = tmp_path / "b" / "a.pcap"
    other.parent.mkdir()
    shutil.copy2(source, other)
    with pytest.raises(CallerError, match="would both become"):
        directory.check([source, str(other)])
    directory.check([source, source])
    export(directory, source)
    assert directory.has(str(other))  # to the byte and the nanosecond
    other.write_bytes(b"another")
    with pytest.raises(CallerError, match=r"was made from .*--force"):
        directory.has(str(other))
    os.unlink(source)
    assert not directory.has(str(other))  # the capture has moved


def test_standard_input_has_no_name(directory):
    with pytest.raises(CallerError, match="-w"):
        directory.check(["-"])


def test_a_directory_that_cannot_be(tmp_path):
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(CaptureError, match="directory of exports"):
        ExportDirectory(str(tmp_path / "file" / "x"), ".csv", {})
