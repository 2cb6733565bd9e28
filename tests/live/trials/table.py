"""The table of what was false, by kind of trial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from tests.live.trials.judge import Result

_HEAD = (
    "| trials of | trials | captures | with something false | false statements | of severity chat |\n"
    "|---|---:|---:|---:|---|---|\n"
)  # fmt: skip


def table(results: Sequence[Result]) -> str:
    """As Markdown, with a line of sums; findings of severity chat have a column of their own."""
    kinds = list(dict.fromkeys(result.kind for result in results))
    rows = [_row(kind, [result for result in results if result.kind == kind]) for kind in kinds]
    return _HEAD + "".join([*rows, _row("all", results)])


def _row(name: str, results: Sequence[Result]) -> str:
    trials = len({result.trial for result in results})
    false = sum(not all(each.is_chat for each in result.untrue) for result in results)
    said = [_kinds(each.kind for result in results for each in result.untrue if each.is_chat == chat)
            for chat in (False, True)]  # fmt: skip
    return f"| {name} | {trials} | {len(results)} | {false} | {said[0]} | {said[1]} |\n"


def _kinds(kinds: Iterable[str]) -> str:
    return ", ".join(f"{count} {kind}" for kind, count in Counter(kinds).most_common())
