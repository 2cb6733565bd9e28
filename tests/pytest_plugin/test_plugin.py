"""What tests of users see, run as they run them."""

from __future__ import annotations

import contextlib
import importlib
import importlib.metadata
import pkgutil
import textwrap
import tomllib

import pytest

import ibpkt
from ibpkt.errors import CallerError
from tests.support.imports import imported
from tests.support.shared import REPOSITORY

pytest_plugins = ["pytester"]

#: how it is loaded here, where the package may be installed or only be on the path
INSTALLED = any(entry.value == "ibpkt.pytest_plugin" for entry in importlib.metadata.entry_points(group="pytest11"))
LOAD = () if INSTALLED else ("-p", "ibpkt.pytest_plugin")

PREAMBLE = """
import pytest
import ibpkt
from ibpkt import build, draft

def roce(psn=7, payload=b"hello"):
    return build("Ethernet", "IPv4", "UDP", draft("BTH", psn=psn), payload=payload)
"""


@pytest.fixture(autouse=True, scope="module")
def loaded():
    """All of the package, as in a process that has run other tests: what a run in here imports is gone behind it.

    Else classes that one run has left behind meet those of the next.
    """
    for module in pkgutil.walk_packages(ibpkt.__path__, "ibpkt."):
        if module.name != "ibpkt.__main__":
            with contextlib.suppress(ImportError, CallerError):  # packages that are not installed
                importlib.import_module(module.name)


def outcome(pytester, test, *options):
    """The lines that pytest prints of a test that fails."""
    pytester.makepyfile(PREAMBLE + textwrap.dedent(test))
    return pytester.runpytest_inprocess(*LOAD, "-p", "no:cacheprovider", "-vv", *options)


def explained(pytester, test):
    result = outcome(pytester, test)
    result.assert_outcomes(failed=1)
    return [line[1:].strip() for line in result.outlines if line.startswith("E ")]


def test_packets(pytester):
    lines = explained(pytester, "def test(): assert roce(7) == roce(8)")
    assert lines[0].startswith("assert Ethernet/IPv4/UDP/BTH (66 bytes) == Ethernet/IPv4/UDP/BTH (66 bytes)")
    assert "byte 51: BTH.psn: 7 != 8" in lines
    assert any(line.startswith("byte 62: ICRC: 0x") for line in lines)


def test_layers_and_drafts(pytester):
    assert "byte 51: BTH.psn: 7 != 8" in explained(pytester, "def test(): assert roce(7).bth == roce(8).bth")
    lines = explained(pytester, "def test(): assert draft('BTH', psn=7) == draft('BTH', psn=8)")
    assert "BTH.psn: 7 != 8" in lines


def test_lists(pytester):
    lines = explained(pytester, "def test(): assert [roce(7), roce(8)] == [roce(7), roce(9)]")
    assert "byte 51: BTH.psn: 8 != 9" in lines
    assert explained(pytester, "def test(): assert [roce(7)] == []")[-1].startswith("only left, from index 0 on: 1")


def test_a_packet_and_bytes(pytester):
    lines = explained(pytester, "def test(): assert roce(7) == bytes(roce(8))")
    assert "byte 51: BTH.psn: 7 != 8" in lines
    assert "a packet and bytes are never equal: compare bytes(packet)" in lines
    lines = explained(pytester, "def test(): assert bytes(roce(7)) == roce(7)")
    assert "the bytes of the packet are the same" in lines[0]


def test_bytes_alone_are_left_to_pytest(pytester):
    lines = explained(pytester, "def test(): assert bytes(roce(7)) == bytes(roce(8))")
    assert not any("BTH" in line for line in lines)
    marked = "@pytest.mark.ib_link('ethernet')\ndef test(): assert bytes(roce(7)) == bytes(roce(8))"
    assert "byte 51: BTH.psn: 7 != 8" in explained(pytester, marked)


def test_other_values_are_left_to_pytest(pytester):
    for pair in ("[1] == [2]", "'a' == 'b'", "roce() == 5", "[roce(), 5] == [roce(), 6]", "[] == [1]"):
        lines = explained(pytester, f"def test(): assert {pair}")
        assert not any(line.startswith("byte ") for line in lines)
    outcome(pytester, "def test(): assert roce() != roce()").assert_outcomes(failed=1)


