"""A test over many values tries all of them, and names those that fail."""

from __future__ import annotations

import inspect

import pytest

from tests.support.sweep import every


def test_every_value_is_tried_and_all_that_fail_are_named():
    tried = []

    @every("number", [1, 2, 3, 4], "number {}".format)
    def odd(number, fixture):
        tried.append((number, fixture))
        assert number % 2
        if number == 3:
            with pytest.raises(KeyError):
                pass

    assert [*inspect.signature(odd).parameters] == ["fixture"]
    with pytest.raises(AssertionError) as failure:
        odd(fixture="given")
    assert tried == [(number, "given") for number in (1, 2, 3, 4)]
    assert failure.value.__notes__ == ["number, 3 of 4: number 2, number 3, number 4"]


def test_nothing_to_try_is_an_error():
    with pytest.raises(AssertionError, match="no values for number"):
        every("number", [])


def test_a_skip_is_one():
    @every("number", [1])
    def skipped(number):
        pytest.skip("nothing is here")

    with pytest.raises(pytest.skip.Exception):
        skipped()
