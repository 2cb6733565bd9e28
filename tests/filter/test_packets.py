"""Filters over columns, over single packets, and spelled out in Python over what each packet says of itself."""

from __future__ import annotations

import itertools
import operator

from hypothesis import HealthCheck, given, settings, strategies as st

import ibpkt
from ibpkt import filter, strategies
from ibpkt.batch import Batch
from ibpkt.batch.fields import HeaderBytes, PacketLeaf, field_named, fields
from ibpkt.schema import BYTES, DEC, HEX, IPV4, IPV6, MAC, Derived
from tests.filter import answers
from tests.filter.merged import crafted
from tests.filter.words import WORDS
from tests.support.stacks import batch_of
from tests.support.sweep import every

PACKETS = [data for _, _, _, _, data in crafted()]

COMPARE = {
    "==": operator.eq,
    "!=": operator.ne,
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
}
NUMERIC = sorted(
    name
    for name, field in fields().items()
    if all(leaf.kind in (DEC, HEX, IPV4) and not isinstance(leaf, PacketLeaf | Derived) for leaf in field.leaves)
    and name.startswith(("infiniband.", "ip.", "udp.", "vlan.", "eth.", "gre.", "vxlan.", "erspan."))
)
NUMBERS = [name for name in NUMERIC if field_named(name).leaf.kind is not IPV4]
OCTETS = sorted(
    name
    for name, field in fields().items()
    if all(
        leaf.kind in (MAC, IPV6, BYTES) and leaf.width and not isinstance(leaf, PacketLeaf | HeaderBytes)
        for leaf in field.leaves
    )
)


def values_of(packet: ibpkt.Packet, name: str) -> list:
    """All values of a field, outermost first, by the packet's own decoding."""
    leaves = field_named(name).leaves
    found: list = []
    for layer in packet.layers:
        for leaf in leaves:
            if leaf.header is layer.header and (value := layer.raw_value(leaf.name)) is not None:
                found += value if isinstance(value, tuple) else [value]
    return found


def written(name: str, value: int | bytes) -> str:
    leaf = field_named(name).leaf
    if leaf.kind is IPV4 or leaf.kind is IPV6 or leaf.kind is MAC:
        return leaf.kind.text(value)
    return value.hex(":") if isinstance(value, bytes) else hex(value)


ARITHMETIC = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "/": lambda left, right: abs(left) // abs(right) * (1 if (left < 0) == (right < 0) else -1),
    "%": lambda left, right: abs(left) % abs(right) * (-1 if left < 0 else 1),
}


def quantified(tests, quantifier: str, sign: str) -> bool:
    """Whether a comparison holds, by how it came out for each value."""
    tests = list(tests)
    every = quantifier == "all " or (not quantifier and sign in ("!=", "==="))
    return bool(tests) and (all if every else any)(tests)


@st.composite
def asked(draw, packets, depth=0):
    """A filter, and a function of a packet that says the same."""
    kinds = (compared, compared, between_fields, summed, sliced, searched, existing, member, counted, extreme, measured)
    if depth < 3:
        kinds += (joined, joined, negated)
    return draw(draw(st.sampled_from(kinds))(packets, depth))


def near(packets, name):
    """Values that lie at hand for a field."""
    found = [value for packet in packets for value in values_of(packet, name)]
    return st.sampled_from(found) if found else st.just(0)


@st.composite
def joined(draw, packets, depth):
    word, join = draw(st.sampled_from((("and", all), ("or", any), ("xor", lambda tests: sum(tests) % 2 == 1))))
    parts = [draw(asked(packets, depth + 1)) for _ in range(draw(st.integers(2, 3)))]
    text = f" {word} ".join(f"({text})" for text, _ in parts)
    return text, lambda packet: join([holds(packet) for _, holds in parts])


@st.composite
def negated(draw, packets, depth):
    text, holds = draw(asked(packets, depth + 1))
    return f"{draw(st.sampled_from(('!', 'not ')))}({text})", lambda packet: not holds(packet)


