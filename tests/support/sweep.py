"""One test that tries many values, each of which takes less time than a test of its own takes to be managed."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable

import pytest

#: failures that a message names
NAMED = 20


def every(
    argument: str, values: Iterable[object], name: Callable[..., str] = str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Call a test for every value, as `pytest.mark.parametrize` would, but as one test.

    All are tried.  The first failure is raised, with the names of all values that failed.

    Args:
        argument: the name of the test's argument.
        values: at least one.
        name: what a value is called in a failure.
    """
    chosen = list(values)
    assert chosen, f"no values for {argument}: the test could not fail"

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(function)

        @functools.wraps(function)
        def test(**fixtures: object) -> None:
            failed: list[str] = []
            first: BaseException | None = None
            for value in chosen:
                try:
                    function(**fixtures, **{argument: value})
                except (Exception, pytest.fail.Exception) as failure:
                    failed.append(name(value))
                    first = first or failure
            if first is not None:
                more = f" and {len(failed) - NAMED} more" if len(failed) > NAMED else ""
                first.add_note(f"{argument}, {len(failed)} of {len(chosen)}: {', '.join(failed[:NAMED])}{more}")
                raise first

        others = [each for each in signature.parameters.values() if each.name != argument]
        test.__signature__ = signature.replace(parameters=others)  # the fixtures that pytest looks for
        return test

    return decorate
