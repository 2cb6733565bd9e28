"""What is brought forward in bulk is what the state machines say, packet by packet."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ibpkt
from ibpkt import traffic
from ibpkt.analysis import bulk
from tests.analysis.runs import OPERATIONS, UC_OPERATIONS, cut, run
from tests.shared import captures


def _same(make, **options):
    fast, slow = run(make(), **options), run(make(), bulk=False, **options)
    assert fast.findings == slow.findings
    assert fast.messages == slow.messages
    assert fast.flows == slow.flows
    names = set(fast.facts) | set(slow.facts)
    assert {name: fast.facts.get(name, {}) for name in names} == {name: slow.facts.get(name, {}) for name in names}
    return fast


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

    _same(make, **options)


def test_without_messages_all_else_is_the_same():
    def make():
        return cut(traffic.Traffic(5, packets=6000, operations=OPERATIONS, both_ways=True).batches(), 900)

    with_messages, without = run(make()), run(make(), messages=False)
    assert without.messages == []
    assert without.flows == with_messages.flows
    assert without.facts == with_messages.facts


def test_clean_traffic_does_go_in_bulk(monkeypatch):
    """All but the first packets, from which the flows are known."""
    counts = []
    original = bulk.advance

    def counted(*given):
        done = original(*given)
        counts.append((len(done), int(done.sum())))
        return done

    monkeypatch.setattr("ibpkt.analysis.analyser.advance", counted)
    scene = traffic.Traffic(5, packets=20_000, operations=OPERATIONS, both_ways=True, conversations=3)
    run(cut(scene.batches(), 2000))
    assert sum(done for _, done in counts) >= 17_000


@pytest.mark.parametrize("path", captures(), ids=lambda path: path.name)
def test_recorded_captures(path):
    def make():
        with ibpkt.open(path) as source:
            yield from source.batches(max_packets=500)

    _same(make)
