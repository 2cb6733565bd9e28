"""Errors carry their facts, and say them in one sentence."""

from __future__ import annotations

import pickle
import sys

import pytest

import ibpkt
from ibpkt import CallerError, CaptureError, IbpktError, PacketError
from ibpkt.errors import ResourceError, optional_package, sentence


def test_three_branches():
    for error in (CaptureError, PacketError, CallerError):
        assert issubclass(error, IbpktError)
    assert issubclass(CallerError, ValueError)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({}, "a.pcap: cut"),
        ({"offset": 24}, "a.pcap: cut at byte 24"),
        ({"packet": 3}, "a.pcap: cut in packet 3"),
        ({"offset": 0, "packet": 1}, "a.pcap: cut in packet 1 at byte 0"),
    ],
)
def test_capture_error(options, text):
    error = CaptureError("a.pcap", "cut", **options)
    assert str(error) == text
    assert (error.file, error.reason) == ("a.pcap", "cut")
    assert (error.offset, error.packet) == (options.get("offset"), options.get("packet"))


def test_packet_error():
    error = PacketError("text", reason="cut", layer="BTH", offset=8, needed=12, had=3)
    assert str(error) == "text"
    assert (error.reason, error.layer, error.offset, error.needed, error.had) == ("cut", "BTH", 8, 12, 3)


def test_caller_error():
    assert str(CallerError("no such field", name="psm", known=["psn", "opcode"])) == "no such field; did you mean psn?"
    assert CallerError("no", name="zzzz", known=["psn"]).suggestions == ()
    assert str(CallerError("no")) == "no"
    assert CallerError("no", name="abcd", known=["abce", "abcf"]).suggestions == ("abcf", "abce")


def test_what_there_is_is_listed_where_nothing_is_near():
    assert str(CallerError("no a", name="a", known=["psn", "opcode"])) == "no a; there are psn, opcode"
    assert str(CallerError("no a", name="a", known={"z", "b"})) == "no a; there are b, z"
    assert str(CallerError("no a", name="a", known=iter(["psn"]))) == "no a; there is psn"
    assert str(CallerError("no a, only psn", name="a", known=["psn"])) == "no a, only psn"
    for many in (map(str, range(10, 31)), ["x" * 100, "y" * 100]):
        assert str(CallerError("no a", name="a", known=many)) == "no a"


def test_names_of_two_letters_are_like_any():
    assert CallerError("no", name="kind", known=["id", "bytes"]).suggestions == ()
    assert CallerError("no", name="RCC", known=["RC", "UC"]).suggestions == ("RC",)


@pytest.mark.parametrize("words", ["embedded null byte", "stat: embedded null character in path"])
def test_a_null_byte_in_a_path_whatever_the_version_of_python(words):
    assert sentence(ValueError(words)) == "embedded null byte"


@pytest.mark.parametrize(
    "error",
    [
        CallerError("no such field", name="psm", known=["psn"]),
        CaptureError("a.pcap", "cut", offset=24, packet=3),
        PacketError("text", reason="cut", layer="BTH", offset=8, needed=12, had=3),
    ],
    ids=lambda error: type(error).__name__,
)
def test_errors_travel_between_processes(error):
    """A pool of workers pickles what a worker raises; an error that cannot be read back hangs the pool."""
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(CaptureError) as caught:
        ibpkt.open(tmp_path / "missing.pcap")
    assert caught.value.file.endswith("missing.pcap")


@pytest.mark.parametrize(
    ("installed", "name", "expected"),
    [
        ((), "beside", CallerError),
        (("beside",), "beside", ResourceError),
        (("beside",), "beside.part", ResourceError),
        (("beside.py",), "beside", ResourceError),
        (("other",), "beside", CallerError),
        (("beside",), None, CallerError),
    ],
)
def test_a_package_that_is_installed_and_not_found(installed, name, expected, tmp_path, monkeypatch):
    """Python does not find a package whose directory it cannot read. Found by failing system calls."""
    monkeypatch.syspath_prepend(tmp_path)
    for each in installed:
        (tmp_path / each).touch()
    with pytest.raises(expected), optional_package(lambda: CallerError("it needs beside")):
        raise ModuleNotFoundError("No module named 'beside'", name=name)


def test_a_package_that_a_program_hides_is_not_installed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "beside").touch()
    monkeypatch.setitem(sys.modules, "beside", None)
    with pytest.raises(CallerError), optional_package(lambda: CallerError("it needs beside")):
        import beside  # noqa: F401
