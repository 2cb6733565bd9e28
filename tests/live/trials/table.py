"""The table of what was false, by kind of trial."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.live.trials.judge import Result
from tests.live.trials.untrue import Untrue

_HEAD = (
    "| trials of | trials | captures | with something false | statements | false | which | of severity chat |\n"
    "|---|---:|---:|---:|---:|---:|---|---|\n"
)  # fmt: skip


def table(results: Sequence[Result]) -> str:
    """As Markdown, with a line of sums; findings of severity chat have a column of their own."""
    kinds = list(dict.fromkeys(result.kind for result in results))
    rows = [_row(kind, [result for result in results if result.kind == kind]) for kind in kinds]
    return _HEAD + "".join([*rows, _row("all", results)])


def _row(name: str, results: Sequence[Result]) -> str:
    untrue = [each for result in results for each in result.untrue if not each.is_chat]
    chats = [each for result in results for each in result.untrue if each.is_chat]
    cells = [
        name,
        len({result.trial for result in results}),
        len(results),
        sum(not all(each.is_chat for each in result.untrue) for result in results),
        f"{sum(result.statements for result in results):,}",
        len(untrue),
        _kinds(untrue),
        _kinds(chats),
    ]
    return "".join(f"| {cell} " for cell in cells) + "|\n"


def _kinds(untrue: Sequence[Untrue]) -> str:
    counts = Counter(each.kind for each in untrue)
    return ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
