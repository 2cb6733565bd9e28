"""What pytest loads where ibpkt is installed: comparisons of packets that explain themselves, and fixtures.

pytest imports this module at every start, in projects that do not use it as well; so it imports nothing of ibpkt before
a test needs it.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ibpkt.io.source import Capture

#: the link type of the bytes that the running test compares, where it is marked
_LINK = pytest.StashKey[Any]()


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marker."""
    config.addinivalue_line(
        "markers", "ib_link(link): bytes that this test compares are packets of this link type, and explained as such"
    )


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Remember the marker of the test that runs."""
    marker = item.get_closest_marker("ib_link")
    item.config.stash[_LINK] = marker.args[0] if marker and marker.args else None


def pytest_assertrepr_compare(config: pytest.Config, op: str, left: object, right: object) -> list[str] | None:
    """Explain why two packets, layers, drafts, or lists of packets are not equal."""
    link = config.stash.get(_LINK, None)
    if op != "==" or (link is None and "ibpkt.packet.packet" not in sys.modules):
        return None
    from ibpkt.craft.drafts import Draft
    from ibpkt.output import packet_differences as explain
    from ibpkt.packet import Layer, Packet, decode

    lines = None
    if isinstance(left, Packet) and isinstance(right, Packet):
        lines = explain.explanation(left, right)
    elif isinstance(left, Layer) and isinstance(right, Layer):
        lines = explain.layer_explanation(left, right)
    elif isinstance(left, Draft) and isinstance(right, Draft):
        lines = explain.draft_explanation(left, right)
    elif isinstance(left, Packet | bytes) and isinstance(right, Packet | bytes):
        if isinstance(left, bytes) and isinstance(right, bytes):
            if link is not None:
                lines = explain.explanation(decode(left, link), decode(right, link))
        else:
            both = explain.as_packet(left, right), explain.as_packet(right, left)
            note = "a packet and bytes are never equal: compare bytes(packet)"
            lines = [*(explain.explanation(*both) or ["the bytes of the packet are the same"]), note]
    elif _packets(left, Packet) and _packets(right, Packet):
        lines = explain.list_explanation(left, right)  # type: ignore[arg-type]  # both are lists
    return lines or None


def _packets(value: object, packet_type: type) -> bool:
    """Whether it is a list of packets; the shorter one may be empty."""
    return type(value) in (list, tuple) and all(isinstance(item, packet_type) for item in value)  # type: ignore[attr-defined]


@pytest.fixture
def ib_capture(request: pytest.FixtureRequest) -> Iterator[Callable[..., Capture]]:
    """Opens captures: ``ib_capture(path)`` is what `ibpkt.open` gives, closed at the end of the test.

    A relative path is that of a file beside the test, or else in the current directory.  The options are those of
    `ibpkt.open`.
    """
    from ibpkt.io.source import open as open_capture

    with contextlib.ExitStack() as opened:

        def ib_capture(path: Any, **options: Any) -> Capture:
            beside = request.path.parent / path if isinstance(path, str | Path) else None
            return opened.enter_context(open_capture(beside if beside and beside.exists() else path, **options))

        yield ib_capture


@pytest.fixture
def packets_equal() -> Callable[..., None]:
    """Asserts that packets are equal but for some fields: ``packets_equal(a, b, ignore=("ipv4.id", "icrc"))``.

    Either may be bytes, which are decoded as the other one, and both may be lists of packets.  What may be ignored, and
    by which names, `ibpkt.output.packet_differences.differences` says.
    """
    from ibpkt.output import packet_differences as explain

    def packets_equal(left: Any, right: Any, ignore: Iterable[str] = ()) -> None:
        __tracebackhide__ = True
        if isinstance(left, list | tuple) and isinstance(right, list | tuple):
            lines = explain.list_explanation(left, right, ignore)
        else:
            lines = explain.explanation(explain.as_packet(left, right), explain.as_packet(right, left), ignore)
        if lines:
            raise AssertionError("\n".join(lines))

    return packets_equal
