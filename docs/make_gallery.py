"""Writes `gallery.md` and `pictures/` out of what commands draw and print: ``python docs/make_gallery.py``.

Pictures are what ``ibpkt plot`` writes.  Screens are what a command prints on a terminal of 80 columns, set as SVG; the
tour is a screen a step, one after the other.  The screen of ``ibpkt tui`` is set after each key.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple
from unittest import mock

from ibpkt.cli.program import cli
from ibpkt.output.paint import DIM, DOUBTFUL, FINE, RESET, TITLE, WRONG
from ibpkt.output.svg import escape_markup
from ibpkt.plot.colors import DARK

DOCS = Path(__file__).resolve().parent
PAGE, PICTURES = DOCS / "gallery.md", DOCS / "pictures"
COLUMNS = 80


class Exhibit(NamedTuple):
    """A picture of the gallery.

    Attributes:
        title: its heading.
        says: what it shows.
        line: the command, without ``ibpkt`` and without ``-o``.
    """

    title: str
    says: str
    line: str


#: what is drawn, by the names of the files
PLOTS = {
    "sequence-loss": Exhibit(
        "Packets that are lost", "Each loss makes the sender go back to it, and send all behind it again.",
        "plot sequence captures/loss_write_3pct.pcap.gz",
    ),
    "sequence-rnr": Exhibit(
        "A receiver that is not ready", "The same three messages, refused 18 times; in between nothing happens.",
        "plot sequence captures/rnr_recover.pcap",
    ),
    "congestion-marks": Exhibit(
        "Marks of a switch", "Packets that a switch has marked, below the throughput.",
        "plot congestion captures/ecn_marked_netem.pcap",
    ),
    "depth-nvme": Exhibit(
        "Queue depth of a disk", "How many commands and messages were under way.", "plot depth captures/nvmeof.pcap"
    ),
    "latency-iser": Exhibit(
        "Latency of an iSER target", "How long operations and SCSI commands took.", "plot latency captures/iser.pcap"
    ),
    "throughput-both": Exhibit(
        "Throughput", "Both directions of a connection that sends both ways.",
        "plot throughput captures/bidir_sends.pcap",
    ),
    "matrix": Exhibit("Who talks to whom", "Bytes by pair of addresses.", "plot matrix captures/ib_small.pcap"),
    "topology": Exhibit(
        "A fabric", "What a subnet manager has asked and been told.", "plot topology captures/ib_small.pcap"
    ),
}  # fmt: skip
#: what is printed, likewise
SCREENS = {
    "screen-expert": Exhibit(
        "What went wrong", "The cause first, with place, cost, proof and what to do.",
        "expert captures/loss_write_3pct.pcap.gz",
    ),
    "screen-check": Exhibit(
        "Which bit was flipped", "Each wrong CRC with its cause.", "check captures/corrupt_write.pcap"
    ),
    "screen-info": Exhibit("What a capture is", "And which command to go on with.", "info captures/nvmeof.pcap"),
}  # fmt: skip
TOUR = Exhibit("The tour", "The steps of `ibpkt demo`, three seconds each.", "demo")
TUI = Exhibit(
    "From an incident to its packets", "A capture in the terminal, a key every three seconds.",
    "tui captures/loss_write_3pct.pcap.gz",
)  # fmt: skip
#: the keys that are pressed there, by their names, and what they do
KEYS = {
    "i": "i: what went wrong",
    "enter": "Enter: to its packet",
    "n": "n: to the next finding",
    "l": "l: the ladder of its flow",
}

#: pixels of a character, of a line, and around the text
_WIDTH, _HEIGHT, _MARGIN, _BAR = 8.4, 18, 16, 30
#: lines of a screen; a longer one is cut
_LINES = 24
#: pixels from the top of a line to what its letters stand on
_ASCENT = 13.5
_CLASSES = {WRONG: "wrong", DOUBTFUL: "doubtful", FINE: "fine", TITLE: "title", DIM: "dim"}
_STYLE = (
    ".frame{fill:#171c22}.text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e8ecf0;"
    "white-space:pre}.wrong{fill:#ff9557}.doubtful{fill:#f0b83f}.fine{fill:#4ccf9f}.title{font-weight:700}"
    ".dim,.line{fill:#9aa5b1}"
)
#: roles by their colours in `ibpkt tui`; of those that look alike the first
_ROLES = {color: role for role, color in reversed(DARK.items())}

#: a line of a screen as pieces: the class of their colour, and their text
Row = list[tuple[str, str]]


class Frame(NamedTuple):
    """A screen.

    Attributes:
        rows: its lines.
        caption: what led to it.
        grounds: what lies behind its lines, as SVG.
    """

    rows: list[Row]
    caption: str = ""
    grounds: str = ""


def printed(line: str) -> str:
    """What a command prints on a terminal with colours."""
    stream = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with (
        mock.patch.dict(os.environ, {"COLUMNS": str(COLUMNS)}),
        contextlib.redirect_stdout(stream),
        contextlib.chdir(DOCS.parent),
    ):
        cli.main([*shlex.split(line), "--color", "always"], prog_name="ibpkt", standalone_mode=False)
    stream.seek(0)
    return stream.read()


def drawn(line: str) -> str:
    """What a command draws."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(DOCS.parent):
        target = Path(folder) / "picture.svg"
        cli.main([*shlex.split(line), "-o", str(target)], prog_name="ibpkt", standalone_mode=False)
        return target.read_text(encoding="utf-8")


