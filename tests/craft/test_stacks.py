"""Two builders that know nothing of each other: `ibpkt.build`, and that of the tests with its own CRCs and lengths."""

from __future__ import annotations

import pytest

from ibpkt import Draft, build
from tests.support.stacks import composed, edges

DRAFTS = {draft.built().name: draft for draft in (*composed(), *edges())}
#: what the tests' builder leaves alone
LEFT = {"IPv4": "checksum", "UDP": "checksum", "GREChecksum": "checksum", "LRH": "vl", "BTH": "destqp", "DETH": "srcqp"}


@pytest.mark.parametrize("name", DRAFTS, ids=[name.replace(" ", "_") for name in DRAFTS])
def test_both_builders_agree(name):
    draft = DRAFTS[name]
    wanted = draft.built()
    drafts = []
    for header, values in draft.steps:
        unset = {LEFT[header.name]: 0} if header.name in LEFT else {}
        drafts.append(Draft(header, {**unset, **values}))
    assert bytes(build(*drafts, payload=wanted.payload, link=draft.link)) == wanted.data
