"""The sample adapter of docs/examples passes, and every deliberate fault in it is found; the page lists them."""

from __future__ import annotations

import importlib.util
import re
import struct
import sys
import types

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.support.shared import REPOSITORY

EXAMPLE = REPOSITORY / "docs" / "examples" / "nic-model"
PAGE = REPOSITORY / "docs" / "testing-nic-model.md"
#: no dice: a fault that is found is found in every run; the default number of examples, or a glance at a few
_PROFILE = settings(
    derandomize=True, database=None, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck)
)
settings.register_profile("find", _PROFILE, max_examples=100)
GLANCE, TWENTY = 5, 20
settings.register_profile("glance", _PROFILE, max_examples=GLANCE)
settings.register_profile("twenty", _PROFILE, max_examples=TWENTY)


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


@pytest.fixture
def tests(monkeypatch):
    """The example's tests, of the adapter in a source, with as many examples as a profile has."""

    def load(source, profile):
        settings.load_profile(profile)
        monkeypatch.setitem(sys.modules, "nic", _module("nic", source))
        return _module("test_nic")

    profile = settings.get_current_profile_name()
    yield load
    settings.load_profile(profile)


def run_packets(tests):
    """The tests of single packets."""
    tests.test_a_valid_packet_is_taken()
    (rules,) = tests.test_a_packet_that_breaks_one_rule_is_dropped.pytestmark
    for rule in rules.args[1]:
        tests.test_a_packet_that_breaks_one_rule_is_dropped(rule)


def run_machine(tests, examples):
    run_state_machine_as_test(tests.NicMachine, settings=settings(max_examples=examples))


def run_all(tests, source):
    """What finds the most in the shortest time first."""
    glance = tests(source, "glance")
    run_machine(glance, GLANCE)
    run_packets(glance)
    right = tests(source, "find")
    run_machine(right, 100)
    run_packets(right)


@pytest.mark.costly
def test_the_adapter_is_right(tests):
    right = tests(SOURCE, "twenty")
    run_machine(right, TWENTY)
    run_packets(right)


#: every sixth is enough for every day
DAILY = [*FAULTS][1::6]


@pytest.mark.family("strategies")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in DAILY else pytest.mark.slow) for name in FAULTS]
)
def test_a_fault_is_found(tests, name):
    old, new = FAULTS[name]
    assert SOURCE.count(old) == 1
    with pytest.raises((AssertionError, IndexError, struct.error)):
        run_all(tests, SOURCE.replace(old, new))


def test_there_are_twenty_and_the_page_has_them():
    assert len(FAULTS) >= 20
    rows = re.findall(r"^\| ([^|]+?) \| ", PAGE.read_text(encoding="utf-8").partition("## The faults")[2], re.M)
    assert [row for row in rows if row != "fault"] == list(FAULTS)
