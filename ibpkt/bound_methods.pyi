# Written by `python -m tests.typing.make_stubs` out of the declarations; do not edit.
import pyarrow as pa
from collections.abc import (
    Iterable,
    Sequence,
)
from ibpkt.craft.drafts import (
    Draft,
)
from ibpkt.io.source import (
    Capture,
)
from ibpkt.packet import (
    Packet,
)
from typing import (
    Any,
)

class BatchMethods:
    """The methods that upper rooms add to `Batch`."""
    def to_arrow(self, names: Sequence[str]=()) -> pa.RecordBatch:
        """The packets of a batch as an Arrow record batch, a row each; see `table`."""

class CaptureMethods:
    """The methods that upper rooms add to `Capture`."""
    def follow(self, names: Iterable[str] | None=None, *, twice: bool | None=None) -> Capture:
        """Annotate packets with facts that depend on other packets: the packet that answers a request, tables of segments."""
    def to_arrow(self, names: Sequence[str]=()) -> pa.Table:
        """The packets as an Arrow table, a row each; null if a packet lacks the field."""

class HeaderMethods:
    """The methods that upper rooms add to `Header`."""
    def __call__(self, **values: Any) -> Draft:
        """A header to be built, with Python values (numbers, names of enumerated values, addresses as texts, bytes)."""

class PacketMethods:
    """The methods that upper rooms add to `Packet`."""
    def replace(self, *, payload: bytes | None=None, lengths: bool=True, crcs: bool=True, **changes: Any) -> Packet:
        """A packet with some fields changed, built again."""
