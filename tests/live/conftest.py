"""A guest for all tests of this folder, and queue pairs in it."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from pathlib import Path

import pytest

from tests.live.lab import live
from tests.live.makers import MAKERS
from tests.live.peer import Peer

LAB = Path(live.__file__).parent


def missing() -> str | None:
    """Why there is no guest, or None."""
    stamp = Path(live.default_dir()) / "stamp"
    if not stamp.exists():
        return "no guest with a Linux kernel: run tests/live/lab/build.sh (as root on Debian 12)"
    sources = [LAB / name for name in ("early.c", "mkinitrd.py", "guest-init.sh", "responder.c")]
    parts = [path.read_bytes() for path in [*sources, stamp.with_name("root.done")]]
    if stamp.read_text(encoding="ascii").strip() != hashlib.sha256(b"".join(parts)).hexdigest():
        return "the guest with a Linux kernel is out of date: run tests/live/lab/build.sh"
    if not (os.environ.get("LAB_QEMU") or shutil.which("qemu-system-x86_64")):
        return "qemu-system-x86_64 is not installed: run tests/live/lab/build.sh"
    return None


def pytest_collection_modifyitems(items):
    """Skip the tests of this folder where there is no guest; by a mark, so that the reason stands once a file."""
    reason = missing()
    for item in items if reason else ():
        if item.path.parent == LAB.parent:
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session")
def guest():
    with live.Kernel() as kernel:
        yield kernel


@pytest.fixture
def kernel(guest):
    """The guest, with the memory and the queues of its first minute."""
    guest.fill()
    guest.drain()
    guest.completions()
    return guest


@pytest.fixture(params=MAKERS)
def make(request):
    if request.param == "scapy":
        pytest.importorskip("scapy", reason="scapy is not installed")
    return MAKERS[request.param]


@pytest.fixture(params=[4, 6], ids=["IPv4", "IPv6"])
def family(request):
    return request.param


@pytest.fixture
def connect(kernel, make, family):
    """Makes queue pairs between the kernel and us: ``connect("rc", recvs=4)``; options as `Kernel.rc`."""
    with contextlib.ExitStack() as stack:

        def connected(kind="rc", **options):
            peer = Peer(kernel, make, family, kind, options)
            stack.callback(kernel.destroy, peer.qp["qpn"])
            return peer

        yield connected
