"""Notes of runs: found again only where everything is as it was."""

from __future__ import annotations

import pytest

from ibpkt.errors import CaptureError
from ibpkt.io.run_notes import RunNote, RunNotes

NOTE = RunNote({"code": 1, "absent": ["x"]}, b"out\n\0", b"err")


@pytest.fixture
def capture(tmp_path):
    path = tmp_path / "a.pcap"
    path.write_bytes(b"content")
    return str(path)


def test_a_note_is_read_as_it_was_written(tmp_path, capture):
    notes = RunNotes(str(tmp_path / "notes"), {"version": "1"})
    key = notes.key(capture)
    assert notes.read(key) is None
    notes.write(key, NOTE)
    assert RunNotes(str(tmp_path / "notes"), {"version": "1"}).read(key) == NOTE


def test_what_a_note_depends_on(tmp_path, capture):
    notes = RunNotes(str(tmp_path / "notes"), {"version": "1"})
    keys = {notes.key(capture), RunNotes(str(tmp_path / "notes"), {"version": "2"}).key(capture)}
    other = tmp_path / "b.pcap"
    other.write_bytes(b"content")
    keys.add(notes.key(str(other)))
    other.write_bytes(b"contents")
    keys.add(notes.key(str(other)))
    assert len(keys) == 4
    assert notes.key(capture) == notes.key(capture)
    assert notes.key(str(tmp_path / "nowhere")) == ""


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"[1]\n", b"\xff\n", b'{"format": "ibpkt run note 0", "out": 0}\n', b"null\n"]
)
def test_a_damaged_note_is_none(text, tmp_path, capture):
    notes = RunNotes(str(tmp_path / "notes"), {})
    key = notes.key(capture)
    notes.write(key, NOTE)
    (file,) = (tmp_path / "notes").iterdir()
    file.write_bytes(text)
    assert notes.read(key) is None


def test_a_directory_that_cannot_be(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(CaptureError, match="cannot be used as a directory of results"):
        RunNotes(str(tmp_path / "file"), {})
