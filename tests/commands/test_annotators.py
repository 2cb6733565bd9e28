"""Which annotators fields need: those that need an analysis of flows share one."""

from __future__ import annotations

import pytest

from ibpkt.commands.annotators import ANNOTATORS, CommandAnnotator, FlowAnnotator, needed_by

SEQUENCES = next(annotator for annotator in ANNOTATORS if annotator.__name__ == "SequenceAnnotator")


def name_of(annotator):
    """A field of an annotator, by its display-filter name."""
    return next(leaf.filter for header in annotator.headers for leaf in header.wire)


@pytest.mark.parametrize("annotator", ANNOTATORS, ids=lambda annotator: annotator.__name__)
def test_a_field_needs_its_annotator_and_one_analysis_at_most(annotator):
    needed = needed_by([name_of(annotator)])
    assert annotator in needed
    assert len({SEQUENCES, CommandAnnotator, FlowAnnotator} & set(needed)) <= 1


def test_fields_of_flows_and_of_commands_share_an_analysis():
    assert needed_by([name_of(SEQUENCES), name_of(CommandAnnotator)]) == (FlowAnnotator,)
    every = needed_by(None)
    assert every.count(FlowAnnotator) == 1
    assert not {SEQUENCES, CommandAnnotator} & set(every)
    assert len(every) == len(ANNOTATORS) - 1
