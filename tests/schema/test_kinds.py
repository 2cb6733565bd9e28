"""How values are written."""

from __future__ import annotations

import ipaddress
import json
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import example, given, strategies as st

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.tables import MESSAGES, row
from ibpkt.schema import value_types
from ibpkt.schema.value_types import BYTES, DEC, FLAG, HEX, IPV4, IPV6, MAC, NUMBER, TEXT, TIME, WORDS, seconds

#: addresses as tshark 4.0.17 prints them
IPV6_TEXTS = (
    "::ffff:10.0.0.7", "::ffff:0.0.0.0", "::ffff:0.0.0.1", "::", "::1", "::ffff", "64:ff9b::a00:7", "fe80::5efe:a00:7",
    "1:0:0:2::3", "1:2:3:4:5:6:0:8", "0:0:1::", "::7:8:9", "0:1:2:3:4:5:6:7", "1:0:2::3:0:0", "::ffff:0:a00:7",
    "::1:ffff:a00:7", "0:2::ffff:1",
)  # fmt: skip


@given(st.integers(-(1 << 63), (1 << 63) - 1))
@example(-310_078_000)
@example(0)
@example(999_999_999)
@example(2_000_000_000)
@example(-3_000_000_001)
def test_seconds_keep_nanoseconds_and_their_sign(nanoseconds):
    text = seconds(nanoseconds)
    assert Decimal(text).scaleb(9) == nanoseconds
    assert len(text.partition(".")[2]) == 9
    assert text.startswith("-") == (nanoseconds < 0)


def test_times_before_1970():
    """-1.689922000 it was, for the fraction was taken from the second below."""
    message = Message(1, 0, 1, "SEND", "RC", 0, 1, start=-310_078_000)
    assert row(MESSAGES, message)["start"] == "-0.310078000"


@pytest.mark.parametrize(
    ("kind", "raw"),
    [(WORDS, 'a "b" \\ \n'), (TEXT, b'a "b" \\ \n'), (BYTES, b'"\\'), (MAC, bytes(6)), (TIME, -1), (NUMBER, 0.5)],
)
def test_what_needs_an_escape_in_json_is_not_called_safe(kind, raw):
    text = kind.text(raw)
    assert not kind.safe or json.dumps(text) == f'"{text}"'


@pytest.mark.parametrize("text", IPV6_TEXTS)
def test_ipv6_addresses_whatever_the_version_of_python(text):
    """Python 3.13 began to write those that hold one of IPv4 with dots."""
    assert IPV6.text(ipaddress.IPv6Address(text).packed) == text


def test_what_only_looks_like_an_ipv4_address_has_no_dots():
    """tshark prints ``::0.1.0.2``, but the lower half of a GID is a GUID; those addresses of IPv6 are out of use."""
    assert IPV6.text(bytes(13) + b"\1\0\2") == "::1:2"


@given(st.integers(0, 0xFFFFFFFF))
@example(0x0A01FE07)
def test_ipv4_addresses(raw):
    """Text, value and back are those of Python."""
    address = ipaddress.IPv4Address(raw)
    assert IPV4.text(raw) == str(address)
    assert IPV4.value(raw) == address
    assert IPV4.raw(str(address)) == IPV4.raw(address) == IPV4.raw(raw) == raw


@given(st.binary(min_size=6, max_size=6))
def test_ethernet_addresses(raw):
    text = ":".join(f"{each:02x}" for each in raw)
    assert MAC.text(raw) == MAC.value(raw) == text
    assert MAC.raw(text) == MAC.raw(text.replace(":", "-")) == MAC.raw(text.upper()) == MAC.raw(raw) == raw


@pytest.mark.parametrize(
    ("kind", "raw", "text", "value"),
    [
        (DEC, 17, "17", 17), (FLAG, 1, "1", True), (FLAG, 0, "0", False), (BYTES, b"\0\xfe", "00fe", b"\0\xfe"),
        (TEXT, b"ab\\\n\x7f \0\0", "ab\\x5c\\x0a\\x7f ", "ab\\\n\x7f "), (TEXT, b"\xff~", "\\xff~", "\\xff~"),
        (WORDS, None, "", None), (WORDS, 5, "5", 5), (NUMBER, None, "", None), (NUMBER, 0.1 + 0.2, "0.3", 0.1 + 0.2),
        (NUMBER, 12345678901.5, "1.23456789e+10", 12345678901.5), (NUMBER, 7, "7", 7),
        (TIME, 1_000_000_001, "1.000000001", 1_000_000_001),
    ],
)  # fmt: skip
def test_texts_and_values(kind, raw, text, value):
    assert (kind.text(raw), kind.value(raw)) == (text, value)
    assert kind.printable(np.array([raw], object)) == [text] or kind.printf(4) != "%s"


@pytest.mark.parametrize(("kind", "printed"), [(DEC, "4660"), (HEX, "0x00001234"), (FLAG, "4660")])
def test_numbers_in_columns(kind, printed):
    (value,) = kind.printable(np.array([0x1234], np.int64))
    shown = kind.printf(8) % ((8, value) if "*" in kind.printf(8) else value)
    assert shown == printed


@pytest.mark.parametrize(("given", "raw"), [("0x10", 16), ("10", 10), (7, 7), (True, 1)])
def test_numbers_that_are_given(given, raw):
    assert DEC.raw(given) == HEX.raw(given) == raw
    for wrong in (1.5, "1.5", None):
        with pytest.raises((TypeError, ValueError)):
            DEC.raw(wrong)


@pytest.mark.parametrize("given", ["00:fe", "00fe", b"\0\xfe", bytearray(b"\0\xfe")])
def test_bytes_that_are_given(given):
    assert BYTES.raw(given) == b"\0\xfe"


def test_addresses_and_texts_that_are_given():
    assert IPV6.raw("fe80::1") == IPV6.raw(ipaddress.IPv6Address("fe80::1")) == bytes.fromhex("fe80" + "0" * 27 + "1")
    assert TEXT.raw("aé") == "aé".encode() == TEXT.raw("aé".encode())
    assert IPV6.value(bytes(15) + b"\1") == ipaddress.IPv6Address("::1")


def test_texts_that_repeat_are_made_once():
    """Up to a limit, at which all are forgotten."""
    made = []
    memo = value_types.Memo(lambda argument: made.append(argument) or argument)
    limit = value_types.CACHE_LIMIT
    for argument in (1, 2, 1, 2):
        assert memo[argument] == argument
    assert made == [1, 2]
    for argument in range(3, limit + 1):
        memo[argument]
    assert len(memo) == limit == 65536
    memo[1]
    assert len(made) == limit
    memo[0]
    assert (len(memo), memo[1], len(made)) == (1, 1, limit + 2)
