"""The application driven without a terminal, and what its screen shows as text."""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from textual.events import Key

from ibpkt.tui.app import SLOWER, PacketBrowser
from ibpkt.tui.session import CaptureOptions, CaptureSession

SMALL, LARGE = (80, 24), (120, 40)
#: messages lead to others: a key to an action, that to a new layout, and that to sizes of widgets
ROUNDS = 3


def options(path: Any, **more: Any) -> CaptureOptions:
    """What to look at."""
    usual = {"name": str(path), "follow": False, "roce_port": 4791, "verify": True, "filter": ""}
    return CaptureOptions(source=path if hasattr(path, "read") else str(path), **{**usual, **more})


def browser(path: Any, **more: Any) -> PacketBrowser:
    """The application, not running yet."""
    wanted = options(path, **more)
    return PacketBrowser(lambda: CaptureSession(wanted), name=wanted.name)


def text_of(app: PacketBrowser) -> str:
    """The screen as text."""
    strips = app.screen._compositor.render_strips()
    return "".join(f"{strip.text.rstrip()}\n" for strip in strips)


async def press(pilot: Any, *keys: str) -> None:
    """Press keys by their names, and wait until each has had its effect.

    `Pilot.press` waits until the process does nothing, 40 ms and more for each, which work in the background prolongs.
    """
    for key in keys:
        pilot.app.post_message(Key(key, _character(key)))
        await drawn(pilot)


def _character(key: str) -> str | None:
    """What a key types: it is called as Unicode calls that, or types nothing."""
    try:
        return key if len(key) == 1 else unicodedata.lookup(key.replace("_", " "))
    except KeyError:
        return None


async def drawn(pilot: Any) -> None:
    """Wait until all messages so far have been answered, and what came of them is drawn."""
    for _ in range(ROUNDS):
        await pilot.pause(0)


async def idle(pilot: Any, until: Callable[[], Any] | None = None, seconds: float = 20) -> None:
    """Wait until nothing changes any more, or until something holds."""
    app = pilot.app
    for _ in range(int(seconds / 0.02)):
        await pilot.pause(0.02)
        session = app.session
        if app.crash is not None:
            raise app.crash
        if until() if until is not None else (session is not None and session.is_idle):
            break
    else:
        raise TimeoutError(text_of(app))
    for _ in range(SLOWER):  # so that other screens are drawn, and what is said of the packet is asked for
        app.tick()
    if until is None:
        while not app.session.is_idle:
            await pilot.pause(0.01)
            app.tick()
        app.tick()
    await drawn(pilot)


def driven(
    path: Any,
    keys: Sequence[str] = (),
    size: tuple[int, int] = SMALL,
    after: Callable[[Any], Awaitable[Any]] | None = None,
    **more: Any,
) -> Any:
    """The screen as text after some keys; or what ``after`` returns, which gets the pilot."""

    async def run() -> Any:
        app = browser(path, **more)
        async with app.run_test(size=size) as pilot:
            await idle(pilot)
            await press(pilot, *keys)
            await idle(pilot)
            return text_of(app) if after is None else await after(pilot)

    return asyncio.run(run())
