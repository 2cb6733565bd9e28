"""Recipes: packets written down in YAML.  `docs/recipe.md` describes them.

import ibpkt.craft.recipe

for packet in ibpkt.craft.recipe.packets("write.yaml"):
    print(packet.time, packet)
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from ibpkt.arguments import checked
from ibpkt.craft.announce import computed_fields
from ibpkt.craft.builder import build
from ibpkt.craft.choices import CRC_WORDS, crc_choice
from ibpkt.craft.drafts import Draft, draft
from ibpkt.craft.notation import Value, load, moment
from ibpkt.errors import CallerError, CaptureError
from ibpkt.packet import Packet, decode
from ibpkt.protocols import ICRC, LINKS, MAX_DEPTH, ROCE_PORT, VCRC, header_named
from ibpkt.schema import Derived, Header, Leaf, Part

#: bytes of a recipe, and of a payload; more of them is a mistake
LARGEST_RECIPE, LARGEST_PAYLOAD = 64 << 20, 1 << 18
#: the defaults: the time of the first packet, and nanoseconds between two packets
START, INTERVAL = "2026-01-01T00:00:00Z", 1000

RECIPE_KEYS = ("link", "roce_port", "start", "interval", "defaults", "packets")
PACKET_KEYS = (
    "stack", "bytes", "payload", "pad", ICRC.key, VCRC.key, "trailer", "cut", "time", "after", "comment", "repeat",
    "each", "strict", "force",
)  # fmt: skip
PAYLOAD_KEYS = ("text", "hex", "zeros", "pattern", "file", "size")


@checked
def packets(
    source: str | os.PathLike[str] | BinaryIO, *, name: str | None = None, any_file: bool = False
) -> Iterator[Packet]:
    """The packets of a recipe, one at a time, each with ``time``, ``wirelen`` and ``comments``.

    Args:
        source: a path; a text of more than one line, which is the recipe itself; or a binary file object.
        name: what to call it in errors.
        any_file: payloads may come out of any file; else only out of the folder of the recipe and those below it (out
            of the current one, where the recipe is no file).

    Raises:
        CallerError: something in it is wrong; the error has file, line and column.
        CaptureError: it cannot be read.
    """
    return Recipe.read(source, name=name, any_file=any_file).packets()


class _Step(NamedTuple):
    """A field that changes from one repetition to the next."""

    place: int  # of the header in the stack
    leaf: Leaf
    step: int


class _Spec(NamedTuple):
    """One entry of ``packets``, understood.

    Attributes:
        drafts: the headers.
        options: what `build` takes beside them.
        crcs: the CRCs that are to be wrong.
        cut: bytes that the capture holds, or None.
        time: nanoseconds since the epoch, or None.
        after: nanoseconds since the packet before, or None.
        comments: of each packet.
        repeat: how often.
        steps: what changes from packet to packet.
        place: where to say what is wrong with the stack.
        data: the bytes of a packet that has no stack.
    """

    drafts: list[Draft]
    options: dict[str, Any]
    crcs: dict[str, Value]
    cut: int | None
    time: int | None
    after: int | None
    comments: tuple[str, ...]
    repeat: int
    steps: list[_Step]
    place: Value
    data: bytes | None


class Recipe:
    """A recipe, read but for its packets, which are understood one by one.

    Args:
        root: the YAML value.
        directory: where the files lie that it names.
        any_file: it may also name files elsewhere.

    Attributes:
        link: the link type by number or name, or None.
        roce_port: the UDP destination port of RoCEv2.
        start: nanoseconds since the epoch of the first packet.
        interval: nanoseconds between two packets.
        defaults: values of fields by header.

    Raises:
        CallerError: something in it is wrong.
    """

    def __init__(self, root: Value, directory: Path, *, any_file: bool = False) -> None:
        keys = root.entries(RECIPE_KEYS, "a recipe")
        if "packets" not in keys:
            raise root.error("a recipe needs packets")
        self.directory = directory
        self._any_file = any_file
        self.link: int | str | None = _link(keys["link"]) if "link" in keys else None
        self.roce_port: int = keys["roce_port"].integer(0, 0xFFFF) if "roce_port" in keys else ROCE_PORT
        self.start: int = keys["start"].time() if "start" in keys else moment(START)
        self.interval: int = keys["interval"].duration() if "interval" in keys else INTERVAL
        self.defaults: dict[Header, dict[str, Any]] = {}
        if "defaults" in keys:
            for name, fields in keys["defaults"].pairs():
                header = _header(name)
                self.defaults.setdefault(header, {}).update(_values(header, fields))
        self._packets = keys["packets"].items()

    @classmethod
    @checked
    def read(
        cls, source: str | os.PathLike[str] | BinaryIO, *, name: str | None = None, any_file: bool = False
    ) -> Recipe:
        """A recipe from a path, a text of more than one line, or a binary file object; see `packets`."""
        directory = Path()
        if isinstance(source, str) and "\n" in source:
            data: bytes | str = source
            name = name or "recipe"
        elif isinstance(source, str | os.PathLike):
            name = name or os.fspath(source)
            directory = Path(source).parent
            try:
                with open(source, "rb") as file:
                    data = file.read(LARGEST_RECIPE + 1)
            except OSError as error:
                raise CaptureError(name, error.strerror or str(error)) from None
        else:
            data = source.read(LARGEST_RECIPE + 1)
            name = name or str(getattr(source, "name", "recipe"))
        if len(data) > LARGEST_RECIPE:
            raise CallerError(f"{name}: a recipe has at most {LARGEST_RECIPE} bytes")
        return cls(load(data, name), directory, any_file=any_file)

    def packets(self) -> Iterator[Packet]:
        """The packets, one at a time; each call starts again.

        Raises:
            CallerError: something in an entry is wrong.
        """
        time, number = None, 0
        for entry in self._packets:
            spec = self._understood(entry)
            for turn in range(spec.repeat):
                number += 1
                if spec.time is not None and turn == 0:
                    time = spec.time
                elif time is None:
                    time = self.start + (spec.after or 0)
                else:
                    time += self.interval if spec.after is None else spec.after
                if time >= 1 << 63:
                    raise entry.error("the time lies beyond what a capture can hold")
                yield self._packet(spec, turn, time, number)

    def _understood(self, entry: Value) -> _Spec:
        keys = entry.entries(PACKET_KEYS, "a packet")
        if ("stack" in keys) == ("bytes" in keys):
            raise entry.error("a packet needs a stack" if "stack" not in keys else "a packet has a stack or bytes")
        if "bytes" in keys:
            self._check_bytes(keys)
        options: dict[str, Any] = {"link": self.link, "roce_port": self.roce_port}
        for name in ("payload", "pad", "trailer"):
            if name in keys:
                options[name] = self._bytes(keys[name])
        if "strict" in keys or "force" in keys:  # the latter is the earlier name
            options["strict"] = keys["strict"].truth() if "strict" in keys else not keys["force"].truth()
        crcs = {}
        for which in (ICRC, VCRC):
            name = which.key
            if name in keys:
                stored = _crc(keys[name], which)
                if stored is None:
                    crcs[name] = keys[name]
                elif stored != "right":
                    options[name] = stored
        drafts = self._stack(keys["stack"]) if "stack" in keys else []
        return _Spec(
            drafts=drafts,
            options=options,
            crcs=crcs,
            cut=keys["cut"].integer(0) if "cut" in keys else None,
            time=keys["time"].time() if "time" in keys else None,
            after=keys["after"].duration() if "after" in keys else None,
            comments=(keys["comment"].text,) if "comment" in keys else (),
            repeat=keys["repeat"].integer(1) if "repeat" in keys else 1,
            steps=[_step(drafts, key, value) for key, value in keys["each"].pairs()] if "each" in keys else [],
            place=keys.get("stack", entry),
            data=self._bytes(keys["bytes"]) if "bytes" in keys else None,
        )

    def _check_bytes(self, keys: Mapping[str, Value]) -> None:
        """A packet of which the bytes are given has nothing else that makes bytes, and its link type is told."""
        for name, value in keys.items():
            if name not in ("bytes", "cut", "time", "after", "comment", "repeat"):
                raise value.error(f"{name} does not go with bytes")
        if self.link is None:
            raise keys["bytes"].error("bytes need the link of the recipe")

    def _stack(self, stack: Value) -> list[Draft]:
        drafts: list[Draft] = []
        for item in stack.items():
            named = [(item, None)] if item.kind == "a value" else item.pairs()
            for name, fields in named:
                if len(drafts) == MAX_DEPTH:
                    raise name.error(f"a packet has at most {MAX_DEPTH} headers")
                header = _header(name)
                values = dict(self.defaults.get(header, {}))
                if fields is not None and not (fields.plain and fields.scalar is None):
                    values.update(_values(header, fields))
                drafts.append(draft(header, **values))
        if not drafts:
            raise stack.error("a packet needs at least one header")
        return drafts

    def _bytes(self, value: Value) -> bytes:
        """A payload: a text, or a map that describes the bytes."""
        if value.kind == "a value":
            if value.plain and not isinstance(value.scalar, str):
                raise value.error(
                    f"put {value.text!r} into quotes if it is a text, or write {{zeros: 64}} for 64 bytes"
                )
            return _sized(value, value.text.encode(), None)
        keys = value.entries(PAYLOAD_KEYS, "a payload")
        size = keys.pop("size").integer(0, LARGEST_PAYLOAD) if "size" in keys else None
        if len(keys) != 1:
            raise value.error(f"a payload has one of {', '.join(PAYLOAD_KEYS[:-1])}")
        ((kind, inner),) = keys.items()
        if kind == "zeros":
            return bytes(inner.integer(0, LARGEST_PAYLOAD))
        if kind == "pattern" and size is None:
            raise value.error("a pattern needs a size")
        if kind == "hex":
            data = _hexadecimal(inner)
        elif kind == "file":
            data = self._file(inner)
        else:
            data = inner.text.encode()
        return _sized(value, data, size)

    def _file(self, place: Value) -> bytes:
        """The bytes of a file that the recipe names."""
        path = self.directory / place.text
        try:
            if not self._any_file:  # wherever links lead
                inside = Path(os.path.realpath(path)).is_relative_to(os.path.realpath(self.directory))
                if not inside:
                    raise place.error(f"{place.text}: a recipe reads files of its own folder only, unless --any-file")
                if path.exists() and not path.is_file():
                    raise place.error(f"{place.text}: this is no regular file")
            with open(path, "rb") as file:
                return file.read(LARGEST_PAYLOAD + 1)
        except CallerError:
            raise
        except (OSError, ValueError) as error:
            raise place.error(f"{place.text}: {getattr(error, 'strerror', None) or error}") from None

    def _built(self, spec: _Spec, drafts: list[Draft]) -> Packet:
        if spec.data is not None and self.link is not None:
            return decode(spec.data, self.link, roce_port=self.roce_port)
        return build(*drafts, **spec.options)

    def _packet(self, spec: _Spec, turn: int, time: int, number: int) -> Packet:
        drafts = spec.drafts
        if turn:
            for index, leaf, step in spec.steps:
                drafts[index] = _stepped(drafts[index], leaf, step)
        try:
            packet = self._built(spec, drafts)
            for name, place in spec.crcs.items():  # the ICRC first: the VCRC covers it
                check = getattr(packet, name)
                check = packet.lpcrc if name == "vcrc" and not check.computed else check
                if not check.computed:
                    raise place.error(f"the packet has no {name.upper()}")
                wrong = bytes(byte ^ 0xFF for byte in check.computed)
                spec.options[name] = wrong if any(wrong) else b"\1" * len(wrong)
                packet = build(*drafts, **spec.options)
        except CallerError as error:
            raise error if str(error).startswith(f"{spec.place.file}:") else _at(spec.place, error) from None
        finally:
            for name in spec.crcs:
                spec.options.pop(name, None)
        if spec.cut is not None:
            packet = decode(packet.data[: spec.cut], packet.link, wirelen=len(packet.data), roce_port=self.roce_port)
        packet.time, packet.number, packet.comments = time, number, spec.comments
        return packet


def _hexadecimal(value: Value) -> bytes:
    try:
        return bytes.fromhex(value.text.removeprefix("0x").replace(":", ""))
    except ValueError:
        raise value.error(f"expected pairs of hexadecimal digits, not {value.text[:80]!r}") from None


def _at(place: Value, error: CallerError) -> CallerError:
    """An error of somebody who does not know of recipes, with its place."""
    placed = place.error(str(error))
    placed.name, placed.suggestions = error.name, error.suggestions
    return placed


def _link(value: Value) -> int | str:
    if value.text.lower() in LINKS:  # one of them is null
        return value.text
    link = value.scalar
    if type(link) is int and 0 <= link <= 0xFFFF:
        return link
    raise value.error(f"there is no link type {value.text!r}", name=value.text, known=LINKS)


def _header(name: Value) -> Header:
    try:
        return header_named(name.text)
    except CallerError as error:
        raise _at(name, error) from None


def _values(header: Header, fields: Value) -> dict[str, Any]:
    """The values that a map gives to the fields of a header, checked."""
    values: dict[str, Any] = {}
    for name, given in fields.entries((), header.name).items():
        key = next(key for key, _ in fields.pairs() if key.text == name)
        if name not in header.by_name:
            raise key.error(f"{header.name} has no field {name!r}", name=name, known=header.by_name)
        leaf = header.by_name[name]
        values[name] = _value(leaf, given)
        try:
            draft(header, **{name: values[name]})
        except CallerError as error:
            raise _at(given, error) from None
    return values


def _value(leaf: Leaf, given: Value) -> Any:
    if leaf.count > 1:
        items = given.items()
        if len(items) != leaf.count:
            raise given.error(f"{leaf.header.name}.{leaf.name} takes {leaf.count} values, not {len(items)}")
        return [_one(leaf, item) for item in items]
    return _one(leaf, given)


def _one(leaf: Leaf, given: Value) -> Any:
    if leaf.kind.binary and given.kind == "a map":  # bytes that are no text
        inner = given.entries(("hex",), f"the value of {leaf.name}").get("hex")
        if inner is None:
            raise given.error(f"the value of {leaf.name} needs hex")
        return _hexadecimal(inner)
    value = given.scalar
    if value is None or isinstance(value, bool):
        return value
    if leaf.kind.binary:
        return given.text  # 020000000001 is an address
    if isinstance(value, float):
        raise given.error(f"{leaf.header.name}.{leaf.name} takes a whole number, not {given.text}")
    return value


def _crc(value: Value, which: Header) -> bytes | str | None:
    """The bytes to store; "right", or which bits to flip, as `ibpkt.build` takes it; or None for a wrong one."""
    text = value.text
    if text in CRC_WORDS:
        return {"right": "right", "none": b"", "wrong": None}[text]
    if text.startswith("flip "):
        try:
            crc_choice(which.key, text, which)
        except CallerError as error:
            raise _at(value, error) from None
        return text
    try:
        stored = bytes.fromhex(text[2:]) if text[:2] == "0x" else b""
    except ValueError:
        stored = b""
    if len(stored) != which.size:
        raise value.error(
            f"expected {', '.join(CRC_WORDS)}, flip 1 bit, or 0x and {2 * which.size} digits, not {text!r}",
            name=text,
            known=CRC_WORDS,
        )
    return stored


def _sized(value: Value, data: bytes, size: int | None) -> bytes:
    if size is not None:
        if size and not data:
            raise value.error("nothing, however often, makes no payload")
        data = (data * (size // len(data) + 1))[:size] if data else data
    if len(data) > LARGEST_PAYLOAD:
        raise value.error(f"a payload has at most {LARGEST_PAYLOAD} bytes")
    return data


def _step(drafts: list[Draft], key: Value, value: Value) -> _Step:
    header_name, _, name = key.text.partition(".")
    headers = [part.header for part in drafts]
    by_name: Mapping[str, Header] = {name: header for header in headers for name in (header.name, header.key)}
    if header_name not in by_name:
        raise key.error(f"the stack has no header {header_name!r}", name=header_name, known={h.name for h in headers})
    header = by_name[header_name]
    if name not in header.by_name:
        raise key.error(f"{header.name} has no field {name!r}", name=name, known=header.by_name)
    leaf = header.by_name[name]
    if isinstance(leaf, Derived) or leaf is header.tail_leaf or leaf.count > 1:
        raise key.error(f"{key.text} cannot be incremented")
    index = headers.index(header)
    field = header.parent(leaf).name if isinstance(leaf, Part) else leaf.name
    if field in computed_fields(header) and field not in drafts[index].raw:
        raise key.error(f"{key.text} is computed; give it a value in the stack")
    return _Step(index, leaf, value.integer(-(1 << 128), 1 << 128))


def _stepped(before: Draft, leaf: Leaf, step: int) -> Draft:
    """A header with a field incremented; after its largest value comes 0."""
    header, top = before.header, 1 << leaf.width
    field: Any = header.parent(leaf) if isinstance(leaf, Part) else leaf
    value = before.raw.get(field.name, field.default)
    if field.wide:
        changed: Any = ((int.from_bytes(value, "big") + step) % top).to_bytes(len(value), "big")
    elif isinstance(leaf, Part):
        shift = field.width - leaf.offset - leaf.width
        part = ((value >> shift) + step) % top
        changed = value & ~((top - 1) << shift) | part << shift
    else:
        changed = (value + step) % top
    return Draft(header, {**before.raw, field.name: changed})
