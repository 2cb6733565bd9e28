# Written by `python -m tests.typing.make_stubs` out of the declarations; do not edit.
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import os
    import pyarrow as pa
    from collections.abc import (
        Iterable,
        Sequence,
    )
    from ibpkt.craft.drafts import (
        Draft,
    )
    from ibpkt.craft.fill_template import (
        Template,
    )
    from ibpkt.io.source import (
        Capture,
    )
    from ibpkt.packet import (
        Packet,
    )
    from ibpkt.plot.chart import (
        Picture,
    )
    from ibpkt.schema import (
        Header,
    )
    from scapy.packet import (
        Packet as ScapyPacket,
    )
    from typing import (
        Any,
    )

class BatchMethods:
    """The methods that upper rooms add to `Batch`."""
    def _repr_html_(self) -> str:
        """The first packets of a batch for notebooks (``_repr_html_``), a line each, without checking CRCs."""
    def to_arrow(self, names: Sequence[str]=()) -> pa.RecordBatch:
        """The packets of a batch as an Arrow record batch, a row each; see `table`."""

class CaptureMethods:
    """The methods that upper rooms add to `Capture`."""
    def follow(self, names: Iterable[str] | None=None, *, twice: bool | None=None) -> Capture:
        """Annotate packets with facts that depend on other packets: the packet that answers a request, tables of segments, the commands of storage protocols."""
    def plot(self, kind: str, *, flow: int | None=None, interval: int | None=None, since: int | None=None, until: int | None=None, verify: bool=True) -> Picture:
        """A picture of a capture, as data: `picture_bytes` makes a file of it."""
    def to_arrow(self, names: Sequence[str]=()) -> pa.Table:
        """The packets as an Arrow table, a row each; null if a packet lacks the field."""

class ChartMethods:
    """The methods that upper rooms add to `Chart`."""
    def _repr_html_(self) -> str:
        """A picture for notebooks (``_repr_html_``): an image, so that its style stays in it and nothing in it runs."""

class CommandMethods:
    """The methods that upper rooms add to `Command`."""
    def _repr_html_(self) -> str:
        """What is known of a command, under the names that JSON has."""

class DraftMethods:
    """The methods that upper rooms add to `Draft`."""

class DrawnPictureMethods:
    """The methods that upper rooms add to `DrawnPicture`."""
    def _repr_html_(self) -> str:
        """A picture for notebooks (``_repr_html_``): an image, so that its style stays in it and nothing in it runs."""

class FindingMethods:
    """The methods that upper rooms add to `Finding`."""
    def _repr_html_(self) -> str:
        """A finding: its sentence, what it usually means, and where it is."""

class FlowMethods:
    """The methods that upper rooms add to `Flow`."""
    def _repr_html_(self) -> str:
        """A flow as the table of flows of a page has it."""
    def plot(self, capture: Capture | str | os.PathLike[str], kind: str='sequence', *, interval: int | None=None, since: int | None=None, until: int | None=None, verify: bool=True) -> Picture:
        """A picture of a flow: `plot` with its number."""

class HeaderMethods:
    """The methods that upper rooms add to `Header`."""
    def __call__(self, **values: Any) -> Draft:
        """A header to be built, with Python values (numbers, names of enumerated values, addresses as texts, bytes)."""

class IncidentMethods:
    """The methods that upper rooms add to `Incident`."""
    def _repr_html_(self) -> str:
        """An incident: what it is, and what JSON says of it."""

class LayerMethods:
    """The methods that upper rooms add to `Layer`."""

class MatrixChartMethods:
    """The methods that upper rooms add to `MatrixChart`."""
    def _repr_html_(self) -> str:
        """A picture for notebooks (``_repr_html_``): an image, so that its style stays in it and nothing in it runs."""

class MessageMethods:
    """The methods that upper rooms add to `Message`."""
    def _repr_html_(self) -> str:
        """What is known of a message, under the names that JSON has."""

class PacketMethods:
    """The methods that upper rooms add to `Packet`."""
    def _repr_html_(self) -> str:
        """The tree of a packet for notebooks (``_repr_html_``): its headers folded, their fields within."""
    def decapsulate(self, *, all: bool=False) -> Packet:
        """The packet inside a tunnel or a capture record; its own bytes stay as they are."""
    def encapsulate(self, *headers: Draft | Header | str | Sequence[Any], strict: bool=True, link: int | str | Header | None=None) -> Packet:
        """A packet inside other headers; its own bytes stay as they are."""
    def hexdump(self, form: str='annotated') -> str:
        """A packet as a hex dump; `ibpkt.from_hexdump` reads all of them."""
    def insert(self, *headers: Draft | Header | str | Sequence[Any], after: Header | str | None=None, before: Header | str | None=None, lengths: bool=True, crcs: bool=True, strict: bool=True, link: int | str | Header | None=None) -> Packet:
        """A packet with headers put into it."""
    def remove(self, *headers: Header | str, lengths: bool=True, crcs: bool=True, strict: bool=True, link: int | str | Header | None=None) -> Packet:
        """A packet without some of its headers; a CRC goes with the last header that it closes."""
    def replace(self, *, payload: bytes | bytearray | None=None, pad: bytes | bytearray | None=None, icrc: bytes | bytearray | int | str | None=None, vcrc: bytes | bytearray | int | str | None=None, trailer: bytes | bytearray | None=None, lengths: bool=True, crcs: bool=True, **changes: Any) -> Packet:
        """A packet with some fields changed, built again."""
    def template(self, *fields: str) -> Template:
        """A packet as a template whose fields are filled in; see `Template`."""
    def to_c_array(self, name: str='packet') -> str:
        """A packet as a C array of bytes, with a comment before each header."""
    def to_python(self, name: str='packet') -> str:
        """A packet as Python that can be pasted into a script: an import, and an assignment."""
    def to_scapy(self) -> ScapyPacket:
        """A packet as scapy's, with the same bytes and time."""
    def to_yaml(self) -> str:
        """A packet as a recipe of one packet, with its time and comments."""

class ShapeMethods:
    """The methods that upper rooms add to `Shape`."""
    def line_column(self, column: str) -> list[str]:
        """A column of the lines of a shape's packets: the texts of packets that the default line shows, one a packet."""
