"""Writes the stubs out of the declarations, for type checkers and editors: ``python -m tests.typing.make_stubs``.

Headers and their fields exist at run time only: `Packet.__getattr__` finds a layer, `ibpkt.scapy` makes a class of each
declaration.  These modules tell type checkers about them; none of them exists at run time:

* ``ibpkt/packet/layer_types.pyi``: the layers, with their fields, and what a packet has of them;
* ``ibpkt/craft/draft_types.pyi``: the fields that `ibpkt.draft` takes;
* ``ibpkt/protocols/header_types.pyi``: the declarations, which are called with fields;
* ``ibpkt/protocols/__init__.pyi``: the package `ibpkt.protocols` with these declarations;
* ``ibpkt/scapy/layer_types.pyi``: the layers of scapy;
* ``ibpkt/management/operation_types.pyi``: the operations of management classes;
* ``ibpkt/bound_methods.pyi``: the methods that `ibpkt.CONVENIENCES` adds to classes.
"""

from __future__ import annotations

import ast
import functools
import ipaddress
import typing
from collections.abc import Callable, Iterator
from types import NoneType, UnionType
from typing import Any, SupportsIndex

import ibpkt
from ibpkt import Packet, protocols
from ibpkt.craft.announce import computed_fields
from ibpkt.management.datagrams import operations
from ibpkt.protocols import CLOSED_BY, CRCS, headers
from ibpkt.schema import NUMBER, WORDS, Derived, Field, Header, Leaf
from tests.support.shared import REPOSITORY
from tests.typing.signatures import Imports, Source, signature

FIRST_LINE = "# Written by `python -m tests.typing.make_stubs` out of the declarations; do not edit.\n"
#: what a user may give for a field, by the type of the value that a layer has
GIVEN_FOR = {
    int: "NumberValue",
    bool: "NumberValue",
    str: "BinaryValue",
    bytes: "BinaryValue",
    ipaddress.IPv4Address: "IPv4Value",
    ipaddress.IPv6Address: "IPv6Value",
}
#: the types behind these names
GIVEN: dict[str, tuple[type, ...]] = {
    "NumberValue": (SupportsIndex, str),  # text is the name of an enumerated value, or a number: "0x12"
    "BinaryValue": (bytes, bytearray, int, str),  # text is an address, a string, or hexadecimal digits
    "IPv4Value": (ipaddress.IPv4Address, int, str),
    "IPv6Value": (ipaddress.IPv6Address, bytes, int, str),
}
#: scapy makes a packet of each value in a list, a range or a random value
MANY = "list[Any] | tuple[Any, ...] | range | VolatileValue[Any] | Gen[Any] | None"


def declared() -> list[Header]:
    """The headers that packets consist of, CRCs included."""
    return list(dict.fromkeys((*headers(), *CRCS)))


def decoded() -> list[Header]:
    """The headers that are layers of a packet."""
    return [header for header in declared() if header not in CLOSED_BY.values() and header not in CRCS]


# -- the types of one leaf ----------------------------------------------------------------------------------------


def value_types(leaf: Leaf, *, raw: bool = False) -> tuple[type, ...]:
    """The types of a leaf's Python values, or of its raw ones; a leaf with a condition may be None, too."""
    if isinstance(leaf, Derived):
        types = _computed_types(leaf, raw)
    else:
        default: Any = leaf.default if isinstance(leaf, Field) else 0
        types = (type(default if raw else leaf.kind.value(default)),)
    return (*types, NoneType) if _may_lack(leaf) and NoneType not in types else types


def _computed_types(leaf: Derived, raw: bool) -> tuple[type, ...]:
    compute: Any = leaf.compute.func if isinstance(leaf.compute, functools.partial) else leaf.compute
    annotation = compute if isinstance(compute, type) else typing.get_type_hints(compute).get("return")
    if isinstance(annotation, UnionType):
        return typing.get_args(annotation)
    if isinstance(annotation, type):
        return (annotation,)
    return {NUMBER: (int, float), WORDS: (str,)}.get(leaf.kind) or (type(0 if raw else leaf.kind.value(0)),)


def _may_lack(leaf: Leaf) -> bool:
    """Whether a leaf may have no value: its condition does not hold, or what it is computed from is not there."""
    if leaf.when is not None:
        return True
    if not isinstance(leaf, Derived):
        return False
    return any("." in name or NoneType in value_types(leaf.header.leaf(name)) for name in leaf.inputs)


