"""Hand-made exchanges: which cause comes first, and where."""

from __future__ import annotations

import json

import pytest

from tests.analysis.incidents.told import serious
from tests.analysis.truth.scenes.all_scenes import own_scenes
from tests.analysis.truth.shared_scenes import FOLDER
from tests.support.shared import needs

#: where the first incident is, of scenes whose story says it
PLACES = {
    "loss_middle_go_back_n": "before the tap, from 10.0.0.1",
    "loss_burst_with_first": "before the tap, from fd00::1",
    "loss_before_the_last_and_nak_lost": "before the tap, from 10.0.0.1",
    "loss_last_of_message_at_wrap_native": "before the tap, from LID: 1",
    "loss_retransmission_lost": "before the tap, from 10.0.0.1",
    "loss_behind_tap_nak": "behind the tap, towards 10.0.0.2",
    "loss_behind_tap_last": "between fd00::1 and fd00::2",
    "loss_ack_behind_tap": "behind the tap, towards 10.0.0.1",
    "loss_acks_behind_tap_at_wrap_native": "behind the tap, towards LID: 1",
    "reorder_by_one_nak": "10.0.0.1 > 10.0.0.2",
    "read_response_over_two_paths": "fd00::2 > fd00::1",
    "rnr_once": "10.0.0.2",
    "rnr_exhausted_with_cm": "10.0.0.2",
    "refused_bad_key": "10.0.0.1 > 10.0.0.2",
    "gave_up_with_cm": "10.0.0.2",
    "gave_up_without_cm": "fd00::2",
    "read_response_lost_rest_asked_again": "before the tap, from 10.0.0.2",
    "read_implied_nak": "before the tap, from fd00::2",
    "read_request_lost": "before the tap, from 10.0.0.1",
    "atomic_response_lost_behind_tap": "behind the tap, towards 10.0.0.1",
    "uc_lost_middle": "before the tap, from 10.0.0.1",
    "operation_changes_in_the_middle": "10.0.0.1",
    "msn_jumps_ahead": "10.0.0.2",
    "tap_misses_packets": "the tap",
    "cm_rejected": "10.0.0.1 > 10.0.0.2",
    "ecn_marks_without_cnp": "before the tap, from fd00::1",
    "pfc_pause_with_gap": "02:00:00:00:00:02",
    "p_key_of_one_packet": "10.0.0.1 > 10.0.0.2",
    "icrc_wrong_in_a_window": "before the tap, from 10.0.0.1",
    "run_loss_before_the_tap": "before the tap, from 10.0.0.1",
    "run_loss_behind_the_tap": "behind the tap, towards fd00::2",
    "run_answers_lost": "behind the tap, towards 10.0.0.1",
}


def _entries() -> dict[str, dict]:
    if not FOLDER.exists():
        return {}
    entries = json.loads((FOLDER / "scenes.json").read_text(encoding="utf-8"))
    return {entry["file"].removesuffix(".pcap"): entry for entry in entries}


ENTRIES = _entries()


@needs(FOLDER)
@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if "cause" in entry])
def test_the_cause_that_comes_first(name):
    entry = ENTRIES[name]
    found = serious(FOLDER / entry["file"])
    first = found[0].cause if found else None
    causes = entry["cause"] if isinstance(entry["cause"], list) else [entry["cause"]]
    assert first in causes, entry["story"]


@needs(FOLDER)
@pytest.mark.parametrize("name", PLACES)
def test_the_place(name):
    assert serious(FOLDER / f"{name}.pcap")[0].where == PLACES[name], ENTRIES[name]["story"]


@needs(FOLDER)
def test_nearly_all_scenes_say_which_cause_comes_first():
    assert sum("cause" in entry for entry in ENTRIES.values()) >= 85


@needs(FOLDER)
def test_flows_that_stood_still_during_a_pause():
    (incident,) = serious(FOLDER / "pfc_pause_with_gap.pcap")
    assert (incident.flows, incident.cost, incident.waits) == ((1,), 404_000, {"resumes": (1, 404_000)})


@needs(FOLDER)
def test_what_connection_management_agreed_on_is_said_of_a_silent_peer():
    (incident,) = serious(FOLDER / "gave_up_with_cm.pcap")
    assert "an ACK timeout of 67.11 ms and 3 retries" in incident.sentence


@needs(FOLDER)
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("refused_bad_key", "R_Key 0x00000bad (packet 4); this key was never used before"),
        ("refused_read_out_of_range", "it ends 7,168 bytes behind all that packet 1 used this key for before"),
        ("cm_rejected", "Invalid Service ID"),
        ("p_key_of_one_packet", "packet 3 is dropped by its receiver"),
    ],
)
def test_what_happened_is_told(name, words):
    assert words.lower() in serious(FOLDER / f"{name}.pcap")[0].sentence.lower()


@pytest.mark.parametrize(
    ("carrier", "old", "new"), [("ipv4", "10.0.0.1", "10.0.0.11"), ("native", "LID: 1", "LID: 11")]
)
def test_places_of_a_flow_that_migrates(carrier, old, new):
    """What two timeouts notice is lost on the old path, and another packet on the new one."""
    (scene,) = [each for each in own_scenes() if each.name == f"loses_on_the_other_path-{carrier}"]
    losses = {each.where for each in serious(scene.pcap()) if each.cause == "loss"}
    assert losses == {f"between {old} and {old[:-1]}2", f"before the tap, from {new}"}
