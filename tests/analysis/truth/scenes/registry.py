"""Own scenes: a function that plays an exchange, and the verdict beside it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

from tests.analysis.truth.judgement import Bounds, Figure
from tests.analysis.truth.scene import Choice, Scene, figures
from tests.analysis.truth.scenes.exchange import Exchange
from tests.analysis.truth.told import Told

Play = Callable[[Exchange], None]


@dataclasses.dataclass(frozen=True)
class OwnScene:
    """An exchange of our own.

    Attributes:
        point: which of the things that were wrong it is about.
        carrier: what carries it.
        play: makes its packets.
        verdict: what must be told of it.
    """

    point: str
    carrier: str
    play: Play
    verdict: Scene

    @property
    def name(self) -> str:
        return self.verdict.name

    def pcap(self) -> bytes:
        """The capture."""
        exchange = Exchange(self.carrier)
        self.play(exchange)
        return exchange.pcap()

    def judged(self) -> list[Figure]:
        """The figures."""
        return figures(self.verdict, Told(self.pcap()))


SCENES: list[OwnScene] = []
#: the carrier whose packets are numbered by their sender
WITH_IDENTIFICATION = "ipv4"


def scene(
    point: str, rule: str, expect: dict[str, Bounds] | None = None, absent: str = "",
    outcomes: tuple[Choice, ...] | None = None, sizes: tuple[int | None, ...] | None = None, flows: int | None = None,
    lines: dict[str, int] | None = None, at: dict[str, tuple[int, ...]] | None = None,
    without_identification: dict[str, Bounds] | None = None, besides: str | None = None,
    carriers: tuple[str, ...] = ("ipv4",), ends: tuple[str, ...] | None = None, says: tuple[str, ...] = (),
    facts: dict[int, dict[str, int]] | None = None,
) -> Callable[[Play], Play]:  # fmt: skip
    """Declares a scene, once for each carrier: the function's docstring is its story.

    What is expected may be less where packets have no IP identification, which says in what order they were sent.
    """

    def declare(play: Play) -> Play:
        assert play.__doc__
        for carrier in carriers:
            name = f"{play.__name__}-{carrier}" if len(carriers) > 1 else play.__name__
            less = without_identification is not None and carrier != WITH_IDENTIFICATION
            expected = (without_identification if less else expect) or {}
            verdict = Scene(
                name, play.__doc__, rule, expected, tuple(absent.split()), outcomes, sizes, flows, lines=lines or {},
                at=at or {}, ends=ends, besides=None if besides is None else tuple(besides.split()),
                says=says, facts=facts or {},
            )  # fmt: skip
            SCENES.append(OwnScene(point, carrier, play, verdict))
        return play

    return declare
