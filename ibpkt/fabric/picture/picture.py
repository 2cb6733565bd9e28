"""A subnet as an SVG picture: its switches by the kind of its topology, what is wrong in colour."""

from __future__ import annotations

import collections
import textwrap
from typing import NamedTuple

from ibpkt.arguments import checked
from ibpkt.fabric.model import FabricLink, FabricNode, FabricSubnet, NodeKind
from ibpkt.fabric.picture.link_marks import LinkMark, LinkMarks
from ibpkt.fabric.picture.placement import (
    ADAPTER,
    ADAPTER_COLUMNS,
    ADAPTER_GAP,
    BOX_HEIGHT,
    BOX_WIDTH,
    NAME_SIZE,
    Placement,
    adapters_drawn,
)
from ibpkt.fabric.picture.placement_choice import place
from ibpkt.fabric.routing import Routing
from ibpkt.fabric.topology import SubnetTopology, Topology, recognise
from ibpkt.fabric.topology.switch_graph import SwitchGraph
from ibpkt.fabric.topology.wording import plural
from ibpkt.output.svg import CHARACTER, FONT, SVGPicture, polyline, shorten, squares, text_width

_INK, _SOFT, _DATA, _BAD, _SLOW, _CIRCLE = "#16191d", "#59626d", "#0067a8", "#b5420a", "#8a5a00", "#9b2f74"
_STYLES = {
    "paper": "fill:#fff",
    "title": f"font-weight:600;font-size:15px;font-family:{FONT};fill:{_INK}",
    "sub": f"font-weight:400;font-size:12px;font-family:{FONT};fill:{_SOFT}",
    "caption": f"font-weight:400;font-size:12px;font-family:{FONT};fill:{_SOFT};text-anchor:middle",
    "name": f"font-size:{NAME_SIZE:g}px;font-family:{FONT};fill:{_INK};text-anchor:middle",
    "count": f"font-size:{NAME_SIZE:g}px;font-family:{FONT};fill:{_DATA};text-anchor:middle",
    "box": f"fill:#fff;stroke:{_INK};stroke-width:1",
    "alone": f"fill:#fff;stroke:{_SOFT};stroke-width:1;stroke-dasharray:3 2",
    "adapter": f"fill:{_DATA};fill-opacity:.75",
    "router": f"fill:{_INK}",
    "stem": f"fill:none;stroke:{_SOFT};stroke-width:.7;stroke-opacity:.6",
    "down": f"fill:none;stroke:{_BAD};stroke-width:2;stroke-dasharray:6 3",
    "circle": f"fill:none;stroke:{_CIRCLE};stroke-width:2",
    "mismatch": f"fill:none;stroke:{_BAD};stroke-width:2",
    "unsteady": f"fill:none;stroke:{_SLOW};stroke-width:2;stroke-dasharray:2 3",
    "slow": f"fill:none;stroke:{_SLOW};stroke-width:2",
    "lost": f"fill:none;stroke:{_BAD};stroke-width:1.5;stroke-dasharray:2 4",
    "down-end": f"fill:#fff;stroke:{_BAD};stroke-width:2",
    "mismatch-end": f"stroke:{_BAD};stroke-width:2",
    "slow-end": f"stroke:{_SLOW};stroke-width:2",
    "unsteady-end": f"stroke:{_SLOW};stroke-width:2;stroke-dasharray:2 2",
}
_LEGEND = {
    LinkMark.DOWN: "not active",
    LinkMark.MISMATCH: "its ends disagree",
    LinkMark.SLOW: "slower or narrower than both ends can",
    LinkMark.UNSTEADY: "errors rose, or it went down more than once",
    LinkMark.CIRCLE: "in a circle of dependencies: deadlock is possible",
}
_ORDER = list(LinkMark)
_HEAD, _FOOT, _MARGIN, _LEAST_WIDTH = 62.0, 34.0, 20.0, 420.0
_TITLE_SIZE, _TITLE_LINE = 15.0, 20.0
#: nodes without a switch side by side, and such rows at most
_LOOSE_IN_ROW, _LOOSE_ROWS = 8, 12


