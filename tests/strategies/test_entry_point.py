"""hypothesis calls ibpkt when it starts, in every environment in which both are installed: that must cost nothing."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

from tests.support.imports import imported

INSTALLED = [entry for entry in entry_points(group="hypothesis") if entry.name == "ibpkt"]


@pytest.mark.skipif(not INSTALLED, reason="ibpkt is not installed, so hypothesis does not call it")
def test_hypothesis_starts_without_the_package():
    """It is called, and imports nothing of ibpkt but itself and the one module that waits for `ibpkt.Packet`."""
    modules = imported("import hypothesis")
    of_ibpkt = {name for name in modules if name.partition(".")[0] == "ibpkt"}
    assert of_ibpkt == {"ibpkt", "ibpkt.conveniences", "ibpkt.strategies", "ibpkt.strategies.entry_point"}
    assert not modules & {"numpy", "construct", "click", "crcmod", "scapy"}
