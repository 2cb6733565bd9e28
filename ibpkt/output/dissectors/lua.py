"""A dissector for Wireshark, in Lua: tables out of the declarations and the graph, and ``walk.lua``, which walks them.

It is a post-dissector: below what Wireshark shows of a packet stands what ibpkt knows of it.  Derived values whose
inputs are few bits are written as tables; the others are left out (the file lists them), and so are CRC verdicts and
what an analysis says.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from importlib import resources
from typing import Any

from ibpkt.arguments import checked
from ibpkt.batch.fields import field_named
from ibpkt.output.dissectors.lua_fields import PREFIX, LuaFields
from ibpkt.output.dissectors.lua_literals import Expression, literal
from ibpkt.output.dissectors.tabulated_values import derived_table, untold
from ibpkt.protocols import (
    BTH,
    CLOSED_BY,
    ERF,
    ERF_LINK,
    LINKS,
    LRH,
    ROCE_PORT,
    Capacity,
    Chain,
    FlowControl,
    Graph,
    Rule,
    graph,
    headers,
)
from ibpkt.schema import Derived, Header, Leaf, Part

#: what Wireshark calls the link types, and which of its fields tells the type of an ERF record, whose header it keeps
#: apart from the packet
_ENCAPSULATIONS = {
    "null": "NULL",
    "loop": "LOOP",
    "ethernet": "ETHERNET",
    "raw": "RAW_IP",
    "ipv4": "RAW_IP4",
    "ipv6": "RAW_IP6",
    "sll": "SLL",
    "sll2": "SLL2",
    "ipoib": "IP_OVER_IB_PCAP",
    "infiniband": "INFINIBAND",
}
_ERF_ENCAPSULATION, _ERF_TYPE_FIELD = "ERF", "erf.types.type"
#: how a value is read; those of the other types are the bytes that Wireshark reads itself
_HOW = {"BOOLEAN": "flag", "STRING": "text"}


@checked
def lua_dissector(roce_port: int = ROCE_PORT) -> str:
    """A Lua file for Wireshark's ``-X lua_script:`` or its plug-in folder, with every declared header.

    Fields have ibpkt's names with ``ibpkt.`` before them.

    Args:
        roce_port: the UDP destination port of RoCEv2.

    Raises:
        CallerError: the port is none.
    """
    return _LuaWriter(graph(roce_port), tuple(headers())).text()


class _LuaWriter:
    """Writes the tables; chains of headers are numbered, since most rules have many values and few chains."""

    def __init__(self, rules: Graph, known: Chain) -> None:
        self.graph = rules
        self.headers = known
        self.fields = LuaFields(known)
        self.chains: dict[Chain, int] = {}

    def text(self) -> str:
        described = {header.key: self._header(header) for header in self.headers}
        payload = {
            "infiniband": self._packet_field("infiniband.payload"),
            "other": self._packet_field("frame.payload"),
            "pad": self._packet_field("infiniband.pad"),
            "stop": self.fields.number("stop", "Why decoding stopped", "STRING"),
            "disagreement": self.fields.number("disagreement", "Lengths that disagree", "STRING"),
        }
        starts = {
            Expression(f"encapsulation.{_ENCAPSULATIONS[name]}"): self._rule(self.graph.first[link])
            for name, link in LINKS.items()
            if name in _ENCAPSULATIONS and link in self.graph.first
        }
        tables = {
            "ENUMS": self.fields.enums,
            "FIELDS": self.fields.rows,
            "HEADERS": described,
            "STARTS": starts,
            "RECORD": self._record(),
            "CHAINS": [[header.key for header in chain] for chain in self.chains],
            "PARTS": payload,
            "SPECIAL": {
                "transport": BTH.key,
                "pad": BTH.pad,
                "link": LRH.key,
                "flow": FlowControl.key,
                "icrc": CLOSED_BY[BTH].key,
                "vcrc": CLOSED_BY[LRH].key,
                "lpcrc": CLOSED_BY[FlowControl].key,
                "depth": self.graph.depth,
            },
        }
        lines = [self._preamble()]
        for name, table in tables.items():
            lines.append(f"local {name} = " + _indented(table))
        walk = resources.files("ibpkt.output.dissectors").joinpath("walk.lua").read_text("utf-8")
        return "\n".join([*lines, walk])

    def _preamble(self) -> str:
        left_out = (f"{leaf.filter}" for header in self.headers for leaf in untold(header))
        names = textwrap.fill(", ".join(dict.fromkeys(left_out)) or "none", 118)
        return (
            f"-- {len(self.headers)} headers, written by `ibpkt fields --lua`; do not edit.  Use it as\n"
            "--   tshark -X lua_script:FILE.lua …\n"
            "-- or put it into Wireshark's folder of personal Lua plug-ins.\n"
            f"-- Fields are ibpkt's with `{PREFIX}` before their names.  Left out, since only ibpkt computes them:\n"
            + textwrap.indent(names, "-- ")
            + "\nlocal encapsulation = wtap_encaps or wtap\n"
        )

    def _packet_field(self, name: str) -> int:
        leaf = field_named(name).leaf
        return self.fields.number(leaf.filter, leaf.label, "BYTES", doc=leaf.doc)

    # -- headers ------------------------------------------------------------------------------------------------

    def _header(self, header: Header) -> dict[str, Any]:
        extent, tail = header.extent, header.tail
        return {
            "name": header.name,
            "title": header.title,
            "infiniband": header.group == "infiniband" or None,
            "size": header.size,
            "field": self.fields.of_header(header),
            "leaves": [described for leaf in header.leaves if (described := self._leaf(header, leaf))],
            "extent": extent and {**extent._asdict()},
            "tail": tail and {"field": tail.field, "scale": tail.scale, "add": tail.add, "align": tail.align},
            "partial": header.partial or None,
            "rules": [self._rule(rule) for rule in self.graph.rules.get(header, ())] or None,
        }

    def _leaf(self, header: Header, leaf: Leaf) -> dict[str, Any] | None:
        when = list(leaf.when) if leaf.when else None
        if isinstance(leaf, Derived):
            table = derived_table(header, leaf)
            if table is None:
                return None
            values = {",".join(map(str, key)): value for key, value in table.items()}
            row = {"inputs": list(leaf.inputs), "values": values}
            return {"name": leaf.name, "field": self.fields.of_leaf(leaf), "when": when, **row}
        field = header.parent(leaf) if isinstance(leaf, Part) else leaf
        return {
            "name": leaf.name,
            "field": self.fields.of_leaf(leaf),
            "how": "tail" if leaf is header.tail_leaf else self._how(leaf),
            "bit": max(leaf.bit, 0),
            "width": leaf.width,
            "count": leaf.count if leaf.count > 1 else None,
            "stride": leaf.stride or None,
            "little": getattr(field, "little", False) or None,
            "when": when,
        }

    def _how(self, leaf: Leaf) -> str:
        kind = self.fields.type_of(leaf)
        return "number" if kind.startswith("UINT") else _HOW.get(kind, "range")

    # -- the graph ----------------------------------------------------------------------------------------------

    def _rule(self, rule: Rule) -> dict[str, Any]:
        return {
            "on": [_place(leaf) for leaf in rule.on] or None,
            "peek": rule.peek or None,
            "values": {_key(rule.on, number): self._chain(chain) for number, chain in rule.table.items()},
            "otherwise": None if rule.otherwise is None else self._chain(rule.otherwise),
            "require": rule.require and {"leaf": _place(rule.require[0]), "value": str(rule.require[1])},
            "times": rule.times and {"leaf": _place(rule.times), "first": rule.chains[0][0].key},
            "behind": rule.behind and rule.behind.key,
            "room": rule.room and _room(rule.room),
            "stride": rule.stride
            and {
                "leaf": _place(rule.stride.leaf),
                "field": rule.stride.leaf.name,
                "unit": rule.stride.unit,
                "gap": rule.stride.gap.key,
            },
        }

    def _chain(self, chain: Chain) -> int:
        return self.chains.setdefault(chain, len(self.chains) + 1)

    def _record(self) -> dict[str, Any]:
        """How a packet in an ERF record begins: Wireshark takes the headers of the record off."""
        begins = {
            number: self._chain(tuple(header for header in chain if header.role != "capture"))
            for rule in self.graph.rules.get(ERF, ())
            if ERF_LINK in self.graph.first and [leaf.name for leaf in rule.on] == [ERF.leaf("type").name]
            for number, chain in rule.table.items()
        }
        where = Expression(f"encapsulation.{_ERF_ENCAPSULATION}")
        return {"encapsulation": where, "type": _ERF_TYPE_FIELD, "values": begins}


def _place(leaf: Leaf) -> list[str]:
    return [leaf.header.key, leaf.name]


def _room(room: Capacity) -> dict[str, Any]:
    told = room.told and {"leaf": _place(room.told[0]), "value": str(room.told[1])}
    return {"start": room.start.key, "length": room.length and _place(room.length), "told": told}


def _key(on: tuple[Leaf, ...], number: int) -> str:
    """The values of a row, each in decimal: Lua has no whole numbers of 64 bits."""
    parts = []
    for leaf in reversed(on):
        parts.append(number & ((1 << leaf.width) - 1))
        number >>= leaf.width
    return ",".join(map(str, reversed(parts))) if on else str(number)


def _indented(table: Any) -> str:
    """A table with a member a line."""
    if isinstance(table, dict):
        members: Iterable[str] = (literal({key: value})[1:-1] for key, value in table.items())
    else:
        members = map(literal, table)
    return "{\n" + "".join(f"  {member},\n" for member in members) + "}\n"
