"""What is told does not depend on how packets come to the analysis.

Batches of any size, another time, others in between, the directions in two files, pieces: the same.  A carrier without
IP identification: the same or less, never another story.
"""

from __future__ import annotations

import itertools
import json
from functools import cache

import pytest

from tests.analysis.truth import transformations
from tests.analysis.truth.scenes.all_scenes import with_and_without_identification
from tests.analysis.truth.scenes.registry import WITH_IDENTIFICATION
from tests.analysis.truth.shared_scenes import FOLDER, scenes
from tests.analysis.truth.story import findings_of, messages_of, other_story, sentences_of, transport_kinds
from tests.analysis.truth.told import Told
from tests.support.command import run
from tests.support.shared import CAPTURES

RECORDED = [
    "recorded/corrupt_write", "recorded/rnr_recover", "recorded/loss_ack_10pct",
    "recorded/loss_write_3pct", "recorded/psn_wrap", "recorded/upper/iser_loss",
    "recorded/flush/loss3_requests_before_tap",
    "recorded/flush/dup10_on_wire",
]  # fmt: skip
OWN_SCENES = {f"own/{scene.name}": scene for scene in with_and_without_identification()}
NAMES = [*(f"scenes/{scene.name}" for scene in scenes()), *OWN_SCENES, *RECORDED]
WITH_ORDER = [name for name in NAMES if name not in OWN_SCENES or OWN_SCENES[name].carrier == WITH_IDENTIFICATION]
#: packets of a batch; most scenes have no more than 100.  With one packet a batch everything is cut everywhere, so that
#: some scenes alone have a larger size as well; and a recording is so long that one size of two is enough for each
SIZES = {
    **{name: (1, 7) if number % 3 == 0 else (1,) for number, name in enumerate(NAMES)},
    **{name: ((100, 7)[number % 2],) for number, name in enumerate(sorted(RECORDED))},
}
TOGETHER = (1, 100)
#: recordings of which a router drops some packets
DROPPED = ["recorded/loss_write_3pct", "recorded/rnr_recover"]
#: where batches matter if both sides of a router are captured: a copy of a NAK makes the first another connection, and
#: the first packets of the others are answers, whose copies might be other answers
BEGINNINGS = ("own/refusal_of_what_was_never_sent", "own/credits_by_an_unsolicited", "own/ack_repeated_with_more")
ROUTABLE = [name for name, each in OWN_SCENES.items() if transformations.is_routable(each.pcap())]
ROUTED = [*(name for name in ROUTABLE if not name.startswith(BEGINNINGS)), *DROPPED]
#: what the beginning and the end of a piece must not make up
NEVER_MORE = ("timeout", "lost", "duplicate", "retries-exhausted")
YEAR = 365 * 86_400


@cache
def _data(name):
    if name in OWN_SCENES:
        return OWN_SCENES[name].pcap()
    path = (FOLDER.parent if name.startswith("scenes/") else CAPTURES) / f"{name}.pcap"
    if not path.exists():
        pytest.skip(f"{name} is not beside this repository")
    return path.read_bytes()


@cache
def _told(name):
    return Told(_data(name))


def _told_of(data):
    """By one expert, which takes half the time: that it tells what an expert and an analyser tell, batches show."""
    return Told(data, together=True)


def _rows(told):
    return findings_of(told), sentences_of(told), messages_of(told), len(told.flows)


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "size"), [(name, size) for name, sizes in SIZES.items() for size in sizes])
def test_batches_of_any_size(name, size):
    """One expert tells all of it in batches of some sizes, and an expert and an analyser tell it in the others."""
    cut = Told(_data(name), size, together=size in TOGETHER)
    assert _rows(cut) == _rows(_told(name))
    ends = [[(flow.ended, flow.released_frame) for flow in told.flows] for told in (cut, _told(name))]
    assert ends[0] == ends[1]


@pytest.mark.sweep
@pytest.mark.parametrize("name", ROUTED)
def test_both_sides_of_a_router_in_batches_of_any_size(name):
    """Whether a copy was captured elsewhere is not a question of the batch that it is in, nor is its path."""
    data = _data(name)
    both = transformations.both_sides_of_a_router(data, 0.01 if name in DROPPED else 0)
    cut, whole = Told(both, SIZES[name][-1], together=True), _told_of(both)
    assert _besides_copies(cut) == _besides_copies(whole)


