"""What sweeps over captures leave out is there in another form."""

from __future__ import annotations

import pytest

import ibpkt
from tests.support.shared import OTHER_FORMS, capture, captures


def packets(name):
    """The packets of a capture, without the headers of ERF records."""
    with ibpkt.open(capture(name)) as source:
        return [
            packet.data[sum(layer.size for layer in packet.layers if layer.header.group == "erf") :]
            for packet in source
        ]


@pytest.mark.costly
@pytest.mark.parametrize(("other", "one"), OTHER_FORMS.items())
def test_other_forms_have_the_packets_of_one(other, one):
    found = packets(other)
    assert found == packets(one)
    assert found


def test_sweeps_take_one_form():
    names = {path.name for path in captures()}
    assert names.isdisjoint(OTHER_FORMS)
    every = {path.name for path in captures(every_form=True)}
    assert names < every <= names | OTHER_FORMS.keys()
