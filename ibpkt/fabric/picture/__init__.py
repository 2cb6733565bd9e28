"""Pictures of fabrics: SVG, placed by the kind of the topology."""

from __future__ import annotations

from ibpkt.fabric.picture.picture import topology_svg

__all__ = ["topology_svg"]
