"""Who talks to whom: bytes on the wire between addresses."""

from __future__ import annotations

from ibpkt.batch import Batch
from ibpkt.output.quantities import count_text, size_text
from ibpkt.output.svg import SVGPicture, escape_markup, shorten
from ibpkt.plot.capture_plot import CapturePlot, PlotOptions
from ibpkt.plot.chart import MatrixCell, MatrixChart
from ibpkt.plot.palette import file_rules
from ibpkt.stats import Conversations

#: addresses that are shown, those with the most bytes
MOST_HOSTS = 40
#: up to so many addresses every cell says its number
_SPELLED = 10
_TITLE, _CELL, _SMALL = 70.0, 64.0, 19.0


class MatrixPlot(CapturePlot):
    """Bytes from each address to each other."""

    def __init__(self, options: PlotOptions) -> None:
        super().__init__(options)
        self._conversations = Conversations()

    def add(self, batch: Batch) -> None:
        """Take the next batch."""
        self.clock.add(batch)
        self._conversations.add(batch)

    def picture(self) -> MatrixChart:
        """The matrix."""
        rows = self._conversations.rows()
        totals: dict[str, int] = {}
        for row in rows:
            for end in {row["a"], row["b"]}:
                totals[end] = totals.get(end, 0) + row["bytes"]
        names = sorted(totals, key=lambda name: (-totals[name], name))
        places = {name: place for place, name in enumerate(names[:MOST_HOSTS])}
        cells: dict[tuple[int, int], int] = {}
        for row in rows:
            for source, target, size in (("a", "b", row["bytes_a_to_b"]), ("b", "a", row["bytes_b_to_a"])):
                if size and row[source] in places and row[target] in places:
                    key = places[row[source]], places[row[target]]
                    cells[key] = cells.get(key, 0) + size
        left = len(names) - len(places)
        facts = f"{self.clock.facts(self.options)} · bytes on the wire, headers included"
        most = max(cells.items(), key=lambda item: item[1], default=None)
        said = f"{count_text(len(names), 'address')}es" if len(names) != 1 else "1 address"
        if most is not None:
            said += f"; most from {names[most[0][0]]} to {names[most[0][1]]}: {size_text(most[1])}"
        return MatrixChart(
            "Who talks to whom", facts, self.options.command("stats conversations --limit 0"), f"{said}.",
            tuple(self.options.named(name) for name in places),
            tuple(MatrixCell(*key, size) for key, size in sorted(cells.items())), size_text,
            f"and {left:,} more addresses, which sent and received less" if left else "",
        )  # fmt: skip


def matrix_svg(matrix: MatrixChart) -> str:
    """A matrix as a document of its own: darker is more, and few cells say how much."""
    spelled = len(matrix.names) <= _SPELLED
    cell = _CELL if spelled else _SMALL
    names = max(((len(name) * 7.2) for name in matrix.names), default=0.0)
    left = min(max(names, 60.0), 300.0) + 32
    top = _TITLE + (28 if spelled else min(left, 220.0))
    width = max(left + cell * (1.6 if spelled else 1) * len(matrix.names) + 40, 620.0)
    height = top + cell * (0.6 if spelled else 1) * len(matrix.names) + 66
    picture = SVGPicture(width, height, title=matrix.title, description=matrix.description, sheet=file_rules())
    picture.rectangle(0, 0, width, height, "paper")
    picture.text(20, 28, matrix.title, "title")
    picture.text(20, 47, shorten(matrix.facts, width - 40, 11.5), "facts")
    draw_matrix(picture, matrix, left, top)
    below = matrix.left_out or ("" if matrix.cells else matrix.description)
    picture.text(20, height - 34, shorten(below, width - 40, 12), "facts")
    picture.text(20, height - 12, shorten(matrix.command, width - 40, 12), "command")
    return picture.markup()


def draw_matrix(picture: SVGPicture, matrix: MatrixChart, left: float, top: float) -> None:
    """Draw the names and the cells.

    Args:
        picture: where.
        matrix: what.
        left, top: the upper left corner of the first cell.
    """
    spelled = len(matrix.names) <= _SPELLED
    across, down = (_CELL * 1.6, _CELL * 0.6) if spelled else (_SMALL, _SMALL)
    if matrix.names:
        picture.text(20, top - 10, "from ↓ to →", "label")
    for place, name in enumerate(matrix.names):
        picture.text(20, top + place * down + down / 2 + 4, shorten(name, left - 30, 11.5, keep_end=True), "value")
        if spelled:
            picture.text(left + place * across + 4, top - 10, shorten(name, across - 6, 11.5, keep_end=True), "value")
        else:
            x = left + place * across + across / 2 + 4
            picture.text(x, top - 6, shorten(name, 190, 11.5, keep_end=True), "value", turned=-60)
    most = max((cell.value for cell in matrix.cells), default=1)
    for cell in matrix.cells:
        x, y = left + cell.target * across, top + cell.source * down
        tip = f"{matrix.names[cell.source]} to {matrix.names[cell.target]}: {matrix.text(cell.value)}"
        share = max(0.08, (cell.value / most) ** 0.5)
        box = {"class": "a cell", "x": x, "y": y, "width": across, "height": down}
        picture.element("rect", {**box, "fill-opacity": f"{share * (0.35 if spelled else 1):.2f}"}, _title(tip))
        if spelled:
            picture.text(x + 6, y + down / 2 + 4, matrix.text(cell.value), "value")
    size = len(matrix.names)
    for place in range(size + 1):
        x, y = left + place * across, top + place * down
        picture.element("line", {"class": "grid", "x1": x, "x2": x, "y1": top, "y2": top + size * down})
        picture.element("line", {"class": "grid", "x1": left, "x2": left + size * across, "y1": y, "y2": y})


def _title(text: str) -> str:
    return f"<title>{escape_markup(text)}</title>"
