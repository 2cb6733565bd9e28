"""What the analyser is asked for changes nothing else; one direction alone, and parts of a flow."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings, strategies as st

import ibpkt
from ibpkt import traffic
from ibpkt.analysis.analyser import Analyser
from ibpkt.batch import Batch
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, cut, plain, run, sent_by
from tests.support.exchanges import ask

FAULTS = {
    "none": {},
    "few": {"loss": 0.001, "duplicate": 0.001, "reorder": 0.001, "rnr": 0.001, "corrupt": 0.0005, "ce": 0.01},
    "many": {"loss": 0.01, "duplicate": 0.01, "reorder": 0.01, "rnr": 0.01, "access_error": 0.002, "behind": 0.3},
}
#: those that happen where nothing is acknowledged
OF_THE_NETWORK = {"loss", "duplicate", "reorder", "corrupt", "ce"}
#: a batch takes milliseconds, however small: captures that are cut packet by packet are short
MOST_BATCHES = 400


def _faulty(faults="many"):
    scene = traffic.Traffic(
        5, packets=6000, operations=OPERATIONS, both_ways=True, faults=traffic.Faults(**FAULTS[faults]), truth=None
    )
    return cut(scene.batches(), 900)


@pytest.mark.costly
@pytest.mark.parametrize("faults", FAULTS)
def test_without_messages_all_else_is_the_same(faults):
    with_messages, without = run(_faulty(faults)), run(_faulty(faults), messages=False)
    assert with_messages.messages
    assert without.messages == []
    assert without.findings == with_messages.findings
    assert without.flows == with_messages.flows
    assert without.facts == with_messages.facts


@pytest.mark.costly
@pytest.mark.parametrize("faults", FAULTS)
def test_the_frames_of_payload_change_nothing_else(faults):
    plainly, with_frames = run(_faulty(faults)), run(_faulty(faults), payload=True)
    assert any(message.frames for message in with_frames.messages)
    for message in with_frames.messages:
        message.frames = []
    assert plain(plainly) == plain(with_frames)


@pytest.mark.costly
def test_facts_that_are_wanted_are_the_same():
    wanted = frozenset({"message", "retransmission", "corrupt"})
    every, some = run(_faulty()), run(_faulty(), facts=wanted)
    assert some.findings == every.findings
    assert some.messages == every.messages
    assert some.facts == {name: every.facts[name] for name in (wanted | {"flow"}) & every.facts.keys()}


# The kept examples are cut into the largest batches that showed the fault which made them be kept: that is thirty times
# as fast as packet by packet.  Beside these, and the scenes of other tests, a few others a run, of a second each.
@pytest.mark.family("batches")
@settings(deadline=None, max_examples=8)
@given(
    seed=st.integers(0, 1000),
    service=st.sampled_from(["RC", "UC"]),
    faults=st.sampled_from(sorted(FAULTS)),
    size=st.sampled_from([1, 13, 371]),
    options=st.fixed_dictionaries({"payload": st.booleans(), "verify": st.booleans()}),
    pmtu=st.sampled_from([256, 1024, 4096]),
    psn=st.sampled_from([None, 0, 0xFFFFF0]),
    packets=st.sampled_from([300, 600, 1200]),
)
@example(
    seed=473, service="UC", faults="few", size=371, options={"payload": False, "verify": False}, pmtu=256, psn=None,
    packets=1200,
)  # fmt: skip
@example(  # a damaged AETH whose type is reserved was taken for a refusal
    seed=51, service="RC", faults="few", size=50, options={"payload": False, "verify": False}, pmtu=256, psn=None,
    packets=1200,
)  # fmt: skip
@example(  # a READ that was asked for again, and whose response came unseen
    seed=81, service="RC", faults="few", size=50, options={"payload": False, "verify": False}, pmtu=1024, psn=0,
    packets=1200,
)  # fmt: skip
@example(  # two connections of the same hosts begin with the same PSN: an answer may be to either, and waits
    seed=3, service="RC", faults="none", size=50, options={"payload": False, "verify": True}, pmtu=256, psn=0,
    packets=1200,
)  # fmt: skip
@example(  # MSNs before the one that tells how far they are ahead were judged by it
    seed=589, service="RC", faults="few", size=50, options={"payload": False, "verify": False}, pmtu=256, psn=0,
    packets=1200,
)  # fmt: skip
@example(  # a SEND that was first seen when it was sent again, behind the answer that proves that it had arrived
    seed=2, service="RC", faults="few", size=50, options={"payload": False, "verify": False}, pmtu=1024, psn=0,
    packets=1200,
)  # fmt: skip
@example(  # copies told of one end, whose flow then became the other direction of a flow
    seed=315, service="RC", faults="few", size=50, options={"payload": False, "verify": False}, pmtu=256, psn=None,
    packets=1200,
)  # fmt: skip
@example(  # a READ of which it was guessed how many PSNs it takes, since nothing had shown the path MTU yet
    seed=638, service="RC", faults="many", size=3, options={"payload": False, "verify": False}, pmtu=4096, psn=0xFFFFF0,
    packets=1200,
)  # fmt: skip
@example(  # likewise: the request behind it came late
    seed=989, service="RC", faults="many", size=3, options={"payload": False, "verify": False}, pmtu=4096, psn=0xFFFFF0,
    packets=1200,
)  # fmt: skip
@example(  # likewise: an ATOMIC WRITE behind two READs
    seed=97, service="RC", faults="many", size=7, options={"payload": False, "verify": False}, pmtu=1024, psn=None,
    packets=1200,
)  # fmt: skip
@example(  # what a NAK answers, that came before it was known which two directions are one flow
    seed=252, service="RC", faults="many", size=7, options={"payload": False, "verify": False}, pmtu=256, psn=0,
    packets=1200,
)  # fmt: skip
@example(  # a NAK in the direction that began later
    seed=73983, service="RC", faults="many", size=13, options={"payload": False, "verify": False}, pmtu=256, psn=None,
    packets=300,
)  # fmt: skip
@example(  # an RNR NAK there
    seed=6979, service="RC", faults="many", size=7, options={"payload": False, "verify": True}, pmtu=4096, psn=0,
    packets=300,
)  # fmt: skip
@example(  # a READ that came late, and whose response came before it was known whose it is
    seed=55891, service="RC", faults="many", size=13, options={"payload": False, "verify": False}, pmtu=1024,
    psn=0xFFFFF0, packets=600,
)  # fmt: skip
@example(  # a READ came late, and the answer that shows where its half begins came before it was known whose it is
    seed=7095, service="RC", faults="many", size=1, options={"payload": False, "verify": False}, pmtu=1024, psn=None,
    packets=300,
)  # fmt: skip
@example(  # a repetition that differs, of a direction of which it was not known yet which flow it is
    seed=33170, service="RC", faults="few", size=50, options={"payload": False, "verify": False}, pmtu=2048, psn=0,
    packets=128,
)  # fmt: skip
@example(  # a connection that ended with its second packet, before an answer would have joined its directions
    seed=64180, service="RC", faults="few", size=50, options={"payload": False, "verify": False}, pmtu=4096, psn=0,
    packets=72,
)  # fmt: skip
@example(  # the response to an atomic came behind the NAK that had ended the connection
    seed=40396, service="RC", faults="many", size=50, options={"payload": False, "verify": False}, pmtu=2048, psn=0,
    packets=105,
)  # fmt: skip
@example(  # likewise, to an atomic that waited for what a repetition would show
    seed=67399, service="RC", faults="many", size=50, options={"payload": False, "verify": False}, pmtu=4096,
    psn=0xFFFFF0, packets=294,
)  # fmt: skip
@example(  # a damaged request that was acknowledged, and then sent again in vain
    seed=200014, service="RC", faults="few", size=50, options={"payload": False, "verify": True}, pmtu=1024,
    psn=0xFFFFF0, packets=288,
)  # fmt: skip
@example(  # requests behind a hole that was filled when a NAK had ended the connection
    seed=200241, service="RC", faults="many", size=50, options={"payload": False, "verify": True}, pmtu=4096, psn=None,
    packets=235,
)  # fmt: skip
def test_batches_of_any_size(seed, service, faults, size, options, pmtu, psn, packets):
    def make():
        scene = traffic.Traffic(
            seed, service=service, faults=traffic.Faults(**FAULTS[faults]), packets=min(packets, MOST_BATCHES * size),
            operations=OPERATIONS if service == "RC" else UC_OPERATIONS, sizes=(0, 5000), conversations=2,
            both_ways=True, pmtu=pmtu, first_psn=psn, truth=None,
        )  # fmt: skip
        return scene.batches()

    assert plain(run(cut(make(), size), **options)) == plain(run(make(), **options))


@pytest.mark.family("batches")
@pytest.mark.slow
@settings(deadline=None, max_examples=10)  # each takes a second; seeds 0 to 1000 are tried over the runs
@given(
    seed=st.integers(0, 1000),
    service=st.sampled_from(["UC", "UD"]),
    faults=st.sampled_from(sorted(FAULTS)),
    size=st.sampled_from([1, 7, 100]),
    verify=st.booleans(),
    psn=st.sampled_from([None, 0xFFFFF0]),
)
def test_unacknowledged_in_batches_of_any_size(seed, service, faults, size, verify, psn):
    """Datagrams and UC."""

    def make():
        befall = {name: value for name, value in FAULTS[faults].items() if name in OF_THE_NETWORK}
        scene = traffic.Traffic(
            seed, service=service, faults=traffic.Faults(**befall), packets=min(500, 150 * size),
            operations="SEND", sizes=(0, 900 if service == "UC" else 256), conversations=3, both_ways=True, pmtu=256,
            first_psn=psn, truth=None,
        )  # fmt: skip
        return scene.batches()

    for messages in (True, False):
        options = {"verify": verify, "messages": messages}
        assert plain(run(cut(make(), size), **options)) == plain(run(make(), **options))


@pytest.mark.family("batches")
@settings(deadline=None, max_examples=10)
@given(
    seed=st.integers(0, 1000),
    size=st.sampled_from([100, 1000]),
    side=st.sampled_from(["10.0.0.1", "10.0.0.2"]),
    faults=st.sampled_from(["none", "few"]),
    heard=st.sampled_from([0, 2000, 100_000]),
)
@example(seed=0, size=100, side="10.0.0.2", faults="none", heard=2000)
@example(seed=1, size=100, side="10.0.0.2", faults="few", heard=2000)  # a copy before the first trouble
@example(seed=0, size=100, side="10.0.0.2", faults="few", heard=2000)  # answers long before the first request
@example(seed=0, size=100, side="10.0.0.1", faults="few", heard=2000)  # requests that were forgotten, and then answered
def test_one_direction(seed, size, side, faults, heard):
    """Nobody answers, or not at first: more messages wait than are remembered."""

    def make():
        scene = traffic.Traffic(
            seed, packets=5000, operations=OPERATIONS, sizes=(0, 600), faults=traffic.Faults(**FAULTS[faults]),
            truth=None,
        )  # fmt: skip
        for batch in scene.batches():
            chosen = sent_by(batch, side)
            chosen |= (batch.frames.number_of < heard + 1000) & (batch.frames.number_of > heard)
            yield batch.select(chosen)

    assert plain(run(cut(make(), size))) == plain(run(make()))


@pytest.mark.parametrize("service", ["RC", "UC"])
@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("messages", [True, False])
def test_one_packet_in_five_is_in_the_capture(service, both, messages):
    """That is said in few findings, not in one for each packet that is missing."""
    scene = traffic.Traffic(
        7, service=service, packets=12_000, operations="WRITE,SEND", sizes=(0, 2000), pmtu=256, both_ways=both,
        truth=None,
    )  # fmt: skip
    result = run((batch.select(batch.frames.number_of % 5 == 1) for batch in scene.batches()), messages=messages)
    assert len(result.findings) < 400
    assert result.kinds["not-followed"] == 1 + both


def test_packets_of_a_capture_are_numbered_on():
    """Batches made by hand begin with packet 1 each: that is said, and nothing is told of packets in disorder."""
    packet = ask(1)
    analyser = Analyser()
    analyser.add(Batch.of([packet.data], packet.link))
    with pytest.raises(ibpkt.CallerError, match=r"packet 1 comes after packet 1: number the packets of one capture on"):
        analyser.add(Batch.of([packet.data], packet.link))
