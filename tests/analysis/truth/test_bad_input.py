"""Captures that no tap should give: said once in a sentence, never a flood, and never a story that is not there."""

from __future__ import annotations

from functools import cache

import pytest

from tests.analysis.truth import transformations
from tests.analysis.truth.scenes.all_scenes import own_scenes
from tests.analysis.truth.scenes.exchange import Exchange
from tests.analysis.truth.scenes.registry import WITH_IDENTIFICATION
from tests.analysis.truth.story import findings_of, transport_kinds
from tests.analysis.truth.told import Told

SCENES = {scene.name: scene for scene in own_scenes() if scene.carrier == WITH_IDENTIFICATION}
#: what only answers show
OF_ANSWERS = {
    "duplicate-request", "nak-sequence", "rnr-nak", "nak-refused", "implied-nak", "msn", "ack-of-unsent", "ghost-ack",
    "capture-loss", "retries-exhausted", "rnr-retries-exhausted", "unanswered", "response-without-request",
}  # fmt: skip
OF_NAKS = {"nak-sequence", "rnr-nak", "nak-refused"}
#: as many sentences as something that concerns the whole capture may take
FEW = 3
HALF = 1 << 23


@cache
def _data(name):
    return SCENES[name].pcap()


@pytest.mark.sweep
@pytest.mark.parametrize("name", SCENES)
def test_garbage_between_packets_changes_nothing(name):
    data, before = transformations.with_garbage(_data(name))
    assert findings_of(Told(data), before.get) == findings_of(Told(_data(name)))


@pytest.mark.sweep
@pytest.mark.parametrize("name", SCENES)
def test_two_taps_in_one_file_are_said_once(name):
    """Each packet twice says that there are two taps, and otherwise what it says once."""
    doubled = Told(transformations.twice(_data(name)))
    kinds, once = transport_kinds(doubled), transport_kinds(Told(_data(name)))
    # of one flow they are duplicate, of several captured twice
    copies = kinds.pop("duplicate", 0) + kinds.pop("captured-twice", 0) - once.pop("duplicate", 0)
    assert kinds == once
    assert 0 < copies <= len(transformations.read(_data(name)).records)
    assert sum(finding.kind.name in ("duplicate", "captured-twice") for finding in doubled.findings) <= FEW


@pytest.mark.parametrize("carrier", ["ipv6", "native"])
def test_repetitions_that_answers_ask_for_at_once_are_no_copies(carrier):
    """An RNR NAK with a timer of 10 microseconds, and a READ asked again as a whole since its response has a hole."""
    exchange = Exchange(carrier)
    exchange.tap(exchange.send(100)).wait(5).tap(exchange.rnr_nak(100, 0, 1)).wait(12)
    exchange.tap(exchange.send(100)).wait(5).tap(exchange.ack(100, 1)).wait(50)
    first, _, *rest = exchange.response(101, 2, 4)
    exchange.tap(exchange.read(101, 4)).wait(4).tap(first, rest, every=1).wait(4)
    exchange.tap(exchange.read(101, 4)).wait(4).tap(exchange.response(101, 2, 4)).wait(50)
    told = Told(exchange.pcap())
    assert told.kinds["duplicate"] == told.kinds["captured-twice"] == 0
    assert told.kinds["retransmission"] >= 2


@pytest.mark.sweep
@pytest.mark.parametrize("name", SCENES)
def test_one_direction_says_nothing_of_the_other(name):
    by_sender = transformations.by_sender(_data(name))
    if len(by_sender) == 1:
        pytest.skip("both ends have one address: the packets do not say which way they go")
    # a capture may begin with an answer; where both ends ask, each answers, too, and its NAKs are there
    asking = [told for told in (Told(each, together=True) for each in by_sender) if told.work]
    told, absent = asking[0], OF_ANSWERS if len(asking) == 1 else OF_ANSWERS - OF_NAKS
    assert {kind: told.kinds[kind] for kind in absent if told.kinds[kind]} == {}
    assert {message.outcome for message in told.work} <= {"unknown", "sent", "incomplete", "under way"}


@pytest.mark.parametrize("jump", [HALF - 1, HALF, HALF + 1, HALF + 77])
def test_a_jump_over_half_the_numbers_is_no_flood(jump):
    exchange = Exchange()
    for number in range(5):
        exchange.tap(exchange.send(100 + number)).wait(20).tap(exchange.ack(100 + number, number + 1)).wait(50)
    for number in range(5):
        psn = 105 + jump + number
        exchange.tap(exchange.send(psn)).wait(20).tap(exchange.ack(psn, number + 6)).wait(50)
    told = Told(exchange.pcap())
    assert len(told.findings) <= FEW
    assert told.kinds["lost"] == told.kinds["timeout"] == 0
