"""The tables of `docs/` that follow from declarations: every kind of finding, and the scenes that show it.

``python -m tests.analysis.truth.findings_page`` writes them.
"""

from __future__ import annotations

import re
from pathlib import Path

from ibpkt.analysis.checks.expert import KINDS
from ibpkt.analysis.results.finding import FindingType
from ibpkt.commands.command_checks import command_kinds
from tests.analysis.truth.scenes.all_scenes import own_scenes
from tests.support.shared import REPOSITORY

#: the pages, and the headings behind which the tables stand
FINDINGS, ANALYSIS = REPOSITORY / "docs" / "findings.md", REPOSITORY / "docs" / "analysis.md"
EVERY_KIND, SCENES = "## Every kind", "## Which scenes show what"


def glossary() -> dict[str, str]:
    """The words of the glossary, and the anchor of each: titles, and what stands behind "Also"."""
    text = (REPOSITORY / "docs" / "glossary.md").read_text(encoding="utf-8")
    words: dict[str, str] = {}
    for title, body in re.findall(r"^### (.+)\n((?:(?!#).+\n)+)", text, re.MULTILINE):
        anchor = title.lower().replace(" ", "-")
        also = re.match(r"Also: (.+?)\. ", body.replace("\n", " "))
        for word in (title, *(also[1].split(", ") if also else ())):
            words.setdefault(word, anchor)
    return words


def words_of(kind: FindingType, words: dict[str, str]) -> list[str]:
    """The words of the glossary that a kind needs, as links, in the order in which its texts have them."""
    name = kind.name.replace("-", " ")
    text = re.sub(r"\{[^}]*\}", "", f"{name} {name.upper()} {kind.says} {kind.means}")
    anchors = {_as_written(word): anchor for word, anchor in words.items()}
    pattern = "|".join(sorted(map(re.escape, anchors), key=len, reverse=True))
    # a sentence may begin with any word; SEND is not "send"
    text = re.sub(r"\b[A-Z][a-z]+\b", lambda word: word[0].lower(), text)
    found = dict.fromkeys(anchors[word] for word in re.findall(rf"(?<!\w)(?:{pattern})(?!\w)", text))
    titles = {anchor: word for word, anchor in reversed(words.items())}
    return [f"[{titles[anchor]}](glossary.md#{anchor})" for anchor in found]


def _as_written(word: str) -> str:
    """A word as it stands within a sentence: abbreviations keep their capitals."""
    return re.sub(r"^[A-Z][a-z]+\b", lambda first: first[0].lower(), word)


def every_kind() -> list[str]:
    """A row for each kind of finding that is declared, by group and name."""
    words = glossary()
    rows = []
    for kind in sorted((*KINDS.values(), *command_kinds().values()), key=lambda kind: (kind.group, kind.name)):
        links = ", ".join(words_of(kind, words))
        rows.append(f"| `{kind.name}` | {kind.group} | {kind.severity} | {kind.means} | {links} |".replace("  ", " "))
    return ["| kind | group | severity | means | words |", "|---|---|---|---|---|", *rows]


def scenes() -> list[str]:
    """A row for each kind, severity or sum of kinds that scenes expect, with their names but for the carriers."""
    shown: dict[str, list[str]] = {}
    for scene in own_scenes():
        name = scene.name.removesuffix("-ipv4").removesuffix("-ipv6").removesuffix("-native")
        for kind in scene.verdict.expect:
            if name not in shown.setdefault(kind, []):
                shown[kind].append(name)
    return ["| told | in the scenes |", "|---|---|"] + [
        f"| `{kind}` | {', '.join(f'`{name}`' for name in names)} |" for kind, names in sorted(shown.items())
    ]


def table_of(page: Path, heading: str) -> list[str]:
    """The table of a page behind a heading."""
    lines = page.read_text(encoding="utf-8").splitlines()
    found: list[str] = []
    for line in lines[lines.index(heading) + 1 :]:
        if line.startswith("|"):
            found.append(line)
        elif found:
            break
    return found


def write(page: Path, heading: str, rows: list[str]) -> None:
    """Put the rows in place of the table behind a heading."""
    text = page.read_text(encoding="utf-8")
    before, head, behind = text.partition(heading)
    old = "\n".join(table_of(page, heading))
    page.write_text(before + head + behind.replace(old, "\n".join(rows), 1), encoding="utf-8")


if __name__ == "__main__":
    write(FINDINGS, EVERY_KIND, every_kind())
    write(ANALYSIS, SCENES, scenes())
