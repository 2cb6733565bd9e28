"""Every fact of a packet that the state machines lay down is one that is declared."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

import pytest
from ibpkt.analysis.flow.sequence import Results

import ibpkt.analysis
from ibpkt import traffic
from ibpkt.analysis.analyser import AnalysisResult
from ibpkt.protocols.analysis_facts import FACTS
from tests.support.analysis_runs import OPERATIONS, run

#: what lays down a fact, and where facts are read: methods of `Results`, and dictionaries
LAY, DICTIONARIES = (
    {"set_fact", "add_to_fact", "column"},
    ("facts", "results.fact_columns", "self.fact_columns", "analysed.packets"),
)
_SOURCES = sorted(Path(ibpkt.analysis.__file__).parent.rglob("*.py"))


def _calls():
    """Calls of `Results` methods for facts: file, line, and the name of the fact, None where it is computed."""
    for path in _SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in LAY):
                continue
            owner = ast.unparse(node.func.value)
            if owner.split(".")[-1].lstrip("_") == "results":
                given = node.args[0]
                yield path, node.lineno, given.value if isinstance(given, ast.Constant) else None


def test_laid_down():
    names = defaultdict(list)
    for path, line, name in _calls():
        names[name].append(f"{path.name}:{line}")
    assert None not in names, names[None]
    assert set(names) == set(FACTS)
    assert all(callable(getattr(Results, each)) for each in LAY)


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
    assert {"flow", "message", "corrupt", "moved"} <= read <= set(FACTS)


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
