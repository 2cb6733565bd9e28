"""The scoreboard: what the analysis says rightly, and what not.

``python -m tests.analysis.truth.score [--first-sight] [NAME...]``; a NAME is that of a capture, and may have ``*``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from fnmatch import fnmatch

from tests.analysis.truth import counters, posted, quiet, shared_scenes
from tests.analysis.truth.scenes.all_scenes import own_scenes

#: lines of one capture that are printed where no capture was named
EXAMPLES = 2


def _wanted(name: str, patterns: list[str]) -> bool:
    return not patterns or any(fnmatch(name, pattern) or fnmatch(name, f"*/{pattern}") for pattern in patterns)


def _section(title: str, unit: str, judged: Iterable[tuple[str, list[str], int]], every: bool = True) -> None:
    """Print what is wrong, then how much is right: of captures, or of figures."""
    right = total = 0
    for _, wrong, count in judged:
        total += count
        right += count - len(wrong)
        for line in wrong if every else _shortened(wrong):
            print(f"wrong: {line}", flush=True)
    print(f"== {title}: {right} of {total} {unit} right", flush=True)


def _scenes(names: list[str]) -> Iterable[tuple[str, list[str], int]]:
    for scene in shared_scenes.scenes():
        if _wanted(f"scenes/{scene.name}", names):
            wrong = [figure for figure in shared_scenes.judged(scene) if not figure.right]
            yield scene.name, [_joined(scene.name, wrong)] if wrong else [], 1


def _own(names: list[str]) -> Iterable[tuple[str, list[str], int]]:
    for scene in own_scenes():
        if _wanted(f"own/{scene.name}", names):
            wrong = [figure for figure in scene.judged() if not figure.right]
            yield scene.name, [_joined(f"own/{scene.name}", wrong)] if wrong else [], 1


def _joined(name: str, wrong: list) -> str:
    return f"{name}: " + "; ".join(f"{each.what}: expected {each.expected}, told {each.told}" for each in wrong)


def _counters(names: list[str]) -> Iterable[tuple[str, list[str], int]]:
    for name in counters.recordings():
        if _wanted(f"recorded/{name}", names):
            counts = counters.counts(name)
            yield name, [str(count) for count in counts if not count.right], len(counts)


def _posted(names: list[str]) -> Iterable[tuple[str, list[str], int]]:
    for name in counters.recordings():
        if _wanted(f"recorded/{name}", names):
            figures = posted.figures(name)
            yield name, [str(figure) for figure in figures if not figure.right], len(figures)


def _quiet(names: list[str]) -> Iterable[tuple[str, list[str], int]]:
    for name in quiet.quiet_recordings():
        if _wanted(f"recorded/{name}", names):
            yield name, [str(figure) for figure in quiet.figures(name) if not figure.right], 1


def _shortened(lines: list[str]) -> list[str]:
    """The first of many."""
    if len(lines) <= EXAMPLES + 1:
        return lines
    return [*lines[:EXAMPLES], f"{lines[0].partition(': ')[0]}: {len(lines) - EXAMPLES} more"]


def main() -> None:
    """Print the scoreboard."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these captures")
    options = parser.parse_args()
    _section("hand-made scenes", "scenes", _scenes(options.names))
    _section("own scenes", "scenes", _own(options.names))
    _section("counters of kernels", "figures", _counters(options.names))
    _section("nothing went wrong", "recordings", _quiet(options.names))
    _section("posted", "work requests", _posted(options.names), every=bool(options.names))


if __name__ == "__main__":
    main()
