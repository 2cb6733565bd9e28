"""What the template writes: plain text, and pictures as markup."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True)
class FigureView:
    """A picture of the page.

    Attributes:
        id: unique in the page.
        title, note: above it.
        lanes: markup.
        legend: markup of a sign, and its name.
        command: the line that prints its numbers.
        description: for those who do not see it.
        zooms: it has an axis of time.
        jumps: names of places and their two times.
    """

    id: str
    title: str
    note: str
    lanes: tuple[str, ...]
    legend: tuple[tuple[str, str], ...]
    command: str
    description: str
    zooms: bool = True
    jumps: tuple[tuple[str, str], ...] = ()


@dataclasses.dataclass(frozen=True)
class AnswerView:
    """One of the four answers below the verdict: question, answer, what else, and whether it is bad."""

    question: str
    answer: str
    more: tuple[str, ...] = ()
    bad: bool = False
    picture: str = ""


@dataclasses.dataclass(frozen=True)
class IncidentView:
    """An incident; ``share`` is what it cost as a share of the worst, in per cent."""

    number: int
    title: str
    severity: str
    cost: str
    share: int
    place: str
    story: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    advice: str
    command: str


@dataclasses.dataclass(frozen=True)
class CellView:
    """A cell of a table: its text, what it is sorted by, and whether it matters."""

    text: str
    value: str = ""
    hot: bool = False


@dataclasses.dataclass(frozen=True)
class PairView:
    """Bytes from one address to another; ``share`` in per cent of the most."""

    source: str
    target: str
    size: str
    share: float


@dataclasses.dataclass(frozen=True)
class FileView:
    """All that a page says of one capture."""

    id: str
    name: str
    facts: str
    state: str
    verdict: str
    fine: bool
    rank: tuple[float, ...]
    answers: tuple[AnswerView, ...]
    timeline: FigureView | None
    incidents: tuple[IncidentView, ...]
    more_incidents: int
    incident_words: str
    sequence: tuple[FigureView, ...]
    latency: FigureView | None
    depth: FigureView | None
    flow_columns: tuple[str, ...]
    flows: tuple[tuple[CellView, ...], ...]
    flow_words: str
    flow_command: str
    pairs: tuple[PairView, ...]
    pair_words: str
    pair_command: str
    matrix: str
    topology: str
    topology_words: str
    topology_command: str
    checks: tuple[tuple[str, str], ...]
    check_command: str
    info_command: str
