"""Values that options take, and what is said of others: in one sentence, with the nearest name."""

from __future__ import annotations

import pytest

from tests.support.command import run

GOOD = "captures/rc_read.pcap"
SPANS = (
    ("compare", "--window", GOOD, GOOD),
    ("compare", "--late", GOOD, GOOD),
    ("compare", "--offset", GOOD, GOOD),
    ("messages", "--interval", "--depth", GOOD),
    ("stats", "--interval", "io", GOOD),
)


def spanned(command, option, value, *others):
    """The command with a span of seconds."""
    place = 1 if command == "stats" else 0
    return run(command, *others[:place], f"{option}={value}", *others[place:])


@pytest.mark.parametrize("value", ["inf", "-inf", "nan", "1e300", "1e11", "-1e11", "x", "", "1e999999999"])
@pytest.mark.parametrize(("command", "option", "arguments"), [(a, b, c) for a, b, *c in SPANS])
def test_spans_that_are_none(command, option, arguments, value):
    result = spanned(command, option, value, *arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.splitlines()[-1].startswith(f"Error: Invalid value for '{option}': ")
    assert "not a number of seconds" in result.err


@pytest.mark.parametrize("value", ["1e-9", "0.1", "1e8"])
@pytest.mark.parametrize(("command", "option", "arguments"), [(a, b, c) for a, b, *c in SPANS])
def test_spans(command, option, arguments, value):
    result = spanned(command, option, value, *arguments)
    assert (result.code, result.err) == (0, "")


@pytest.mark.parametrize("value", ["4e9", "-4e9"])
def test_clocks_that_are_far_apart(value):
    assert "0 packets seen at both" in run("compare", f"--offset={value}", GOOD, GOOD).out


def test_no_nanosecond_is_lost():
    """A floating-point number of seconds since 1970 has steps of 238 ns."""
    from ibpkt.cli.option_types import Seconds

    assert Seconds(0, 4e9).convert("1800000000.123456789", None, None) == 1_800_000_000_123_456_789


def test_a_time_is_not_rounded_to_nothing():
    """``--interval 0`` is the whole capture."""
    result = run("stats", "io", "--interval", "1e-12", GOOD)
    assert (result.code, result.out) == (2, "")
    assert result.err.endswith("Invalid value for '--interval': 1e-12 is less than a nanosecond\n")


@pytest.mark.parametrize(
    ("arguments", "suggestion"),
    [
        (("messages", "--kind", "wriet", GOOD), "write"),
        (("messages", "--outcome", "complete", GOOD), "completed"),
        (("flows", "--sort", "retransmited", GOOD), "retransmitted"),
        (("expert", "--kind", "gapp", GOOD), "gap"),
        (("expert", "--severity", "warn", GOOD), "warning"),
        (("expert", "--fail", "eror", GOOD), "error"),
        (("compare", "--fail", "eror", GOOD, GOOD), "error"),
        (("stats", "endpoints", "--by", "adress", GOOD), "address"),
        (("check", "--format", "jsn", GOOD), "json"),
        (("decode", "-T", "jsom", GOOD), "json"),
    ],
)
def test_the_nearest_name_is_suggested(arguments, suggestion):
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert f"did you mean {suggestion}" in result.err


def test_a_comma_at_the_end_is_no_kind():
    name = "captures/corrupt_write.pcap"
    assert run("expert", "--kind", "gap,", name).out == run("expert", "--kind", "gap", name).out
    for nothing in ("", ",", " , "):
        assert run("expert", "--kind", nothing, name).code == 2


@pytest.mark.parametrize("port", ["-1", "65536", "70000"])
@pytest.mark.parametrize(
    "command", ["decode", "check", "expert", "flows", "messages", "compare", "edit", ("stats", "io")]
)
def test_ports_have_16_bits(command, port):
    names = command if isinstance(command, tuple) else (command,)
    result = run(*names, "--roce-port", port, GOOD, *([GOOD] if command == "compare" else []))
    assert (result.code, result.out) == (2, "")
    assert "65535" in result.err


@pytest.mark.parametrize("command", ["messages", "expert"])
@pytest.mark.parametrize("number", ["0", "-3", "x"])
def test_flows_are_counted_from_1(command, number):
    assert run(command, "--flow", number, GOOD).code == 2
