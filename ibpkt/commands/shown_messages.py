"""Messages that have headers, whether they belong to a command or not."""

from __future__ import annotations

from typing import NamedTuple


class ShownMessage(NamedTuple):
    """A packet with headers of an upper protocol.

    Attributes:
        frame: the packet.
        contents: what it is, a number of `ibpkt.protocols.upper.contents.CONTENTS`.
    """

    frame: int
    contents: int
