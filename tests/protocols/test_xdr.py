"""The words of XDR, each in a structure of its own: what they read, one packet and many."""

import pytest

from ibpkt.packet.dissect import _PacketWalker
from ibpkt.packet.layers import Bounds
from ibpkt.protocols import Graph, follow
from ibpkt.protocols.upper.xdr import Array, Later, Linked, Maybe, Opaque, Structures, Union, string, word, words
from ibpkt.schema import Header, uint

END = (follow(0, {0: ()}),)


def numbers(*values):
    return b"".join(value.to_bytes(4) for value in values)


def read(members, data, then=END):
    """The values of a structure, and why reading stopped."""
    structures = Structures("Test", "test", "TEST", "this test")
    first = structures.header("Test", "Test", *members, then=then)
    graph = Graph(structures.rules(), {}, 100)
    walker = _PacketWalker(data, graph, Bounds(len(data), len(data)))
    walker.walk(first)
    values = [(name, value) for layer in walker.layers for name, value in layer.raw.items()]
    assert sum(layer.size for layer in walker.layers) <= len(data)
    return values, walker.stop


@pytest.mark.parametrize("size", range(9))
def test_opaque_is_filled_up_to_whole_words(size):
    data = numbers(size) + bytes(range(1, size + 1)).ljust((size + 3) // 4 * 4, b"\0") + numbers(99)
    values, stop = read((Opaque("data", "Data"), word("behind", "Behind")), data)
    assert values[0] == ("data_length", size)
    assert values[1][1][:size] == bytes(range(1, size + 1))
    assert values[2] == ("behind", 99)
    assert stop is None


def test_a_string_that_is_longer_than_what_is_there():
    values, stop = read((string("text", "Text"),), numbers(0xFFFFFFFF) + b"abcd")
    assert values == [("text_length", 0xFFFFFFFF), ("text", b"abcd")]
    assert (stop.reason, stop.needed) == ("malformed", 4 + 0x100000000)


def test_words():
    values, _ = read((words("bits", "Bits"), word("behind", "Behind")), numbers(2, 5, 6, 7))
    assert values == [("bits_count", 2), ("bits", numbers(5, 6)), ("behind", 7)]


ARRAY = (Array(word("count", "Count"), (word("item", "Item"),)), word("behind", "Behind"))


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_array(count):
    values, stop = read(ARRAY, numbers(count, *range(count), 99))
    assert values == [("count", count), *(("item", number) for number in range(count)), ("behind", 99)]
    assert stop is None


def test_an_array_that_says_more():
    values, stop = read(ARRAY, numbers(0xFFFFFFFF, 1, 2))
    assert values == [("count", 0xFFFFFFFF), ("item", 1), ("item", 2)]
    assert stop.reason == "malformed"


def test_arrays_of_arrays():
    inner = Array(word("inner", "Inner"), (word("item", "Item"),))
    values, _ = read((Array(word("outer", "Outer"), (inner,)), word("behind", "Behind")), numbers(2, 2, 5, 6, 1, 7, 8))
    assert values == [
        ("outer", 2), ("inner", 2), ("item", 5), ("item", 6), ("inner", 1), ("item", 7), ("behind", 8),
    ]  # fmt: skip


LINKED = (Linked(word("more", "More"), (word("item", "Item"), string("text", "Text"))), word("eof", "EOF"))


def test_linked():
    values, stop = read(LINKED, numbers(1, 7, 0, 1, 8, 0, 0, 1))
    assert [value for name, value in values if name == "item"] == [7, 8]
    assert values[-1] == ("eof", 1)
    assert stop is None


def test_a_list_that_never_ends():
    _, stop = read(LINKED, numbers(1, 7, 0) * 200)
    assert stop.reason == "malformed"  # more headers than a packet may have


@pytest.mark.parametrize(("data", "expected"), [
    ((0, 9), [("there", 0), ("behind", 9)]),
    ((1, 5, 9), [("there", 1), ("item", 5), ("behind", 9)]),
])  # fmt: skip
def test_maybe(data, expected):
    assert read((Maybe(word("there", "There"), (word("item", "Item"),)), word("behind", "Behind")), numbers(*data)) == (
        expected, None,
    )  # fmt: skip


CHOICE = Union(word("kind", "Kind"), {0: (), 1: (word("one", "One"),), 2: (uint("two", 64, "Two"),)})


@pytest.mark.parametrize(("data", "expected"), [
    ((0, 9), [("kind", 0), ("behind", 9)]),
    ((1, 5, 9), [("kind", 1), ("one", 5), ("behind", 9)]),
    ((2, 0, 5, 9), [("kind", 2), ("two", 5), ("behind", 9)]),
    ((3, 9), [("kind", 3)]),
])  # fmt: skip
def test_union(data, expected):
    """What nobody knows ends the structure."""
    assert read((CHOICE, word("behind", "Behind")), numbers(*data))[0] == expected


def test_union_in_an_array():
    members = (Array(word("count", "Count"), (CHOICE,)), word("behind", "Behind"))
    values, _ = read(members, numbers(3, 1, 5, 0, 2, 0, 6, 9))
    assert [value for name, value in values if name in ("one", "two", "behind")] == [5, 6, 9]


def test_union_with_a_default():
    choice = Union(word("kind", "Kind"), {1: (word("one", "One"),)}, ())
    assert read((choice, word("behind", "Behind")), numbers(7, 9))[0] == [("kind", 7), ("behind", 9)]


def test_data_that_are_moved_apart():
    """Where another header came before, only their number is there."""
    marker = Header("Marker", "Marker", "test", word("marker", "Marker", filter="test.marker"))
    members = (word("offset4", "Offset"), Opaque("data", "Data", apart=marker), word("behind", "Behind"))
    structures = Structures("Test", "test", "TEST", "this test")
    first = structures.header("Test", "Test", *members, then=END)
    rules = {**structures.rules(), marker: (follow(0, {0: first}),)}
    for start, data, expected in (
        (first, numbers(1, 3) + b"abc\0" + numbers(9), [("data_length", 3), ("data", b"abc\0"), ("behind", 9)]),
        (marker, numbers(0, 1, 3, 9), [("data_length", 3), ("behind", 9)]),
    ):
        walker = _PacketWalker(data, Graph(rules, {}, 100), Bounds(len(data), len(data)))
        walker.walk(start)
        values = [pair for layer in walker.layers for pair in layer.raw.items()]
        assert values[-len(expected) :] == expected


def test_structures_that_end_alike_have_headers_in_common():
    structures = Structures("Test", "test", "TEST", "this test")
    for name in ("A", "B"):
        structures.header(name, name, word("first", name), string("text", "Text"), word("last", "Last"), then=END)
    assert [header.name for header in structures.rules() if header.name.startswith("Test")] == ["TestLastItem"]


def test_what_follows_may_be_declared_later():
    later = []
    structures = Structures("Test", "test", "TEST", "this test")
    first = structures.header("First", "First", word("first", "First"), then=(Later(later),))
    second = structures.header("Second", "Second", word("second", "Second"), then=END)
    later.append(follow(0, {0: second}))
    assert structures.rules()[first][0].table[0] == (second,)


def test_a_structure_begins_with_a_header():
    with pytest.raises(TypeError, match="does not begin with one header"):
        Structures("Test", "test", "TEST", "this test").header("Nothing", "Nothing", then=END)