def _text(types: tuple[type, ...], count: int = 1) -> str:
    text = " | ".join(sorted(("None" if kind is NoneType else kind.__name__ for kind in types), key="None".__eq__))
    return f"tuple[{text}, ...]" if count > 1 else text


def given_types(leaf: Leaf) -> tuple[type, ...]:
    """The types that a user may give for a field, or for each row of it."""
    return GIVEN[_given(leaf)]


def _given(leaf: Leaf) -> str:
    (kind,) = {one for one in value_types(leaf) if one is not NoneType}
    return GIVEN_FOR[kind]


def _given_text(leaf: Leaf) -> str:
    return f"Iterable[{_given(leaf)}]" if leaf.count > 1 else _given(leaf)


def _doc(leaf: Leaf) -> str:
    unit = f", in {leaf.unit}" if leaf.unit else ""
    return f'"""{leaf.label}{f": {leaf.doc}" if leaf.doc else ""}{unit}"""'.replace("\\", "\\\\")


def _settable(header: Header) -> Iterator[Leaf]:
    yield from (leaf for leaf in header.leaves if not isinstance(leaf, Derived))


# -- one packet ---------------------------------------------------------------------------------------------------

LAYERS_HEAD = """\
from ipaddress import IPv4Address, IPv6Address
from typing import Final, Literal, TypeVar, overload
from ibpkt.bound_methods import PacketMethods
from ibpkt.packet.layers import Layer
from ibpkt.protocols.header_types import HeaderOf
from ibpkt.schema import Header

_L = TypeVar("_L", bound=Layer)

class DeclaredLayer(Layer):
    \"\"\"A layer whose fields are known, so that another name is an error.\"\"\"
    __getattr__: None  # type: ignore
"""


def packet_layers() -> str:
    """``ibpkt/packet/layer_types.pyi``."""
    text = FIRST_LINE + LAYERS_HEAD
    for header in decoded():
        text += f'\nclass {header.name}Layer(DeclaredLayer):\n    """{header.title}"""\n'
        for leaf in header.leaves:
            text += f"    {leaf.name}: Final[{_text(value_types(leaf), leaf.count)}]\n    {_doc(leaf)}\n"
    text += '\nclass PacketLayers(PacketMethods):\n    """The layers of a packet by name."""\n'
    for header in decoded():
        if not hasattr(Packet, header.key):  # a packet's own attribute of that name comes first
            text += f"    {header.key}: Final[{header.name}Layer]\n"
    text += "    @overload\n    def __getitem__(self, header: HeaderOf[_L]) -> _L: ...\n"
    for header in decoded():
        text += f"    @overload\n    def __getitem__(self, header: {_names(header)}) -> {header.name}Layer: ...\n"
    text += "    @overload\n    def __getitem__(self, header: Header | str) -> Layer: ...\n"
    text += "    @overload\n    def all(self, header: HeaderOf[_L]) -> tuple[_L, ...]: ...\n"
    return text + "    @overload\n    def all(self, header: Header | str) -> tuple[Layer, ...]: ...\n"


def _names(*headers: Header) -> str:
    names = dict.fromkeys(name for header in headers for name in (header.name, header.key))
    return f"Literal[{', '.join(map(_quoted, names))}]"


def _quoted(name: str) -> str:
    return f'"{name}"'


# -- making packets -----------------------------------------------------------------------------------------------

DRAFTS_HEAD = """\
# mypy: disable-error-code="overload-overlap"
from collections.abc import Callable, Iterable
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Literal, ParamSpec, SupportsIndex, TypeAlias, TypedDict, Unpack, overload
from typing_extensions import deprecated
from ibpkt.craft.drafts import Draft
from ibpkt.packet.layers import Layer
from ibpkt.protocols.header_types import HeaderOf

_P = ParamSpec("_P")

class WrongFieldOrValue:
    \"\"\"What `draft` gives, for type checkers, where a header has no such field, or a field takes no such value.\"\"\"

"""
#: type checkers name every overload where none fits: instead one fits whose result does not
DRAFTS_TAIL = """\
@overload
@deprecated("the header has no such field, or the field takes other values")
def draft(header: DeclaredName, **values: object) -> WrongFieldOrValue: ...
@overload
def draft(header: Callable[_P, Draft], *args: _P.args, **values: _P.kwargs) -> Draft: ...
@overload
@deprecated("the header has no such field, or the field takes other values")
def draft(header: HeaderOf[Layer], **values: object) -> WrongFieldOrValue: ...
@overload
def draft(header: str, **values: Any) -> Draft: ...
"""


