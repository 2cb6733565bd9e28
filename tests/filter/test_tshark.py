"""Every expression lets through what it lets through in tshark; `differences.toml` lists where it does not."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt import filter
from tests.filter import answers
from tests.filter.merged import CRAFTED, DIRECTORIES, crafted, merged, numbers, ranges
from tests.tshark import store


def agree(answer: str, told: str) -> bool:
    """Whether two answers are the same; each may complain in its own words."""
    return answer == told or (answer.startswith(answers.REFUSED) and told.startswith(answers.REFUSED))


def here(directory: str) -> bool:
    return directory == CRAFTED or bool(store.captures(directory))


def written(directory, folder):
    """The file that the stored answers of a directory are about."""
    path = folder / f"{directory}.pcapng"
    path.write_bytes(merged(directory))
    return path


def ours(path, expressions):
    """ibpkt's answers, in the form of tshark's, and the number of frames."""
    compiled, texts = {}, {}
    for expression in expressions:
        try:
            compiled[expression] = filter.compile(expression)
        except filter.FilterError as error:
            texts[expression] = f"{answers.REFUSED}{error}"
    found: dict[str, list[int]] = {expression: [] for expression in compiled}
    frames = 0
    with ibpkt.open(path) as capture:
        for batch in capture.batches(8192):
            frames += len(batch)
            for expression, condition in compiled.items():
                found[expression] += batch.frames.number_of[condition.rows(batch)].tolist()
    texts.update((expression, ranges(let_through)) for expression, let_through in found.items())
    return texts, frames


@pytest.fixture(scope="module", params=[CRAFTED, "captures", pytest.param("recorded", marks=pytest.mark.slow)])
def asked(request, tmp_path_factory):
    """The stored answers of a directory, and the file that they are about."""
    directory = request.param
    if not here(directory):
        pytest.skip(f"no captures in {directory}")
    path = written(directory, tmp_path_factory.mktemp("merged"))
    return answers.load(directory), answers.digest(path.read_bytes()), path


def test_answers_are_about_these_captures(asked):
    stored, digest, _ = asked
    assert stored.tshark == answers.TSHARK
    assert stored.captures == digest, "run python -m tests.filter.regenerate"
    assert list(stored.answers) == answers.expressions(), "run python -m tests.filter.regenerate"


@pytest.mark.costly
def test_frames_that_are_let_through(asked, local_time_is_utc):
    stored, _, path = asked
    known = answers.differences()
    texts, frames = ours(path, stored.answers)
    assert frames == stored.frames
    wrong = [
        f"{expression}: tshark {answer[:200]}, ibpkt {texts[expression][:200]}"
        for expression, answer in stored.answers.items()
        if not agree(answer, texts[expression]) and expression not in known
    ]
    assert not wrong, "not as tshark, and not listed:\n" + "\n".join(wrong)


@pytest.mark.slow
def test_list_of_differences_is_not_stale(tmp_path, local_time_is_utc):
    """Every entry is about an expression that is asked, and that differs somewhere."""
    listed = answers.differences()
    assert listed.keys() <= set(answers.expressions())
    if not all(map(here, DIRECTORIES)):
        pytest.skip("not all captures are here: ../shared/captures is absent")
    different = set()
    for directory in DIRECTORIES:
        stored = answers.load(directory).answers
        texts, _ = ours(written(directory, tmp_path), listed)
        different |= {expression for expression in listed if not agree(stored[expression], texts[expression])}
    assert different == listed.keys()
    for entry in listed.values():
        assert entry.who in ("ibpkt", "tshark", "both")
        assert entry.why.endswith(".")


def test_there_are_many_and_they_tell_something():
    """Most expressions let some frames through and hold others back."""
    stored = [answers.load(directory) for directory in DIRECTORIES]
    expressions = answers.expressions()
    assert len(expressions) == len(set(expressions)) >= 250
    telling = [
        expression
        for expression in expressions
        if any(
            answer and not answer.startswith(answers.REFUSED) and len(numbers(answer)) < each.frames
            for each in stored
            if (answer := each.answers[expression])
        )
    ]
    assert len(telling) > 350


def test_crafted_packets_have_what_the_captures_lack():
    names = {"/".join(layer.name for layer in ibpkt.decode(data, link)) for _, link, _, _, data in crafted()}
    assert any(name.count("IPv4") == 2 for name in names)
    assert any(name.count("VLAN") == 2 for name in names)


@pytest.mark.parametrize("found", [[], [1], [1, 2, 3], [1, 3, 4, 9], [2, 4, 6]])
def test_ranges(found):
    assert numbers(ranges(found)) == found
