"""Filters that are wrong: where, and what may have been meant."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import example, given, settings, strategies as st

from ibpkt import filter
from ibpkt.batch.fields import fields
from ibpkt.errors import CallerError
from ibpkt.filter.error import FilterError
from ibpkt.filter.parser import MAX_LENGTH
from ibpkt.filter.syntax import MAX_DEPTH
from tests.filter import answers
from tests.filter.merged import crafted
from tests.filter.words import WORDS
from tests.support.stacks import batch_of


def complaint(text: str) -> FilterError:
    with pytest.raises(FilterError) as caught:
        filter.compile(text)
    assert caught.value.text == text
    return caught.value


BATCH = batch_of([data for _, _, _, _, data in crafted()], 1)


def refused(text: str) -> FilterError | None:
    """What is wrong with a filter that may be right; where it is, it also gives an answer."""
    try:
        found = filter.compile(text)
        rows = found.rows(BATCH)
    except FilterError as error:
        return error
    assert (rows.dtype, rows.shape) == (bool, (len(BATCH),))
    return None


@pytest.mark.parametrize(
    ("text", "column", "what"),
    [
        ("", 1, "the filter is empty"),
        ("   ", 1, "the filter is empty"),
        ("ip.src ==", 10, "the filter ends where a field or a value is expected"),
        ("ip and", 7, "the filter ends where a field or a value is expected"),
        ("(ip", 4, "a closing parenthesis is missing"),
        ("udp.port in {1", 15, "a closing brace is missing"),
        ("ip)", 3, "')' is not expected here"),
        ("ip ip", 4, "'ip' is not expected here"),
        ("== 4", 1, "'==' is not expected here"),
        ("ip.len = 4", 8, "use == to compare values"),
        ('frame contains "abc', 16, "the closing quote is missing"),
        ("eth.src[0", 8, "the closing bracket is missing"),
        ("ip.src#", 7, "write a layer as #2 or #[1-3]"),
        ("ip $ udp", 4, "'$' is not expected here"),
        (r'frame contains "\q"', 17, r"\q is not an escape"),
        (r'frame contains "\x"', 17, r"\x needs 2 hexadecimal digits"),
        (r'frame contains "\777"', 17, r"\777 is not a byte"),
        ("ip.ttl == 'ab'", 11, "single quotes hold one character"),
        ("nofield", 1, "there is no field 'nofield'"),
        ("ip and tcp.port == 4", 8, "there is no field 'tcp.port'"),
        ("ip.len == ip.lem", 11, "there is no field 'ip.lem'; did you mean ip.len"),
        ('"ip"', 1, "expected a field here, not a value"),
        ("1 == 1", 1, "expected a field here, not a value"),
        ("ip.len == 70000", 11, "70000 is too large for ip.len, which is at most 65535"),
        ("ip.len == 4.5", 11, "'4.5' is not a number"),
        ("ip.len == abc", 11, "'abc' is not a number"),
        ('ip.len == "abc"', 11, '"abc" is not a number'),
        ("ip.len == 99999999999999999999", 11, "'99999999999999999999' has more than 64 bits"),
        ("ip.len + 99999999999999999999 > 3", 10, "'99999999999999999999' has more than 64 bits"),
        ("ip.src == 10.0.0", 11, "'10.0.0' is not an IPv4 address"),
        ("ip.src == 10.0.0.0/33", 11, "'10.0.0.0/33' is not an IPv4 address"),
        ("ip.src == -3", 11, "an IPv4 address has no sign"),
        ("eth.src == 02:00", 12, "'02:00' is not an Ethernet address"),
        ("ip.src == eth.src", 11, "eth.src is an Ethernet address, but ip.src is an IPv4 address"),
        ("ip.src in {10.0.0.0/8 .. 11.0.0.0}", 12, "a range goes from one value to another"),
        ("ip.src in {10.0.0.0 .. ip.dst}", 24, "a range goes from one value to another"),
        ("ip.len[0] == 1", 1, "ip.len is a number and cannot be sliced"),
        ("eth.src[3-1]", 1, "[3-1] ends before it begins"),
        ("eth.src[0:0]", 1, "[0:0] is empty, or reaches past the end"),
        ("eth.src[-1:2]", 1, "[-1:2] is empty, or reaches past the end"),
        ("eth.src[a]", 1, "[a]: write [start:length]"),
        ("eth.src[]", 1, "[]: write [start:length]"),
        ("ip.src#0", 1, "layers are counted from 1"),
        ("len(ip)#1", 1, "only a field has layers"),
        ("ip.src contains 0a", 1, "contains searches strings and bytes, but ip.src is an IPv4 address"),
        ("ip.ttl matches \"6\"", 1, "matches searches strings and bytes"),
        ("frame matches hello", 15, "put the regular expression in double quotes"),
        ('frame matches "["', 15, "not a valid regular expression"),
        ("frame.time > \"yesterday\"", 14, '"yesterday" is not a time, such as "2026-01-31 12:34:56.7"'),
        ("frame.time_relative * 2 > 3", 1, "frame.time_relative is a time, which does not support *"),
        ("ip.src + 1 == 10.0.0.2", 10, "'1' is not an IPv4 address"),
        ("-ip.src == 10.0.0.2", 2, "ip.src is an IPv4 address and has no sign"),
        ("len(ip)", 1, "compare the result of len() with a value"),
        ("length(ip) == 2", 1, "there is no function 'length'"),
        ("len(ip, udp) == 2", 1, "len() takes one value, not 2"),
        ("max() == 2", 1, "max() needs at least one value"),
        ("upper(ip.ttl) == \"A\"", 1, "upper() takes a string, but ip.ttl is a number"),
        ("max(ip.ttl, ip.src) == 3", 1, "max() takes numbers, IPv4 addresses or times, all of one type"),
        ("vals(ip.ttl) == \"A\"", 1, "the values of ip.ttl have no names"),
        ("(ip and udp) == 1", 2, "expected a value here, not a condition"),
        ("frame.time_delta_displayed > 1", 1, "frame.time_delta_displayed depends on what the filter selects"),
    ],
)  # fmt: skip
def test_complaints(text, column, what):
    error = complaint(text)
    assert error.column == column
    assert error.what.startswith(what.partition(";")[0])
    assert str(error).startswith(f"filter, column {column}: {what}")


@pytest.mark.parametrize(
    ("text", "suggestion"),
    [
        ("infiniband.bth.qpn", "infiniband.bth.destqp"),
        ("infiniband.bth.psm == 4", "infiniband.bth.psn"),
        ("bth.psn == 4", "infiniband.bth.psn"),
        ("destqp == 4", "infiniband.bth.destqp"),
        ("Ip.Src == 1.2.3.4", "ip.src"),
        ("infiniband.icrc", "infiniband.icrc.status"),
        ("infiniband.bth.psn == infiniband.bth.qpn", "infiniband.bth.destqp"),
        ("ip#2.scr == 1.2.3.4", "ip.src"),
        ('infiniband.bth.opcode == "RC Acknowledged"', '"RC Acknowledge"'),
        ("infiniband.bth.opcode == RC_ACK", '"RC Acknowledge"'),
        ('infiniband.bth.opcode in {4, "SEND Only"}', '"RC SEND Only"'),
        ("lenn(ip) > 3", "len"),
    ],
)
def test_suggestions(text, suggestion):
    error = complaint(text)
    assert suggestion in error.suggestions
    assert suggestion in str(error)


def test_errors_are_the_callers_and_travel():
    error = complaint("ip.lem")
    assert isinstance(error, CallerError)
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.column, again.text, again.suggestions) == (
        str(error), 1, "ip.lem", error.suggestions,
    )  # fmt: skip


def test_what_does_not_print_is_escaped():
    assert "\x1b" not in str(complaint("\x1b[31m"))
    assert "\x1b" not in str(complaint('ip.len == "\x1b"'))


@pytest.mark.parametrize("text", ["not " * (MAX_DEPTH + 1) + "ip", "- " * 5000 + "ip.len", "ip.len + " * 200 + "1 > 3"])
def test_depth_is_bounded(text):
    assert f"nested more than {MAX_DEPTH} deep" in str(complaint(text))


@pytest.mark.parametrize("text", ["(" * 5000 + "ip" + ")" * 5000, " or ".join(["ip"] * 5000), "not " * 90 + "ip"])
def test_what_is_long_but_not_deep(text):
    filter.compile(text)


def test_length_is_bounded():
    assert "characters" in str(complaint("ip or " * MAX_LENGTH + "ip"))


@pytest.mark.costly
@settings(max_examples=500, deadline=None)
@given(st.text(max_size=60) | st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
@example("ip.len == " + "9" * 5000)
@example("frame.time > 1e999999999")
@example("frame.time_relative > 1e-999999999")
@example("ip.len - 1e400 > 0")
@example('frame.time > "9999-99-99 99:99:99"')
@example('frame.time > "0001-01-01"')
@example("\ud800")
@example('frame contains "\ud800"')
@example('frame.protocols contains "\ud800"')
@example('frame.protocols matches "(?-i)\\\\xff"')
def test_whatever_is_written_only_the_filter_is_wrong(text):
    error = refused(text)
    if error is not None:
        assert 1 <= error.column <= len(text) + 1
        str(error).encode()


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_mutated_expressions(data):
    """A character put in, taken out or doubled somewhere."""
    text = data.draw(st.sampled_from(answers.expressions()))
    place = data.draw(st.integers(0, len(text)))
    text = text[:place] + data.draw(st.text(max_size=2)) + text[place + data.draw(st.integers(0, 2)) :]
    error = refused(text)
    assert error is None or 1 <= error.column <= len(text) + 1


def test_every_field_can_be_asked_for():
    """There is no list of fields to keep: what is declared, filters."""
    for name in fields():
        if name != "frame.time_delta_displayed":
            assert filter.compile(name).fields == (name,)