def drafts() -> str:
    """``ibpkt/craft/draft_types.pyi``."""
    text = FIRST_LINE + DRAFTS_HEAD
    text += "".join(f"{name}: TypeAlias = {_text(types)}\n" for name, types in GIVEN.items())
    for header in declared():
        text += f'\nclass {header.name}Values(TypedDict, total=False):\n    """{header.title}"""\n'
        for leaf in _settable(header):
            text += f"    {leaf.name}: {_given_text(leaf)} | None\n    {_doc(leaf)}\n"
    # one Literal: of a union of hundreds written with | pyright makes an unknown type
    # one Literal: of hundreds that | joins pyright makes an unknown type
    text += f"\nDeclaredName: TypeAlias = {_names(*declared())}\n\n"
    for header in declared():
        values = f"**values: Unpack[{header.name}Values]"
        text += f"@overload\ndef draft(header: {_names(header)}, {values}) -> Draft: ...\n"
    return text + DRAFTS_TAIL


HEADERS_HEAD = """\
from typing import Generic, TypeVar, Unpack
from ibpkt.schema import Header

_L_co = TypeVar("_L_co", bound=Layer, covariant=True)

class HeaderOf(Header, Generic[_L_co]):
    \"\"\"A declaration whose layer is known.\"\"\"
"""


def exported() -> dict[str, Header]:
    """The declarations that `ibpkt.protocols` exports, by their names there."""
    return {name: value for name, value in vars(protocols).items() if isinstance(value, Header)}


def declarations() -> str:
    """``ibpkt/protocols/header_types.pyi``."""
    imports = Imports()
    imports.add("ibpkt.craft.drafts", "Draft")
    imports.add("ibpkt.packet.layers", "Layer")
    text = ""
    for header in dict.fromkeys(exported().values()):
        layer = "Layer"
        if header in decoded():
            layer = f"{header.name}Layer"
            imports.add("ibpkt.packet.layer_types", layer)
        imports.add("ibpkt.craft.draft_types", f"{header.name}Values")
        text += f'\nclass {header.name}Header(HeaderOf[{layer}]):\n    """{header.title}"""\n'
        text += f"    def __call__(self, **values: Unpack[{header.name}Values]) -> Draft: ...  # type: ignore\n"
    return f"{FIRST_LINE}{imports.of_upper_rooms()}{HEADERS_HEAD}{text}"


def protocols_package() -> str:
    """``ibpkt/protocols/__init__.pyi``: what the package exports; declarations have their own types."""
    imports, text = Imports(), ""
    declarations = exported()
    for node in Source("ibpkt.protocols").tree.body:
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("ibpkt"):
            for alias in node.names:
                if alias.name not in declarations:
                    imports.add(str(node.module), alias.name, alias.asname)
        elif isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            text += signature(f"ibpkt.protocols:{node.name}", node.name, imports, method=False)
    for name, header in declarations.items():
        imports.add("ibpkt.protocols.header_types", f"{header.name}Header")
        text += f"{name}: {header.name}Header\n"
    return f"{FIRST_LINE}{imports}\n{text}"


# -- scapy --------------------------------------------------------------------------------------------------------

SCAPY_HEAD = """\
from ipaddress import IPv4Address, IPv6Address
from typing import Any, Generic, Never, SupportsIndex, TypeAlias, TypedDict, TypeVar, Unpack
from scapy.base_classes import Gen, Packet_metaclass
from scapy.packet import Packet
from scapy.volatile import VolatileValue
from ibpkt.scapy.layer import IBLayer

_Layer = TypeVar("_Layer")
_Value = TypeVar("_Value", covariant=True)
_Given = TypeVar("_Given", contravariant=True)

class LayerType(Packet_metaclass):
    \"\"\"scapy's own says that calling a class gives any packet.\"\"\"
    def __call__(cls: type[_Layer], *args: Any, **fields: Any) -> _Layer: ...

class FieldOf(Generic[_Value, _Given]):
    \"\"\"A field: what it takes, and what it has then.\"\"\"
    def __get__(self, layer: object, owner: type | None = None) -> _Value: ...
    def __set__(self, layer: object, value: _Given) -> None: ...

class _OfScapy(TypedDict, total=False):
    post_transform: Any
    _internal: int
    _underlayer: Packet | None
    _parent: Packet | None
    stop_dissection_after: type[Packet] | None
"""


