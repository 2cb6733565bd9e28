"""An analysis that goes on from a file says what one that was never interrupted says."""

from __future__ import annotations

import itertools
from functools import cache, partial

import pytest

import ibpkt
from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from ibpkt.analysis.state.analysis_state import PacketsBefore, load_state, part_of, save_state
from ibpkt.analysis.state.forms import KeptPart
from tests.analysis.state.pieces import analyse, cut, pcap_of
from tests.analysis.test_exchanges import EXCHANGES
from tests.analysis.truth.scenes.all_scenes import with_and_without_identification
from tests.analysis.truth.shared_scenes import FOLDER, scenes
from tests.analysis.truth.story import FACTS_OF_MESSAGES
from tests.support.shared import CAPTURES

RECORDED = [
    "recorded/corrupt_write", "recorded/rnr_recover", "recorded/loss_ack_10pct", "recorded/loss_write_3pct",
    "recorded/psn_wrap", "recorded/upper/iser_loss", "recorded/flush/loss3_requests_before_tap",
    "recorded/flush/dup10_on_wire", "recorded/nvmeof", "recorded/cm_reject", "recorded/ecn_marked_netem",
]  # fmt: skip
#: recordings of which a cut into batches changes nothing yet
WHOLE = [
    "recorded/psn_wrap", "recorded/loss_ack_10pct", "recorded/flush/dup10_on_wire", "recorded/cm_reject",
    "recorded/rnr_recover", "recorded/corrupt_write", "recorded/nvmeof", "recorded/upper/iser_loss",
]  # fmt: skip
OWN_SCENES = {f"own/{scene.name}": scene for scene in with_and_without_identification()}
NAMES = [*(f"scenes/{scene.name}" for scene in scenes()), *OWN_SCENES, *RECORDED]
MAKERS = {"expert": Expert, "messages": partial(Analyser, paths=True)}


@cache
def _data(name):
    if name in OWN_SCENES:
        return OWN_SCENES[name].pcap()
    path = (FOLDER.parent if name.startswith("scenes/") else CAPTURES) / f"{name}.pcap"
    if not path.exists():
        pytest.skip(f"{name} is not beside this repository")
    return path.read_bytes()


#: the analyser of an expert is kept with it: by itself it is interrupted in some scenes, and in the recordings
INTERRUPTED = [
    *((name, "expert", 3) for name in NAMES),
    *((name, "messages", 2) for name in (*NAMES[: -len(RECORDED)][::3], *RECORDED)),
]


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "what", "count"), INTERRUPTED)
def test_interrupted_or_not(name, what, count, tmp_path):
    """With the same batches; that these do not matter, other tests show."""
    pieces = cut(_data(name), count)
    assert analyse(pieces, tmp_path / "kept", MAKERS[what]) == analyse(pieces, None, MAKERS[what])


#: each recording with both analyses, and each analysis with both numbers of pieces
WITHIN_BATCHES = [
    (name, what, (3, 7)[(place + other) % 2])
    for place, name in enumerate(RECORDED)
    for other, what in enumerate(MAKERS)
]


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "what", "count"), WITHIN_BATCHES)
def test_interrupted_within_batches(name, what, count, tmp_path):
    pieces = cut(_data(name), count)
    kept = analyse(pieces, tmp_path / "kept", MAKERS[what], most=40)
    assert kept == analyse(pieces, None, MAKERS[what], most=40)


@cache
def _whole(name, make):
    return analyse([_data(name)], None, make)


@pytest.mark.sweep
@pytest.mark.parametrize("name", WHOLE)
@pytest.mark.parametrize("count", [2, 3, 7])
def test_as_the_whole(name, count, tmp_path):
    kept, whole = analyse(cut(_data(name), count), tmp_path / "kept"), _whole(name, Expert)
    assert _facts(kept.findings) == _facts(whole.findings)
    kept, whole = analyse(cut(_data(name), count), tmp_path / "kept", Analyser), _whole(name, Analyser)
    assert sorted(map(_row, kept.messages)) == sorted(map(_row, whole.messages))
    assert [(flow.number, flow.packets) for flow in kept.flows] == [(flow.number, flow.packets) for flow in whole.flows]


@pytest.mark.sweep
@pytest.mark.parametrize("name", [name for name in EXCHANGES if "datagram" in name or "UC" in name])
def test_exchanges_interrupted_behind_every_packet(name, tmp_path):
    """Datagrams and messages of UC that may come late, or are copied, between two pieces."""
    times = [10**18 + time * 1000 for time, _ in EXCHANGES[name].packets]
    packets = [packet.data for _, packet in EXCHANGES[name].packets]
    data = pcap_of(times, packets, EXCHANGES[name].packets[0][1].link)
    pieces = cut(data, len(packets))
    kept = {what: analyse(pieces, tmp_path / "kept", make) for what, make in MAKERS.items()}
    assert kept == {what: analyse(pieces, None, make) for what, make in MAKERS.items()}
    assert _facts(kept["expert"].findings) == _facts(analyse([data]).findings)


def _facts(findings):
    return sorted((each.frame, each.kind.name, each.time, each.flow, each.packets) for each in findings)


def _row(message):
    return repr([getattr(message, name) for name in ("flow", "side", *FACTS_OF_MESSAGES)])


def test_every_attribute_is_kept_or_known_not_to_be():
    """Who gives a part of the analysis another attribute has to say here whether it is part of the state."""
    expert, flows = Expert(), Analyser(paths=True)
    with ibpkt.open("captures/nvmeof.pcap") as capture:
        for batch in capture.batches():
            expert.add(batch)
            flows.add(batch)
    assert sorted([*_unknown(part_of(expert), expert, ""), *_unknown(part_of(flows), flows, "")]) == []


def _unknown(part, value, place):
    names = {*getattr(value, "__dict__", ()), *getattr(value, "__slots__", ())}
    yield from (f"{place}.{name}" for name in names - part.kept.keys() - part.left)
    for name, form in part.kept.items():
        if isinstance(form, KeptPart):
            yield from _unknown(form, getattr(value, name), f"{place}.{name}")


@pytest.mark.parametrize("name", ["captures/nvmeof.pcap", "captures/rnr_recover.pcap", "captures/derived_empty.pcap"])
def test_equal_states_are_equal_files(name, tmp_path):
    expert, before = Expert(), PacketsBefore()
    with ibpkt.open(name) as capture:
        for batch in capture.batches():
            expert.add(batch)
            before = before.behind(batch)
    paths = [tmp_path / str(number) for number in range(3)]
    save_state(paths[0], expert, before)
    for path, following in itertools.pairwise(paths):
        again = Expert()
        assert load_state(path, again) == before
        save_state(following, again, before)
    assert paths[1].read_bytes() == paths[2].read_bytes()
