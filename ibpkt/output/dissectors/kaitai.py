"""A Kaitai Struct file: every declared header as a type, and types that read whole packets as the graph says.

A type `layer_…` is a header and what follows it.  Rules look at fields of earlier headers, so such a type gets these
headers as parameters, and there is one type for each set of headers that can have gone before.  Kaitai Struct has no
lax mode: a packet that the capture has cut, or whose lengths lie, is an error there.  Derived values are left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ibpkt.arguments import checked
from ibpkt.output.dissectors.kaitai_headers import KaitaiHeaders, identifier, value_of
from ibpkt.output.dissectors.yaml_text import yaml_text
from ibpkt.protocols import BTH, CLOSED_BY, ETHERNET, ROCE_PORT, Chain, Graph, Rule, graph, headers, link_type
from ibpkt.schema import Header

_AVAILABLE = "_io.size - _io.pos"
_PAYLOAD = {"id": "payload", "size-eos": True}


@checked
def kaitai_struct(link: int | str = ETHERNET, roce_port: int = ROCE_PORT) -> str:
    """A ``.ksy`` file with every declared header, whose root reads a packet of a link type.

    Args:
        link: the link type: a LINKTYPE_ number or a name of `ibpkt.protocols.LINKS`.
        roce_port: the UDP destination port of RoCEv2.

    Raises:
        CallerError: no such link type, or the port is none.
    """
    return yaml_text(_KaitaiWriter(graph(roce_port)).document(link_type(link)))


class _State(NamedTuple):
    """A layer to be read.

    Attributes:
        header: its header.
        rest: the headers that follow it whatever it says.
        scope: the earlier headers at which later rules look.
        claimed: whether a length field of an earlier header tells where the packet ends.
    """

    header: Header
    rest: Chain
    scope: tuple[Header, ...]
    claimed: bool


class _KaitaiWriter:
    def __init__(self, rules: Graph) -> None:
        self.graph = rules
        self.names: dict[Any, str] = {}
        self.types: dict[str, Any] = {}
        self.needed = _needed(rules)

    def document(self, link: int) -> dict[str, Any]:
        known = KaitaiHeaders(headers())
        root = self._following((self.graph.first[link],), None, (), False)
        return {
            "meta": {
                "id": "ibpkt",
                "title": "InfiniBand and RoCE packets, as ibpkt declares them",
                "license": "CC0-1.0",
                "endian": "be",
                "bit-endian": "be",
                "ks-version": "0.10",
            },
            "doc": "Written by `ibpkt fields --ksy`; do not edit.",
            **root,
            "types": {**known.types, **self.types},
            "enums": known.enums,
        }

    def _name(self, words: str, key: Any) -> tuple[str, bool]:
        """The name of a type, and whether it is a new one."""
        if key in self.names:
            return self.names[key], False
        self.names[key] = f"{identifier(words)}_{len(self.names)}"
        return self.names[key], True

    # -- a layer ------------------------------------------------------------------------------------------------

    def _layer(self, chain: Chain, scope: tuple[Header, ...], claimed: bool) -> str:
        """The type that reads a chain of headers and what follows them, with its arguments."""
        wanted = _before(chain, self.needed)
        scope = tuple(sorted({*scope} & wanted, key=lambda each: each.key))
        state = _State(chain[0], chain[1:], scope, claimed)
        name, fresh = self._name(f"layer_{state.header.key}", state)
        if fresh:
            self.types[name] = {}  # the layers below may come back to it
            self.types[name] = self._described(state)
        return _called(name, scope)

    def _described(self, state: _State) -> dict[str, Any]:
        header = state.header
        key = identifier(header.key)
        scope = state.scope if header in state.scope else (*state.scope, header)
        size, claimed = self._body(header, state.claimed)
        if state.rest:
            follows: dict[str, Any] = {"seq": [{"id": "next", "type": self._layer(state.rest, scope, claimed)}]}
        else:
            follows = self._following(self.graph.rules.get(header, ()), header, scope, claimed)
        following = follows["seq"]
        own = {"id": key, "type": key}
        closing = _closing(header)
        if size is None:
            members = [own, *following] if not closing else [own, *closing]
            return {**follows, **_parameters(state.scope), "seq": members}
        body, fresh = self._name(f"body_{header.key}", (state, "body"))
        if fresh:
            self.types[body] = {**follows, **_parameters((*scope, *({header} - {*scope})))}
        arguments = (*scope, *({header} - {*scope}))
        return {
            **_parameters(tuple(each for each in state.scope)),
            "seq": [own, {"id": "body", "type": _called(body, arguments), "size": size}, *closing],
        }

    def _body(self, header: Header, claimed: bool) -> tuple[str | None, bool]:
        """The bytes of what follows a header, where it or its CRC bounds them."""
        extent, crc = header.extent, CLOSED_BY.get(header)
        key = identifier(header.key)
        if extent and not (claimed and extent.yields):
            field = f"{key}.{identifier(extent.field)}"
            says = f"{field} * {extent.scale} + {extent.add - header.size}"
            if header.tail:
                says += f" - ({key}.{identifier(header.tail.field)} * {header.tail.scale}"
                says += f" + {header.tail.add - header.size})"
            fits = f"({says}) >= 0 and ({says}) <= {_AVAILABLE}"
            fits += f" and {field} != 0" if extent.zero else ""
            return f"{fits} ? ({says}) : ({_AVAILABLE})", True
        if crc and self.graph.rules.get(header):
            behind = f"{crc.size} + {key}.{identifier(header.pad)}" if header.pad else str(crc.size)
            return f"{_AVAILABLE} >= {behind} ? ({_AVAILABLE}) - ({behind}) : ({_AVAILABLE})", claimed
        return None, claimed

    # -- the rules ----------------------------------------------------------------------------------------------

    def _following(
        self, rules: tuple[Rule, ...], header: Header | None, scope: tuple[Header, ...], claimed: bool
    ) -> dict[str, Any]:
        """What follows a header: the members of a type that tries the rules in order."""
        inner = (*scope, *({header} - {*scope})) if header else scope
        usable = [
            rule
            for rule in rules
            if {leaf.header for leaf in _looks_at(rule)} <= {*inner}
            and rule.times is None  # the types that Kaitai Struct has are not counted
            and (rule.behind is None or rule.behind in inner)
        ]
        if not usable:
            return {"seq": [_PAYLOAD]}
        rule, later = usable[0], tuple(usable[1:])
        if rule.stride:
            return self._repeated(rule, header, scope, claimed)
        keyed = self._key(rule)
        cases: dict[Any, Any] = {
            number: self._announced(rule, chain, scope, inner, claimed) for number, chain in rule.table.items()
        }
        if rule.otherwise is not None:
            cases["_"] = self._announced(rule, rule.otherwise, scope, inner, claimed)
        elif later:
            name, fresh = self._name(f"after_{header.key if header else 'start'}", (header, scope, claimed, len(later)))
            if fresh:
                self.types[name] = {**_parameters(inner), **self._following(later, header, scope, claimed)}
            cases["_"] = _called(name, inner)
        else:
            cases["_"] = self._payload()
        described: dict[str, Any] = {"seq": [{"id": "next", "type": {"switch-on": keyed, "cases": cases}}]}
        if len(cases) == 1 or (not rule.on and not rule.peek and not rule.require):
            described["seq"][0]["type"] = next(iter(cases.values()))
        if rule.peek:
            described["instances"] = {"first_bits": {"pos": "_io.pos", "type": f"b{rule.peek}"}}
        return described

    def _key(self, rule: Rule) -> str:
        """The expression that a rule looks up; -1 where the rule does not apply."""
        if rule.peek:
            keyed = "first_bits"
        else:
            keyed = "0"
            for leaf in rule.on:
                keyed = value_of(leaf) if keyed == "0" else f"({keyed}) * {1 << leaf.width} + {value_of(leaf)}"
        if rule.require:
            return f"{value_of(rule.require[0])} == {rule.require[1]} ? {keyed} : -1"
        return keyed

    def _payload(self) -> str:
        self.types["payload"] = {"seq": [_PAYLOAD]}
        return "payload"

    def _announced(
        self, rule: Rule, chain: Chain, scope: tuple[Header, ...], inner: tuple[Header, ...], claimed: bool
    ) -> str:
        if not chain:
            return self._payload()
        layer = self._layer(chain, scope, claimed)
        if not rule.room:
            return layer
        name, fresh = self._name("table", (layer, rule.room, inner))
        if fresh:
            self.types[name] = {**_parameters(inner), **_table(rule, layer, sum(each.size for each in chain))}
        return _called(name, inner)

    def _repeated(self, rule: Rule, header: Header | None, scope: tuple[Header, ...], claimed: bool) -> dict[str, Any]:
        """The next record of a table, after the gap before it."""
        assert rule.stride
        assert header
        gap = f"{value_of(rule.stride.leaf)} * {rule.stride.unit} - {header.size}"
        again = f"{gap} >= 0 and {_AVAILABLE} >= {gap} + {header.size}"
        if rule.require:
            again = f"{value_of(rule.require[0])} == {rule.require[1]} and {again}"
        return {
            "seq": [
                {"id": "has_next", "size": 0, "if": again},
                {"id": "gap", "size": gap, "if": again},
                {"id": "next", "type": self._layer((header,), scope, claimed), "if": again},
                _PAYLOAD,
            ]
        }


def _needed(rules: Graph) -> dict[Header, frozenset[Header]]:
    """For each header, those before it at whose fields rules look that may come behind it."""
    needed: dict[Header, frozenset[Header]] = {}
    growing = True
    while growing:
        growing = False
        for header, several in rules.rules.items():
            wanted = {leaf.header for rule in several for leaf in _looks_at(rule)}
            for rule in several:
                for chain in (*rule.chains, rule.otherwise or ()):
                    wanted |= _before(chain, needed)
            wanted.discard(header)
            growing = growing or wanted != needed.get(header, frozenset())
            needed[header] = frozenset(wanted)
    return needed


def _before(chain: Chain, needed: dict[Header, frozenset[Header]]) -> set[Header]:
    """The headers that a chain and what follows it need to have gone before."""
    wanted: set[Header] = set()
    for header in reversed(chain):
        wanted = (wanted | needed.get(header, frozenset())) - {header}
    return wanted


def _looks_at(rule: Rule) -> list[Any]:
    told = rule.room and rule.room.told
    return [*rule.looks_at(), *([rule.require[0]] if rule.require else ()), *([told[0]] if told else ())]


def _table(rule: Rule, layer: str, first: int) -> dict[str, Any]:
    """The records of a table in the bytes that count, and what is behind them."""
    room = rule.room
    assert room
    size = _AVAILABLE
    if room.length and room.told:
        says = f"{value_of(room.length)} - {room.start.size}"
        told = f"{value_of(room.told[0])} == {room.told[1]}"
        size = f"{told} and {says} >= 0 and {says} <= {_AVAILABLE} ? {says} : ({_AVAILABLE})"
    enough = f"room >= {first}"
    return {
        "instances": {"room": {"value": size}},
        "seq": [{"id": "next", "size": "room", "type": layer, "if": enough}, _PAYLOAD],
    }


def _closing(header: Header) -> list[dict[str, Any]]:
    """The pad and the CRC that close what began with a header."""
    crc = CLOSED_BY.get(header)
    if crc is None:
        return []
    key = identifier(crc.key)
    closed: list[dict[str, Any]] = []
    if header is BTH:
        pad = f"{identifier(header.key)}.{identifier(header.pad)}"
        closed.append({"id": "pad", "size": pad, "if": f"{_AVAILABLE} >= {crc.size} + {pad}"})
    return [*closed, {"id": key, "type": key, "if": f"{_AVAILABLE} >= {crc.size}"}]


def _parameters(scope: tuple[Header, ...]) -> dict[str, Any]:
    params = [{"id": identifier(header.key), "type": identifier(header.key)} for header in scope]
    return {"params": params} if params else {}


def _called(name: str, scope: tuple[Header, ...]) -> str:
    return f"{name}({', '.join(identifier(header.key) for header in scope)})" if scope else name
