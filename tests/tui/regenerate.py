"""Screens at 80x24 and 120x40: ``python -m tests.tui.regenerate [NAME…]`` stores them; read the diff."""

from __future__ import annotations

import contextlib
import re
import sys
from pathlib import Path
from typing import Any

from tests.support.shared import REPOSITORY
from tests.tui.driver import LARGE, SMALL, driven

SCREENS = Path(__file__).with_name("screens")
LOSS, CLEAN, NVME = "captures/loss_write_3pct.pcap.gz", "captures/rc_write.pcap", "captures/nvmeof.pcap"
CORRUPT = "captures/corrupt_write.pcap"


def typed(text: str) -> tuple[str, ...]:
    """The keys of a text."""
    names = {".": "full_stop", "=": "equals_sign", "_": "underscore", ">": "greater_than_sign", " ": "space"}
    return tuple(names.get(char, char) for char in text)


#: the capture, the keys, other options
CASES: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "packets": (LOSS, (), {}),
    "finding": (LOSS, ("n", "n"), {}),
    "flow": (LOSS, ("n", "f"), {}),
    "message": (LOSS, ("n", "m"), {}),
    "command": (NVME, ("colon", "8", "enter", "c"), {}),
    "filter": (LOSS, ("j",), {"filter": "infiniband.aeth.syndrome >= 96"}),
    "filter_typed": (LOSS, ("slash", *typed("infiniband.ae")), {}),
    "filter_wrong": (LOSS, ("slash", *typed("infiniband.bth.pns")), {}),
    "tree": (CORRUPT, ("colon", *"174", "enter", "2", *["j"] * 5, "right", "j"), {}),
    "ladder": (LOSS, ("n", "l"), {}),
    "ladder_two_lines": (LOSS, ("n", "l", "o", "z"), {}),
    "incidents": (LOSS, ("i",), {}),
    "clean": (CLEAN, ("i",), {}),
    "statistics": (NVME, ("s",), {}),
    "help": (CLEAN, ("question_mark",), {}),
    "beside": (CORRUPT, ("vertical_line", "G"), {}),
    "empty": ("captures/derived_empty.pcap", (), {}),
    "no_rdma": (CLEAN, ("G",), {"roce_port": 1}),
    "cut": ("captures/derived_cut_in_record.pcap", ("G",), {}),
}
#: those that are also shown on a large terminal, and on one of 20 columns
WIDE, NARROW = ("tree", "flow", "filter_wrong", "ladder", "incidents", "statistics"), ("finding", "ladder", "incidents")
EVERY = [*((name, SMALL) for name in CASES), *((name, LARGE) for name in WIDE), *((name, (20, 12)) for name in NARROW)]


def path_of(name: str, size: tuple[int, int]) -> Path:
    """Where a screen is stored."""
    return SCREENS / f"{name}.{size[0]}x{size[1]}.txt"


def screen(name: str, size: tuple[int, int]) -> str:
    """What is on the screen."""
    capture, keys, more = CASES[name]
    with contextlib.chdir(REPOSITORY):
        shown: str = driven(capture, keys, size, **more)
    return shown


#: a block of the page that shows a stored screen, and the name of that
_BLOCK = re.compile(r"<!-- screen (\S+) -->\n```text\n(.*?)```\n", re.DOTALL)
PAGE = REPOSITORY / "docs" / "tui.md"


def page_with_screens() -> str:
    """The page about the screens, with them as they are stored."""

    def block(match: re.Match[str]) -> str:
        text = (SCREENS / f"{match[1]}.txt").read_text(encoding="utf-8")
        return f"<!-- screen {match[1]} -->\n```text\n{text}```\n"

    return _BLOCK.sub(block, PAGE.read_text(encoding="utf-8"))


def main() -> None:
    """Store the screens, and put them into the page."""
    SCREENS.mkdir(exist_ok=True)
    wanted = sys.argv[1:] or CASES
    known = {path_of(*case) for case in EVERY}
    for path in set(SCREENS.glob("*.txt")) - known:
        path.unlink()
    for case in EVERY:
        if case[0] in wanted:
            path_of(*case).write_text(screen(*case), encoding="utf-8", newline="")
    PAGE.write_text(page_with_screens(), encoding="utf-8", newline="")


if __name__ == "__main__":
    main()
