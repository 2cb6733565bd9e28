"""Which messages are wanted: by flow, kind and outcome."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np

from ibpkt.analysis.results.message import Message
from ibpkt.analysis.results.message_table import OUTCOME_NAMES, MessageTable
from ibpkt.arrays import Array, Bools
from ibpkt.protocols import OPERATIONS


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

    def select(self, messages: MessageTable) -> MessageTable:
        """The wanted ones of a table."""
        chosen = np.ones(len(messages), np.bool_)
        if self.flows:
            chosen &= np.isin(messages.column("flow"), list(self.flows))
        chosen &= _named(messages.column("operation"), OPERATIONS, self.kinds)
        chosen &= _named(messages.column("outcome"), OUTCOME_NAMES, self.outcomes)
        return messages.chosen(chosen)


def _named(numbers: Array, names: Sequence[str], wanted: Collection[str]) -> Bools | bool:
    """Which numbers have one of the wanted names; all of them where none is wanted."""
    if not wanted:
        return True
    found: Bools = np.array([name in wanted for name in names], np.bool_)[numbers]
    return found
