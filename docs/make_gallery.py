"""Writes `gallery.md` and `pictures/` out of what commands draw and print: ``python docs/make_gallery.py``.

Pictures are what ``ibpkt plot`` writes.  Screens are what a command prints on a terminal of 80 columns, set as SVG; the
tour is a screen a step, one after the other.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from ibpkt.cli.program import cli
from ibpkt.output.paint import DIM, DOUBTFUL, FINE, RESET, TITLE, WRONG
from ibpkt.output.svg import escape_markup

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

#: pixels of a character, of a line, and around the text
_WIDTH, _HEIGHT, _MARGIN, _BAR = 8.4, 18, 16, 30
#: lines of a screen; a longer one is cut
_LINES = 24
_CLASSES = {WRONG: "wrong", DOUBTFUL: "doubtful", FINE: "fine", TITLE: "title", DIM: "dim"}
_STYLE = (
    ".frame{fill:#171c22}.text{font:14px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#e8ecf0;"
    "white-space:pre}.wrong{fill:#ff9557}.doubtful{fill:#f0b83f}.fine{fill:#4ccf9f}.title{font-weight:700}"
    ".dim,.line{fill:#9aa5b1}"
)


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


def terminal(text: str) -> list[list[tuple[str, str]]]:
    """Lines as a terminal breaks them, each as pieces: the class of their colour, and their text."""
    lines: list[list[tuple[str, str]]] = []
    style = ""
    for line in text.rstrip("\n").split("\n"):
        row: list[tuple[str, str]] = []
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


def _line(row: list[tuple[str, str]], number: int) -> str:
    """A line of a screen; its length is that of its characters, whatever the font."""
    spans = "".join(
        f'<tspan class="{style}">{escape_markup(text)}</tspan>' if style else escape_markup(text) for style, text in row
    )
    length = sum(len(text) for _, text in row) * _WIDTH
    y = _BAR + _MARGIN + number * _HEIGHT
    return f'<text class="text" xml:space="preserve" x="{_MARGIN}" y="{y}" textLength="{length:.1f}">{spans}</text>'


def _screen_svg(title: str, frames: list[list[list[tuple[str, str]]]], seconds: int = 3) -> str:
    """Screens as a picture, one after the other where there are several."""
    height = _BAR + _MARGIN + max(map(len, frames)) * _HEIGHT
    width = round(COLUMNS * _WIDTH + 2 * _MARGIN)
    style, groups = _STYLE, []
    for number, frame in enumerate(frames):
        rows = "".join(_line(row, place) for place, row in enumerate(frame) if row)
        groups.append(f'<g class="step s{number}">{rows}</g>')
    if len(frames) > 1:
        # who wants no motion, and paper, get the first: what went wrong
        share, whole = 100 / len(frames), seconds * len(frames)
        style += (
            f"@keyframes show{{0%{{opacity:1}}{share:g}%,100%{{opacity:0}}}}.step{{opacity:0}}.s0{{opacity:1}}"
            f"@media screen and (prefers-reduced-motion:no-preference){{.s0{{opacity:0}}"
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
        return _screen_svg(f"ibpkt {SCREENS[name].line}", [cut])
    steps = printed(f"{TOUR.line} --pause 0").split(f"\n\n{TITLE}")[1:-1]
    return _screen_svg(f"ibpkt {TOUR.line}", [terminal(TITLE + step) for step in steps])


#: every picture
NAMES = ("tour", *SCREENS, *PLOTS)


def page() -> str:
    """The page."""
    head = (
        "# Gallery\n\n<!-- Written by `python docs/make_gallery.py`; do not edit. -->\n\n"
        "Everything here is what a command has drawn or printed, on the captures of this repository; tests hold every"
        " picture\nequal to what the command draws today. [plot.md](plot.md) and [report.md](report.md) say how.\n"
    )
    parts = [head]
    for name, exhibit in {"tour": TOUR, **SCREENS, **PLOTS}.items():
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
