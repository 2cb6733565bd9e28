"""What the site adds to the pages of docs/: their order, the API reference, and pages from the rest of the repository.

The reference has a page for each public package (`docs/make_stability.py` knows them), with its public names.
"""

from __future__ import annotations

import importlib
import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

from mkdocs.structure.files import File, Files

DOCS = Path(__file__).resolve().parent.parent
REPOSITORY = DOCS.parent
#: pages that stand outside docs/, and where the site has them
OUTSIDE = {"captures/README.md": "captures.md", "CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
_LINK = re.compile(r"\]\(([^)#:]+)(#[^)]*)?\)")


def _stability() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_stability", DOCS / "make_stability.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _reference() -> dict[str, str]:
    """The pages of the API reference by their paths."""
    stability = _stability()
    pages: dict[str, str] = {}
    homes: dict[str, str] = {}  # a name that two packages have is documented once
    for package, purpose in sorted(stability.PACKAGES.items()):
        lines = [f"# `{package}`", f"{purpose[0].upper()}{purpose[1:]}."]
        for public in stability.public_names(package):
            if not public.written:
                lines.append(f"`{public.name}` is {public.summary}, made of the declarations.")
                continue
            home = homes.setdefault(public.target, package)
            also = f"`{public.name}` is [`{home}.{public.name}`][{public.target}]."
            lines.append(f"::: {public.target}" if home == package else also)
            lines += _bound_methods(public.name, homes, package)
        if package in stability.HEADERS:
            lines.append("Every declared header has its name here, too; [fields.md](../fields.md) lists them.")
        pages[f"reference/{package}.md"] = "\n\n".join(lines) + "\n"
    return pages


def _bound_methods(name: str, homes: dict[str, str], package: str) -> list[str]:
    """The methods that upper rooms add to a class, as functions of their own: the class does not know them."""
    lines = []
    for method, target in importlib.import_module("ibpkt").CONVENIENCES.get(name, {}).items():
        path = target.replace(":", ".")
        if not method.startswith("_") and homes.setdefault(path, package) == package and f"::: {path}" not in lines:
            lines.append(f"::: {path}\n    options:\n      heading: {name}.{method}\n      heading_level: 3")
    return lines


def on_config(config: Any) -> Any:
    """The navigation: the pages in the order of the table in index.md, then the reference."""
    listed = re.findall(r"^\| \[[^]]*\]\(([\w-]+\.md)\)", (DOCS / "index.md").read_text(encoding="utf-8"), re.MULTILINE)
    others = sorted(path.name for path in DOCS.glob("*.md") if path.name not in (*listed, "index.md"))
    examples = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.glob("examples/*/README.md"))
    reference = sorted(_stability().PACKAGES)
    config["nav"] = [
        "index.md",
        {"Pages": listed + others},
        {"Example projects": examples},
        {"API reference": [{package: f"reference/{package}.md"} for package in reference]},
        {"Project": list(OUTSIDE.values())},
    ]
    return config


def on_files(files: Files, config: Any) -> Files:
    """The reference, and pages from outside docs/."""
    for path, content in _reference().items():
        files.append(File.generated(config, path, content=content))
    for source, path in OUTSIDE.items():
        files.append(File.generated(config, path, content=(REPOSITORY / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    """Links to files that the site does not have become code; links to pages that it has elsewhere follow them."""
    source = {path: origin for origin, path in OUTSIDE.items()}.get(page.file.src_uri)
    folder = (REPOSITORY / source).parent if source else (DOCS / page.file.src_uri).parent

    def follow(link: re.Match[str]) -> str:
        target = (folder / link[1]).resolve()
        if page.file.src_uri.startswith("reference/") or not (target.exists() and target.is_relative_to(REPOSITORY)):
            return link[0]
        path = target.relative_to(REPOSITORY).as_posix()
        inside = OUTSIDE.get(path) or (path.removeprefix("docs/") if path.startswith("docs/") else None)
        if path == "README.md":
            inside = "index.md"
        if inside is None or files.get_file_from_path(inside) is None:
            return "]"  # a file that the site does not have: its name stays, in brackets
        up = "../" * page.file.src_uri.count("/")
        return f"]({up}{inside}{link[2] or ''})"

    return _LINK.sub(follow, markdown)