@st.composite
def existing(draw, packets, depth):
    name = draw(st.sampled_from(NUMERIC + OCTETS))
    return name, lambda packet: bool(values_of(packet, name))


@st.composite
def compared(draw, packets, depth):
    name = draw(st.sampled_from(NUMERIC))
    value = draw(near(packets, name))
    sign, compare = draw(st.sampled_from(sorted(COMPARE.items())))
    quantifier = draw(st.sampled_from(("", "any ", "all ")))

    def holds(packet):
        return quantified((compare(each, value) for each in values_of(packet, name)), quantifier, sign)

    return f"{quantifier}{name} {sign} {written(name, value)}", holds


@st.composite
def between_fields(draw, packets, depth):
    names = draw(st.sampled_from((NUMBERS, [each for each in NUMERIC if each not in NUMBERS], OCTETS)))
    left, right = draw(st.sampled_from(names)), draw(st.sampled_from(names))
    sign, compare = draw(st.sampled_from(sorted(COMPARE.items())))
    quantifier = draw(st.sampled_from(("", "any ", "all ")))

    def holds(packet):
        pairs = itertools.product(values_of(packet, left), values_of(packet, right))
        return quantified((compare(*pair) for pair in pairs), quantifier, sign)

    return f"{quantifier}{left} {sign} {right}", holds


@st.composite
def summed(draw, packets, depth):
    left, right = draw(st.sampled_from(NUMBERS)), draw(st.sampled_from(NUMBERS))
    join, compute = draw(st.sampled_from(sorted(ARITHMETIC.items())))
    sign, compare = draw(st.sampled_from(sorted(COMPARE.items())))
    constant = draw(st.none() | near(packets, left))
    value = draw(near(packets, right))

    def holds(packet):
        seconds = values_of(packet, right) if constant is None else [constant]
        pairs = itertools.product(values_of(packet, left), seconds)
        return quantified((compare(compute(*pair), value) for pair in pairs if join not in "/%" or pair[1]), "", sign)

    return f"{left} {join} {right if constant is None else constant} {sign} {value}", holds


@st.composite
def sliced(draw, packets, depth):
    name = draw(st.sampled_from(OCTETS))
    size = field_named(name).leaf.width // 8
    start = draw(st.integers(0, size - 1))
    length = draw(st.integers(1, size - start))
    end = start + length
    value = draw(near(packets, name)) or bytes(size)
    forms = [f"{start}:{length}", f"{start}-{end - 1}", f"-{size - start}:{length}", f"{start}--{size - end + 1}"]
    forms += [str(start)] if length == 1 else []
    forms += [f":{length}"] if start == 0 else []
    forms += [f"{start}:"] if end == size else []
    forms += [f"{start}:1,{start + 1}:{length - 1}"] if length > 1 else []
    sign, compare = draw(st.sampled_from(sorted(COMPARE.items())))

    def holds(packet):
        return quantified((compare(each[start:end], value[start:end]) for each in values_of(packet, name)), "", sign)

    return f"{name}[{draw(st.sampled_from(forms))}] {sign} {value[start:end].hex(':')}", holds


@st.composite
def searched(draw, packets, depth):
    name = draw(st.sampled_from(OCTETS))
    value = draw(near(packets, name)) or bytes(4)
    start = draw(st.integers(0, len(value) - 1))
    wanted = value[start : start + draw(st.integers(1, 3))]
    if draw(st.booleans()):
        text = f"{name} contains {wanted.hex(':')}"
    else:
        text = name + ' matches "(?-i)' + "".join(f"\\\\x{byte:02x}" for byte in wanted) + '"'
    return text, lambda packet: any(wanted in each for each in values_of(packet, name))


