"""The tables of `docs/` that follow from declarations: every kind of finding, and the scenes that show it.

``python -m tests.analysis.truth.findings_page`` writes them.
"""

from __future__ import annotations

from pathlib import Path

from ibpkt.analysis.checks.expert import KINDS
from ibpkt.commands.command_checks import command_kinds
from tests.analysis.truth.scenes.all_scenes import own_scenes
from tests.support.shared import REPOSITORY

#: the pages, and the headings behind which the tables stand
FINDINGS, ANALYSIS = REPOSITORY / "docs" / "findings.md", REPOSITORY / "docs" / "analysis.md"
EVERY_KIND, SCENES = "## Every kind", "## Which scenes show what"


def every_kind() -> list[str]:
    """A row for each kind of finding that is declared, by group and name."""
    rows = sorted(
        (kind.group, kind.name, str(kind.severity), kind.means) for kind in (*KINDS.values(), *command_kinds().values())
    )
    return ["| kind | group | severity | means |", "|---|---|---|---|"] + [
        f"| `{name}` | {group} | {severity} | {means} |".replace("  ", " ") for group, name, severity, means in rows
    ]


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
