"""All that the analysis says of our own scenes, as text: ``python -m tests.analysis.truth.transcripts_of_scenes``.

The verdict of a scene demands what the transport's rules decide.  A transcript has everything: what is said of each
packet, the findings, the messages and the flows, with all their figures, so that a change of the analysis shows in the
diff of ``transcripts/`` which exchanges it tells otherwise.  Times count from the first packet, in microseconds.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ibpkt.analysis.results.finding import Finding
from ibpkt.analysis.results.flow import Flow, Side
from ibpkt.analysis.results.message import Message
from tests.analysis.truth.scenes.all_scenes import with_and_without_identification
from tests.analysis.truth.scenes.registry import OwnScene
from tests.analysis.truth.told import Told
from tests.support.command import run

TRANSCRIPTS = Path(__file__).with_name("transcripts")
#: values that are times, in nanoseconds since the epoch
TIMES = {Message: ("start", "end", "responded", "completed"), Flow: ("first", "last", "released"), Side: ()}
#: of longer captures only those packets stand there of which something is said that is not usual
ALL_PACKETS = 60
USUAL = frozenset({"flow", "message", "response_to", "response_in"})


def transcripts() -> dict[str, list[OwnScene]]:
    """The scenes of each transcript: those that a module declares."""
    scenes = defaultdict(list)
    for scene in with_and_without_identification():
        scenes[scene.play.__module__.rpartition(".")[2]].append(scene)
    return dict(scenes)


def transcript(scenes: list[OwnScene]) -> str:
    """All that is said of some scenes."""
    return "\n".join(line for scene in scenes for line in _of_scene(scene)) + "\n"


def _of_scene(scene: OwnScene) -> Iterator[str]:
    source = scene.pcap()
    told = Told(source, together=True)
    yield f"== {scene.name}"
    yield " ".join(scene.verdict.story.split())
    yield from _packets(source, told)
    begin = told.times[0]
    yield from (f"  {_finding(finding, begin)}" for finding in told.findings)
    for message in told.messages:
        yield f"  message {_values(message, begin)}"
    for flow in told.flows:
        yield f"  flow {_values(flow, begin, without=('sides',))}"
        for side in flow.sides:
            yield f"    side {_values(side, begin)}"
    yield ""


def _packets(source: bytes, told: Told) -> Iterator[str]:
    """The line of each packet, and what the analysis knows of it."""
    lines = run("decode", "-", stdin=source).out.splitlines()
    for line, known in zip(lines, told.packet_facts, strict=True):
        if len(lines) <= ALL_PACKETS or known.keys() - USUAL:
            said = "".join(f" {name}={value}" for name, value in known.items())
            yield f"  {' '.join(line.split())} |{said}"


def _finding(finding: Finding, begin: int) -> str:
    """Its place, its sentence, its facts, and what proves it."""
    kind = finding.kind
    proof = f" because {' '.join(map(str, finding.because))}" if finding.because else ""
    about = ""
    if finding.subject is not None:
        subject = finding.subject._replace(until=finding.subject.until and finding.subject.until - begin)
        about = f" {tuple(map(int, subject))}"
    facts = ", ".join(f"{name} {value}" for name, value in finding.facts.items())
    return (
        f"{kind.severity} {kind.name} packet {finding.frame} of flow {finding.flow}, {finding.packets} packets:"
        f" {finding} [{facts}]{about}{proof}"
    )


def _values(result: Any, begin: int, without: tuple[str, ...] = ()) -> str:
    """The values of a message, a flow or a side that are not those of a new one."""
    shown = []
    for field in dataclasses.fields(result):
        value = getattr(result, field.name)
        usual = field.default if field.default_factory is dataclasses.MISSING else field.default_factory()
        if field.name in without or value == usual:
            continue
        if field.name in TIMES[type(result)] and value:
            value = (value - begin) / 1000
        shown.append(f"{field.name} {value:.4g}" if field.name == "sure" else f"{field.name} {value}")
    return ", ".join(shown)


def main() -> None:
    """Write them all anew."""
    TRANSCRIPTS.mkdir(exist_ok=True)
    there = transcripts()
    for path in TRANSCRIPTS.glob("*.txt"):
        if path.stem not in there:
            path.unlink()
    for name, scenes in there.items():
        (TRANSCRIPTS / f"{name}.txt").write_text(transcript(scenes), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
