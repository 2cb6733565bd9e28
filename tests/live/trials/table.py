"""The table of what was false, by kind of trial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.live.trials.judge import Result

_HEAD = (
    "| trials of | trials | captures | with something false | false statements |\n"
    "|---|---:|---:|---:|---|\n"
)  # fmt: skip


def table(results: Sequence[Result]) -> str:
    """As Markdown, with a line of sums."""
    kinds = list(dict.fromkeys(result.kind for result in results))
    rows = [_row(kind, [result for result in results if result.kind == kind]) for kind in kinds]
    return _HEAD + "".join([*rows, _row("all", results)])


def _row(name: str, results: Sequence[Result]) -> str:
    kinds = Counter(each.kind for result in results for each in result.untrue)
    said = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    trials, false = len({result.trial for result in results}), sum(bool(result.untrue) for result in results)
    return f"| {name} | {trials} | {len(results)} | {false} | {said} |\n"
