"""Lines of a table that are printed as they come: many at once are what each of them is by itself."""

from __future__ import annotations

from hypothesis import given, strategies as st

from ibpkt.output.line_fit import Cells, FittedColumn, LineFit
from ibpkt.output.table_fit import TableFit

COLUMNS = [FittedColumn("left", 6, False, 4), FittedColumn("right", 5, True, 5), FittedColumn("last", 4, False, 4)]
TEXTS = st.sampled_from(["", "a", "four", "sixsix", "more than six", "space ", "µs"])
LASTS = [COLUMNS[-1], COLUMNS[-1]._replace(right=True)]


@given(
    st.lists(st.tuples(TEXTS, TEXTS, TEXTS), min_size=1, max_size=6),
    st.sampled_from(LASTS),
    st.sampled_from([None, 14, 30]),
)
def test_many_lines(rows, last, limit):
    """Whether cells fit their columns or not, lines are cut or not, and end with spaces or not."""
    fit = LineFit([*COLUMNS[:-1], last], TableFit(limit), ["left"])
    columns = [Cells(cells) for cells in zip(*rows, strict=True)]
    expected = "".join(map(fit.line, rows))
    assert fit.lines(columns) == expected
    assert fit.lines([_tabulated(cells.texts) for cells in columns]) == expected


def _tabulated(texts):
    different = sorted({*texts})
    return Cells(different, [different.index(text) for text in texts])


def test_each_text_is_aligned_once():
    """Texts that many lines share are looked up, not laid out again."""
    fit = LineFit(COLUMNS, TableFit(), [])
    cells = [Cells(["a", "b"], [0, 1, 1]), Cells(["1"], [0, 0, 0]), Cells(["x", "y", "z"])]
    assert fit.lines(cells) == "a           1  x\nb           1  y\nb           1  z\n"
