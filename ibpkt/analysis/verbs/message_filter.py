"""Which messages are wanted: by flow, kind and outcome."""

from __future__ import annotations

from collections.abc import Collection

from ibpkt.analysis.results.message import Message


class MessageFilter:
    """Selects messages; ``message in wanted`` says whether one is.

    Args:
        flows: numbers of flows; none for all.
        kinds: as `ibpkt.protocols.MESSAGE_KINDS` lists them; none for all.
        outcomes: as `ibpkt.analysis.results.message.OUTCOMES` has them; none for all.
    """

    def __init__(
        self, flows: Collection[int] = (), kinds: Collection[str] = (), outcomes: Collection[str] = ()
    ) -> None:
        self.flows: frozenset[int] = frozenset(flows)
        self.kinds: frozenset[str] = frozenset(kinds)
        self.outcomes: frozenset[str] = frozenset(outcomes)

    def __contains__(self, message: Message) -> bool:
        return (
            (not self.flows or message.flow in self.flows)
            and (not self.kinds or message.kind in self.kinds)
            and (not self.outcomes or message.outcome in self.outcomes)
        )
