"""What is said of calls of RPC in words, how credits are counted, which memory a message names: by hand."""

from __future__ import annotations

import pytest

from ibpkt.commands.rpc_credits import RPCCredits
from ibpkt.commands.rpc_messages import MemorySegment, RPCReading, is_call, is_reply, segments_named, writes_bytes
from ibpkt.commands.rpc_words import detail_of, kind_of, protocol_of, replies_of, size_of, status_of
from ibpkt.packet import Stop
from ibpkt.protocols.upper.contents import CONTENTS
from tests.commands.test_rpc_rule import GETATTR, NFS, OK, call, reply, word

NFS_CB, ACL, MOUNT, NLM, NSM, PORTMAP = 0x40000000, 100227, 100005, 100021, 100024, 100000


def reading(call=None, *, operations=(), told=None, values=None, **fields):
    found = RPCReading(1, 0, 1, call=call, operations=list(operations), told=told, **fields)
    found.values = dict(values or {})
    return found


@pytest.mark.parametrize(
    ("called", "protocol", "kind"),
    [
        (None, "nfs", "long call"),
        ((NFS, 3, 6), "nfs", "READ"),
        ((NFS, 3, 0), "nfs", "NULL"),
        ((NFS, 4, 1), "nfs", "COMPOUND"),
        ((NFS, 3, 99), "nfs", "NFS procedure 99"),
        ((NFS, 2, 6), "nfs", "NFS procedure 6"),
        ((NFS_CB, 1, 1), "nfs", "CB_COMPOUND"),
        ((NFS_CB, 9, 0), "nfs", "CB_NULL"),
        ((MOUNT, 3, 1), "mount", "MNT"),
        ((MOUNT, 1, 3), "mount", "UMNT"),
        ((PORTMAP, 2, 3), "portmap", "GETPORT"),
        ((PORTMAP, 4, 3), "portmap", "GETADDR"),
        ((ACL, 3, 1), "nfsacl", "GETACL"),
        ((NSM, 1, 2), "nsm", "NSM procedure 2"),
        ((77, 1, 2), "rpc", "program 77 procedure 2"),
    ],
)
def test_programs_and_procedures(called, protocol, kind):
    assert (protocol_of(called), kind_of(reading(called))) == (protocol, kind)


@pytest.mark.parametrize(
    ("operations", "kind"),
    [
        (["SEQUENCE", "PUTFH", "READ"], "READ"),
        (["SEQUENCE", "PUTFH", "GETATTR"], "GETATTR"),
        (["PUTROOTFH", "GETFH"], "PUTROOTFH"),
        (["SEQUENCE", "PUTFH", "ACCESS", "GETATTR"], "ACCESS"),
        (["LOOKUP", "ACCESS"], "LOOKUP"),
        (["SEQUENCE"], "SEQUENCE"),
        (["PUTFH", "LOOKUPP", "GETFH", "GETATTR"], "LOOKUPP"),
        (["READ", "WRITE"], "READ"),
        (["SAVEFH", "GETFH"], "GETFH"),
    ],
)
def test_what_a_compound_is_for(operations, kind):
    """The operation that is no help for others; of several the first."""
    assert kind_of(reading((NFS, 4, 1), operations=operations)) == kind


@pytest.mark.parametrize(
    ("told", "operations", "whole", "text"),
    [
        (2, ["A", "B"], True, "A B"),
        (1, ["A", "B"], True, "A B"),
        (3, ["A", "B"], False, "A B …"),
        (3, ["A", "B"], True, "A B … (says 3 operations, 2 can be read)"),
        (0, [], True, ""),
    ],
)
def test_a_compound_in_words(told, operations, whole, text):
    assert detail_of(reading((NFS, 4, 1), operations=operations, told=told, whole=whole)) == text


@pytest.mark.parametrize(
    ("called", "values", "text"),
    [
        ((NFS, 3, 6), {"offset3": 5, "count": 9}, "offset 5 count 9"),
        ((NFS, 3, 3), {"file_name": b"abc\0\0"}, "abc"),
        ((NFS, 3, 14), {"file_name": b"a", "to_name": b"b\n"}, "a to b\\x0a"),
        ((NFS, 3, 1), {}, ""),
        ((NFS, 4, 1), {"file_name": b"a"}, ""),
        ((ACL, 3, 1), {"file_name": b"a"}, ""),
        (None, {"file_name": b"a"}, ""),
    ],
)
def test_what_a_call_is_about(called, values, text):
    assert detail_of(reading(called, values=values)) == text


