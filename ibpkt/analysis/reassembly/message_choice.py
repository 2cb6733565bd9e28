"""Which messages somebody wants, where they are not all: objects are made of these only."""

from __future__ import annotations

from typing import Protocol

from ibpkt.arrays import Bools, Ints


class MessageChoice(Protocol):
    """Chooses messages that have ended."""

    def note_requests(self, flows: Ints, operations: Ints) -> None:
        """Requests of connections that have come, before messages that end with them are chosen.

        Args:
            flows: the numbers of their flows, shape (n,).
            operations: indices in `ibpkt.protocols.OPERATIONS`, shape (n,).
        """

    def choose(self, flows: Ints, operations: Ints, immediate: Ints) -> Bools:
        """Which of some messages are wanted, shape (m,).

        Args:
            flows: the numbers of their flows, shape (m,).
            operations: indices in `ibpkt.protocols.OPERATIONS`, shape (m,).
            immediate: immediate data, negative for none, shape (m,).
        """

    def may_choose(self, flows: Ints) -> Bools:
        """Of which flows messages may still be chosen, shape (k,).

        Args:
            flows: their numbers, shape (k,).
        """
