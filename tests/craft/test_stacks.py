"""Two builders that know nothing of each other: `ibpkt.build`, and that of the tests with its own CRCs and lengths."""

from __future__ import annotations

from ibpkt import Draft, build
from ibpkt.protocols import MAD
from tests.support.stacks import composed, edges
from tests.support.sweep import every

DRAFTS = {draft.built().name: draft for draft in (*composed(), *edges())}
#: what the tests' builder leaves at its default
LEFT = {
    "IPv4": ("checksum",),
    "UDP": ("checksum",),
    "GREChecksum": ("checksum",),
    "LRH": ("vl", "slid", "dlid"),
    "BTH": ("destqp",),
    "DETH": ("srcqp", "q_key"),
    "MAD": ("classversion", "method"),
    "RMPP": ("data1",),
    "SA": ("componentmask",),
    "Notice": ("type", "producertypevendorid"),
}


@every("name", DRAFTS)
def test_both_builders_agree(name):
    draft = DRAFTS[name]
    wanted = draft.built()
    drafts = []
    for header, values in draft.steps:
        unset = {name: header.leaf(name).default for name in LEFT.get(header.name, ())}
        drafts.append(Draft(header, {**unset, **values}))
    # a datagram is not filled up to its size where the pad bytes are given
    pad = b"" if any(header is MAD for header, _ in draft.steps) else None
    assert bytes(build(*drafts, payload=wanted.payload, pad=pad, link=draft.link)) == wanted.data