class _Hanging(NamedTuple):
    """A node that is no switch, and the link by which it hangs on one."""

    node: FabricNode
    link: FabricLink
    mark: LinkMark


class _DrawnPiece(NamedTuple):
    """A connected part, placed: its switches by their numbers in the whole graph."""

    numbers: list[int]
    graph: SwitchGraph
    topology: Topology
    placement: Placement


@checked
def topology_svg(
    subnet: FabricSubnet, topology: SubnetTopology | None = None, routing: Routing | None = None, *, title: str = ""
) -> str:
    """A subnet as SVG.

    Switches are placed by the kind of the topology: levels for trees, a grid for products, groups for dragonflies, a
    circle for rings.  Colour says only what is wrong: links that are not active, whose ends disagree, that are slower
    than they could be or unsteady, absent of the whole, or part of a circle of dependencies.  In fabrics of more than
    700 nodes adapters are numbers.

    Args:
        subnet: nodes and links.
        topology: the kind, if it is known already.
        routing: routes judged; without it no circles are marked.
        title: the headline, the kind where not given.

    Returns:
        A whole document; node descriptions are escaped.
    """
    found = recognise(subnet) if topology is None else topology
    pieces = _pieces(found)
    drawn = {switch.guid for switch in found.switches}
    for link in subnet.links:  # what hangs on a drawn switch is drawn
        drawn |= {link.a.guid, link.b.guid} if drawn & {link.a.guid, link.b.guid} else set()
    loose = [node for node in subnet.nodes.values() if node.guid not in drawn][: _LOOSE_IN_ROW * _LOOSE_ROWS]
    loose_height = -(-len(loose) // _LOOSE_IN_ROW) * 34.0
    sentence = found.sentence
    headline = title or sentence
    below = f"{plural(len(subnet.nodes), 'node')}, {plural(len(subnet.links), 'link')}"
    below += f"; {sentence}" if title else ""
    width = max([_LEAST_WIDTH, *(piece.placement.width for piece in pieces)])
    lines = textwrap.wrap(headline, max(20, int((width - 2 * _MARGIN) / (_TITLE_SIZE * CHARACTER)))) or [""]
    head = _HEAD + _TITLE_LINE * (len(lines) - 1)
    body = sum(piece.placement.height for piece in pieces)
    picture = SVGPicture(
        width,
        head + body + loose_height + _FOOT,
        title=headline,
        description=below,
        styles={**_STYLES, **_link_styles(found.graph.links)},
    )
    picture.rectangle(0, 0, picture.width, picture.height, "paper")
    for at, line in enumerate(lines):
        picture.text(_MARGIN, 28 + _TITLE_LINE * at, line, "title")
    picture.text(_MARGIN, head - 16, shorten(below, width - 2 * _MARGIN, 11), "sub")
    drawing = _Drawing(picture, subnet, found, routing)
    down = head
    for piece in pieces:
        drawing.piece(piece, down)
        down += piece.placement.height
    drawing.loose(loose, subnet.links[0] if subnet.links and not pieces else None, down)
    drawing.legend(picture.height - 14)
    return picture.markup()


def _link_styles(links: int) -> dict[str, str]:
    """Many links are drawn fainter, so that boxes stay in front."""
    opacity = max(0.12, min(0.6, 30 / max(1, links) ** 0.6))
    line = f"fill:none;stroke:{_SOFT};stroke-opacity:{opacity:.2f};stroke-width"
    return {"link": f"{line}:.9", "trunk": f"{line}:1.8"}


def _pieces(found: SubnetTopology) -> list[_DrawnPiece]:
    """The connected parts, the largest first."""
    graph, topology = found.graph, found.topology
    names = [switch.title for switch in found.switches]
    if not graph.switches:
        return []
    if not topology.pieces:
        return [_DrawnPiece(list(range(graph.switches)), graph, topology, place(topology, graph, names))]
    pieces = []
    for number, part in enumerate(topology.pieces):
        inner, numbers = graph.part(topology.piece_of == number)
        members = numbers.tolist()
        pieces.append(_DrawnPiece(members, inner, part, place(part, inner, [names[at] for at in members])))
    return sorted(pieces, key=lambda piece: -len(piece.numbers))


class _Drawing:
    """One picture being drawn."""

    def __init__(
        self, picture: SVGPicture, subnet: FabricSubnet, found: SubnetTopology, routing: Routing | None
    ) -> None:
        circle = set() if routing is None else {(at.switch.guid, at.port) for at in routing.cycle}
        marks = LinkMarks(subnet, circle)
        self.picture = picture
        self.found = found
        self.marks: collections.Counter[LinkMark] = collections.Counter()
        self._trunks: dict[tuple[int, int], list[tuple[FabricLink, LinkMark]]] = {}
        self._hanging: dict[int, list[_Hanging]] = {}
        self._show_adapters = adapters_drawn(found.graph)
        number = {switch.guid: at for at, switch in enumerate(found.switches)}
        for link in subnet.links:
            mark = marks.of(link)
            self.marks[mark] += 1
            a, b = number.get(link.a.guid), number.get(link.b.guid)
            if a is not None and b is not None:
                self._trunks.setdefault((min(a, b), max(a, b)), []).append((link, mark))
            elif a is not None:
                self._hanging.setdefault(a, []).append(_Hanging(link.b, link, mark))
            elif b is not None:
                self._hanging.setdefault(b, []).append(_Hanging(link.a, link, mark))

    def piece(self, piece: _DrawnPiece, down: float) -> None:
        """A connected part, in the middle of the picture, below what is there."""
        self.picture.open_group(max(0.0, (self.picture.width - piece.placement.width) / 2), down)
        self._links(piece)
        self._lost(piece)
        for local, number in enumerate(piece.numbers):
            self._adapters(piece.placement, local, number)
        for local, number in enumerate(piece.numbers):
            self._switch(piece.placement, local, self.found.switches[number])
        for (x, y), text in piece.placement.captions:
            self.picture.text(x, y + 4, text, "caption")
        self.picture.close_group()

    def _links(self, piece: _DrawnPiece) -> None:
        plain: list[str] = []
        trunks: list[str] = []
        marked: list[tuple[str, LinkMark, str]] = []
        for link, (a, b) in enumerate(zip(piece.graph.a.tolist(), piece.graph.b.tolist(), strict=True)):
            ends = sorted((piece.numbers[a], piece.numbers[b]))
            cables = self._trunks[ends[0], ends[1]]
            worst = min((mark for _cable, mark in cables), key=_ORDER.index)
            commands = piece.placement.curves[link]
            if worst is LinkMark.PLAIN:
                (trunks if len(cables) > 1 else plain).append(commands)
            else:
                tip = "; ".join(f"{cable.title}: {_LEGEND[mark]}" for cable, mark in cables if mark is worst)
                marked.append((commands, worst, tip))
        for commands, style in (("".join(plain), "link"), ("".join(trunks), "trunk")):
            if commands:
                self.picture.path(commands, style)
        for commands, mark, tip in marked:
            self.picture.path(commands, str(mark), tip=tip)

    def _lost(self, piece: _DrawnPiece) -> None:
        names = self.found.switches
        for one, other in piece.topology.lost_pairs.tolist():
            if min(one, other) >= 0:
                tip = f"{names[piece.numbers[one]].title} to {names[piece.numbers[other]].title} is missing"
                self.picture.path(polyline((piece.placement.at[one], piece.placement.at[other])), "lost", tip=tip)

    def _switch(self, placement: Placement, local: int, switch: FabricNode) -> None:
        (x, y), (width, height) = placement.at[local], placement.box
        self.picture.rectangle(x - width / 2, y - height / 2, width, height, "box", radius=3, tip=switch.title)
        if placement.upright_names:
            name = shorten(switch.title, height - 6, NAME_SIZE, keep_end=True) if width > NAME_SIZE else ""
            if name:
                self.picture.text(x + 3.5, y, name, "name", turned=-90)
        elif name := shorten(switch.title, width - 4, NAME_SIZE, keep_end=True):
            self.picture.text(x, y + 3.5, name, "name")

    def _adapters(self, placement: Placement, local: int, number: int) -> None:
        """The nodes on a switch: squares in a block away from it, or their number."""
        hanging = self._hanging.get(number, [])
        if not hanging:
            return
        (x, y), (right, down) = placement.at[local], placement.away[local]
        width, height = placement.box
        columns = min(len(hanging), ADAPTER_COLUMNS)
        if placement.upright_names or width < 4 * (ADAPTER + ADAPTER_GAP):
            columns = max(1, min(columns, int(width // (ADAPTER + ADAPTER_GAP))))
        rows = -(-len(hanging) // columns)
        step = ADAPTER + ADAPTER_GAP
        block = (columns * step, rows * step) if self._show_adapters else (14.0, 10.0)
        reach = abs(right) * (width + block[0]) / 2 + abs(down) * (height + block[1]) / 2 + 8
        centre = x + right * reach, y + down * reach
        if not self._show_adapters:
            count = f"{len(hanging)}"
            if text_width(count, NAME_SIZE) > width:  # beside it is another box
                self.picture.text(centre[0] + 3.5, centre[1], count, "count", turned=-90)
            else:
                self.picture.text(centre[0], centre[1] + 4, count, "count")
            return
        self.picture.path(polyline(((x, y), centre)), "stem")
        top = centre[0], centre[1] - block[1] / 2
        for place_of, each in zip(squares(top, len(hanging), columns, ADAPTER, ADAPTER_GAP), hanging, strict=True):
            plain = "adapter" if each.node.kind is NodeKind.ADAPTER else "router"
            style = plain if each.mark is LinkMark.PLAIN else f"{plain} {each.mark}-end"
            tip = each.node.title if each.mark is LinkMark.PLAIN else f"{each.link.title}: {_LEGEND[each.mark]}"
            self.picture.rectangle(*place_of, ADAPTER, ADAPTER, style, radius=1, tip=tip)

    def loose(self, nodes: list[FabricNode], link: FabricLink | None, down: float) -> None:
        """Nodes that hang on no switch, side by side; the two ends of a cable without a switch."""
        for at, node in enumerate(nodes):
            x, y = _MARGIN + at % _LOOSE_IN_ROW * (BOX_WIDTH + 40), down + at // _LOOSE_IN_ROW * 34
            if link is not None and at:
                mark = "link" if self.marks[LinkMark.PLAIN] else "down"
                self.picture.path(polyline(((x - 40, y + BOX_HEIGHT / 2), (x, y + BOX_HEIGHT / 2))), mark)
            self.picture.rectangle(x, y, BOX_WIDTH, BOX_HEIGHT, "box" if link else "alone", radius=3, tip=node.title)
            self.picture.text(x + BOX_WIDTH / 2, y + 12.5, shorten(node.title, BOX_WIDTH - 4, NAME_SIZE), "name")

    def legend(self, y: float) -> None:
        """What the colours say, of those that occur."""
        x = _MARGIN
        said = [(str(mark), words) for mark, words in _LEGEND.items() if self.marks[mark]]
        if any(
            (piece.lost_pairs >= 0).all(axis=1).any() for piece in (self.found.topology, *self.found.topology.pieces)
        ):
            said.append(("lost", "missing"))
        for style, words in said:
            self.picture.path(polyline(((x, y - 4), (x + 24, y - 4))), style)
            self.picture.text(x + 30, y, words, "sub")
            x += 46 + text_width(words, 10.5)
