"""Ten things are broken on purpose, and the first incident of the capture is what was broken, in the right place."""

from __future__ import annotations

import dataclasses
import time

import pytest

from ibpkt.traffic import Send, Write
from tests.analysis.incidents.told import serious
from tests.live.broken import Answering, Asking, Tap, policed, shaped
from tests.live.lab.live import GUEST_IP4, HOST_IP4

GUEST, HOST = str(GUEST_IP4), str(HOST_IP4)
DATA = bytes(range(200))


@pytest.fixture
def tap(kernel, tmp_path):
    """Captures what passes meanwhile; the file stays where a test fails."""
    return Tap(kernel, tmp_path / "capture.pcap")


def told(tap):
    """The incidents of severity warning or above of what has passed."""
    return serious(tap.path)


def first(tap):
    """The cause and the place of the first."""
    found = told(tap)
    assert found, "nothing is told"
    return found[0].cause, found[0].where


def test_a_wrong_key(kernel, tap):
    with tap:
        asking = Asking(kernel)
        assert asking.ask(*[Write(DATA)] * 8) == ["success"] * 8
        (ended,) = asking.ask(Write(DATA), r_key=asking.key ^ 0x100)
    assert ended == "remote-access-error"
    assert first(tap) == ("access-refused", f"{HOST} > {GUEST}")
    assert f"{asking.key ^ 0x100:#010x}" in told(tap)[0].sentence


def test_a_closed_queue_pair(kernel, tap):
    with tap:
        asking = Asking(kernel, timeout_code=14)
        assert asking.ask(*[Write(DATA)] * 8) == ["success"] * 8
        kernel.destroy(asking.pair["qpn"])
        assert asking.ask(Write(DATA)) == ["retry-exceeded"]
    assert first(tap) == ("peer-gone", GUEST)


def test_frames_that_are_too_long_for_a_link(kernel, tap):
    with tap, policed(kernel, 1500):
        asking = Asking(kernel, {"mtu": 4096}, pmtu=4096, timeout_code=14, retry_count=5)
        assert asking.ask(*[Write(DATA)] * 8) == ["success"] * 8
        assert asking.ask(Write(bytes(4196))) == ["retry-exceeded"]  # its end passes, so the guest asks for the rest
    assert first(tap) == ("mismatch", f"behind the tap, towards {GUEST}")


def test_no_receive_request(kernel, tap):
    with tap:
        asking = Asking(kernel, {"recvs": 2}, rnr_retry=3)
        assert asking.ask(*[Send(DATA)] * 2) == ["success"] * 2
        assert asking.ask(Send(DATA)) == ["rnr-retry-exceeded"]
    assert first(tap) == ("receiver-not-ready", GUEST)


def test_a_killed_peer(kernel, tap):
    with tap:
        answering = Answering(kernel, timeout=14, retry=3)
        answering.write(8, 512)
        assert answering.answer() == ["success"] * 8
        answering.write(1, 512)
        assert answering.wait()[0] == "transport retry counter exceeded"
    assert first(tap) == ("peer-gone", HOST)


def test_a_wrong_p_key(kernel, tap):
    with tap:
        asking = Asking(kernel, timeout_code=14)
        assert asking.ask(*[Write(DATA)] * 8) == ["success"] * 8
        asking.requester.queue_pair = dataclasses.replace(asking.requester.queue_pair, p_key=0x8765)
        assert asking.ask(Write(DATA)) == ["retry-exceeded"]
    assert first(tap) == ("mismatch", f"{HOST} > {GUEST}")


@pytest.mark.parametrize(
    ("discipline", "cause", "where"),
    [
        ("netem loss 5%", "loss", f"before the tap, from {GUEST}"),
        ("netem delay 20ms reorder 90%", "reordering", f"{GUEST} > {HOST}"),
        ("netem corrupt 5%", "corruption", f"before the tap, from {GUEST}"),
    ],
    ids=["loss", "reorder", "corrupt"],
)
def test_what_netem_does(kernel, tap, discipline, cause, where):
    with tap, shaped(kernel, discipline):
        answering = Answering(kernel, timeout=17)
        for _ in range(10):
            answering.write(5, 8192)
            assert answering.answer() == ["success"] * 5
    assert first(tap) == (cause, where)


def test_answers_that_are_delayed(kernel, tap):
    with tap:
        asking = Asking(kernel, timeout_code=14)
        assert asking.ask(*[Write(DATA)] * 8) == ["success"] * 8
        with shaped(kernel, "netem delay 100ms"):
            assert asking.ask(*[Write(DATA)] * 4) == ["success"] * 4
            time.sleep(1)  # the repetitions are answered, too: that proves that nothing was lost
    assert first(tap) == ("slow-responder", GUEST)
