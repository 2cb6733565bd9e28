"""The list of faults stays true, and a sample of them is found (`python -m tests.analysis.mutation.run` tries all)."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter

import pytest

from tests.analysis.mutation.faults import FAULTS, Fault
from tests.analysis.mutation.run import Trial, Trials, found_by, where_to_look
from tests.support.shared import REPOSITORY

CORE = REPOSITORY / "ibpkt" / "analysis"
#: what has no decisions of its own: the form of results, tables, plain columns
WITHOUT = {
    *("recovery/kinds.py", "recovery/run.py", "recovery/run_state.py", "recovery/verdict.py"),
    *("recovery/responder_verdicts.py", "reassembly/half_states.py", "reassembly/kinds.py", "reassembly/packets.py"),
    *("reassembly/message_columns.py", "reassembly/payload_frames.py", "runs/half_table.py", "runs/recent_columns.py"),
    *("streams/assigned.py", "streams/half_order.py", "streams/named_arrays.py"),
    *("streams/packet_lengths.py", "streams/stream_rows.py"),
    "reassembly/message_choice.py",
}
#: a test that needs the module of the faults below, and what it calls there
HOLES, A_HOLE_IS_FILLED = "recovery/holes.py", "tests/analysis/recovery/test_holes.py::test_what_a_run_puts_into_a_hole"
FILLINGS = "def fillings("
#: more than it takes to collect a test
FEW_SECONDS = 2


def core_files():
    rooms = ("runs", "recovery", "reassembly", "streams")
    found = {f"{room}/{path.name}" for room in rooms for path in (CORE / room).glob("*.py")}
    found |= {"analyser.py", "connected_flows.py"}
    return {name for name in found if not name.endswith("__init__.py")}


def run(*arguments):
    program = (sys.executable, "-m", "tests.analysis.mutation.run", *arguments)
    return subprocess.run(program, cwd=REPOSITORY, capture_output=True, text=True, check=False)


def test_every_fault_has_its_place():
    """Otherwise the list is of another core than there is."""
    places = {fault: (CORE / fault.file).read_text(encoding="utf-8").count(fault.old) for fault in FAULTS}
    assert [(fault.file, fault.name, count) for fault, count in places.items() if count != 1] == []
    assert all(fault.old != fault.new for fault in FAULTS)


def test_there_are_many_and_every_part_has_some():
    assert len(FAULTS) >= 200
    assert [name for name, count in Counter(fault.name for fault in FAULTS).items() if count > 1] == []
    assert core_files() - WITHOUT == {fault.file for fault in FAULTS}


def test_faults_were_found_by_files_of_tests_that_there_are():
    """A sample of these is tried; what is not among them is looked for in all tests of the core."""
    found = found_by()
    assert found.keys() <= {fault.name for fault in FAULTS}
    assert len(found) >= 0.8 * len(FAULTS)
    # a test that has another name by now only takes longer: its fault is looked for in the others
    assert all((REPOSITORY / test.partition("::")[0]).is_file() for test in found.values())


def test_a_fault_is_looked_for_in_its_room_and_in_the_whole():
    places = {fault.file.partition("/")[0]: where_to_look(fault) for fault in FAULTS}
    assert places["recovery"] == ["tests/analysis/test_exchanges.py", "tests/analysis/recovery"]
    rooms = ("runs", "recovery", "reassembly", "streams")
    everywhere = ["tests/analysis/test_exchanges.py", *(f"tests/analysis/{room}" for room in rooms)]
    assert places["analyser.py"] == places["connected_flows.py"] == everywhere
    assert all((REPOSITORY / path).exists() for paths in places.values() for path in paths)


def test_what_is_no_fault_is_not_found_and_what_does_not_end_is():
    text = (CORE / HOLES).read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if FILLINGS in line)
    no_fault, endless = (
        Fault("", HOLES, line, line + "  #"),
        Fault("", HOLES, line, f"{line}\n        while True: pass"),
    )
    trials = [Trial.of(fault, {A_HOLE_IS_FILLED}, FEW_SECONDS) for fault in (None, no_fault, endless)]
    with Trials() as runs:
        assert list(runs.run(trials)) == [None, None, A_HOLE_IS_FILLED]


@pytest.mark.slow
def test_what_waits_for_ever_is_found():
    """It takes no time of the processor."""
    text = (CORE / HOLES).read_text(encoding="utf-8")
    line = next(line for line in text.splitlines() if FILLINGS in line)
    waits = Fault("", HOLES, line, f"{line}\n        while True: __import__('time').sleep(0.1)")
    with Trials() as runs:
        assert list(runs.run([Trial.of(waits, {A_HOLE_IS_FILLED}, FEW_SECONDS)])) == [A_HOLE_IS_FILLED]


def test_a_sample_is_found():
    """All of them take half an hour: `python -m tests.analysis.mutation.run`, after a change of the core."""
    done = run("--known", "--every", "37")
    assert done.returncode == 0, done.stdout + done.stderr