def scapy_value_types(leaf: Leaf) -> tuple[type, ...]:
    """The types of a field's values in a layer of scapy."""
    from ibpkt.scapy.field import ADDRESSES

    types: tuple[type, ...] = value_types(leaf, raw=True)
    if leaf.kind in ADDRESSES and isinstance(leaf, Field):
        types = (str,)
    if leaf.name in computed_fields(leaf.header) and NoneType not in types:
        types = (*types, NoneType)
    return types


def scapy_layers() -> str:
    """``ibpkt/scapy/layer_types.pyi``."""
    from scapy.packet import Packet as ScapyPacket

    from ibpkt.scapy import ALIASES, LAYERS

    def given(leaf: Leaf) -> str:
        return "tuple[Any, ...] | list[Any] | None" if leaf.count > 1 else _given(leaf)

    text = FIRST_LINE + SCAPY_HEAD
    text += "".join(f"{name}: TypeAlias = {_text(types)} | {MANY}\n" for name, types in GIVEN.items())
    for header in LAYERS:
        aliases = ALIASES.get(header.name, {})
        names = {leaf.name: leaf for leaf in header.leaves}
        names |= {alias: names[name] for alias, name in aliases.items() if name in names}
        settable = {name: leaf for name, leaf in names.items() if not isinstance(leaf, Derived)}
        text += f"\nclass _{header.name}Values(_OfScapy, total=False):\n"
        text += "".join(f"    {name}: {given(leaf)}\n" for name, leaf in settable.items())
        text += "".join(f"    {alias}: BinaryValue\n" for alias, name in aliases.items() if name not in names)
        text += f'\nclass {header.name}(IBLayer, metaclass=LayerType):\n    """{header.title}"""\n'
        text += f"    def __init__(self, _pkt: bytes = ..., **fields: Unpack[_{header.name}Values]) -> None: ...\n"
        for name, leaf in names.items():
            if hasattr(ScapyPacket, name):  # scapy's own attribute of that name comes first
                continue
            takes = given(leaf) if name in settable else "Never"
            text += f"    {name}: FieldOf[{_text(scapy_value_types(leaf), leaf.count)}, {takes}]\n    {_doc(leaf)}\n"
    return text


# -- methods ------------------------------------------------------------------------------------------------------


def bound_methods() -> str:
    """``ibpkt/bound_methods.pyi``."""
    imports, text = Imports(), ""
    for name, methods in sorted(ibpkt.CONVENIENCES.items()):
        text += f'\nclass {name}Methods:\n    """The methods that upper rooms add to `{name}`."""\n'
        for method, target in sorted(methods.items()):
            if method == "__call__" or not hasattr(object, method):
                text += signature(target, method, imports, method=True)
    return f"{FIRST_LINE}{imports.of_upper_rooms()}{text}"


def operations_of_management() -> str:
    """``ibpkt/management/operation_types.pyi``."""
    text = "".join(f"{name}: MADMethod\n" for name in sorted(operations()))
    return f"{FIRST_LINE}from ibpkt.management.datagrams import MADMethod\n\n{text}"


STUBS: dict[str, Callable[[], str]] = {
    "ibpkt/bound_methods.pyi": bound_methods,
    "ibpkt/craft/draft_types.pyi": drafts,
    "ibpkt/management/operation_types.pyi": operations_of_management,
    "ibpkt/packet/layer_types.pyi": packet_layers,
    "ibpkt/protocols/__init__.pyi": protocols_package,
    "ibpkt/protocols/header_types.pyi": declarations,
    "ibpkt/scapy/layer_types.pyi": scapy_layers,
}


def main() -> None:
    """Write them all."""
    for path, text in STUBS.items():
        (REPOSITORY / path).write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
