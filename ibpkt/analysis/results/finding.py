"""Findings and their types."""

from __future__ import annotations

import dataclasses
import enum
import functools
import string
from collections.abc import Mapping
from typing import Any, NamedTuple

from ibpkt.conveniences import extensible


class Severity(enum.IntEnum):
    """Severities, named as in Wireshark's expert information."""

    CHAT = 1
    NOTE = 2
    WARNING = 3
    ERROR = 4

    __hash__ = int.__hash__  # an enum's own takes long, and types of findings are looked up for each finding

    def __str__(self) -> str:
        return self.name.lower()


class FindingType(NamedTuple):
    """A type of finding, declared once in the module that reports it, with `FindingTypes`.

    Attributes:
        name: short and stable, as ``duplicate-request``: scripts and filters use it.
        severity: its severity.
        group: ``sequence``, ``messages``, ``congestion``, ``path``, ``protocol`` or ``management``.
        says: what happened, one sentence; ``{name}`` stands for a fact of the finding, ``{name:ns}`` for nanoseconds in
            a unit that suits them, ``{name:packet is|packets are}`` for a number and the words that go with it,
            ``{name:to last}`` for a range that ends with the fact ``last``, ``{name:if known}`` for a fact that some
            findings lack.
        means: what that usually means, one sentence.
        rule: the section of the specification behind it, or "" for an observation at the tap.
    """

    name: str
    severity: Severity
    group: str
    says: str
    means: str
    rule: str

    def __deepcopy__(self, memo: object) -> FindingType:
        return self  # there is one of each

    def sentence(self, facts: Mapping[str, Any]) -> str:
        """What happened, with the facts in their places."""
        return _sentence(self.says).with_facts(facts)

    @property
    def source(self) -> str:
        """The source of the rule, for users."""
        return self.rule or "observed at the tap; no section of a specification"


@dataclasses.dataclass(frozen=True)
class FindingTypes:
    """Declares types of one group: ``.error(name, says, means, rule)``, likewise for the other severities.

    Attributes:
        group: their group.
        rule: the rule of those that name none.
    """

    group: str
    rule: str = ""

    def _declare(self, severity: Severity, name: str, says: str, means: str, rule: str | None = None) -> FindingType:
        return FindingType(name, severity, self.group, says, means, self.rule if rule is None else rule)

    chat = functools.partialmethod(_declare, Severity.CHAT)
    note = functools.partialmethod(_declare, Severity.NOTE)
    warning = functools.partialmethod(_declare, Severity.WARNING)
    error = functools.partialmethod(_declare, Severity.ERROR)


class Subject(NamedTuple):
    """Which packets of its flow a finding is about: what incidents are grouped by.

    Attributes:
        side: the end whose requests they are, or which they answer: 0 or 1, as `Message.side`.
        answers: they are answers, which the other end sent.
        until: the time of the last of them, in nanoseconds since the epoch.
        answered: of requests sent again: the capture has seen the first of them answered before.
    """

    side: int
    answers: bool = False
    until: int = 0
    answered: bool = False


@extensible
class Finding(NamedTuple):
    """A finding.

    Attributes:
        kind: its type.
        frame: the number of the packet that shows it, from 1.
        time: that packet's, in nanoseconds since the epoch.
        flow: the number of its flow, from 1 in the order of first packets; 0 if it belongs to none.
        facts: the values in the sentence, by name: numbers and texts.
        packets: how many packets it concerns: a run of packets with one verdict is one finding.
        because: numbers of the packets that prove it, ascending, the first thousand or so; none where its sentence and
            ``frame`` say it all.
        subject: which packets of its flow it is about, where that is known.
    """

    kind: FindingType
    frame: int
    time: int
    flow: int
    facts: dict[str, Any]
    packets: int = 1
    because: tuple[int, ...] = ()
    subject: Subject | None = None

    def __str__(self) -> str:
        return self.kind.sentence(self.facts)


#: a finding of its values, all of them; faster than calling the class
make_finding = functools.partial(tuple.__new__, Finding)
#: likewise its subject
make_subject = functools.partial(tuple.__new__, Subject)


def filled(says: str, facts: Mapping[str, Any]) -> str:
    """A sentence with facts in their places, as in `FindingType.says`."""
    return _sentence(says).with_facts(facts)


class _Sentence:
    """A sentence with places for facts, taken apart once."""

    def __init__(self, says: str) -> None:
        self._parts = [(text, name, form or "") for text, name, form, _ in string.Formatter().parse(says)]

    def with_facts(self, facts: Mapping[str, Any]) -> str:
        """The sentence with facts in their places."""
        return "".join([
            text if name is None else text + _fact(facts, name, form) for text, name, form in self._parts
        ])  # fmt: skip


def _fact(facts: Mapping[str, Any], name: str, form: str) -> str:
    if form == "if known":
        return str(facts.get(name, ""))
    value = facts[name]
    if form.startswith("to "):
        end = facts[form.removeprefix("to ")]
        return str(value) if value == end else f"{value} to {end}"
    if not form:
        return str(value)
    if form == "ns":
        return duration(value)
    one, bar, many = form.partition("|")
    return f"{value} {one if value == 1 else many}" if bar else format(value, form)


@functools.lru_cache(maxsize=1024)
def _sentence(says: str) -> _Sentence:
    return _Sentence(says)


def about(nanoseconds: int) -> str:
    """Nanoseconds as text with two significant digits: for what is only known roughly."""
    return duration(round(nanoseconds, 1 - len(str(abs(nanoseconds))) + 1))


def duration(nanoseconds: int) -> str:
    """Nanoseconds as text in a suitable unit, with four significant digits."""
    for unit, size in (("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000)):
        if abs(nanoseconds) >= size:
            return f"{nanoseconds / size:.4g} {unit}"
    return f"{nanoseconds} ns"
