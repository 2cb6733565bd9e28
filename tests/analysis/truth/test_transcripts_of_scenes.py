"""What the analysis says of our own scenes is what is stored, word by word: see `transcripts_of_scenes`."""

from __future__ import annotations

import pytest

from tests.analysis.truth.transcripts_of_scenes import TRANSCRIPTS, transcript, transcripts

SCENES = transcripts()


@pytest.mark.parametrize("name", SCENES)
def test_a_transcript_is_the_stored_one(name):
    stored = (TRANSCRIPTS / f"{name}.txt").read_text(encoding="utf-8")
    assert transcript(SCENES[name]) == stored, "after a change that is meant, regenerate them and read the diff"


def test_no_other_is_stored():
    assert {path.stem for path in TRANSCRIPTS.glob("*.txt")} == SCENES.keys()
