"""The list of differences, and which rule explains which difference.

``python -m tests.tshark.rules`` counts what each rule explains, over every capture that is here.
"""

from __future__ import annotations

import fnmatch
import functools
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from ibpkt.batch.fields import fields
from tests.tshark import compare, regenerate, store
from tests.tshark.compare import Difference
from tests.tshark.store import Shown

LIST = store.HERE / "differences.toml"
#: those of the golden packets alone: what tshark does not know, or reads wrong, of packets that were never recorded
CRAFTED = store.HERE / "crafted.toml"
#: those of management datagrams of random bytes alone
MADS = store.HERE / "mads.toml"
WHO = ("ibpkt", "tshark", "both", "scope")


def _only_tshark(theirs: str | None, ours: str | None) -> bool:
    return ours is None


def _only_ibpkt(theirs: str | None, ours: str | None) -> bool:
    return theirs is None


def _differ(theirs: str | None, ours: str | None) -> bool:
    return theirs is not None and ours is not None


def _twice(theirs: str | None, ours: str | None) -> bool:
    return ours is not None and theirs == f"{ours},{ours}"


def _and_more(theirs: str | None, ours: str | None) -> bool:
    return bool(theirs and ours) and (ours or "").startswith(f"{theirs},")


def _bytes_as_numbers(theirs: str | None, ours: str | None) -> bool:
    return bool(theirs and ours) and ",".join(map(str, bytes.fromhex(theirs or ""))) == ours


def _six_bytes_short(theirs: str | None, ours: str | None) -> bool:
    return bool(theirs and ours) and (ours or "")[:-12] == theirs


def _last_digit(theirs: str | None, ours: str | None) -> bool:
    if not (theirs and ours):
        return False
    return abs(int(theirs.replace(".", "")) - int(ours.replace(".", ""))) == 1


def _bit_15_more(theirs: str | None, ours: str | None) -> bool:
    return bool(theirs and ours) and int(theirs or "", 16) == int(ours or "", 16) | 0x8000


