"""Rights that are given up: by root for a user, by root who stays root, by those who have one capability only."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.support.command import PATIENCE, REPOSITORY
from tests.support.network_namespace import NetworkNamespace

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")

SHOW = """
import os
from ibpkt.capture.live.rights import give_up_rights
became = give_up_rights({user})
print(became, *os.getresuid(), *os.getresgid(), len([each for each in os.getgroups() if each == 0]))
print(open("/proc/self/status").read())
"""


def rights(user, words=(), **environment):
    done = subprocess.run(
        [*words, sys.executable, "-c", SHOW.format(user=repr(user))],
        cwd=REPOSITORY,
        env={**{name: value for name, value in os.environ.items() if not name.startswith("SUDO_")}, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    first, _, status = done.stdout.partition("\n")
    found = dict(re.findall(r"^(\w+):\s*(\S+)", status, re.MULTILINE))
    assert found["NoNewPrivs"] == "1"
    return first.strip(), {int(found[name], 16) for name in ("CapEff", "CapPrm", "CapInh", "CapAmb")}


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can become somebody else")
@pytest.mark.parametrize(("user", "environment"), [("nobody", {}), (None, {"SUDO_USER": "nobody"})])
def test_root_becomes_the_user(user, environment):
    import pwd

    nobody = pwd.getpwnam("nobody")
    numbers = " ".join(map(str, [nobody.pw_uid] * 3 + [nobody.pw_gid] * 3))
    assert rights(user, **environment) == (f"nobody {numbers} 0", {0})


def test_root_who_stays_root_keeps_what_files_need():
    namespace = NetworkNamespace()
    try:
        first, capabilities = rights("root", namespace.inside())
    finally:
        namespace.close()
    assert first.startswith("0 0 0 0 0 0")
    assert capabilities == {0b1011, 0}


def test_one_capability_is_given_up_too():
    """As where `setcap` gave it to the interpreter."""
    namespace = NetworkNamespace()
    try:
        words = namespace.inside(
            "setpriv",
            "--reuid",
            "0",
            "--bounding-set",
            "-all,+net_raw",
            "--inh-caps",
            "+net_raw",
            "--ambient-caps",
            "-all",
        )
        _, capabilities = rights("root", words)
    finally:
        namespace.close()
    assert not any(each & 1 << 13 for each in capabilities)  # CAP_NET_RAW


@pytest.mark.costly
def test_a_user_that_is_not_there_here_is_told():
    """A namespace that has only one user."""
    namespace = NetworkNamespace()
    try:
        done = namespace.run("capture", "-i", "lo", "-Z", "nobody")
    finally:
        namespace.close()
    assert done.returncode == 2
    assert re.fullmatch(r"ibpkt: ibpkt cannot become nobody \(.*\); -Z root stays root\n", done.stderr), done.stderr
