"""What is wrong with a plug-in, reported to its author: names, overlap, claims of foreign packets, functions, speed."""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from ibpkt.batch import Batch
from ibpkt.batch.fields import fields
from ibpkt.errors import CallerError
from ibpkt.protocols import Plugin, Rule, graph, load_plugin
from ibpkt.schema import Derived, Header, Leaf

#: foreign payloads that content alone may claim
CLAIMS = 1e-6
#: seconds for one derived value; a tree of a packet takes ten microseconds in all
SLOW = 20e-6
_NAME = re.compile(r"[a-z][a-z0-9_-]*(\.[a-z0-9_-]+)*")
#: random headers that each declaration is tried with
_TRIALS = 200


class ProtocolProblem(NamedTuple):
    """Something that is wrong with a plug-in.

    Attributes:
        kind: "load", "name", "overlap", "claim", "function" or "speed".
        sentence: what is wrong.
    """

    kind: str
    sentence: str


class ForeignPackets(Protocol):
    """Looks at packets of which none is the plug-in's."""

    def add(self, batch: Batch) -> None:
        """Take some."""

    def problems(self) -> Iterator[ProtocolProblem]:
        """There are no more: what is wrong."""


def check_protocol(
    path: str | os.PathLike[str],
    foreign: Iterable[Batch] = (),
    further: Callable[[Plugin], ForeignPackets] | None = None,
) -> Iterator[ProtocolProblem]:
    """Load a plug-in, which this process has from then on, and look for what is wrong with it.

    Args:
        path: the Python file.
        foreign: packets of which none is the plug-in's.
        further: makes a further check of the plug-in.

    Returns:
        The problems; none where everything is right.
    """
    names = {name: field.leaf.header for name, field in fields().items() if getattr(field.leaf, "header", None)}
    rules = graph().rules
    try:
        plugin = load_plugin(path, lambda sentence: None)
    except CallerError as error:
        yield ProtocolProblem("load", str(error))
        return
    if not (plugin.rules or plugin.opcodes or plugin.protocols):
        yield ProtocolProblem("load", f"plug-in {plugin.name} registers nothing: call ibpkt.register")
    yield from _names(plugin, names)
    yield from _overlap(plugin, rules)
    yield from _chance(plugin)
    checks: list[ForeignPackets] = [_Claims(plugin)]
    if further is not None:
        checks.append(further(plugin))
    for batch in foreign:
        for check in checks:
            check.add(batch)
    for check in checks:
        yield from check.problems()
    yield from _functions(plugin)


def _names(plugin: Plugin, known: dict[str, Header]) -> Iterator[ProtocolProblem]:
    for header in plugin.headers:
        for name in (header.filter, *(leaf.filter for leaf in header.leaves)):
            if name in known:
                yield ProtocolProblem("name", f"{header.name}: {name} is a field of {known[name].name} already")
            elif not _NAME.fullmatch(name):
                yield ProtocolProblem("name", f"{header.name}: {name!r} is no name that a filter can have")


def _overlap(plugin: Plugin, before: dict[Header, tuple[Rule, ...]]) -> Iterator[ProtocolProblem]:
    for header, several in plugin.rules.items():
        for rule in several:
            if (rule.otherwise is not None or not (rule.on or rule.peek)) and not rule.require and before.get(header):
                sentence = f"a rule takes everything behind {header.name}: those of ibpkt are never asked"
                yield ProtocolProblem("overlap", sentence)
            for other in before.get(header, ()):
                both = rule.table.keys() & other.table.keys() if rule.on and rule.on == other.on else ()
                for number in sorted(both):
                    if rule.table[number] != other.table[number] and not rule.require:
                        place = "/".join(leaf.filter for leaf in rule.on)
                        names = "/".join(each.name for each in other.table[number]) or "a payload"
                        yield ProtocolProblem("overlap", f"{place} {number} announces {names} already")


def _chance(plugin: Plugin) -> Iterator[ProtocolProblem]:
    """Rules that look at the first bits of what follows: how often others begin like that by chance."""
    for header, several in plugin.rules.items():
        for rule in several:
            chance = len(rule.table) / 2.0**rule.peek
            if rule.peek and not rule.require and chance > CLAIMS:
                sentence = f"{rule.peek} bits behind {header.name} claim one in {1 / chance:.0f} foreign payloads"
                yield ProtocolProblem("claim", f"{sentence}; the bar is one in {1 / CLAIMS:.0f}: add require=")


def _functions(plugin: Plugin) -> Iterator[ProtocolProblem]:
    """Headers of random bytes: written as they were read, with derived values that come, and soon."""
    source = random.Random(1)
    for header in plugin.headers:
        taken: dict[Leaf, float] = {}
        for _ in range(_TRIALS):
            data = source.randbytes(header.size)
            values = header.read(data)
            if header.write(values) != data:
                yield ProtocolProblem("function", f"{header.name} is not written as it was read")
                break
            if header.tail:
                values[header.tail.name] = b""
            for leaf in header.derived:
                started = time.process_time()
                header.leaf_value(leaf, values, {header.key: values})
                taken[leaf] = taken.get(leaf, 0.0) + time.process_time() - started
        yield from _slow(header, taken)
    if plugin.failure:
        yield ProtocolProblem("function", f"plug-in {plugin.name} raises on random values: {plugin.failure}")


def _slow(header: Header, taken: dict[Leaf, float]) -> Iterator[ProtocolProblem]:
    for leaf, seconds in taken.items():
        assert isinstance(leaf, Derived)
        each = seconds / _TRIALS
        if each > SLOW:
            sentence = f"{leaf.filter} takes {each * 1e6:.0f} µs a value; at most {SLOW * 1e6:.0f} are bearable"
            yield ProtocolProblem("speed", f"{header.name}: {sentence}")


class _Claims:
    """Packets that are read as the plug-in's."""

    def __init__(self, plugin: Plugin) -> None:
        self._own = {*plugin.headers}
        self._seen = self._claimed = self._first = 0

    def add(self, batch: Batch) -> None:
        """Take packets."""
        self._seen += len(batch)
        for shape in batch.shapes:
            if self._own & {*shape.headers}:
                self._claimed += len(shape.rows)
                self._first = self._first or batch[int(shape.rows[0])].number or 0

    def problems(self) -> Iterator[ProtocolProblem]:
        """What is claimed."""
        if self._claimed:
            sentence = (
                f"it claims {self._claimed} of {self._seen} foreign packets, the first of them packet {self._first}"
            )
            yield ProtocolProblem("claim", sentence)
