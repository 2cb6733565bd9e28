"""The sample adapter of docs/examples passes, and every deliberate fault in it is found; the page lists them."""

from __future__ import annotations

import importlib.util
import re
import sys
import types

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from ibpkt import traffic
from tests.support.shared import REPOSITORY

EXAMPLE = REPOSITORY / "docs" / "examples" / "nic-model"
PAGE = REPOSITORY / "docs" / "testing-nic-model.md"
#: the default number of examples, and no dice: a fault that is found is found in every run
DEFAULT = settings(
    max_examples=100,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


def _module(name, source=None):
    """A module of the example, under a name that no other example has."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLE / f"{name}.py")
    module = types.ModuleType(name) if source is not None else importlib.util.module_from_spec(spec)
    if source is None:
        spec.loader.exec_module(module)
    else:
        exec(compile(source, f"{name}.py", "exec"), module.__dict__)
    return module


FAULTS = _module("faults").FAULTS
SOURCE = (EXAMPLE / "nic.py").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def machine():
    """The state machine of the example's test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "nic", _module("nic"))
        yield _module("test_nic").NicMachine


def run(machine, source, examples=100):
    adapter = type("Machine", (machine,), {"adapter": _module("nic", source).Nic})
    run_state_machine_as_test(adapter, settings=settings(DEFAULT, max_examples=examples))


def test_the_adapter_is_right(machine):
    run(machine, SOURCE, examples=20)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found(machine, name):
    old, new = FAULTS[name]
    assert SOURCE.count(old) == 1
    with pytest.raises(traffic.WrongAnswer):
        run(machine, SOURCE.replace(old, new))


def test_there_are_twenty_and_the_page_has_them():
    assert len(FAULTS) >= 20
    rows = re.findall(r"^\| ([^|]+?) \| ", PAGE.read_text(encoding="utf-8").partition("## The faults")[2], re.M)
    assert [row for row in rows if row != "fault"] == list(FAULTS)