@pytest.mark.parametrize(
    ("called", "kind", "values", "size"),
    [
        ((NFS, 3, 6), "READ", {"count": 9}, 9),
        ((NFS, 4, 1), "READ_PLUS", {"count": 9}, 9),
        ((NFS, 3, 7), "WRITE", {"data_length": 7, "count": 9}, 7),
        ((NFS, 3, 7), "WRITE", {}, None),
        ((NFS, 3, 6), "READ", {}, None),
        ((NFS, 3, 1), "GETATTR", {"count": 9, "data_length": 7}, None),
        ((ACL, 3, 6), "READ", {"count": 9}, None),
        (None, "READ", {"count": 9}, None),
    ],
)
def test_how_much_a_call_asks_to_move(called, kind, values, size):
    assert size_of(reading(called, values=values), kind) == size


@pytest.mark.parametrize(
    ("called", "fields", "values", "status"),
    [
        ((NFS, 4, 1), {}, {"status": 0}, ("NFS4_OK", True)),
        ((NFS, 3, 6), {}, {"status": 0}, ("NFS3_OK", True)),
        ((NFS, 4, 1), {}, {"status": 2}, ("NFS4ERR_NOENT", False)),
        ((NFS, 3, 6), {}, {"status": 2}, ("NFS3ERR_NOENT", False)),
        ((NFS, 3, 6), {}, {"status": 424242}, ("status 424242", False)),
        ((NFS, 3, 0), {"answered": True}, {}, ("SUCCESS", True)),
        ((ACL, 3, 1), {"answered": True}, {"status": 2}, ("SUCCESS", True)),
        ((NFS, 3, 6), {}, {}, ("answered", None)),
        (None, {"answered": True}, {"status": 2}, ("SUCCESS", True)),
        ((NFS, 3, 6), {"refused": "PROG_UNAVAIL", "answered": True}, {"status": 0}, ("PROG_UNAVAIL", False)),
        ((NFS, 3, 6), {"error": "ERR_CHUNK"}, {"status": 0}, ("ERR_CHUNK", False)),
    ],
)
def test_how_a_call_ended(called, fields, values, status):
    assert status_of(called, reading(None, values=values, **fields)) == status


def test_what_replies_to_a_call_are():
    """Results of NFS are read by what the call was; wrapped ones and others are not."""
    plain = replies_of(reading(None))
    assert [CONTENTS[each].name for each in plain] == [CONTENTS[plain[0]].name] * 2 + [CONTENTS[plain[2]].name]
    assert plain[0] != plain[2]
    assert replies_of(reading((NFS, 3, 6))) != plain
    for other in (reading((ACL, 3, 6)), reading((NFS, 3, 99)), reading((NFS, 3, 6), wrapped=True)):
        assert replies_of(other) == plain


# -- credits ------------------------------------------------------------------------------------------------------


def credited(*steps):
    """Steps as (time, side, None for a call or what its reply grants)."""
    found = RPCCredits()
    for time, side, granted in steps:
        found.begin(time, side) if granted is None else found.end(time, side, granted)
    return found.granted, found.most, found.exhausted


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], (None, 0, 0)),
        ([(1, 0, None), (2, 0, None)], (None, 2, 0)),  # before the first reply nothing is granted
        ([(1, 0, None), (2, 0, 1)], (1, 1, 0)),
        ([(1, 0, None), (2, 0, 1), (10, 0, None), (15, 0, 1)], (1, 1, 5)),
        ([(1, 0, None), (2, 0, 2), (10, 0, None), (15, 0, 2)], (2, 1, 0)),
        ([(1, 0, None), (2, 0, 2), (10, 0, None), (12, 0, None), (13, 0, None), (15, 0, 2), (19, 0, 2)], (2, 3, 7)),
        ([(1, 0, None), (2, 0, 1), (10, 0, None), (15, 0, 0)], (1, 1, 5)),  # a grant of 0 counts as 1
        ([(1, 0, None), (2, 0, 1), (10, 0, None), (12, 0, None), (15, 0, 9)], (9, 2, 5)),
        ([(1, 0, None), (2, 0, 1), (10, 0, None), (9, 0, 1)], (1, 1, 0)),  # a clock that was set back
        ([(1, 1, None), (2, 0, None), (3, 0, 7), (4, 1, 5)], (5, 1, 0)),  # the side of the first call counts
    ],
)
def test_credits(steps, expected):
    assert credited(*steps) == expected


