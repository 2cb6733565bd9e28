"""Cutting payloads."""

from __future__ import annotations

import pytest

import ibpkt
from ibpkt import edit
from ibpkt.edit.strip import COMMENT
from tests.support.edit_runs import edited
from tests.support.shared import capture


@pytest.mark.parametrize("keep", [0, 10])
def test_headers_stay(keep):
    before, after = edited("mix_all_ops.pcap"), edited("mix_all_ops.pcap", edit.CutPayload(keep))
    for old, new in zip(before, after, strict=True):
        assert new.wirelen == old.wirelen
        assert old.data.startswith(new.data)
        assert [layer.raw for layer in new.layers] == [layer.raw for layer in old.layers]
        assert new.payload == old.payload[:keep]
        if len(old.payload) > keep:
            assert len(new.data) == new.layers[-1].offset + len(bytes(new.layers[-1])) + keep
            assert "BTH" not in new or str(new.icrc.status) == "cut"
        else:
            assert new.data == old.data


def test_a_comment_says_so():
    with ibpkt.open(capture("derived_comments.pcapng")) as source:
        batch = next(edit.edit(source.batches(), [edit.CutPayload()]))
    assert set(batch.frames.comments[0]) > {COMMENT}
    assert sum(COMMENT in texts for texts in batch.frames.comments.values()) > 100
