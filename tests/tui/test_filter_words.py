"""What the filter line says while something is typed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from ibpkt.batch.fields import fields
from ibpkt.tui.filter_words import MOST, completed, completions, filter_state


@pytest.mark.parametrize(
    ("text", "trouble"),
    [
        ("", ""),
        ("  ", ""),
        ("infiniband.bth.psn == 5", ""),
        ("infiniband.bth.pns == 5", "there is no field 'infiniband.bth.pns'; did you mean infiniband.bth.psn"),
        ("infiniband.bth.psn ==", "expected"),
        ('infiniband.bth.opcode == "RC SEND Onyl"', 'did you mean "RC SEND Only"'),
    ],
)
def test_what_is_wrong(text, trouble):
    state = filter_state(text)
    assert trouble in state.trouble
    assert bool(state.trouble) == bool(trouble)
    assert bool(state.column) == bool(trouble)


def test_names_go_on():
    assert "infiniband.aeth.msn" in completions("ip.src == 1.2.3.4 && infiniband.aeth.")
    assert completions("infiniband.bth.psn == ") == ()
    assert completions('ip.src == "') == ()
    assert completions("infiniband.bth.psn") == ()
    assert completed("not infiniband.bth.ps", completions("not infiniband.bth.ps")) == "not infiniband.bth.psn"
    assert completed("infiniband.a", ("infiniband.aeth.msn", "infiniband.aeth.syndrome")) == "infiniband.aeth."
    assert completed("5 == ", ()) == "5 == "


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=30), st.sampled_from(sorted(fields())), st.integers(0, 40))
def test_completions_begin_like_the_last_word(before, name, length):
    text = f"{before} {name[:length]}"
    offers = completions(text)
    assert len(offers) <= MOST
    word = text.rpartition(" ")[2]
    if word and word[0].isascii() and (word[0].isalpha() or word[0] == "_"):
        assert all(offer.startswith(word) and offer != word for offer in offers)
    done = completed(text, offers)
    assert done.startswith(text) or not offers
    assert filter_state(done).trouble is not None