def _repeated(theirs: str | None, ours: str | None) -> bool:
    if not (theirs and ours):
        return False
    values, own = theirs.split(","), ours.split(",")
    return len(values) % len(own) == 0 and values == own * (len(values) // len(own))


def _first_of_more(theirs: str | None, ours: str | None) -> bool:
    return bool(theirs and ours) and (theirs or "").startswith(f"{ours},")


def _one_more(theirs: str | None, ours: str | None) -> bool:
    return bool(theirs and ours) and int(theirs or "") == int(ours or "") + 1


def _bare_hexadecimal(theirs: str | None, ours: str | None) -> bool:
    return bool(theirs and ours) and int(theirs or "", 16) == int(ours or "")


def _bytes_of_number(theirs: str | None, ours: str | None) -> bool:
    return bool(theirs and ours) and int.from_bytes(bytes.fromhex(theirs or ""), "little") == int(ours or "")


def _without_padding(theirs: str | None, ours: str | None) -> bool:
    return bool(theirs and ours) and (ours or "").rstrip("0") == (theirs or "").rstrip("0") != ours


#: what a rule's ``how`` can be; "no such field" is for names that ibpkt does not know, all others for names it knows
HOW: dict[str, Callable[[str | None, str | None], bool]] = {
    "no such field": _only_tshark,
    "only tshark": _only_tshark,  # ibpkt knows the name, and the frame has no such field
    "only ibpkt": _only_ibpkt,
    "differ": _differ,
    "twice": _twice,
    "and more": _and_more,  # tshark's values are the first of ours
    "bytes as numbers": _bytes_as_numbers,
    "six bytes short": _six_bytes_short,
    "last digit": _last_digit,
    "bit 15 more": _bit_15_more,
    "repeated": _repeated,  # all of ours, several times
    "first of more": _first_of_more,  # ours are the first of tshark's
    "one more": _one_more,
    "bare hexadecimal": _bare_hexadecimal,
    "bytes of number": _bytes_of_number,  # low byte first
    "without padding": _without_padding,
}


class Rule(NamedTuple):
    """An entry of the list; its head says what the keys mean."""

    who: str
    why: str
    how: str
    fields: tuple[str, ...]
    captures: str = "*"
    tshark: str | None = None
    ibpkt: str | None = None
    when: dict[str, str] = {}  # noqa: RUF012  # never changed

    def glob_for(self, field: str) -> str | None:
        """Which of its fields names this one; None where it is not about this one."""
        if (self.how == "no such field") == (field in fields()):
            return None
        return next((glob for glob in self.fields if fnmatch.fnmatchcase(field, glob)), None)

    def is_of(self, capture: str) -> bool:
        """Whether it is about a capture."""
        return fnmatch.fnmatchcase(capture, self.captures)

    def explains(self, difference: Difference, context: Context) -> bool:
        """Whether it explains a difference in a field and a capture that it is about."""
        if not HOW[self.how](difference.theirs, difference.ours):
            return False
        texts = [(self.tshark, difference.theirs), (self.ibpkt, difference.ours)]
        texts += [(wanted, context(name, difference.frame)) for name, wanted in self.when.items()]
        return all(wanted is None or re.fullmatch(wanted, text or "", re.DOTALL) for wanted, text in texts)


Context = Callable[[str, int], str | None]


class Explained(NamedTuple):
    """What was found in a capture.

    Attributes:
        values: how many values tshark showed of the names compared.
        frames: how many frames there are.
        counts: (rule, its glob) -> how many differences they explain.
        wrong: differences that no rule explains, or several, with those rules' reasons.
    """

    values: int
    frames: int
    counts: Counter[tuple[int, str]]
    wrong: list[tuple[Difference, list[str]]]


@functools.cache
def rules() -> tuple[Rule, ...]:
    """The list."""
    entries: list[dict[str, Any]] = tomllib.loads(LIST.read_text(encoding="utf-8"))["rule"]
    for path, captures in ((CRAFTED, "crafted*/*"), (MADS, "crafted_mads/*")):
        more: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["rule"]
        entries += [{"captures": captures, **entry} for entry in more]
    return tuple(Rule(**{**entry, "fields": tuple(entry["fields"])}) for entry in entries)


@functools.cache
def candidates(field: str) -> tuple[tuple[int, str], ...]:
    """The rules that are about a field, by number, each with the glob that names it."""
    globs = [(number, rule.glob_for(field)) for number, rule in enumerate(rules())]
    return tuple((number, glob) for number, glob in globs if glob is not None)


@functools.cache
def names() -> tuple[str, ...]:
    """Every name that tshark shows in any capture that is stored."""
    found: set[str] = set()
    for directory in store.DIRECTORIES:
        for name in store.stored(directory):
            found |= store.load(name).columns.keys()
    return tuple(sorted(found))


@functools.cache
def shown_of(capture: str) -> Shown | None:
    """What tshark shows of a capture; None where it is neither stored nor can be asked for."""
    if store.data_file(capture).exists():
        return store.load(capture)
    if not capture.startswith(store.ASKED) or regenerate.version() != store.TSHARK:
        return None
    return regenerate.collect(store.path_of(capture))


@functools.cache
def explain(capture: str) -> Explained:
    """Compare a capture, or its twin, and look every difference up in the list."""
    shown = shown_of(store.TWINS.get(capture, capture))
    assert shown is not None, capture
    wanted = set(names()) | shown.columns.keys()
    if capture in store.TWINS:
        wanted = {name for name in wanted if not store.TWINS_LACK.match(name)}
    conditions = {name for rule in rules() for name in rule.when}
    mine = compare.ours(capture, wanted | conditions)
    of_capture = {number for number, rule in enumerate(rules()) if rule.is_of(capture)}
    about = {name: [each for each in candidates(name) if each[0] in of_capture] for name in wanted}

    def context(name: str, frame: int) -> str | None:
        column = mine.get(name) or shown.columns.get(name)
        return None if column is None else column[frame - 1]

    counts: Counter[tuple[int, str]] = Counter()
    wrong = []
    for difference in compare.differences(capture, shown, mine, sorted(wanted)):
        found = [
            (number, glob) for number, glob in about[difference.field] if rules()[number].explains(difference, context)
        ]
        counts.update(found)
        if len(found) != 1:
            wrong.append((difference, [rules()[number].why for number, _ in found]))
    values = sum(len(column) - column.count(None) for name, column in shown.columns.items() if name in wanted)
    return Explained(values, shown.frames, counts, wrong)


def comparable() -> Iterator[str]:
    """The captures that can be compared here."""
    for directory in store.DIRECTORIES:
        for name in store.captures(directory):
            shown = shown_of(store.TWINS.get(name, name))
            if shown is not None and not shown.refused:
                yield name


def main() -> None:
    """Print what each rule explains."""
    total: Counter[tuple[int, str]] = Counter()
    captures = frames = values = unexplained = 0
    for name in comparable():
        found = explain(name)
        captures, frames, values = captures + 1, frames + found.frames, values + found.values
        unexplained += len(found.wrong)
        total.update(found.counts)
    by_rule: Counter[int] = Counter()
    by_verdict: Counter[str] = Counter()
    for (number, _), count in total.items():
        by_rule[number] += count
        by_verdict[rules()[number].who] += count
    for number, rule in enumerate(rules()):
        print(f"{by_rule[number]:8} {rule.who:6} {rule.how:16} {', '.join(rule.fields)[:60]}")
    print(f"{captures} captures, {frames} frames, {values} values; {unexplained} differences not explained by one rule")
    print(", ".join(f"{who}: {by_verdict[who]}" for who in WHO))


if __name__ == "__main__":
    main()