# -- memory -------------------------------------------------------------------------------------------------------

SEGMENTS = [MemorySegment(5, 100, 1000), MemorySegment(6, 0, 2000), MemorySegment(5, 10, 1090, 4)]


@pytest.mark.parametrize(
    ("key", "address", "found"),
    [
        (5, 1000, 0),
        (5, 1099, 0),
        (5, 1100, None),
        (5, 999, None),
        (6, 1000, None),
        (6, 2000, 1),
        (6, 2001, None),
        (5, 1095, 0),
    ],
)
def test_segments(key, address, found):
    assert segments_named(SEGMENTS, key, address) == (None if found is None else SEGMENTS[found])


def test_whether_a_reply_says_that_bytes_were_written():
    for sizes, written in (((), False), ((0, 0), False), ((0, 4), True)):
        assert writes_bytes(reading(writes=[MemorySegment(1, size, 0) for size in sizes])) is written


@pytest.mark.parametrize(
    ("told", "has", "reason", "had", "more"),
    [
        (3, 2, "malformed", 0, True), (2, 2, "malformed", 0, False), (1, 2, "malformed", 0, False),
        (3, 2, "malformed", 4, False), (3, 2, "cut", 0, False), (None, 2, "malformed", 0, False),
        (3, 2, None, 0, False),
    ],
)  # fmt: skip
def test_a_compound_that_ends_before_its_last_operation(told, has, reason, had, more):
    stop = None if reason is None else Stop(reason, "NFS4Operation", 4, 100, had)
    assert reading(told=told, operations=["READ"] * has, stop=stop).counts_more is more


# -- recognition --------------------------------------------------------------------------------------------------

GOOD, ANSWER = call(7, *GETATTR), reply(7, *OK)


def with_word(data, at, value):
    return data[: 4 * at] + word(value) + data[4 * at + 4 :]


@pytest.mark.parametrize(
    ("at", "value", "is_one"),
    [(2, 0, False), (2, 1, True), (2, 1 << 14, True), (2, (1 << 14) + 1, False), (7, 8, False), (9, 3, False)],
)
def test_what_a_call_must_say(at, value, is_one):
    """Credits as anybody asks for; the XID twice; version 2 of RPC."""
    assert is_call(with_word(GOOD, at, value)) is is_one
    assert not is_reply(with_word(GOOD, at, value))


def test_what_a_reply_must_say():
    assert is_reply(ANSWER)
    assert not is_call(ANSWER)
    assert not is_reply(with_word(ANSWER, 7, 8))
    assert not is_reply(with_word(ANSWER, 2, 0))
    assert is_reply(word(7, 1, 32, 4, 2))  # an error
    assert not is_reply(b"")
    assert not is_call(b"")


def long_message(*lists):
    return word(7, 1, 32, 1, *lists)


def test_long_messages():
    """A call is in a read chunk of position 0, a reply in a reply chunk."""
    chunk = (5, 100, 0, 1000)
    assert is_call(long_message(1, 0, *chunk, 0, 0, 0))
    assert not is_call(long_message(1, 4, *chunk, 0, 0, 0))
    assert is_call(long_message(1, 4, *chunk, 1, 0, *chunk, 0, 0, 0))
    assert not is_call(long_message(0, 0, 0))
    assert not is_call(long_message(1, 0, *chunk, 0, 0))  # the lists do not end
    assert is_reply(long_message(0, 0, 1, 1, *chunk))
    assert not is_reply(long_message(0, 0, 1, 0))
    assert not is_reply(long_message(0, 0, 0))
