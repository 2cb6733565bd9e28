"""The list of faults stays true, and a sample of them is found (`python -m tests.analysis.mutation.run` tries all)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.analysis.mutation.faults import FAULTS
from tests.analysis.mutation.run import Copy, where_to_look
from tests.support.shared import REPOSITORY

CORE = REPOSITORY / "ibpkt" / "analysis"
#: what has no decisions of its own: the form of results, tables, plain columns
WITHOUT = {
    *("recovery/kinds.py", "recovery/run.py", "recovery/run_state.py", "recovery/verdict.py"),
    *("recovery/responder_verdicts.py", "reassembly/half_states.py", "reassembly/kinds.py", "reassembly/packets.py"),
    *("reassembly/message_columns.py", "reassembly/payload_frames.py", "runs/half_table.py", "runs/recent_columns.py"),
    *("streams/assigned.py", "streams/flow_columns.py", "streams/half_order.py", "streams/named_arrays.py"),
    *("streams/packet_lengths.py", "streams/stream_rows.py"),
}


def core_files():
    rooms = ("runs", "recovery", "reassembly", "streams")
    found = {f"{room}/{path.name}" for room in rooms for path in (CORE / room).glob("*.py")} | {"analyser.py"}
    return {name for name in found if not name.endswith("__init__.py")}


def test_every_fault_has_its_place():
    """Otherwise the list is of another core than there is."""
    places = {fault: (CORE / fault.file).read_text(encoding="utf-8").count(fault.old) for fault in FAULTS}
    assert [(fault.file, fault.name, count) for fault, count in places.items() if count != 1] == []
    assert all(fault.old != fault.new for fault in FAULTS)


def test_there_are_many_and_every_part_has_some():
    assert len(FAULTS) >= 200
    assert [name for name, count in Counter(fault.name for fault in FAULTS).items() if count > 1] == []
    assert core_files() - WITHOUT == {fault.file for fault in FAULTS}


def test_a_fault_is_looked_for_in_its_room_and_in_the_whole():
    places = {fault.file.partition("/")[0]: where_to_look(fault) for fault in FAULTS}
    assert places["recovery"] == ["tests/analysis/recovery", "tests/analysis/test_exchanges.py"]
    assert places["analyser.py"] == ["tests/analysis/test_exchanges.py"]
    assert all((REPOSITORY / path).exists() for path in where_to_look(None))


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS[::20], ids=lambda fault: fault.name)
def test_a_fault_is_found(fault, tmp_path):
    assert Copy(tmp_path).run(fault) is not None


@pytest.mark.slow
def test_without_a_fault_the_tests_pass(tmp_path):
    assert Copy(tmp_path).run() is None