@st.composite
def member(draw, packets, depth):
    name = draw(st.sampled_from(NUMERIC))
    most = (1 << field_named(name).leaf.width) - 1
    lows = draw(st.lists(near(packets, name), min_size=1, max_size=4))
    pairs = [(low, min(most, low + draw(st.sampled_from((0, 0, 3, 1000))))) for low in lows]
    items = [written(name, a) if a == b else f"{written(name, a)} .. {written(name, b)}" for a, b in pairs]
    quantifier = draw(st.sampled_from(("", "any ", "all ")))

    def holds(packet):
        tests = (any(low <= each <= high for low, high in pairs) for each in values_of(packet, name))
        return quantified(tests, quantifier, "")

    return f"{quantifier}{name} in {{{', '.join(items)}}}", holds


@st.composite
def counted(draw, packets, depth):
    name = draw(st.sampled_from(NUMERIC))
    count = draw(st.integers(1, 3))
    return f"count({name}) == {count}", lambda packet: len(values_of(packet, name)) == count


@st.composite
def extreme(draw, packets, depth):
    names = draw(st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=3))
    function, choose = draw(st.sampled_from((("min", min), ("max", max))))
    value = draw(near(packets, names[0]))

    def holds(packet):
        values = [each for name in names for each in values_of(packet, name)]
        return bool(values) and choose(values) >= value

    return f"{function}({', '.join(names)}) >= {value}", holds


@st.composite
def measured(draw, packets, depth):
    name = draw(st.sampled_from(NUMBERS))
    value = draw(near(packets, name))
    function, wanted = draw(
        st.sampled_from((
            ("string", f'"{value}"'),
            ("hex", f'"{value:#x}"'),
            ("abs", str(value)),
        ))
    )  # fmt: skip
    return f"{function}({name}) == {wanted}", lambda packet: any(each == value for each in values_of(packet, name))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.data())
def test_columns_say_what_packets_say(data):
    """Expressions over a batch, over each packet alone, and spelled out in Python."""
    packets = data.draw(
        st.lists(strategies.packets(max_payload=16, valid=data.draw(st.booleans())), min_size=1, max_size=4)
    )
    packets += [ibpkt.decode(each, 1) for each in data.draw(st.lists(st.sampled_from(PACKETS), max_size=3))]
    text, wanted = data.draw(asked(packets))
    batch = batch_of([bytes(each) for each in packets], [each.link for each in packets])
    chosen = filter.compile(text)
    rows = chosen.rows(batch).tolist()
    again = [batch[row] for row in range(len(batch))]
    assert rows == [bool(wanted(each)) for each in again], text
    assert rows == [chosen(each) for each in again], text


def relative(text: str) -> bool:
    """Whether a filter asks for what a packet alone does not have: its place and time in a capture."""
    return any(name.startswith(("frame.number", "frame.time")) for name in filter.compile(text).fields)


def right(text: str) -> bool:
    try:
        return not relative(text)
    except filter.FilterError:
        return False


EXPRESSIONS = [text for text in answers.expressions() if right(text)]
BATCH = batch_of(PACKETS, 1)
ALONE = [BATCH[row] for row in range(len(BATCH))]
#: as a filter makes them of a packet; each is walked once for all expressions
BATCHES_OF_ONE = [Batch.of_packet(packet) for packet in ALONE]


@every("text", EXPRESSIONS)
def test_expressions_over_packets(text):
    """Each that tshark has been asked."""
    found = filter.compile(text)
    rows = found.rows(BATCH).tolist()
    assert rows == [found.rows(batch).item() for batch in BATCHES_OF_ONE]
    one = EXPRESSIONS.index(text) % len(ALONE)
    assert found(ALONE[one]) == rows[one]


@st.composite
def changed(draw):
    """One of these expressions with a word or two replaced by others."""
    words = draw(st.sampled_from(EXPRESSIONS)).split(" ")
    for _ in range(draw(st.integers(1, 2))):
        words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(WORDS))
    return " ".join(words)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(changed().filter(right), st.integers(0, len(PACKETS) - 1))
def test_changed_expressions_over_packets(text, row):
    found = filter.compile(text)
    try:
        rows = found.rows(BATCH)
    except filter.FilterError:
        return  # too many values
    assert found(ALONE[row]) == rows[row]