def test_the_marker_is_known(pytester):
    marked = "@pytest.mark.ib_link('ethernet')\ndef test(): assert bytes(roce()) == bytes(roce())"
    outcome(pytester, marked, "--strict-markers").assert_outcomes(passed=1)


def test_packets_equal(pytester):
    test = """
    def test(packets_equal):
        packets_equal(roce(7), roce(7))
        packets_equal(roce(7), bytes(roce(8)), ignore=("bth.psn", "icrc"))
        packets_equal([roce(7)], [roce(8)], ignore=("infiniband.bth.psn", "icrc"))
        with pytest.raises(ibpkt.CallerError, match="did you mean bth.psn"):
            packets_equal(roce(7), roce(8), ignore=("bth.pns",))
        with pytest.raises(ibpkt.CallerError, match="one of the two must be a packet"):
            packets_equal(b"", b"")
        packets_equal(roce(7), roce(8, b"hellO"), ignore=["icrc", "payload"])
    """
    lines = explained(pytester, test)
    assert lines == [
        "AssertionError: Ethernet/IPv4/UDP/BTH (66 bytes) == Ethernet/IPv4/UDP/BTH (66 bytes)",
        "byte 51: BTH.psn: 7 != 8",
    ]


def test_ib_capture(pytester):
    source = REPOSITORY / "captures" / "rc_read.pcap"
    pytester.path.joinpath("frames.pcap").write_bytes(source.read_bytes())
    test = f"""
    closed = []

    def test(ib_capture):
        packets = list(ib_capture("frames.pcap"))
        assert packets
        assert packets == list(ib_capture({str(source)!r}))
        with open("frames.pcap", "rb") as file:
            assert packets == list(ib_capture(file))
        assert not any("BTH" in packet for packet in ib_capture("frames.pcap", roce_port=5))
        with pytest.raises(ibpkt.CaptureError, match="no such file"):
            ib_capture("nosuch.pcap")

    @pytest.fixture
    def spy():
        from ibpkt import Capture
        close = Capture.close
        Capture.close = lambda capture: (closed.append(capture), close(capture))
        yield
        Capture.close = close

    def test_many(spy, ib_capture):
        ib_capture("frames.pcap"), ib_capture("frames.pcap")

    def test_all_were_closed():
        assert len(closed) == 2
    """
    outcome(pytester, test).assert_outcomes(passed=3)


def test_a_failing_property_shows_the_packet(pytester):
    test = """
    from hypothesis import given, settings
    from ibpkt import strategies

    @settings(max_examples=50, database=None, derandomize=True)
    @given(strategies.packets(link="infiniband", opcode=4))
    def test(packet):
        assert len(packet.payload) < 3
    """
    shown = outcome(pytester, test).stdout.str()
    assert "packet=ibpkt.build('LRH', 'BTH', payload=b'\\x00\\x00\\x00')," in shown


# -- what it costs those who do not use it ------------------------------------------------------------------------


@pytest.mark.costly
def test_it_imports_nothing_slow():
    """pytest loads it at every start, in every project of the environment."""
    before = imported("import pytest")
    assert imported("import pytest; import ibpkt.pytest_plugin") - before == {
        "ibpkt",
        "ibpkt.conveniences",
        "ibpkt.pytest_plugin",
    }


@pytest.mark.costly
def test_tests_that_do_not_use_it_load_nothing_of_ibpkt(pytester):
    pytester.makepyfile(
        """
        import sys

        def test():
            assert not {"ibpkt.packet", "ibpkt.protocols", "numpy", "construct"} & set(sys.modules)

        def test_that_fails():
            assert [1] == [2]

        def test_that_it_loads_nothing_then_either():
            test()
        """
    )
    result = pytester.runpytest_subprocess(*LOAD, "-p", "no:cacheprovider")
    result.assert_outcomes(passed=2, failed=1)


@pytest.mark.costly
def test_the_entry_point(pytester):
    """What is installed finds it: the name in the metadata is that of the module."""
    metadata = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))
    assert metadata["project"]["entry-points"]["pytest11"] == {"ibpkt": "ibpkt.pytest_plugin"}
    shown = pytester.runpytest_subprocess(*LOAD, "--fixtures", "-p", "no:cacheprovider").stdout.str()
    assert "ib_capture" in shown
    assert "packets_equal" in shown
