"""A guest with each kernel for all tests of this folder, and queue pairs in it."""

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
#: the Debian release that has this release of the kernel
SUITES = {"6.1": "bookworm", "6.12": "trixie"}


def missing(release: str) -> str | None:
    """Why there is no guest with this kernel, or None."""
    build = f"run tests/live/lab/build.sh --suite {SUITES[release]}"
    stamp = Path(live.default_dir(SUITES[release])) / "stamp"
    if not stamp.exists():
        return f"no guest with Linux {release}: {build} (as root on Debian 12)"
    sources = [LAB / name for name in ("early.c", "mkinitrd.py", "guest-init.sh", "responder.c")]
    parts = [path.read_bytes() for path in [*sources, stamp.with_name("root.done")]]
    if stamp.read_text(encoding="ascii").strip() != hashlib.sha256(b"".join(parts)).hexdigest():
        return f"the guest with Linux {release} is out of date: {build}"
    if not (os.environ.get("LAB_QEMU") or shutil.which("qemu-system-x86_64")):
        return f"qemu-system-x86_64 is not installed: {build}"
    return None


def pytest_configure(config):
    config.addinivalue_line("markers", "kernels(*releases): a test for these kernels alone")


def pytest_collection_modifyitems(config, items):
    """Leave out what a kernel does not have, and skip the tests of a kernel where there is no guest with it.

    Skipped by a mark, so that the reason stands once a file.
    """
    reasons = {release: missing(release) for release in SUITES}
    others = []
    for item in items:
        if item.path.parent != LAB.parent or "release" not in getattr(item, "fixturenames", ()):
            continue
        release = item.callspec.params["release"]
        only = item.get_closest_marker("kernels")
        if only and release not in only.args:
            others.append(item)
        if reasons[release]:
            item.add_marker(pytest.mark.skip(reason=reasons[release]))
    if others:
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]


@pytest.fixture(scope="session", params=list(SUITES), ids="Linux-{}".format)
def release(request):
    """The release of the kernel."""
    return request.param


@pytest.fixture(scope="session")
def suite(release):
    """The Debian release of the guest, as the lab's programs know it."""
    return SUITES[release]


#: how often a guest that has just booted is asked to resolve our address: once, on a busy machine, the first try of
#: IPv6 timed out
TRIES = 3


def _reach(kernel, family):
    """Make a queue pair, which takes that the kernel finds our address: later ones have it in its neighbour cache."""
    for left in reversed(range(TRIES)):
        try:
            made = kernel.rc(1, rq_psn=0, sq_psn=0, family=family)
        except live.LabError as error:
            if not left or "ARP or ND" not in str(error):
                raise
        else:
            kernel.destroy(made["qpn"])
            return


@pytest.fixture(scope="session")
def guest(release, suite):
    with live.Kernel(suite=suite) as kernel:
        assert kernel.shell("uname -r")[1].startswith(f"{release}.")
        for family in (4, 6):
            _reach(kernel, family)
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


def pytest_terminal_summary(terminalreporter):
    """Print what tests have recorded as ``live``."""
    for report in terminalreporter.getreports("passed"):
        for name, text in report.user_properties:
            if name == "live":
                terminalreporter.write_line(text)
