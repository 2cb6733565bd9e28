"""What is brought forward in bulk is what the state machines say, packet by packet."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings, strategies as st
from ibpkt.analysis.flow import bulk
from ibpkt.analysis.flow.analyser import Analyser

import ibpkt
from ibpkt import traffic
from tests.support.analysis_runs import OPERATIONS, UC_OPERATIONS, cut, run, same, sent_by
from tests.support.shared import captures

FAULTS = {
    "none": {},
    "few": {"loss": 0.001, "duplicate": 0.001, "reorder": 0.001, "rnr": 0.001, "corrupt": 0.0005, "ce": 0.01},
    "many": {"loss": 0.01, "duplicate": 0.01, "reorder": 0.01, "rnr": 0.01, "access_error": 0.002, "behind": 0.3},
}


@settings(deadline=None, max_examples=25)
@given(
    seed=st.integers(0, 1000),
    service=st.sampled_from(["RC", "RC", "UC"]),
    faults=st.sampled_from(sorted(FAULTS)),
    size=st.sampled_from([1, 13, 100, 371, 1000, 5000]),
    options=st.fixed_dictionaries({"payload": st.booleans(), "verify": st.booleans()}),
    pmtu=st.sampled_from([256, 1024, 4096]),
    psn=st.sampled_from([None, 0, 0xFFFFF0]),
)
@example(
    seed=473, service="UC", faults="few", size=371, options={"payload": False, "verify": False}, pmtu=256, psn=None
)  # in the midst of a torn message
def test_bulk_is_what_the_state_machines_say(seed, service, faults, size, options, pmtu, psn):
    def make():
        scene = traffic.Traffic(
            seed,
            service=service,
            faults=traffic.Faults(**FAULTS[faults]),
            packets=2500,
            operations=OPERATIONS if service == "RC" else UC_OPERATIONS,
            sizes=(0, 5000),
            conversations=2,
            both_ways=True,
            pmtu=pmtu,
            first_psn=psn,
            truth=None,
        )
        return cut(scene.batches(), size)

    same(make, **options)


def test_without_messages_all_else_is_thesame():
    def make():
        return cut(traffic.Traffic(5, packets=6000, operations=OPERATIONS, both_ways=True).batches(), 900)

    with_messages, without = run(make()), run(make(), messages=False)
    assert without.messages == []
    assert without.flows == with_messages.flows
    assert without.facts == with_messages.facts


def test_facts_that_are_wanted_are_the_same():
    faults = traffic.Faults(**FAULTS["many"])

    def make():
        return cut(traffic.Traffic(5, packets=6000, operations=OPERATIONS, faults=faults, truth=None).batches(), 900)

    wanted = frozenset({"message", "retransmission", "corrupt"})
    every, some = run(make()), run(make(), facts=wanted)
    assert some.findings == every.findings
    assert some.messages == every.messages
    assert some.facts == {name: every.facts[name] for name in (wanted | {"flow"}) & every.facts.keys()}


@pytest.mark.slow
@settings(deadline=None, max_examples=15)
@given(
    seed=st.integers(0, 1000),
    faults=st.sampled_from(sorted(FAULTS)),
    size=st.sampled_from([1, 100, 1000]),
    verify=st.booleans(),
    psn=st.sampled_from([None, 0xFFFFF0]),
)
def test_datagrams_in_bulk(seed, faults, size, verify, psn):
    def make():
        scene = traffic.Traffic(
            seed,
            service="UD",
            faults=traffic.Faults(**{name: FAULTS[faults][name] for name in FAULTS[faults] if name in _UD_FAULTS}),
            packets=2500,
            operations="SEND",
            sizes=(0, 256),
            conversations=3,
            both_ways=True,
            pmtu=256,
            first_psn=psn,
            truth=None,
        )
        return cut(scene.batches(), size)

    same(make, messages=False, verify=verify)
    same(make, verify=verify)


_UD_FAULTS = {"loss", "duplicate", "reorder", "corrupt", "ce"}


@settings(deadline=None, max_examples=10)
@given(
    seed=st.integers(0, 1000),
    size=st.sampled_from([100, 1000]),
    messages=st.booleans(),
    side=st.sampled_from(["10.0.0.1", "10.0.0.2"]),
    faults=st.sampled_from(["none", "few"]),
    heard=st.sampled_from([0, 2000, 100_000]),
)
@example(seed=0, size=100, messages=False, side="10.0.0.2", faults="none", heard=2000)
def test_one_direction_in_bulk(seed, size, messages, side, faults, heard):
    """Nobody answers, or not at first: more messages wait than are remembered."""

    def make():
        scene = traffic.Traffic(
            seed, packets=5000, operations=OPERATIONS, sizes=(0, 600), faults=traffic.Faults(**FAULTS[faults]),
            truth=None,
        )  # fmt: skip
        for batch in cut(scene.batches(), size):
            chosen = sent_by(batch, side)
            chosen |= (batch.frames.number_of < heard + 1000) & (batch.frames.number_of > heard)
            yield batch.select(chosen)

    same(make, messages=messages)


@pytest.mark.parametrize("service", ["RC", "UC"])
@pytest.mark.parametrize("both", [True, False])
def test_what_cannot_be_followed(service, both):
    """One packet in five is in the capture."""

    def make():
        scene = traffic.Traffic(
            7, service=service, packets=12_000, operations="WRITE,SEND", sizes=(0, 2000), pmtu=256, both_ways=both,
            faults=traffic.Faults(ce=0.01), truth=None,
        )  # fmt: skip
        for batch in cut(scene.batches(), 500):
            yield batch.select(batch.frames.number_of % 5 == 1)

    for options in ({}, {"messages": False, "verify": True}):
        result = same(make, **options)
        assert result.kinds["not-followed"] == 1 + both
        assert result.kinds["gap"] < 1200


def test_what_goes_one_way_goes_in_bulk(monkeypatch):
    rows = []
    original = Analyser._step_through

    def counted(self, columns, chosen, *rest):
        rows.append(len(chosen))
        original(self, columns, chosen, *rest)

    monkeypatch.setattr(Analyser, "_step_through", counted)
    scene = traffic.Traffic(5, packets=20_000, operations="SEND", sizes=(0, 200), truth=None)
    run((batch.select(sent_by(batch, "10.0.0.1")) for batch in cut(scene.batches(), 2000)), messages=False)
    assert sum(rows) < 3000
    rows.clear()
    scene = traffic.Traffic(5, packets=20_000, operations="SEND", sizes=(0, 200), service="UD", truth=None)
    run(cut(scene.batches(), 2000), messages=False)
    assert sum(rows) < 3000


def test_clean_traffic_does_go_in_bulk(monkeypatch):
    """All but the first packets, from which the flows are known."""
    counts = []
    original = bulk.advance_in_bulk

    def counted(*given):
        done = original(*given)
        counts.append((len(done), int(done.sum())))
        return done

    monkeypatch.setattr("ibpkt.analysis.flow.bulk_scheduler.advance_in_bulk", counted)
    scene = traffic.Traffic(5, packets=20_000, operations=OPERATIONS, both_ways=True, conversations=3)
    run(cut(scene.batches(), 2000))
    assert sum(done for _, done in counts) >= 17_000


@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_recorded_captures(path):
    def make():
        with ibpkt.open(path) as source:
            yield from source.batches(max_packets=500)

    same(make)