def terminal(text: str) -> list[Row]:
    """Lines as a terminal breaks them."""
    lines: list[Row] = []
    style = ""
    for line in text.rstrip("\n").split("\n"):
        row: Row = []
        room = COLUMNS
        for part in re.split(r"(\x1b\[\d*m)", line):
            if part.startswith("\x1b"):
                style = "" if part == RESET else _CLASSES.get(part, style)
                continue
            while len(part) > room:
                row.append((style, part[:room]))
                lines.append(row)
                part, row, room = part[room:], [], COLUMNS
            if part:
                row.append((style, part))
                room -= len(part)
        lines.append(row)
    return lines


def pressed() -> list[Frame]:
    """The screen of `ibpkt tui` as it begins, and after each key."""
    if str(DOCS.parent) not in sys.path:
        sys.path.append(str(DOCS.parent))
    from tests.tui.driver import driven, idle

    async def after(pilot: Any) -> list[Frame]:
        frames = [_frame(pilot.app)]
        for key, caption in KEYS.items():
            await pilot.press(key)
            await idle(pilot)
            frames.append(_frame(pilot.app, caption))
        return frames

    with contextlib.chdir(DOCS.parent):
        return driven(TUI.line.split()[-1], after=after)


def _frame(app: Any, caption: str = "") -> Frame:
    """What an application shows."""
    rows: list[Row] = []
    grounds = _ground("paper", 0, 0, COLUMNS, app.size.height)
    for number, strip in enumerate(app.screen._compositor.render_strips()):
        row: Row = []
        column = 0
        for text, look, _ in strip:
            role = _role(look.color) + " bold" * bool(look.bold)
            if row and (row[-1][0] == role or not text.strip()):  # blanks look alike in all colours
                role, before = row.pop()
                row.append((role, before + text))
            else:
                row.append((role, text))
        if row:
            row[-1] = (row[-1][0], row[-1][1].rstrip())
        rows.append([(role, text) for role, text in row if text])
        for role, pieces in itertools.groupby(strip, lambda piece: _role(piece.style.bgcolor)):
            columns = sum(len(piece.text) for piece in pieces)
            if role != "paper":
                grounds += _ground(role, number, column, columns)
            column += columns
    return Frame(rows, caption, grounds)


def _role(color: Any) -> str:
    """What a colour of an application stands for."""
    return _ROLES[color.get_truecolor().hex] if color else "ink"


def _ground(role: str, line: int, column: int, columns: int, lines: int = 1) -> str:
    """What lies behind some characters."""
    x, y = _MARGIN + column * _WIDTH, _BAR + _MARGIN + line * _HEIGHT - _ASCENT
    return f'<rect class="{role}" x="{x:.1f}" y="{y}" width="{columns * _WIDTH:.1f}" height="{lines * _HEIGHT}"/>'


def _line(row: Row, number: int) -> str:
    """A line of a screen; each piece begins and ends where its characters do, whatever the font."""
    spans, column = "", 0
    for style, text in row:
        x, length = _MARGIN + column * _WIDTH, len(text) * _WIDTH
        look = f' class="{style}"' if style else ""
        spans += f'<tspan{look} x="{x:.1f}" textLength="{length:.1f}">{escape_markup(text)}</tspan>'
        column += len(text)
    y = _BAR + _MARGIN + number * _HEIGHT
    return f'<text class="text" xml:space="preserve" y="{y}">{spans}</text>'


