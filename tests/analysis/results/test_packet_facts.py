"""Every fact that the analysis gives to a packet is one that is declared."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import ibpkt.analysis
from ibpkt import traffic
from ibpkt.analysis.analyser import AnalysisResult
from ibpkt.analysis.recovery import verdict_findings
from ibpkt.analysis.results.packet_facts import PacketFacts
from ibpkt.protocols.analysis_facts import FACTS
from tests.support.analysis_runs import OPERATIONS, run

#: what gives packets a fact, and where facts are read: methods of `PacketFacts`, and dictionaries
GIVE, DICTIONARIES = {"set", "add", "note"}, ("analysed.packets",)
_SOURCES = sorted(Path(ibpkt.analysis.__file__).parent.rglob("*.py"))


def _calls():
    """Calls that give a fact: the place, and the names of the facts that it may give."""
    for path in _SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in GIVE):
                continue
            if ast.unparse(node.func.value).split(".")[-1].lstrip("_") == "facts":
                yield f"{path.name}:{node.lineno}", _names(node.args[0])


def _names(given):
    """The fact named by a constant, or by what a verdict means."""
    if isinstance(given, ast.Constant):
        return {given.value}
    if isinstance(given, ast.Attribute) and ast.unparse(given.value) == "meaning":
        return {getattr(meaning, given.attr) for meaning in verdict_findings.MEANINGS.values()} - {None}
    return set()


@pytest.mark.costly
def test_given():
    names = set()
    for place, given in _calls():
        assert given, place
        names |= given
    assert names == set(FACTS)
    assert all(callable(getattr(PacketFacts, each)) for each in GIVE)


@pytest.mark.costly
def test_read():
    """What is read of these dictionaries by a name is there."""
    read = set()
    for path in _SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
                owner, given = node.func.value, node.args[0]
            elif isinstance(node, ast.Subscript):
                owner, given = node.value, node.slice
            else:
                continue
            if ast.unparse(owner) in DICTIONARIES and isinstance(given, ast.Constant):
                read.add(given.value)
    assert {"flow", "corrupt", "moved"} <= read <= set(FACTS)


def test_documented():
    """The names stand where users look for them."""
    assert all(f"``{name}``" in (AnalysisResult.__doc__ or "") for name in FACTS)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("behind", [0.0, 0.5])
def test_what_was_lost_is_told_by_packets_and_by_flows(seed, behind):
    """The packets that show a loss, on the way or of the capture, tell as many as their flow does at the end."""
    faults = traffic.Faults(loss=0.02, behind=behind)
    scenes = [traffic.Traffic(seed, messages=300, operations=OPERATIONS, faults=faults).batches() for _ in range(2)]
    whole = run(scenes[0])
    missed = run(batch.select(batch.frames.number_of % 50 != seed) for batch in scenes[1])  # by the tap
    for each in (whole, missed):
        sides = [side for flow in each.flows for side in flow.sides]
        for name in ("lost", "unseen"):
            assert sum(each.facts.get(name, {}).values()) == sum(getattr(side, name) for side in sides)
    assert whole.facts["lost"]
    assert missed.facts["unseen"]
