"""The page: the template filled in, with a content security policy that lets only its own style and script through."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ibpkt.errors import CallerError, ResourceError, optional_package, root_cause
from ibpkt.output.svg import escape_markup
from ibpkt.plot.palette import DARK, LIGHT, chart_rules
from ibpkt.plot.picture_files import csp_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ibpkt.report.views import FileView

_HERE = Path(__file__).parent


def needs_jinja() -> None:
    """See that what fills the template in is installed.

    Raises:
        CallerError: it is not.
        ResourceError: it is, and cannot be loaded.
    """
    with optional_package(functools.partial(CallerError, "a page needs jinja2: pip install 'ibpkt[report]'")):
        import jinja2  # noqa: F401


def page(files: Sequence[FileView], command: str = "ibpkt report") -> str:
    """The page as HTML: it loads nothing and sends nothing.

    Args:
        files: what it says of each capture; the worst comes first.
        command: the line that made it.

    Raises:
        CallerError: jinja2 is not installed.
    """
    needs_jinja()

    from markupsafe import Markup

    style, script = style_sheet(), (_HERE / "page.js").read_text(encoding="utf-8").strip()
    # the page's images are the topologies that it carries itself
    policy = (
        f"default-src 'none'; style-src {csp_hash(style)}; script-src {csp_hash(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    ordered = sorted(files, key=lambda each: each.rank)
    text: str = _template().render(
        files=ordered, style=Markup(style), script=Markup(script), policy=policy, command=command
    )
    return text


@functools.cache
def _template() -> Any:
    """The template, compiled; raises ResourceError."""
    import jinja2
    from markupsafe import Markup

    def escaped(value: Any) -> Any:
        # one rule for all text: markup, controls and marks of direction
        return value if isinstance(value, Markup) or not isinstance(value, str) else Markup(escape_markup(value))

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(_HERE),
        autoescape=True,
        finalize=escaped,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["markup"] = Markup
    try:
        return environment.get_template("page.html.jinja")
    except jinja2.TemplateError as error:  # what reads it needs modules of Python, which may not be loaded
        raise ResourceError(f"the template of the page cannot be loaded: {root_cause(error)}") from error


@functools.cache
def style_sheet() -> str:
    """The style sheet: colours by name, charts, and the page."""
    light, dark = (";".join(f"--{name}:{color}" for name, color in colors.items()) for colors in (LIGHT, DARK))
    names = {name: f"var(--{name})" for name in LIGHT}
    own = "".join(line.strip() for line in (_HERE / "page.css").read_text(encoding="utf-8").splitlines())
    return (
        f":root{{color-scheme:light dark;{light}}}"
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}"
        f"@media screen{{:root[data-theme=dark]{{color-scheme:dark;{dark}}}}}"
        ":root[data-theme=light]{color-scheme:light}"
        f"{chart_rules(names)}{own}"
    )
