"""An analysis that goes on from a file says what one that was never interrupted says."""

from __future__ import annotations

from functools import cache

import pytest

from ibpkt.analysis.analyser import Analyser
from ibpkt.analysis.checks.expert import Expert
from tests.analysis.state.pieces import analyse, cut
from tests.analysis.truth.first_sight import put_aside
from tests.analysis.truth.scenes.all_scenes import own_scenes
from tests.analysis.truth.shared_scenes import FOLDER, scenes
from tests.support.shared import CAPTURES

RECORDED = [
    "recorded/corrupt_write", "recorded/rnr_recover", "recorded/loss_ack_10pct", "recorded/loss_write_3pct",
    "recorded/psn_wrap", "recorded/upper/iser_loss", "recorded/flush/loss3_requests_before_tap",
    "recorded/flush/dup10_on_wire", "recorded/nvmeof", "recorded/cm_reject", "recorded/ecn_marked_mixed",
]  # fmt: skip
OWN_SCENES = {f"own/{scene.name}": scene for scene in own_scenes()}
NAMES = [*(f"scenes/{scene.name}" for scene in scenes()), *OWN_SCENES, *RECORDED]
MAKERS = {"expert": Expert, "messages": Analyser}


@cache
def _data(name):
    assert name not in put_aside()
    if name in OWN_SCENES:
        return OWN_SCENES[name].pcap()
    path = (FOLDER.parent if name.startswith("scenes/") else CAPTURES) / f"{name}.pcap"
    if not path.exists():
        pytest.skip(f"{name} is not beside this repository")
    return path.read_bytes()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", MAKERS)
@pytest.mark.parametrize("count", [2, 3, 7])
def test_interrupted_or_not(name, what, count, tmp_path):
    pieces = cut(_data(name), count)
    assert analyse(pieces, tmp_path / "kept", MAKERS[what]) == analyse(pieces, None, MAKERS[what])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("what", MAKERS)
@pytest.mark.parametrize("count", [2, 3, 7])
def test_as_the_whole(name, what, count, tmp_path):
    kept, whole = (
        analyse(pieces, tmp_path / "kept", MAKERS[what]) for pieces in (cut(_data(name), count), [_data(name)])
    )
    for some, others in zip(kept, whole, strict=True):
        assert sorted(map(_shown, some)) == sorted(map(_shown, others))


def _shown(result):
    return repr(result)
