"""Scenes: small exchanges with the verdict that the transport's rules give, and whether it is told."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from ibpkt.analysis.results.finding import Severity
from tests.analysis.truth.judgement import Bounds, Figure, text, within
from tests.analysis.truth.told import Told

#: one of several, or anything at all
Choice = str | list[str] | tuple[str, ...] | None


@dataclasses.dataclass(frozen=True)
class Scene:
    """An exchange and its verdict.

    Attributes:
        name, story: the capture, and what happened.
        rule: why the verdict is as it is: sections of the specification.
        expect: kinds of findings (or severities, or sums as ``a+b``), and for how many packets they are told.
        absent: kinds (or severities) that are not told at all.
        outcomes: how the messages ended, in the order of posting, flow by flow and side by side; None: not judged.
        sizes: their sizes, in the same order, each one or one of several, None for any; None: not judged.
        flows: how many there are, without those of management; None: not judged.
        ends: how each of them ended, and with which packet it was released ("reused 11", "22", ""); None: not judged.
        quiet: numbers of packets at which no finding of a note or worse may stand.
        lines: kinds, and in how many findings they are told at most: a run of packets is one.
        at: kinds, and the numbers of the packets that they are about: they stand at the first, and at no other packet.
        besides: kinds that may be told besides, and no other of a note or worse; None: any.
        says: parts of sentences, each of which stands in some finding.
        facts: numbers of packets, and facts that their lines have, with their values: 0 for none.
    """

    name: str
    story: str
    rule: str
    expect: dict[str, Bounds] = dataclasses.field(default_factory=dict)
    absent: tuple[str, ...] = ()
    outcomes: tuple[Choice, ...] | None = None
    sizes: tuple[int | list[int] | None, ...] | None = None
    flows: int | None = None
    ends: tuple[str, ...] | None = None
    quiet: tuple[int, ...] = ()
    lines: dict[str, int] = dataclasses.field(default_factory=dict)
    at: dict[str, tuple[int, ...]] = dataclasses.field(default_factory=dict)
    besides: tuple[str, ...] | None = None
    says: tuple[str, ...] = ()
    facts: dict[int, dict[str, int]] = dataclasses.field(default_factory=dict)


def scene_of(entry: dict[str, Any]) -> Scene:
    """A scene of ``scenes.json``.  The cause of an incident is not judged: there are no incidents yet."""
    lists = {key: tuple(entry[key]) for key in ("absent", "outcomes", "sizes", "quiet") if key in entry}
    return Scene(
        entry["file"].removesuffix(".pcap"), entry["story"], entry["rule"], entry["expect"], flows=entry.get("flows"),
        **lists,
    )  # fmt: skip


def figures(scene: Scene, told: Told) -> list[Figure]:
    """All that a scene demands."""
    return [Figure(scene.name, *figure) for figure in _figures(scene, told)]


def _figures(scene: Scene, told: Told) -> Iterator[tuple[str, str, str, bool]]:
    for kind, bounds in scene.expect.items():
        count = told.count(kind)
        yield kind, text(bounds), str(count), within(count, bounds)
    for kind in scene.absent:
        count = told.count(kind)
        yield kind, "none", _which(told, kind) if count else "none", not count
    if scene.besides is not None:
        known = {*scene.besides, *(name for kind in scene.expect for name in kind.split("+"))}
        others = {each.kind.name for each in told.findings if each.kind.severity >= Severity.NOTE} - known
        found = ", ".join(f"{kind}: {_which(told, kind)}" for kind in sorted(others))
        yield "other kinds", "none", found or "none", not others
    if scene.outcomes is not None:
        ends = [message.outcome for message in told.work]
        yield "outcomes", _listed(scene.outcomes), _listed(ends), _fits(scene.outcomes, ends)
    if scene.sizes is not None:
        sizes = [message.size for message in told.work]
        yield "sizes", _listed(scene.sizes), _listed(sizes), _fits(scene.sizes, sizes)
    if scene.flows is not None:
        yield "flows", str(scene.flows), str(len(told.connections)), scene.flows == len(told.connections)
    if scene.ends is not None:
        ends = [f"{flow.ended} {flow.released_frame or ''}".strip() for flow in told.connections]
        yield "ends of flows", _listed(scene.ends), _listed(ends), _fits(scene.ends, ends)
    for kind, most in scene.lines.items():
        found = sum(finding.kind.name == kind for finding in told.findings)
        yield f"findings of {kind}", f"{most} at most", str(found), found <= most
    for kind, places in scene.at.items():
        at = tuple(finding.frame for finding in told.findings if finding.kind.name == kind)
        yield f"packets of {kind}", _listed(places), _listed(at), places[0] in at and set(at) <= set(places)
    for part in scene.says:
        found = [str(finding) for finding in told.findings if part in str(finding)]
        yield "sentences", part, "; ".join(found) or "none", bool(found)
    for frame, wanted in scene.facts.items():
        known = {name: told.packet_facts[frame - 1].get(name, 0) for name in wanted}
        yield f"facts of packet {frame}", str(wanted), str(known), known == wanted
    if scene.quiet:
        loud = [
            f"{finding.kind.name} at {finding.frame}"
            for finding in told.findings
            if finding.frame in scene.quiet and finding.kind.severity >= Severity.NOTE
        ]
        yield "quiet packets", "nothing", ", ".join(loud) or "nothing", not loud


def _which(told: Told, kind: str) -> str:
    """What stands where nothing should, with the packets."""
    if kind in told.kinds:
        places = [str(finding.frame) for finding in told.findings if finding.kind.name == kind]
        return f"{told.count(kind)}, at packet {', '.join(places[:5])}{' …' * (len(places) > 5)}"
    severities = {finding.kind.name: finding.kind.severity for finding in told.findings}
    loud = [name for name, severity in severities.items() if str(severity) == kind or told.count(kind)]
    return ", ".join(sorted(name for name in loud if severities[name] >= _severity(kind)))


def _severity(kind: str) -> Severity:
    return next((each for each in Severity if str(each) == kind), Severity.CHAT)


def _fits(wanted: tuple[Any, ...], found: list[Any]) -> bool:
    """Whether there are as many, and each is the one that is wanted, or one of those."""
    return len(wanted) == len(found) and all(
        want is None or (value in want if isinstance(want, (list, tuple)) else value == want)
        for want, value in zip(wanted, found, strict=True)
    )


def _listed(values: tuple[Any, ...] | list[Any]) -> str:
    """Values with their numbers, those that follow one another once."""
    runs: list[tuple[str, int]] = []
    for value in values:
        word = "any" if value is None else "/".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        count = runs.pop()[1] if runs and runs[-1][0] == word else 0
        runs.append((word, count + 1))
    return ", ".join(word if count == 1 else f"{count} × {word}" for word, count in runs) or "none"
