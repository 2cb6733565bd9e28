"""Names from node descriptions as exports may contain them."""

from __future__ import annotations

from ibpkt.fabric.model import FabricLink, FabricNode, NodeKind


def is_switch(node: FabricNode) -> bool:
    """Whether a node is a switch."""
    return node.kind is NodeKind.SWITCH


def clean_description(text: str) -> str:
    """A node description as infiniband-diags print it: what is not printable, and what ends it there, as blanks."""
    return "".join(char if char.isprintable() and char not in '"\\' else " " for char in text)


def rate_text(link: FabricLink) -> str:
    """Width and speed, ``4xEDR``; "" where not known."""
    return "" if link.lanes is None or link.speed is None else f"{link.lanes}x{link.speed}"


def lid_of(node: FabricNode, number: int) -> int:
    """The LID of a port; a switch has that of its port 0."""
    port = node.ports.get(0 if is_switch(node) else number)
    return 0 if port is None else port.lid