def _besides_copies(told):
    """What is said but for copies: of the first packets of a flow it is known later that they are part of a mirror."""
    findings, _, messages, flows = _rows(told)
    return [finding for finding in findings if finding[1] not in ("duplicate", "captured-twice")], messages, flows


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_another_time(name):
    moved = _told_of(transformations.later(_data(name), YEAR))
    assert sentences_of(moved) == sentences_of(_told(name))
    assert findings_of(moved, time=YEAR * 10**9) == findings_of(_told(name))
    assert messages_of(moved) == messages_of(_told(name))


def _skip_unless_link_addresses(name):
    if transformations.read(_data(name)).link not in (transformations.ETHERNET, transformations.INFINIBAND):
        pytest.skip("its packets have no link addresses")


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_others_in_between(name):
    _skip_unless_link_addresses(name)
    data, before = transformations.among_others(_data(name))
    among = _told_of(data)
    others = {end.qpn for end in transformations.OTHERS}
    theirs = {
        number
        for flow in among.flows
        if any(side.qpn in others for side in flow.sides)
        for number in (flow.number, flow.also)
    }
    assert findings_of(among, before.get) == findings_of(_told(name))
    assert messages_of(among, lambda message: message.flow in theirs) == messages_of(_told(name))


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_both_directions_in_files_of_their_own(name, tmp_path):
    _skip_unless_link_addresses(name)
    times = [record.time for record in transformations.read(_data(name)).records]
    if times != sorted(set(times)):
        pytest.skip("two files do not say which of two packets of one time came first")
    together = transformations.merged(transformations.by_sender(_data(name)), tmp_path)
    assert _rows(_told_of(together)) == _rows(_told(name))


@pytest.mark.sweep
@pytest.mark.parametrize("name", WITH_ORDER)
@pytest.mark.parametrize("carrier", transformations.CARRIERS)
def test_another_carrier_tells_no_other_story(name, carrier, tmp_path):
    if not _counts_identifications(name):
        pytest.skip("its packets have no IP identification that counts")
    carried = transformations.carried(_data(name), carrier, tmp_path)
    if len(transformations.read(carried).records) < len(transformations.read(_data(name)).records):
        pytest.skip("that carrier has no such packets as some that show how long the capture went on")
    other = _told_of(carried)
    assert other_story(transport_kinds(_told(name)), transport_kinds(other)) == []
    ends = [[(message.kind, message.size, message.outcome) for message in told.work] for told in (_told(name), other)]
    assert ends[0] == ends[1]


def _counts_identifications(name):
    with _told(name).open() as capture:
        identifications = capture.columns(["ip.id"])["ip.id"]
    return len(set(identifications.compressed().tolist())) > len(identifications) // 4


def _report(*options, stdin=b""):
    """What the expert reports, but for the names of files."""
    done = run("expert", "--severity", "chat", "--format", "json", *options, stdin=stdin)
    assert done.code in (0, 1), done.err
    report = json.loads(done.out)
    report.pop("file", None)
    report.pop("files", None)
    # what had to wait for later packets is listed behind those that had come by then, see docs/expert.md
    report["findings"].sort(key=lambda finding: (finding["frame"], finding["kind"], finding["text"]))
    return report


@cache
def _report_of_the_whole(name):
    return _report("-", stdin=_data(name))


@pytest.mark.sweep
@pytest.mark.parametrize("name", NAMES)
def test_pieces_by_themselves_say_no_more_than_the_whole(name):
    pcap = transformations.read(_data(name))
    third = -(-len(pcap.records) // 3)
    pieces = [pcap.records[begin : begin + third] for begin in range(0, len(pcap.records), third)]
    kinds = [Told(pcap._replace(records=piece).bytes()).kinds for piece in pieces]
    more = {
        kind: (sum(counts[kind] for counts in kinds), _told(name).kinds[kind])
        for kind in NEVER_MORE
        if sum(counts[kind] for counts in kinds) > _told(name).kinds[kind]
    }
    assert more == {}


@pytest.mark.sweep
@pytest.mark.parametrize(("name", "pieces"), list(zip(NAMES, itertools.cycle((2, 5)), strict=False)))
def test_pieces_joined(name, pieces, tmp_path):
    """Given in any order, they say what the whole says."""
    pcap = transformations.read(_data(name))
    times = [record.time for record in pcap.records]
    if times != sorted(times):
        pytest.skip("the clock was set back: the order of pieces is not that of their times")
    size = -(-len(times) // pieces)
    paths = []
    for begin in range(0, len(times), size):
        paths.append(tmp_path / f"piece{begin}.pcap")
        paths[-1].write_bytes(pcap._replace(records=pcap.records[begin : begin + size]).bytes())
    assert _report("--join", *reversed(paths)) == _report_of_the_whole(name)
