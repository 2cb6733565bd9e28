"""Making packets: from values to bytes, right by default and wrong on purpose when asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ibpkt.conveniences import exports

if TYPE_CHECKING:
    from ibpkt.craft.fill_template import Template as Template
    from ibpkt.craft.packet_columns import PacketColumns as PacketColumns, columns as columns

_MODULES = {"PacketColumns": "packet_columns", "Template": "fill_template", "columns": "packet_columns"}
__all__ = list(_MODULES)

if not TYPE_CHECKING:  # a misspelt name is an error
    __getattr__ = exports(__name__, _MODULES)
