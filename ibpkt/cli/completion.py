"""What the shell completes after TAB: names of fields in filters and in options that take fields."""

from __future__ import annotations

import re

import click
from click.shell_completion import CompletionItem

#: the field that is being typed, at the end of a filter
_LAST_NAME = re.compile(r"[\w.]*\Z")


def complete_field(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of fields that begin like the last word of what was typed."""
    from ibpkt.batch.fields import fields  # late: only TAB needs it here

    at = match.start() if (match := _LAST_NAME.search(incomplete)) else len(incomplete)
    before, begun = incomplete[:at], incomplete[at:]
    return [
        CompletionItem(before + name, help=field.leaf.label)
        for name, field in fields().items()
        if name.startswith(begun)
    ]
