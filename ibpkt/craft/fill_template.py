"""Packets that differ in a few fields, quickly: a packet as a template, filled with one value after the other.

A CRC is linear: a bit that changes in a packet changes always the same bits of its CRCs.  So the template has a table
for every byte of a field, and a packet costs a look-up a byte, however long it is.  A header checksum is a sum, which
the template computes again.  `Packet.replace` is the reference: a test holds every packet equal to what it makes.

Fields that decide where the CRCs lie (lengths, next headers, variable parts) have no tables; `replace` sets them.

Source: IBA 1, 7.8 (CRCs); RFC 1071 (checksums).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ibpkt.arguments import checked
from ibpkt.craft.announce import deciding_fields, field_name
from ibpkt.craft.drafts import raw_values
from ibpkt.errors import CallerError
from ibpkt.packet import Layer, Packet, crc_bytes, crc_function
from ibpkt.packet.coverage import covered, headers_of
from ibpkt.protocols import BTH, CRCS, graph
from ibpkt.schema import Derived, Field, Header, Leaf, Part

#: what `fill` takes besides fields, as `replace` does
PAYLOAD = "payload"
#: the names between the key of a header and that of its field: as in filters, and in keyword arguments
_BETWEEN = (".", "__")


class SumField(NamedTuple):
    """The checksum of one header.

    Attributes:
        start: the byte of the packet at which the header starts.
        size: its whole 16-bit words, in bytes.
        at: the byte at which the checksum stands.
        words: the header as a number, with zeros in place of the checksum.
        base: the checksum of the template's packet.
        tables: as of a `VaryingField`.
    """

    start: int
    size: int
    at: int
    words: int
    base: int
    tables: tuple[list[int], ...]

    def computed(self, words: int) -> int:
        """The checksum of a header; a sum of words with its carries added is the remainder by 65535."""
        return 0xFFFF ^ (words % 0xFFFF or (words and 0xFFFF))


class VaryingField(NamedTuple):
    """A field of a template that has tables.

    Attributes:
        header: its header.
        leaf: the field, or the part of a field.
        first: the first byte of the packet that holds bits of it.
        end: the byte after the last one.
        shift: bits in the last byte that are not its own.
        base: the bits of the template's packet.
        largest: the largest value that is put in as it is; -1 where values have to be converted.
        whole: it fills whole bytes.
        tables: for each byte, the last one first: how a difference in it changes the CRCs, as one number.
        checksum: of its header, or None.
        sum_shift: where its bits stand in `SumField.words`.
        mask: its bits in the packet, the first bit of the packet as the lowest.
    """

    header: Header
    leaf: Field | Part
    first: int
    end: int
    shift: int
    base: int
    largest: int
    whole: bool
    tables: tuple[list[int], ...]
    checksum: SumField | None
    sum_shift: int
    mask: int

    @property
    def fits_word(self) -> bool:
        """Whether its bytes can be computed on as a number of 64 bits, or without computing."""
        return self.leaf.width + self.shift <= 64 or self.whole

    def value(self, bits: int) -> Any:
        """The value that some bits on the wire stand for, as `bits` takes it."""
        size = self.leaf.width // 8
        if self.leaf.wide:
            return bits.to_bytes(size, "big")
        if isinstance(self.leaf, Field) and self.leaf.little:
            return int.from_bytes(bits.to_bytes(size, "big"), "little")
        return bits

    def bits(self, value: Any) -> int:
        """A value as the bits on the wire.

        Raises:
            CallerError: a value that does not fit.
        """
        raw = raw_values(self.header, {self.leaf.name: value})
        if isinstance(self.leaf, Field):
            return self.header.bits(self.leaf, raw[self.leaf.name])
        field = self.header.parent(self.leaf)
        return int(raw[field.name]) >> (field.width - self.leaf.offset - self.leaf.width) & (1 << self.leaf.width) - 1


class Template:
    """A packet in which fields are filled in; `Packet.template` makes it.

    Args:
        packet: a whole packet; its lengths, checksums and CRCs are computed first, as `Packet.replace` does.
        *fields: the fields that `fill` takes; none for all.

    Attributes:
        packet: the packet with right lengths, checksums and CRCs.
        names: the fields that `fill` takes, as ``bth.psn``; empty for all.

    Raises:
        CallerError: no such field, or a packet that is not whole.
    """

    def __init__(self, packet: Packet, *fields: str) -> None:
        if not isinstance(packet, Packet):
            raise CallerError(f"a template is made from a packet, not from {type(packet).__name__}")
        self._given = packet
        self.packet: Packet = packet.replace()
        self.names: tuple[str, ...] = ()
        self._headers = headers_of(self.packet)
        places = self.packet.crc_places
        # with its lengths mended, bytes of a payload may stand where a packet has CRCs
        self._crcs = [which for which in CRCS if which in places and which in packet.crc_places]
        self._computable = all(
            covered(self.packet.data, self._headers, which, places[which]) is not None for which in self._crcs
        )
        self.spans: tuple[tuple[int, int, int], ...] = _spans(
            [(places[which], places[which] + which.size) for which in self._crcs]
        )
        self.closing: int = self._crc_bits(self.packet.data)
        self._deciding = self._find_deciding()
        self._fields: dict[str, VaryingField | None] = {}
        self._paths: dict[str, str] = {}
        self._sums: dict[int, SumField] = {}
        self.names = tuple(dict.fromkeys(self.path(name) for name in fields))

    def __repr__(self) -> str:
        return f"<Template of {len(self.packet.data)} bytes, {', '.join(self.names) or 'any field'}>"

    def fill(self, **values: Any) -> bytes:
        """The bytes of the packet with these values, with right checksums and CRCs.

        Args:
            **values: by field: ``psn=5`` where one kind of header has such a field, ``bth__psn=5``, and
                ``**{"bth.psn": 5}``; values as `Packet.replace` takes them, and ``payload``.

        Raises:
            CallerError: no such field, one that the template does not vary, or a value that does not fit.
        """
        data = bytearray(self.packet.data)
        fields, closing, several, taken = self._fields, self.closing, len(values) > 1, 0
        sums: dict[int, int] = {}
        for name, value in values.items():
            field = fields[name] if name in fields else self.field(name)
            if field is None:
                return self._replaced(values)
            _, _, first, end, shift, base, largest, whole, tables, checksum, sum_shift, mask = field
            if several:
                if taken & mask:  # a field and a part of it
                    return self._replaced(values)
                taken |= mask
            if type(value) is not int or not 0 <= value <= largest:
                if value is None:
                    return self._replaced(values)
                value = field.bits(value)
            difference = value ^ base
            if checksum is not None:
                start = checksum.start
                sums[start] = sums.get(start, checksum.words) ^ difference << sum_shift
            if whole:
                data[first:end] = value.to_bytes(end - first, "big")
            else:
                difference <<= shift
                data[first:end] = (int.from_bytes(data[first:end], "big") ^ difference).to_bytes(end - first, "big")
            for table in tables:
                closing ^= table[difference & 0xFF]
                difference >>= 8
        for start, words in sums.items():
            checksum = self._sums[start]
            number = checksum.computed(words)
            data[checksum.at : checksum.at + 2] = number.to_bytes(2, "big")
            difference = number ^ checksum.base
            for table in checksum.tables:
                closing ^= table[difference & 0xFF]
                difference >>= 8
        for first, end, shift in self.spans:
            data[first:end] = (closing >> shift & (1 << (end - first) * 8) - 1).to_bytes(end - first, "big")
        return bytes(data)

    def field(self, name: str) -> VaryingField | None:
        """A field of the packet with its tables; None for what only `Packet.replace` can set.

        Raises:
            CallerError: as `fill`.
        """
        if name not in self._fields:
            path = self.path(name)
            if self.names and path not in self.names:
                raise CallerError(f"the template varies {', '.join(self.names)}, not {path}", name=path)
            if path not in self._fields:
                self._fields[path] = None if path == PAYLOAD else self._believed(path)
            self._fields[name] = self._fields[path]
        return self._fields[name]

    def path(self, name: str) -> str:
        """The whole name of a field, ``bth.psn`` for ``psn`` and ``bth__psn``.

        Raises:
            CallerError: no such field, or more than one.
        """
        if not isinstance(name, str):
            raise CallerError(f"a field is named by a text such as 'bth.psn', not {name!r}")
        if name in self._paths:
            return self._paths[name]
        if name == PAYLOAD:
            return name
        between = next((each for each in _BETWEEN if each in name), "")
        if between:
            key, _, inner = name.partition(between)
            found = [f"{key.lower()}.{self._layer(key).header.leaf(inner).name}"]
        else:
            headers = dict.fromkeys(layer.header for layer in self.packet.layers)
            found = [f"{header.key}.{name}" for header in headers if name in header.by_name]
        if not found:
            known = {*(leaf for header in headers for leaf in header.by_name), PAYLOAD}
            raise CallerError(f"no header of the packet has a field {name}", name=name, known=known)
        if len(found) > 1:
            raise CallerError(f"{name} is a field of several headers: say {' or '.join(found)}", name=name)
        self._paths[name] = found[0]
        return found[0]

    def _layer(self, key: str) -> Layer:
        """The outermost layer of that key, or, as ``ipv4_2``, another one."""
        name, _, number = key.rpartition("_")
        if number.isdecimal() and 0 < int(number) <= len(layers := self.packet.all(name.lower())):
            return layers[int(number) - 1]
        return self.packet[key.lower()]

    def _believed(self, path: str) -> VaryingField | None:
        """A field with its tables, where they give what `replace` makes of two other values; else None."""
        key, _, name = path.partition(".")
        layer = self._layer(key)
        field = self._varying(layer, layer.header.leaf(name))
        if field is None:
            return None
        self._fields[path] = field
        tried = [{path: field.value(field.base ^ change)} for change in (1, (1 << field.leaf.width) - 1)]
        try:  # another field may depend on it: a checksum of UDP
            return field if all(self.fill(**values) == self._replaced(values) for values in tried) else None
        except CallerError:
            return None

    def _replaced(self, values: dict[str, Any]) -> bytes:
        """What `Packet.replace` makes of the values."""
        for name in values:
            self.field(name)  # it says which of them there are not
        changes = {self.path(name).replace(".", "__"): value for name, value in values.items()}
        if len(changes) < len(values):
            raise CallerError(f"a field is given twice: {', '.join(values)}")
        return self._given.replace(**changes).data

    def _find_deciding(self) -> set[tuple[Header, str]]:
        """The fields that decide where the CRCs lie and what they cover, or which other fields are computed from."""
        headers = [header for header, _ in self._headers]
        rules = graph(self.packet.roce_port)
        link = self.packet.link
        first = rules.first.get(link) if isinstance(link, int) else None
        before = headers[: headers.index(BTH)] if BTH in headers else headers
        deciding = deciding_fields(headers, rules, first.peek if first else 0)
        named = {(headers[place], name) for place, name in deciding if headers[place] in before}
        return named | {(header, name) for header in headers for name in header.computed}

    def _varying(self, layer: Layer, leaf: Leaf) -> VaryingField | None:
        header = layer.header
        if isinstance(leaf, Derived):
            raise CallerError(f"{header.name}.{leaf.name} is computed from other fields and cannot be set")
        assert isinstance(leaf, Field | Part)
        fixed_place = leaf.count == 1 and leaf is not header.tail_leaf
        if not fixed_place or not self._computable or (header, field_name(leaf)) in self._deciding:
            return None
        start, width = layer.offset * 8 + leaf.bit, leaf.width
        first, end = start // 8, (start + width + 7) // 8
        shift = end * 8 - start - width
        window = int.from_bytes(self.packet.data[first:end], "big")
        checksum = self._sum_of(layer)
        plain = not leaf.wide and not (isinstance(leaf, Field) and leaf.little)
        return VaryingField(
            header=header,
            leaf=leaf,
            first=first,
            end=end,
            shift=shift,
            base=window >> shift & (1 << width) - 1,
            largest=(1 << width) - 1 if plain else -1,
            whole=not shift and width % 8 == 0,
            tables=self._tables(first, end),
            checksum=checksum,
            sum_shift=(checksum.start + checksum.size - end) * 8 + shift if checksum else 0,
            mask=(1 << width) - 1 << start,
        )

    def _sum_of(self, layer: Layer) -> SumField | None:
        """The checksum of a header that covers the header alone, where it has one."""
        declared = layer.header.checksum
        if declared is None or declared.field not in layer.header.computed:
            return None
        if layer.offset not in self._sums:
            leaf = layer.header.leaf(declared.field)
            at, size = layer.offset + leaf.bit // 8, layer.size & ~1
            data = bytearray(self.packet.data)
            base = int.from_bytes(data[at : at + 2], "big")
            data[at : at + 2] = bytes(2)
            words = int.from_bytes(data[layer.offset : layer.offset + size], "big")
            self._sums[layer.offset] = SumField(layer.offset, size, at, words, base, self._tables(at, at + 2))
        return self._sums[layer.offset]

    def _tables(self, first: int, end: int) -> tuple[list[int], ...]:
        """How differences in some bytes of the packet change its CRCs: a table a byte, the last byte first."""
        if not self._crcs:
            return ()
        tables = []
        for place in range(end - 1, first - 1, -1):
            table = [0]
            for bit in range(8):
                data = bytearray(self.packet.data)
                data[place] ^= 1 << bit
                change = self._crc_bits(bytes(data)) ^ self.closing
                table += [change ^ other for other in table]
            tables.append(table)
        return tuple(tables)

    def _crc_bits(self, data: bytes) -> int:
        """The CRCs that a packet of this stack should have, the bytes of all as one number."""
        if not self._computable:
            return 0
        places = self.packet.crc_places
        for which in self._crcs:  # the ICRC first, for the VCRC covers it
            at = places[which]
            body = covered(data, self._headers, which, at)
            assert body is not None
            data = data[:at] + crc_bytes(which, crc_function(which)(body)) + data[at + which.size :]
        return int.from_bytes(b"".join(data[first:end] for first, end, _ in self.spans), "big")


def _spans(places: Sequence[tuple[int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Neighbouring stretches of bytes as one, and how far each is shifted in the number of all their bytes."""
    merged: list[tuple[int, int]] = []
    for first, end in sorted(places):
        if merged and merged[-1][1] == first:
            merged[-1] = (merged[-1][0], end)
        else:
            merged.append((first, end))
    left = sum(end - first for first, end in merged)
    spans = []
    for first, end in merged:
        left -= end - first
        spans.append((first, end, left * 8))
    return tuple(spans)


@checked
def template(packet: Packet, *fields: str) -> Template:
    """A packet as a template whose fields are filled in; see `Template`.

    Args:
        packet: a whole packet.
        *fields: the fields that vary, as ``bth.psn`` or ``psn``; none for all.

    Raises:
        CallerError: as `Template`.
    """
    return Template(packet, *fields)