def _screen_svg(title: str, frames: list[Frame], rest: int = 0, style: str = "", seconds: int = 3) -> str:
    """Screens as a picture, one after the other where there are several; what does not move shows the one at rest."""
    height = _BAR + _MARGIN + max(len(frame.rows) for frame in frames) * _HEIGHT
    width = round(COLUMNS * _WIDTH + 2 * _MARGIN)
    style, groups = _STYLE + style, []
    for number, frame in enumerate(frames):
        rows = "".join(_line(row, place) for place, row in enumerate(frame.rows) if row)
        if frame.caption:
            caption = escape_markup(frame.caption)
            rows += f'<text class="text" x="{width - _MARGIN}" y="22" text-anchor="end">{caption}</text>'
        groups.append(f'<g class="step s{number}">{frame.grounds}{rows}</g>')
    if len(frames) > 1:
        # who wants no motion, and paper, get one
        share, whole = 100 / len(frames), seconds * len(frames)
        style += (
            f"@keyframes show{{0%{{opacity:1}}{share:g}%,100%{{opacity:0}}}}.step{{opacity:0}}.s{rest}{{opacity:1}}"
            f"@media screen and (prefers-reduced-motion:no-preference){{.s{rest}{{opacity:0}}"
            f".step{{animation:show {whole}s infinite step-end}}"
        )
        style += "".join(f".s{number}{{animation-delay:{number * seconds}s}}" for number in range(len(frames))) + "}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<title>{escape_markup(title)}</title><style>{style}</style>"
        f'<rect class="frame" width="{width}" height="{height}" rx="10"/>'
        f'<text class="text line" x="{_MARGIN}" y="22">$ {escape_markup(title)}</text>{"".join(groups)}</svg>\n'
    )


def picture(name: str) -> str:
    """The picture of a name, as SVG."""
    if name in PLOTS:
        return drawn(PLOTS[name].line)
    if name in SCREENS:
        lines = terminal(printed(SCREENS[name].line))
        cut = [*lines[: _LINES - 2], [("", "…")], lines[-1]] if len(lines) > _LINES else lines
        return _screen_svg(f"ibpkt {SCREENS[name].line}", [Frame(cut)])
    if name == "tui":
        colors = "".join(f".step .{role}{{fill:{color}}}" for role, color in DARK.items())
        return _screen_svg(f"ibpkt {TUI.line}", pressed(), len(KEYS), f"{colors}.bold{{font-weight:700}}")
    # at rest the first: what went wrong
    steps = printed(f"{TOUR.line} --pause 0").split(f"\n\n{TITLE}")[1:-1]
    return _screen_svg(f"ibpkt {TOUR.line}", [Frame(terminal(TITLE + step)) for step in steps])


#: every picture
NAMES = ("tour", "tui", *SCREENS, *PLOTS)


def page() -> str:
    """The page."""
    head = (
        "# Gallery\n\n<!-- Written by `python docs/make_gallery.py`; do not edit. -->\n\n"
        "Everything here is what a command has drawn or printed, on the captures of this repository; tests hold every"
        " picture\nequal to what the command draws today. [plot.md](plot.md) and [report.md](report.md) say how.\n"
    )
    parts = [head]
    for name, exhibit in {"tour": TOUR, "tui": TUI, **SCREENS, **PLOTS}.items():
        *words, capture = exhibit.line.split()
        line = " ".join([*words, "-o", f"{name}.svg", capture]) if name in PLOTS else exhibit.line
        parts.append(
            f"\n## {exhibit.title}\n\n{exhibit.says}\n\n"
            f"![{exhibit.title}: {exhibit.says.replace('`', '')}](pictures/{name}.svg)\n\n```sh\nibpkt {line}\n```\n"
        )
    return "".join(parts)


def main() -> None:
    """Write the page and the pictures."""
    PICTURES.mkdir(exist_ok=True)
    for path in PICTURES.glob("*.svg"):
        if path.stem not in NAMES:
            path.unlink()
    for name in sys.argv[1:] or NAMES:
        (PICTURES / f"{name}.svg").write_text(picture(name), encoding="utf-8")
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
