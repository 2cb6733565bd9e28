"""Every expression lets through what it lets through in tshark; `differences.toml` lists where it does not."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt import filter
from tests.filter import answers
from tests.filter.merged import CRAFTED, DIRECTORIES, crafted, merged, numbers, ranges
from tests.tshark import store

#: expressions on which the two have been found to differ
DIFFERENT: set[str] = set()


def agree(answer: str, told: str) -> bool:
    """Whether two answers are the same; each may complain in its own words."""
    return answer == told or (answer.startswith(answers.REFUSED) and told.startswith(answers.REFUSED))


def here(directory: str) -> bool:
    return directory == CRAFTED or bool(store.captures(directory))


@pytest.fixture(scope="module", params=DIRECTORIES)
def asked(request, tmp_path_factory):
    """The stored answers of a directory, and the file that they are about."""
    directory = request.param
    if not here(directory):
        pytest.skip(f"no captures in {directory}")
    data = merged(directory)
    path = tmp_path_factory.mktemp("merged") / f"{directory}.pcapng"
    path.write_bytes(data)
    return answers.load(directory), answers.digest(data), path


def test_answers_are_about_these_captures(asked):
    stored, digest, _ = asked
    assert stored.tshark == answers.TSHARK
    assert stored.captures == digest, "run python -m tests.filter.regenerate"
    assert list(stored.answers) == answers.expressions(), "run python -m tests.filter.regenerate"


def test_frames_that_are_let_through(asked, local_time_is_utc):
    stored, _, path = asked
    known = answers.differences()
    compiled, told = {}, {}
    for expression in stored.answers:
        try:
            compiled[expression] = filter.compile(expression)
        except filter.FilterError as error:
            told[expression] = f"{answers.REFUSED}{error}"
    found: dict[str, list[int]] = {expression: [] for expression in compiled}
    frames = 0
    with ibpkt.open(path) as capture:
        for batch in capture.batches(8192):
            frames += len(batch)
            for expression, each in compiled.items():
                found[expression] += batch.frames.number_of[each.rows(batch)].tolist()
    assert frames == stored.frames
    told.update((expression, ranges(let_through)) for expression, let_through in found.items())
    wrong = [
        f"{expression}: tshark {answer[:200]}, ibpkt {told[expression][:200]}"
        for expression, answer in stored.answers.items()
        if not agree(answer, told[expression]) and expression not in known
    ]
    assert not wrong, "not as tshark, and not listed:\n" + "\n".join(wrong)
    DIFFERENT.update(each for each, answer in stored.answers.items() if not agree(answer, told[each]))


def test_list_of_differences_is_not_stale():
    """Every entry is about an expression that is asked, and that differs somewhere."""
    listed = answers.differences()
    assert listed.keys() <= set(answers.expressions())
    if not all(map(here, DIRECTORIES)) or not DIFFERENT:
        pytest.skip("not all captures have been compared")
    assert listed.keys() == DIFFERENT
    for each in listed.values():
        assert each.who in ("ibpkt", "tshark", "both")
        assert each.why.endswith(".")


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
